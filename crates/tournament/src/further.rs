//! Further rounds for players who are level on points and contest different prizes: a session of their own, one coup at a time.

use crate::cite::listed;
use crate::conditions::EqualPrize;
use crate::facts::{Fact, Place};
use crate::places::prize_boundaries;
use crate::refusal::{Reason, Refusal};
use crate::state::{EntrantState, Phase, Rounds};
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::rules::tournament::{EqualForPrize, TournamentPoint};
use std::cmp::Ordering;
use table::{Citation, Name};

/// The parts into which a point is counted: level places share the points of the places that they take, and the shares stay whole.
const PARTS: u64 = 27_720;

impl Rounds {
    /// Who of two came out before the other; level if these rounds were not about both of them, or did not tell them apart.
    fn compare(&self, one: &Name, other: &Name) -> Ordering {
        if !self.players.contains(one) || !self.players.contains(other) {
            return Ordering::Equal;
        }
        let placed = |name: &Name| self.tables.iter().flatten().find(|place| place.name == *name);
        match (placed(one), placed(other)) {
            // Places of different tables say nothing about each other; chips do, for all began with as many.
            (Some(one), Some(other)) if self.tables.len() > 1 => other.stack.cmp(&one.stack),
            (Some(one), Some(other)) => one.place.cmp(&other.place),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        }
    }
}

impl Work<'_> {
    /// The places by points, with what further rounds have decided between the level.
    pub(crate) fn by_points(&self, points: &[u32]) -> Vec<Place> {
        let entered = self.state.entrants.iter().filter(|entrant| entrant.points > 0);
        let mut totals: Vec<(Name, u64)> =
            entered.map(|entrant| (entrant.name.clone(), u64::from(entrant.points) * PARTS)).collect();
        for table in self.state.results.iter().flatten() {
            for place in table {
                let level = table.iter().filter(|other| other.place == place.place).count() as u64;
                let from = place.place as usize - 1;
                let sum: u64 = (from..from + level as usize)
                    .map(|index| u64::from(points.get(index).copied().unwrap_or(0)))
                    .sum();
                let share = sum * PARTS / level.max(1);
                match totals.iter_mut().find(|(name, _)| *name == place.name) {
                    Some((_, total)) => *total += share,
                    None => totals.push((place.name.clone(), share)),
                }
            }
        }
        let order = |(one, points): &(Name, u64), (other, others): &(Name, u64)| {
            let by_rounds = || self.state.rounds_played.iter().map(|rounds| rounds.compare(one, other));
            others
                .cmp(points)
                .then_with(|| by_rounds().find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
        };
        totals.sort_by(order);
        let before = |of: &(Name, u64)| totals.iter().filter(|other| order(other, of).is_lt()).count() as u32;
        let place = |of: &(Name, u64)| Place {
            name: of.0.clone(),
            place: before(of) + 1,
            stack: Money(0),
            advances: false,
        };
        totals.iter().map(place).collect()
    }

    /// The first players who are level on points, contest different prizes and are to play on: from which place on, for how many
    /// places. Whoever did not come to further rounds has lost the seat in them, not the prize.
    pub(crate) fn level_on_points(&self, places: &[Place]) -> Option<(Vec<Name>, u32, u32)> {
        if self.conditions.points.is_none() || self.conditions.prizes.equal != EqualPrize::FurtherCoups {
            return None;
        }
        let cuts = prize_boundaries(self.conditions, places.len());
        let mut from = 0;
        while from < places.len() {
            let many = places[from..].iter().take_while(|place| place.place == places[from].place).count();
            let cut = cuts.iter().find(|cut| from < **cut && **cut < from + many);
            let plays = |place: &&Place| {
                let standing = self.state.entrant(&place.name).map(|entrant| entrant.standing);
                matches!(standing, Some(EntrantState::In | EntrantState::Out))
            };
            let level: Vec<Name> =
                places[from..from + many].iter().filter(plays).map(|place| place.name.clone()).collect();
            if let Some(cut) = cut.filter(|_| level.len() > 1) {
                return Some((level, from as u32 + 1, (cut - from) as u32));
            }
            from += many;
        }
        None
    }

    /// What the book says of level players who play on for a prize.
    pub(crate) fn further_cites(&self) -> Citation {
        listed(&self.book.rules.tournament.equal_for_prize, |equal| *equal == EqualForPrize::FurtherCoups)
    }

    pub(crate) fn call_rounds(&mut self) -> Result<(), Refusal> {
        if self.state.phase != Phase::Decided {
            let cites = self.cites().point(TournamentPoint::PlacesAwarded);
            return self.refuse(Reason::PlacesOpen, "the last session's places do not stand", cites);
        }
        self.reports_answered(|_| true)?;
        self.games_told()?;
        let Some((players, place, places)) = self.level_on_points(&self.final_places()) else {
            let message = "nobody is level on points for different prizes";
            return self.refuse(Reason::OutOfOrder, message, self.further_cites());
        };
        self.push(Fact::RoundsCalled { players, place, places }, self.further_cites());
        Ok(())
    }
}
