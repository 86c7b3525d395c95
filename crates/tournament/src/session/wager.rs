//! A wager made, changed or taken back in turn.

use crate::acts::Chips;
use crate::cite::{listed, stated, stated_or_silent};
use crate::conditions::Conditions;
use crate::facts::Fact;
use crate::refusal::{Reason, Refusal};
use crate::state::Coup;
use crate::work::Work;
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::betting::Allowance;
use baccarat::rules::tournament::*;
use baccarat::wager::{WagerClass, WagerId};
use table::{Citation, Name};

/// Is this one of the main wagers that the tournament is played with?
pub(crate) fn is_main(book: &Book, conditions: &Conditions, wager: &WagerId) -> bool {
    let known = book.wagers(&conditions.play.method).unwrap_or_default();
    known.iter().any(|known| known.id == *wager && known.class == WagerClass::Main)
}

impl Work<'_> {
    /// Betting at a table is open to wagers that somebody may still make or change. Whoever got a form back after the call
    /// may still put it right.
    pub(crate) fn betting_open(&self, number: u8, seat: u8) -> Result<(), Refusal> {
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
        let corrects = coup.corrects.contains(&seat) && !coup.is_served(seat);
        if coup.called && closes && !coup.forms.is_empty() && !corrects {
            let cites = stated(&self.book.rules.tournament.call_closes);
            return Err(Refusal::new(
                Reason::BettingClosed,
                "no more bets was called with a form in play",
                cites,
            ));
        }
        Ok(())
    }

    /// What somebody does on a coup is for the coup that is on at their table, if they say for which it is: one that was held back on its
    /// way does not come in on another.
    pub(crate) fn for_this_coup(&self, coup: Option<u32>) -> Result<(), Refusal> {
        let Some(coup) = coup else { return Ok(()) };
        let (number, _) = self.seated(&self.by.name)?;
        let (_, on) = self.coup_at(number)?;
        if on.number == coup {
            return Ok(());
        }
        let message = format!("it is for coup {coup}; coup {} is on", on.number);
        self.refuse(Reason::AnotherCoup, message, Citation::default())
    }

    /// Whether a seat may act now, and whether that is out of turn though it stands. Where a wager is fixed as it is made,
    /// the turn passes on as the next player acts.
    pub(crate) fn in_turn(&mut self, number: u8, seat: u8) -> Result<bool, Refusal> {
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
        let waits_for = coup.turn.filter(|turn| !coup.is_served(*turn));
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
    pub(crate) fn fixed(&self, number: u8, seat: u8) -> Result<Refusal, Refusal> {
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
        self.betting_open(number, seat)?;
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
        let makes_up = self.makes_up(number, seat, wager, amount)?;
        let in_turn = makes_up || self.in_turn(number, seat)?;
        let (table, coup) = self.coup_at(number)?;
        // Whoever may not wager any more needs no approval either.
        self.check_combination(coup, seat, wager)?;
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
        if makes_up {
            cites = cites.and(stated(&self.book.rules.tournament.duty));
        }
        if amount > level.1 {
            cites = cites.and(self.excess_cites());
        }
        // Whoever changes a wager does so because the turn lasts, and the last player's lasts until betting closes.
        if coup.turn == Some(seat) && coup.bets.iter().any(|bet| bet.seat == seat && bet.wager == *wager) {
            cites = cites.and(stated(&self.book.rules.tournament.fixed));
            if coup.turns.iter().all(|turn| coup.acted.contains(turn)) {
                cites = cites.and(stated(&self.book.rules.betting.closes));
            }
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

    pub(crate) fn excess_cites(&self) -> Citation {
        let rules = &self.book.rules.tournament;
        match rules.excess.ruled() {
            Some(_) => stated(&rules.excess),
            None => stated(&self.book.rules.limits.above_maximum),
        }
    }

    pub(crate) fn check_amount(
        &self,
        number: u8,
        seat: u8,
        wager: &WagerId,
        amount: Money,
    ) -> Result<(), Refusal> {
        let (table, coup) = self.coup_at(number)?;
        let refuse = |reason, message: String, cites| Err(Refusal::new(reason, message, cites));
        if !is_main(self.book, self.conditions, wager) {
            let limits = &self.book.rules.tournament.limits_bind;
            return refuse(
                Reason::NoSuchWager,
                format!("there is no main wager `{wager}`"),
                stated_or_silent(limits, "tournament.limits_bind"),
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
        let level = self.conditions.level(coup.number, self.minutes(table));
        if let Some(unit) = level.unit.filter(|unit| unit.0 > 0 && amount.0 % unit.0 != 0) {
            let cites =
                stated(&self.book.rules.limits.off_unit).and(self.cites().condition(Condition::Limits));
            return refuse(
                Reason::OffUnit,
                format!("found {amount}; allowed are multiples of {unit}"),
                cites,
            );
        }
        Ok(())
    }

    /// Both hands together need what the book says of such a combination.
    pub(crate) fn check_combination(&self, coup: &Coup, seat: u8, wager: &WagerId) -> Result<(), Refusal> {
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
        self.betting_open(number, seat)?;
        let (_, coup) = self.coup_at(number)?;
        let Some(bet) = coup.bets.iter().find(|bet| bet.seat == seat && bet.wager == *wager).cloned() else {
            return Err(Refusal::new(Reason::NoSuchWager, "there is no such wager", Citation::default()));
        };
        let rules = &self.book.rules.tournament;
        // A book that leaves ordinary rights as they are lets a wager be taken back until betting closes, fixed or not.
        if rules.removal.get() == Some(&RemovalRight::NotOnceFixed) {
            self.in_turn(number, seat)?;
            if self.state.order && rules.fixed.get() == Some(&TurnFreeze::Made) {
                return Err(self.fixed(number, seat)?);
            }
        }
        let cites = stated_or_silent(&rules.removal, "tournament.removal");
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
        self.betting_open(number, seat)?;
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
}
