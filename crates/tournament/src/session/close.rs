//! Betting that closes: the call, the duty to wager, what is made up or cut, the first card.

use crate::cite::stated;
use crate::facts::{Fact, OutWhy};
use crate::refusal::{Reason, Refusal};
use crate::state::Bet;
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::outcome::Outcome;
use baccarat::rules::tournament::*;
use baccarat::wager::{Settlement, Wager};
use table::{Citation, Name};

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

impl Work<'_> {
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

    /// Everybody who plays has staked, and risks, what the book asks for.
    pub(crate) fn duty_met(&self, number: u8) -> Result<(), Refusal> {
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
    pub(crate) fn is_burnt(&self, number: u8) -> Result<bool, Refusal> {
        let (_, coup) = self.coup_at(number)?;
        let burns = self.book.rules.tournament.short_wager_cards.get() == Some(&ShortWagerCards::CoupBurnt);
        Ok(burns || coup.bets.is_empty())
    }

    /// Short wagers are made up to the minimum; where that cannot be, they are void and their makers out. Was one void?
    pub(crate) fn make_up(&mut self, number: u8) -> Result<bool, Refusal> {
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
    pub(crate) fn cut(&mut self, number: u8) -> Result<(), Refusal> {
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
}
