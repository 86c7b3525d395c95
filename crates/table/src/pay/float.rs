//! Chips that are brought to the float and taken from it, and counts of what it holds.
//!
//! No book speaks of them, so they are acts of the house, and that silence is what they rest on: staff who supervise ask,
//! and a dealer, who is somebody else, signs.

use crate::cite::Citation;
use crate::facts::Fact;
use crate::pay;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::table::{Facts, Table};
use baccarat::chips::Money;
use baccarat::rules::people::Role;

/// No book speaks of fills and credits.
fn transfers() -> Citation {
    Citation::silent("fills and credits")
}

impl Table {
    pub(super) fn judge_fill(&self, by: &Actor, amount: Money, signed: &Name) -> Result<Facts, Refusal> {
        let cites = transfers();
        self.check_signed(by, signed, &cites)?;
        self.check_transfer(amount, Money(Money::MOST) - self.state.float, &cites)?;
        Ok(vec![(Fact::Pay(pay::Fact::FloatFilled { amount, signed: signed.clone() }), cites)])
    }

    pub(super) fn judge_credit(&self, by: &Actor, amount: Money, signed: &Name) -> Result<Facts, Refusal> {
        let cites = transfers();
        self.check_signed(by, signed, &cites)?;
        self.check_transfer(amount, self.state.float, &cites)?;
        Ok(vec![(Fact::Pay(pay::Fact::FloatCredited { amount, signed: signed.clone() }), cites)])
    }

    pub(super) fn judge_count(&self, by: &Actor, counted: Money, signed: &Name) -> Result<Facts, Refusal> {
        let cites = transfers();
        self.check_signed(by, signed, &cites)?;
        let (expected, signed) = (self.state.float, signed.clone());
        Ok(vec![(Fact::Pay(pay::Fact::FloatCounted { counted, expected, signed }), cites)])
    }

    /// One who supervises asks, and a dealer on duty, another person, signs.
    fn check_signed(&self, by: &Actor, signed: &Name, cites: &Citation) -> Result<(), Refusal> {
        let supervises =
            matches!(by.role, Role::Supervisor | Role::GameSupervisor | Role::Manager | Role::Operator);
        if !supervises {
            let message = format!("{by} may not; allowed are those who supervise the table");
            return Err(Refusal::new(Reason::NotInThatRole, message, cites.clone()));
        }
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
