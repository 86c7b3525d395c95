//! Coups that a table has put away, found by their number. They are kept in a stream beside the table's, together as they were put
//! away, under an id that says which they are; if they are not there, the table's log is gone through once.

use crate::view::{CoupView, Coups, SettledView};
use archive::{Archive, ArchiveFault};
use ledger::{By, CommandId, Draft, Ledger, LedgerError, Payload, Stream};
use people::viewer::Viewer;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::past::{Past, PutAway, TOGETHER, hash_of, hash_of_parts};
use table::record::{CoupRecord, RecalledCoups};
use table::state::State;
use table::{TABLE, Table, Time};

/// The kind of stream that holds them.
pub const COUPS: &str = "coups";
const KEPT: &str = "coups-1";
/// What stands for such, folded together.
const FOLDED: &str = "coups-folded-1";

/// The old coups of one table.
#[derive(Clone)]
pub struct OldCoups {
    ledger: Ledger,
    table: String,
}

/// What a table holds and is about to put away.
pub struct Held {
    oldest: Vec<Arc<CoupRecord>>,
    recalled: BTreeMap<u32, Vec<Arc<CoupRecord>>>,
    /// What it has put away last.
    last: Option<PutAway>,
}

/// What a table has put away.
#[derive(Default)]
struct Gone {
    coups: Vec<Vec<Arc<CoupRecord>>>,
    folded: Vec<Vec<PutAway>>,
}

impl Gone {
    fn take(&mut self, more: Gone) {
        self.coups.extend(more.coups);
        // What was folded is told until another coup ends.
        self.folded.extend(more.folded);
        self.folded.dedup();
    }
}

/// Old coups that were found: all that were put away together, and what they were folded into.
pub struct Found {
    /// The coups.
    pub coups: Vec<Arc<CoupRecord>>,
    folded: Vec<Vec<PutAway>>,
}

impl Held {
    /// What a table could put away by the next coup that ends; nothing if that is nothing.
    pub fn of(state: &State) -> Option<Held> {
        let past = &state.past;
        if state.record.len() + 1 < 2 * TOGETHER && past.recalled.is_empty() {
            return None;
        }
        let noted = |coups: &[Arc<CoupRecord>]| coups.iter().map(|coup| state.noted(coup)).collect();
        let oldest = noted(&state.record[..TOGETHER.min(state.record.len())]);
        let recalled = past.recalled.iter().map(|(first, coups)| (*first, noted(coups))).collect();
        Some(Held { oldest, recalled, last: past.put_away.last().copied() })
    }

    /// What of it was put away since, as it was.
    fn gone(self, state: &State) -> Gone {
        let Held { oldest, recalled, last } = self;
        let past = &state.past;
        let again = recalled.into_iter().filter(|(first, _)| !past.recalled.contains_key(first));
        let again = again.map(|(_, coups)| coups);
        let coups = again.chain((past.put_away.last() != last.as_ref()).then_some(oldest));
        let is_it = |coups: &Vec<Arc<CoupRecord>>| {
            let known = coups.first().and_then(|first| past.known(first.coup.number));
            known.is_some_and(|(level, put_away)| level > 0 || put_away.hash == hash_of(coups))
        };
        Gone { coups: coups.filter(is_it).collect(), folded: past.just_folded.clone() }
    }
}

impl OldCoups {
    /// Those of a table.
    pub fn new(ledger: &Ledger, table: &str) -> OldCoups {
        OldCoups { ledger: ledger.clone(), table: table.to_owned() }
    }

    fn id(put_away: PutAway) -> Result<CommandId, LedgerError> {
        Ok(format!("{}.{}", put_away.first, put_away.hash).parse()?)
    }

    /// Keeps what the table has put away since. If that fails, it is found in the table's log when it is asked for.
    pub async fn keep(&self, held: Held, state: &State, at: Time) -> Result<(), LedgerError> {
        self.keep_all(held.gone(state), at).await
    }

    async fn keep_all(&self, gone: Gone, at: Time) -> Result<(), LedgerError> {
        for coups in gone.coups {
            let Some(first) = coups.first().map(|first| first.coup.number) else { continue };
            let put_away = PutAway { first, hash: hash_of(&coups) };
            let coups: Vec<&CoupRecord> = coups.iter().map(|coup| &**coup).collect();
            self.keep_one(put_away, Payload::new(KEPT, &coups)?, at).await?;
        }
        for parts in gone.folded {
            let Some(first) = parts.first().map(|first| first.first) else { continue };
            let put_away = PutAway { first, hash: hash_of_parts(&parts) };
            self.keep_one(put_away, Payload::new(FOLDED, &parts)?, at).await?;
        }
        Ok(())
    }

    async fn keep_one(&self, put_away: PutAway, payload: Payload, at: Time) -> Result<(), LedgerError> {
        let stream = Stream::new(COUPS, &self.table)?;
        let by = By::new("floor", "recorder");
        self.ledger.append(Draft::note(stream, OldCoups::id(put_away)?, at, by, payload)).await.map(drop)
    }

