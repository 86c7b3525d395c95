//! How fast the automatic dealer works, and when it goes on.

use serde::Deserialize;
use table::Time;

/// How fast the automatic dealer works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pace {
    /// Seconds for wagers after the first one, where the book has no clock of its own.
    pub betting_seconds: u32,
    /// Milliseconds between two cards.
    pub card_ms: u64,
    /// Milliseconds to look at the result before the wagers are settled, and again before the cards are collected.
    pub result_ms: u64,
    /// Seconds in which a patron who is asked may answer.
    pub answer_seconds: u32,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { betting_seconds: 15, card_ms: 900, result_ms: 2_500, answer_seconds: 12 }
    }
}

/// When the automatic dealer goes on by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deadlines {
    /// Betting closes, where the book has no clock of its own and somebody has bet.
    pub betting: Option<Time>,
    /// A patron who was asked is taken to decline.
    pub answer: Option<Time>,
}
