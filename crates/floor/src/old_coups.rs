//! Coups that a table has put away, found by their number. They are kept in a stream beside the table's, together as they were put
//! away, under an id that says which they are; if they are not there, the table's log is gone through once.

use crate::view::{CoupView, Coups, SettledView};
use archive::{Archive, ArchiveFault};
use ledger::{By, CommandId, Draft, Ledger, LedgerError, Payload, Stream};
use people::viewer::Viewer;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::past::{PutAway, TOGETHER, hash_of};
use table::record::CoupRecord;
use table::state::State;
use table::{TABLE, Table, Time};

/// The kind of stream that holds them.
pub const COUPS: &str = "coups";
const KEPT: &str = "coups-1";

/// The old coups of one table.
#[derive(Clone)]
pub struct OldCoups {
    ledger: Ledger,
    table: String,
}

/// What a table holds and is about to put away.
pub struct Held {
    oldest: Vec<Arc<CoupRecord>>,
    recalled: BTreeMap<usize, Vec<Arc<CoupRecord>>>,
    /// How often it has put coups away.
    count: usize,
}

impl Held {
    /// What a table could put away by the next coup that ends; nothing if that is nothing.
    pub fn of(state: &State) -> Option<Held> {
        let past = &state.past;
        if state.record.len() + 1 < 2 * TOGETHER && past.recalled.is_empty() {
            return None;
        }
        let oldest = state.record.iter().take(TOGETHER).cloned().collect();
        Some(Held { oldest, recalled: past.recalled.clone(), count: past.put_away.len() })
    }

    /// What of it was put away since.
    fn gone(self, state: &State) -> Vec<(PutAway, Vec<Arc<CoupRecord>>)> {
        let Held { oldest, recalled, count } = self;
        let now = &state.past.put_away;
        let again = recalled.into_iter().filter(|(place, _)| !state.past.recalled.contains_key(place));
        let new = again.chain((count < now.len()).then_some((count, oldest)));
        let found = new.filter_map(|(place, coups)| Some((*now.get(place)?, coups)));
        found.filter(|(now, coups)| hash_of(coups) == now.hash).collect()
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

    async fn keep_all(
        &self,
        gone: Vec<(PutAway, Vec<Arc<CoupRecord>>)>,
        at: Time,
    ) -> Result<(), LedgerError> {
        for (put_away, coups) in gone {
            let coups: Vec<&CoupRecord> = coups.iter().map(|coup| &**coup).collect();
            let payload = Payload::new(KEPT, &coups)?;
            let stream = Stream::new(COUPS, &self.table)?;
            let draft =
                Draft::note(stream, OldCoups::id(put_away)?, at, By::new("floor", "recorder"), payload);
            self.ledger.append(draft).await?;
        }
        Ok(())
    }

    /// Coups that were put away together; nothing if they are nowhere to be found.
    pub async fn find(&self, put_away: PutAway) -> Result<Option<Vec<Arc<CoupRecord>>>, ArchiveFault> {
        if let Some(kept) = self.kept(put_away).await? {
            return Ok(Some(kept));
        }
        self.rebuild().await?;
        self.kept(put_away).await
    }

    /// The same, if they are kept, whole and as they were put away.
    pub async fn kept(&self, put_away: PutAway) -> Result<Option<Vec<Arc<CoupRecord>>>, ArchiveFault> {
        let stream = Stream::new(COUPS, &self.table).map_err(LedgerError::from)?;
        let entry = self.ledger.store().command(&stream, &OldCoups::id(put_away)?).await?;
        let text = entry.as_ref().and_then(|entry| entry.records.first()).map(|kept| kept.payload.text());
        let coups = text.and_then(|text| serde_json::from_str::<Vec<Arc<CoupRecord>>>(text).ok());
        Ok(coups.filter(|coups| hash_of(coups) == put_away.hash))
    }

    /// Goes through the table's log and keeps everything that the table put away on its way.
    async fn rebuild(&self) -> Result<(), ArchiveFault> {
        let archive = Archive::over(self.ledger.store().clone());
        let stream = Stream::new(TABLE, &self.table).map_err(LedgerError::from)?;
        let book = archive.book_of(&stream, None).await?.book;
        let (mut found, mut held, mut at): (Vec<_>, Option<Held>, Time) = Default::default();
        let walk = archive.walk(&stream, book, None, |walk, step| {
            let state = walk.table.as_ref().map(Table::state);
            if let (Some(before), Some(state)) = (held.take(), state) {
                found.extend(before.gone(state));
            }
            held = state.and_then(Held::of);
            at = step.event.at;
            Ok::<_, ArchiveFault>(())
        });
        let walk = walk.await?;
        if let (Some(before), Some(table)) = (held, &walk.table) {
            found.extend(before.gone(table.state()));
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
        let mut place = past.place_of(before.map_or(u32::MAX, |before| before.saturating_sub(1)));
        while let Some(at) = place.filter(|_| found.len() <= limit) {
            let coups = match past.recalled.get(&at) {
                Some(recalled) => recalled.clone(),
                None => self.find(past.put_away[at]).await?.unwrap_or_default(),
            };
            let more = limit + 1 - found.len();
            found.extend(coups.iter().rev().filter(earlier).take(more).cloned());
            place = at.checked_sub(1);
        }
        let more = found.len() > limit;
        found.truncate(limit);
        let before = found.last().map(|last| last.coup.number).filter(|_| more);
        let coups = found.iter().map(|coup| CoupView::of(coup, table, viewer.player(), void)).collect();
        Ok(Coups { coups, before })
    }
}
