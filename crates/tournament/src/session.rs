//! A table in session: who wagers when, what a wager may be, what becomes of it.

use crate::acts::Chips;
use crate::cite::{listed, stated, stated_or_silent};
use crate::conditions::{FirstMarker, Length};
use crate::facts::{Fact, OutWhy, Settled};
use crate::refusal::{Reason, Refusal};
use crate::state::{Bet, Coup, Form, Seat, TablePlay};
use crate::work::Work;
use baccarat::card::Card;
use baccarat::chips::{ChipSet, Money};
use baccarat::coup::DealtCoup;
use baccarat::outcome::Outcome;
use baccarat::payment;
use baccarat::rules::betting::Allowance;
use baccarat::rules::people::SignSubject;
use baccarat::rules::tournament::*;
use baccarat::wager::{Settlement, Wager, WagerClass, WagerId};
use merkle::{Hash, sha256};
use table::{Citation, Name};

/// The order of turns: from the marked seat clockwise, which is a player's left and runs down the numbers, for seats count
/// from the dealer's right. The first seat at or below the marker opens.
pub fn turns(seats: &[u8], marker: u8) -> Vec<u8> {
    let mut down: Vec<u8> = seats.to_vec();
    down.sort_unstable_by(|one, other| other.cmp(one));
    let first = down.iter().position(|seat| *seat <= marker).unwrap_or(0);
    down.rotate_left(first);
    down
}

/// The hash that seals a form: only whoever knows the salt can tell what it hides.
pub fn form_seal(
    tournament: &str,
    coup: u32,
    entrant: &Name,
    wager: Option<&WagerId>,
    amount: Option<Money>,
    salt: &Hash,
) -> Hash {
    let wager = wager.map_or("-", WagerId::as_str);
    let amount = amount.map_or("-".to_owned(), |amount| amount.0.to_string());
    let text = format!("croupier-form-1\n{tournament}\n{coup}\n{entrant}\n{wager}\n{amount}\n");
    sha256(&[text.as_bytes(), &salt.0])
}

/// What may really be lost: over all outcomes, the most that wagers lose less what others win at even money.
pub fn exposure(wagers: &[(&Wager, Money)], outcomes: &[Outcome]) -> Money {
    let lost = |outcome: &Outcome| -> i64 {
        wagers
            .iter()
            .map(|(wager, amount)| match wager.row(outcome).map(|row| row.settlement) {
                Some(Settlement::Loses) => amount.0,
                Some(Settlement::Wins(_)) => -amount.0,
                Some(Settlement::StandsOff) | None => 0,
            })
            .sum()
    };
    Money(outcomes.iter().map(lost).max().unwrap_or(0).max(0))
}

/// What an undisclosed wager at fault counts as, by the fault that it has first; nothing if it has none.
pub struct DeemedAs {
    /// The fault.
    pub fault: UndisclosedFault,
    /// As what it counts; no wager but a deduction if the book says so.
    pub amount: Money,
    /// It is a deduction.
    pub deducted: bool,
}

/// Everything about a form that its limits are held against.
pub struct FormFigures {
    /// The amount that it shows; none if amount or type is missing.
    pub amount: Option<Money>,
    /// The chips held before the coup.
    pub holding: Money,
    /// An open wager beside it.
    pub open: Money,
    /// The minimum.
    pub least: Money,
    /// The maximum.
    pub most: Money,
    /// Wagers come in units of this.
    pub unit: Option<Money>,
    /// What both together keep within.
    pub limit: UndisclosedLimit,
}

/// What a form counts as, by the book's list of faults.
pub fn deemed(figures: &FormFigures, list: &[DeemedWager]) -> Option<DeemedAs> {
    let left = figures.holding - figures.open;
    let together = match figures.limit {
        UndisclosedLimit::HoldingAndMaximum => figures.most - figures.open,
        UndisclosedLimit::HoldingOnly => figures.most,
    };
    let fault = match figures.amount {
        None => UndisclosedFault::Incomplete,
        Some(amount) if amount > left => UndisclosedFault::AboveHolding,
        Some(amount) if amount > together => UndisclosedFault::AboveMaximum,
        Some(amount) if amount < figures.least => UndisclosedFault::BelowMinimum,
        Some(_) => return None,
    };
    let counts_as = list.iter().find(|deemed| deemed.fault == fault)?.counts_as;
    let whole = |amount: Money| match figures.unit {
        Some(unit) if unit.0 > 0 => Money(amount.0 - amount.0 % unit.0),
        _ => amount,
    };
    let amount = match counts_as {
        Deemed::Minimum | Deemed::MinimumDeducted => figures.least,
        Deemed::Maximum => whole(together),
        Deemed::HoldingOrMaximum => whole(left.min(together)),
    };
    Some(DeemedAs { fault, amount, deducted: counts_as == Deemed::MinimumDeducted })
}

/// Has a seat done on this coup what it owes?
fn served(coup: &Coup, seat: u8) -> bool {
    coup.served.contains(&seat)
        || coup.passes.contains(&seat)
        || coup.forms.iter().any(|form| form.seat == seat)
        || coup.bets.iter().any(|bet| bet.seat == seat)
}

