//! The two hands of a coup, card by card.

use crate::card::Card;
use crate::tableau::PointValues;

/// The two or three cards of one hand, and what each counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The third repeats the second where there is none.
    cards: [Card; 3],
    values: [u8; 3],
    drew: bool,
}

impl Hand {
    /// A hand of these cards; nothing unless they are two or three.
    pub fn of(cards: &[Card], values: &PointValues) -> Option<Hand> {
        let (cards, drew) = match *cards {
            [first, second] => ([first, second, second], false),
            [first, second, third] => ([first, second, third], true),
            _ => return None,
        };
        Some(Hand { cards, values: cards.map(|card| values.of(card.rank)), drew })
    }

    /// Its cards in the order in which they came.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..2 + usize::from(self.drew)]
    }

    /// Its first two cards.
    pub fn first_two(&self) -> [Card; 2] {
        [self.cards[0], self.cards[1]]
    }

    /// The point count of its first two cards.
    pub fn first_total(&self) -> u8 {
        (self.values[0] + self.values[1]) % 10
    }

    /// Its final point count.
    pub fn total(&self) -> u8 {
        (self.first_total() + self.third_value().unwrap_or(0)) % 10
    }

    /// What its third card counts, if it has one.
    pub fn third_value(&self) -> Option<u8> {
        self.drew.then_some(self.values[2])
    }

    /// The most that any of its first `cards` cards counts.
    fn highest(&self, cards: usize) -> u8 {
        self.values[..cards].iter().copied().max().unwrap_or(0)
    }
}

/// Both hands of a coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Hands {
    pub player: Hand,
    pub banker: Hand,
}

impl Hands {
    /// Hands of these cards; nothing unless each has two or three.
    pub fn of(player: &[Card], banker: &[Card], values: &PointValues) -> Option<Hands> {
        Some(Hands { player: Hand::of(player, values)?, banker: Hand::of(banker, values)? })
    }
}

/// Some cards of a hand: the first two, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    FirstTwo,
    Whole,
}

impl Part {
    pub(crate) fn cards(self, hand: &Hand) -> &[Card] {
        match self {
            Part::FirstTwo => &hand.cards[..2],
            Part::Whole => hand.cards(),
        }
    }

    pub(crate) fn highest(self, hand: &Hand) -> u8 {
        hand.highest(self.cards(hand).len())
    }
}
