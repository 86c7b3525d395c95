//! The words in which events are told, so that what is expected not to come is at least something that could.

use super::expect::words_of;
use super::neighbours::never_said;
use super::play::Played;
use super::unknown::{counted, wagers};
use super::{Failure, Line, nearest};
use crate::facts::Fact;
use crate::state::{Due, StakeId};
use baccarat::card::Card;
use baccarat::rules::people::{Role, SignSubject};
use baccarat::schema::book_schema;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Words of events that stand neither with a fact nor in the vocabulary of books.
const OTHER: &str = "a adjusted again all already an and area at be been before below box by called cannot card cards cash changed \
    claimed coup coups dealt dealer deal decided differential does due each early earlier ended extra first for found from game \
    granted hand has held hour hours in into invalid is it its kept last late lies limits main maximum may method minimum more \
    next no none not of off on one or other over owed own paper part passed patron payments place placed play player players put \
    rejected review right say says set shoe short shuffled side sign stays still taken the this to together told under up upheld \
    void wager wagers waits was which with without withdrawn words work wrong yes";

/// Words in which it is told what is due.
const DUES: &str = "aside at back banker bets betting burn by call check clock collect cut cuts cutting damaged deck decides declines \
    device disadvantage earlier end every expose exposes finish from go hand have holder insert let load matter moving nobody nothing \
    offer once open out passes patrons practicable prepare refuses replace replacements resume role second seconds settle shuffle sound \
    spare staff stake start supervisor take takes until what whether";

/// Words that stand on signs.
const SIGNS: &str =
    "amount amounts any clock former keeps marker most multiples new odds only rules seconds standing until";

/// What events say in their own words.
static TOLD: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let facts = Fact::all().flat_map(|info| literals(info.says));
    let other = OTHER.split_whitespace().map(str::to_owned);
    facts.chain(other).flat_map(|text| split(&text)).collect()
});

/// What every transcript may say: the words of events, and those that a book may use.
static SAID: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let books = serde_json::to_value(book_schema()).map(|schema| words_in(&schema)).unwrap_or_default();
    let books = books.iter().flat_map(|text| split(text)).filter(|word| !is_cut_short(word));
    books.chain(TOLD.iter().cloned()).collect()
});

/// Is this a word of events but for its last letter? `win` for `wins` would never come.
fn is_cut_short(word: &str) -> bool {
    let other = word.strip_suffix('s').map_or_else(|| format!("{word}s"), str::to_owned);
    !TOLD.contains(word) && TOLD.contains(&other)
}

/// The texts between quotation marks, without what is filled in.
fn literals(code: &str) -> Vec<String> {
    let texts = code.split('"').skip(1).step_by(2);
    texts
        .map(|text| {
            text.split('{')
                .map(|part| part.split('}').next_back().unwrap_or_default())
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect()
}

/// Every word of a closed set that a book may use.
fn words_in(schema: &serde_json::Value) -> Vec<String> {
    match schema {
        serde_json::Value::Object(map) => {
            let closed = map.iter().filter(|(key, _)| matches!(key.as_str(), "enum" | "const"));
            let listed = closed.flat_map(|(_, value)| match value {
                serde_json::Value::Array(all) => all.iter().filter_map(|one| one.as_str()).collect(),
                other => other.as_str().into_iter().collect::<Vec<_>>(),
            });
            listed.map(str::to_owned).chain(map.values().flat_map(words_in)).collect()
        }
        serde_json::Value::Array(all) => all.iter().flat_map(words_in).collect(),
        _ => Vec::new(),
    }
}

fn split(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// What a transcript expects in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpectedKind {
    /// What happened.
    Event,
    /// What is due.
    Due,
    /// What hangs at the table.
    Sign,
}

impl ExpectedKind {
    fn name(self) -> &'static str {
        match self {
            ExpectedKind::Event => "event",
            ExpectedKind::Due => "duty",
            ExpectedKind::Sign => "sign",
        }
    }

    /// Words that only this has.
    fn words(self) -> &'static str {
        match self {
            ExpectedKind::Event => "",
            ExpectedKind::Due => DUES,
            ExpectedKind::Sign => SIGNS,
        }
    }
}

