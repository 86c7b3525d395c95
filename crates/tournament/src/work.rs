//! A command being judged: the state as it would be, and what would have happened so far.

use crate::cite::Cites;
use crate::conditions::Conditions;
use crate::facts::{Event, Fact};
use crate::refusal::{Reason, Refusal};
use crate::state::{State, TablePlay};
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

    /// Turns something down.
    pub(crate) fn refuse<T>(
        &self,
        reason: Reason,
        message: impl Into<String>,
        cites: Citation,
    ) -> Result<T, Refusal> {
        Err(Refusal::new(reason, message, cites))
    }

    /// Money and disqualification take two people.
    pub(crate) fn by_two(&self) -> Result<(), Refusal> {
        match self.confirmed_by {
            Some(other) if *other != self.by.name => Ok(()),
            _ => Err(Refusal::new(
                Reason::NeedsTwo,
                "it takes a second person to confirm this",
                Citation::default(),
            )),
        }
    }

    /// A table in session.
    pub(crate) fn table(&self, number: u8) -> Result<&TablePlay, Refusal> {
        let missing = || {
            let many = self.state.session.as_ref().map_or(0, |session| session.tables.len());
            Refusal::new(
                Reason::NoSuchTable,
                format!("there is no table {number} in session; allowed is 1 to {many}"),
                Citation::default(),
            )
        };
        self.state.table(number).ok_or_else(missing)
    }
}
