//! Coups that the table has put away. They are in its log; the table knows them by a hash, so that what comes back from there is
//! what was put away, and a table that has dealt for years is no bigger than one that has dealt for a day.
//!
//! So many coups are put away together, under one hash. Once there are many such hashes, the oldest of them are folded into one, and so on, so
//! that there are few however many coups there were. Whoever keeps the log keeps what was folded beside the coups, and brings it with them.

use super::State;
use crate::state::record::{CoupRecord, CoupReports, SettledStake};
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of coups that are put away together, and of hashes that are folded together. The table holds the last of each, from one to
/// two times as many.
pub const TOGETHER: usize = 64;

/// The most coups that the table holds while a patron is still owed something from the first of them.
const MOST: usize = 4 * TOGETHER;

/// Coups that are over and no longer held.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    /// What was put away last, in order.
    pub put_away: Vec<PutAway>,
    /// What was put away before: each stands for [`TOGETHER`] of those before it, of coups in the first list, of the first list in the second,
    /// and so on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folded: Vec<Vec<PutAway>>,
    /// What was asked for again, by the number of its first coup; it is put away anew when a coup ends.
    pub recalled: BTreeMap<u32, Vec<Arc<CoupRecord>>>,
    /// What had to be unfolded for that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unfolded: Vec<Unfolded>,
    /// What was folded when the last coup ended, for whoever keeps the log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub just_folded: Vec<Vec<PutAway>>,
}

/// Coups that were put away together, or what stands for [`TOGETHER`] of such.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PutAway {
    /// The number of the first coup.
    pub first: u32,
    /// The hash of all of them: see [`hash_of`] and [`hash_of_parts`].
    pub hash: Hash,
}

/// What was folded together, and is wanted again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfolded {
    /// How often it was folded: 1 where its parts stand for coups.
    pub level: usize,
    /// Its parts, in order.
    pub parts: Vec<PutAway>,
}

/// The last of these that does not begin after a coup.
fn covering(list: &[PutAway], number: u32) -> Option<PutAway> {
    list.partition_point(|put_away| put_away.first <= number).checked_sub(1).map(|place| list[place])
}

fn set(list: &mut [PutAway], put_away: PutAway) {
    if let Ok(place) = list.binary_search_by_key(&put_away.first, |known| known.first) {
        list[place] = put_away;
    }
}

impl Past {
    /// What is known of a coup that was put away: how often that was folded, and what stands for it.
    pub fn known(&self, number: u32) -> Option<(usize, PutAway)> {
        let lists = std::iter::once(&self.put_away).chain(&self.folded);
        let mut found = lists.enumerate().find_map(|(level, list)| Some((level, covering(list, number)?)))?;
        while let Some(unfolded) = self.unfolded_as(found) {
            found = (found.0 - 1, covering(&unfolded.parts, number)?);
        }
        Some(found)
    }

    fn unfolded_as(&self, (level, of): (usize, PutAway)) -> Option<&Unfolded> {
        let is_it = |known: &&Unfolded| {
            known.level == level && known.parts.first().map(|part| part.first) == Some(of.first)
        };
        self.unfolded.iter().find(is_it).filter(|_| level > 0)
    }

    /// Unfolds what these are the parts of. Says no if they are not.
    pub fn unfold(&mut self, parts: &[PutAway]) -> bool {
        let Some((level, of)) = parts.first().and_then(|first| self.known(first.first)) else { return false };
        let fits = level > 0 && of.first == parts[0].first && of.hash == hash_of_parts(parts);
        if fits {
            self.unfolded.push(Unfolded { level, parts: parts.to_vec() });
        }
        fits
    }

    /// The hashes alone, without what was asked for again.
    pub fn hashes(&self) -> Past {
        Past { recalled: BTreeMap::new(), just_folded: Vec::new(), ..self.clone() }
    }

