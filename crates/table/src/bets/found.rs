//! Wagers found to lie as they should not: in a way that makes them none, or noticed only after the first card.

use crate::bets;
use crate::cite::{Citation, Cite, cite_all, cite_if};
use crate::facts::Fact;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::{Patron, Phase, Stage, Stake};
use crate::table::{Facts, Table};
use baccarat::chips::Money;
use baccarat::rules::betting::*;
use baccarat::rules::people::Role;
use baccarat::wager::{Wager, WagerId};

impl Table {
    /// A wager that is on the layout in a way that makes it none.
    pub(crate) fn judge_invalid(
        &self,
        by: &Actor,
        patron: &Name,
        area: u8,
        wager: &WagerId,
        lacks: Validity,
    ) -> Result<Facts, Refusal> {
        let rules = &self.book.rules;
        let list = &rules.betting.validity;
        let cites = cite_all(list, |rule| *rule == lacks);
        self.only(by, Role::Employee, &cites)?;
        if list.find(|rule| *rule == lacks).is_none() {
            return Err(Refusal::new(Reason::NotLawful, "this book does not ask that of a wager", cites));
        }
        let stake = self.stake_of(patron, area, wager)?;
        let cites = cites.and(cite_if(&rules.irregularities.invalid_wager, InvalidWager::Returned));
        self.check_word_on_seen(by, &cites)?;
        let reason = format!("it is invalid, not being {}", lacks.to_string().replace('-', " "));
        Ok(self.returned(bets::Fact::WagerReturned { id: stake.id, reason }, cites))
    }

    /// A wager noticed only after the first card: one that lay there outside the limits has the part that the book gives it, one
    /// that is invalid goes back.
    pub(crate) fn judge_found(&self, by: &Actor, stake: Stake, late: bool) -> Result<Facts, Refusal> {
        let (below, below_under) = self.below_minimum(&stake.wager);
        let (above, above_under) = self.above_maximum(&stake.wager);
        let off_unit = &self.book.rules.limits.off_unit;
        self.only(by, Role::Employee, &below_under.clone().and(above_under.clone()))?;
        match &self.state.phase {
            Phase::Coup(coup) if !coup.no_bet && coup.stage < Stage::Settled => {}
            _ => return Err(self.not_due()),
        }
        let patron = self.patron_named(&stake.patron)?;
        let wager = self.check_offered(&stake)?;
        self.check_holding(&stake, patron, None)?;
        self.check_made_of(&stake)?;
        let own = self.own(&stake, None);
        let late_wager = &self.book.rules.betting.late_wager;
        if late && late_wager.get() == Some(&InvalidWager::Returned) {
            return Ok(self.returned_as_late(stake, &late_wager.cites()));
        }
        if let Err(invalid) = self.check_valid(&stake, wager, &own, late) {
            return self.found_invalid(stake, invalid);
        }
        let together = match self.check_together(&stake, wager, &own) {
            Ok(together) => together,
            Err(invalid) => return self.found_together(by, stake, invalid),
        };
        let mut cites = Citation::default();
        self.made_of_under(stake.kind, &mut cites);
        self.together_under(&stake, &own, &together, &mut cites);
        let limits = self.limits_for(patron, &stake.wager, stake.area);
        let seen = |under: &Citation| self.check_word_on_seen(by, under);
        let found_late = match () {
            () if stake.amount < limits.least => match below {
                Some(BelowMinimum::RefusedUnlessFoundLate) => seen(&below_under).map(|()| below_under)?,
                Some(BelowMinimum::SettledOnceThenReturned) => {
                    seen(&below_under)?;
                    return Ok(self.found_short(stake, wager, patron, cites.and(below_under)));
                }
                Some(BelowMinimum::Refused) | None => self.stands_by_word_of(by, below_under)?,
            },
            () if stake.amount > limits.most => match above {
                Some(AboveMaximum::RefusedThenSettledToMaximum | AboveMaximum::SettledToMaximum) => {
                    seen(&above_under).map(|()| above_under)?
                }
                Some(AboveMaximum::Refused) | None => self.stands_by_word_of(by, above_under)?,
            },
            () if self.is_off_unit(stake.amount, &limits) => match off_unit.get() {
                Some(OffUnit::RefusedUnlessFoundLate) => {
                    seen(&off_unit.cites())?;
                    off_unit.cites()
                }
                None => self.stands_by_word_of(by, off_unit.cites())?,
            },
            // It lay there in time and lawfully, and only the record does not have it.
            () => self.stands_by_word_of(by, self.closing().1)?,
        };
        Ok(vec![(Fact::Bets(bets::Fact::WagerPlaced { stake }), cites.and(found_late))])
    }

