//! The five score roads of a shoe, kept as results come in.
//!
//! Five pictures of one list of results: the bead plate, the big road, and three roads derived from the big
//! road, namely the big eye boy, the small road and the cockroach pig. Each is at hand twice: in its *true*
//! columns, one for each streak however long, and in the places where a six-row board draws it. Everything
//! that is computed comes from the true columns; the board only decides where a mark is drawn.

mod bead_plate;
mod big_road;
mod column;
mod counts;
mod derived;
mod grid;
mod next;
pub mod notation;
mod result;

pub use bead_plate::Bead;
pub use big_road::{BigRoad, Cell};
pub use column::{Column, Place};
pub use counts::{BySide, ByWinner, Counts};
pub use derived::{Colour, DerivedRoad, Mark, Rule};
pub use grid::{ROWS, Spot};
pub use next::{Next, NextColours};
pub use result::RoadResult;

use baccarat::outcome::{Side, Winner};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The score of a shoe: every result, and the five roads they make.
///
/// [`Roads::push`] takes one result in constant time, so a table keeps one of these and adds to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roads {
    bead_plate: Vec<Bead>,
    big_road: BigRoad,
    big_eye_boy: DerivedRoad,
    small_road: DerivedRoad,
    cockroach_pig: DerivedRoad,
    counts: Counts,
}

impl Roads {
    /// The roads of a shoe with no result yet.
    pub fn new() -> Roads {
        Roads::with_room(0)
    }

    /// The same with room for this many results, so that taking them in asks for no memory.
    fn with_room(results: usize) -> Roads {
        Roads {
            bead_plate: Vec::with_capacity(results),
            big_road: BigRoad::with_room(results),
            big_eye_boy: DerivedRoad::with_room(Rule::BigEyeBoy, results),
            small_road: DerivedRoad::with_room(Rule::SmallRoad, results),
            cockroach_pig: DerivedRoad::with_room(Rule::CockroachPig, results),
            counts: Counts::default(),
        }
    }

    /// The roads of these results, in the order they fell.
    pub fn of(results: &[RoadResult]) -> Roads {
        results.iter().copied().collect()
    }

    /// Takes in the next result. No mark drawn before is moved, and none changes its colour.
    pub fn push(&mut self, result: RoadResult) {
        let before = self.bead_plate.len() as u32;
        self.bead_plate.push(Bead::nth(before, result));
        self.counts.add(result);
        let coup = before + 1;
        match side_of(result.winner) {
            None => self.big_road.push_tie(),
            Some(side) => self.push_win(coup, side, result),
        }
    }

    fn push_win(&mut self, coup: u32, side: Side, result: RoadResult) {
        // The derived roads judge the new mark by the columns that stood before it.
        for road in [&mut self.big_eye_boy, &mut self.small_road, &mut self.cockroach_pig] {
            road.follow(&self.big_road, coup, side);
        }
        self.big_road.push_win(coup, side, result);
        self.counts.note_streak(side, self.big_road.streak());
    }

    /// The results, in the order they fell.
    pub fn results(&self) -> impl ExactSizeIterator<Item = RoadResult> + '_ {
        self.bead_plate.iter().map(|bead| bead.result)
    }

    /// Every result with its place on the bead plate.
    pub fn bead_plate(&self) -> &[Bead] {
        &self.bead_plate
    }

    /// The big road.
    pub fn big_road(&self) -> &BigRoad {
        &self.big_road
    }

    /// One of the three derived roads.
    pub fn derived(&self, rule: Rule) -> &DerivedRoad {
        match rule {
            Rule::BigEyeBoy => &self.big_eye_boy,
            Rule::SmallRoad => &self.small_road,
            Rule::CockroachPig => &self.cockroach_pig,
        }
    }

    /// How many results there are of each kind.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The marks the derived roads would get if the next coup went to the Banker or to the Player.
    pub fn next(&self) -> Next {
        Next::after(&self.big_road)
    }
}

impl Default for Roads {
    fn default() -> Roads {
        Roads::new()
    }
}

impl FromIterator<RoadResult> for Roads {
    fn from_iter<I: IntoIterator<Item = RoadResult>>(results: I) -> Roads {
        let results = results.into_iter();
        let mut roads = Roads::with_room(results.size_hint().0);
        results.for_each(|result| roads.push(result));
        roads
    }
}

/// The JSON that docs/roads.md describes: what is kept, and what is told from it.
#[derive(Serialize, JsonSchema)]
struct RoadsWritten<'a> {
    results: String,
    counts: &'a Counts,
    bead_plate: &'a [Bead],
    big_road: &'a BigRoad,
    big_eye_boy: &'a DerivedRoad,
    small_road: &'a DerivedRoad,
    cockroach_pig: &'a DerivedRoad,
    next: Next,
}

impl JsonSchema for Roads {
    fn schema_name() -> Cow<'static, str> {
        "Roads".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        RoadsWritten::json_schema(generator)
    }
}

impl Serialize for Roads {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let message = RoadsWritten {
            results: notation::written(self.results()),
            counts: &self.counts,
            bead_plate: &self.bead_plate,
            big_road: &self.big_road,
            big_eye_boy: &self.big_eye_boy,
            small_road: &self.small_road,
            cockroach_pig: &self.cockroach_pig,
            next: self.next(),
        };
        message.serialize(serializer)
    }
}

fn side_of(winner: Winner) -> Option<Side> {
    match winner {
        Winner::Player => Some(Side::Player),
        Winner::Banker => Some(Side::Banker),
        Winner::Tie => None,
    }
}
