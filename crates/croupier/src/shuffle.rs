//! A shuffled shoe: the only place where chance comes in.

use baccarat::card::Card;
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use table::Fact;
use table::driver::{CardSource, Drawn};

/// Chance from a seed: one seed gives the same numbers on every machine, for ever.
pub struct Chance(ChaCha20Rng);

impl Chance {
    /// From a seed, and a number that keeps several of them apart.
    pub fn seeded(seed: u64, apart: u8) -> Chance {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8] = apart;
        Chance(ChaCha20Rng::from_seed(key))
    }

    /// A number from 0 up to but not including this one, each as likely as any other.
    pub fn below(&mut self, end: usize) -> usize {
        let end = end.max(1) as u64;
        // Numbers beyond the last whole multiple would favour the small ones.
        let fair = u64::MAX - u64::MAX % end;
        loop {
            let drawn = self.0.next_u64();
            if drawn < fair {
                return (drawn % end) as usize;
            }
        }
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        (!of.is_empty()).then(|| of[self.below(of.len())])
    }

    /// Puts cards in an order of which all are equally likely.
    fn shuffle(&mut self, cards: &mut VecDeque<Card>) {
        for last in (1..cards.len()).rev() {
            cards.swap(last, self.below(last + 1));
        }
    }
}

/// A seed from the operating system.
pub fn fresh_seed() -> std::io::Result<u64> {
    getrandom::u64().map_err(|error| std::io::Error::other(error.to_string()))
}

/// Decks of cards that are shuffled, cut and dealt as the table's events say.
pub struct Shoe {
    chance: Chance,
    decks: u8,
    cards: VecDeque<Card>,
    /// How many cards lie behind the cutting card.
    behind_cutting_card: Option<usize>,
    shuffled: bool,
}

impl Shoe {
    /// This many decks, not yet shuffled.
    pub fn new(chance: Chance, decks: u8) -> Shoe {
        Shoe { chance, decks, cards: VecDeque::new(), behind_cutting_card: None, shuffled: false }
    }

    /// Does to the cards what was done at the table.
    pub fn follow(&mut self, fact: &Fact) {
        match fact {
            Fact::Shuffled | Fact::Riffled => self.shuffle(),
            // Cards that came shuffled are shuffled here, where nobody looks.
            Fact::CutOffered { .. } | Fact::CutMade { .. } | Fact::CardsLoaded if !self.shuffled => {
                self.shuffle();
                self.follow(fact);
            }
            Fact::CutMade { at, .. } => {
                let depth = usize::from(*at).min(self.cards.len());
                self.cards.rotate_left(depth);
            }
            Fact::CuttingCardInserted { from_back } => {
                self.behind_cutting_card = Some(usize::from(*from_back));
            }
            Fact::ShuffleDue | Fact::CardsReplaced { .. } => self.shuffled = false,
            _ => {}
        }
    }

    fn shuffle(&mut self) {
        self.cards = (0..self.decks).flat_map(|_| Card::all()).collect();
        self.chance.shuffle(&mut self.cards);
        self.behind_cutting_card = None;
        self.shuffled = true;
    }
}

impl CardSource for Shoe {
    fn draw(&mut self) -> Option<Drawn> {
        if self.behind_cutting_card == Some(self.cards.len()) {
            self.behind_cutting_card = None;
            return Some(Drawn::CuttingCard);
        }
        self.cards.pop_front().map(Drawn::Card)
    }

    fn cut_at(&mut self, within: RangeInclusive<u16>) -> u16 {
        let width = usize::from(within.end().saturating_sub(*within.start())) + 1;
        within.start() + self.chance.below(width) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shoe(seed: u64) -> Shoe {
        let mut shoe = Shoe::new(Chance::seeded(seed, 0), 8);
        shoe.follow(&Fact::Shuffled);
        shoe
    }

    fn all(mut shoe: Shoe) -> Vec<Drawn> {
        std::iter::from_fn(|| shoe.draw()).collect()
    }

    /// Published so that a seed someone wrote down keeps its meaning.
    #[test]
    fn a_seed_gives_one_shoe_for_ever() {
        let mut first = shoe(1);
        let cards: Vec<String> = (0..6).map(|_| format!("{:?}", first.draw())).collect();
        let again: Vec<String> =
            all(shoe(1)).iter().take(6).map(|drawn| format!("{:?}", Some(drawn))).collect();
        assert_eq!(cards, again);
        assert_ne!(all(shoe(1)), all(shoe(2)));
        let start: Vec<String> = all(shoe(2026))
            .iter()
            .take(8)
            .map(|drawn| match drawn {
                Drawn::Card(card) => card.to_string(),
                Drawn::CuttingCard => "|".into(),
            })
            .collect();
        assert_eq!(start.join(" "), "5C 2H 5H 5H 4C KC AS 2H");
    }

    #[test]
    fn every_card_is_there_as_often_as_there_are_decks() {
        let cards = all(shoe(7));
        for card in Card::all() {
            assert_eq!(cards.iter().filter(|drawn| **drawn == Drawn::Card(card)).count(), 8);
        }
    }

    #[test]
    fn the_cut_moves_the_front_to_the_back_and_the_cutting_card_comes_in_its_place() {
        let uncut = all(shoe(3));
        let mut cut = shoe(3);
        cut.follow(&Fact::CutMade { by: "ann".into(), at: 100, moves: None });
        cut.follow(&Fact::CuttingCardInserted { from_back: 14 });
        let cut = all(cut);
        assert_eq!(cut[0], uncut[100]);
        assert_eq!(cut.iter().position(|drawn| *drawn == Drawn::CuttingCard), Some(416 - 14));
        assert_eq!(cut.len(), 417);
    }

    #[test]
    fn each_number_is_about_as_likely() {
        let mut chance = Chance::seeded(5, 0);
        let mut seen = [0; 6];
        (0..6_000).for_each(|_| seen[chance.below(6)] += 1);
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
    }
}