    /// Puts everything away that was asked for again.
    fn close(&mut self) {
        for (first, coups) in std::mem::take(&mut self.recalled) {
            self.replace(0, PutAway { first, hash: hash_of(&coups) });
        }
        let mut unfolded = std::mem::take(&mut self.unfolded);
        unfolded.sort_by_key(|unfolded| unfolded.level);
        while !unfolded.is_empty() {
            let Unfolded { level, parts } = unfolded.remove(0);
            let Some(first) = parts.first().map(|part| part.first) else { continue };
            let now = PutAway { first, hash: hash_of_parts(&parts) };
            match unfolded.iter_mut().find(|above| {
                above.level == level + 1
                    && covering(&above.parts, first).is_some_and(|part| part.first == first)
            }) {
                Some(above) => set(&mut above.parts, now),
                None => self.replace(level, now),
            }
            self.just_folded.push(parts);
        }
    }

    /// What was put away has changed.
    fn replace(&mut self, level: usize, now: PutAway) {
        let parts = self.unfolded.iter_mut().filter(|unfolded| unfolded.level == level + 1);
        parts.for_each(|unfolded| set(&mut unfolded.parts, now));
        match level.checked_sub(1) {
            None => set(&mut self.put_away, now),
            Some(level) => self.folded.get_mut(level).into_iter().for_each(|list| set(list, now)),
        }
    }

