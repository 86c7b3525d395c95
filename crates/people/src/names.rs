//! Names that belong to the house itself, so that no person may have them.

use crate::role::Role;

/// The automatic dealer and the staff it stands for are called by their roles.
const STAFF: [&str; 8] =
    ["dealer", "supervisor", "manager", "operator", "game-supervisor", "employee", "inspector", "system"];

/// The house's own patrons, who keep newcomers company.
pub const REGULARS: [&str; 3] = ["Ann (regular)", "Bob (regular)", "Cat (regular)"];

/// What somebody who comes into a demonstration by a role's link is called.
pub fn in_demonstration(role: Role) -> &'static str {
    match role {
        Role::Player => "Guest",
        Role::Dealer => "Dora Dealer",
        Role::Supervisor => "Sam Supervisor",
        Role::Manager => "Mia Manager",
        Role::Surveillance => "Sol Surveillance",
        Role::Inspector => "Ivy Inspector",
    }
}

/// Is this a name of the house's own?
pub fn is_kept(name: &str) -> bool {
    STAFF.contains(&name) || Role::ALL.map(in_demonstration).contains(&name) || REGULARS.contains(&name)
}
