//! What of a book is asked about: a settlement method, decks, wagers. Each is checked against the book.

use crate::error::Error;
use baccarat::book::Book;
use baccarat::wager::Wager;
use table::nearest::meant;

/// The settlement method asked for, or the book's first.
pub fn method(book: &Book, asked: Option<&str>) -> Result<String, Error> {
    let known: Vec<&str> = book.methods().map(|method| method.id.as_str()).collect();
    match asked {
        None => known.first().map(|method| (*method).to_owned()).ok_or_else(|| no_method(book, "", &known)),
        Some(method) if known.contains(&method) => Ok(method.to_owned()),
        Some(method) if known.contains(&method.to_lowercase().as_str()) => Ok(method.to_lowercase()),
        Some(method) => Err(no_method(book, method, &known)),
    }
}

fn no_method(book: &Book, method: &str, known: &[&str]) -> Error {
    let clauses = book.methods().next().map(|method| format!(" ({} {})", book.id, method.basis));
    Error::refused(format!(
        "{} has no settlement method `{method}`; allowed are {}{}{}",
        book.name,
        known.join(", "),
        clauses.unwrap_or_default(),
        meant(method, known.iter().copied())
    ))
}

/// The number of decks asked for, or the most that the book allows.
pub fn decks(book: &Book, asked: Option<u8>) -> Result<u8, Error> {
    let allowed = &book.rules.cards.decks;
    let decks = asked.or(allowed.0.last().copied()).unwrap_or(8);
    if allowed.0.contains(&decks) {
        return Ok(decks);
    }
    let list: Vec<String> = allowed.0.iter().map(u8::to_string).collect();
    Err(Error::refused(format!(
        "{} does not allow {decks} decks; allowed: {} ({} {}). --shoe takes any composition.",
        book.name,
        list.join(", "),
        book.id,
        allowed.basis
    )))
}

/// The wagers asked for, or all of the method.
pub fn wagers(book: &Book, method: &str, asked: &[String]) -> Result<Vec<Wager>, Error> {
    let all = book.wagers(method).unwrap_or_default();
    if asked.is_empty() {
        return Ok(all.to_vec());
    }
    let find = |id: &str| {
        all.iter().find(|wager| wager.id.as_str() == id).cloned().ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|wager| wager.id.as_str()).collect();
            let meant = meant(id, known.iter().copied());
            Error::refused(format!(
                "{} has no wager `{id}`; allowed are {}{meant}",
                book.name,
                known.join(", ")
            ))
        })
    };
    asked.iter().flat_map(|ids| ids.split(',')).map(find).collect()
}