    /// Puts coups away; what there is too much of is folded.
    fn put(&mut self, put_away: PutAway) {
        self.put_away.push(put_away);
        let mut level = 0;
        loop {
            let list = match level {
                0 => &mut self.put_away,
                _ => &mut self.folded[level - 1],
            };
            if list.len() < 2 * TOGETHER {
                return;
            }
            let parts: Vec<PutAway> = list.drain(..TOGETHER).collect();
            let folded = PutAway { first: parts[0].first, hash: hash_of_parts(&parts) };
            self.just_folded.push(parts);
            if self.folded.len() == level {
                self.folded.push(Vec::new());
            }
            self.folded[level].push(folded);
            level += 1;
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

    /// What stands for a coup that was put away, if the table does not hold it.
    pub fn put_away(&self, number: u32) -> Option<PutAway> {
        let held = self.record.first().is_none_or(|first| first.coup.number <= number);
        let (level, known) = self.past.known(number).filter(|_| !held)?;
        (level > 0 || !self.past.recalled.contains_key(&known.first)).then_some(known)
    }

    /// Puts the oldest coups away once there are enough of them that nothing is owed from.
    pub(crate) fn put_old_away(&mut self) {
        self.past.just_folded.clear();
        let mut recalled = std::mem::take(&mut self.past.recalled);
        recalled.values_mut().flatten().for_each(|coup| self.note_told(coup));
        self.past.recalled = recalled;
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
        let mut coups: Vec<Arc<CoupRecord>> = self.record.drain(..TOGETHER).collect();
        coups.iter_mut().for_each(|coup| self.note_told(coup));
        if let Some(first) = coups.first() {
            self.past.put(PutAway { first: first.coup.number, hash: hash_of(&coups) });
        }
    }

    /// Notes with a coup what staff were told of it, so that this is known when the coup comes back.
    fn note_told(&self, coup: &mut Arc<CoupRecord>) {
        let told = self.told_of(coup.coup.number);
        let told = CoupReports {
            matter: coup.told.matter.or(told.matter),
            claimed: coup.told.claimed || told.claimed,
        };
        if coup.told != told {
            Arc::make_mut(coup).told = told;
        }
    }

    /// A coup as it is put away.
    pub fn noted(&self, coup: &Arc<CoupRecord>) -> Arc<CoupRecord> {
        let mut coup = coup.clone();
        self.note_told(&mut coup);
        coup
    }
}

/// What stands for coups that are put away: the SHA-256 of a JSON text with every field of theirs, none left out, a line each.
///
/// It is kept in states alone, never in an event, so that it may change together with the form of the state.
pub fn hash_of(coups: &[Arc<CoupRecord>]) -> Hash {
    let mut text = Vec::with_capacity(coups.len() * 1_024);
    for record in coups {
        let CoupRecord { coup, shoe, settled, coups_left, tie_used, told } = &**record;
        let settled: Vec<_> = settled.iter().map(row).collect();
        // What stands in a state can be written, as the state itself is.
        let _ = serde_json::to_writer(&mut text, &(coup, shoe, settled, coups_left, tie_used, told));
        text.push(b'\n');
    }
    sha256(&[&text])
}

/// What stands for those that were folded together: the SHA-256 of their numbers and hashes.
pub fn hash_of_parts(parts: &[PutAway]) -> Hash {
    let parts: Vec<[u8; 36]> = parts
        .iter()
        .map(|part| {
            let mut bytes = [0; 36];
            bytes[..4].copy_from_slice(&part.first.to_be_bytes());
            bytes[4..].copy_from_slice(&part.hash.0);
            bytes
        })
        .collect();
    sha256(&[b"folded", &parts.concat()])
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Everything that was ever put away, and everything that was folded, as whoever keeps the log has it.
    #[derive(Default)]
    struct Kept {
        past: Past,
        leaves: Vec<PutAway>,
        folded: HashMap<Hash, Vec<PutAway>>,
    }

    impl Kept {
        fn put(&mut self) {
            let first = (self.leaves.len() * TOGETHER) as u32 + 1;
            let put_away = PutAway { first, hash: sha256(&[&first.to_be_bytes()]) };
            self.past.just_folded.clear();
            self.past.put(put_away);
            self.leaves.push(put_away);
            self.keep();
        }

        fn keep(&mut self) {
            for parts in &self.past.just_folded {
                self.folded.insert(hash_of_parts(parts), parts.clone());
            }
        }

        /// Unfolds whatever a coup was folded into; gives what stands for it.
        fn unfold(&self, past: &mut Past, number: u32) -> PutAway {
            loop {
                match past.known(number).unwrap() {
                    (0, leaf) => return leaf,
                    (_, folded) => assert!(past.unfold(&self.folded[&folded.hash])),
                }
            }
        }
    }

    fn size(past: &Past) -> usize {
        serde_json::to_string(past).unwrap().len()
    }

    #[test]
    fn a_million_coups_are_known_by_few_hashes() {
        let mut kept = Kept::default();
        let mut largest = 0;
        for _ in 0..20_000 {
            kept.put();
            largest = largest.max(size(&kept.past));
        }
        assert_eq!(kept.past.folded.len(), 2);
        assert!(largest < 64_000, "{largest} bytes");
        for number in (1..20_000 * TOGETHER as u32).step_by(4_999) {
            let leaf = kept.unfold(&mut kept.past.clone(), number);
            assert_eq!(leaf, kept.leaves[(number as usize - 1) / TOGETHER], "{number}");
        }
        assert_eq!(kept.past.known(0), None);
    }

    /// What is put right in old coups is found there afterwards, and nothing else has changed.
    #[test]
    fn what_is_folded_can_be_put_right() {
        let mut kept = Kept::default();
        (0..9_000).for_each(|_| kept.put());
        for round in 0..20_u32 {
            // Two that were folded together, one far from them, and one that was not folded.
            let places = [round * 3, round * 3 + 1, 4_200 + round, 8_990];
            let mut past = kept.past.clone();
            past.just_folded.clear();
            for place in places {
                let leaf = kept.unfold(&mut past, place * TOGETHER as u32 + 9);
                let now = PutAway { hash: sha256(&[&leaf.hash.0, &round.to_be_bytes()]), ..leaf };
                past.replace(0, now);
                kept.leaves[place as usize] = now;
            }
            past.close();
            assert!(past.unfolded.is_empty());
            kept.past = past;
            kept.keep();
        }
        for (place, expected) in kept.leaves.iter().enumerate() {
            let leaf = kept.unfold(&mut kept.past.clone(), (place * TOGETHER) as u32 + 1);
            assert_eq!(leaf, *expected, "{place}");
        }
    }

    #[test]
    fn only_what_was_folded_unfolds_it() {
        let mut kept = Kept::default();
        (0..300).for_each(|_| kept.put());
        let (level, folded) = kept.past.known(1).unwrap();
        assert_eq!(level, 1);
        let parts = kept.folded[&folded.hash].clone();
        let mut other = parts.clone();
        other[5].hash = sha256(&[b"another"]);
        for bad in [&other[..], &parts[1..], &[], &kept.past.put_away] {
            assert!(!kept.past.clone().unfold(bad));
        }
        assert!(kept.past.clone().unfold(&parts));
    }
}
