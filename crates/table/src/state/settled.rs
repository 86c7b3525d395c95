//! What became of a wager.

use baccarat::chips::Money;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What became of a wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Settled {
    /// How it ended.
    pub outcome: SettledAs,
    /// The part that was live.
    pub live: Money,
    /// What was won on it.
    pub paid: Money,
    /// The chips it was paid in, largest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chips: Vec<(Money, u64)>,
    /// The part of it that no chips of the table make; it is owed until the operator decides on it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub owed: Money,
    /// What was kept back of it as commission.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub commission: Money,
    /// What went back beyond the live part.
    pub returned: Money,
    /// The wager was void, which is why it neither won nor lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub void: bool,
    /// The stake stays on the layout and rides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stays: bool,
}

impl Settled {
    /// What is handed over in chips.
    pub fn in_chips(&self) -> Money {
        self.paid - self.owed
    }
}

/// How a wager ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SettledAs {
    /// It won.
    Wins,
    /// It neither won nor lost.
    StandsOff,
    /// It lost.
    Loses,
}

fn is_nothing(amount: &Money) -> bool {
    amount.0 == 0
}
