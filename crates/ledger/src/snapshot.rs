//! Snapshots of a table's state, so that a long log opens fast.
//!
//! What a snapshot stands for is in the log: a record of the stream `snapshot/<table>` with the sequence, the hash of the record
//! before it, and the hash of the state. A snapshot that does not fit all three is as good as none.

use crate::canonical::canonical;
use crate::ledger::LedgerError;
use crate::record::{BadPayload, Entry, Stream};
use crate::store::Store;
use crate::verify::check_entry;
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};
use table::state::State;

/// The kind of stream that says what snapshots stand for.
pub const SNAPSHOT: &str = "snapshot";
pub(crate) const SNAPSHOT_KIND: &str = "snapshot-1";

/// The number of the form in which a state is written. It goes up with every change of [`State`], so that a snapshot of another
/// form is passed over and not taken for a fault.
pub const STATE_FORM: u32 = 2;

/// What a snapshot stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StandsFor {
    /// The form of the state.
    pub(crate) form: u32,
    /// The sequence of the first event that is not in it.
    pub(crate) sequence: u64,
    /// The hash of the last event that is.
    pub(crate) head: Hash,
    /// The hash of the state.
    pub(crate) state: Hash,
}

/// The hash of a table's state: the SHA-256 of its canonical JSON. The same on every machine and in every build.
pub fn state_hash(state: &State) -> Result<Hash, LedgerError> {
    Ok(sha256(&[state_text(state)?.as_bytes()]))
}

pub(crate) fn state_text(state: &State) -> Result<String, LedgerError> {
    Ok(canonical(state).map_err(BadPayload::Text)?)
}

/// How long a table's log may grow before it is worth a new snapshot: longer, the longer it is, so that all snapshots together
/// cost no more than a few passes over the log.
pub(crate) fn is_due(sequence: u64, last: u64) -> bool {
    sequence - last >= (sequence / 8).max(5_000)
}

/// What the last snapshot of a table stands for, if the record that says so is whole.
pub(crate) fn stands_for(entry: &Entry) -> Option<StandsFor> {
    match entry.records.as_slice() {
        [one] if one.payload.kind() == SNAPSHOT_KIND => serde_json::from_str(one.payload.text()).ok(),
        _ => None,
    }
}

/// The last snapshot of a table, if it stands for what the log says it stands for.
pub(crate) async fn last(
    store: &dyn Store,
    table: &Stream,
) -> Result<Option<(StandsFor, State)>, LedgerError> {
    let stream = table.beside(SNAPSHOT);
    let Some(entry) = store.last(&stream).await? else { return Ok(None) };
    if check_entry(&entry, entry.first, entry.previous).is_some() {
        return Ok(None);
    }
    let Some(stands_for) = stands_for(&entry) else { return Ok(None) };
    let Some(before) = stands_for.sequence.checked_sub(1) else { return Ok(None) };
    let found = store.read(table, before, 1).await?;
    let whole = |entry: &&Entry| check_entry(entry, entry.first, entry.previous).is_none();
    let head = found
        .first()
        .filter(whole)
        .and_then(|entry| entry.records().find(|record| record.sequence == before).map(|record| record.hash));
    if head != Some(stands_for.head) {
        return Ok(None);
    }
    let Some(bytes) = store.snapshot(stands_for.state).await? else { return Ok(None) };
    if stands_for.form != STATE_FORM || sha256(&[&bytes]) != stands_for.state {
        return Ok(None);
    }
    Ok(serde_json::from_slice(&bytes).ok().map(|state| (stands_for, state)))
}
