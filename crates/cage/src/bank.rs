//! The bank of the day, chips put into use, cash from outside, thresholds, tables taken up.

use crate::acts::{CageFact, CageReason, Signed};
use crate::state::Cage;
use crate::{CageRefusal, Judged};
use aggregate::By;
use baccarat::chips::Money;
use baccarat::pieces::Pieces;

/// Those who work at the cage's window.
pub(crate) const WINDOW: &[&str] = &["cage", "manager"];
/// Those who answer for the pit.
pub(crate) const PIT: &[&str] = &["supervisor", "manager"];
/// Those who may be the second of two at the cage.
const SECONDS: &[&str] = &["cage", "supervisor", "manager"];

pub(crate) fn no(reason: CageReason, message: impl Into<String>) -> CageRefusal {
    CageRefusal::new(reason, message)
}

/// Only these roles.
pub(crate) fn only(by: &By, roles: &[&str]) -> Result<(), CageRefusal> {
    match roles.contains(&by.role.as_str()) {
        true => Ok(()),
        false => {
            let message = format!("found {}; allowed are {}", by.role, roles.join(", "));
            Err(no(CageReason::NotInThatRole, message))
        }
    }
}

/// Chips, and at least one.
pub(crate) fn chips(pieces: &Pieces) -> Result<(), CageRefusal> {
    match pieces.are_chips() && !pieces.is_empty() {
        true => Ok(()),
        false => Err(no(
            CageReason::NotAnAmount,
            format!("found {pieces}; allowed are chips worth up to a billion"),
        )),
    }
}

/// The second of two is another person, whose word counts at the cage.
pub(crate) fn second(by: &By, second: &Signed) -> Result<(), CageRefusal> {
    if second.name == by.name {
        return Err(no(
            CageReason::AnotherPerson,
            format!("{} is the first; the second is somebody else", by.name),
        ));
    }
    match SECONDS.contains(&second.role.as_str()) {
        true => Ok(()),
        false => Err(no(CageReason::NotInThatRole, format!("a {} is no second at the cage", second.role))),
    }
}

pub(crate) fn reason(why: &str) -> Result<(), CageRefusal> {
    match why.trim().is_empty() || why.chars().count() > 200 || why.chars().any(char::is_control) {
        true => Err(no(CageReason::NoReason, "why: allowed is a reason of up to 200 characters")),
        false => Ok(()),
    }
}

impl Cage {
    pub(crate) fn judge_thresholds(&self, second: Money, identity: Money, together: bool) -> Judged {
        if (self.second_from, self.identity_from, self.together) == (Some(second), Some(identity), together) {
            return Err(no(CageReason::NothingChanges, "the thresholds are so already"));
        }
        if second.0 < 0 || identity.0 < 0 {
            return Err(no(CageReason::NotAnAmount, "a threshold is nothing or more"));
        }
        Ok(vec![CageFact::ThresholdsSet { second, identity, together }])
    }

    pub(crate) fn judge_worths(&self, worths: &[Money]) -> Judged {
        if self.worths.as_ref().is_some_and(|known| known.iter().eq(worths)) {
            return Err(no(CageReason::NothingChanges, "the worths are known already"));
        }
        match worths.is_sorted_by(|one, next| one < next) && worths.iter().all(|worth| worth.0 > 0) {
            true => Ok(vec![CageFact::WorthsKnown { worths: worths.to_vec() }]),
            false => Err(no(
                CageReason::NotAnAmount,
                "allowed are worths above nothing, the least first, each once",
            )),
        }
    }

    /// Chips that come to the cage are chips that the house has out: of a worth that it uses, and no more than there are.
    pub(crate) fn are_out(&self, pieces: &Pieces) -> Result<(), CageRefusal> {
        if self.worths.is_none() {
            return Ok(());
        }
        for (worth, count) in pieces.each() {
            let out = self.may_be_out(worth);
            if out < count {
                let message = format!(
                    "found {count} chips of {worth}; no more than {out} of them are outside the cage"
                );
                return Err(no(CageReason::NotEnough, message));
            }
        }
        Ok(())
    }

    pub(crate) fn judge_adoption(&self, table: &str, chips: Money) -> Judged {
        if self.tables.contains_key(table) {
            return Err(no(CageReason::NothingChanges, format!("the cage knows {table}")));
        }
        if !(0..=Money::MOST).contains(&chips.0) {
            return Err(no(
                CageReason::NotAnAmount,
                format!("found {chips}; allowed is from 0 up to a billion"),
            ));
        }
        Ok(vec![CageFact::TableAdopted { table: table.to_owned(), chips }])
    }

    pub(crate) fn judge_issue(&self, by: &By, pieces: &Pieces, signed: &Signed, why: &str) -> Judged {
        only(by, &["manager"])?;
        second(by, signed)?;
        chips(pieces)?;
        reason(why)?;
        let (pieces, second, why) = (pieces.clone(), signed.clone(), why.to_owned());
        Ok(vec![CageFact::ChipsIssued { pieces, second, why }])
    }

    pub(crate) fn judge_move(&self, by: &By, amount: Money, signed: &Signed, why: &str) -> Judged {
        only(by, WINDOW)?;
        second(by, signed)?;
        reason(why)?;
        if amount.0 == 0 || amount.0.unsigned_abs() > Money::MOST.unsigned_abs() {
            return Err(no(
                CageReason::NotAnAmount,
                format!("found {amount}; allowed is up to a billion, in or out"),
            ));
        }
        if self.cash + amount < Money(0) {
            return Err(no(CageReason::NotEnough, format!("the cage holds {}", self.cash)));
        }
        Ok(vec![CageFact::CashMoved { amount, second: signed.clone(), why: why.to_owned() }])
    }

    /// What was counted is on record from then on; what it should have been stands beside it.
    pub(crate) fn judge_count(
        &self,
        by: &By,
        opens: bool,
        cash: Money,
        pieces: &Pieces,
        signed: &Signed,
    ) -> Judged {
        only(by, WINDOW)?;
        second(by, signed)?;
        if opens == self.open {
            let message = if opens { "the bank of the day is open" } else { "the bank of the day is closed" };
            return Err(no(CageReason::BankClosed, message));
        }
        if !(0..=Money::MOST).contains(&cash.0) || !pieces.are_chips() {
            return Err(no(
                CageReason::NotAnAmount,
                "a count is of cash and chips worth up to a billion each",
            ));
        }
        Ok(vec![CageFact::BankCounted {
            opens,
            day: self.days + u32::from(opens),
            cash,
            cash_due: self.cash,
            pieces: pieces.clone(),
            pieces_due: self.pieces.clone(),
            second: signed.clone(),
        }])
    }

    pub(crate) fn is_serving(&self) -> Result<(), CageRefusal> {
        match self.open {
            true => Ok(()),
            false => Err(no(CageReason::BankClosed, "the bank of the day is not open")),
        }
    }

    pub(crate) fn knows(&self, table: &str) -> Result<(), CageRefusal> {
        match self.tables.contains_key(table) {
            true => Ok(()),
            false => Err(no(CageReason::NoSuchTable, format!("the cage knows no table {table}"))),
        }
    }
}
