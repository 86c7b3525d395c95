//! Shoes to try, from a seed that a failing test prints.

use baccarat::card::{Card, Rank};
use baccarat::composition::Composition;
use baccarat::tableau::{PointValues, Tableau};

/// A small seeded generator (SplitMix64), so that every case can be had again.
pub struct Seeded(pub u64);

impl Seeded {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A shoe of `cards` cards drawn from `decks` decks.
    pub fn depleted(&mut self, decks: usize, cards: usize) -> Composition {
        let mut shoe: Vec<Card> = (0..decks).flat_map(|_| Card::all()).collect();
        let mut left = Composition::empty();
        for _ in 0..cards {
            let card = shoe.swap_remove(self.below(shoe.len()));
            left.set(card, left.count(card) + 1);
        }
        left
    }

    /// A shoe of `cards` cards of few kinds, so that pairs and repeats are common.
    pub fn lopsided(&mut self, kinds: usize, cards: usize) -> Composition {
        let kinds: Vec<Card> = (0..kinds).map(|_| Card::all().nth(self.below(52)).unwrap()).collect();
        let mut left = Composition::empty();
        for _ in 0..cards {
            let card = kinds[self.below(kinds.len())];
            left.set(card, left.count(card) + 1);
        }
        left
    }

    /// A tableau no book has, with naturals and draws wherever they fall.
    pub fn tableau(&mut self) -> Tableau {
        let mut set = |percent| std::array::from_fn(|_| self.chance(percent));
        Tableau {
            natural: set(20),
            player_draws: set(60),
            banker_draws_alone: set(50),
            banker_draws: std::array::from_fn(|_| set(50)),
        }
    }

    /// Values no book has, several ranks sharing one.
    pub fn values(&mut self) -> PointValues {
        PointValues::new(std::array::from_fn(|_| self.below(10) as u8))
    }
}

/// Only cards of one rank, so many of each suit.
pub fn one_rank(rank: Rank, suits: [u16; 4]) -> Composition {
    let mut shoe = Composition::empty();
    let cards = Card::all().filter(|card| card.rank == rank);
    cards.zip(suits).for_each(|(card, count)| shoe.set(card, count));
    shoe
}
