//! Stakes on the layout.

use crate::person::Name;
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use baccarat::wager::WagerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of a stake at its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct StakeId(pub u32);

impl fmt::Display for StakeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Chips that a patron has put on an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stake {
    /// Its number.
    pub id: StakeId,
    /// Whose.
    pub patron: Name,
    /// The box.
    #[serde(rename = "box")]
    pub area: u8,
    /// On what.
    pub wager: WagerId,
    /// How much.
    pub amount: Money,
    /// Of what.
    pub kind: ChipKind,
}

impl fmt::Display for Stake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tokens = if self.kind == ChipKind::PromotionalTokens { " in tokens" } else { "" };
        write!(f, "{} box {} {} {}{tokens}", self.patron, self.area, self.wager, self.amount)
    }
}
