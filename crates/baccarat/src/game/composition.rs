//! Which cards a shoe still holds, in whatever order.

use crate::card::Card;
use std::fmt;

/// How many of each of the 52 cards are left to be dealt.
#[derive(Clone, PartialEq, Eq)]
pub struct Composition {
    counts: [u16; Card::KINDS],
}

impl Composition {
    /// The most cards a composition may hold: a hundred decks, far above any table, so that sums stay small.
    pub const MOST_CARDS: u32 = 5_200;

    /// A coup takes at most six cards, so odds need at least six.
    pub const FEWEST_CARDS: u32 = 6;

    /// Nothing left.
    pub fn empty() -> Composition {
        Composition { counts: [0; Card::KINDS] }
    }

    /// This number of full decks.
    pub fn of_decks(decks: u8) -> Composition {
        Composition { counts: [u16::from(decks); Card::KINDS] }
    }

    /// These counts, in the order of [`Card::all`].
    pub fn of_counts(counts: [u16; Card::KINDS]) -> Composition {
        Composition { counts }
    }

    /// How many cards are left.
    pub fn cards(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// How many of this card are left.
    pub fn count(&self, card: Card) -> u16 {
        self.counts[card.index()]
    }

    /// The 52 counts, in the order of [`Card::all`].
    pub fn counts(&self) -> &[u16; Card::KINDS] {
        &self.counts
    }

    /// Sets how many of this card are left.
    pub fn set(&mut self, card: Card, count: u16) {
        self.counts[card.index()] = count;
    }

    /// Takes one such card out; says whether there was one.
    pub fn remove(&mut self, card: Card) -> bool {
        let count = &mut self.counts[card.index()];
        let held = *count > 0;
        *count -= u16::from(held);
        held
    }
}

impl fmt::Debug for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(Card::all().map(|card| (card, self.count(card))).filter(|(_, n)| *n > 0))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_decks_hold_416_cards_until_one_is_removed() {
        let mut shoe = Composition::of_decks(8);
        let ace: Card = "AS".parse().unwrap();
        assert_eq!((shoe.cards(), shoe.count(ace)), (416, 8));
        for _ in 0..8 {
            assert!(shoe.remove(ace));
        }
        assert!(!shoe.remove(ace));
        assert_eq!((shoe.cards(), shoe.count(ace)), (408, 0));
    }
}
