//! A clause of an instrument, as its book file gives it.

use crate::basis::ClauseNumber;
use crate::rules::people::Role;
use crate::topic::words;
use serde::Serialize;

words! {
    /// What sort of thing a clause does.
    ClauseKind {
        /// States something; nothing can be seen to break it.
        Fact,
        /// Settles what follows from cards and wagers.
        Compute,
        /// Lets something happen or stops it.
        Gate,
        /// Says what comes next.
        Flow,
        /// Says what follows when something went wrong.
        Ruling,
        /// Gives the operator a choice, or bounds it.
        Config,
        /// Has something shown, called or told.
        Notice,
        /// Has something written down.
        Record,
        /// Leaves something to a person.
        Judgement,
    }
}

/// A clause: its number, what sort it is, who acts, and what it says in our own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clause {
    /// The number, as the instrument writes it.
    pub number: ClauseNumber,
    /// What sort of thing it does.
    pub kind: ClauseKind,
    /// Who acts.
    pub actor: Vec<Role>,
    /// What it says, in our own words.
    pub gist: String,
    /// Where its words leave a choice: the reading we take, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
}
