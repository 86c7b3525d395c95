//! The plan of a run: what is simulated.

use crate::game::Game;
use crate::strategy::Strategy;
use crate::till::Till;
use baccarat::chips::Money;

/// What is simulated.
pub struct Plan<'p, 'b> {
    /// The game.
    pub game: &'p Game,
    /// Where stakes are taken and paid.
    pub till: &'p Till<'b>,
    /// What the shoes are dealt from.
    pub seed: u64,
    /// The number of the first shoe: where there are patrons, a whole number of shifts, so that none is divided.
    pub first: u64,
    /// How many shoes.
    pub shoes: u64,
    /// How many shoes make a shift.
    pub shift: u64,
    /// By wager of the till, the same stake on every coup; the till may have further wagers, for the patrons.
    pub stakes: Vec<Money>,
    /// By wager of the till, how likely each of its rows is on a full shoe: what results are held against.
    pub chances: Vec<Vec<f64>>,
    /// Who plays.
    pub patrons: Vec<Strategy>,
    /// Whether coups alone are counted, and shoes and shifts left out: the fastest way.
    pub coups_only: bool,
}

impl Plan<'_, '_> {
    pub(crate) fn end(&self) -> u64 {
        self.first.saturating_add(self.shoes)
    }

    /// The places of the wagers that are staked on every coup and ask about the cards themselves.
    pub(crate) fn on_cards(&self) -> Vec<usize> {
        (0..self.stakes.len()).filter(|place| self.till.asks_cards(*place)).collect()
    }

    /// Room to count the rows of wagers that ask about cards; none at all if no wager does.
    pub(crate) fn no_rows_by_cards(&self, nets: &[Vec<i64>]) -> Vec<Vec<u64>> {
        if self.on_cards().is_empty() {
            return Vec::new();
        }
        let rows = |(place, nets): (usize, &Vec<i64>)| match self.till.asks_cards(place) {
            true => vec![0; nets.len()],
            false => Vec::new(),
        };
        nets.iter().enumerate().map(rows).collect()
    }
}
