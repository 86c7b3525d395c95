//! Coups that were put away and are asked about again: they come from the log with the command, and are held to their hash.

use crate::acts::Act;
use crate::cite::Citation;
use crate::facts::Fact;
use crate::refusal::{Reason, Refusal};
use crate::state::Subject;
use crate::state::past::{TOGETHER, hash_of};
use crate::state::record::{CoupRecord, RecalledCoups};
use crate::table::Table;
use crate::trouble;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Table {
    /// The coups that acts are about and the table has put away: the places at which they were put away together. Whoever keeps the
    /// log gives them with the command.
    pub fn recalls(&self, acts: &[Act]) -> BTreeSet<usize> {
        let numbers = acts.iter().filter_map(|act| self.old_coup(act));
        numbers.filter_map(|number| self.state.put_away(number)).collect()
    }

    /// The earlier coup that an act is about, if it is about one.
    fn old_coup(&self, act: &Act) -> Option<u32> {
        let Act::Trouble(act) = act else { return None };
        let report = match act {
            trouble::Act::Report { report } => report,
            trouble::Act::Invalidate { coup, .. } => return *coup,
            trouble::Act::Decide { matter, .. } => {
                match &self.state.matters.iter().find(|known| known.id == *matter)?.about {
                    Subject::Ruling { report, .. } | Subject::Silence { report, .. } => report,
                }
            }
            _ => return None,
        };
        report.coup()
    }

    /// What follows from coups that came with a command: they are held again, if they are what was put away.
    pub(crate) fn judge_recalled(&self, coups: &[CoupRecord]) -> Result<(Fact, Citation), Refusal> {
        let cites = Citation::silent("coups that are put away");
        let past = &self.state.past;
        let is_whole = |coups: &[CoupRecord]| {
            let shared: Vec<Arc<CoupRecord>> = coups.iter().cloned().map(Arc::new).collect();
            let place = coups.first().and_then(|first| self.state.put_away(first.coup.number));
            place.is_some_and(|place| past.put_away[place].hash == hash_of(&shared))
        };
        if !coups.chunks(TOGETHER).all(is_whole) {
            let message = "the coups given are not those that were put away together";
            return Err(Refusal::new(Reason::NotPossibleNow, message, cites));
        }
        Ok((Fact::Trouble(trouble::Fact::CoupsRecalled { coups: RecalledCoups(coups.to_vec()) }), cites))
    }

    pub(crate) fn apply_recalled(&mut self, coups: &[CoupRecord]) {
        for coups in coups.chunks(TOGETHER) {
            let place = coups.first().and_then(|first| self.state.past.place_of(first.coup.number));
            if let Some(place) = place {
                let coups = coups.iter().cloned().map(Arc::new).collect();
                self.state.past.recalled.insert(place, coups);
            }
        }
    }
}
