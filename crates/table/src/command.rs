//! What someone asks of a table, as a whole; who asks, when, and what it is about.

use crate::acts::Act;
use crate::person::{Actor, Name};
use crate::state::record::RecalledCoups;
use crate::time::Time;
use baccarat::rules::people::Role;
use serde::{Deserialize, Serialize};

/// A command to a table: what one person asks, all of it or nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// What is asked, in order; each act is judged as the one before it leaves the table.
    pub acts: Vec<Act>,
    /// Who asks.
    pub by: Person,
    /// A second person, where two are wanted: what the book does not let the first ask, it may let the second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Person>,
    /// When.
    pub at: Time,
    /// What it is about, where that was said.
    #[serde(default)]
    pub about: About,
    /// Coups that the table has put away and this is about, all that were put away together, by whoever keeps the log.
    #[serde(default, skip_serializing_if = "RecalledCoups::is_empty")]
    pub recalled: RecalledCoups,
}

/// A person, and the roles in which they may act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The person.
    pub name: Name,
    /// Their roles, the usual first. Each act is asked in the first in which the table takes it; whoever signs on does so in all.
    pub roles: Vec<Role>,
}

/// The coup and the shoe that a command is meant for. One that comes late is not taken for another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The number of the coup under way, or else of the coming one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coup: Option<u32>,
    /// The number of the shoe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shoe: Option<u32>,
}

impl Command {
    /// One act by somebody in a role.
    pub fn new(act: impl Into<Act>, name: impl Into<Name>, role: Role, at: Time) -> Command {
        Command::one(act, Actor { name: name.into(), role }, at)
    }

    /// One act by somebody in one role.
    pub fn one(act: impl Into<Act>, by: Actor, at: Time) -> Command {
        Command {
            acts: vec![act.into()],
            by: by.into(),
            second: None,
            at,
            about: About::default(),
            recalled: RecalledCoups::default(),
        }
    }

    /// Several acts by one person.
    pub fn all(acts: Vec<Act>, by: Person, at: Time) -> Command {
        Command { acts, by, second: None, at, about: About::default(), recalled: RecalledCoups::default() }
    }

    /// The same, about a coup or a shoe.
    pub fn about(self, about: About) -> Command {
        Command { about, ..self }
    }
}

impl From<Actor> for Person {
    fn from(actor: Actor) -> Person {
        Person { name: actor.name, roles: vec![actor.role] }
    }
}

impl Person {
    /// The person in their usual role.
    pub fn usual(&self) -> Actor {
        Actor { name: self.name.clone(), role: self.roles.first().copied().unwrap_or(Role::Employee) }
    }
}
