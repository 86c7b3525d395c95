//! The window: cash for chips and back, and the chips that patrons carry to tables and away from them.

use crate::acts::{CageFact, CageReason, Signed};
use crate::bank::{PIT, WINDOW, chips, no, only, second};
use crate::state::{Cage, Served, folded, is_unnamed};
use crate::{CageRefusal, Judged};
use aggregate::By;
use baccarat::chips::Money;
use baccarat::pieces::Pieces;

/// The longest name of a patron, and the longest identity.
const LONGEST: usize = 80;

/// What is noted with money at the window.
type Noted<'n> = (Option<&'n str>, Option<&'n Signed>);

fn name(name: &str) -> Result<(), CageRefusal> {
    let length = name.trim().chars().count();
    match (1..=LONGEST).contains(&length) && !name.chars().any(char::is_control) {
        true => Ok(()),
        false => Err(no(
            CageReason::NotAnAmount,
            format!("found a name of {length} letters; allowed are 1 to {LONGEST}"),
        )),
    }
}

fn amount(chips: Money) -> Result<(), CageRefusal> {
    match (1..=Money::MOST).contains(&chips.0) {
        true => Ok(()),
        false => Err(no(
            CageReason::NotAnAmount,
            format!("found {chips}; allowed is more than 0, up to a billion"),
        )),
    }
}

impl Cage {
    /// What somebody has done at the window since the bank of the day was opened. Of whoever gives no name nobody knows; who was given a
    /// number is known by it.
    pub fn served(&self, patron: Option<&str>) -> Served {
        patron.and_then(|name| self.served.get(&folded(name))).copied().unwrap_or_default()
    }

    /// Keeps what somebody did at the window.
    pub(crate) fn serve(&mut self, patron: Option<&str>, more: Served) {
        if let Some(name) = patron.filter(|_| self.together) {
            let served = self.served.entry(folded(name)).or_default();
            served.bought += more.bought;
            served.cashed += more.cashed;
        }
    }

    /// From the thresholds on it takes a second person, and somebody whose identity was noted. `before` is what they have done
    /// in the day of the bank.
    fn check_thresholds(
        &self,
        by: &By,
        patron: Option<&str>,
        (worth, before): (Money, Money),
        noted: Noted<'_>,
    ) -> Result<(), CageRefusal> {
        let (identity, signed) = noted;
        let counts = self.together && before > Money(0);
        let (worth, within) = if counts { (worth + before, " in one day") } else { (worth, "") };
        if let Some(signed) = signed {
            second(by, signed)?;
        }
        if let Some(from) = self.second_from.filter(|from| worth >= *from && signed.is_none()) {
            return Err(no(
                CageReason::NeedsSecond,
                format!("{worth}{within} takes a second person, from {from} on"),
            ));
        }
        let named = patron.is_some_and(|name| !is_unnamed(name))
            && identity.is_some_and(|identity| !identity.trim().is_empty());
        if let Some(from) = self.identity_from.filter(|from| worth >= *from && !named) {
            let message = format!("{worth}{within} takes a name and a noted identity, from {from} on");
            return Err(no(CageReason::NeedsIdentity, message));
        }
        identity.map_or(Ok(()), name)
    }

    pub(crate) fn judge_buy(
        &self,
        by: &By,
        patron: Option<&str>,
        pieces: &Pieces,
        noted: Noted<'_>,
    ) -> Judged {
        only(by, WINDOW)?;
        self.is_serving()?;
        chips(pieces)?;
        patron.map_or(Ok(()), name)?;
        self.check_thresholds(by, patron, (pieces.worth(), self.served(patron).bought), noted)?;
        if !self.pieces.has(pieces) {
            return Err(no(CageReason::NotEnough, format!("the cage has {}", self.pieces)));
        }
        let (identity, second) = (noted.0.map(str::to_owned), noted.1.cloned());
        let (patron, pieces) = (patron.map(str::to_owned), pieces.clone());
        Ok(vec![CageFact::Bought { slip: self.last_slip + 1, patron, pieces, identity, second }])
    }