impl Work<'_> {
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

    /// A table at which play goes on: begun, not over, not held by a dispute or a break.
    fn playing(&self, number: u8) -> Result<&TablePlay, Refusal> {
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
        {
            let cites = self.cites().point(TournamentPoint::Breaks);
            return Err(Refusal::new(Reason::Halted, format!("there is a break until {until}"), cites));
        }
        if table.ended {
            let cites = listed(&self.book.rules.tournament.measures, |_| true);
            return Err(Refusal::new(Reason::SessionOver, format!("play at table {number} is over"), cites));
        }
        Ok(table)
    }

    fn coup_at(&self, number: u8) -> Result<(&TablePlay, &Coup), Refusal> {
        let table = self.playing(number)?;
        match &table.coup {
            Some(coup) => Ok((table, coup)),
            None => Err(Refusal::new(Reason::OutOfOrder, "no coup is open", Citation::default())),
        }
    }

    /// Where a player sits and plays.
    fn seated(&self, name: &Name) -> Result<(u8, u8), Refusal> {
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

    fn minutes(&self) -> u32 {
        let begun = self.state.session.as_ref().map_or(self.at, |session| session.begun_at);
        u32::try_from((self.at.0 - begun.0).max(0) / 60_000).unwrap_or(u32::MAX)
    }

    pub(crate) fn open_coup(&mut self, number: u8) -> Result<(), Refusal> {
        let table = self.playing(number)?;
        if table.coup.is_some() {
            return Err(Refusal::new(Reason::OutOfOrder, "the coup before is not over", Citation::default()));
        }
        self.in_time(number)?;
        let table = self.table(number)?;
        let coup = table.coups + 1;
        let level = self.conditions.level(coup, self.minutes());
        if table.limits != Some((level.least, level.most)) {
            let cites = match table.limits {
                None => self.cites().condition(Condition::Limits),
                Some(_) => self
                    .cites()
                    .points(&[TournamentPoint::LimitsMayChange, TournamentPoint::LimitsChangeTold]),
            };
            self.push(Fact::LimitsInForce { table: number, least: level.least, most: level.most }, cites);
        }
        self.unable_out(number, level.least)?;
        let players: Vec<u8> = self.players_of(number)?;
        if players.len() < 2 {
            let cites = self.cites().point(TournamentPoint::HighestWin);
            self.push(Fact::PlayEnded { table: number, early: false }, cites);
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

    /// Seats that play and are not away.
    fn players_of(&self, number: u8) -> Result<Vec<u8>, Refusal> {
        let seats = self.table(number)?.seats.iter();
        Ok(seats.filter(|(_, seat)| seat.plays()).map(|(number, _)| *number).collect())
    }

    /// Whoever cannot stake the minimum is out.
    fn unable_out(&mut self, number: u8, least: Money) -> Result<(), Refusal> {
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
    fn marker(&self, number: u8) -> Result<Option<u8>, Refusal> {
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

    /// The minimum comes off the stacks of the absent, as far as the book allows.
    fn deduct_absent(&mut self, number: u8, least: Money) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let Some(absence) = rules.absence.ruled() else { return Ok(()) };
        let most = absence.coups;
        let away: Vec<(u8, Name, u8)> = self
            .table(number)?
            .seats
            .iter()
            .filter(|(_, seat)| seat.plays() && seat.absent && seat.deduct)
            .map(|(number, seat)| (*number, seat.name.clone(), seat.deductions))
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
    fn next_turn(&mut self, number: u8) -> Option<u8> {
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
        let cites =
            stated(&self.book.rules.tournament.fixed).and(self.cites().point(TournamentPoint::TurnOrder));
        self.push(Fact::TurnBegan { table: number, seat }, cites);
        Ok(())
    }

    /// Betting at a table is open to wagers that somebody may still make or change.
    fn betting_open(&self, number: u8) -> Result<(), Refusal> {
        let (_, coup) = self.coup_at(number)?;
        if coup.dealt {
            let cites = stated(&self.book.rules.betting.closes);
            return Err(Refusal::new(Reason::BettingClosed, "the first card is out", cites));
        }
        if coup.forms.iter().any(|form| form.opened) {
            let cites = self.cites().form(UndisclosedRule::FreezesAllWagers);
            return Err(Refusal::new(Reason::BettingClosed, "an undisclosed wager was announced", cites));
        }
        let closes = self.book.rules.tournament.call_closes.get() == Some(&CallCloses::WithForm);
        if coup.called && closes && !coup.forms.is_empty() {
            let cites = stated(&self.book.rules.tournament.call_closes);
            return Err(Refusal::new(
                Reason::BettingClosed,
                "no more bets was called with a form in play",
                cites,
            ));
        }
        Ok(())
    }

    /// Whether a seat may act now, and whether that is out of turn though it stands. Where a wager is fixed as it is made,
    /// the turn passes on as the next player acts.
    fn in_turn(&mut self, number: u8, seat: u8) -> Result<bool, Refusal> {
        let rules = &self.book.rules.tournament;
        let (_, coup) = self.coup_at(number)?;
        if !self.state.order || coup.turn == Some(seat) {
            return Ok(true);
        }
        if coup.acted.contains(&seat) {
            return Err(self.fixed(number, seat)?);
        }
        if rules.out_of_turn.get() == Some(&OutOfTurn::StandsWarnedThenInvalid) {
            return Ok(false);
        }
        let next = coup.turns.iter().copied().find(|turn| !coup.acted.contains(turn));
        let waits_for = coup.turn.filter(|turn| !served(coup, *turn));
        if waits_for.is_none() && next == Some(seat) {
            self.next_turn(number);
            return Ok(true);
        }
        let first = coup.acted.len() <= 1 && waits_for.is_some();
        let Some(turn) = waits_for.or(next) else {
            return Err(Refusal::new(
                Reason::NotYourTurn,
                "there is no turn left",
                stated(&rules.out_of_turn),
            ));
        };
        let name = self.name_at(number, turn);
        let (message, point) = match first {
            true => (format!("{name} at box {turn} is first"), TournamentPoint::MarkedBoxFirst),
            false => (format!("it is the turn of {name} at box {turn}"), TournamentPoint::TurnOrder),
        };
        let cites = self.cites().point(point).and(stated(&rules.out_of_turn));
        Err(Refusal::new(Reason::NotYourTurn, message, cites))
    }

    /// Why a wager cannot be changed any more.
    fn fixed(&self, number: u8, seat: u8) -> Result<Refusal, Refusal> {
        let rules = &self.book.rules.tournament;
        let (_, coup) = self.coup_at(number)?;
        let asked =
            coup.turn.filter(|turn| *turn != seat && rules.fixed.get() == Some(&TurnFreeze::NextPlayerAsked));
        let message = match asked {
            Some(turn) => format!("it was fixed when {} was asked", self.name_at(number, turn)),
            None => "a wager made in turn is fixed".to_owned(),
        };
        Ok(Refusal::new(Reason::Fixed, message, stated(&rules.fixed).and(stated(&rules.removal))))
    }

    pub(crate) fn wager(
        &mut self,
        wager: &WagerId,
        amount: Money,
        chips: Chips,
        from: Option<u8>,
    ) -> Result<(), Refusal> {
        let name = self.by.name.clone();
        let (number, seat) = self.seated(&name)?;
        self.betting_open(number)?;
        if chips != Chips::Tournament {
            let cites = self.cites().points(&[
                TournamentPoint::TournamentChipsOnly,
                TournamentPoint::ApprovedChipsOnly,
                TournamentPoint::ChipsNotMoney,
            ]);
            return Err(Refusal::new(
                Reason::NotTournamentChips,
                "allowed are the approved chips of this tournament",
                cites,
            ));
        }
        if let Some(other) = from.filter(|other| *other != seat) {
            let cites = self.cites().points(&[TournamentPoint::OwnPositionOnly, TournamentPoint::SeatHolds]);
            let message = format!("{name} wagers from box {other}; allowed is box {seat}");
            return Err(Refusal::new(Reason::NotYourSeat, message, cites));
        }
        self.check_amount(number, seat, wager, amount)?;
        let in_turn = self.in_turn(number, seat)?;
        let (table, coup) = self.coup_at(number)?;
        let made = self.book.rules.tournament.fixed.get() == Some(&TurnFreeze::Made) && self.state.order;
        if made && coup.bets.iter().any(|bet| bet.seat == seat && bet.wager == *wager) {
            return Err(self.fixed(number, seat)?);
        }
        let warned = self.state.entrant(&name).is_some_and(|entrant| entrant.warned);
        let with_form = coup.forms.iter().any(|form| form.seat == seat);
        let level = table.limits.unwrap_or_default();
        let mut cites = stated(&self.book.rules.tournament.limits_bind);
        if with_form {
            cites = cites.and(self.cites().form(UndisclosedRule::BesideOpenWager));
        }
        if amount > level.1 {
            cites = cites.and(self.excess_cites());
        }
        if !in_turn {
            cites = cites.and(stated(&self.book.rules.tournament.out_of_turn));
        }
        self.push(Fact::WagerPlaced { table: number, seat, wager: wager.clone(), amount }, cites);
        if !in_turn {
            let cites = stated(&self.book.rules.tournament.out_of_turn);
            match warned {
                false => self.push(Fact::WarnedOutOfTurn { name }, cites),
                true => self.push(Fact::RepeatReported { name }, cites),
            }
        }
        Ok(())
    }

    fn excess_cites(&self) -> Citation {
        let rules = &self.book.rules.tournament;
        match rules.excess.ruled() {
            Some(_) => stated(&rules.excess),
            None => stated(&self.book.rules.limits.above_maximum),
        }
    }

    fn check_amount(&self, number: u8, seat: u8, wager: &WagerId, amount: Money) -> Result<(), Refusal> {
        let (table, coup) = self.coup_at(number)?;
        let refuse = |reason, message: String, cites| Err(Refusal::new(reason, message, cites));
        let known = self.book.wagers(&self.conditions.play.method).unwrap_or_default();
        if !known.iter().any(|known| known.id == *wager && known.class == WagerClass::Main) {
            return refuse(
                Reason::NoSuchWager,
                format!("there is no main wager `{wager}`"),
                Citation::default(),
            );
        }
        if amount.0 <= 0 {
            return refuse(
                Reason::NotEnoughChips,
                "allowed is an amount above 0".into(),
                Citation::default(),
            );
        }
        if coup.passes.contains(&seat) {
            let cites = self.cites().pass(PassCardRule::InPlaceOfWager);
            return refuse(Reason::AlreadyDone, "a pass card is down in place of a wager".into(), cites);
        }
        let (least, _) = table.limits.unwrap_or_default();
        if coup.held.contains(&seat) && amount != least {
            let cites = self.cites().point(TournamentPoint::LateHeldToMinimum);
            return refuse(Reason::NotEnoughChips, format!("late: allowed is the minimum of {least}"), cites);
        }
        let others: Money = coup
            .bets
            .iter()
            .filter(|bet| bet.seat == seat && bet.wager != *wager)
            .map(|bet| bet.amount)
            .sum();
        let stack = table.seats.get(&seat).map_or(Money(0), |seat| seat.stack);
        if others + amount > stack {
            let cites =
                self.cites().points(&[TournamentPoint::ChipsUntouched, TournamentPoint::TournamentChipsOnly]);
            return refuse(
                Reason::NotEnoughChips,
                format!("found {amount}; {} is left", stack - others),
                cites,
            );
        }
        let level = self.conditions.level(coup.number, self.minutes());
        if let Some(unit) = level.unit.filter(|unit| unit.0 > 0 && amount.0 % unit.0 != 0) {
            let cites =
                stated(&self.book.rules.limits.off_unit).and(self.cites().condition(Condition::Limits));
            return refuse(
                Reason::OffUnit,
                format!("found {amount}; allowed are multiples of {unit}"),
                cites,
            );
        }
        self.check_combination(coup, seat, wager)
    }

    /// Both hands together need what the book says of such a combination.
    fn check_combination(&self, coup: &Coup, seat: u8, wager: &WagerId) -> Result<(), Refusal> {
        let mut set: Vec<&WagerId> =
            coup.bets.iter().filter(|bet| bet.seat == seat).map(|bet| &bet.wager).collect();
        set.push(wager);
        set.sort_unstable();
        set.dedup();
        let found = self.book.rules.betting.combinations.items.iter().find(|item| {
            let mut wagers: Vec<&WagerId> = item.wagers.iter().collect();
            wagers.sort_unstable();
            wagers == set
        });
        match found {
            Some(item) if item.allowed == Allowance::Approved && !coup.both_hands.contains(&seat) => {
                let cites = Citation::of("betting.combinations", &item.basis);
                Err(Refusal::new(
                    Reason::NotApproved,
                    "backing both hands needs a supervisor's approval",
                    cites,
                ))
            }
            Some(item) if item.allowed == Allowance::Never => {
                let cites = Citation::of("betting.combinations", &item.basis);
                Err(Refusal::new(Reason::NotApproved, "these wagers may not be made together", cites))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn take_back(&mut self, wager: &WagerId) -> Result<(), Refusal> {
        let (number, seat) = self.seated(&self.by.name.clone())?;
        self.betting_open(number)?;
        let (_, coup) = self.coup_at(number)?;
        let Some(bet) = coup.bets.iter().find(|bet| bet.seat == seat && bet.wager == *wager).cloned() else {
            return Err(Refusal::new(Reason::NoSuchWager, "there is no such wager", Citation::default()));
        };
        self.in_turn(number, seat)?;
        if self.state.order && self.book.rules.tournament.fixed.get() == Some(&TurnFreeze::Made) {
            return Err(self.fixed(number, seat)?);
        }
        let cites = stated(&self.book.rules.tournament.removal);
        self.push(Fact::WagerReturned { table: number, seat, wager: bet.wager, amount: bet.amount }, cites);
        Ok(())
    }

    pub(crate) fn approve_both(&mut self, name: &Name) -> Result<(), Refusal> {
        let (number, seat) = self.seated(name)?;
        self.coup_at(number)?;
        let combinations = &self.book.rules.betting.combinations;
        let cites = listed(combinations, |one| one.allowed == Allowance::Approved && one.wagers.len() == 2);
        self.push(Fact::BothHandsApproved { table: number, seat }, cites);
        Ok(())
    }

    pub(crate) fn lay_pass(&mut self, approved: bool) -> Result<(), Refusal> {
        let (number, seat) = self.seated(&self.by.name.clone())?;
        self.betting_open(number)?;
        let cites = self.cites();
        if self.state.pass_cards == 0 {
            let mut none = cites.pass(PassCardRule::IfProvided);
            if none.is_empty() {
                none = stated(&self.book.rules.tournament.duty);
            }
            return Err(Refusal::new(Reason::NotDeclared, "this tournament has no pass cards", none));
        }
        if !approved {
            let message = "allowed is an approved pass card";
            return Err(Refusal::new(Reason::NotApproved, message, cites.pass(PassCardRule::ApprovedOnly)));
        }
        let (table, coup) = self.coup_at(number)?;
        if table.seats.get(&seat).is_none_or(|seat| seat.passes == 0) {
            let message = format!("no pass card is left; each player gets {}", self.state.pass_cards);
            return Err(Refusal::new(
                Reason::NoPassLeft,
                message,
                cites.pass(PassCardRule::SameNumberForAll),
            ));
        }
        if coup.bets.iter().any(|bet| bet.seat == seat) || coup.forms.iter().any(|form| form.seat == seat) {
            let message = "a wager is down already";
            return Err(Refusal::new(Reason::AlreadyDone, message, cites.pass(PassCardRule::InPlaceOfWager)));
        }
        self.in_turn(number, seat)?;
        let cites = self.cites();
        let rests =
            cites.pass(PassCardRule::InPlaceOfWager).and(cites.pass(PassCardRule::SavesFromDisqualification));
        self.push(Fact::PassLaid { table: number, seat }, rests);
        Ok(())
    }

    pub(crate) fn hand_in_form(&mut self, seal: Hash) -> Result<(), Refusal> {
        let (number, seat) = self.seated(&self.by.name.clone())?;
        self.betting_open(number)?;
        let cites = self.cites();
        if self.state.undisclosed == 0 {
            let mut none = cites.form(UndisclosedRule::IfProvided);
            if none.is_empty() {
                none = stated(&self.book.rules.betting.spoken);
            }
            return Err(Refusal::new(Reason::NotDeclared, "this tournament has no undisclosed wagers", none));
        }
        let (table, coup) = self.coup_at(number)?;
        if table.seats.get(&seat).is_none_or(|seat| seat.forms == 0) {
            let message = format!("no form is left; each player has {}", self.state.undisclosed);
            return Err(Refusal::new(
                Reason::NoFormLeft,
                message,
                cites.form(UndisclosedRule::NumberAsDeclared),
            ));
        }
        if coup.passes.contains(&seat) || coup.forms.iter().any(|form| form.seat == seat) {
            let message = "a form or a pass card is in already";
            return Err(Refusal::new(Reason::AlreadyDone, message, cites.form(UndisclosedRule::OnForm)));
        }
        let beside = coup.bets.iter().any(|bet| bet.seat == seat);
        self.in_turn(number, seat)?;
        let cites = self.cites();
        let mut rests = [
            UndisclosedRule::PlayersChoice,
            UndisclosedRule::OnForm,
            UndisclosedRule::RecordedBySupervisor,
            UndisclosedRule::HiddenUntilCall,
        ]
        .into_iter()
        .map(|rule| cites.form(rule))
        .fold(Citation::default(), Citation::and);
        if beside {
            rests = rests.and(cites.form(UndisclosedRule::BesideOpenWager));
        }
        self.push(Fact::FormTaken { table: number, seat, seal }, rests);
        Ok(())
    }

    /// The form of a player in the coup that is on.
    fn form_of(&self, name: &Name) -> Result<(u8, u8, Form), Refusal> {
        let (number, seat) = self.seated(name)?;
        let (_, coup) = self.coup_at(number)?;
        match coup.forms.iter().find(|form| form.seat == seat) {
            Some(form) => Ok((number, seat, form.clone())),
            None => Err(Refusal::new(
                Reason::OutOfOrder,
                format!("{name} has handed in no form"),
                Citation::default(),
            )),
        }
    }

    pub(crate) fn examine_form(&mut self, name: &Name, sound: bool) -> Result<(), Refusal> {
        let (number, seat, form) = self.form_of(name)?;
        let cites = self.cites();
        if form.examined {
            return Err(Refusal::new(Reason::AlreadyDone, "it has been examined", Citation::default()));
        }
        let examined = cites.form(UndisclosedRule::ExaminedBeforeCoup);
        match sound {
            true => {
                let shown = examined.and(cites.form(UndisclosedRule::IndicatorShown));
                self.push(Fact::FormExamined { table: number, seat }, shown);
            }
            false => {
                let rules = [
                    UndisclosedRule::PlayerAnswersForForm,
                    UndisclosedRule::WithinLimits,
                    UndisclosedRule::WithinHolding,
                    UndisclosedRule::TogetherWithinHolding,
                ];
                let rests = rules.into_iter().map(|rule| cites.form(rule)).fold(examined, Citation::and);
                self.push(Fact::FormTurnedBack { table: number, seat }, rests);
                // The turn is the player's again.
                self.push(
                    Fact::TurnBegan { table: number, seat },
                    self.cites().point(TournamentPoint::TurnOrder),
                );
            }
        }
        Ok(())
    }

    pub(crate) fn call(&mut self, number: u8) -> Result<(), Refusal> {
        let (_, coup) = self.coup_at(number)?;
        if coup.called || coup.dealt {
            return Err(Refusal::new(Reason::AlreadyDone, "it has been called", Citation::default()));
        }
        let cites = match coup.forms.is_empty() {
            true => Citation::default(),
            false => stated(&self.book.rules.tournament.call_closes),
        };
        self.push(Fact::NoMoreBets { table: number }, cites);
        Ok(())
    }

    pub(crate) fn announce_form(
        &mut self,
        name: &Name,
        wager: Option<&WagerId>,
        amount: Option<Money>,
        salt: &Hash,
    ) -> Result<(), Refusal> {
        let (number, seat, form) = self.form_of(name)?;
        let cites = self.cites();
        let (_, coup) = self.coup_at(number)?;
        if !coup.called {
            let hidden = cites.form(UndisclosedRule::HiddenUntilCall);
            return Err(Refusal::new(Reason::OutOfOrder, "no more bets has not been called", hidden));
        }
        if !form.examined {
            let examined = cites.form(UndisclosedRule::ExaminedBeforeCoup);
            return Err(Refusal::new(
                Reason::FormUnexamined,
                format!("{name}'s form is unexamined"),
                examined,
            ));
        }
        if form.opened {
            return Err(Refusal::new(Reason::AlreadyDone, "it has been announced", Citation::default()));
        }
        if form_seal(&self.conditions.id, coup.number, name, wager, amount, salt) != form.seal {
            let message = "this is not what was sealed";
            return Err(Refusal::new(Reason::NotAsSealed, message, cites.form(UndisclosedRule::OnForm)));
        }
        let rests = cites
            .form(UndisclosedRule::TypeAndAmountAnnounced)
            .and(cites.form(UndisclosedRule::DisclosedBeforeFirstCard));
        self.push(Fact::FormOpened { table: number, seat, wager: wager.cloned(), amount }, rests);
        Ok(())
    }

    pub(crate) fn lay_form(&mut self) -> Result<(), Refusal> {
        let name = self.by.name.clone();
        let (number, seat, form) = self.form_of(&name)?;
        let cites = self.cites();
        let placed = cites
            .form(UndisclosedRule::PlacedOnAnnouncement)
            .and(cites.form(UndisclosedRule::OnlyItIsPlaced));
        if !form.opened {
            return Err(Refusal::new(
                Reason::FormUnannounced,
                format!("{name}'s form is unannounced"),
                placed,
            ));
        }
        let (Some(wager), Some(amount)) = (form.wager, form.amount) else {
            let message = "the form lacks type or amount, so there is nothing to put down";
            return Err(Refusal::new(Reason::OutOfOrder, message, placed));
        };
        if form.laid {
            return Err(Refusal::new(Reason::AlreadyDone, "it is down already", Citation::default()));
        }
        let (table, coup) = self.coup_at(number)?;
        let open: Money = coup.bets.iter().filter(|bet| bet.seat == seat).map(|bet| bet.amount).sum();
        let stack = table.seats.get(&seat).map_or(Money(0), |seat| seat.stack);
        // Only the chips that are there can be put down.
        let amount = amount.min(stack - open);
        self.push(Fact::FormLaid { table: number, seat, wager, amount }, placed);
        Ok(())
    }

    pub(crate) fn see_form(&mut self, of: &Name) -> Result<(), Refusal> {
        let cites = self.cites();
        let open = cites.form(UndisclosedRule::FormOpenToEntrants);
        let ends = cites.form(UndisclosedRule::LookEndsAtFirstCard);
        let found = self.state.place_of(of);
        let form = found.and_then(|(number, seat)| {
            let last = self.state.table(number)?.last.as_ref()?;
            last.forms.iter().find(|form| form.seat == seat)?;
            Some((number, seat))
        });
        let entered = self.state.entrant(&self.by.name).is_some();
        match form {
            Some((table, seat)) if entered => {
                let by = self.by.name.clone();
                self.push(Fact::FormSeen { table, seat, by }, open.and(ends));
                Ok(())
            }
            Some(_) => Err(Refusal::new(Reason::NotEntered, "only entrants may look", open)),
            None => {
                let message = format!("no form of {of} can be looked at now");
                Err(Refusal::new(Reason::OutOfOrder, message, ends))
            }
        }
    }

    /// Seats that owe a wager on the coup that is on.
    fn owing(&self, number: u8) -> Result<Vec<u8>, Refusal> {
        let (table, coup) = self.coup_at(number)?;
        let owes = |number: &u8, seat: &Seat| seat.plays() && !seat.absent && !served(coup, *number);
        Ok(table
            .seats
            .iter()
            .filter(|(number, seat)| owes(number, seat))
            .map(|(number, _)| *number)
            .collect())
    }

    fn name_at(&self, number: u8, seat: u8) -> Name {
        let seat = self.state.table(number).and_then(|table| table.seats.get(&seat));
        seat.map_or_else(|| Name::from(""), |seat| seat.name.clone())
    }

    pub(crate) fn pass_over(&mut self, number: u8) -> Result<(), Refusal> {
        let owing = self.owing(number)?;
        let rules = &self.book.rules.tournament;
        let duty = stated(&rules.duty).and(stated(&rules.duty_unmet));
        if rules.duty_unmet.get() != Some(&DutyUnmet::Disqualified) {
            let message = "nobody is passed over: the coup waits";
            return Err(Refusal::new(Reason::DutyUnmet, message, duty));
        }
        if owing.is_empty() {
            return Err(Refusal::new(Reason::OutOfOrder, "nobody owes a wager", duty));
        }
        for seat in owing {
            let name = self.name_at(number, seat);
            self.push(Fact::PassedOver { name: name.clone() }, duty.clone());
            let (must, rests) = self.cites().disqualification(Disqualifying::NoWager, |part| part.must);
            match must {
                Some(true) => self.disqualified(&name, Disqualifying::NoWager, Money(0)),
                _ => {
                    let about = format!("{name} made no wager");
                    self.push(Fact::DirectorAsked { name, about }, rests);
                }
            }
        }
        Ok(())
    }

    pub(crate) fn hold_to_minimum(&mut self, name: &Name) -> Result<(), Refusal> {
        let (number, seat) = self.seated(name)?;
        let cites = self.cites().point(TournamentPoint::LateHeldToMinimum);
        if self.state.seconds.is_none() {
            let limit = self.cites().point(TournamentPoint::TimeLimit).and(cites);
            return Err(Refusal::new(Reason::NotDeclared, "no time for wagering is set", limit));
        }
        if !self.owing(number)?.contains(&seat) {
            return Err(Refusal::new(Reason::OutOfOrder, format!("{name} owes no wager"), cites));
        }
        self.push(Fact::HeldToMinimum { name: name.clone() }, cites);
        Ok(())
    }

    /// No first card once time is up.
    fn in_time(&self, number: u8) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let table = self.table(number)?;
        if table.until.is_some_and(|until| self.at >= until) && !table.play_off {
            let cites = stated(&rules.clock_runs_out).and(listed(&rules.measures, |_| true));
            return Err(Refusal::new(Reason::SessionOver, "the time of the session is over", cites));
        }
        Ok(())
    }

    pub(crate) fn first_card(&mut self, number: u8) -> Result<(), Refusal> {
        let (_, coup) = self.coup_at(number)?;
        if coup.dealt {
            return Err(Refusal::new(Reason::AlreadyDone, "the first card is out", Citation::default()));
        }
        self.in_time(number)?;
        self.forms_disclosed(number)?;
        self.duty_met(number)?;
        if self.make_up(number)? && self.is_burnt(number)? {
            // The cards are burnt: the coup ends for everybody.
            let cites = stated(&self.book.rules.tournament.short_wager_cards);
            self.push(Fact::CoupVoided { table: number, counted: false }, cites);
            return Ok(());
        }
        self.cut(number)?;
        let cites = stated(&self.book.rules.betting.closes);
        self.push(Fact::FirstCardDealt { table: number }, cites);
        Ok(())
    }

    fn forms_disclosed(&self, number: u8) -> Result<(), Refusal> {
        let (_, coup) = self.coup_at(number)?;
        let cites = self.cites();
        for form in &coup.forms {
            let name = self.name_at(number, form.seat);
            if !form.opened {
                let rests = cites.form(UndisclosedRule::DisclosedBeforeFirstCard);
                return Err(Refusal::new(
                    Reason::FormUnannounced,
                    format!("{name}'s form is unannounced"),
                    rests,
                ));
            }
            if !form.laid && form.wager.is_some() && form.amount.is_some() {
                let rests = cites.form(UndisclosedRule::PlacedOnAnnouncement);
                return Err(Refusal::new(
                    Reason::FormUnannounced,
                    format!("{name}'s announced wager is not down"),
                    rests,
                ));
            }
        }
        Ok(())
    }

    /// Everybody who plays has staked, and risks, what the book asks for.
    fn duty_met(&self, number: u8) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        if let Some(seat) = self.owing(number)?.first() {
            let name = self.name_at(number, *seat);
            let cites = stated(&rules.duty).and(stated(&rules.duty_unmet));
            return Err(Refusal::new(Reason::DutyUnmet, format!("{name} owes a wager"), cites));
        }
        let (table, coup) = self.coup_at(number)?;
        let (least, _) = table.limits.unwrap_or_default();
        let waits = rules.short_wager.get() == Some(&ShortWager::CoupWaits);
        let asks_risk = rules.duty.get() == Some(&CoupDuty::StakeAndRiskMinimum)
            && rules.risk.get() == Some(&Risk::NetExposure);
        if !waits && !asks_risk {
            return Ok(());
        }
        let known = self.book.wagers(&self.conditions.play.method).unwrap_or_default();
        let outcomes = self.book.outcomes();
        for seat in table.seats.keys() {
            let bets: Vec<&Bet> = coup.bets.iter().filter(|bet| bet.seat == *seat).collect();
            let stake: Money = bets.iter().map(|bet| bet.amount).sum();
            let name = self.name_at(number, *seat);
            if bets.is_empty() {
                continue;
            }
            if waits && stake < least {
                let cites = stated(&rules.duty).and(stated(&rules.short_wager));
                return Err(Refusal::new(
                    Reason::DutyUnmet,
                    format!("{name} stakes {stake}; the minimum is {least}"),
                    cites,
                ));
            }
            let paired: Vec<(&Wager, Money)> = bets
                .iter()
                .filter_map(|bet| Some((known.iter().find(|known| known.id == bet.wager)?, bet.amount)))
                .collect();
            let risked = exposure(&paired, &outcomes);
            if asks_risk && risked < least {
                let cites = stated(&rules.duty).and(stated(&rules.risk));
                return Err(Refusal::new(
                    Reason::DutyUnmet,
                    format!("{name} risks {risked}; the minimum is {least}"),
                    cites,
                ));
            }
        }
        Ok(())
    }

    /// After a void short wager the coup goes on while a live wager is left, unless the book burns it.
    fn is_burnt(&self, number: u8) -> Result<bool, Refusal> {
        let (_, coup) = self.coup_at(number)?;
        let burns = self.book.rules.tournament.short_wager_cards.get() == Some(&ShortWagerCards::CoupBurnt);
        Ok(burns || coup.bets.is_empty())
    }

    /// Short wagers are made up to the minimum; where that cannot be, they are void and their makers out. Was one void?
    fn make_up(&mut self, number: u8) -> Result<bool, Refusal> {
        let rules = &self.book.rules.tournament;
        let mut voided = false;
        if rules.short_wager.get() != Some(&ShortWager::MadeUpOrOut) {
            return Ok(false);
        }
        let cites = stated(&rules.short_wager);
        let (table, coup) = self.coup_at(number)?;
        let (least, _) = table.limits.unwrap_or_default();
        let stacks: Vec<(u8, Money)> =
            table.seats.iter().map(|(number, seat)| (*number, seat.stack)).collect();
        let bets = coup.bets.clone();
        for (seat, stack) in stacks {
            let own: Vec<&Bet> = bets.iter().filter(|bet| bet.seat == seat).collect();
            let staked: Money = own.iter().map(|bet| bet.amount).sum();
            let open = || own.iter().find(|bet| !bet.form);
            let Some(first) = open().filter(|_| staked < least) else { continue };
            if stack >= least {
                let to = first.amount + (least - staked);
                let wager = first.wager.clone();
                self.push(Fact::WagerMadeUp { table: number, seat, wager, to }, cites.clone());
                continue;
            }
            let goes_on = cites.clone().and(stated(&rules.short_wager_cards));
            voided = true;
            for bet in &own {
                let fact =
                    Fact::WagerVoid { table: number, seat, wager: bet.wager.clone(), amount: bet.amount };
                self.push(fact, goes_on.clone());
            }
            let name = self.name_at(number, seat);
            self.push(Fact::OutOfSession { table: number, name, why: OutWhy::ShortWager }, cites.clone());
        }
        Ok(voided)
    }

    /// What is above the maximum, or no whole unit, is not live.
    fn cut(&mut self, number: u8) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let (table, coup) = self.coup_at(number)?;
        let (least, most) = table.limits.unwrap_or_default();
        let units = rules.units.get() == Some(&TournamentUnits::UnitsOfMinimum) && least.0 > 0;
        let together = match rules.limits_bind.get() {
            Some(TournamentLimitsBind::MainWagersTogether) => true,
            None => false,
        };
        let bets = coup.bets.clone();
        let mut used: std::collections::BTreeMap<u8, Money> = std::collections::BTreeMap::new();
        for bet in bets {
            let so_far = used.entry(bet.seat).or_default();
            let room = if together { most - *so_far } else { most };
            // A form's own excess is put right after the coup.
            let capped = if bet.form { bet.amount } else { bet.amount.min(room.max(Money(0))) };
            let live = if units && !bet.form { Money(capped.0 - capped.0 % least.0) } else { capped };
            *so_far += live;
            if live == bet.amount {
                continue;
            }
            let mut cites = Citation::default();
            if capped < bet.amount {
                cites = cites.and(self.excess_cites());
            }
            if live < capped {
                cites = cites.and(stated(&self.book.rules.tournament.units));
            }
            self.push(Fact::WagerCut { table: number, seat: bet.seat, wager: bet.wager, to: live }, cites);
        }
        Ok(())
    }

    /// What an amount on a wager brings.
    fn net(&self, wager: &WagerId, amount: Money, outcome: &Outcome) -> Money {
        let known = self.book.wagers(&self.conditions.play.method).unwrap_or_default();
        let (Some(wager), Ok(chips)) =
            (known.iter().find(|known| known.id == *wager), ChipSet::new(self.conditions.play.chips.clone()))
        else {
            return Money(0);
        };
        let taken = payment::take(self.book, wager, amount, &chips);
        let Some(row) = wager.row(outcome) else { return Money(0) };
        Money(payment::pay(self.book, wager, &taken, row, &chips).net.ceil().to_integer())
    }

    fn outcome(&self, cards: &[Card]) -> Result<Outcome, Refusal> {
        let dealt = DealtCoup::deal(self.book.tableau(), self.book.values(), cards);
        match dealt.filter(|dealt| dealt.cards() == cards.len()) {
            Some(dealt) => Ok(dealt.outcome),
            None => Err(Refusal::new(Reason::OutOfOrder, "these cards make no coup", Citation::default())),
        }
    }

    pub(crate) fn coup_ends(&mut self, number: u8, cards: &[Card], collected: &[u8]) -> Result<(), Refusal> {
        let outcome = self.outcome(cards)?;
        let (table, coup) = self.coup_at(number)?;
        if !coup.dealt {
            return Err(Refusal::new(Reason::OutOfOrder, "the first card is not out", Citation::default()));
        }
        let settled: Vec<Settled> = coup
            .bets
            .iter()
            .map(|bet| {
                let net = self.net(&bet.wager, bet.amount, &outcome);
                Settled { seat: bet.seat, wager: bet.wager.clone(), stake: bet.amount, net }
            })
            .collect();
        // Losing wagers are taken seat by seat from the dealer's right, unless the dealer says otherwise.
        let mut order: Vec<u8> = collected.to_vec();
        order.extend(table.seats.keys().filter(|seat| !collected.contains(seat)));
        let (coup_number, passes) = (coup.number, !coup.passes.is_empty());
        let mut cites = self.cites().points(&[
            TournamentPoint::WinningsInTournamentChips,
            TournamentPoint::OrdinaryRulesApply,
            TournamentPoint::TournamentRulesPrevail,
        ]);
        if coup.bets.iter().any(|bet| bet.form) {
            cites = cites.and(self.cites().form(UndisclosedRule::SettledAsAnyWager));
        }
        let cards = cards.to_vec();
        self.push(
            Fact::CoupSettled { table: number, coup: coup_number, cards, settled, collected: order },
            cites,
        );
        if passes {
            let cites = self.cites().pass(PassCardRule::CollectedEachCoup);
            self.push(Fact::PassesCollected { table: number }, cites);
        }
        self.after_coup(number)
    }

    /// The session may be over with the coup.
    fn after_coup(&mut self, number: u8) -> Result<(), Refusal> {
        let table = self.table(number)?;
        let stage = &self.conditions.stages[self.state.stage.min(self.conditions.stages.len() - 1)];
        let rules = &self.book.rules.tournament;
        if table.play_off {
            let cites = self.cites().play_off(PlayOffRule::CountEachCoup);
            self.push(Fact::PlayEnded { table: number, early: false }, cites);
            return Ok(());
        }
        let over = match stage.length {
            Length::Coups(coups) => table.coups >= coups,
            Length::Shoes(_) => false,
            Length::Minutes(_) => table.until.is_some_and(|until| self.at >= until),
        };
        if over {
            let mut cites = listed(&rules.measures, |_| true);
            if table.until.is_some() {
                cites = cites.and(stated(&rules.clock_runs_out));
            }
            self.push(Fact::PlayEnded { table: number, early: false }, cites);
        }
        Ok(())
    }

    pub(crate) fn void_coup(&mut self, number: u8) -> Result<(), Refusal> {
        self.coup_at(number)?;
        let rules = &self.book.rules.tournament;
        let counted = rules.void_coup.get() == Some(&VoidCoup::Counted);
        let cites = stated_or_silent(&rules.void_coup, "tournament.void_coup");
        self.push(Fact::CoupVoided { table: number, counted }, cites);
        self.after_coup(number)
    }

    pub(crate) fn shoe_ends(&mut self, number: u8) -> Result<(), Refusal> {
        let table = self.playing(number)?;
        if table.coup.is_some() {
            return Err(Refusal::new(Reason::OutOfOrder, "a coup is on", Citation::default()));
        }
        self.push(Fact::ShoeEnded { table: number }, Citation::default());
        let stage = &self.conditions.stages[self.state.stage.min(self.conditions.stages.len() - 1)];
        if let Length::Shoes(shoes) = stage.length
            && self.table(number)?.shoes >= shoes
        {
            let cites = listed(&self.book.rules.tournament.measures, |_| true);
            self.push(Fact::PlayEnded { table: number, early: false }, cites);
        }
        Ok(())
    }

    /// A form of the coup that is over is put right: settled again at what it counts as.
    pub(crate) fn correct_form(&mut self, name: &Name) -> Result<(), Refusal> {
        let cites = self.cites();
        let after = cites.form(UndisclosedRule::CorrectedAfterCoup);
        let none = |message: &str| Refusal::new(Reason::OutOfOrder, message.to_owned(), after.clone());
        let (number, seat) = self.state.place_of(name).ok_or_else(|| none("there is no such seat"))?;
        let rules = &self.book.rules.tournament;
        let table = self.table(number)?;
        let last = table.last.as_ref().ok_or_else(|| none("no coup is over that could be put right"))?;
        let form = last.forms.iter().find(|form| form.seat == seat && !form.corrected);
        let form = form.ok_or_else(|| none("that player used no form in the coup that is over"))?;
        let before =
            last.before.iter().find(|(number, _)| *number == seat).map_or(Money(0), |(_, stack)| *stack);
        let open: Money =
            last.bets.iter().filter(|bet| bet.seat == seat && !bet.form).map(|bet| bet.amount).sum();
        let complete = form.wager.is_some() && form.amount.is_some();
        let unit = (rules.units.get() == Some(&TournamentUnits::UnitsOfMinimum)).then_some(last.limits.0);
        let figures = FormFigures {
            amount: form.amount.filter(|_| complete),
            holding: before,
            open,
            least: last.limits.0,
            most: last.limits.1,
            unit,
            limit: rules.undisclosed_limit.get().copied().unwrap_or(UndisclosedLimit::HoldingOnly),
        };
        let list: Vec<DeemedWager> = rules.deemed.values().cloned().collect();
        let as_what = deemed(&figures, &list).ok_or_else(|| none("the form is in order"))?;
        let outcome = self.outcome(&last.cards)?;
        let laid = last.bets.iter().find(|bet| bet.seat == seat && bet.form);
        let was = laid.map_or(Money(0), |bet| self.net(&bet.wager, bet.amount, &outcome));
        let is = match (&form.wager, as_what.deducted) {
            (_, true) => -as_what.amount,
            (Some(wager), false) => self.net(wager, as_what.amount, &outcome),
            (None, false) => Money(0),
        };
        let stack = table.seats.get(&seat).map_or(Money(0), |seat| seat.stack) - was + is;
        let limit = match as_what.fault {
            UndisclosedFault::AboveHolding | UndisclosedFault::AboveMaximum => {
                stated(&rules.undisclosed_limit)
                    .and(self.cites().form(UndisclosedRule::TogetherWithinHolding))
            }
            UndisclosedFault::Incomplete => self.cites().form(UndisclosedRule::PlayerAnswersForForm),
            UndisclosedFault::BelowMinimum => self.cites().form(UndisclosedRule::WithinLimits),
        };
        let rests = listed(&rules.deemed, |one| one.fault == as_what.fault).and(after.clone()).and(limit);
        self.push(Fact::FormDeemed { table: number, seat, counts_as: as_what.amount, stack }, rests);
        Ok(())
    }

    pub(crate) fn mark(&mut self, name: &Name, absent: bool) -> Result<(), Refusal> {
        let (number, _) = self.seated(name)?;
        self.table(number)?;
        let rules = &self.book.rules.tournament;
        match absent {
            true => {
                let cites = stated_or_silent(&rules.away, "tournament.away");
                self.push(Fact::MarkedAbsent { name: name.clone() }, cites.clone());
                let about = format!("{name} is away from the table");
                self.push(Fact::DirectorAsked { name: name.clone(), about }, cites);
            }
            false => self.push(Fact::MarkedBack { name: name.clone() }, Citation::default()),
        }
        Ok(())
    }

    /// The time of a session is over: a coup begun is finished, wagers not yet dealt for go back.
    pub(crate) fn bell(&mut self) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let cites = stated(&rules.clock_runs_out).and(listed(&rules.measures, |_| true));
        let tables = self.state.session.as_ref().map_or(0, |session| session.tables.len() as u8);
        let mut rang = false;
        for number in 1..=tables {
            let table = self.table(number)?;
            let due = !table.ended
                && !table.play_off
                && table.dispute.is_none()
                && table.until.is_some_and(|until| self.at >= until);
            if !due {
                continue;
            }
            rang = true;
            if let Some(coup) = &table.coup {
                if coup.dealt {
                    continue;
                }
                for bet in coup.bets.clone() {
                    let fact = Fact::WagerReturned {
                        table: number,
                        seat: bet.seat,
                        wager: bet.wager,
                        amount: bet.amount,
                    };
                    self.push(fact, cites.clone());
                }
            }
            self.push(Fact::PlayEnded { table: number, early: false }, cites.clone());
        }
        match rang {
            true => Ok(()),
            false => Err(Refusal::new(Reason::OutOfOrder, "no table's time is over", cites)),
        }
    }
}
