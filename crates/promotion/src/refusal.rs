//! Why a command was turned down, and the clauses that turn it down.

use serde::{Deserialize, Serialize};
use std::fmt;
use table::Citation;

/// A command turned down. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// In one word.
    pub reason: Reason,
    /// What was found and what is allowed.
    pub message: String,
    /// The clauses, or the silence, that turn it down.
    pub cites: Citation,
}

impl Refusal {
    pub(crate) fn new(reason: Reason, message: impl Into<String>, cites: Citation) -> Refusal {
        Refusal { reason, message: message.into(), cites }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cites.is_empty() {
            true => f.write_str(&self.message),
            false => write!(f, "{} ({})", self.message, self.cites),
        }
    }
}

impl std::error::Error for Refusal {}

/// Why, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Reason {
    NoSuchChapter,
    NotInThatRole,
    NeedsTwo,
    OutOfOrder,
    TermsIncomplete,
    NotLodged,
    NoChannel,
    NoReference,
    NeedsApproval,
    Closed,
    NotDue,
    NotEligible,
    NotDeclared,
    AlreadyDone,
    NoSuchThing,
    NotAsSealed,
    NotFromOutside,
    ScrutineerNeeded,
    BelowTheLimit,
    NotValidated,
    NotCompromised,
    Cancelled,
    NotThePerson,
    NoSuchWay,
    PartsDiffer,
    OtherPayee,
    NoCash,
    ReasonMissing,
    RecordMissing,
    RecordKept,
}