    pub(crate) fn judge_redeem(
        &self,
        by: &By,
        patron: Option<&str>,
        pieces: &Pieces,
        noted: Noted<'_>,
    ) -> Judged {
        only(by, WINDOW)?;
        self.is_serving()?;
        chips(pieces)?;
        patron.map_or(Ok(()), name)?;
        let worth = pieces.worth();
        self.check_thresholds(by, patron, (worth, self.served(patron).cashed), noted)?;
        self.may_have(patron, worth)?;
        self.are_out(pieces)?;
        if self.cash < worth {
            return Err(no(CageReason::NotEnough, format!("the cage holds {} in cash", self.cash)));
        }
        let (identity, second) = (noted.0.map(str::to_owned), noted.1.cloned());
        let (patron, pieces) = (patron.map(str::to_owned), pieces.clone());
        Ok(vec![CageFact::Redeemed { slip: self.last_slip + 1, patron, pieces, identity, second }])
    }

    pub(crate) fn judge_colour(&self, by: &By, gives: &Pieces, gets: &Pieces) -> Judged {
        only(by, WINDOW)?;
        self.is_serving()?;
        chips(gives)?;
        chips(gets)?;
        if gives.worth() != gets.worth() {
            let message = format!("{} is given and {} taken", gives.worth(), gets.worth());
            return Err(no(CageReason::NotAsAsked, message));
        }
        self.are_out(gives)?;
        if !self.pieces.has(gets) {
            return Err(no(CageReason::NotEnough, format!("the cage has {}", self.pieces)));
        }
        Ok(vec![CageFact::Coloured { gives: gives.clone(), gets: gets.clone() }])
    }

    pub(crate) fn judge_from_table(&self, table: &str, patron: &str, chips: Money) -> Judged {
        self.knows(table)?;
        name(patron)?;
        amount(chips)?;
        let (table, patron) = (table.to_owned(), patron.to_owned());
        Ok(vec![CageFact::CarriedOff { table, patron, chips }])
    }

    pub(crate) fn judge_to_table(&self, table: &str, patron: &str, chips: Money, unnamed: bool) -> Judged {
        self.knows(table)?;
        name(patron)?;
        amount(chips)?;
        self.may_have((!unnamed).then_some(patron), chips)?;
        let (table, patron) = (table.to_owned(), patron.to_owned());
        Ok(vec![CageFact::BroughtTo { table, patron, chips, unnamed }])
    }

    /// Nobody gives more chips than they have by the record. Where play is not keyed at some table nobody knows who won what there: then no
    /// more than are outside the cage.
    fn may_have(&self, patron: Option<&str>, chips: Money) -> Result<(), CageRefusal> {
        let carried = self.carried_by(patron);
        let outside = self.outside();
        let message = match self.open_play {
            false if carried < chips => {
                let who = patron.unwrap_or("whoever gave no name");
                format!("by the record {who} carries {carried}")
            }
            true if outside < chips => format!("by the record {outside} is outside the cage"),
            _ => return Ok(()),
        };
        Err(no(CageReason::NotEnough, message))
    }

    pub(crate) fn judge_play(&self, table: &str, keyed: bool) -> Judged {
        self.knows(table)?;
        match self.at_table(table).is_some_and(|at| at.unkeyed != keyed) {
            true => Err(no(CageReason::NothingChanges, "it is so already")),
            false => Ok(vec![CageFact::PlaySet { table: table.to_owned(), keyed }]),
        }
    }

    pub(crate) fn judge_play_count(&self, table: &str, by: Money) -> Judged {
        if !self.at_table(table).is_some_and(|at| at.unkeyed) {
            return Err(no(CageReason::NothingChanges, format!("play at {table} is keyed")));
        }
        if by.0 == 0 || by.0.unsigned_abs() > Money::MOST.unsigned_abs() {
            return Err(no(
                CageReason::NotAnAmount,
                format!("found {by}; allowed is up to a billion, more or less"),
            ));
        }
        Ok(vec![CageFact::PlayCounted { table: table.to_owned(), by }])
    }

    pub(crate) fn judge_correction(&self, by: &By, table: &str, amount: Money, signed: &Signed) -> Judged {
        only(by, PIT)?;
        second(by, signed)?;
        self.knows(table)?;
        let (table, second) = (table.to_owned(), signed.clone());
        Ok(vec![CageFact::TableCorrected { table, by: amount, second }])
    }
}
