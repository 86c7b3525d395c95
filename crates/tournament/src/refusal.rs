//! Why a command was turned down, and the clauses that turn it down.

use serde::{Deserialize, Serialize};

/// A command turned down. Nothing has changed.
pub type Refusal = declared::Refusal<Reason>;

/// Why, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Reason {
    ConditionsFaulty,
    NotInThatRole,
    NotThePerson,
    Official,
    OutOfOrder,
    GateOpen,
    AlreadyEntered,
    NotEligible,
    NotEntered,
    Unpaid,
    NotSigned,
    NoRefund,
    NotDeclared,
    ContradictsRule,
    NoSuchTable,
    NotYourSeat,
    NoBallot,
    NotYourTurn,
    Fixed,
    NotTournamentChips,
    NotEnoughChips,
    NoSuchWager,
    OffUnit,
    NotApproved,
    DutyUnmet,
    NoPassLeft,
    NoFormLeft,
    FormUnexamined,
    FormUnannounced,
    NotAsSealed,
    BettingClosed,
    SessionOver,
    Halted,
    ProgressionOpen,
    NotAllAgree,
    DeductionsSpent,
    CountOpen,
    PlacesOpen,
    AlreadyDone,
    NeedsTwo,
    Final,
}
