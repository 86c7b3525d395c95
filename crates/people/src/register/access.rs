//! Sign-ins, failures, locks and revoked sessions, on record: summed for each minute, name and network; a lock at once, and many failures
//! too, so that killing the house hides no guessing.

use super::People;
use crate::act_record::recorder;
use crate::clock;
use crate::denial::Denial;
use ledger::{Draft, Ledger, LedgerError, Payload, Stream};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::PoisonError;
use utoipa::ToSchema;

/// The kind of stream that tells who signed in and who tried.
pub const ACCESS: &str = "access";
/// The kind of its payloads.
const KIND: &str = "access-1";
/// As many failures are put on record without waiting for the minute to end.
const FAILURES: u32 = 20;
/// The most rows of one summary; whatever comes beyond them is counted without name and network.
const MOST: usize = 1_000;

/// What somebody did at the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AccessKind {
    /// Staff signed in.
    SignedIn,
    /// The secrets were wrong, or the name was locked.
    Failed,
    /// The secrets were wrong once too often, and the name is locked from here.
    Locked,
    /// Somebody ended a session of theirs.
    Revoked,
    /// Staff came back to a session that slept, by PIN.
    Woken,
    /// Staff set their first second factor.
    FactorSet,
}

/// One row of a summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Access {
    /// What was done.
    pub what: AccessKind,
    /// Under which name, if somebody has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// From which network, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// How often.
    pub times: u32,
}

/// What was done at the door since the last summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccessSummary {
    /// The rows.
    pub rows: Vec<Access>,
}

/// What was done, under which name, from where.
type Row = (AccessKind, Option<String>, Option<String>);

/// How often each was done.
pub(super) type Counts = BTreeMap<Row, u32>;

impl People {
    /// Counts something that was done at the door.
    pub(super) fn note(&self, what: AccessKind, name: Option<&str>, from: Option<&str>) {
        let mut counts = self.access.lock().unwrap_or_else(PoisonError::into_inner);
        let row = (what, name.map(str::to_owned), from.map(str::to_owned));
        let row = if counts.len() < MOST || counts.contains_key(&row) { row } else { (what, None, None) };
        let times = counts.entry(row).or_default();
        *times = times.saturating_add(1);
    }

    /// The same for somebody who was turned down: a lock is put on record at once, with everything that led to it, and so are failures
    /// where there are many.
    pub(super) async fn note_failure(&self, what: AccessKind, name: Option<&str>, from: Option<&str>) {
        self.note(what, name, from);
        let many = {
            let counts = self.access.lock().unwrap_or_else(PoisonError::into_inner);
            let failures = counts.iter().filter(|((what, ..), _)| *what == AccessKind::Failed);
            failures.fold(0_u32, |sum, (_, times)| sum.saturating_add(*times)) >= FAILURES
        };
        if (many || what == AccessKind::Locked)
            && let Some(ledger) = self.ledger.get()
            && let Err(fault) = self.record_access(ledger).await
        {
            // It is kept, and tried again with the next or when the minute is over.
            tracing::error!(%fault, "who was turned down could not be put on record");
        }
    }

    /// Puts on record what was done at the door since the last time. To be called every minute, and at the end.
    pub async fn record_access(&self, ledger: &Ledger) -> Result<(), Denial> {
        let counts = std::mem::take(&mut *self.access.lock().unwrap_or_else(PoisonError::into_inner));
        if counts.is_empty() {
            return Ok(());
        }
        let row = |(row, times): (&Row, &u32)| {
            let (what, name, from) = row.clone();
            Access { what, name, from, times: *times }
        };
        let summary = AccessSummary { rows: counts.iter().map(row).collect() };
        let recorded = append(ledger, &summary).await;
        if recorded.is_err() {
            let mut since = self.access.lock().unwrap_or_else(PoisonError::into_inner);
            for (row, times) in counts {
                let sum = since.entry(row).or_default();
                *sum = sum.saturating_add(times);
            }
        }
        recorded
    }
}

async fn append(ledger: &Ledger, summary: &AccessSummary) -> Result<(), Denial> {
    let now = clock::now();
    let stream = Stream::new(ACCESS, "house").map_err(LedgerError::from)?;
    let payload = Payload::new(KIND, summary).map_err(LedgerError::from)?;
    // Two may come at the same moment.
    let content = merkle::sha256(&[payload.text().as_bytes()]).to_string();
    let id = format!("access-{}-{}", now.0, &content[..16]).parse().map_err(LedgerError::from)?;
    ledger.append(Draft::note(stream, id, now, recorder(), payload)).await?;
    Ok(())
}
