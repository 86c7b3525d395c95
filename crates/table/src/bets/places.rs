//! Who gets a place where the places of a side wager run out.

use crate::bets;
use crate::cite::{Citation, cite_all};
use crate::facts::Fact;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::state::{Phase, Stake, StakeId};
use crate::table::{Facts, Table};
use baccarat::chips::Money;
use baccarat::rules::betting::{ChipKind, Preference};
use baccarat::rules::people::Role;
use baccarat::wager::WagerId;

impl Table {
    /// Has this patron a main wager down?
    fn has_main(&self, patron: &Name) -> bool {
        self.state.stakes.iter().any(|stake| stake.patron == *patron && self.is_main(&stake.wager))
    }

    /// For whom a place is kept where this stake would lie: patrons with a main wager to whom it was given.
    pub(crate) fn kept_for_claimants(&self, stake: &Stake) -> Vec<&Name> {
        let Phase::Betting(betting) = &self.state.phase else { return Vec::new() };
        let one_box = self.one_box(&stake.wager).is_some();
        let same = |area: u8, wager: &WagerId| (one_box || area == stake.area) && *wager == stake.wager;
        let given = betting.given.iter().filter(|given| same(given.area, &given.wager));
        let claims = |to: &&Name| self.has_main(to) && self.check_claim(to, stake.area, &stake.wager).is_ok();
        given.map(|given| &given.to).filter(claims).collect()
    }

    /// Could this patron put the wager down there, had it a place? A place is neither cleared nor kept for whoever could not.
    fn check_claim(&self, to: &Name, area: u8, wager: &WagerId) -> Result<(), Refusal> {
        let id = StakeId(self.state.next_stake);
        let (patron, kind) = (to.clone(), ChipKind::Chips);
        let stake = Stake { id, patron, area, wager: wager.clone(), amount: Money(0), kind };
        let offered = self.check_offered(&stake)?;
        let own = self.own(&stake, None);
        self.check_alone(&stake, offered, &own)?;
        self.check_needs(&stake, &own, &mut Citation::default())
    }

    /// A side wager without a main one gives way to a named patron who has one and claims its place.
    pub(super) fn judge_give_place(
        &self,
        by: &Actor,
        area: u8,
        wager: &WagerId,
        to: Option<&Name>,
    ) -> Result<Facts, Refusal> {
        let option = self.option_of(wager).unwrap_or_default();
        let list = &self.book.rules.sides.places;
        let cites = cite_all(list, |places| places.option == option && places.first.is_some());
        let refuse = |reason, message: String| Err(Refusal::new(reason, message, cites.clone()));
        self.only(by, Role::Dealer, &cites)?;
        self.now_betting()?;
        let main_first = Some(Preference::MainWagerFirst);
        if list.find(|places| places.option == option && places.first == main_first).is_none() {
            return refuse(Reason::NotLawful, "this book gives nobody preference here".into());
        }
        let shares =
            |stake: &&Stake| (self.one_box(wager).is_some() || stake.area == area) && stake.wager == *wager;
        let there: Vec<&Stake> = self.state.stakes.iter().filter(shares).collect();
        let most = self.places(option).and_then(|(most, _)| most);
        if most.is_none_or(|most| there.len() < usize::from(most)) {
            return refuse(Reason::NotExceeded, "there are places left".into());
        }
        let Some(to) = to else {
            return refuse(Reason::WrongPerson, "nobody claims the place: name who does".into());
        };
        self.patron_named(to)?;
        if !self.has_main(to) {
            return refuse(Reason::NeedsMainWager, format!("{to} has no main wager"));
        }
        self.check_claim(to, area, wager)?;
        match there.iter().rev().find(|stake| !self.has_main(&stake.patron)) {
            Some(stake) => {
                let reason = format!("the place goes to {to}, who has a main wager");
                let back = bets::Fact::WagerReturned { id: stake.id, reason };
                let given = bets::Fact::PlaceGiven { area, wager: wager.clone(), to: to.clone() };
                Ok(vec![(Fact::Bets(back), cites.clone()), (Fact::Bets(given), cites)])
            }
            None => refuse(Reason::NotLawful, "everyone there has a main wager".into()),
        }
    }
}
