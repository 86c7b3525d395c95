//! What is in the pool of prizes beyond the fees: what the house adds, and what it guarantees.

use crate::cite::{listed, stated_or_silent};
use crate::facts::Fact;
use crate::refusal::{Reason, Refusal};
use crate::state::Phase;
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::rules::tournament::*;
use table::Citation;

impl Work<'_> {
    pub(crate) fn add_to_pool(
        &mut self,
        kind: PoolAddition,
        what: &str,
        worth: Money,
        place: Option<u32>,
    ) -> Result<(), Refusal> {
        let rules = &self.book.rules.tournament;
        if self.state.phase >= Phase::Decided {
            return self.refuse(Reason::Final, "the places are decided", Citation::default());
        }
        if !rules.additions.values().any(|known| *known == kind) {
            let cites = stated_or_silent(&rules.pool, "tournament.pool");
            return self.refuse(Reason::ContradictsRule, format!("{what} is added; allowed are fees"), cites);
        }
        let cites = listed(&rules.additions, |known| *known == kind);
        if !(1..=Money::MOST).contains(&worth.0) {
            let most = Money(Money::MOST);
            let message = format!("found {what} worth {worth}; allowed is above 0 and at most {most}");
            return self.refuse(Reason::ContradictsRule, message, cites);
        }
        let entrants = match self.state.phase {
            Phase::Closed | Phase::Playing => self.state.entered(),
            _ => self.conditions.entry.numbers.1,
        };
        let most = self.conditions.places(entrants);
        match (kind, place) {
            (PoolAddition::Cash, Some(place)) => {
                let message = format!("found cash for place {place}; allowed is cash for the whole pool");
                return self.refuse(Reason::ContradictsRule, message, cites);
            }
            (PoolAddition::Goods | PoolAddition::Services, None) => {
                let message = format!("found {what} for nobody; allowed is for a place of 1 to {most}");
                return self.refuse(Reason::ContradictsRule, message, cites);
            }
            (_, Some(place)) if !(1..=most).contains(&place) => {
                let message = format!("found {what} for place {place}; allowed is 1 to {most}");
                return self.refuse(Reason::ContradictsRule, message, cites);
            }
            _ => {}
        }
        self.by_two()?;
        self.push(Fact::PoolAdded { kind, what: what.to_owned(), worth, place }, cites);
        Ok(())
    }

    /// What is missing to a guaranteed pool once entries are closed, the house adds. It counts how many entries came in, whoever withdraws
    /// or is disqualified with the fee back later.
    pub(crate) fn keep_guarantee(&mut self) {
        let Some(guarantee) = &self.conditions.prizes.guarantee else { return };
        let gap = guarantee.pool - self.state.fund.pool();
        let came_in = self.state.entered().max(self.state.closed_with);
        if came_in >= guarantee.entries && gap.0 > 0 {
            let cites = self.cites().point(TournamentPoint::Guarantee);
            self.push(Fact::GuaranteeSet { added: gap }, cites);
        }
    }

    /// A fee that comes in later makes up for what the house added, and no more than that.
    pub(crate) fn relieve_guarantee(&mut self, fee: Money) {
        let Some(guarantee) = &self.conditions.prizes.guarantee else { return };
        let fund = &self.state.fund;
        let spare = (fund.pool() - guarantee.pool).min(fund.guarantee).min(fee);
        if spare.0 > 0 {
            let cites = self.cites().point(TournamentPoint::Guarantee);
            self.push(Fact::GuaranteeSet { added: -spare }, cites);
        }
    }
}
