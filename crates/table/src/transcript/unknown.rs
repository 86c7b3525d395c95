//! Names, wagers, options and methods that a line speaks of and nobody knows: a slip of the pen, unless the transcript says that it is meant.

use super::nearest;
use super::play::Played;
use crate::acts::Act;
use crate::bets;
use crate::nearest::distance;
use crate::person::Name;
use crate::settings::Settings;
use baccarat::book::Book;
use baccarat::rules::people::Role;
use serde_json::Value;

/// What an act may name, and where it is written down.
const NAMED: [(Kind, &[&str]); 4] = [
    (Kind::Person, &["patron", "to", "who", "other", "by", "signed", "nominees", "cheat"]),
    (Kind::Wager, &["wager", "to_wager", "with"]),
    (Kind::SideOption, &["option"]),
    (Kind::Method, &["method"]),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Person,
    Wager,
    SideOption,
    Method,
}

impl Kind {
    fn unknown(self, found: &str, known: &[&str]) -> Unknown {
        let what = match self {
            Kind::Person => "nobody is called",
            Kind::Wager => "no wager is called",
            Kind::SideOption => "no option is called",
            Kind::Method => "no method is called",
        };
        let message = format!("{what} `{found}`; the nearest is `{}`", nearest(found, known));
        let roles = Role::ALL.iter().map(ToString::to_string);
        let like_staff = roles.into_iter().any(|role| distance(found, &role) < 3);
        Unknown { word: found.to_owned(), said_suffices: self == Kind::Person && !like_staff, message }
    }
}

/// Something that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unknown {
    /// The word.
    pub(super) word: String,
    /// Somebody else, or a number, is spoken of: anybody and any number may be, so that a refusal in words or by clauses hides no slip.
    pub(super) said_suffices: bool,
    /// What it is, with the nearest that is known.
    pub(super) message: String,
}

/// The first thing that an act names and nobody knows, with the nearest that is known.
pub(super) fn named_by(played: &Played, subject: &str, act: &Act) -> Option<Unknown> {
    // What is agreed to is no person.
    if matches!(act, Act::Bets(bets::Act::Agree { .. })) {
        return None;
    }
    let written = serde_json::to_value(act).ok()?;
    let police = written.get("police").is_some_and(|police| *police == Value::Bool(true));
    let mut named = vec![(Kind::Person, subject.to_owned())];
    gather(&written, &mut named);
    named.retain(|(kind, _)| *kind != Kind::Person || !police);
    let by_name = named.into_iter().find_map(|(kind, word)| {
        let known = known(played, kind);
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let unknown = (!known.contains(&word.as_str())).then(|| kind.unknown(&word, &known))?;
        // Whoever acts is known, or the refusal says that they are not.
        Some(Unknown { said_suffices: unknown.said_suffices && word != subject, ..unknown })
    });
    by_name.or_else(|| numbered(played, &written))
}

/// Things that have a number, the keys under which they are written down, and how many of them there are.
pub(super) fn counted(played: &Played) -> Vec<(&'static str, &'static [&'static str], u32)> {
    let Some(state) = played.table.as_ref().map(|table| table.state()) else { return Vec::new() };
    vec![
        ("matter", &["matter"], state.opened.matters),
        ("dispute", &["dispute"], state.opened.disputes),
        ("breach", &["breach"], state.opened.breaches),
        ("coup", &["coup"], state.coups),
        ("box", &["box", "to_box"], u32::from(state.settings.seats)),
    ]
}

/// The first number of something that there is not.
fn numbered(played: &Played, written: &Value) -> Option<Unknown> {
    let mut numbers = Vec::new();
    gather_numbers(written, &mut numbers);
    numbers.into_iter().find_map(|(key, found)| {
        let (what, _, last) =
            counted(played).into_iter().find(|(_, keys, _)| keys.contains(&key.as_str()))?;
        let there = (1..=u64::from(last)).contains(&found);
        let message = match last {
            0 => format!("there is no {what} {found}, and none at all"),
            _ => format!("there is no {what} {found}; the last is {last}"),
        };
        (!there).then(|| Unknown { word: found.to_string(), said_suffices: true, message })
    })
}

fn gather_numbers(written: &Value, numbers: &mut Vec<(String, u64)>) {
    match written {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value.as_u64() {
                    Some(number) => numbers.push((key.clone(), number)),
                    None => gather_numbers(value, numbers),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| gather_numbers(value, numbers)),
        _ => {}
    }
}

/// Somebody new whose name is all but that of somebody who is here: perhaps a slip of the pen.
pub(super) fn all_but_known(played: &Played, guest: &Name) -> Option<Unknown> {
    let patrons = &played.table.as_ref()?.state().patrons;
    let near = |known: &&Name| distance(&guest.0, &known.0) == 1;
    let known = patrons.keys().find(near).filter(|_| !patrons.contains_key(guest))?;
    Some(Kind::Person.unknown(&guest.0, &[&*known.0]))
}

/// What is named anywhere in something written down.
fn gather(written: &Value, named: &mut Vec<(Kind, String)>) {
    match written {
        Value::Object(fields) => {
            for (key, value) in fields {
                let kind = NAMED.iter().find(|(_, keys)| keys.contains(&key.as_str())).map(|(kind, _)| *kind);
                match (kind, value) {
                    (Some(kind), Value::String(word)) => named.push((kind, word.clone())),
                    (Some(kind), Value::Array(words)) => {
                        let words = words.iter().filter_map(Value::as_str);
                        named.extend(words.map(|word| (kind, word.to_owned())));
                    }
                    _ => gather(value, named),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| gather(value, named)),
        _ => {}
    }
}

/// Everything of a kind that is known at this table.
fn known(played: &Played, kind: Kind) -> Vec<String> {
    let book = &played.book;
    match kind {
        Kind::Person => {
            let patrons = played.table.iter().flat_map(|table| table.state().patrons.keys());
            let roles = Role::ALL.iter().map(ToString::to_string);
            // A card goes to a hand.
            let hands = ["player", "banker"].map(str::to_owned);
            roles.chain(patrons.map(ToString::to_string)).chain(hands).collect()
        }
        Kind::Wager => wagers(book),
        Kind::SideOption => options(book),
        Kind::Method => book.methods().map(|method| method.id.clone()).collect(),
    }
}

pub(super) fn wagers(book: &Book) -> Vec<String> {
    let methods = book.methods().map(|method| method.id.as_str());
    let wagers = methods.flat_map(|method| book.wagers(method).unwrap_or_default());
    wagers.map(|wager| wager.id.to_string()).collect()
}

fn options(book: &Book) -> Vec<String> {
    book.rules.sides.offered.values().map(|offered| offered.option.clone()).collect()
}

/// The first thing in the settings that the book does not know.
pub(super) fn in_settings(book: &Book, settings: &Settings) -> Option<Unknown> {
    let lists = [&settings.options, &settings.restricted, &settings.common, &settings.unapproved];
    let named = lists.into_iter().flatten().chain(settings.option_limits.keys());
    let method = std::iter::once(&settings.method).map(|word| (Kind::Method, word.clone()));
    let of_wagers = settings.area_most_of.keys().map(|id| (Kind::Wager, id.to_string()));
    let all = named.map(|word| (Kind::SideOption, word.clone())).chain(of_wagers).chain(method);
    all.into_iter().find_map(|(kind, word)| {
        let known = match kind {
            Kind::Wager => wagers(book),
            Kind::Method => book.methods().map(|method| method.id.clone()).collect(),
            Kind::SideOption | Kind::Person => options(book),
        };
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        (!known.contains(&word.as_str())).then(|| kind.unknown(&word, &known))
    })
}
