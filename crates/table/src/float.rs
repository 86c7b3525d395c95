//! Chips that are brought to the float and taken from it, and counts of what it holds.
//!
//! No book speaks of them, so they are acts of the house, and that silence is what they rest on: staff who supervise ask,
//! and a dealer, who is somebody else, signs.

use crate::cite::Under;
use crate::command::Act;
use crate::event::Fact;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::table::{Facts, Table};
use baccarat::chips::Money;
use baccarat::rules::people::Role;

impl Table {
    pub(crate) fn judge_float(&self, act: &Act, by: &Actor) -> Result<Facts, Refusal> {
        let under = Under::silent("fills and credits");
        match act {
            Act::Fill { amount, signed } => {
                self.check_signed(by, signed, &under)?;
                self.check_transfer(*amount, Money(Money::MOST) - self.state.float, &under)?;
                Ok(vec![(Fact::FloatFilled { amount: *amount, signed: signed.clone() }, under)])
            }
            Act::Credit { amount, signed } => {
                self.check_signed(by, signed, &under)?;
                self.check_transfer(*amount, self.state.float, &under)?;
                Ok(vec![(Fact::FloatCredited { amount: *amount, signed: signed.clone() }, under)])
            }
            Act::CountFloat { count, signed } => {
                self.check_signed(by, signed, &under)?;
                let (counted, expected) = (*count, self.state.float);
                Ok(vec![(Fact::FloatCounted { counted, expected, signed: signed.clone() }, under)])
            }
            _ => Err(self.not_due()),
        }
    }

    /// One who supervises asks, and a dealer on duty, another person, signs.
    fn check_signed(&self, by: &Actor, signed: &Name, under: &Under) -> Result<(), Refusal> {
        let supervises =
            matches!(by.role, Role::Supervisor | Role::GameSupervisor | Role::Manager | Role::Operator);
        if !supervises {
            let told = format!("{by} may not; allowed are those who supervise the table");
            return Err(Refusal::new(Reason::NotInThatRole, told, under.clone()));
        }
        let deals = self.state.staff.get(signed).is_some_and(|roles| roles.contains(&Role::Dealer));
        if !deals || *signed == by.name {
            let told = format!("{signed} may not sign; allowed is a dealer on duty other than {}", by.name);
            return Err(Refusal::new(Reason::WrongPerson, told, under.clone()));
        }
        Ok(())
    }

    fn check_transfer(&self, amount: Money, most: Money, under: &Under) -> Result<(), Refusal> {
        if amount.0 <= 0 || amount > most {
            let told = format!("found {amount}; allowed is more than 0, up to {most}");
            return Err(Refusal::new(Reason::AmountTooLarge, told, under.clone()));
        }
        if !self.chips.can_make(amount) {
            let told = format!("no chips of this table make {amount}");
            return Err(Refusal::new(Reason::NotMadeOfChips, told, under.clone()));
        }
        Ok(())
    }
}
