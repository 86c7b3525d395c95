//! Chips bought in and bought back, and cashed at the end.

use crate::cite::stated;
use crate::facts::Fact;
use crate::refusal::{Reason, Refusal};
use crate::state::EntrantState;
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::rules::tournament::*;
use table::Name;

impl Work<'_> {
    pub(crate) fn buy_in(&mut self, amount: Money) -> Result<(), Refusal> {
        let name = self.by.name.clone();
        let cites = self.cites().points(&[TournamentPoint::BuyInSet, TournamentPoint::BuyInEachSession]);
        let Some(stage) = self.conditions.stages.get(self.state.stage) else {
            return self.refuse(Reason::OutOfOrder, "there is no session to come", cites);
        };
        if !self.state.players.contains(&name) {
            return self.refuse(
                Reason::NotEntered,
                format!("{name} does not play the coming session"),
                cites,
            );
        }
        if self.state.entrant(&name).is_none_or(|entrant| entrant.standing != EntrantState::In) {
            let cites = self.cites().point(TournamentPoint::NoBuyInIsOut);
            return self.refuse(Reason::SessionOver, format!("{name} is out of the session"), cites);
        }
        let paid = self.state.entrant(&name).map_or(Money(0), |entrant| entrant.buy_in);
        let owed = if self.state.rounds.is_some() { Money(0) } else { stage.buy_in };
        if amount != owed || paid.0 > 0 || amount.0 == 0 {
            let message = format!("found {amount}; the buy-in is {owed}, once");
            return self.refuse(Reason::Unpaid, message, self.cites().point(TournamentPoint::BuyInSet));
        }
        self.push(Fact::BoughtIn { name, amount }, cites);
        Ok(())
    }

    pub(crate) fn buy_back(&mut self, fee: Money) -> Result<(), Refusal> {
        let name = self.by.name.clone();
        let cites =
            self.cites().condition(Condition::BuyBack).and(self.cites().condition(Condition::BuyBackTerms));
        let Some(terms) = &self.conditions.entry.buy_back else {
            return self.refuse(Reason::NotDeclared, "the conditions offer no buying back", cites);
        };
        let Some(buy_backs) = self.state.entrant(&name).map(|entrant| entrant.buy_backs) else {
            return self.refuse(Reason::NotEntered, format!("{name} has not entered"), cites);
        };
        let late = match terms.until_coup {
            Some(coup) => !self.may_come_until(&name, terms.until_stage, coup)?,
            None => self.session_after(terms.until_stage),
        };
        if self.state.entrant(&name).is_none_or(|entrant| entrant.standing != EntrantState::Out) {
            return self.refuse(Reason::NotEligible, format!("{name} is not eliminated"), cites);
        }
        if late || buy_backs >= terms.most {
            let message = format!("allowed are {} for each, until {}", terms.most, terms.until);
            return self.refuse(Reason::NotDeclared, message, cites);
        }
        if fee != terms.fee {
            return self.refuse(Reason::Unpaid, format!("found {fee}; it costs {}", terms.fee), cites);
        }
        if self.state.session.is_some() && terms.until_coup.is_none() {
            return self.refuse(
                Reason::OutOfOrder,
                "seats hold while a session is on; buy back between sessions",
                cites,
            );
        }
        // Commission is of the entry fee.
        let commission =
            self.conditions.entry.commission.as_ref().map_or(Money(0), |commission| commission.each);
        let back = Fact::BoughtBack { name: name.clone(), fee, commission: commission.min(fee) };
        self.push(back, cites);
        self.relieve_guarantee(fee);
        if terms.until_coup.is_some() {
            let amount = self.opening();
            self.push(Fact::ChipsGiven { name, amount }, self.cites().condition(Condition::OpeningChips));
        }
        Ok(())
    }

    /// Has a later stage than this begun, or is it over?
    fn session_after(&self, stage: usize) -> bool {
        let begun = self.state.session.as_ref().is_some_and(|session| session.begun && session.stage > stage);
        begun || self.state.stage > stage + 1
    }

    /// May somebody still come back to their own seat, between coups, before this coup of this stage opens? Whoever cannot stake the minimum
    /// of the next coup is put out first.
    fn may_come_until(&mut self, name: &Name, stage: usize, coup: u32) -> Result<bool, Refusal> {
        let begun =
            self.state.session.as_ref().is_some_and(|session| session.begun && session.stage == stage);
        let Some((number, _)) = self.state.place_of(name).filter(|_| begun) else { return Ok(false) };
        let table = self.table(number)?;
        if table.ended || table.play_off || table.coups >= coup {
            return Ok(false);
        }
        if table.coup.is_some() {
            let cites = self.cites().condition(Condition::BuyBackTerms);
            return self.refuse(Reason::OutOfOrder, "a coup is on; buy back between coups", cites);
        }
        let level = self.conditions.level(table.coups + 1, self.minutes(table));
        self.unable_out(number, level.least)?;
        Ok(true)
    }

    pub(crate) fn cash_chips(&mut self, for_chips: bool) -> Result<(), Refusal> {
        let point =
            if for_chips { TournamentPoint::ChipsNotExchanged } else { TournamentPoint::ChipsNotMoney };
        let mut cites = self.cites().point(point);
        if cites.is_empty() {
            cites = self.cites().point(TournamentPoint::ChipsNotMoney);
        }
        self.refuse(Reason::NotTournamentChips, "tournament chips turn into nothing else", cites)
    }

    /// Chips are paid for at what they cost: from the buy-ins, and by the house where more was won than those hold.
    pub(crate) fn pay_chips(&mut self, name: &Name) -> Result<(), Refusal> {
        self.by_two()?;
        let rules = &self.book.rules.tournament;
        let cites = stated(&rules.chip_value).and(self.cites().early(EarlyEndRule::AllAgreeWhereCash));
        let valued = rules.chip_value.get() == Some(&ChipValue::CashOnlyIfDeclared);
        let sessions = self.state.results.iter().zip(&self.conditions.stages).zip(1..);
        let mut declared = sessions.filter(|((_, stage), _)| valued && stage.cash_at_end);
        let found = declared.find_map(|((tables, stage), number)| {
            let place = tables.iter().flatten().find(|place| place.name == *name && place.stack.0 > 0)?;
            let cashed = self.state.cashed.contains(&(number, name.clone()));
            (!cashed).then(|| (number, place.stack, stage.buy_in, stage.opening.unwrap_or_default()))
        });
        let Some((session, stack, buy_in, opening)) = found else {
            let message = format!("{name} holds no chips that the conditions let be disposed of in cash");
            return self.refuse(Reason::NotEligible, message, cites);
        };
        let cost = i128::from(stack.0) * i128::from(buy_in.0) / i128::from(opening.0.max(1));
        let money = Money(i64::try_from(cost).unwrap_or(i64::MAX));
        let by_house = (money - self.state.fund.buy_ins_left()).max(Money(0));
        self.push(Fact::ChipsPaid { name: name.clone(), session, money, by_house }, cites);
        Ok(())
    }
}
