//! A table in session: who wagers when, what a wager may be, what becomes of it.

mod close;
mod coup;
mod dealt;
mod form;
mod settle;
mod wager;

pub use close::exposure;
pub(crate) use form::written;
pub use form::{DeemedAs, FormFigures, deemed, form_seal};

use crate::cite::{listed, stated_or_silent};
use crate::facts::Fact;
use crate::refusal::{Reason, Refusal};
use crate::state::{Coup, Seat, TablePlay};
use crate::text::clock;
use crate::work::Work;
use baccarat::rules::tournament::*;
use table::{Citation, Name};

impl Work<'_> {
    /// A table at which play goes on: begun, not over, not held by a dispute or a break. A coup whose cards are out is finished
    /// before a break.
    pub(crate) fn playing(&self, number: u8) -> Result<&TablePlay, Refusal> {
        let table = self.table(number)?;
        let begun = self.state.session.as_ref().is_some_and(|session| session.begun);
        if !begun {
            return Err(Refusal::new(Reason::OutOfOrder, "the session has not begun", Citation::default()));
        }
        if let Some(dispute) = &table.dispute {
            let cites = self.cites().point(TournamentPoint::PlayWaitsForDispute);
            let message = format!("{}'s dispute is open: {}", dispute.by, dispute.about);
            return Err(Refusal::new(Reason::Halted, message, cites));
        }
        if let Some(until) = self.state.session.as_ref().and_then(|session| session.break_until)
            && self.at < until
            && !table.coup.as_ref().is_some_and(|coup| coup.dealt)
        {
            let cites = self.cites().breaks();
            return Err(Refusal::new(
                Reason::Halted,
                format!("there is a break until {}", clock(until)),
                cites,
            ));
        }
        if table.ended {
            let cites = listed(&self.book.rules.tournament.measures, |_| true);
            return Err(Refusal::new(Reason::SessionOver, format!("play at table {number} is over"), cites));
        }
        Ok(table)
    }

    pub(crate) fn coup_at(&self, number: u8) -> Result<(&TablePlay, &Coup), Refusal> {
        let table = self.playing(number)?;
        match &table.coup {
            Some(coup) => Ok((table, coup)),
            None => Err(Refusal::new(Reason::OutOfOrder, "no coup is open", Citation::default())),
        }
    }

    /// Where a player sits and plays.
    pub(crate) fn seated(&self, name: &Name) -> Result<(u8, u8), Refusal> {
        let refuse = |reason, message: String, cites| Err(Refusal::new(reason, message, cites));
        let Some((table, number)) = self.state.place_of(name) else {
            return refuse(
                Reason::NotEntered,
                format!("{name} has no seat in this session"),
                Citation::default(),
            );
        };
        let Some(seat) = self.table(table)?.seats.get(&number) else {
            return refuse(
                Reason::NotEntered,
                format!("{name} has no seat in this session"),
                Citation::default(),
            );
        };
        if seat.out.is_some() {
            let cites = self.cites().point(TournamentPoint::OutLeavesTable);
            return refuse(Reason::SessionOver, format!("{name} is out of the session"), cites);
        }
        if seat.resting {
            let cites = self.cites().play_off(PlayOffRule::LevelPlayersOnly);
            return refuse(Reason::SessionOver, format!("{name} is not in the play-off"), cites);
        }
        Ok((table, number))
    }

    /// Seats that owe a wager on the coup that is on.
    pub(crate) fn owing(&self, number: u8) -> Result<Vec<u8>, Refusal> {
        let (table, coup) = self.coup_at(number)?;
        let owes = |number: &u8, seat: &Seat| seat.plays() && !seat.absent && !coup.is_served(*number);
        Ok(table
            .seats
            .iter()
            .filter(|(number, seat)| owes(number, seat))
            .map(|(number, _)| *number)
            .collect())
    }

    /// Seats that owe a wager and whose turn has come.
    pub(crate) fn failed_to_wager(&self, number: u8) -> Result<Vec<u8>, Refusal> {
        let (_, coup) = self.coup_at(number)?;
        let come =
            |seat: &u8| !self.state.order || coup.acted.contains(seat) || coup.waits_for() == Some(*seat);
        Ok(self.owing(number)?.into_iter().filter(come).collect())
    }

    pub(crate) fn name_at(&self, number: u8, seat: u8) -> Name {
        let seat = self.state.table(number).and_then(|table| table.seats.get(&seat));
        seat.map_or_else(|| Name::from(""), |seat| seat.name.clone())
    }

    pub(crate) fn mark(&mut self, name: &Name, absent: bool) -> Result<(), Refusal> {
        let (number, _) = self.seated(name)?;
        self.table(number)?;
        let rules = &self.book.rules.tournament;
        match absent {
            true => {
                let begun = self.state.session.as_ref().is_some_and(|session| session.begun);
                if let Some(start) = self.start_to_come().filter(|_| !begun) {
                    let cites = stated_or_silent(&rules.no_show, "tournament.no_show");
                    let message = format!("{name} has until {} to take the seat", clock(start));
                    return Err(Refusal::new(Reason::OutOfOrder, message, cites));
                }
                let cites = stated_or_silent(&rules.away, "tournament.away");
                self.push(Fact::MarkedAbsent { name: name.clone() }, cites.clone());
                let about = format!("{name} is away from the table");
                self.push(Fact::DirectorAsked { name: name.clone(), about }, cites);
            }
            false => self.push(Fact::MarkedBack { name: name.clone() }, Citation::default()),
        }
        Ok(())
    }
}
