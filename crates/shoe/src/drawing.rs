//! What cards are drawn for.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What cards are drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawing {
    /// The burn: its first card. The others are put away unseen, and nobody is told which they are.
    Burn,
    /// A coup, by its number at the table.
    Coup(u32),
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Drawing::Burn => f.write_str("the burn"),
            Drawing::Coup(number) => write!(f, "coup {number}"),
        }
    }
}
