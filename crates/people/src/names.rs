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
    let all = STAFF.into_iter().chain(Role::ALL.map(in_demonstration)).chain(REGULARS);
    all.into_iter().any(|kept| look_alike(kept, name))
}

/// Cyrillic and Greek letters that look like a plain one, each before it.
const TWINS: &str = "АAВBЕEКKМMНHОOРPСCТTУYХXЅSІIЈJаaеeоoрpсcуyхxѕsіiјj\
    ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνv";

/// Do two names look the same, or differ in capitals and blanks only?
pub fn look_alike(one: &str, other: &str) -> bool {
    one == other || looks(one) == looks(other)
}

/// How a name looks, whatever its letters are.
fn looks(name: &str) -> String {
    let plain = |letter: char| {
        let mut twins = TWINS.chars();
        // Every second letter is a plain one; whoever is one already stays so.
        while let (Some(twin), Some(plain)) = (twins.next(), twins.next()) {
            if twin == letter {
                return plain;
            }
        }
        letter
    };
    let plain: String = name.chars().map(plain).collect();
    plain.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Is this part of a letter, or a letter in a form of its own such as a wide or a round one? Then another spelling looks alike.
fn is_unusual(letter: char) -> bool {
    matches!(letter, '\u{2b0}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1d00}'..='\u{1dff}' | '\u{2070}'..='\u{209f}'
        | '\u{20d0}'..='\u{214f}' | '\u{2460}'..='\u{24ff}' | '\u{fb00}'..='\u{fb06}' | '\u{fe20}'..='\u{fe2f}'
        | '\u{ff01}'..='\u{ff9f}' | '\u{1d400}'..='\u{1d7ff}' | '\u{1f100}'..='\u{1f1ff}')
}

/// A name that a person may have, or what is wrong with it.
pub fn check_name(name: &str) -> Result<(), String> {
    let length = name.chars().count();
    if !(1..=32).contains(&length) || name.trim() != name || name.chars().any(char::is_control) {
        return Err("allowed are 1 to 32 characters, none a control character, no blank at either end".into());
    }
    if name.starts_with('#') {
        return Err("a name with `#` before it is for patrons who give none".into());
    }
    if name.split(' ').any(str::is_empty)
        || name.chars().any(|letter| letter.is_whitespace() && letter != ' ')
    {
        return Err("between two words stands one plain blank".into());
    }
    if name.chars().any(is_unusual) {
        return Err("found a letter in an unusual form or in parts; type it anew".into());
    }
    if name.chars().any(is_invisible) {
        return Err("found a letter that nobody sees; allowed are letters that can be read".into());
    }
    if is_kept(name) {
        return Err(format!("`{name}` is a name of the house's own"));
    }
    Ok(())
}

/// Is this a letter that nobody sees, or that turns others round? Two names that look alike would be two people.
pub fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
