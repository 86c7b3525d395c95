//! A command being judged: the state as it would be, and what would have happened so far.

use crate::cite::Cites;
use crate::conditions::Conditions;
use crate::facts::{Event, Fact};
use crate::state::State;
use baccarat::book::Book;
use table::{Actor, Citation, Name, Time};

/// Facts are applied as they are found, so that what follows sees them.
pub(crate) struct Work<'w> {
    pub(crate) book: &'w Book,
    pub(crate) conditions: &'w Conditions,
    pub(crate) state: State,
    pub(crate) by: &'w Actor,
    pub(crate) confirmed_by: Option<&'w Name>,
    pub(crate) at: Time,
    pub(crate) events: Vec<Event>,
}

impl<'w> Work<'w> {
    pub(crate) fn push(&mut self, fact: Fact, cites: Citation) {
        self.state.apply(&fact, self.at);
        self.events.push(Event { fact, by: self.by.clone(), at: self.at, cites });
    }

    pub(crate) fn cites(&self) -> Cites<'w> {
        Cites(self.book)
    }
}
