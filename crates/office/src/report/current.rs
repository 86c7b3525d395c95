//! Reports of a shift or a day that is not over. What was gathered of a table is held, and goes on from there: whoever asks again, or every
//! minute by itself, only what has come since is read.

use super::gather::{Elsewhere, Gathered};
use super::start;
use crate::standing::Places;
use crate::theory::{self, Theory};
use accounts::{Meters, WinReport};
use archive::{Archive, ArchiveFault, Walk};
use baccarat::book::Book;
use ledger::{Ledger, Stream};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use table::Time;

/// The most periods of a table that are held: a shift and a day.
const HELD: usize = 2;

/// Where a period of a table begins: after this event, at this time.
type Beginning = (Option<u64>, Time);

/// What was gathered of periods that are not over.
#[derive(Default)]
pub struct Current {
    held: Mutex<BTreeMap<String, Vec<Held>>>,
    /// Where walks through tables' logs may go on from.
    places: OnceLock<Arc<dyn Places>>,
}

/// The log, and where a walk through it may go on from.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) archive: &'a Archive,
    pub(super) ledger: &'a Ledger,
    pub(super) places: Option<&'a dyn Places>,
}

/// What is held of one period of a table, by where it begins.
type Held = (Beginning, Arc<tokio::sync::Mutex<Option<Gathering>>>);

impl Current {
    /// Goes on from these places.
    pub(crate) fn go_by(&self, places: Arc<dyn Places>) {
        // They are the same for as long as the house is open.
        let _ = self.places.set(places);
    }

    pub(super) fn source<'a>(&'a self, archive: &'a Archive, ledger: &'a Ledger) -> Source<'a> {
        Source { archive, ledger, places: self.places.get().map(|places| &**places) }
    }

    /// The place of a period of a table; the oldest makes way for a new one.
    pub(super) fn of(&self, table: &str, beginning: Beginning) -> Arc<tokio::sync::Mutex<Option<Gathering>>> {
        let mut all = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let held = all.entry(table.to_owned()).or_default();
        if let Some((_, known)) = held.iter().find(|(known, _)| *known == beginning) {
            return known.clone();
        }
        if held.len() >= HELD {
            held.remove(0);
        }
        let place = Arc::default();
        held.push((beginning, Arc::clone(&place)));
        place
    }
}

/// A walk through a period of a table, and what was gathered on it.
#[derive(Clone)]
pub(super) struct Gathering {
    walk: Walk,
    of: Gathered,
    /// The event that comes next.
    next: u64,
}

impl Gathering {
    /// A walk that has come to where a period begins.
    pub(super) async fn begin(
        source: Source<'_>,
        stream: &Stream,
        mut of: Gathered,
        book: Arc<Book>,
        (after, from): Beginning,
    ) -> Result<Gathering, ArchiveFault> {
        let (mut walk, next) = match after {
            Some(after) => (start::walk_to(source, stream, book, after).await?, after + 1),
            None => (Walk::new(book), 0),
        };
        if after.is_some() {
            walk.meters = Meters::default();
            walk.shift = WinReport::since(&walk.accounts);
        }
        of.elsewhere.0 = Elsewhere::of(&walk.accounts);
        if let Some(table) = &walk.table {
            of.begin(table.state(), from);
        }
        Ok(Gathering { walk, of, next })
    }

    /// Goes on up to an event; with the exact odds of every coup where results are held against them.
    pub(super) async fn go_on(
        &mut self,
        archive: &Archive,
        stream: &Stream,
        last: u64,
        results: bool,
    ) -> Result<(), ArchiveFault> {
        if self.next > last {
            return Ok(());
        }
        let Gathering { walk, of, next } = self;
        archive
            .walk_on(stream, walk, *next..=last, |walk, step| {
                let state = walk.table.as_ref().map(|table| table.state());
                if let (None, Some(state)) = (&of.edges, state) {
                    of.edges = Some(theory::edges(&walk.book, &state.settings.method, state.settings.decks));
                }
                if let (true, None, Some(state)) = (results, &of.theory, state) {
                    of.theory = Theory::new(&walk.book, &state.settings.method, state.settings.decks);
                }
                of.count(&walk.meters, walk.shift.drop, step.event);
                of.see(state, step.record.sequence, step.coup, step.event);
                Ok::<_, ArchiveFault>(())
            })
            .await?;
        *next = last + 1;
        Ok(())
    }

    /// What was gathered, if the period ended now.
    pub(super) fn ended(self, to: Time) -> Gathered {
        let Gathering { walk, mut of, .. } = self;
        of.elsewhere.1 = Elsewhere::of(&walk.accounts);
        (of.win, of.meters) = (walk.shift, walk.meters);
        of.end(to);
        of
    }

    /// The same with what did not hold.
    pub(super) fn faulty(mut of: Gathered, place: &str, message: &str) -> Gathered {
        of.fault = Some(format!("{place}: {message}"));
        of
    }
}
