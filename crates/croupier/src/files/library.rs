//! Books by id or by file.

use crate::failure::Failure;
use baccarat::book::Book;
use baccarat::fault::Fault;
use baccarat::shelf;
use merkle::{Hash, sha256};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The largest file that is read: far above any real one.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// The book with this id, or in this file.
pub fn open(name: &str) -> Result<Book, Failure> {
    let text = text_of(name)?;
    Book::read(&text).map_err(|faults| Failure::refused(message(name, &faults)))
}

/// The same, for an answer that does not bear by itself that a book is altered: then its name says so, and a line beside the answer.
pub fn open_and_warn(name: &str) -> Result<Book, Failure> {
    let mut book = open(name)?;
    // What comes from the shelf is published; only a file can be altered.
    if shelf::text(&name.to_lowercase()).is_none()
        && let Some(warning) = lab::Provenance::of(&book).warning()
    {
        book.name.push_str(lab::ALTERED_MARK);
        eprintln!("{warning}");
    }
    Ok(book)
}

/// A book as another file names it: by id, or by a file beside that one. A house's own book is named by its id, as the house knows it, if its
/// file is called so.
pub fn beside(file: &str, book: &str) -> String {
    if shelf::text(book).is_some() {
        return book.to_owned();
    }
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let called = if looks_like_file(book) { book.to_owned() } else { format!("{book}.toml") };
    let found = folder.join(called);
    match looks_like_file(book) || found.exists() {
        true => found.to_string_lossy().into_owned(),
        false => book.to_owned(),
    }
}

/// The text of a published book, or of a file.
pub fn text_of(name: &str) -> Result<String, Failure> {
    match shelf::text(name) {
        Some(text) => Ok(text.to_owned()),
        None if Path::new(name).exists() || looks_like_file(name) => read_file(name),
        // Nobody should have to know that ids are in small letters.
        None => match shelf::text(&name.to_lowercase()) {
            Some(text) => Ok(text.to_owned()),
            None => Err(Failure::usage(format!(
                "no book `{name}`: allowed are {}, or the path of a book file{}",
                shelf::ids().join(", "),
                lab::meant(name, shelf::ids())
            ))),
        },
    }
}

/// The file of a book and the file that it is based on, which may be empty.
pub fn texts_of(name: &str, book: &Book) -> Result<[String; 2], Failure> {
    let base = book.based_on.as_deref().and_then(shelf::text).unwrap_or("");
    Ok([text_of(name)?, base.to_owned()])
}

/// The hash of a book: of the file, followed by the file that it is based on.
pub fn hash_of(name: &str, book: &Book) -> Result<Hash, Failure> {
    let texts = texts_of(name, book)?;
    Ok(sha256(&[texts[0].as_bytes(), texts[1].as_bytes()]))
}

/// Faults as one block, a line each.
pub fn message(name: &str, faults: &[Fault]) -> String {
    let count = match faults.len() {
        1 => "1 fault".to_owned(),
        many => format!("{many} faults"),
    };
    let lines = faults.iter().map(|fault| format!("  {fault}"));
    std::iter::once(format!("{name}: {count}")).chain(lines).collect::<Vec<_>>().join("\n")
}

/// Reads a text file from outside.
pub fn read_file(name: &str) -> Result<String, Failure> {
    let path = Path::new(name);
    let mut bytes = Vec::new();
    // One byte more than is allowed, so that too much is noticed and never held, even of a file without end.
    File::open(path)
        .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| Failure::unreadable(path, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::refused(format!(
            "{name} has more than {MOST_BYTES} bytes; allowed are {MOST_BYTES}"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|byte| *byte == b'\n').count();
        Failure::refused(format!("{name}: line {line}: not UTF-8 text"))
    })
}

fn looks_like_file(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}
