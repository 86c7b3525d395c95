//! A coup that is over, or void, and a session that ends with it.

use crate::cite::{listed, stated, stated_or_silent};
use crate::conditions::Length;
use crate::facts::{Fact, Settled};
use crate::refusal::{Reason, Refusal};
use crate::work::Work;
use baccarat::card::Card;
use baccarat::chips::{ChipSet, Money};
use baccarat::coup::DealtCoup;
use baccarat::outcome::Outcome;
use baccarat::payment;
use baccarat::rules::tournament::*;
use baccarat::wager::WagerId;
use table::Citation;

impl Work<'_> {
    /// What an amount on a wager brings.
    pub(crate) fn net(&self, wager: &WagerId, amount: Money, outcome: &Outcome) -> Money {
        let known = self.book.wagers(&self.conditions.play.method).unwrap_or_default();
        let (Some(wager), Ok(chips)) =
            (known.iter().find(|known| known.id == *wager), ChipSet::new(self.conditions.play.chips.clone()))
        else {
            return Money(0);
        };
        let taken = payment::take(self.book, wager, amount, &chips);
        let Some(row) = wager.row(outcome) else { return Money(0) };
        Money(payment::pay(self.book, wager, &taken, row, &chips).net.ceil().to_integer())
    }

    pub(crate) fn outcome(&self, cards: &[Card]) -> Result<Outcome, Refusal> {
        let dealt = DealtCoup::deal(self.book.tableau(), self.book.values(), cards);
        match dealt.filter(|dealt| dealt.cards() == cards.len()) {
            Some(dealt) => Ok(dealt.outcome),
            None => Err(Refusal::new(Reason::OutOfOrder, "these cards make no coup", Citation::default())),
        }
    }

    pub(crate) fn coup_ends(&mut self, number: u8, cards: &[Card], collected: &[u8]) -> Result<(), Refusal> {
        let outcome = self.outcome(cards)?;
        let (table, coup) = self.coup_at(number)?;
        if !coup.dealt {
            return Err(Refusal::new(Reason::OutOfOrder, "the first card is not out", Citation::default()));
        }
        let settled: Vec<Settled> = coup
            .bets
            .iter()
            .map(|bet| {
                let net = self.net(&bet.wager, bet.amount, &outcome);
                Settled { seat: bet.seat, wager: bet.wager.clone(), stake: bet.amount, net }
            })
            .collect();
        // Losing wagers are taken seat by seat from the dealer's right, unless the dealer says otherwise.
        let mut order: Vec<u8> = collected.to_vec();
        order.extend(table.seats.keys().filter(|seat| !collected.contains(seat)));
        let (coup_number, passes) = (coup.number, !coup.passes.is_empty());
        let mut cites = self.cites().points(&[
            TournamentPoint::WinningsInTournamentChips,
            TournamentPoint::OrdinaryRulesApply,
            TournamentPoint::TournamentRulesPrevail,
        ]);
        if coup.bets.iter().any(|bet| bet.form) {
            cites = cites.and(self.cites().form(UndisclosedRule::SettledAsAnyWager));
        }
        let cards = cards.to_vec();
        self.push(
            Fact::CoupSettled { table: number, coup: coup_number, cards, settled, collected: order },
            cites,
        );
        if passes {
            let cites = self.cites().pass(PassCardRule::CollectedEachCoup);
            self.push(Fact::PassesCollected { table: number }, cites);
        }
        self.after_coup(number)
    }

    /// The session may be over with the coup.
    pub(crate) fn after_coup(&mut self, number: u8) -> Result<(), Refusal> {
        let table = self.table(number)?;
        let stage = &self.conditions.stages[self.state.stage.min(self.conditions.stages.len() - 1)];
        let rules = &self.book.rules.tournament;
        if table.play_off {
            let cites = self.cites().play_off(PlayOffRule::CountEachCoup);
            self.push(Fact::PlayEnded { table: number, early: false }, cites);
            return Ok(());
        }
        let over = match stage.length {
            length if length.is_open() => false,
            Length::Coups(coups) => table.coups >= coups,
            Length::Shoes(_) => false,
            Length::Minutes(_) => table.until.is_some_and(|until| self.at >= until),
        };
        if over {
            let mut cites = listed(&rules.measures, |_| true);
            if table.until.is_some() {
                cites = cites.and(stated(&rules.clock_runs_out));
            }
            self.push(Fact::PlayEnded { table: number, early: false }, cites);
        }
        Ok(())
    }

    pub(crate) fn void_coup(&mut self, number: u8) -> Result<(), Refusal> {
        self.coup_at(number)?;
        let rules = &self.book.rules.tournament;
        let counted = rules.void_coup.get() == Some(&VoidCoup::Counted);
        let cites = stated_or_silent(&rules.void_coup, "tournament.void_coup");
        self.voided(number, counted, cites);
        // A round that never was decides nothing between level players: they play it again.
        if !counted && self.table(number)?.play_off {
            return Ok(());
        }
        self.after_coup(number)
    }

    /// The coup is void; one that does not count has cost nobody anything.
    pub(crate) fn voided(&mut self, number: u8, counted: bool, cites: Citation) {
        let coup = self.state.table(number).and_then(|table| table.coup.as_ref());
        let cost = coup.is_some_and(|coup| {
            !coup.passes.is_empty() || !coup.forms.is_empty() || !coup.deducted.is_empty()
        });
        if cost && !counted {
            self.push(Fact::CoupGivenBack { table: number }, cites.clone());
        }
        self.push(Fact::CoupVoided { table: number, counted }, cites);
    }

    pub(crate) fn shoe_ends(&mut self, number: u8) -> Result<(), Refusal> {
        let table = self.playing(number)?;
        if table.coup.is_some() {
            return Err(Refusal::new(Reason::OutOfOrder, "a coup is on", Citation::default()));
        }
        self.push(Fact::ShoeEnded { table: number }, Citation::default());
        let stage = &self.conditions.stages[self.state.stage.min(self.conditions.stages.len() - 1)];
        if let Length::Shoes(shoes) = stage.length
            && shoes > 0
            && self.table(number)?.shoes >= shoes
        {
            let cites = listed(&self.book.rules.tournament.measures, |_| true);
            self.push(Fact::PlayEnded { table: number, early: false }, cites);
        }
        Ok(())
    }

    /// The time of a session is over: a coup begun is finished, wagers not yet dealt for go back.
    pub(crate) fn bell(&mut self) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        let cites = stated(&rules.clock_runs_out).and(listed(&rules.measures, |_| true));
        let begun_counts = rules.clock_runs_out.get() == Some(&ClockRunsOut::CoupBegunCounts);
        let tables = self.state.session.as_ref().map_or(0, |session| session.tables.len() as u8);
        let mut rang = false;
        for number in 1..=tables {
            let table = self.table(number)?;
            let due = !table.ended
                && !table.play_off
                && table.dispute.is_none()
                && table.until.is_some_and(|until| self.at >= until);
            if !due {
                continue;
            }
            if let Some(coup) = &table.coup {
                // A coup that has begun and counts is played out, and ends the session itself.
                if coup.dealt && begun_counts {
                    continue;
                }
                for bet in coup.bets.clone() {
                    let fact = Fact::WagerReturned {
                        table: number,
                        seat: bet.seat,
                        wager: bet.wager,
                        amount: bet.amount,
                    };
                    self.push(fact, cites.clone());
                }
            }
            rang = true;
            self.push(Fact::PlayEnded { table: number, early: false }, cites.clone());
        }
        match rang {
            true => Ok(()),
            false => Err(Refusal::new(Reason::OutOfOrder, "no table's time is over", cites)),
        }
    }
}
