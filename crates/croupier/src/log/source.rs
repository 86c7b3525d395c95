//! A ledger opened to be read.

use super::TableOf;
use crate::failure::Failure;
use crate::library;
use baccarat::book::Book;
use baccarat::shelf;
use ledger::{Entry, Later, LedgerError, Sqlite, Store, StoreError, Stream, TABLE};
use merkle::{Hash, sha256};
use std::path::Path;
use std::sync::Arc;

/// The kind of stream that holds a book's text; its name is the book's hash.
pub const BOOK: &str = "book";
/// The kind of payload that holds a book's text.
pub const BOOK_TEXT: &str = "book-1";

/// The kind of stream that holds the public record of a table's shoes, line by line.
pub const SHOE: &str = "shoe";
/// The kind of payload that holds such a line, as a JSON text.
pub const SHOE_LINE: &str = "shoe-line-1";

/// So many entries are read at a time.
const PAGE: u32 = 1_000;

/// A ledger.
pub struct Source {
    runtime: tokio::runtime::Runtime,
    store: Sqlite,
}

/// A book and the text it was read from.
pub struct Bound {
    /// The book.
    pub book: Arc<Book>,
    /// Its file, and the file of the book it is based on.
    pub texts: [String; 2],
}

impl Bound {
    /// The hash by which records name it.
    pub fn hash(&self) -> Hash {
        sha256(&[self.texts[0].as_bytes(), self.texts[1].as_bytes()])
    }
}

impl Source {
    /// Opens the ledger in a folder.
    pub fn open(folder: &Path) -> Result<Source, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        let store =
            runtime.block_on(Sqlite::read_only(folder)).map_err(|error| unreadable(folder, &error))?;
        Ok(Source { runtime, store })
    }

    /// What is kept there.
    pub fn store(&self) -> &Sqlite {
        &self.store
    }

    /// Waits for an answer.
    pub fn wait<T>(&self, later: Later<'_, T>) -> Result<T, Failure> {
        self.runtime.block_on(later).map_err(|error| Failure::refused(error.to_string()))
    }

    /// Waits for something else.
    pub fn block_on<F: Future>(&self, later: F) -> F::Output {
        self.runtime.block_on(later)
    }

    /// Every table.
    pub fn tables(&self) -> Result<Vec<Stream>, Failure> {
        let streams = self.wait(self.store.streams())?;
        Ok(streams.into_iter().filter(|stream| stream.kind() == TABLE).collect())
    }

    /// The table that is asked for.
    pub fn table(&self, asked: &TableOf) -> Result<Stream, Failure> {
        let tables = self.tables()?;
        let names = || tables.iter().map(Stream::name).collect::<Vec<_>>().join(", ");
        match (&asked.table, tables.as_slice()) {
            (_, []) => Err(Failure::refused("this ledger holds no table")),
            (None, [only]) => Ok(only.clone()),
            (None, _) => Err(Failure::usage(format!("say which --table: allowed are {}", names()))),
            (Some(name), tables) => {
                let found = tables.iter().find(|stream| stream.name() == name).cloned();
                found.ok_or_else(|| Failure::usage(format!("no table `{name}`: allowed are {}", names())))
            }
        }
    }

    /// Hands over the entries of a stream one by one from this sequence, until one is answered with no.
    pub fn each_entry(
        &self,
        stream: &Stream,
        mut from: u64,
        mut take: impl FnMut(Entry) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        loop {
            let page = self.wait(self.store.read(stream, from, PAGE))?;
            let Some(last) = page.last() else { return Ok(()) };
            let end = last.end();
            if end <= from {
                return Err(Failure::refused(format!("{stream}, sequence {from}: an entry without records")));
            }
            from = end;
            for entry in page {
                if !take(entry)? {
                    return Ok(());
                }
            }
        }
    }

    /// The book of this hash: from the ledger itself, one that Croupier knows, or the file that was given.
    pub fn book(&self, hash: Hash, given: Option<&str>) -> Result<Bound, Failure> {
        let given = match given {
            Some(name) => Some(library::texts_of(name, &library::open(name)?)?),
            None => None,
        };
        let known = shelf::ids().into_iter().filter_map(shelf::text);
        let known = known.map(|text| [text.to_owned(), String::new()]);
        let mut found = self.recorded_book(hash)?.into_iter().chain(given).chain(known);
        let fits = |texts: &[String; 2]| sha256(&[texts[0].as_bytes(), texts[1].as_bytes()]) == hash;
        let Some(texts) = found.find(fits) else {
            return Err(Failure::refused(format!(
                "the book of this table, {hash}, is neither in the ledger nor known; give its file with --book"
            )));
        };
        let book = Book::read(&texts[0]);
        let book = book.map_err(|faults| Failure::refused(library::told("the book", &faults)))?;
        Ok(Bound { book: Arc::new(book), texts })
    }

    fn recorded_book(&self, hash: Hash) -> Result<Option<[String; 2]>, Failure> {
        let Ok(stream) = Stream::new(BOOK, &hash.to_string()) else { return Ok(None) };
        let entries = self.wait(self.store.read(&stream, 0, 1))?;
        let record = entries.first().and_then(|entry| entry.records.first());
        let Some(payload) =
            record.map(|record| &record.payload).filter(|payload| payload.kind() == BOOK_TEXT)
        else {
            return Ok(None);
        };
        let texts = serde_json::from_str(payload.text());
        texts.map(Some).map_err(|error| Failure::refused(format!("{stream}, sequence 0: {error}")))
    }
}

fn unreadable(folder: &Path, error: &StoreError) -> Failure {
    let exit = crate::failure::Exit::Unreadable;
    Failure { exit, text: format!("cannot read the ledger in {}: {error}", folder.display()) }
}

/// What a ledger says is wrong.
pub fn refused(error: LedgerError) -> Failure {
    Failure::refused(error.to_string())
}