/// Each of these words is one that such things are said in.
pub(super) fn known_words(
    played: &Played,
    line: &Line<'_>,
    words: &[&str],
    kind: ExpectedKind,
) -> Result<(), Failure> {
    let own: BTreeSet<String> = own_words(played);
    let more: Vec<String> = split(kind.words());
    for word in words.iter().flat_map(|word| split(word)) {
        let number = word.chars().any(|letter| letter.is_ascii_digit());
        if !number && !SAID.contains(&word) && !own.contains(&word) && !more.contains(&word) {
            let known: Vec<&str> = SAID.iter().chain(&own).chain(&more).map(String::as_str).collect();
            let (nearest, what) = (nearest(&word, &known), kind.name());
            return Err(line.fail(format!("no {what} says `{word}`; the nearest word is `{nearest}`")));
        }
    }
    Ok(())
}

/// Words that begin like the name of a sign go on like it: `wager-limit` would never be up, though `wager-limits` is.
pub(super) fn known_signs(line: &Line<'_>, words: &[&str]) -> Result<(), Failure> {
    let subjects: Vec<String> = SignSubject::ALL.iter().map(ToString::to_string).collect();
    for part in words.split(|word| matches!(*word, "..." | "…")) {
        let said: Vec<String> = part.iter().flat_map(|word| split(word)).collect();
        let alike = |subject: &&String| said.first() == split(subject).first();
        let goes_on = |subject: &String| said.iter().zip(&split(subject)).all(|(said, name)| said == name);
        let begun: Vec<&str> = subjects.iter().filter(alike).map(String::as_str).collect();
        if !said.is_empty() && !begun.is_empty() && !subjects.iter().any(goes_on) {
            let (found, nearest) = (part.join(" "), nearest(&part.join("-"), &begun));
            return Err(line.fail(format!("no sign says `{found}`; the nearest is `{nearest}`")));
        }
    }
    Ok(())
}

/// What is expected not to be due must be something that can be: its words stand so in one of the duties.
pub(super) fn known_due(played: &Played, line: &Line<'_>, words: &[&str]) -> Result<(), Failure> {
    let patrons = played.table.iter().flat_map(|table| table.state().patrons.keys());
    let names: BTreeSet<String> = patrons.map(|name| name.to_string()).collect();
    let fits = |form: &str, word: &str| match form {
        Due::SOMEBODY => names.contains(word),
        Due::A_NUMBER => word.chars().all(|letter| letter.is_ascii_digit() || letter == ':'),
        Due::A_CARD => word.parse::<Card>().is_ok(),
        form => form == word,
    };
    let forms: Vec<Vec<String>> = Due::forms().iter().map(|form| words_of(form)).collect();
    let said = |part: &[String]| {
        let at = |form: &[String]| {
            form.windows(part.len()).any(|some| some.iter().zip(part).all(|(form, word)| fits(form, word)))
        };
        forms.iter().any(|form| at(form))
    };
    for part in words.split(|word| matches!(*word, "..." | "…")) {
        let part: Vec<String> = part.iter().flat_map(|word| words_of(word)).collect();
        if !part.is_empty() && !said(&part) {
            let found = part.join(" ");
            let all: Vec<String> = forms.iter().map(|form| form.join(" ")).collect();
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            return Err(
                line.fail(format!("no duty says `{found}`; the nearest is `{}`", nearest(&found, &all)))
            );
        }
    }
    Ok(())
}

/// What is expected not to come must be something that can: each of its words is one in which events are told.
pub(super) fn sayable(played: &Played, line: &Line<'_>, words: &[&str]) -> Result<(), Failure> {
    known_words(played, line, words, ExpectedKind::Event)?;
    let own: BTreeSet<String> = own_words(played);
    let patrons = played.table.iter().flat_map(|table| table.state().patrons.keys());
    let names: BTreeSet<String> = patrons.map(|name| name.to_string()).collect();
    let parts = words.split(|word| matches!(*word, "then" | "..." | "…"));
    let never = |part| never_said(part, &names, &own).or_else(|| never_here(played, part, &names));
    match parts.into_iter().find_map(never) {
        Some(message) => Err(line.fail(message)),
        None => Ok(()),
    }
}

