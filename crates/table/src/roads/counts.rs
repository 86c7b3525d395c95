//! How many results there are of each kind.

use super::result::RoadResult;
use baccarat::outcome::{Side, Winner};
use schemars::JsonSchema;
use serde::Serialize;

/// A number for each winner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[allow(missing_docs)]
pub struct ByWinner {
    pub banker: usize,
    pub player: usize,
    pub tie: usize,
}

/// A number for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[allow(missing_docs)]
pub struct BySide {
    pub banker: usize,
    pub player: usize,
}

/// The counts of a shoe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Counts {
    /// All results.
    pub total: usize,
    /// Results by winner.
    pub winners: ByWinner,
    /// Pairs by the hand that held them, whoever won; a coup with two pairs counts once for each hand.
    pub pairs: BySide,
    /// Coups a natural ended, by winner.
    pub naturals: ByWinner,
    /// The longest streak of each side. Ties neither break nor lengthen a streak.
    pub longest_streak: BySide,
}

impl ByWinner {
    /// Who wins cannot be foreseen, so there is no branch on it.
    fn add(&mut self, winner: Winner, so: bool) {
        self.banker += usize::from(so & (winner == Winner::Banker));
        self.player += usize::from(so & (winner == Winner::Player));
        self.tie += usize::from(so & (winner == Winner::Tie));
    }
}

impl BySide {
    fn of(&mut self, side: Side) -> &mut usize {
        match side {
            Side::Banker => &mut self.banker,
            Side::Player => &mut self.player,
        }
    }
}

impl Counts {
    pub(super) fn add(&mut self, result: RoadResult) {
        self.total += 1;
        self.winners.add(result.winner, true);
        self.naturals.add(result.winner, result.natural);
        self.pairs.banker += usize::from(result.banker_pair);
        self.pairs.player += usize::from(result.player_pair);
    }

    pub(super) fn note_streak(&mut self, side: Side, length: u32) {
        let longest = self.longest_streak.of(side);
        *longest = (length as usize).max(*longest);
    }
}
