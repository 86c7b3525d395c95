//! Why a command was turned down, and the clauses that turn it down.

use serde::{Deserialize, Serialize};

/// A command turned down. Nothing has changed.
pub type Refusal = declared::Refusal<Reason>;

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
