//! The places of the whole tournament: those of the last session, or by points.

use crate::facts::{Fact, Place};
use crate::refusal::{Reason, Refusal};
use crate::state::{EntrantState, Phase, Rounds};
use crate::work::Work;
use baccarat::chips::Money;
use baccarat::rules::tournament::*;
use std::cmp::Ordering;
use table::Name;

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
    /// What another game brought is told once, and before anything is awarded.
    pub(crate) fn add_points(&mut self, game: &str, points: &[(Name, u32)]) -> Result<(), Refusal> {
        let cites = self.cites().condition(Condition::PointsAndGames);
        let games = self.conditions.points.as_ref().map_or(&[][..], |points| points.other_games.as_slice());
        if !games.iter().any(|known| known == game) {
            let allowed = if games.is_empty() { "none".to_owned() } else { games.join(", ") };
            let message = format!("found {game}; declared besides baccarat: {allowed}");
            return self.refuse(Reason::NotDeclared, message, cites);
        }
        if self.state.games.iter().any(|known| known == game) {
            let message = format!("the points of {game} are on record");
            return self.refuse(Reason::AlreadyDone, message, cites);
        }
        if self.state.phase < Phase::Closed {
            return self.refuse(Reason::OutOfOrder, "entries are not closed", cites);
        }
        for (index, (name, _)) in points.iter().enumerate() {
            if self.state.entrant(name).is_none() {
                return self.refuse(Reason::NotEntered, format!("{name} has not entered"), cites);
            }
            if points[..index].iter().any(|(before, _)| before == name) {
                return self.refuse(Reason::AlreadyDone, format!("{name} is named twice"), cites);
            }
        }
        self.by_two()?;
        self.push(Fact::PointsAdded { game: game.to_owned(), points: points.to_vec() }, cites);
        Ok(())
    }

    /// Every declared game has told its points.
    pub(crate) fn games_counted(&self) -> Result<(), Refusal> {
        let mut games = self.conditions.points.iter().flat_map(|points| &points.other_games);
        let Some(game) = games.find(|game| !self.state.games.contains(game)) else { return Ok(()) };
        let cites = self.cites().condition(Condition::PointsAndGames);
        self.refuse(Reason::PlacesOpen, format!("the points of {game} are not on record"), cites)
    }

    /// The places of the tournament: of the last session, or by points. The disqualified have none, and whoever is behind
    /// them moves up.
    pub(crate) fn final_places(&self) -> Vec<Place> {
        let mut places = match &self.conditions.points {
            Some(points) => self.by_points(&points.places),
            None => self.of_last_session(),
        };
        let disqualified = |place: &Place| {
            let standing = self.state.entrant(&place.name).map(|entrant| entrant.standing);
            matches!(standing, Some(EntrantState::Disqualified(_)))
        };
        let gone: Vec<u32> =
            places.iter().filter(|place| disqualified(place)).map(|place| place.place).collect();
        places.retain(|place| !disqualified(place));
        for place in &mut places {
            place.place -= gone.iter().filter(|gone| **gone < place.place).count() as u32;
        }
        places
    }

    fn of_last_session(&self) -> Vec<Place> {
        let mut places: Vec<Place> =
            self.state.results.last().into_iter().flatten().flatten().cloned().collect();
        if self.state.results.last().is_some_and(|tables| tables.len() > 1) {
            places.sort_by_key(|place| (place.place, std::cmp::Reverse(place.stack)));
        }
        places
    }

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
}
