//! Who gets a place where the places of a side wager run out.

use crate::bets;
use crate::cite::cite_all;
use crate::facts::Fact;
use crate::person::{Actor, Name};
use crate::refusal::{Reason, Refusal};
use crate::settings::option_of;
use crate::state::{Phase, Stake};
use crate::table::{Facts, Table};
use baccarat::rules::betting::Preference;
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
        given.map(|given| &given.to).filter(|to| self.has_main(to)).collect()
    }

    /// A side wager without a main one gives way to a named patron who has one and claims its place.
    pub(super) fn judge_give_place(
        &self,
        by: &Actor,
        area: u8,
        wager: &WagerId,
        to: Option<&Name>,
    ) -> Result<Facts, Refusal> {
        let option = option_of(&self.book, wager).unwrap_or_default();
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
        if there.iter().any(|stake| stake.patron == *to) {
            return refuse(Reason::WagerTwice, format!("{to} has a wager there"));
        }
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
