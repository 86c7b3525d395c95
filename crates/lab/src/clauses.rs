//! Clauses of a book, found by number, words or kind.

use crate::error::Error;
use crate::provenance::Provenance;
use crate::synonyms::Search;
use baccarat::basis::ClauseNumber;
use baccarat::book::{Assumption, Book, Dependent};
use baccarat::clause::{Clause, ClauseKind};
use baccarat::rules::people::Role;
use serde::Serialize;
use std::collections::BTreeMap;

/// Which clauses are wanted; all if nothing is said.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// These numbers, or those that go on from them: `5.4` finds 5.4/1, 5.4/2 and 5.4/3.
    pub numbers: Vec<String>,
    /// Those that hold all of these words, or what the books call the same, in gist, reading or values.
    pub words: Vec<String>,
    /// Those of this kind.
    pub kind: Option<ClauseKind>,
}

/// Clauses that were found.
#[derive(Clone, Debug, Serialize)]
pub struct Clauses<'b> {
    /// The book's id.
    pub book: &'b str,
    /// The instrument it comes from.
    pub instrument: &'b str,
    /// The clauses, in the order of the book or of the numbers asked for.
    pub clauses: Vec<ClauseAnswer<'b>>,
}

/// One clause.
#[derive(Clone, Debug, Serialize)]
pub struct ClauseAnswer<'b> {
    /// Its number.
    pub clause: &'b ClauseNumber,
    /// Its kind.
    pub kind: ClauseKind,
    /// Who acts.
    pub actor: &'b [Role],
    /// What it says, in our words.
    pub gist: &'b str,
    /// How we read it, where that is not plain.
    pub reading: Option<&'b str>,
    /// The values that it gives.
    pub gives: Vec<Dependent>,
}

/// What a book assumes because its instrument does not state it.
#[derive(Clone, Debug, Serialize)]
pub struct Assumed<'b> {
    /// The book's id.
    pub book: &'b str,
    /// Where the book comes from.
    pub provenance: Provenance,
    /// What is assumed.
    pub assumed: Vec<Assumption>,
}

/// What a book assumes.
pub fn assumed(book: &Book) -> Assumed<'_> {
    Assumed { book: &book.id, provenance: Provenance::of(book), assumed: book.assumed() }
}

/// What a book assumes that holds all of these words, or what the books call the same; `assumed` is itself a word of all of it. Nothing
/// where nothing is asked for.
pub fn assumed_with(book: &Book, words: &str) -> Vec<Assumption> {
    let search = Search::of(words);
    if search.is_empty() {
        return Vec::new();
    }
    let fits = |one: &Assumption| {
        let topic = one.topic.to_lowercase();
        let names = format!("{topic} {}", topic.replace(['.', '_'], " "));
        search.fits_beside(&format!("assumed {} {}", one.value, one.why).to_lowercase(), &names)
    };
    book.assumed().into_iter().filter(fits).collect()
}

/// What rests on each clause.
type Resting = BTreeMap<ClauseNumber, Vec<Dependent>>;

/// The clauses wanted; `name` is what the book was asked for by.
pub fn find<'b>(book: &'b Book, wanted: &Wanted, name: &str) -> Result<Clauses<'b>, Error> {
    // A search looks at what rests on every clause; whoever names clauses waits for those alone.
    let is_named =
        |asked: &ClauseNumber| wanted.numbers.iter().any(|number| asked.as_str().starts_with(number));
    let resting = book.resting(&|asked| wanted.numbers.is_empty() || is_named(asked));
    let found = found(book, &resting, wanted, name)?;
    let answer = |clause: &'b Clause| ClauseAnswer {
        clause: &clause.number,
        kind: clause.kind,
        actor: &clause.actor,
        gist: &clause.gist,
        reading: clause.reading.as_deref(),
        gives: resting.get(&clause.number).cloned().unwrap_or_default(),
    };
    Ok(Clauses {
        book: &book.id,
        instrument: &book.instrument,
        clauses: found.into_iter().map(answer).collect(),
    })
}

fn found<'b>(
    book: &'b Book,
    resting: &Resting,
    wanted: &Wanted,
    name: &str,
) -> Result<Vec<&'b Clause>, Error> {
    let of_kind = |clause: &&Clause| wanted.kind.is_none_or(|kind| clause.kind == kind);
    let search = Search::of(&wanted.words.join(" "));
    let holds = |clause: &&Clause| {
        let (text, topics) = searched(book, resting, clause);
        search.is_empty() || search.fits_beside(&text, &topics)
    };
    let candidates: Vec<&Clause> = book.clauses.iter().filter(of_kind).filter(holds).collect();
    if wanted.numbers.is_empty() {
        let none = || format!("no clause of {} fits; `croupier rules {name}` lists them all", book.name);
        return if candidates.is_empty() { Err(Error::refused(none())) } else { Ok(candidates) };
    }
    let mut found = Vec::new();
    for number in &wanted.numbers {
        let exact = candidates.iter().find(|clause| clause.number.as_str() == number);
        let of_number = exact.map_or_else(|| going_on(&candidates, number), |clause| vec![*clause]);
        if of_number.is_empty() {
            return Err(Error::refused(not_found(book, number, wanted.kind, name)));
        }
        found.extend(of_number);
    }
    Ok(found)
}

