//! Chips that are brought to the float and taken from it, and counts of what it holds.
//!
//! No book speaks of them, so they are acts of the house, and that silence is what they rest on: staff who supervise ask,
//! and a dealer, who is somebody else, signs.

use crate::cite::{Citation, Cite};
use crate::facts::Fact;
use crate::pay;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::Phase;
use crate::table::{Facts, Table};
use baccarat::chips::Money;
use baccarat::pieces::Pieces;
use baccarat::rules::people::Role;

/// No book speaks of fills and credits.
fn transfers() -> Citation {
    Citation::silent("fills and credits")
}

impl Table {
    pub(super) fn judge_fill(
        &self,
        by: &Actor,
        amount: Money,
        signed: &Name,
        pieces: Option<&Pieces>,
    ) -> Result<Facts, Refusal> {
        let cites = transfers();
        self.check_signed(by, signed, &cites)?;
        self.check_transfer(amount, Money(Money::MOST) - self.state.float, &cites)?;
        let (signed, pieces) = (signed.clone(), self.made_up(amount, pieces, &cites)?);
        Ok(vec![(Fact::Pay(pay::Fact::FloatFilled { amount, signed, pieces }), cites)])
    }

    pub(super) fn judge_credit(
        &self,
        by: &Actor,
        amount: Money,
        signed: &Name,
        pieces: Option<&Pieces>,
    ) -> Result<Facts, Refusal> {
        let cites = transfers();
        self.check_signed(by, signed, &cites)?;
        self.check_transfer(amount, self.state.float, &cites)?;
        let (signed, pieces) = (signed.clone(), self.made_up(amount, pieces, &cites)?);
        Ok(vec![(Fact::Pay(pay::Fact::FloatCredited { amount, signed, pieces }), cites)])
    }

    pub(super) fn judge_count(
        &self,
        by: &Actor,
        counted: Money,
        signed: &Name,
        pieces: Option<&Pieces>,
    ) -> Result<Facts, Refusal> {
        let cites = transfers();
        self.check_signed(by, signed, &cites)?;
        let (expected, signed) = (self.state.float, signed.clone());
        let pieces = self.made_up(counted, pieces, &cites)?;
        let by = counted - expected;
        let mut facts =
            vec![(Fact::Pay(pay::Fact::FloatCounted { counted, expected, signed, pieces }), cites.clone())];
        if self.finds_play() && by != Money(0) {
            self.check_held(counted, &cites)?;
            facts.push((Fact::Pay(pay::Fact::PlayCounted { by }), cites));
        }
        Ok(facts)
    }

    /// Does a count find what play has brought? Where wagers are not kept nobody keys what is paid and taken while the table is open.
    fn finds_play(&self) -> bool {
        !self.state.settings.wagers_kept && !matches!(self.state.phase, Phase::Closed)
    }

    /// No float holds less than nothing, or more than a billion.
    fn check_held(&self, counted: Money, cites: &Citation) -> Result<(), Refusal> {
        if (0..=Money::MOST).contains(&counted.0) {
            return Ok(());
        }
        let message = format!("found {counted}; allowed is from 0 up to a billion");
        Err(Refusal::new(Reason::AmountTooLarge, message, cites.clone()))
    }

    /// Chips for chips of other colours: the float is worth as much as before.
    pub(super) fn judge_change_chips(
        &self,
        by: &Actor,
        gives: &Pieces,
        gets: &Pieces,
    ) -> Result<Facts, Refusal> {
        let cites = Citation::silent("chips of other colours");
        if by.role != Role::Dealer {
            self.supervises(by, &cites)?;
        }
        let worth = gives.worth();
        self.made_up(worth, Some(gives), &cites)?;
        self.made_up(worth, Some(gets), &cites)?;
        if gives.is_empty() || gives == gets {
            let message = format!("{gives} for {gets} changes nothing");
            return Err(Refusal::new(Reason::NotDue, message, cites));
        }
        let (gives, gets) = (gives.clone(), gets.clone());
        Ok(vec![(Fact::Pay(pay::Fact::ChipsChanged { gives, gets }), cites)])
    }

