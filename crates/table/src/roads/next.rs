//! What the derived roads would get from the next coup.

use super::big_road::BigRoad;
use super::derived::{Colour, Rule};
use baccarat::outcome::Side;
use schemars::JsonSchema;
use serde::Serialize;

/// The marks for either winner of the next coup. A tie would add none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Next {
    /// If the Banker wins next.
    pub banker: NextColours,
    /// If the Player wins next.
    pub player: NextColours,
}

/// A mark for each derived road; none where the road would not yet begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NextColours {
    /// On the big eye boy.
    pub big_eye_boy: Option<Colour>,
    /// On the small road.
    pub small_road: Option<Colour>,
    /// On the cockroach pig.
    pub cockroach_pig: Option<Colour>,
}

impl Next {
    pub(super) fn after(big_road: &BigRoad) -> Next {
        let colours = |side| NextColours {
            big_eye_boy: Rule::BigEyeBoy.if_next(big_road, side),
            small_road: Rule::SmallRoad.if_next(big_road, side),
            cockroach_pig: Rule::CockroachPig.if_next(big_road, side),
        };
        Next { banker: colours(Side::Banker), player: colours(Side::Player) }
    }

    /// The marks if this side wins.
    pub fn if_wins(&self, side: Side) -> &NextColours {
        match side {
            Side::Banker => &self.banker,
            Side::Player => &self.player,
        }
    }
}

impl NextColours {
    /// The mark on this road.
    pub fn on(&self, rule: Rule) -> Option<Colour> {
        match rule {
            Rule::BigEyeBoy => self.big_eye_boy,
            Rule::SmallRoad => self.small_road,
            Rule::CockroachPig => self.cockroach_pig,
        }
    }
}
