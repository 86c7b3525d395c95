//! A playing card, and how it is written.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What a card is worth at other games: its number or its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// The thirteen ranks, ace first.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// The letter or digit a rank is written with.
    pub fn letter(self) -> char {
        "A23456789TJQK".as_bytes()[self as usize] as char
    }

    /// The rank a letter or digit stands for.
    pub fn from_letter(letter: char) -> Option<Rank> {
        Rank::ALL.into_iter().find(|rank| rank.letter() == letter.to_ascii_uppercase())
    }
}

/// One of the four suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Suit {
    Spades,
    Hearts,
    Diamonds,
    Clubs,
}

impl Suit {
    /// The four suits in the order cards are listed.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// Hearts and diamonds are red.
    pub fn is_red(self) -> bool {
        matches!(self, Suit::Hearts | Suit::Diamonds)
    }

    /// The letter a suit is written with.
    pub fn letter(self) -> char {
        "SHDC".as_bytes()[self as usize] as char
    }

    /// The suit a letter stands for.
    pub fn from_letter(letter: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.letter() == letter.to_ascii_uppercase())
    }
}

/// One of the 52 cards of a deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("pattern" = "^[A23456789TJQK][SHDC]$"))]
#[serde(into = "String", try_from = "String")]
#[allow(missing_docs)]
pub struct Card {
    pub rank: Rank,
    pub suit: Suit,
}

impl Card {
    /// How many different cards there are.
    pub const KINDS: usize = 52;

    /// A card of this rank and suit.
    pub fn new(rank: Rank, suit: Suit) -> Card {
        Card { rank, suit }
    }

    /// The 52 cards, rank by rank.
    pub fn all() -> impl Iterator<Item = Card> {
        Rank::ALL.into_iter().flat_map(|rank| Suit::ALL.into_iter().map(move |suit| Card { rank, suit }))
    }

    /// The place of a card in [`Card::all`].
    pub fn index(self) -> usize {
        self.rank as usize * 4 + self.suit as usize
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank.letter(), self.suit.letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotACard(String);

impl fmt::Display for NotACard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a card: write a rank (A 2 3 4 5 6 7 8 9 T J Q K) and a suit (S H D C), such as AS or TH",
            self.0
        )
    }
}

impl std::error::Error for NotACard {}

impl From<Card> for String {
    fn from(card: Card) -> String {
        card.to_string()
    }
}

impl TryFrom<String> for Card {
    type Error = NotACard;

    fn try_from(text: String) -> Result<Card, NotACard> {
        text.parse()
    }
}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Card, NotACard> {
        let refuse = || NotACard(text.chars().take(20).collect());
        let mut letters = text.chars();
        let (Some(rank), Some(suit), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(refuse());
        };
        let rank = Rank::from_letter(rank).ok_or_else(refuse)?;
        let suit = Suit::from_letter(suit).ok_or_else(refuse)?;
        Ok(Card { rank, suit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_reads_as_it_is_written() {
        for (index, card) in Card::all().enumerate() {
            assert_eq!(card.index(), index);
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
        }
        assert_eq!(Card::all().count(), Card::KINDS);
    }

    #[test]
    fn what_is_no_card_is_refused_with_what_is_allowed() {
        for text in ["", "A", "10H", "1S", "AX", "♠A", "ASS", "  "] {
            let refusal = text.parse::<Card>().unwrap_err().to_string();
            assert!(refusal.contains("AS or TH"), "{refusal}");
        }
    }
}
