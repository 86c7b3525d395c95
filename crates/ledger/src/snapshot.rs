//! Snapshots of a state, so that a long log opens fast.
//!
//! What a snapshot stands for is in the log: a record of a stream beside the aggregate's, with the sequence, the hash of the record
//! before it, and the hash of the state. A snapshot that does not fit all three is as good as none.

use crate::canonical;
use crate::ledger::{Draft, Ledger, LedgerError};
use crate::log::written;
use crate::record::{BadPayload, CommandId, Entry, Payload, Stream};
use crate::store::Store;
use crate::verify::{Report, check_whole};
use aggregate::{Aggregate, By, Time, Written};
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};

pub(crate) const SNAPSHOT_KIND: &str = "snapshot-1";

/// Under this kind the states are kept that a log was verified to lead to, apart from snapshots that only save time.
const VERIFIED: &str = "verified";

/// What a snapshot stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StandsFor {
    /// The form of the state.
    pub(crate) form: u32,
    /// The sequence of the first record that is not in it.
    pub(crate) sequence: u64,
    /// The hash of the last record that is.
    pub(crate) head: Hash,
    /// The hash of the state.
    pub(crate) state: Hash,
}

/// The hash of a state: the SHA-256 of its canonical JSON. The same on every machine and in every build.
pub fn state_hash<A: Aggregate>(state: &A) -> Result<Hash, LedgerError> {
    Ok(sha256(&[state_text(state)?.as_bytes()]))
}

/// The canonical JSON of a state.
pub(crate) fn state_text<A: Aggregate>(state: &A) -> Result<String, LedgerError> {
    let Written { json, .. } =
        written(state.write_state().map(|json| Written { kind: SNAPSHOT_KIND, json }))?;
    Ok(canonical::sorted(&json).map_err(BadPayload::Text)?)
}

/// How long a log may grow before it is worth a new snapshot: longer, the longer it is, so that all snapshots together
/// cost no more than a few passes over the log.
pub(crate) fn is_due(sequence: u64, last: u64) -> bool {
    sequence - last >= (sequence / 8).max(5_000)
}

/// Keeps a state that has come so far, and records what it stands for.
pub(crate) async fn keep<A: Aggregate>(
    ledger: &Ledger,
    stream: &Stream,
    state: &A,
    (sequence, head): (u64, Hash),
    at: Time,
) -> Result<(), LedgerError> {
    let stream = stream.beside(A::SNAPSHOTS);
    let text = state_text(state)?;
    let hash = sha256(&[text.as_bytes()]);
    ledger.store().keep_snapshot(&stream, hash, text.as_bytes()).await?;
    let stands_for = StandsFor { form: A::STATE_FORM, sequence, head, state: hash };
    let payload = Payload::new(SNAPSHOT_KIND, &stands_for)?;
    // A state of another form at the same place is another snapshot.
    let command: CommandId = format!("{head}.{}", A::STATE_FORM).parse()?;
    let draft = Draft::note(stream, command, at, By::new("ledger", "ledger"), payload);
    ledger.append_own(draft).await.map(drop)
}

impl Ledger {
    /// Keeps the states that a log was verified to lead to, so that verifying goes on from them.
    pub async fn keep_states(&self, verified: &Report) -> Result<(), LedgerError> {
        for (stream, text) in &verified.states {
            let stream: Stream = stream.parse()?;
            let place = stream.beside(&format!("{VERIFIED}-{}", stream.kind()));
            self.store().keep_snapshot(&place, sha256(&[text.as_bytes()]), text.as_bytes()).await?;
        }
        Ok(())
    }
}

/// What a snapshot stands for, if the record that says so is whole.
pub(crate) fn stands_for(entry: &Entry) -> Option<StandsFor> {
    match entry.records.as_slice() {
        [one] if one.payload.kind() == SNAPSHOT_KIND => serde_json::from_str(one.payload.text()).ok(),
        _ => None,
    }
}

/// The last snapshot of a stream, if it stands for what the log says it stands for, with the edition that was in force there.
pub(crate) async fn last<A: Aggregate>(
    store: &dyn Store,
    stream: &Stream,
) -> Result<Option<(StandsFor, Hash, String)>, LedgerError> {
    let Some(entry) = store.last(&stream.beside(A::SNAPSHOTS)).await? else { return Ok(None) };
    if check_whole(&entry, entry.first, entry.previous).is_some() {
        return Ok(None);
    }
    let Some(stands_for) = stands_for(&entry) else { return Ok(None) };
    let Some(before) = stands_for.sequence.checked_sub(1) else { return Ok(None) };
    let found = store.read(stream, before, 1).await?;
    let whole = |entry: &&Entry| check_whole(entry, entry.first, entry.previous).is_none();
    let Some(before) = found.first().filter(whole) else { return Ok(None) };
    if (before.end(), before.head()) != (stands_for.sequence, stands_for.head) {
        return Ok(None);
    }
    let Some(bytes) = store.snapshot(stands_for.state).await? else { return Ok(None) };
    if stands_for.form != A::STATE_FORM || sha256(&[&bytes]) != stands_for.state {
        return Ok(None);
    }
    Ok(String::from_utf8(bytes).ok().map(|text| (stands_for, before.book, text)))
}
