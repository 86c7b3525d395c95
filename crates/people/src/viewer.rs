//! Who looks at a table.

use crate::role::{Power, Role, may};
use serde::{Deserialize, Serialize};
use table::{Actor, Name};

/// Somebody signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Under this name, which nobody else in the house has.
    pub name: Name,
    /// In this role.
    pub role: Role,
}

impl Person {
    /// As the table knows them.
    pub fn actor(&self) -> Actor {
        Actor { name: self.name.clone(), role: self.role.at_table() }
    }
}

/// Who asks something of a table: somebody, perhaps for a patron without an account or a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// Who is signed in.
    pub person: Person,
    /// The patron for whom they key it.
    pub patron: Option<Name>,
}

impl Asker {
    /// Somebody for themselves.
    pub fn own(person: Person) -> Asker {
        Asker { person, patron: None }
    }

    /// The roles that they may have at a table, the usual first.
    pub fn actors(&self) -> Vec<Actor> {
        match &self.patron {
            Some(patron) => vec![Actor { name: patron.clone(), role: Role::Player.at_table() }],
            None => {
                let roles = self.person.role.roles_at_table().iter();
                roles.map(|role| Actor { name: self.person.name.clone(), role: *role }).collect()
            }
        }
    }
}

/// Who looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Anybody.
    Anybody,
    /// Somebody signed in.
    Person(Person),
}

impl Viewer {
    /// The player, if it is one.
    pub fn player(&self) -> Option<&Name> {
        match self {
            Viewer::Person(Person { name, role: Role::Player }) => Some(name),
            _ => None,
        }
    }

    /// The role, if somebody is signed in who works at tables or watches them. Whoever keeps the cage counts drop boxes, and does not hear
    /// from tables what was bought in; a scanning shoe hears nothing.
    pub fn staff(&self) -> Option<Role> {
        match self {
            Viewer::Person(Person { role, .. }) if may(*role, Power::See) => Some(*role),
            _ => None,
        }
    }
}
