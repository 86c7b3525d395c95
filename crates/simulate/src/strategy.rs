//! A strategy: what a patron bets on, how much, and when to stop. Read from a file, every fault with its line.

mod derived;
mod expression;
mod file_player;
mod parse;
mod read;
mod view;

pub use expression::{Assignment, Value};
pub(crate) use file_player::{FilePlayer, Ready};

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
    /// What the strategy remembers, with what it is at the beginning of each shift.
    pub state: Vec<(String, Value)>,
    /// What cards count, for counts of cards.
    pub tags: Vec<Tags>,
    /// When the patron leaves.
    pub stop: Option<Formula>,
    /// What is bet on each coup.
    pub bets: Vec<Bet>,
}

/// What each card adds to a count when it is seen: whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags {
    /// The name of the count.
    pub name: String,
    /// By card.
    pub of: [i16; 52],
}

/// An expression that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula(pub(crate) expression::Expression);

/// One bet of a strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Bet {
    /// On what.
    pub on: On,
    /// The stake of one step.
    pub stake: Size,
    /// When it is made; on every coup if absent.
    pub when: Option<When>,
    /// By how much the stake is multiplied, step by step.
    pub steps: Vec<u32>,
    /// What follows a win.
    pub after_win: After,
    /// What follows a loss.
    pub after_loss: After,
    /// What follows a standoff.
    pub after_push: After,
    /// What follows the last step.
    pub past_end: PastEnd,
}

/// When a bet is made.
#[derive(Clone, Debug, PartialEq)]
pub enum When {
    /// After a coup that ended so. On the first coup of a shift nothing came before.
    Coup(Box<Condition>),
    /// When an expression comes to yes.
    Holds(Formula),
}

/// What follows a bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum After {
    /// The steps go on.
    Steps(Move),
    /// The strategy's state gets new values.
    Sets(Vec<Assignment>),
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// This amount.
    Amount(Money),
    /// A share in hundredths of a per cent of what the patron holds.
    Share(u32),
    /// What an expression comes to, in whole money.
    Formula(Formula),
}

/// Where the steps go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// To the first step.
    First,
    /// Nowhere.
    Stay,
    /// Moves on by this number of steps.
    Next(u32),
    /// Moves back by this number of steps, but not before the first.
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
const KNOWN: [(&str, &str); 11] = [
    ("flat", include_str!("../strategies/flat.toml")),
    ("proportional", include_str!("../strategies/proportional.toml")),
    ("martingale", include_str!("../strategies/martingale.toml")),
    ("follow", include_str!("../strategies/follow.toml")),
    ("1-3-2-6", include_str!("../strategies/1-3-2-6.toml")),
    ("fibonacci", include_str!("../strategies/fibonacci.toml")),
    ("paroli", include_str!("../strategies/paroli.toml")),
    ("labouchere", include_str!("../strategies/labouchere.toml")),
    ("oscars-grind", include_str!("../strategies/oscars-grind.toml")),
    ("counter", include_str!("../strategies/counter.toml")),
    ("big-eye", include_str!("../strategies/big-eye.toml")),
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
