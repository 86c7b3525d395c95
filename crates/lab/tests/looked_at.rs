//! Every topic is asked for its value, not only for the clauses that it can be cited with.
//!
//! A debug build notes for each topic whether anybody ever looked at an answer. After every book was read and every
//! transcript played, nothing of play may be left that was only cited.

#![cfg(debug_assertions)]

mod common;

use baccarat::book::Book;
use baccarat::shelf;
use common::tables::book;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::transcript::run;

/// Tournaments and promotions are not played at a table.
const ELSEWHERE: [&str; 2] = ["tournament.", "promotion."];

#[test]
fn every_topic_of_play_is_looked_at() {
    let books: BTreeMap<&str, Arc<Book>> = shelf::ids().into_iter().map(|id| (id, book(id))).collect();
    for (_, text) in common::transcripts() {
        run(&text, |id| books.get(id).cloned());
    }
    let names = books["nsw"].rules.names();
    let unseen = names.into_iter().filter(|topic| !topic.is_looked_at()).map(|topic| topic.id);
    let unseen: Vec<&str> =
        unseen.filter(|id| !ELSEWHERE.iter().any(|group| id.starts_with(group))).collect();
    assert!(unseen.is_empty(), "cited or forgotten, but never asked for their value:\n{}", unseen.join("\n"));
}
