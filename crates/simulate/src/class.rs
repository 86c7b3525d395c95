//! How a coup ended, as one small number.

use baccarat::card::Card;
use baccarat::hand::{Hand, Hands};
use baccarat::outcome::{Outcome, PairKind, Pairs, Totals};
use baccarat::tableau::{PointValues, Tableau};

/// Everything of a coup that a wager may depend on, in fifteen bits: the totals (four bits each), the pairs (two bits each
/// and one for twins), and who drew (a bit each).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(pub(crate) u16);

impl Class {
    /// How many numbers there are, used or not.
    pub const ROOM: usize = 1 << 15;

    /// The class of an outcome.
    pub fn of(outcome: &Outcome) -> Class {
        let Outcome { totals, pairs, .. } = outcome;
        let kind = |pair: Option<PairKind>| pair.map_or(0, |kind| kind as u16 + 1);
        Class(
            u16::from(totals.player) << 4
                | u16::from(totals.banker)
                | kind(pairs.banker) << 8
                | kind(pairs.player) << 10
                | u16::from(pairs.twin) << 12
                | u16::from(totals.player_drew) << 13
                | u16::from(totals.banker_drew) << 14,
        )
    }

    /// The outcome of a class, under the tableau that led to it, without its cards.
    pub fn outcome(self, tableau: &Tableau) -> Outcome {
        let bit = |at: u16| self.0 >> at & 1 == 1;
        let kind = |at: u16| match self.0 >> at & 3 {
            0 => None,
            kind => Some(PairKind::ALL[usize::from(kind - 1)]),
        };
        let totals = Totals {
            player: (self.0 >> 4 & 15) as u8,
            banker: (self.0 & 15) as u8,
            player_drew: bit(13),
            banker_drew: bit(14),
        };
        tableau.outcome(totals, Pairs { player: kind(10), banker: kind(8), twin: bit(12) })
    }

    /// The hands of a coup of this class, from its cards in the order in which they came; nothing if there are too few.
    pub fn hands(self, cards: &[Card], values: &PointValues) -> Option<Hands> {
        let &[p1, b1, p2, b2, ..] = cards else { return None };
        let mut thirds = cards[4..].iter().copied();
        let mut third = |at: u16| if self.0 >> at & 1 == 1 { thirds.next().map(Some) } else { Some(None) };
        let (player, banker) = (third(13)?, third(14)?);
        let hand = |first: Card, second: Card, third: Option<Card>| match third {
            None => Hand::of(&[first, second], values),
            Some(third) => Hand::of(&[first, second, third], values),
        };
        Some(Hands { player: hand(p1, p2, player)?, banker: hand(b1, b2, banker)? })
    }

    /// The place of this class in a table of [`Class::ROOM`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// How many cards the coup took.
    pub fn cards(self) -> usize {
        4 + usize::from(self.0 >> 13 & 1) + usize::from(self.0 >> 14 & 1)
    }

    /// The totals of player and banker.
    pub fn totals(self) -> (u8, u8) {
        ((self.0 >> 4 & 15) as u8, (self.0 & 15) as u8)
    }

    /// Were the totals level?
    pub fn is_tie(self) -> bool {
        self.0 >> 4 & 15 == self.0 & 15
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat::{book::Book, shelf};

    #[test]
    fn every_outcome_has_a_class_of_its_own_and_comes_back_from_it() {
        let book = Book::read(shelf::text("act").unwrap()).unwrap();
        let mut seen = std::collections::HashSet::new();
        for outcome in book.outcomes() {
            let class = Class::of(&outcome);
            assert!(seen.insert(class));
            assert!(class.index() < Class::ROOM);
            assert_eq!(class.outcome(book.tableau()), outcome);
            assert_eq!(class.cards(), usize::from(outcome.player_cards() + outcome.banker_cards()));
            assert_eq!(class.is_tie(), outcome.winner() == baccarat::outcome::Winner::Tie);
        }
        assert!(seen.len() > 1_000);
    }
}
