//! Wagers scaled down pro rata, by the dealer's choice.

use crate::bets;
use crate::cite::Cite;
use crate::facts::Fact;
use crate::person::Actor;
use crate::refusal::{Reason, Refusal};
use crate::state::{Phase, Stake};
use crate::table::{Facts, Table};
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::payment;
use baccarat::rules::betting::*;
use baccarat::rules::people::Role;

impl Table {
    pub(crate) fn judge_scale(&self, by: &Actor) -> Result<Facts, Refusal> {
        let rules = &self.book.rules.differential;
        let cites = rules.exceeded.cites();
        self.only(by, Role::Dealer, &cites)?;
        if rules.exceeded.get() != Some(&DifferentialExceeded::DealerMayScale) {
            return Err(Refusal::new(Reason::NotLawful, "this book gives no power to scale wagers", cites));
        }
        if !matches!(self.state.phase, Phase::Betting(_)) {
            let late = rules.found_late.cites();
            return Err(Refusal::new(Reason::CoupInProgress, "the first card is out", cites.and(late)));
        }
        let (banker, player) = self.gap(self.state.stakes.iter());
        let most = self.state.settings.differential;
        let gap = Money((banker.0 - player.0).abs());
        let Some(most) = most.filter(|most| gap > *most) else {
            return Err(Refusal::new(Reason::NotExceeded, "the differential holds", cites));
        };
        let (heavier, lighter, heavy) = match banker > player {
            true => (banker, player, Side::Banker),
            false => (player, banker, Side::Player),
        };
        let cites = cites.and(rules.scale_reach.cites()).and(rules.counts.cites());
        let target = lighter + most;
        let reached = |stake: &Stake| match rules.scale_reach.get() {
            Some(ScaleReach::HeavierHand) | None => self.counts_for_gap(&stake.wager, heavy),
        };
        let scaled = self.scaled(reached, heavier, target);
        Ok(scaled.into_iter().map(|fact| (fact, cites.clone())).collect())
    }

    /// Every fitting stake cut in proportion, down to what chips allow, so that the sum stays within the target.
    pub(crate) fn scaled(&self, fits: impl Fn(&Stake) -> bool, sum: Money, target: Money) -> Vec<Fact> {
        let rounding = self.book.rules.differential.scale_rounding.get().copied();
        self.state
            .stakes
            .iter()
            // What is void has no share to cut.
            .map(|stake| (stake, self.valid_part(stake)))
            .filter(|(stake, valid)| fits(stake) && valid.0 > 0)
            .map(|(stake, valid)| {
                let share = Money((i128::from(valid.0) * i128::from(target.0) / i128::from(sum.0)) as i64);
                let down = self.chips.next_down(share);
                let to = match (rounding, self.wager(&stake.wager)) {
                    (Some(ScaleRounding::DownToPayable), Some(wager)) => {
                        payment::take(&self.book, wager, down, &self.chips).live
                    }
                    _ => down,
                };
                Fact::Bets(bets::Fact::WagerScaled { id: stake.id, from: stake.amount, to })
            })
            .collect()
    }
}
