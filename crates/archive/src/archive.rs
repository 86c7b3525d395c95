//! A ledger opened to be read.

use crate::fault::ArchiveFault;
use baccarat::book::Book;
use baccarat::shelf;
use ledger::{By, Draft, Entry, LedgerError, Payload, Store, Stream, TABLE};
use merkle::{Hash, sha256};
use std::sync::Arc;
use table::Time;

/// The kind of stream that holds a book's text; its name is the book's hash.
pub const BOOK: &str = "book";
/// The kind of payload that holds a book's text.
pub const BOOK_TEXT: &str = "book-1";

/// So many entries are read at a time.
const PAGE: u32 = 1_000;

/// A ledger to be read. Clones are the same one.
#[derive(Clone)]
pub struct Archive(Arc<dyn Store>);

/// A book and the text it was read from.
#[derive(Clone)]
pub struct Bound {
    /// The book.
    pub book: Arc<Book>,
    /// Its file, and the file of the book it is based on.
    pub texts: [String; 2],
}

impl Bound {
    /// The hash by which records name it.
    pub fn hash(&self) -> Hash {
        hash_of(&self.texts)
    }
}

fn hash_of(texts: &[String; 2]) -> Hash {
    sha256(&[texts[0].as_bytes(), texts[1].as_bytes()])
}

/// Puts a book's text on record, once, so that a log can be read by whoever does not have the file.
pub fn book_draft(texts: &[String; 2], by: By, at: Time) -> Result<Draft, LedgerError> {
    let hash = hash_of(texts).to_string();
    Ok(Draft::note(Stream::new(BOOK, &hash)?, hash.parse()?, at, by, Payload::new(BOOK_TEXT, texts)?))
}

impl Archive {
    /// What is kept in this store.
    pub fn over(store: Arc<dyn Store>) -> Archive {
        Archive(store)
    }

    /// What it is kept in.
    pub fn store(&self) -> &dyn Store {
        &*self.0
    }

    /// The same, to be handed on.
    pub(crate) fn shared(&self) -> Arc<dyn Store> {
        self.0.clone()
    }

    /// Every table.
    pub async fn tables(&self) -> Result<Vec<Stream>, ArchiveFault> {
        let streams = self.0.streams().await?;
        Ok(streams.into_iter().filter(|stream| stream.kind() == TABLE).collect())
    }

    /// Hands over the entries of a stream one by one from this sequence, until one is answered with no.
    pub async fn each_entry<E: From<ArchiveFault>>(
        &self,
        stream: &Stream,
        mut from: u64,
        mut take: impl FnMut(Entry) -> Result<bool, E>,
    ) -> Result<(), E> {
        loop {
            let page = self.0.read(stream, from, PAGE).await.map_err(ArchiveFault::from)?;
            let Some(last) = page.last() else { return Ok(()) };
            let end = last.end();
            if end <= from {
                let place = format!("{stream}, sequence {from}");
                return Err(
                    ArchiveFault::Impossible { place, message: "an entry without records".into() }.into()
                );
            }
            from = end;
            for entry in page {
                if !take(entry)? {
                    return Ok(());
                }
            }
        }
    }

    /// The book under which a table's log begins: from the ledger itself, one that Croupier knows, or the one given.
    pub async fn book_of(&self, stream: &Stream, given: Option<&[String; 2]>) -> Result<Bound, ArchiveFault> {
        let first = self.0.read(stream, 0, 1).await?;
        let first = first.first().ok_or_else(|| ArchiveFault::Empty(stream.clone()))?;
        self.book(first.book, given).await
    }

    async fn book(&self, hash: Hash, given: Option<&[String; 2]>) -> Result<Bound, ArchiveFault> {
        let known = shelf::ids().into_iter().filter_map(shelf::text);
        let known = known.map(|text| [text.to_owned(), String::new()]);
        let mut found = self.recorded_book(hash).await?.into_iter().chain(given.cloned()).chain(known);
        let texts = found.find(|texts| hash_of(texts) == hash).ok_or(ArchiveFault::NoBook(hash))?;
        let book = Book::read(&texts[0]).map_err(|faults| {
            let message: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
            ArchiveFault::BadBook(format!("the book has {} faults:{}", faults.len(), message.concat()))
        })?;
        Ok(Bound { book: Arc::new(book), texts })
    }

    async fn recorded_book(&self, hash: Hash) -> Result<Option<[String; 2]>, ArchiveFault> {
        let Ok(stream) = Stream::new(BOOK, &hash.to_string()) else { return Ok(None) };
        let entries = self.0.read(&stream, 0, 1).await?;
        let record = entries.first().and_then(|entry| entry.records.first());
        let text = record.map(|record| &record.payload).filter(|payload| payload.kind() == BOOK_TEXT);
        let Some(payload) = text else { return Ok(None) };
        serde_json::from_str(payload.text()).map(Some).map_err(|error| ArchiveFault::Impossible {
            place: format!("{stream}, sequence 0"),
            message: error.to_string(),
        })
    }
}
