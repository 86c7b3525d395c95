//! Verifying the whole log and every finished shoe, with progress.

use super::Watch;
use archive::{Archive, ArchiveFault, Progress, Verified, Witnesses};
use ledger::Ledger;
use ledger::{By, Draft, LedgerError, Payload, Store, Stream, store};
use merkle::Hash;
use people::clock;
use people::denial::Denial;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use table::Time;
use tokio::task::JoinHandle;
use utoipa::ToSchema;

/// The kind of stream that tells of what verifying found.
const VERIFICATION: &str = "verification";
/// The kind of its payload.
const VERIFIED: &str = "verified-1";

/// What the log is to be held against, besides itself.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyRequest {
    /// Roots that witnesses have kept, 64 hexadecimal digits each.
    #[serde(default)]
    pub witness: Vec<String>,
    /// The public key that must have signed every checkpoint.
    #[serde(default)]
    pub key: Option<String>,
}

/// A verification, under way or done.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VerificationView {
    /// Who asked for it.
    pub by: String,
    /// When it began.
    #[schema(value_type = i64)]
    pub begun: Time,
    /// When it was done.
    #[schema(value_type = Option<i64>)]
    pub done: Option<Time>,
    /// How far it has come: `stage` is `records`, `tables` or `shoes`, with `done` and `of`.
    #[schema(value_type = Option<Object>)]
    pub progress: Option<Progress>,
    /// Everything holds.
    pub holds: Option<bool>,
    /// What was found.
    #[schema(value_type = Option<Object>)]
    pub found: Option<Verified>,
    /// Why it could not be done, if it could not.
    pub failed: Option<String>,
}

/// The verification under way, or the last one.
#[derive(Default)]
pub struct Verification {
    seen: Arc<Mutex<Option<VerificationView>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Verification {
    /// Ends one that is under way.
    pub(super) async fn stop(&self) {
        let task = lock(&self.task).take();
        if let Some(task) = task {
            task.abort();
            // It was told to end, so that it ends with an error or has ended before.
            let _ = task.await;
        }
    }
}

fn root(text: &str) -> Result<Hash, Denial> {
    let message =
        || Denial::unprocessable(format!("witness: found `{text}`; allowed are 64 hexadecimal digits"));
    text.parse().map_err(|_| message())
}

impl Watch {
    /// The verification under way, or the last one.
    pub fn verification(&self) -> Option<VerificationView> {
        lock(&self.verification.seen).clone()
    }

    /// Begins to verify everything; joins one that is under way.
    pub fn verify(&self, ledger: &Ledger, by: By, asked: &VerifyRequest) -> Result<VerificationView, Denial> {
        let roots = asked.witness.iter().map(|text| root(text)).collect::<Result<Vec<_>, _>>()?;
        // The house knows its log: its vault agreed with it when it was opened.
        let witnesses = Witnesses {
            roots,
            key: asked.key.clone(),
            vouched: true,
            registers: Some(crate::registers),
            ..Witnesses::default()
        };
        let mut seen = lock(&self.verification.seen);
        if let Some(under_way) = seen.as_ref().filter(|seen| seen.done.is_none()) {
            return Ok(under_way.clone());
        }
        let begun = VerificationView {
            by: by.name.clone(),
            begun: clock::now(),
            done: None,
            progress: None,
            holds: None,
            found: None,
            failed: None,
        };
        *seen = Some(begun.clone());
        drop(seen);
        let (shared, ledger) = (self.verification.seen.clone(), ledger.clone());
        let place = self.place.clone();
        let task = tokio::spawn(async move {
            let progress = |progress: Progress| {
                if let Some(seen) = lock(&shared).as_mut() {
                    seen.progress = Some(progress);
                }
            };
            let found = verify(&place, &witnesses, &progress).await;
            if let Ok(found) = &found
                && let Err(problem) = record(&ledger, by, found).await
            {
                tracing::warn!(message = problem.message, "what verifying found is not on record");
            }
            if let Some(seen) = lock(&shared).as_mut() {
                seen.done = Some(clock::now());
                seen.progress = None;
                match found {
                    Ok(found) => (seen.holds, seen.found) = (Some(found.holds()), Some(found)),
                    Err(fault) => (seen.holds, seen.failed) = (Some(false), Some(fault.to_string())),
                }
            }
        });
        *lock(&self.verification.task) = Some(task);
        Ok(begun)
    }
}

/// When the whole log was verified last, and whether it held; nothing if it never was.
pub async fn last_whole(store: &dyn Store) -> Result<Option<(Time, bool)>, LedgerError> {
    let stream = Stream::new(VERIFICATION, "house")?;
    let Some(last) = store.last(&stream).await? else { return Ok(None) };
    let found = last
        .records
        .first()
        .and_then(|record| serde_json::from_str::<serde_json::Value>(record.payload.text()).ok());
    Ok(Some((last.at, found.is_some_and(|found| found["holds"] == true))))
}

/// A connection of its own, so that nobody waits for it.
async fn verify(
    place: &ledger::store::Place,
    witnesses: &Witnesses,
    tell: &(dyn Fn(Progress) + Sync),
) -> Result<Verified, ArchiveFault> {
    let archive = Archive::over(store::read_only(place).await?);
    let verified = archive.verify(witnesses, tell).await;
    archive.store().close().await?;
    verified
}

/// That it was verified, and what came of it, is on record too.
async fn record(ledger: &Ledger, by: By, found: &Verified) -> Result<(), Denial> {
    let at = clock::now();
    let message = serde_json::json!({
        "holds": found.holds(), "records": found.records, "checkpoints": found.checkpoints,
        "shoes": found.shoes, "faults": found.faults.len(),
    });
    let stream = Stream::new(VERIFICATION, "house").map_err(LedgerError::from)?;
    let payload = Payload::new(VERIFIED, &message).map_err(LedgerError::from)?;
    let id = format!("verified:{}", at.0).parse().map_err(LedgerError::from)?;
    ledger.append(Draft::note(stream, id, at, by, payload)).await?;
    Ok(())
}
