//! Which transcripts exercise each clause.

use crate::commands::check::{Shelf, files};
use crate::failure::Failure;
use crate::files::library;
use crate::screen::Screen;
use baccarat::book::Book;
use lab::coverage::{coverage, play, wanted};

/// For each clause that is not a mere fact, the transcripts that exercise it, and those still bare.
pub fn show(book: &Book, folder: &str, as_json: bool, screen: &Screen) -> Result<(), Failure> {
    let shelf = Shelf::default();
    let mut played = Vec::new();
    for file in files(&[folder.to_owned()])? {
        let text = library::read_file(&file)?;
        played.push(play(&file, &text, |name| shelf.book(name).ok()));
    }
    let coverage = coverage(book, played);
    if as_json {
        return Ok(screen.write(&lab::json(&coverage)?)?);
    }
    let mut table = screen.table(&["clause", "gist", "exercised by"]);
    for clause in wanted(book) {
        let by = coverage.by.get(clause.number.as_str()).map(|places| places.join("\n")).unwrap_or_default();
        table.add_row(vec![screen.strong(&clause.number), screen.plain(&clause.gist), screen.plain(by)]);
    }
    let share = format!(
        "{} of {} clauses that are not mere facts are exercised; {} are bare",
        coverage.covered,
        coverage.clauses,
        coverage.bare.len()
    );
    let foot = screen.foot(&coverage.provenance);
    Ok(screen.write(&format!("{}{share}\n{foot}", screen.text_of(&table)))?)
}
