//! Which transcripts exercise each clause of a book.

use crate::provenance::Provenance;
use baccarat::book::Book;
use baccarat::clause::{Clause, ClauseKind};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// For each clause that is not a mere fact, the transcripts that exercise it.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage<'b> {
    /// The book's id.
    pub book: &'b str,
    /// Where the book comes from.
    pub provenance: Provenance,
    /// How many clauses are not mere facts.
    pub clauses: usize,
    /// How many of them are exercised.
    pub covered: usize,
    /// Those that are not.
    pub bare: Vec<&'b str>,
    /// By clause, the files and lines that exercise it.
    pub by: BTreeMap<String, Vec<String>>,
}

/// A transcript that was played, of a table, a tournament or a promotion.
#[derive(Clone, Debug)]
pub struct Played {
    /// The name of its file.
    pub file: String,
    /// Its text.
    pub text: String,
    /// Whether it is of a table, and not of a tournament or a promotion.
    pub is_of_table: bool,
    /// The id of its book.
    pub book: String,
    /// Everything came out as it should.
    pub passed: bool,
    /// The clauses that its expectations cite and that were borne out, each with the line.
    pub covered: Vec<(String, usize)>,
    /// How many expectations it has.
    pub expectations: usize,
    /// What did not come out.
    pub failures: Vec<String>,
    /// The clauses that the lines which did not come out cite.
    pub failed_on: Vec<String>,
}

/// Plays a transcript; books are found by whoever asks.
pub fn play(file: &str, text: &str, open: impl Fn(&str) -> Option<Arc<Book>>) -> Played {
    let is_of_table = !tournament::transcript::is_one(text) && !promotion::transcript::is_one(text);
    let (book, covered, expectations, failures) = match is_of_table {
        true => {
            let report = table::transcript::run(text, open);
            let failures = report.failures.iter().map(|failure| (failure.line, failure.to_string()));
            (report.book, report.covered, report.expectations, failures.collect::<Vec<_>>())
        }
        false => {
            let report = match tournament::transcript::is_one(text) {
                true => tournament::transcript::run(text, open),
                false => promotion::transcript::run(text, open),
            };
            let failures = report.failures.iter().map(|failure| (failure.line, failure.to_string()));
            (report.book, report.covered, report.expectations, failures.collect())
        }
    };
    let failed_on = failures.iter().flat_map(|(line, _)| cited(text, *line)).collect();
    Played {
        file: file.to_owned(),
        text: text.to_owned(),
        is_of_table,
        book,
        passed: failures.is_empty(),
        covered,
        expectations,
        failures: failures.into_iter().map(|(_, message)| message).collect(),
        failed_on,
    }
}

/// The clauses that stand at the end of a line, after two blanks.
fn cited(text: &str, line: usize) -> Vec<String> {
    let line = line.checked_sub(1).and_then(|line| text.lines().nth(line)).unwrap_or_default();
    let line = line.split('#').next().unwrap_or_default().trim();
    let clauses = line.rsplit_once("  ").map_or("", |(_, clauses)| clauses.trim());
    let clauses = clauses.strip_prefix("only ").unwrap_or(clauses);
    clauses.split(',').map(|clause| clause.trim().to_owned()).filter(|clause| !clause.is_empty()).collect()
}

/// The clauses of a book that transcripts can exercise: all that are not mere facts.
pub fn wanted(book: &Book) -> impl Iterator<Item = &Clause> {
    book.clauses.iter().filter(|clause| clause.kind != ClauseKind::Fact)
}

/// What these transcripts exercise of a book. Those of other books, and those that fail, count for
/// nothing.
pub fn coverage<'b>(book: &'b Book, played: impl IntoIterator<Item = Played>) -> Coverage<'b> {
    let mut by: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in played.into_iter().filter(|one| one.book == book.id && one.passed) {
        for (clause, line) in one.covered {
            by.entry(clause).or_default().push(format!("{}:{line}", one.file));
        }
    }
    let wanted: Vec<&Clause> = wanted(book).collect();
    let numbers = wanted.iter().map(|clause| clause.number.as_str());
    let bare: Vec<&str> = numbers.filter(|number| !by.contains_key(*number)).collect();
    let covered = wanted.len() - bare.len();
    Coverage { book: &book.id, provenance: Provenance::of(book), clauses: wanted.len(), covered, bare, by }
}