    /// A wager that may not lie beside what else its patron has down goes back; where the book does not say so, by word of
    /// whoever decides such things.
    fn found_together(&self, by: &Actor, stake: Stake, invalid: Refusal) -> Result<Facts, Refusal> {
        if self.book.rules.irregularities.invalid_wager.get() == Some(&InvalidWager::Returned) {
            return self.found_invalid(stake, invalid);
        }
        let cites = self.stands_by_word_of(by, self.about(&stake.wager, invalid.cites))?;
        let reason = format!("it is invalid: {}", invalid.message);
        let back = Fact::Bets(bets::Fact::WagerReturned { id: stake.id, reason });
        Ok(vec![(Fact::Bets(bets::Fact::WagerPlaced { stake }), cites.clone()), (back, cites)])
    }

    /// What becomes of such a wager the book does not say: whoever decides what it does not rule on says it.
    fn stands_by_word_of(&self, by: &Actor, silent: Citation) -> Result<Citation, Refusal> {
        let (decides, cites) = self.decides_silence();
        let cites = silent.and(cites);
        // Whoever supervises the table may say it as well, where the first to decide stands below.
        if by.role != Role::Supervisor {
            self.only(by, decides, &cites)?;
        }
        Ok(cites)
    }

    /// Once a card is seen, what is said of a wager may make a winner or spare a loser: no book says on whose word, so whoever
    /// decides what it does not rule on says it.
    pub(super) fn check_word_on_seen(&self, by: &Actor, under: &Citation) -> Result<(), Refusal> {
        match self.is_card_seen() {
            true => self.stands_by_word_of(by, under.clone()).map(|_| ()),
            false => Ok(()),
        }
    }

    /// A wager put down after betting had closed is put on record and goes back.
    fn returned_as_late(&self, stake: Stake, cites: &Citation) -> Facts {
        let back = bets::Fact::WagerReturned { id: stake.id, reason: "it was placed late".to_owned() };
        vec![
            (Fact::Bets(bets::Fact::WagerPlaced { stake }), cites.clone()),
            (Fact::Bets(back), cites.clone()),
        ]
    }

    /// A short wager found late counts like one that was taken in time: its owner is told, and whoever was told before gets it back.
    fn found_short(&self, stake: Stake, wager: &Wager, patron: &Patron, cites: Citation) -> Facts {
        let limits = self.check_limits(&stake, wager, patron);
        let id = stake.id;
        let mut facts = vec![(Fact::Bets(bets::Fact::WagerPlaced { stake }), cites)];
        match limits {
            Ok(limits) => facts.extend(limits),
            Err(short) => {
                let reason = "it is under the minimum again".to_owned();
                facts.push((Fact::Bets(bets::Fact::WagerReturned { id, reason }), short.cites));
            }
        }
        facts
    }

    /// Could this wager have been made, whatever its amount?
    fn check_valid(&self, stake: &Stake, wager: &Wager, own: &[&Stake], late: bool) -> Result<(), Refusal> {
        if late {
            let message = "it came after the first card";
            return Err(Refusal::new(Reason::BettingFrozen, message, self.closing().1));
        }
        self.check_alone(stake, wager, own)?;
        self.check_area(stake, wager, None, &mut Citation::default())?;
        self.check_needs(stake, own, &mut Citation::default())
    }

    /// An invalid wager is put on record and goes back, where the book says so.
    fn found_invalid(&self, stake: Stake, invalid: Refusal) -> Result<Facts, Refusal> {
        let rule = &self.book.rules.irregularities.invalid_wager;
        if rule.get() != Some(&InvalidWager::Returned) {
            return Err(invalid);
        }
        let offends = self.about(&stake.wager, invalid.cites);
        let reason = format!("it is invalid: {}", invalid.message);
        let back = Fact::Bets(bets::Fact::WagerReturned { id: stake.id, reason });
        let returned = offends.clone().and(rule.cites());
        Ok(vec![(Fact::Bets(bets::Fact::WagerPlaced { stake }), offends), (back, returned)])
    }

    /// Cash on the layout is no wager: that it lay there is put on record, and it goes back.
    pub(super) fn judge_cash(
        &self,
        by: &Actor,
        patron: &Name,
        area: u8,
        wager: &WagerId,
        amount: Money,
    ) -> Result<Facts, Refusal> {
        let cites = self.book.rules.betting.made_of.cites();
        self.only(by, Role::Employee, &cites)?;
        self.patron_named(patron)?;
        if self.wager(wager).is_none() {
            let message = format!("this book has no wager `{wager}`");
            return Err(Refusal::new(Reason::NoSuchWager, message, cites));
        }
        if amount.0 <= 0 || amount.0 > Money::MOST {
            let message = format!("found {amount}; allowed is more than 0, up to a billion");
            return Err(Refusal::new(Reason::AmountTooLarge, message, cites));
        }
        let (patron, wager) = (patron.clone(), wager.clone());
        Ok(vec![(Fact::Bets(bets::Fact::CashReturned { patron, area, wager, amount }), cites)])
    }
}
