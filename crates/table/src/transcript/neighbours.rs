//! Which words of events can stand beside a number or a name, so that what is expected not to come is at least something that could.

use crate::declare::FieldInfo;
use crate::facts::Fact;
use baccarat::chips::Money;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Texts of events that do not stand with their fact: what changes and verdicts say, and how a wager ended.
const OTHER: [&str; 12] = [
    "{n} wins {n}",
    "{n} loses {n}",
    "{n} stands off",
    "{n} void",
    "limits {n} to {n}",
    "kept minimum {n}",
    "differential {n}",
    "area maximum {n}",
    "countdown {n}",
    "of {name} opened",
    "{name} wagers may be withdrawn",
    "{name} coup goes on",
];

/// What may stand right beside a word of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Beside {
    /// A number may come behind it.
    number_behind: bool,
    /// A number may come before it.
    number_before: bool,
    /// Somebody's name may come before it.
    name_before: bool,
}

/// A word of a text, or a place that is filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Word(String),
    Number,
    Name,
    /// Words or cards, neither a number nor a name.
    Other,
}

/// Every word that stands in the text of some event, with what may stand beside it.
static WORDS: LazyLock<BTreeMap<String, Beside>> = LazyLock::new(|| {
    let mut words = BTreeMap::new();
    for info in Fact::all() {
        for text in info.says.split('"').skip(1).step_by(2) {
            note(&mut words, &parts(text, info.fields));
        }
    }
    for text in OTHER {
        note(&mut words, &parts(text, &[]));
    }
    words
});

/// The words of a text and what is filled in between them.
fn parts(text: &str, fields: &[FieldInfo]) -> Vec<Part> {
    let mut parts = Vec::new();
    for (index, piece) in text.split('{').enumerate() {
        let (hole, rest) = match piece.split_once('}') {
            Some((hole, rest)) if index > 0 => (Some(hole), rest),
            _ => (None, piece),
        };
        parts.extend(hole.map(|hole| filled_in(hole, fields)));
        let words = rest.split_whitespace().map(clean).filter(|word| !word.is_empty());
        parts.extend(words.map(Part::Word));
    }
    parts
}

/// What is filled in where this name stands; where it has none, a number may be.
fn filled_in(hole: &str, fields: &[FieldInfo]) -> Part {
    match (hole, fields.iter().find(|field| field.name == hole).map(|field| field.kind)) {
        ("name", None) | (_, Some("Name")) => Part::Name,
        (_, Some("Option<Name>")) | ("cheat", None) => Part::Name,
        (_, Some("String" | "WagerId" | "Side" | "Role" | "Card" | "Finding" | "Disclosure")) => Part::Other,
        _ => Part::Number,
    }
}

fn note(words: &mut BTreeMap<String, Beside>, parts: &[Part]) {
    for (place, part) in parts.iter().enumerate() {
        let Part::Word(word) = part else { continue };
        let beside = words.entry(word.clone()).or_default();
        let before = place.checked_sub(1).map(|place| &parts[place]);
        beside.number_behind |= parts.get(place + 1) == Some(&Part::Number);
        beside.number_before |= before == Some(&Part::Number);
        beside.name_before |= before == Some(&Part::Name);
    }
}

fn clean(word: &str) -> String {
    word.trim_matches([',', ':', ';', '.']).to_lowercase()
}

fn is_number(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.chars().all(|letter| letter.is_ascii_digit());
    let (whole, rest) = word.split_once('.').unwrap_or((word, "0"));
    digits(whole) && digits(rest)
}

/// Why no event can say these words one right behind the other; nothing if one can.
pub(super) fn never_said(words: &[&str], names: &BTreeSet<String>, own: &BTreeSet<String>) -> Option<String> {
    let words: Vec<String> = words.iter().map(|word| clean(word)).collect();
    let odd = words.iter().find(|word| {
        word.contains('.')
            && is_number(word)
            && word.parse::<Money>().is_ok_and(|sum| sum.to_string() != **word)
    });
    if let Some(word) = odd {
        return Some(format!(
            "no event says `{word}`: amounts are written as in 2.50, and clauses stand at the end, after two blanks or more"
        ));
    }
    // A word of the people and wagers of this table may stand anywhere.
    let beside = |word: &String| WORDS.get(word).filter(|_| !own.contains(word)).copied();
    words.windows(2).find_map(|two| {
        let (first, second) = (&two[0], &two[1]);
        let never = (is_number(second) && beside(first).is_some_and(|beside| !beside.number_behind))
            || (is_number(first) && beside(second).is_some_and(|beside| !beside.number_before))
            || (names.contains(first) && beside(second).is_some_and(|beside| !beside.name_before));
        never.then(|| {
            format!("no event says `{first} {second}`; words stand one right behind the other, but for `...`")
        })
    })
}
