//! What a value or a row rests on.

use serde::Serialize;
use std::fmt;

/// The number of a clause, as its instrument writes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct ClauseNumber(pub String);

impl fmt::Display for ClauseNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The clauses that give something, or the reason for assuming it where the instrument is silent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
            Basis::Clauses(clauses) => {
                let numbers: Vec<&str> = clauses.iter().map(|clause| clause.0.as_str()).collect();
                f.write_str(&numbers.join(", "))
            }
            Basis::Assumed(_) => f.write_str("assumed"),
        }
    }
}
