//! Snapshots of a state, so that a long log opens fast: a [`Projection`] whose text is the state.

use crate::canonical;
use crate::error::LedgerError;
use crate::projection::{Projection, STANDS_FOR_KIND};
use crate::record::{BadPayload, written};
use aggregate::{Aggregate, Written};
use merkle::{Hash, sha256};

/// A log grows by so many records before it is worth a new snapshot.
const EVERY: u64 = 5_000;

/// The hash of a state: the SHA-256 of its canonical JSON. The same on every machine and in every build.
pub fn state_hash<A: Aggregate>(state: &A) -> Result<Hash, LedgerError> {
    Ok(sha256(&[state_text(state)?.as_bytes()]))
}

/// The canonical JSON of a state.
pub(crate) fn state_text<A: Aggregate>(state: &A) -> Result<String, LedgerError> {
    let Written { json, .. } =
        written(state.write_state().map(|json| Written { kind: STANDS_FOR_KIND, json }))?;
    Ok(canonical::sorted(&json).map_err(BadPayload::Text)?)
}

/// Has a log grown enough since its last snapshot to be worth a new one? Where states grow, the longer the log, the rarer, so that
/// all snapshots together cost no more than a few passes over the log.
pub(crate) fn is_due<A: Aggregate>(sequence: u64, last: u64) -> bool {
    let every = if A::STATE_IS_BOUNDED { EVERY } else { EVERY.max(sequence / 8) };
    sequence - last >= every
}

/// The snapshots of an aggregate.
pub(crate) fn of<A: Aggregate>() -> Projection {
    Projection { kind: A::SNAPSHOTS, form: A::STATE_FORM }
}
