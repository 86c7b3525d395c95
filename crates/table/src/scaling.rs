//! Wagers scaled down pro rata, by the dealer's choice.

use crate::cite::Cite;
use crate::event::Fact;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::stake::Stake;
use crate::state::Phase;
use crate::table::{Facts, Table};
use baccarat::chips::Money;
use baccarat::payment;
use baccarat::rules::betting::*;
use baccarat::rules::people::Role;
use baccarat::wager::WagerId;

impl Table {
    pub(crate) fn judge_scale(&self, by: &Actor) -> Result<Facts, Refusal> {
        let rules = &self.book.rules.differential;
        let under = rules.exceeded.under("differential.exceeded");
        self.only(by, Role::Dealer, &under)?;
        if rules.exceeded.get() != Some(&DifferentialExceeded::DealerMayScale) {
            return Err(Refusal::new(Reason::NotLawful, "this book gives no power to scale wagers", under));
        }
        if !matches!(self.state.phase, Phase::Betting(_)) {
            let late = rules.found_late.under("differential.found_late");
            return Err(Refusal::new(Reason::CoupInProgress, "the first card is out", under.and(late)));
        }
        let (banker, player) = self.gap(self.state.stakes.iter());
        let most = self.state.settings.differential;
        let gap = Money((banker.0 - player.0).abs());
        let Some(most) = most.filter(|most| gap > *most) else {
            return Err(Refusal::new(Reason::NotExceeded, "the differential holds", under));
        };
        let (heavier, lighter, heavy) =
            if banker > player { (banker, player, "banker") } else { (player, banker, "player") };
        let under = under
            .and(rules.scale_reach.under("differential.scale_reach"))
            .and(rules.counts.under("differential.counts"));
        let target = lighter + most;
        let scaled = self.scaled(|stake| stake.wager.as_str() == heavy, heavier, target);
        Ok(scaled.into_iter().map(|fact| (fact, under.clone())).collect())
    }

    /// Every fitting stake cut in proportion, down to what chips allow, so that the sum stays within the target.
    pub(crate) fn scaled(&self, fits: impl Fn(&Stake) -> bool, sum: Money, target: Money) -> Vec<Fact> {
        let rounding = self.book.rules.differential.scale_rounding.get().copied();
        self.state
            .stakes
            .iter()
            .filter(|stake| fits(stake))
            .map(|stake| {
                let share =
                    Money((i128::from(stake.amount.0) * i128::from(target.0) / i128::from(sum.0)) as i64);
                let down = self.chips.next_down(share);
                let to = match (rounding, self.wager(&stake.wager)) {
                    (Some(ScaleRounding::DownToPayable), Some(wager)) => {
                        payment::take(&self.book, wager, down, &self.chips).live
                    }
                    _ => down,
                };
                Fact::WagerScaled { id: stake.id, from: stake.amount, to }
            })
            .collect()
    }

    pub(crate) fn judge_scale_area(&self, by: &Actor, area: u8, wager: &WagerId) -> Result<Facts, Refusal> {
        let rule = &self.book.rules.differential.scales_areas;
        let under = rule.under("differential.scales_areas");
        self.only(by, Role::Dealer, &under)?;
        if rule.get() != Some(&true) || !matches!(wager.as_str(), "banker" | "player") {
            return Err(Refusal::new(
                Reason::NotLawful,
                "only wagers on the two hands may be scaled down",
                under,
            ));
        }
        if !matches!(self.state.phase, Phase::Betting(_)) {
            return Err(Refusal::new(Reason::CoupInProgress, "the first card is out", under));
        }
        let there = |stake: &Stake| stake.area == area && stake.wager == *wager;
        let sum: Money =
            self.state.stakes.iter().filter(|stake| there(stake)).map(|stake| stake.amount).sum();
        match self.state.settings.area_most.filter(|most| sum > *most) {
            None => Err(Refusal::new(Reason::NotExceeded, "the area's maximum holds", under)),
            Some(most) => {
                Ok(self.scaled(there, sum, most).into_iter().map(|fact| (fact, under.clone())).collect())
            }
        }
    }
}
