//! Everything that has happened in a tournament, as staff are told of it. It is read from the log once and kept from then on.

use crate::audience::{Audience, ContestEvent, disclosed_to, is_internal};
use crate::keyed_by;
use crate::view::ContestHistory;
use ledger::{Ledger, LedgerError, Stream, events};
use tournament::{Event, TOURNAMENT, Tournament};

/// The most events that one answer holds.
const MOST: usize = 200;

/// What has happened, each with whether it is for staff alone.
#[derive(Default)]
pub(crate) struct History(Vec<(bool, ContestEvent)>);

impl History {
    /// Reads it from the log.
    pub(crate) async fn read(
        ledger: &Ledger,
        tournament: &Tournament,
        id: &str,
    ) -> Result<History, LedgerError> {
        let keyed = keyed_by::read(ledger, id).await?;
        let stream = Stream::new(TOURNAMENT, id)?;
        let mut at = Tournament::new(tournament.book().clone(), tournament.conditions().clone());
        let (mut history, mut from) = (History::default(), 0);
        loop {
            let page = ledger.store().read(&stream, from, 1_000).await?;
            let Some(last) = page.last() else { return Ok(history) };
            from = last.end();
            for entry in &page {
                for (seq, event) in events::<Tournament>(entry)? {
                    at.apply(&event);
                    history.push(seq, &event, &at, keyed.get(&entry.command));
                }
            }
        }
    }

    /// Adds what happened; the tournament is as it is after it.
    pub(crate) fn push(&mut self, seq: u64, event: &Event, after: &Tournament, keyed_by: Option<&String>) {
        if let Some(mut of_staff) = disclosed_to(seq, event, after.state(), Audience::Staff) {
            of_staff.keyed_by = keyed_by.cloned();
            self.0.push((is_internal(&event.fact), of_staff));
        }
    }

    /// A page of it, the newest first.
    pub(crate) fn page(&self, audience: Audience, before: Option<u64>, limit: usize) -> ContestHistory {
        let limit = limit.clamp(1, MOST);
        let earlier = |(_, event): &&(bool, ContestEvent)| before.is_none_or(|before| event.seq < before);
        let shown = self.0.iter().rev().filter(earlier).filter_map(|(internal, event)| match audience {
            Audience::Staff => Some(event.clone()),
            Audience::Public if *internal => None,
            Audience::Public => Some(ContestEvent { by: None, keyed_by: None, ..event.clone() }),
        });
        let mut events: Vec<ContestEvent> = shown.take(limit + 1).collect();
        let more = events.len() > limit;
        events.truncate(limit);
        ContestHistory { before: events.last().filter(|_| more).map(|event| event.seq), events }
    }
}
