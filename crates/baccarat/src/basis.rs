//! What a value or a row rests on.

use crate::text::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Borrow;
use std::fmt;

/// The number of a clause, as its instrument writes it. Its text is shared, because every event cites several.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ClauseNumber(Text);

impl ClauseNumber {
    /// The number as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for ClauseNumber {
    fn from(number: &str) -> ClauseNumber {
        ClauseNumber(number.into())
    }
}

impl From<String> for ClauseNumber {
    fn from(number: String) -> ClauseNumber {
        ClauseNumber(number.into())
    }
}

impl Borrow<str> for ClauseNumber {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ClauseNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The clauses that give something, or the reason for assuming it where the instrument is silent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Given by these clauses, the one that states it first.
    Clauses(Vec<ClauseNumber>),
    /// Not stated by the instrument; assumed, and why.
    Assumed(String),
}

impl Basis {
    /// The clauses, if any.
    pub fn clauses(&self) -> &[ClauseNumber] {
        match self {
            Basis::Clauses(clauses) => clauses,
            Basis::Assumed(_) => &[],
        }
    }

    /// Why it was assumed, if it was.
    pub fn assumed(&self) -> Option<&str> {
        match self {
            Basis::Clauses(_) => None,
            Basis::Assumed(why) => Some(why),
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Basis::Clauses(clauses) => f.write_str(&clauses.join(", ")),
            Basis::Assumed(_) => f.write_str("assumed"),
        }
    }
}
