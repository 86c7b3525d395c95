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
        Role::Cage => "Cora Cage",
        Role::Surveillance => "Sol Surveillance",
        Role::Inspector => "Ivy Inspector",
        Role::Device => "Scanning shoe",
    }
}

/// Is this a name of the house's own?
pub fn is_kept(name: &str) -> bool {
    STAFF.contains(&name) || Role::ALL.map(in_demonstration).contains(&name) || REGULARS.contains(&name)
}

/// Is this a letter that nobody sees, or that turns others round? Two names that look alike would be two people.
pub fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
