//! Every topic is asked for its value, not only for the clauses that it can be cited with.
//!
//! A debug build notes for each topic whether anybody ever looked at an answer. After every book was read and proved and every transcript of tables,
//! tournaments and promotions played, nothing may be left that was only cited.

#![cfg(debug_assertions)]

use baccarat::book::Book;
use baccarat::shelf;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The texts of all transcripts, whatever they are played at.
fn transcripts(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(transcripts(&path));
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            found.push(std::fs::read_to_string(path).unwrap());
        }
    }
    found
}

#[test]
fn every_topic_is_looked_at() {
    let read = |id| Arc::new(Book::read(shelf::text(id).unwrap()).unwrap());
    let books: BTreeMap<&str, Arc<Book>> = shelf::ids().into_iter().map(|id| (id, read(id))).collect();
    for id in shelf::ids() {
        let faults = Book::check(shelf::text(id).unwrap());
        assert!(faults.is_ok(), "{id} is proved");
    }
    let book = |id: &str| books.get(id).cloned();
    for text in transcripts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../transcripts")) {
        if tournament::transcript::is_one(&text) {
            tournament::transcript::run(&text, book);
        } else if promotion::transcript::is_one(&text) {
            promotion::transcript::run(&text, book);
        } else {
            table::transcript::run(&text, book);
        }
    }
    let names = books["nsw"].rules.names();
    let mut unseen: Vec<&str> =
        names.into_iter().filter(|topic| !topic.is_looked_at()).map(|topic| topic.id).collect();
    unseen.sort_unstable();
    assert_eq!(unseen, Vec::<&str>::new(), "cited or forgotten, but never asked for their value");
}
