//! Why a command was turned down, and the clauses that turn it down.

use serde::{Deserialize, Serialize};
use std::fmt;
use table::Citation;

/// A command turned down. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal<Reason> {
    /// In one word.
    pub reason: Reason,
    /// What was found and what is allowed.
    pub message: String,
    /// The clauses, or the silence, that turn it down.
    pub cites: Citation,
}

impl<Reason> Refusal<Reason> {
    /// Turned down for this.
    pub fn new(reason: Reason, message: impl Into<String>, cites: Citation) -> Refusal<Reason> {
        Refusal { reason, message: message.into(), cites }
    }
}

impl<Reason> fmt::Display for Refusal<Reason> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cites.is_empty() {
            true => f.write_str(&self.message),
            false => write!(f, "{} ({})", self.message, self.cites),
        }
    }
}

impl<Reason: fmt::Debug> std::error::Error for Refusal<Reason> {}
