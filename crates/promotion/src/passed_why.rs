//! Why a drawn ticket does not win.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a drawn ticket does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PassedWhy {
    /// Its holder has won already, and nobody wins twice.
    AlreadyWon,
    /// Its holder does not meet the terms.
    NotEligible,
    /// Its holder is not there.
    NotPresent,
    /// Nobody claimed in time.
    Lapsed,
}

impl PassedWhy {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            PassedWhy::AlreadyWon => "already-won",
            PassedWhy::NotEligible => "not-eligible",
            PassedWhy::NotPresent => "not-present",
            PassedWhy::Lapsed => "lapsed",
        }
    }
}