/// Why nothing at this table can be told in these words: a box or a wager that there is not, words in another order.
fn never_here(played: &Played, words: &[&str], names: &BTreeSet<String>) -> Option<String> {
    if words.last() == Some(&"only") {
        return Some("`only` stands before the clauses, after two blanks or more".to_owned());
    }
    let seats = played.table.as_ref().map_or(0, |table| table.state().settings.seats);
    let ids: Vec<String> = wagers(&played.book);
    let beyond = |what: &str, number: u32| {
        let counted = counted(played);
        let last = counted.iter().find(|(known, ..)| *known == what && what != "box").map(|(.., last)| *last);
        // The next one might have come.
        last.filter(|last| number == 0 || number > last + 1)
    };
    words.windows(2).find_map(|two| match (two, two[1].parse::<u32>()) {
        (["box", found], Ok(area)) if area == 0 || area > u32::from(seats) => {
            Some(format!("no event says `box {found}`; this table has the boxes 1 to {seats}"))
        }
        (["wager", found], Ok(id)) if !played.stakes.contains_key(&StakeId(id)) => {
            Some(format!("no event says `wager {found}`: no wager of that number has been put down"))
        }
        ([what, found], Ok(number)) if beyond(what, number).is_some() => {
            let last = beyond(what, number).unwrap_or_default();
            Some(format!("no event says `{what} {found}`: the last {what} so far is {last}"))
        }
        ([id, "box"], _) if ids.iter().any(|known| known == id) && !names.contains(*id) => {
            Some(format!("no event says `{id} box`; a wager is told as in `ann box 1 player 100`"))
        }
        _ => None,
    })
}

/// The people, wagers and options of this table, and the words that its people have used.
fn own_words(played: &Played) -> BTreeSet<String> {
    let methods: Vec<&str> = played.book.methods().map(|method| method.id.as_str()).collect();
    let wagers = methods.iter().flat_map(|method| played.book.wagers(method).unwrap_or_default());
    let options = played.book.rules.sides.offered.values().map(|offered| offered.option.as_str());
    let patrons = played.table.iter().flat_map(|table| table.state().patrons.keys());
    let said = played.spoken.iter().flat_map(|line| split(line));
    let named = patrons.map(|name| name.to_string());
    let roles = Role::ALL.iter().map(ToString::to_string);
    let ids = wagers.map(|wager| wager.id.as_str()).chain(options).chain(methods.iter().copied());
    ids.map(str::to_owned).chain(named).chain(roles).flat_map(|text| split(&text)).chain(said).collect()
}

/// What no book speaks of and the table decides all the same: it may stand behind `silent`.
pub(super) const UNSAID: &[&str] = &[
    "a card exposed by accident",
    "a card wrongly put on record",
    "a closed table",
    "a payment made wrongly",
    "a second wager on one area",
    "a wager wrongly put on record",
    "arriving",
    "breaches on record",
    "chips from elsewhere",
    "chips of other colours",
    "commands that ask nothing",
    "commands that come late",
    "coups that are put away",
    "disputes on record",
    "fills and credits",
    "leaving",
    "matters to decide",
    "names",
    "numbers out of range",
    "settings",
    "signing off",
    "signing on",
    "staff who play",
    "table chips",
    "table float",
    "table limits",
    "tables of a tournament",
    "the end of a coup",
    "the final count",
    "the float",
    "the opening count",
    "the order of play",
    "time that runs backwards",
    "tournaments",
    "wagers",
    "wagers on record",
    "wagers on the layout",
    "wagers settled otherwise than the rules have it",
    "what the record says otherwise",
    "who is at the table",
    "who opens a table",
    "who reports an irregularity",
];
