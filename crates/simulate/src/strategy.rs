//! A strategy: what a patron bets on, how much, and when to stop. Read from a file, every fault with its line.

mod read;

use crate::till::Till;
use baccarat::chips::Money;
use baccarat::fault::Fault;
use baccarat::wager::{Condition, WagerId};

/// What a patron does at the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    /// What it is called.
    pub name: String,
    /// What the patron brings to each shift.
    pub bankroll: Money,
    /// The patron leaves after losing so much.
    pub stop_loss: Option<Money>,
    /// The patron leaves after winning so much.
    pub stop_win: Option<Money>,
    /// What is bet on each coup.
    pub bets: Vec<Bet>,
}

/// One bet of a strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Bet {
    /// On what.
    pub on: On,
    /// The stake of one step.
    pub stake: Size,
    /// What the coup before must have been; whatever it was if absent. On the first coup of a shift nothing came before.
    pub when: Option<Condition>,
    /// By how much the stake is multiplied, step by step.
    pub steps: Vec<u32>,
    /// Where the steps go on after a win.
    pub after_win: Move,
    /// Where the steps go on after a loss.
    pub after_loss: Move,
    /// What follows the last step.
    pub past_end: PastEnd,
}

/// On what a bet is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum On {
    /// This wager.
    Wager(WagerId),
    /// The hand that won last, ties left out; banker at first.
    LastWinner,
    /// The hand that lost last, ties left out; player at first.
    LastLoser,
}

/// How much is staked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// This amount.
    Amount(Money),
    /// So many hundredths of a per cent of what the patron holds.
    Share(u32),
}

/// Where the steps go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// To the first step.
    First,
    /// Nowhere.
    Stay,
    /// So many steps on.
    Next(u32),
    /// So many steps back, but not before the first.
    Back(u32),
}

/// What follows the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastEnd {
    /// The first.
    First,
    /// The last again.
    Stay,
}

/// The strategies that everyone can use by name, each a file.
const KNOWN: [(&str, &str); 6] = [
    ("flat", include_str!("../strategies/flat.toml")),
    ("proportional", include_str!("../strategies/proportional.toml")),
    ("martingale", include_str!("../strategies/martingale.toml")),
    ("follow", include_str!("../strategies/follow.toml")),
    ("1-3-2-6", include_str!("../strategies/1-3-2-6.toml")),
    ("fibonacci", include_str!("../strategies/fibonacci.toml")),
];

impl Strategy {
    /// The names of the strategies that come with Croupier.
    pub fn known() -> impl Iterator<Item = &'static str> {
        KNOWN.iter().map(|(name, _)| *name)
    }

    /// The text of a strategy that comes with Croupier.
    pub fn text(name: &str) -> Option<&'static str> {
        KNOWN.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }

    /// Reads a strategy file for a table, or says everything that is wrong with it.
    pub fn read(text: &str, till: &Till<'_>) -> Result<Strategy, Vec<Fault>> {
        read::read(text, till)
    }
}
