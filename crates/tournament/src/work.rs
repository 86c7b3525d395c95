//! A command being judged: the state as it would be, and what would have happened so far.

use crate::cite::{Cites, stated};
use crate::conditions::Conditions;
use crate::facts::{Event, Fact};
use crate::refusal::{Reason, Refusal};
use crate::state::{Bet, EntrantState, State, TablePlay};
use baccarat::book::Book;
use baccarat::rules::people::Role;
use baccarat::rules::tournament::TournamentPoint;
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

    /// May somebody who is eliminated, now or later, still come back to the seat in this session?
    pub(crate) fn may_buy_back(&self, table: &TablePlay, name: &Name) -> bool {
        let Some(terms) = &self.conditions.entry.buy_back else { return false };
        let open = terms.until_coup.is_some_and(|coup| table.coups < coup);
        let may = |standing| matches!(standing, EntrantState::In | EntrantState::Out);
        terms.until_stage == self.state.stage
            && open
            && !table.play_off
            && self
                .state
                .entrant(name)
                .is_some_and(|entrant| may(entrant.standing) && entrant.buy_backs < terms.most)
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

    /// Where somebody's wager out of turn after a warning is down, before the first card.
    pub(crate) fn repeated(&self, name: &Name) -> Option<(u8, u8, Vec<Bet>)> {
        self.bets_of(name).filter(|(number, seat, _)| {
            let coup = self.state.table(*number).and_then(|table| table.coup.as_ref());
            coup.is_some_and(|coup| coup.repeats.contains(seat) && !coup.dealt)
        })
    }

    /// Somebody's table and seat, and the wagers of the coup that is on there.
    pub(crate) fn bets_of(&self, name: &Name) -> Option<(u8, u8, Vec<Bet>)> {
        let (number, seat) = self.state.place_of(name)?;
        let coup = self.state.table(number)?.coup.as_ref()?;
        Some((number, seat, coup.bets.iter().filter(|bet| bet.seat == seat).cloned().collect()))
    }

    /// Only the official decides this.
    pub(crate) fn by_official(&self) -> Result<(), Refusal> {
        let named = self.by.role == Role::Director && self.state.officials.contains(&self.by.name);
        if named {
            return Ok(());
        }
        let rules = &self.book.rules.tournament;
        let title = rules.official.get().map_or("official", |official| official.title.as_str());
        let cites = stated(&rules.official).and(self.cites().point(TournamentPoint::OfficialInControl));
        let message = format!("{} is not the {title}", self.by.name);
        Err(Refusal::new(Reason::Official, message, cites))
    }
}
