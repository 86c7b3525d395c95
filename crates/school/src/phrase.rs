//! What is said, as a key and values: whoever shows it has the words, in the reader's language.

use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::wager::WagerId;
use serde::Serialize;
use std::fmt;

/// A sentence or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Phrase {
    /// Which.
    pub key: String,
    /// What goes into it, by name.
    pub values: Vec<(&'static str, Value)>,
}

/// What goes into a phrase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// Text that is the same in every language, such as a name or a clause of the book.
    Text(String),
    /// A number.
    Number(i64),
    /// An amount.
    Money(Money),
    /// Several amounts, such as the chips of a table.
    Amounts(Vec<Money>),
    /// A card.
    Card(Card),
    /// A wager, with what the book calls it.
    Wager {
        /// Its id.
        id: WagerId,
        /// What the book calls it.
        name: String,
    },
    /// Another phrase.
    Phrase(Phrase),
    /// Several phrases after one another.
    Phrases(Vec<Phrase>),
}

impl Phrase {
    /// A phrase that nothing goes into.
    pub fn new(key: impl Into<String>) -> Phrase {
        Phrase { key: key.into(), values: Vec::new() }
    }

    /// A phrase for a word of a closed set.
    pub fn of(set: &str, word: impl fmt::Display) -> Phrase {
        Phrase::new(format!("{set}-{word}"))
    }

    /// With this in it.
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Phrase {
        self.values.push((name, value.into()));
        self
    }

    /// A hand.
    pub fn hand(side: Side) -> Phrase {
        Phrase::new(match side {
            Side::Player => "school-hand-player",
            Side::Banker => "school-hand-banker",
        })
    }

    /// A sentence with the counts of both hands.
    pub fn counts(key: &str, player: u8, banker: u8) -> Phrase {
        Phrase::new(key).with("player", i64::from(player)).with("banker", i64::from(banker))
    }
}

impl From<Phrase> for Value {
    fn from(phrase: Phrase) -> Value {
        Value::Phrase(phrase)
    }
}

impl From<Money> for Value {
    fn from(money: Money) -> Value {
        Value::Money(money)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(number)
    }
}

impl From<Card> for Value {
    fn from(card: Card) -> Value {
        Value::Card(card)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}
