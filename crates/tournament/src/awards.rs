//! Prizes: awarded by the final places, and paid.

use crate::cite::{listed, stated};
use crate::conditions::OddCents;
use crate::facts::{Fact, Place, Prize};
use crate::prizes;
use crate::refusal::{Reason, Refusal};
use crate::state::Phase;
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::rules::tournament::*;
use table::Name;

impl Work<'_> {
    pub(crate) fn award(&mut self) -> Result<(), Refusal> {
        self.by_two()?;
        let cites = self.cites().point(TournamentPoint::PlacesAwarded);
        if self.state.phase != Phase::Decided {
            return self.refuse(Reason::PlacesOpen, "the last session's places do not stand", cites);
        }
        self.reports_answered(|_| true)?;
        self.games_counted()?;
        let places = self.final_places();
        if let Some((level, place, _)) = self.level_on_points(&places) {
            let names: Vec<String> = level.iter().map(ToString::to_string).collect();
            let message =
                format!("{} are level on points for place {place}: further rounds are due", names.join(", "));
            return self.refuse(Reason::PlacesOpen, message, self.further_cites());
        }
        if places.is_empty() {
            let message = "nobody is left who could be placed; allowed is to cancel the tournament";
            return self.refuse(Reason::NotEligible, message, cites);
        }
        let pool = self.state.fund.pool();
        // The whole pool goes to those who are placed, also where there are fewer of them than prizes.
        let shares = &self.conditions.prizes.shares;
        let by_place = prizes::by_place(pool, &shares[..shares.len().min(places.len())]);
        let mut won: Vec<Prize> = Vec::new();
        let mut shared = false;
        let mut at = 0;
        while at < places.len() {
            let many = places[at..].iter().take_while(|place| place.place == places[at].place).count();
            let mut group: Vec<&Place> = places[at..at + many].iter().collect();
            let position = |name: &Name| match self.conditions.prizes.odd_cents {
                OddCents::FirstPlace => self.state.entrants.iter().position(|entrant| entrant.name == *name),
                OddCents::Ballot => {
                    self.state.draws.last().and_then(|draw| draw.drawn().position(|drawn| **drawn == *name.0))
                }
            };
            group.sort_by_key(|place| position(&place.name));
            let prizes: Vec<Money> =
                (at..at + many).map(|index| by_place.get(index).copied().unwrap_or_default()).collect();
            let odd = prizes.iter().copied().sum::<Money>().0 % many as i64 != 0;
            let by_lot = self.conditions.prizes.odd_cents == OddCents::Ballot;
            if odd && by_lot && self.state.draws.is_empty() {
                let message = "odd cents go by lot, in the order of the last draw, and no draw is on record";
                return self.refuse(
                    Reason::NoBallot,
                    message,
                    self.cites().condition(Condition::Distribution),
                );
            }
            shared |= many > 1 && prizes.iter().any(|prize| prize.0 > 0);
            for (index, (place, money)) in group.iter().zip(prizes::split(&prizes, many)).enumerate() {
                let here = (at + index) as u32 + 1;
                // What is for a place that nobody has goes to the last who is placed: nothing of the pool is kept back.
                let last = places.len() as u32;
                let goods = self
                    .state
                    .goods
                    .iter()
                    .filter(|added| added.place.map(|place| place.min(last)) == Some(here))
                    .map(|added| added.what.clone());
                let goods: Vec<String> = goods.collect();
                if money.0 > 0 || !goods.is_empty() {
                    won.push(Prize { name: place.name.clone(), place: place.place, money, goods });
                }
            }
            at += many;
        }
        debug_assert_eq!(won.iter().map(|prize| prize.money).sum::<Money>(), pool);
        let rules = &self.book.rules.tournament;
        let mut rests =
            cites.and(self.cites().point(TournamentPoint::WholePoolReturned)).and(stated(&rules.pool));
        if shared {
            rests =
                rests.and(listed(&rules.equal_for_prize, |equal| *equal == EqualForPrize::PooledAndSplit));
        }
        self.push(Fact::Awarded { places, prizes: won, pool }, rests);
        Ok(())
    }

    pub(crate) fn pay_prize(&mut self, name: &Name) -> Result<(), Refusal> {
        self.by_two()?;
        let cites = self
            .cites()
            .point(TournamentPoint::WholePoolReturned)
            .and(self.cites().condition(Condition::PaymentMethod));
        let prize = self.state.prizes.iter().find(|prize| prize.name == *name).cloned();
        let Some(prize) = prize else {
            return self.refuse(Reason::NotEligible, format!("{name} has won nothing"), cites);
        };
        if self.state.paid.contains(name) {
            return self.refuse(Reason::AlreadyDone, format!("{name} has been paid"), cites);
        }
        self.push(Fact::PrizePaid { name: name.clone(), money: prize.money }, cites);
        Ok(())
    }
}
