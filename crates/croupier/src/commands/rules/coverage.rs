//! Which transcripts exercise each clause.

use crate::commands::check::{Shelf, files};
use crate::failure::Failure;
use crate::screen::Screen;
use baccarat::book::Book;
use baccarat::clause::{Clause, ClauseKind};
use std::collections::BTreeMap;

/// For each clause that is not a mere fact, the transcripts that exercise it, and those still bare.
pub fn show(book: &Book, folder: &str, json: bool, screen: &Screen) -> Result<(), Failure> {
    let seen = seen(book, folder)?;
    let wanted: Vec<&Clause> = book.clauses.iter().filter(|clause| clause.kind != ClauseKind::Fact).collect();
    let bare: Vec<&str> = wanted
        .iter()
        .map(|clause| clause.number.as_str())
        .filter(|number| !seen.contains_key(*number))
        .collect();
    let covered = wanted.len() - bare.len();
    if json {
        let json = serde_json::json!({ "book": book.id, "clauses": wanted.len(), "covered": covered, "bare": bare, "by": seen });
        return Ok(screen.write(&format!("{json:#}\n"))?);
    }
    let mut table = screen.table(&["clause", "gist", "exercised by"]);
    for clause in &wanted {
        let by = seen.get(clause.number.as_str()).map(|places| places.join("\n")).unwrap_or_default();
        table.add_row(vec![screen.strong(&clause.number), screen.plain(&clause.gist), screen.plain(by)]);
    }
    let share = format!(
        "{covered} of {} clauses that are not mere facts are exercised; {} are bare",
        wanted.len(),
        bare.len()
    );
    Ok(screen.write(&format!("{}{share}\n", screen.text_of(&table)))?)
}

/// By clause, the transcripts of this book that pass and cite it.
fn seen(book: &Book, folder: &str) -> Result<BTreeMap<String, Vec<String>>, Failure> {
    let shelf = Shelf::default();
    let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files(&[folder.to_owned()])? {
        let report = shelf.play(&file)?;
        if report.book != book.id || !report.failures.is_empty() {
            continue;
        }
        for (clause, line) in report.covered {
            seen.entry(clause).or_default().push(format!("{file}:{line}"));
        }
    }
    Ok(seen)
}