    /// The coups that were put away together with this one; nothing if they are nowhere to be found.
    pub async fn find(&self, past: &Past, number: u32) -> Result<Option<Found>, ArchiveFault> {
        if let Some(kept) = self.kept(past, number).await? {
            return Ok(Some(kept));
        }
        self.rebuild().await?;
        self.kept(past, number).await
    }

    /// The same, if they are kept, whole and as they were put away.
    pub async fn kept(&self, past: &Past, number: u32) -> Result<Option<Found>, ArchiveFault> {
        let (mut past, mut folded) = (past.hashes(), Vec::new());
        loop {
            let Some((level, put_away)) = past.known(number) else { return Ok(None) };
            if level == 0 {
                let coups = self.read::<Vec<Arc<CoupRecord>>>(put_away).await?;
                let coups = coups.filter(|coups| hash_of(coups) == put_away.hash);
                return Ok(coups.map(|coups| Found { coups, folded }));
            }
            let parts = self.read::<Vec<PutAway>>(put_away).await?;
            let Some(parts) = parts.filter(|parts| past.unfold(parts)) else { return Ok(None) };
            folded.push(parts);
        }
    }

    async fn read<T: DeserializeOwned>(&self, put_away: PutAway) -> Result<Option<T>, ArchiveFault> {
        let stream = Stream::new(COUPS, &self.table).map_err(LedgerError::from)?;
        let entry = self.ledger.store().command(&stream, &OldCoups::id(put_away)?).await?;
        let text = entry.as_ref().and_then(|entry| entry.records.first()).map(|kept| kept.payload.text());
        Ok(text.and_then(|text| serde_json::from_str(text).ok()))
    }

    /// What a command that is about these coups brings with it.
    pub async fn recall(
        &self,
        past: &Past,
        numbers: impl IntoIterator<Item = u32>,
    ) -> Result<RecalledCoups, ArchiveFault> {
        let mut recalled = RecalledCoups::default();
        for number in numbers {
            let Some(found) = self.find(past, number).await? else { continue };
            let first = found.coups.first().map(|first| first.coup.number);
            if recalled.coups.iter().any(|known| Some(known.coup.number) == first) {
                continue;
            }
            let new = found.folded.into_iter().filter(|parts| !recalled.folded.contains(parts));
            let new: Vec<_> = new.collect();
            recalled.folded.extend(new);
            recalled.coups.extend(found.coups.into_iter().map(Arc::unwrap_or_clone));
        }
        Ok(recalled)
    }

    /// Goes through the table's log and keeps everything that the table put away on its way.
    async fn rebuild(&self) -> Result<(), ArchiveFault> {
        let archive = Archive::over(self.ledger.store().clone());
        let stream = Stream::new(TABLE, &self.table).map_err(LedgerError::from)?;
        let book = archive.book_of(&stream, None).await?.book;
        let (mut found, mut held, mut at): (Gone, Option<Held>, Time) = Default::default();
        let walk = archive.walk(&stream, book, None, |walk, step| {
            let state = walk.table.as_ref().map(Table::state);
            if let (Some(before), Some(state)) = (held.take(), state) {
                found.take(before.gone(state));
            }
            held = state.and_then(Held::of);
            at = step.event.at;
            Ok::<_, ArchiveFault>(())
        });
        let walk = walk.await?;
        if let (Some(before), Some(table)) = (held, &walk.table) {
            found.take(before.gone(table.state()));
        }
        Ok(self.keep_all(found, at).await?)
    }

    /// Coups of a table that are over, newest first: those that it holds, and then those that it has put away. `void` are the wagers of
    /// whoever asks that went back without a result.
    pub async fn page(
        &self,
        table: &Table,
        viewer: &Viewer,
        void: &[SettledView],
        (before, limit): (Option<u32>, usize),
    ) -> Result<Coups, ArchiveFault> {
        let (state, past) = (table.state(), &table.state().past);
        let earlier = |coup: &&Arc<CoupRecord>| before.is_none_or(|before| coup.coup.number < before);
        let mut found: Vec<Arc<CoupRecord>> =
            state.record.iter().rev().filter(earlier).take(limit + 1).cloned().collect();
        let held = state.record.first().map_or(0, |first| first.coup.number);
        // The newest that is not held.
        let mut next = before.map_or(held, |before| before.min(held)).saturating_sub(1);
        while let Some((level, put_away)) = past.known(next).filter(|_| found.len() <= limit) {
            let recalled = past.recalled.get(&put_away.first).filter(|_| level == 0);
            let coups = match recalled {
                Some(recalled) => recalled.clone(),
                None => self.find(past, next).await?.map(|found| found.coups).unwrap_or_default(),
            };
            let more = limit + 1 - found.len();
            found.extend(coups.iter().rev().filter(earlier).take(more).cloned());
            // Where nothing is found, the coups before may be.
            next = coups.first().map_or(put_away.first, |first| first.coup.number).saturating_sub(1);
        }
        let more = found.len() > limit;
        found.truncate(limit);
        let before = found.last().map(|last| last.coup.number).filter(|_| more);
        let coups = found.iter().map(|coup| CoupView::of(coup, table, viewer.player(), void)).collect();
        Ok(Coups { coups, before })
    }
}
