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
    /// The coup on which betting closes, and when, where the book has no clock of its own and somebody has bet.
    pub betting: Option<(u32, Time)>,
    /// A patron who was asked is taken to decline.
    pub answer: Option<Time>,
}

impl Deadlines {
    /// When betting on a coup closes. A coup is dealt in one go, so what was set for the one before may still stand here; it says
    /// nothing about this one.
    pub fn betting_on(&self, coup: u32) -> Option<Time> {
        self.betting.filter(|(of, _)| *of == coup).map(|(_, until)| until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_one_coup_does_not_close_betting_on_the_next() {
        let deadlines = Deadlines { betting: Some((8, Time(1_000))), answer: None };
        assert_eq!(deadlines.betting_on(8), Some(Time(1_000)));
        assert_eq!(deadlines.betting_on(9), None);
    }
}
