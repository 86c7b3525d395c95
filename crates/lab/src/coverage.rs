//! Which transcripts exercise each clause of a book.

use baccarat::book::Book;
use baccarat::clause::{Clause, ClauseKind};
use serde::Serialize;
use std::collections::BTreeMap;

/// For each clause that is not a mere fact, the transcripts that exercise it.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage<'b> {
    /// The book's id.
    pub book: &'b str,
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
    /// The id of its book.
    pub book: String,
    /// Everything came out as it should.
    pub passed: bool,
    /// The clauses that its expectations cite, each with the line.
    pub covered: Vec<(String, usize)>,
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
    Coverage { book: &book.id, clauses: wanted.len(), covered: wanted.len() - bare.len(), bare, by }
}
