//! A ledger opened to be read.

use crate::fault::ArchiveFault;
use baccarat::book::Book;
use baccarat::shelf;
use ledger::{By, Draft, Entry, Ledger, LedgerError, Payload, Store, Stream};
use merkle::{Hash, sha256};
use std::sync::Arc;
use table::{TABLE, Time};

/// The kind of stream that holds a book's text; its name is the book's hash.
pub const BOOK: &str = "book";
/// The kind of payload that holds a book's text.
pub const BOOK_TEXT: &str = "book-1";

/// The number of entries read at a time.
pub(crate) const PAGE: u32 = 1_000;

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

pub(crate) fn hash_of(texts: &[String; 2]) -> Hash {
    sha256(&[texts[0].as_bytes(), texts[1].as_bytes()])
}

/// Puts a book's text on record, once, so that a log can be read and judged by whoever does not have the file. Says by which hash
/// records name it.
pub async fn keep_book(ledger: &Ledger, texts: &[String; 2], by: By, at: Time) -> Result<Hash, LedgerError> {
    let hash = hash_of(texts);
    let stream = Stream::new(BOOK, &hash.to_string())?;
    // Whoever recorded it first, the text is the same.
    if ledger.store().last(&stream).await?.is_none() {
        let payload = Payload::new(BOOK_TEXT, texts)?;
        ledger.append(Draft::note(stream, hash.to_string().parse()?, at, by, payload)).await?;
    }
    Ok(hash)
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
        Ok(self.0.streams_of(TABLE).await?)
    }

    /// Hands over the entries of a stream one by one from this sequence, until one is answered with no.
    pub async fn each_entry<E: From<ArchiveFault>>(
        &self,
        stream: &Stream,
        mut from: u64,
        mut take: impl FnMut(Entry) -> Result<bool, E>,
    ) -> Result<(), E> {
        loop {
            let page = self.page(stream, from).await.map_err(E::from)?;
            let Some(last) = page.last() else { return Ok(()) };
            from = last.end();
            for entry in page {
                if !take(entry)? {
                    return Ok(());
                }
            }
        }
    }

    /// Entries of a stream from this sequence, as many as are read at a time.
    pub(crate) async fn page(&self, stream: &Stream, from: u64) -> Result<Vec<Entry>, ArchiveFault> {
        let page = self.0.read(stream, from, PAGE).await?;
        match page.last() {
            Some(last) if last.end() <= from => Err(ArchiveFault::Impossible {
                place: format!("{stream}, sequence {from}"),
                message: "an entry without records".into(),
            }),
            _ => Ok(page),
        }
    }

    /// The book under which a table's log begins: from the ledger itself, one that Croupier knows, or the one given.
    pub async fn book_of(&self, stream: &Stream, given: Option<&[String; 2]>) -> Result<Bound, ArchiveFault> {
        let first = self.0.read(stream, 0, 1).await?;
        let first = first.first().ok_or_else(|| ArchiveFault::Empty(stream.clone()))?;
        self.book(first.book, given).await
    }

    /// The book of this hash: from the ledger itself, one that Croupier knows, or the one given.
    pub async fn book(&self, hash: Hash, given: Option<&[String; 2]>) -> Result<Bound, ArchiveFault> {
        let known = shelf::ids().into_iter().filter_map(shelf::text);
        let known = known.map(|text| [text.to_owned(), String::new()]);
        let mut found = recorded_book(&*self.0, hash).await?.into_iter().chain(given.cloned()).chain(known);
        let texts = found.find(|texts| hash_of(texts) == hash).ok_or(ArchiveFault::NoBook(hash))?;
        Ok(Bound { book: Arc::new(read_book(hash, &texts)?), texts })
    }
}

/// Texts of the shipped books that earlier releases could read and this one cannot, since it asks for more topics. Each is read as the
/// book that this release ships, which says the same of everything that an older table can have recorded.
const EARLIER: [(&str, &str); 4] = [
    ("0a35939479a73fe96bc706d38d2c72fef724b08a4c651d998dffc2480478e202", "act"),
    ("9db72bc5e2c80850fda582e69380cfcac0bcafea21fe9945d7133eb163b827b6", "nsw"),
    ("3b6d7bee26bc58f64057785810e60d0c22ec3c8bab63c19e02188374b3538501", "nz"),
    ("33270b0689073a6a5858545d79d2bd59b74e42a3acfcb9f2c90a01bd756fd87a", "qld"),
];

/// The book of this hash and text, or why it cannot be read. A release before this one may have read it, when fewer topics were asked for and
/// the book that it is based on said something else.
pub(crate) fn read_book(hash: Hash, texts: &[String; 2]) -> Result<Book, ArchiveFault> {
    let hash = hash.to_string();
    let earlier = EARLIER.iter().find(|(earlier, _)| *earlier == hash);
    let [text, base] = [earlier.and_then(|(_, id)| shelf::text(id)).unwrap_or(&texts[0]), &texts[1]];
    let read = match base.is_empty() {
        true => Book::read(text).or_else(|faults| Book::read_again(text, base).map_err(|_| faults)),
        false => Book::read_again(text, base),
    };
    read.map_err(|faults| {
        let message: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
        ArchiveFault::BadBook(format!("the book has {} faults:{}", faults.len(), message.concat()))
    })
}

/// The text of a book, as the ledger has it.
pub(crate) async fn recorded_book(
    store: &dyn Store,
    hash: Hash,
) -> Result<Option<[String; 2]>, ArchiveFault> {
    let Ok(stream) = Stream::new(BOOK, &hash.to_string()) else { return Ok(None) };
    let entries = store.read(&stream, 0, 1).await?;
    let record = entries.first().and_then(|entry| entry.records.first());
    let text = record.map(|record| &record.payload).filter(|payload| payload.kind() == BOOK_TEXT);
    let Some(payload) = text else { return Ok(None) };
    serde_json::from_str(payload.text()).map(Some).map_err(|error| ArchiveFault::Impossible {
        place: format!("{stream}, sequence 0"),
        message: error.to_string(),
    })
}