/// What stands between the parts of a clause's number.
const PARTED: [char; 5] = ['/', '(', '.', ' ', ':'];

/// Clauses whose number goes on from this one: 5.4 finds 5.4/1 and 5.4(a), not 5.40.
fn going_on<'b>(clauses: &[&'b Clause], number: &str) -> Vec<&'b Clause> {
    let goes_on = |clause: &&&Clause| {
        let rest = clause.number.as_str().strip_prefix(number);
        rest.is_some_and(|rest| !number.is_empty() && rest.starts_with(PARTED))
    };
    clauses.iter().filter(goes_on).copied().collect()
}

/// What a search looks at, in small letters: number, gist, reading and values; and beside them the names of topics.
fn searched(book: &Book, resting: &Resting, clause: &Clause) -> (String, String) {
    let values: Vec<&Dependent> = resting.get(&clause.number).into_iter().flatten().collect();
    let text = [clause.number.as_str(), &clause.gist, clause.reading.as_deref().unwrap_or_default()];
    let text = text.into_iter().chain(values.iter().map(|value| without_method(book, &value.value)));
    let topics: Vec<&str> = values.iter().map(|value| value.topic.as_str()).collect();
    (text.collect::<Vec<_>>().join(" ").to_lowercase(), topics.join(" ").to_lowercase())
}

/// A value without the method of settlement that is named behind it: what every payment of a method bears tells none of them apart.
fn without_method<'v>(book: &Book, value: &'v str) -> &'v str {
    let named = |method: &str| value.strip_suffix(')')?.strip_suffix(method)?.strip_suffix(" (");
    book.methods().find_map(|method| named(&method.id)).unwrap_or(value)
}

/// What people write before a number, and books may or may not: `section 25(b)`, `s 25(b)` and `25(b)` are one clause.
const LABELS: [&str; 11] =
    ["clause", "cl", "section", "sect", "sec", "s", "rule", "r", "regulation", "reg", "paragraph"];

/// A number without the label before it, where it has one.
fn without_label(number: &str) -> &str {
    let letters = number.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(number.len());
    let (label, rest) = number.split_at(letters);
    let rest = rest.trim_start_matches(['.', ' ', '\u{a0}']);
    let is_label = LABELS.iter().any(|known| known.eq_ignore_ascii_case(label));
    if is_label && rest.starts_with(|first: char| first.is_ascii_digit()) { rest } else { number }
}

/// A number as people write it, as this book writes it: with the label that its numbers have, without any other, and without a full stop behind it.
fn as_written(book: &Book, number: &str) -> String {
    let bare = without_label(number.trim()).trim_end_matches(['.', ' ']);
    let goes_on = |rest: &str| rest.is_empty() || rest.starts_with(PARTED);
    let labelled = book.clauses.iter().find_map(|clause| {
        let (own, at) = (clause.number.as_str(), without_label(clause.number.as_str()));
        let first = bare.split(PARTED).next().filter(|first| !first.is_empty())?;
        at.strip_prefix(first).filter(|rest| goes_on(rest)).map(|_| &own[..own.len() - at.len()])
    });
    format!("{}{bare}", labelled.unwrap_or_default())
}

/// The number of a clause of this book, or of what its parts have in common, that comes nearest to one that it does not have: 5.8 for 5.8(a),
/// where 5.8 has no parts. Nothing where even the first part of the number is not there.
pub fn nearest(book: &Book, number: &str) -> Option<String> {
    nearest_as_written(book, number).or_else(|| nearest_as_written(book, &as_written(book, number)))
}

/// What somebody wrote for a number that the book writes in another way is not the nearest, but the number itself.
pub fn is_written(book: &Book, number: &str, found: &str) -> bool {
    number.trim() == found || as_written(book, number) == found
}

fn nearest_as_written(book: &Book, number: &str) -> Option<String> {
    let all: Vec<&Clause> = book.clauses.iter().collect();
    let is_there = |number: &str| book.clause(number).is_some() || !going_on(&all, number).is_empty();
    let mut shorter = number.trim_end();
    while !shorter.is_empty() {
        if is_there(shorter) {
            return Some(shorter.to_owned());
        }
        let end = shorter.rfind(PARTED).unwrap_or(0);
        shorter = shorter[..end].trim_end();
    }
    None
}

fn not_found(book: &Book, number: &str, kind: Option<ClauseKind>, name: &str) -> String {
    if let (Some(clause), Some(kind)) = (book.clause(number), kind) {
        return format!("clause {number} of {} is of kind {}, not {kind}", book.name, clause.kind);
    }
    let shorter = |length: usize| {
        let start: String = number.chars().take(length).collect();
        let near = book.clauses.iter().filter(|clause| clause.number.as_str().starts_with(&start));
        near.take(6).map(|clause| clause.number.as_str()).collect::<Vec<_>>()
    };
    let near = (1..number.chars().count()).rev().map(shorter).find(|near| !near.is_empty());
    match near {
        Some(near) => format!("no clause {number} in {}; near it are {}", book.name, near.join(", ")),
        None => format!("no clause {number} in {}; `croupier rules {name}` lists them all", book.name),
    }
}
