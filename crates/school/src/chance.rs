//! Chance from a seed: one seed, kind and number give the same question on every machine.

use crate::kind::Kind;
use baccarat::card::{Card, Rank, Suit};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The whims behind one question.
#[derive(Debug)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// Those of a question, apart from those of every other.
    pub fn of(seed: u64, kind: Kind, number: u32) -> Chance {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..14].copy_from_slice(b"school");
        let word = kind.word().as_bytes();
        let room = word.len().min(16);
        key[16..16 + room].copy_from_slice(&word[..room]);
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(u64::from(number));
        Chance(stream)
    }

    /// A number from 0 up to but not including this one, each as likely as any other; 0 where there is none.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u32::try_from(end).unwrap_or(u32::MAX).max(1);
        // Words at the end of the range would favour small numbers.
        let fair = u32::MAX - (u32::MAX % end + 1) % end;
        loop {
            let word = self.0.next_u32();
            if word <= fair {
                return (word % end) as usize;
            }
        }
    }

    /// Once in this many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these; nothing if there are none.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }

    /// A card, each as likely as any other.
    pub fn card(&mut self) -> Card {
        let (rank, suit) = (self.below(Rank::ALL.len()), self.below(Suit::ALL.len()));
        Card { rank: Rank::ALL[rank], suit: Suit::ALL[suit] }
    }

    /// Several of them.
    pub fn cards(&mut self, many: usize) -> Vec<Card> {
        (0..many).map(|_| self.card()).collect()
    }

    /// The same in an order of chance.
    pub fn shuffled<T>(&mut self, mut all: Vec<T>) -> Vec<T> {
        let mut order = Vec::with_capacity(all.len());
        while !all.is_empty() {
            order.push(all.swap_remove(self.below(all.len())));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_and_none_beyond() {
        let mut chance = Chance::of(1, Kind::Totals, 1);
        let mut seen = [0_u32; 7];
        (0..7_000).for_each(|_| seen[chance.below(7)] += 1);
        assert!(seen.iter().all(|times| (850..1_150).contains(times)), "{seen:?}");
        assert_eq!((chance.below(0), chance.below(1)), (0, 0));
    }

    #[test]
    fn seeds_kinds_and_numbers_are_kept_apart() {
        let first = |seed, kind, number| Chance::of(seed, kind, number).cards(8);
        let one = first(1, Kind::Totals, 1);
        assert_eq!(one, first(1, Kind::Totals, 1));
        for other in [first(2, Kind::Totals, 1), first(1, Kind::Calls, 1), first(1, Kind::Totals, 2)] {
            assert_ne!(one, other);
        }
    }
}
