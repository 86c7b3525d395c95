//! Betting that closes: the call, the duty to wager, what is made up or cut, the first card.

use crate::cite::{stated, stated_or_silent};
use crate::facts::{Fact, OutWhy};
use crate::refusal::{Reason, Refusal};
use crate::state::{Bet, Coup};
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::outcome::Outcome;
use baccarat::rules::tournament::*;
use baccarat::wager::{Settlement, Wager, WagerId};
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
        // Whoever has had no turn is not too late yet.
        let unasked = |seat: &u8| !coup.acted.contains(seat) && !coup.is_served(*seat);
        if let Some(seat) = coup.turns.iter().copied().find(unasked) {
            let cites = self.cites().point(TournamentPoint::TurnOrder);
            let message = format!("{} at box {seat} has had no turn yet", self.name_at(number, seat));
            return Err(Refusal::new(Reason::DutyUnmet, message, cites));
        }
        let cites = match coup.forms.is_empty() {
            true => Citation::default(),
            false => stated(&self.book.rules.tournament.call_closes),
        };
        self.push(Fact::NoMoreBets { table: number }, cites);
        Ok(())
    }

    pub(crate) fn pass_over(&mut self, number: u8) -> Result<(), Refusal> {
        let failed = self.failed_to_wager(number)?;
        let rules = &self.book.rules.tournament;
        let duty = stated(&rules.duty).and(stated_or_silent(&rules.duty_unmet, "tournament.duty_unmet"));
        if rules.duty_unmet.get() != Some(&DutyUnmet::Disqualified) {
            let message = "nobody is passed over: the coup waits";
            return Err(Refusal::new(Reason::DutyUnmet, message, duty));
        }
        if failed.is_empty() {
            return Err(Refusal::new(Reason::OutOfOrder, "nobody owes a wager", duty));
        }
        self.by_two()?;
        for seat in failed {
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
        let Some(seconds) = self.state.seconds else {
            let limit = self.cites().point(TournamentPoint::TimeLimit).and(cites);
            return Err(Refusal::new(Reason::NotDeclared, "no time for wagering is set", limit));
        };
        if !self.failed_to_wager(number)?.contains(&seat) {
            return Err(Refusal::new(Reason::OutOfOrder, format!("{name} owes no wager now"), cites));
        }
        let (_, coup) = self.coup_at(number)?;
        let since = coup.turn_since.unwrap_or(self.at);
        if self.at.0 < since.0.saturating_add(i64::from(seconds) * 1_000) {
            let message = format!("the {seconds} seconds of {name} are not over");
            return Err(Refusal::new(Reason::OutOfOrder, message, cites));
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
            self.voided(number, false, cites);
            return Ok(());
        }
        self.cut(number)?;
        let (least, _) = self.table(number)?.limits.unwrap_or_default();
        self.deduct_absent(number, least)?;
        let cites = stated(&self.book.rules.betting.closes);
        self.push(Fact::FirstCardDealt { table: number }, cites);
        Ok(())
    }

    /// Everybody who plays has staked, and risks, what the book asks for.
    pub(crate) fn duty_met(&self, number: u8) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        if let Some(seat) = self.owing(number)?.first() {
            let name = self.name_at(number, *seat);
            let cites = stated(&rules.duty).and(stated_or_silent(&rules.duty_unmet, "tournament.duty_unmet"));
            return Err(Refusal::new(Reason::DutyUnmet, format!("{name} owes a wager"), cites));
        }
        let (table, coup) = self.coup_at(number)?;
        let (least, _) = table.limits.unwrap_or_default();
        for seat in table.seats.keys().filter(|seat| coup.bets.iter().any(|bet| bet.seat == **seat)) {
            let (stake, risked) = self.staked_and_risked(coup, *seat);
            let name = self.name_at(number, *seat);
            if self.waits_for_minimum() && stake < least {
                let cites = stated(&rules.duty).and(stated(&rules.short_wager));
                return Err(Refusal::new(
                    Reason::DutyUnmet,
                    format!("{name} stakes {stake}; the minimum is {least}"),
                    cites,
                ));
            }
            if self.asks_risk() && risked < least {
                let cites = stated(&rules.duty).and(stated_or_silent(&rules.risk, "tournament.risk"));
                return Err(Refusal::new(
                    Reason::DutyUnmet,
                    format!("{name} risks {risked}; the minimum is {least}"),
                    cites,
                ));
            }
        }
        Ok(())
    }

    /// A coup waits for whoever stakes less than the minimum.
    fn waits_for_minimum(&self) -> bool {
        self.book.rules.tournament.short_wager.get() == Some(&ShortWager::CoupWaits)
    }

    /// The minimum has to be at risk, not only staked.
    fn asks_risk(&self) -> bool {
        let rules = &self.book.rules.tournament;
        rules.duty.get() == Some(&CoupDuty::StakeAndRiskMinimum)
            && rules.risk.get().is_none_or(|risk| *risk == Risk::NetExposure)
    }

    fn staked_and_risked(&self, coup: &Coup, seat: u8) -> (Money, Money) {
        let known = self.book.wagers(&self.conditions.play.method).unwrap_or_default();
        let bets = || coup.bets.iter().filter(|bet| bet.seat == seat);
        let paired: Vec<(&Wager, Money)> = bets()
            .filter_map(|bet| Some((known.iter().find(|known| known.id == bet.wager)?, bet.amount)))
            .collect();
        (bets().map(|bet| bet.amount).sum(), exposure(&paired, &self.book.outcomes()))
    }

    /// Whether a wager makes up to the minimum what its maker owes after the turn. The coup waits for that, so it is let in
    /// although the turn is over; anything beyond the minimum stays fixed.
    pub(crate) fn makes_up(
        &self,
        number: u8,
        seat: u8,
        wager: &WagerId,
        amount: Money,
    ) -> Result<bool, Refusal> {
        let (table, coup) = self.coup_at(number)?;
        let over = self.state.order && coup.acted.contains(&seat) && coup.turn != Some(seat);
        if !over || !self.waits_for_minimum() || coup.served.contains(&seat) {
            return Ok(false);
        }
        let (least, _) = table.limits.unwrap_or_default();
        let (stake, risked) = self.staked_and_risked(coup, seat);
        let held = if self.asks_risk() { stake.min(risked) } else { stake };
        let so_far = coup.bets.iter().find(|bet| bet.seat == seat && bet.wager == *wager);
        let so_far = so_far.map_or(Money(0), |bet| bet.amount);
        Ok(held < least && amount == so_far + (least - held))
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
            // A broken unit is not live, so it does not help towards the minimum; a short form is put right after the coup.
            let live = |bet: &Bet| match bet.form {
                true => bet.amount.max(least),
                false => self.whole_units(bet.amount, least),
            };
            let staked: Money = own.iter().map(|bet| live(bet)).sum();
            let open = || own.iter().find(|bet| !bet.form);
            let Some(first) = open().filter(|_| staked < least) else { continue };
            if stack >= least {
                let to = live(first) + (least - staked);
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

    /// An amount down to its last whole unit, where the book knows units.
    pub(crate) fn whole_units(&self, amount: Money, least: Money) -> Money {
        let units = self.book.rules.tournament.units.get() == Some(&TournamentUnits::UnitsOfMinimum);
        if units && least.0 > 0 { Money(amount.0 - amount.0 % least.0) } else { amount }
    }

    /// What is above the maximum, or no whole unit, is not live.
    pub(crate) fn cut(&mut self, number: u8) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let (table, coup) = self.coup_at(number)?;
        let (least, most) = table.limits.unwrap_or_default();
        let together = match rules.limits_bind.get() {
            Some(TournamentLimitsBind::MainWagersTogether) => true,
            None => false,
        };
        let bets = coup.bets.clone();
        let mut used: std::collections::BTreeMap<u8, Money> = std::collections::BTreeMap::new();
        for bet in bets {
            let so_far = used.entry(bet.seat).or_default();
            let room = if together { most - *so_far } else { most };
            // A form beyond its limits is put right after the coup.
            let capped = if bet.form { bet.amount } else { bet.amount.min(room.max(Money(0))) };
            let short_form = bet.form && capped < least;
            let live = if short_form { capped } else { self.whole_units(capped, least) };
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
