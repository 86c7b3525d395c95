//! Coups that the table has put away. They are in its log; the table knows them by a hash, so that what comes back from there is
//! what was put away, and a table that has dealt for years is no bigger than one that has dealt for a day.

use super::State;
use crate::state::record::{CoupRecord, SettledStake};
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of coups that are put away together. The table holds the last of them, from one to two times as many.
pub const TOGETHER: usize = 64;

/// The most coups that the table holds while a patron is still owed something from the first of them.
const MOST: usize = 4 * TOGETHER;

/// Coups that are over and no longer held.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    /// What was put away, in order.
    pub put_away: Vec<PutAway>,
    /// What was asked for again, by its place among those; it is put away anew when a coup ends.
    pub recalled: BTreeMap<usize, Vec<Arc<CoupRecord>>>,
}

/// Coups that were put away together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PutAway {
    /// The number of the first of them.
    pub first: u32,
    /// The hash of all of them: see [`hash_of`].
    pub hash: Hash,
}

impl Past {
    /// The place at which a coup was put away, if it was.
    pub fn place_of(&self, number: u32) -> Option<usize> {
        self.put_away.partition_point(|put_away| put_away.first <= number).checked_sub(1)
    }

    /// Puts everything away that was asked for again.
    fn close(&mut self) {
        for (place, coups) in std::mem::take(&mut self.recalled) {
            if let Some(put_away) = self.put_away.get_mut(place) {
                put_away.hash = hash_of(&coups);
            }
        }
    }
}

impl State {
    /// A coup that is over, if the table holds it.
    pub fn over(&self, number: u32) -> Option<&CoupRecord> {
        let recalled = self.past.recalled.values().flatten();
        let found = self.record.iter().chain(recalled).find(|record| record.coup.number == number);
        found.map(|record| &**record)
    }

    /// The same, to put it right.
    pub(crate) fn over_mut(&mut self, number: u32) -> Option<&mut CoupRecord> {
        let recalled = self.past.recalled.values_mut().flatten();
        let found = self.record.iter_mut().chain(recalled).find(|record| record.coup.number == number);
        found.map(Arc::make_mut)
    }

    /// The place at which a coup was put away, if the table does not hold it.
    pub fn put_away(&self, number: u32) -> Option<usize> {
        let held = self.record.first().is_none_or(|first| first.coup.number <= number);
        self.past.place_of(number).filter(|place| !held && !self.past.recalled.contains_key(place))
    }

    /// Puts the oldest coups away once there are enough of them that nothing is owed from.
    pub(crate) fn put_old_away(&mut self) {
        self.past.close();
        if self.record.len() < 2 * TOGETHER {
            return;
        }
        let owes = |settled: &SettledStake| {
            settled.result.owed.0 > 0
                && self.patrons.get(&settled.stake.patron).is_some_and(|patron| patron.owed.0 > 0)
        };
        let waits = self.record[..TOGETHER].iter().any(|record| record.settled.iter().any(owes));
        if waits && self.record.len() < MOST {
            return;
        }
        let coups: Vec<Arc<CoupRecord>> = self.record.drain(..TOGETHER).collect();
        if let Some(first) = coups.first() {
            self.past.put_away.push(PutAway { first: first.coup.number, hash: hash_of(&coups) });
        }
    }
}

/// What stands for coups that are put away: the SHA-256 of a JSON text with every field of theirs, none left out, a line each.
///
/// It is kept in states alone, never in an event, so that it may change together with the form of the state.
pub fn hash_of(coups: &[Arc<CoupRecord>]) -> Hash {
    let mut text = Vec::with_capacity(coups.len() * 1_024);
    for record in coups {
        let CoupRecord { coup, shoe, settled, coups_left, tie_used } = &**record;
        let settled: Vec<_> = settled.iter().map(row).collect();
        // What stands in a state can be written, as the state itself is.
        let _ = serde_json::to_writer(&mut text, &(coup, shoe, settled, coups_left, tie_used));
        text.push(b'\n');
    }
    sha256(&[&text])
}

/// A settled stake as a row: shorter than with the names of its fields, and none of them is ever left out.
fn row(settled: &SettledStake) -> impl Serialize + '_ {
    let SettledStake { stake, result } = settled;
    let crate::state::Stake { id, patron, area, wager, amount, kind } = stake;
    let crate::state::Settled { outcome, live, paid, chips, owed, commission, returned, void, stays } =
        result;
    let how = (outcome, live, paid, chips, owed, commission, returned, void, stays);
    (id, patron, area, wager, amount, kind, how)
}
