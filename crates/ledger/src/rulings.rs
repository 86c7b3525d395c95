//! By which rulings a log was decided: their numbers, on record where a release with other numbers took the log over.

use crate::checkpoint::Order;
use crate::error::LedgerError;
use crate::record::{Entry, Stream};
use crate::store::Store;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The kind of stream that tells by which rulings commands are decided.
pub const RULINGS: &str = "rulings";
pub(crate) const RULINGS_KIND: &str = "rulings-1";
/// The number of rulings of logs from before numbers were on record.
pub(crate) const FIRST: u32 = 1;

/// The numbers of rulings, by kind of aggregate.
pub type Numbers = BTreeMap<String, u32>;

/// The stream of them.
pub(crate) fn stream() -> Stream {
    Stream::of(RULINGS, "ledger")
}

/// The record that a release with other rulings has taken a log over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulingsTaken {
    /// The numbers of that release.
    pub rulings: Numbers,
    /// As far as this the log had been verified by the rulings before; every entry after it agrees with those of that release.
    pub after: Order,
}

impl RulingsTaken {
    /// Is no number lower than before, and one of them higher or new?
    pub(crate) fn is_raised(&self, before: Option<&RulingsTaken>) -> bool {
        let Some(before) = before else { return true };
        let kept = before.rulings.iter().all(|(kind, number)| self.number(kind) >= Some(*number));
        kept && self.rulings != before.rulings
    }

    fn number(&self, kind: &str) -> Option<u32> {
        self.rulings.get(kind).copied()
    }
}

/// The record that an entry of the stream tells.
pub(crate) fn record(entry: &Entry) -> Result<RulingsTaken, LedgerError> {
    let damaged = |message: String| LedgerError::Damaged {
        place: format!("{}, sequence {}", entry.stream, entry.first),
        message: format!("payload: {message}"),
    };
    match entry.records.as_slice() {
        [one] if one.payload.kind() == RULINGS_KIND => {
            serde_json::from_str(one.payload.text()).map_err(|error| damaged(error.to_string()))
        }
        _ => Err(damaged(format!("expected one record of kind {RULINGS_KIND}"))),
    }
}

/// By which rulings the entries of a log were decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulings {
    /// Every take-over, in order.
    pub all: Vec<RulingsTaken>,
}

impl Rulings {
    /// Reads them from a log. They are taken as they are; [`verify`](crate::verify()) checks them.
    pub async fn read(store: &dyn Store) -> Result<Rulings, LedgerError> {
        let entries = store.read(&stream(), 0, u32::MAX).await?;
        Ok(Rulings { all: entries.iter().map(record).collect::<Result<_, _>>()? })
    }

    /// The number of the rulings by which this kind of aggregate decided the entry at this position.
    pub(crate) fn at(&self, kind: &str, position: u64) -> u32 {
        let in_force = self.all.iter().rev().find(|taken| taken.after.position < position);
        in_force.and_then(|taken| taken.number(kind)).unwrap_or(FIRST)
    }

    /// The same, where one of the first `counted` take-overs says that a release before it decided this entry.
    pub(crate) fn before(&self, kind: &str, position: u64, counted: usize) -> Option<u32> {
        let mut counted = self.all.iter().take(counted);
        counted.any(|taken| taken.after.position >= position).then(|| self.at(kind, position))
    }

    /// The lowest number that any entry of this kind may have been decided by.
    pub(crate) fn lowest(&self, kind: &str) -> u32 {
        self.at(kind, 1)
    }
}