    /// Chips that were counted by what each is worth are chips of this table, and worth what they are said to be.
    fn made_up(
        &self,
        amount: Money,
        pieces: Option<&Pieces>,
        cites: &Citation,
    ) -> Result<Option<Pieces>, Refusal> {
        let Some(pieces) = pieces else { return Ok(None) };
        let refuse = |message| Err(Refusal::new(Reason::NotMadeOfChips, message, cites.clone()));
        if !pieces.are_chips() || pieces.worth() != amount {
            return refuse(format!("found {pieces}; allowed are chips worth {amount}"));
        }
        let known = self.chips.chips();
        match pieces.each().find(|(worth, _)| !known.contains(worth)) {
            Some((worth, _)) => refuse(format!("this table has no chips worth {worth}")),
            None => Ok(Some(pieces.clone())),
        }
    }

    /// A count that differs is put right by a further event, so that a table that lost chips can be closed and opened.
    pub(super) fn judge_correct(
        &self,
        by: &Actor,
        counted: Money,
        why: &str,
        pieces: Option<&Pieces>,
    ) -> Result<Facts, Refusal> {
        let cites = transfers();
        self.supervises(by, &cites)?;
        let expected = self.state.float;
        let pieces = self.made_up(counted, pieces, &cites)?;
        if counted == expected && pieces.as_ref().is_none_or(|pieces| self.was_left(pieces)) {
            let message = format!("the float holds {expected} by the record too");
            return Err(Refusal::new(Reason::NotDue, message, cites));
        }
        if self.finds_play() {
            let message = "this table keeps no wagers on record; a count puts on record what its float holds";
            return Err(Refusal::new(Reason::NotDue, message, cites));
        }
        self.check_held(counted, &cites)?;
        if why.trim().is_empty() {
            return Err(Refusal::new(Reason::NoGround, "a correction of the float says why", cites));
        }
        let why = why.to_owned();
        Ok(vec![(Fact::Pay(pay::Fact::FloatCorrected { counted, expected, why, pieces }), cites)])
    }

    /// Was the float left so, or is it not on record of which chips it was?
    fn was_left(&self, pieces: &Pieces) -> bool {
        self.state.left.as_ref().is_none_or(|left| left == pieces)
    }

    /// The box goes to be counted with whatever is in it, also nothing: an empty box is a figure too.
    pub(super) fn judge_take_box(&self, by: &Actor) -> Result<Facts, Refusal> {
        let cites = self.book.rules.equipment.drop_box.cites();
        self.supervises(by, &cites)?;
        if matches!(self.state.phase, Phase::Coup(_)) {
            return Err(Refusal::new(Reason::CoupInProgress, "a coup is in progress", cites));
        }
        let (cash, vouchers) = (self.state.drop, self.state.vouchers);
        Ok(vec![(Fact::Pay(pay::Fact::DropBoxTaken { cash, vouchers }), cites)])
    }

    fn supervises(&self, by: &Actor, cites: &Citation) -> Result<(), Refusal> {
        if matches!(by.role, Role::Supervisor | Role::GameSupervisor | Role::Manager | Role::Operator) {
            return Ok(());
        }
        let message = format!("{by} may not; allowed are those who supervise the table");
        Err(Refusal::new(Reason::NotInThatRole, message, cites.clone()))
    }

    /// One who supervises asks, and a dealer on duty, another person, signs.
    fn check_signed(&self, by: &Actor, signed: &Name, cites: &Citation) -> Result<(), Refusal> {
        self.supervises(by, cites)?;
        let deals = self.state.staff.get(signed).is_some_and(|roles| roles.contains(&Role::Dealer));
        if !deals || *signed == by.name {
            let message =
                format!("{signed} may not sign; allowed is a dealer on duty other than {}", by.name);
            return Err(Refusal::new(Reason::WrongPerson, message, cites.clone()));
        }
        Ok(())
    }

    fn check_transfer(&self, amount: Money, most: Money, cites: &Citation) -> Result<(), Refusal> {
        if amount.0 <= 0 || amount > most {
            let message = format!("found {amount}; allowed is more than 0, up to {most}");
            return Err(Refusal::new(Reason::AmountTooLarge, message, cites.clone()));
        }
        if !self.chips.can_make(amount) {
            let message = format!("no chips of this table make {amount}");
            return Err(Refusal::new(Reason::NotMadeOfChips, message, cites.clone()));
        }
        Ok(())
    }
}
