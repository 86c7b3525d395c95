//! The coup that opens: limits, marker, turns, what the absent pay.

use crate::cite::{listed, stated};
use crate::conditions::{FirstMarker, Length};
use crate::facts::{Fact, OutWhy};
use crate::refusal::{Reason, Refusal};
use crate::state::TablePlay;
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::rules::people::SignSubject;
use baccarat::rules::tournament::*;
use table::{Citation, Name, Time};

impl Work<'_> {
    pub(crate) fn open_coup(&mut self, number: u8) -> Result<(), Refusal> {
        let table = self.playing(number)?;
        if table.coup.is_some() {
            return Err(Refusal::new(Reason::OutOfOrder, "the coup before is not over", Citation::default()));
        }
        self.in_time(number)?;
        self.forms_corrected(number)?;
        let table = self.table(number)?;
        let coup = table.coups + 1;
        let level = self.conditions.level(coup, self.minutes(table));
        if table.limits != Some((level.least, level.most)) {
            let cites = match table.limits {
                None => self.cites().condition(Condition::Limits),
                Some(_) => self
                    .cites()
                    .points(&[TournamentPoint::LimitsMayChange, TournamentPoint::LimitsChangeTold]),
            };
            self.push(Fact::LimitsInForce { table: number, least: level.least, most: level.most }, cites);
        }
        let before = self.players_of(number)?.len();
        self.unable_out(number, level.least)?;
        let players: Vec<u8> = self.players_of(number)?;
        if players.len() < 2 && !self.goes_on_alone(number)? {
            let cites = self.cites().point(TournamentPoint::HighestWin);
            self.push(Fact::PlayEnded { table: number, early: false }, cites);
            return Ok(());
        }
        if players.is_empty() {
            // All went out as this coup was to open. They may buy back before it is opened again; then play is over.
            if before == 0 {
                let cites = self.cites().point(TournamentPoint::HighestWin);
                self.push(Fact::PlayEnded { table: number, early: false }, cites);
            }
            return Ok(());
        }
        let marker = self.marker(number)?;
        let rules = &self.book.rules.tournament;
        let mut cites = Citation::default();
        if marker.is_some() {
            let shown =
                listed(&self.book.rules.procedure.signs, |sign| sign.shows == SignSubject::WageringOrder);
            cites = stated(&rules.marker).and(stated(&rules.order)).and(shown);
        }
        self.push(Fact::CoupOpened { table: number, coup, marker }, cites);
        self.deduct_absent(number, level.least)?;
        if rules.fixed.get() == Some(&TurnFreeze::Made) {
            self.next_turn(number);
        }
        Ok(())
    }

    /// Fewer than two are left, and the session is not over all the same: somebody may still buy back to it, or chips are paid for in cash at
    /// its end and whoever is left has not agreed to stop winning them.
    fn goes_on_alone(&self, number: u8) -> Result<bool, Refusal> {
        let table = self.table(number)?;
        if table.play_off || self.state.rounds.is_some() {
            return Ok(false);
        }
        // With somebody left the coup opens, and the next time to buy back is before the one after it.
        let next = table.coups + u32::from(table.seats.values().any(|seat| seat.plays()));
        let terms = self.conditions.entry.buy_back.as_ref();
        let in_time = terms.and_then(|terms| terms.until_coup).is_some_and(|until| next < until);
        let comes_back =
            in_time && table.seats.values().any(|seat| !seat.plays() && self.may_buy_back(table, &seat.name));
        let consent = !self.cites().early(EarlyEndRule::AllAgreeWhereCash).is_empty();
        let cash = self.conditions.stages.get(self.state.stage).is_some_and(|stage| stage.cash_at_end);
        let dissent = table.seats.values().any(|seat| seat.plays() && !seat.agrees);
        Ok(comes_back || (cash && consent && dissent))
    }

    /// Seats that play and are not away.
    pub(crate) fn players_of(&self, number: u8) -> Result<Vec<u8>, Refusal> {
        let seats = self.table(number)?.seats.iter();
        Ok(seats.filter(|(_, seat)| seat.plays()).map(|(number, _)| *number).collect())
    }

    /// Whoever cannot stake the minimum is out.
    pub(crate) fn unable_out(&mut self, number: u8, least: Money) -> Result<(), Refusal> {
        let unable: Vec<Name> = self
            .table(number)?
            .seats
            .values()
            .filter(|seat| seat.plays() && seat.stack < least)
            .map(|seat| seat.name.clone())
            .collect();
        let rules = &self.book.rules.tournament;
        let cites = stated(&rules.unable_out_of).and(self.cites().point(TournamentPoint::OutLeavesTable));
        for name in unable {
            self.push(
                Fact::OutOfSession { table: number, name: name.clone(), why: OutWhy::Unable },
                cites.clone(),
            );
            if rules.unable_out_of.get() == Some(&OutOf::Tournament) {
                self.push(Fact::OutOfTournament { name }, stated(&rules.unable_out_of));
            }
        }
        Ok(())
    }

    /// Where the marker goes for the coup that opens.
    pub(crate) fn marker(&self, number: u8) -> Result<Option<u8>, Refusal> {
        if !self.state.order {
            return Ok(None);
        }
        let table = self.table(number)?;
        let playing = |seat: &&u8| table.seats.get(*seat).is_some_and(|seat| seat.plays() && !seat.absent);
        let seats: Vec<u8> = table.seats.keys().filter(playing).copied().collect();
        Ok(match self.book.rules.tournament.marker.get() {
            Some(MarkerMove::NextBox) => {
                let boxes = self.conditions.play.seats.max(1);
                Some(table.marker.map_or(1, |marker| marker % boxes + 1))
            }
            _ => match table.marker {
                // The next player clockwise: the first below, else the highest.
                Some(marker) => {
                    let below = seats.iter().rev().find(|seat| **seat < marker);
                    below.or(seats.last()).copied()
                }
                None => match self.conditions.play.first_marker {
                    FirstMarker::LowestSeat => seats.first().copied(),
                    FirstMarker::HighestSeat => seats.last().copied(),
                    FirstMarker::Ballot => {
                        let drawn = |seat: &&u8| table.seats.get(*seat).map(|seat| seat.drawn);
                        seats.iter().min_by_key(drawn).copied()
                    }
                },
            },
        })
    }

    /// The minimum comes off the stacks of the absent who have nothing in for the coup that is open, as far as the book allows: as it opens
    /// for whom that is ruled by then, else before its first card.
    pub(crate) fn deduct_absent(&mut self, number: u8, least: Money) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let Some(absence) = rules.absence.ruled() else { return Ok(()) };
        let most = absence.coups;
        let (table, coup) = self.coup_at(number)?;
        let away: Vec<(u8, Name, u8)> = table
            .seats
            .iter()
            .filter(|(seat, of)| of.plays() && of.absent && of.deduct && !coup.is_served(**seat))
            .map(|(number, seat)| (*number, seat.name.clone(), seat.deductions_counted(absence)))
            .collect();
        let cites = stated(&rules.absence);
        for (seat, name, so_far) in away {
            if so_far < most {
                self.push(Fact::MinimumDeducted { table: number, seat, amount: least }, cites.clone());
            }
            if so_far + 1 == most {
                let about = format!("the {most} coups for which a minimum may be deducted are over");
                self.push(Fact::DirectorAsked { name, about }, cites.clone());
            }
        }
        Ok(())
    }

    /// The turn passes to the next seat that has not had it.
    pub(crate) fn next_turn(&mut self, number: u8) -> Option<u8> {
        let coup = self.state.table(number)?.coup.as_ref()?;
        let next = coup.turns.iter().copied().find(|seat| !coup.acted.contains(seat))?;
        let first = coup.acted.is_empty();
        let point = if first { TournamentPoint::MarkedBoxFirst } else { TournamentPoint::TurnOrder };
        let mut cites = self.cites().point(point);
        if cites.is_empty() {
            cites = self.cites().point(TournamentPoint::TurnOrder);
        }
        self.push(Fact::TurnBegan { table: number, seat: next }, cites);
        Some(next)
    }

    pub(crate) fn ask_next(&mut self, number: u8) -> Result<(), Refusal> {
        let (_, coup) = self.coup_at(number)?;
        if coup.dealt || !self.state.order {
            return Err(Refusal::new(Reason::OutOfOrder, "nobody is asked now", Citation::default()));
        }
        let next = coup.turns.iter().copied().find(|seat| !coup.acted.contains(seat));
        let Some(seat) = next else {
            return Err(Refusal::new(Reason::AlreadyDone, "everybody has been asked", Citation::default()));
        };
        let rules = &self.book.rules.tournament;
        let mut cites = stated(&rules.fixed).and(self.cites().point(TournamentPoint::TurnOrder));
        if coup.acted.is_empty() {
            // The marker says who is first.
            cites = cites.and(stated(&rules.order));
        }
        self.push(Fact::TurnBegan { table: number, seat }, cites);
        Ok(())
    }

    /// Minutes of play at a table. Breaks, and disputes whose time is given back, are not among them.
    pub(crate) fn minutes(&self, table: &TablePlay) -> u32 {
        let length = self.conditions.stages.get(self.state.stage).map(|stage| stage.length);
        let begun = match (table.until, length) {
            (Some(until), Some(Length::Minutes(minutes))) => Time(until.0 - i64::from(minutes) * 60_000),
            _ => {
                let begun = self.state.session.as_ref().map_or(self.at, |session| session.begun_at);
                Time(begun.0.saturating_add(table.paused))
            }
        };
        u32::try_from((self.at.0 - begun.0).max(0) / 60_000).unwrap_or(u32::MAX)
    }

    /// No first card once time is up.
    pub(crate) fn in_time(&self, number: u8) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let table = self.table(number)?;
        if table.until.is_some_and(|until| self.at >= until) && !table.play_off {
            let cites = stated(&rules.clock_runs_out).and(listed(&rules.measures, |_| true));
            return Err(Refusal::new(Reason::SessionOver, "the time of the session is over", cites));
        }
        Ok(())
    }
}
