//! What a shoe holds, as counts that can be worked with.

use crate::count::Count;
use crate::lanes::{Lanes, WIDTH};
use baccarat::card::{Card, Rank};
use baccarat::composition::Composition;
use baccarat::tableau::PointValues;
use std::array;

/// The 52 counts of one composition, or of several side by side.
pub(crate) struct Holding<C> {
    /// By rank, then by suit.
    pub(crate) by_card: [[C; 4]; 13],
    /// All of them.
    pub(crate) cards: C,
}

impl<C: Count + From<u16>> Holding<C> {
    /// What one composition holds.
    pub(crate) fn of(shoe: &Composition) -> Holding<C> {
        Holding::counted(|card| C::from(shoe.counts()[card]))
    }
}

impl<const FUSED: bool> Holding<Lanes<FUSED>> {
    /// What several compositions hold, each in its lane.
    #[inline(always)]
    pub(crate) fn side_by_side(shoes: [&Composition; WIDTH]) -> Self {
        Holding::counted(|card| Lanes(array::from_fn(|lane| f64::from(shoes[lane].counts()[card]))))
    }
}

impl<C: Count> Holding<C> {
    #[inline(always)]
    fn counted(count: impl Fn(usize) -> C) -> Holding<C> {
        let mut holding = Holding { by_card: [[C::of(0); 4]; 13], cards: C::of(0) };
        for card in 0..Card::KINDS {
            let held = count(card);
            holding.by_card[card / 4][card % 4] = held;
            holding.cards += held;
        }
        holding
    }

    /// How many cards count 0, 1, … 9.
    #[inline(always)]
    pub(crate) fn by_value(&self, values: &PointValues) -> [C; 10] {
        let mut by_value = [C::of(0); 10];
        for rank in Rank::ALL {
            let [spades, hearts, diamonds, clubs] = self.by_card[rank as usize];
            by_value[usize::from(values.of(rank))] += (spades + hearts) + (diamonds + clubs);
        }
        by_value
    }
}
