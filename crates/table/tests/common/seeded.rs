//! Chance that a printed seed gives again.

use baccarat::card::Card;

/// SplitMix64: small, good enough for tests, and the same everywhere.
#[derive(Clone)]
pub struct Seeded(pub u64);

impl Seeded {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `many`.
    pub fn below(&mut self, many: usize) -> usize {
        ((u128::from(self.next()) * many as u128) >> 64) as usize
    }

    /// True in `percent` of a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// This many decks, shuffled.
    pub fn shoe(&mut self, decks: u8) -> Vec<Card> {
        let mut cards: Vec<Card> = (0..decks).flat_map(|_| Card::all()).collect();
        for place in (1..cards.len()).rev() {
            cards.swap(place, self.below(place + 1));
        }
        cards
    }
}
