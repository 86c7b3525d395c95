//! Editions of books: found by their hash, listed for a table, and compared.

use crate::archive::{Archive, BOOK, hash_of, read_book, recorded_book};
use crate::fault::ArchiveFault;
use baccarat::book::Book;
use baccarat::{compare, shelf};
use ledger::{Edition, Editions, Store, Stream, edition_taken};
use merkle::Hash;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use table::Time;

/// The books that a log can be read by: those whose text it holds, those that Croupier ships, and one that is given. Each is read when it
/// is first asked for.
#[derive(Default)]
pub struct Shelf {
    texts: HashMap<Hash, [String; 2]>,
    read: Mutex<HashMap<Hash, Result<Arc<Book>, String>>>,
}

impl Shelf {
    /// The books of a log.
    pub async fn read(store: &dyn Store, given: Option<&[String; 2]>) -> Result<Shelf, ArchiveFault> {
        let shipped = shelf::ids().into_iter().filter_map(shelf::text);
        let shipped = shipped.map(|text| [text.to_owned(), String::new()]);
        let known = shipped.chain(given.cloned()).map(|texts| (hash_of(&texts), texts));
        let mut texts: HashMap<Hash, [String; 2]> = known.collect();
        for stream in store.streams_of(BOOK).await? {
            let Ok(hash) = stream.name().parse::<Hash>() else { continue };
            // A text that is not what its name says is no book of this log.
            if let Some(found) = recorded_book(store, hash).await?.filter(|found| hash_of(found) == hash) {
                texts.insert(hash, found);
            }
        }
        Ok(Shelf { texts, read: Mutex::default() })
    }

    /// Another book.
    pub fn add(&mut self, texts: [String; 2]) -> Hash {
        let hash = hash_of(&texts);
        self.texts.insert(hash, texts);
        hash
    }

    /// Another book, which was read from these texts.
    pub fn add_read(&mut self, texts: [String; 2], book: Arc<Book>) -> Hash {
        let hash = self.add(texts);
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(hash, Ok(book));
        hash
    }

    /// The text of a book, and of the book it is based on.
    pub fn texts(&self, hash: Hash) -> Option<&[String; 2]> {
        self.texts.get(&hash)
    }

    /// The book of this hash.
    pub fn book(&self, hash: Hash) -> Result<Arc<Book>, ArchiveFault> {
        let texts = self.texts.get(&hash).ok_or(ArchiveFault::NoBook(hash))?;
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let book = read
            .entry(hash)
            .or_insert_with(|| read_book(hash, texts).map(Arc::new).map_err(|fault| fault.to_string()));
        book.clone().map_err(ArchiveFault::BadBook)
    }

    /// The book of this hash, as a log asks for it.
    pub fn edition(&self, hash: Hash) -> Result<Edition<Arc<Book>>, ArchiveFault> {
        Ok(Edition { hash, rules: self.book(hash)? })
    }
}

impl Editions<Arc<Book>> for Shelf {
    fn find(&self, hash: Hash) -> Option<Arc<Book>> {
        self.book(hash).ok()
    }
}

/// An edition of a book that was in force at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InForce {
    /// The sequence of the first record under it.
    pub from: u64,
    /// When it was taken up.
    pub at: Time,
    /// By whom.
    pub by: String,
    /// The hash of its text.
    pub edition: Hash,
    /// The book's id, if its text is to be had.
    pub book: Option<String>,
    /// What it changed, clause by clause, against the one before it at this table.
    pub changed: Vec<Changed>,
}

/// Something on which two editions differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The topic, or `wager.` and the wager's id.
    pub topic: String,
    /// What it is about.
    pub about: String,
    /// What the edition before says, each value with its clauses; empty where it is silent.
    pub before: Vec<String>,
    /// What the later one says.
    pub after: Vec<String>,
}

/// What a later edition of a book changes, clause by clause. Nothing where only its words or comments differ.
pub fn changes(before: &Book, after: &Book) -> Vec<Changed> {
    let said = |column: Option<&compare::Column>| {
        let values = column.map(|column| column.values.as_slice()).unwrap_or_default();
        let value = |value: &compare::Value| match value.clauses.is_empty() {
            true => value.value.clone(),
            false => format!("{} ({})", value.value, value.clauses.join(", ")),
        };
        values.iter().map(value).collect()
    };
    let differs = compare::parameters(&[before.clone(), after.clone()])
        .into_iter()
        .filter(|parameter| parameter.differs);
    differs
        .map(|compare::Parameter { topic, about, said: columns, .. }| Changed {
            topic,
            about,
            before: said(columns.first()),
            after: said(columns.get(1)),
        })
        .collect()
}

impl Archive {
    /// The editions that were in force at a table, in order; the last one is in force.
    pub async fn editions(&self, stream: &Stream) -> Result<Vec<InForce>, ArchiveFault> {
        let shelf = Shelf::read(self.store(), None).await?;
        let (mut editions, mut before): (Vec<InForce>, Option<Arc<Book>>) = (Vec::new(), None);
        self.each_entry(stream, 0, |entry| {
            if entry.first == 0 || edition_taken(&entry)?.is_some() {
                let rules = shelf.book(entry.book).ok();
                let book = rules.as_ref().map(|book| book.id.clone());
                let changed = match (&before, &rules) {
                    (Some(before), Some(rules)) => changes(before, rules),
                    _ => Vec::new(),
                };
                before = rules;
                let (from, at, edition) = (entry.first, entry.at, entry.book);
                editions.push(InForce { from, at, by: entry.by.to_string(), edition, book, changed });
            }
            Ok::<_, ArchiveFault>(true)
        })
        .await?;
        Ok(editions)
    }
}
