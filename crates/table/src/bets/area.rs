//! The most that the wagers on one playing area may come to.

use crate::cite::{Citation, Cite, cite_all};
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::{Phase, Stake, StakeId};
use crate::table::{Facts, Table};
use baccarat::chips::Money;
use baccarat::rules::betting::{AreaCap, AreaTotal};
use baccarat::rules::people::Role;
use baccarat::wager::WagerId;

impl Table {
    fn hands_together(&self) -> bool {
        self.book.rules.limits.area_total.get() == Some(&AreaTotal::HandsTogether)
    }

    /// The most that may lie on the playing area of this wager, where the sign gives one.
    pub(crate) fn area_most(&self, wager: &WagerId) -> Option<Money> {
        let settings = &self.state.settings;
        if settings.area_most.is_none() && settings.area_most_of.is_empty() {
            return None;
        }
        let own = settings.area_most_of.get(wager).copied();
        match self.hands_together() && !self.is_on_a_hand(wager) {
            true => own,
            false => own.or(settings.area_most),
        }
    }

    /// Which stakes lie on the same playing area as one on this wager in this box?
    pub(crate) fn on_area(&self, area: u8, wager: &WagerId) -> impl Fn(&Stake) -> bool + use<'_> {
        let wager = wager.clone();
        let together = self.hands_together() && self.is_on_a_hand(&wager);
        let one_box = self.one_box(&wager).is_some();
        move |other| match together {
            true => other.area == area && self.is_on_a_hand(&other.wager),
            false => (one_box || other.area == area) && other.wager == wager,
        }
    }

    /// Refuses a stake beyond an area's maximum, where the book settles nothing of it later.
    pub(crate) fn check_area_most(&self, stake: &Stake, except: Option<StakeId>) -> Result<(), Refusal> {
        let Some(most) = self.area_most(&stake.wager) else { return Ok(()) };
        // An order about named patrons binds and counts nobody else.
        let named = &self.state.settings.area_most_for;
        let bound = |name: &Name| named.is_empty() || named.contains(name);
        if !bound(&stake.patron) {
            return Ok(());
        }
        let shares = self.on_area(stake.area, &stake.wager);
        let others = self.others(except).filter(|other| shares(other) && bound(&other.patron));
        let there: Money = others.map(|other| other.amount).sum();
        let rules = &self.book.rules;
        if there + stake.amount <= most || rules.limits.above_area.get().is_some() {
            return Ok(());
        }
        let cap = if named.is_empty() { AreaCap::AllPatrons } else { AreaCap::NamedPatrons };
        let cites = cite_all(&rules.betting.area_caps, |known| *known == cap);
        let message = format!("the area would hold {}; allowed is {most}", there + stake.amount);
        Err(Refusal::new(Reason::AboveMaximum, message, cites).with("most", most))
    }

    /// The dealer cuts the wagers on one hand so that the total of its area holds.
    pub(super) fn judge_scale_area(&self, by: &Actor, area: u8, wager: &WagerId) -> Result<Facts, Refusal> {
        let rule = &self.book.rules.differential.scales_areas;
        let cites = rule.cites().and(self.area_total_under());
        let refuse = |reason, message: &str| Err(Refusal::new(reason, message, cites.clone()));
        self.only(by, Role::Dealer, &cites)?;
        if rule.get() != Some(&true) || !self.is_on_a_hand(wager) {
            return refuse(Reason::NotLawful, "only wagers on the two hands may be scaled down");
        }
        if !matches!(self.state.phase, Phase::Betting(_)) {
            return refuse(Reason::CoupInProgress, "the first card is out");
        }
        let on_area = self.on_area(area, wager);
        let on_hand = |stake: &Stake| stake.area == area && stake.wager == *wager;
        let sum = |fits: &dyn Fn(&Stake) -> bool| -> Money {
            self.state.stakes.iter().filter(|stake| fits(stake)).map(|stake| self.valid_part(stake)).sum()
        };
        let (total, hand) = (sum(&on_area), sum(&on_hand));
        let Some(most) = self.area_most(wager).filter(|most| total > *most) else {
            return refuse(Reason::NotExceeded, "the area's maximum holds");
        };
        let target = most - (total - hand);
        if target.0 <= 0 {
            return refuse(Reason::NotLawful, "the other hand alone is over the area's maximum");
        }
        Ok(self.scaled(on_hand, hand, target).into_iter().map(|fact| (fact, cites.clone())).collect())
    }

    /// The clauses on what counts together, where the book has any.
    pub(crate) fn area_total_under(&self) -> Citation {
        let rule = self.book.rules.limits.area_total.ruled();
        rule.map(|rule| rule.cites()).unwrap_or_default()
    }
}
