//! Clauses of a book, found by number, words or kind.

use crate::error::Error;
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
    /// What is assumed.
    pub assumed: Vec<Assumption>,
}

/// What a book assumes.
pub fn assumed(book: &Book) -> Assumed<'_> {
    Assumed { book: &book.id, assumed: book.assumed() }
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
    let holds = |clause: &&Clause| search.is_empty() || search.fits(&searched(resting, clause));
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

/// Clauses whose number goes on from this one: 5.4 finds 5.4/1 and 5.4(a), not 5.40.
fn going_on<'b>(clauses: &[&'b Clause], number: &str) -> Vec<&'b Clause> {
    let goes_on = |clause: &&&Clause| {
        let rest = clause.number.as_str().strip_prefix(number);
        rest.is_some_and(|rest| !number.is_empty() && rest.starts_with(['/', '(', '.', ' ', ':']))
    };
    clauses.iter().filter(goes_on).copied().collect()
}

/// What a search looks at: number, gist, reading and values, in small letters.
fn searched(resting: &Resting, clause: &Clause) -> String {
    let values = resting.get(&clause.number).into_iter().flatten();
    let values = values.map(|value| format!("{} {}", value.topic, value.value));
    let reading = clause.reading.clone().unwrap_or_default();
    let text = [clause.number.to_string(), clause.gist.clone(), reading].into_iter().chain(values);
    text.collect::<Vec<_>>().join(" ").to_lowercase()
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
