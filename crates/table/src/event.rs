//! What happened, by whose hand, under which clauses. Once logged, never altered.

use crate::cite::Citation;
use crate::facts::Fact;
use crate::person::Actor;
use crate::time::Time;
use serde::{Deserialize, Serialize};

/// An event of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What happened.
    pub fact: Fact,
    /// By whose hand.
    pub by: Actor,
    /// When.
    pub at: Time,
    /// Under which clauses.
    #[serde(rename = "under")]
    pub cites: Citation,
}
