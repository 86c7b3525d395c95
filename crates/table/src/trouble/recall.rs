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
    /// The coups that acts are about and the table has put away. Whoever keeps the log gives them with the command, all that were put away
    /// together.
    pub fn recalls(&self, acts: &[Act]) -> BTreeSet<u32> {
        let numbers = acts.iter().filter_map(|act| self.old_coup(act));
        numbers.filter(|number| self.state.put_away(*number).is_some()).collect()
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
    pub(crate) fn judge_recalled(&self, recalled: &RecalledCoups) -> Result<(Fact, Citation), Refusal> {
        let cites = Citation::silent("coups that are put away");
        let mut past = self.state.past.hashes();
        let unfolds = recalled.folded.iter().all(|parts| past.unfold(parts));
        let is_whole = |coups: &[CoupRecord]| {
            let shared: Vec<Arc<CoupRecord>> = coups.iter().cloned().map(Arc::new).collect();
            let first = coups
                .first()
                .map(|first| first.coup.number)
                .filter(|first| self.state.put_away(*first).is_some());
            let known = first.and_then(|first| Some((first, past.known(first)?)));
            known.is_some_and(|(first, (level, of))| {
                level == 0 && of.first == first && of.hash == hash_of(&shared)
            })
        };
        if !unfolds || !recalled.coups.chunks(TOGETHER).all(is_whole) {
            let message = "the coups given are not those that were put away together";
            return Err(Refusal::new(Reason::NotPossibleNow, message, cites));
        }
        Ok((Fact::Trouble(trouble::Fact::CoupsRecalled { coups: recalled.clone() }), cites))
    }

    pub(crate) fn apply_recalled(&mut self, recalled: &RecalledCoups) {
        let past = &mut self.state.past;
        for parts in &recalled.folded {
            past.unfold(parts);
        }
        for coups in recalled.coups.chunks(TOGETHER) {
            let Some(first) = coups.first().map(|first| first.coup.number) else { continue };
            // Without what it was folded into, it could not be put away again.
            if past.known(first).is_some_and(|(level, _)| level == 0) {
                past.recalled.insert(first, coups.iter().cloned().map(Arc::new).collect());
            }
        }
    }
}
