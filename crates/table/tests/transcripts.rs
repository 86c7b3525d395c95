//! Every transcript of the conformance suite passes, whatever the wagers are called.

mod common;

use baccarat::book::Book;
use baccarat::shelf;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::transcript::{Report, run};
use toml::Value;

type Books = BTreeMap<String, Arc<Book>>;

fn books(text: impl Fn(&str) -> String) -> Books {
    let read = |id: &str| Arc::new(Book::read(&text(id)).unwrap());
    shelf::ids().into_iter().map(|id| (id.to_owned(), read(id))).collect()
}

/// What fails of all transcripts, each told as this function would have it.
fn failed(books: &Books, told: impl Fn(&str, &str) -> String) -> Vec<String> {
    let mut failed = Vec::new();
    let transcripts = common::transcripts();
    assert!(!transcripts.is_empty(), "there are transcripts");
    for (name, text) in transcripts {
        let folder = name.split('/').next().unwrap_or_default();
        let Report { failures, .. } = run(&told(folder, &text), |id| books.get(id).cloned());
        failed.extend(failures.into_iter().map(|failure| format!("{name} {failure}")));
    }
    failed
}

#[test]
fn every_transcript_passes() {
    let books = books(|id| shelf::text(id).unwrap().to_owned());
    let failed = failed(&books, |_, text| text.to_owned());
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

/// New ids for all wagers of a book. They keep the order of the old ones, since messages list wagers in it.
fn new_ids(book: &Value) -> BTreeMap<String, String> {
    let wagers = book["wager"].as_array().unwrap();
    let old: BTreeSet<&str> = wagers.iter().map(|wager| wager["id"].as_str().unwrap()).collect();
    old.into_iter().enumerate().map(|(nth, id)| (id.to_owned(), format!("w{nth:02}"))).collect()
}

/// Renames wagers wherever a book names them: at their own table, and in every list of wagers.
fn rename(value: &mut Value, ids: &BTreeMap<String, String>) {
    let new = |id: &mut Value| *id = Value::String(ids[id.as_str().unwrap()].clone());
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                match (key.as_str(), value) {
                    ("wagers" | "inexact_for", Value::Array(list)) => list.iter_mut().for_each(new),
                    ("wager", Value::Array(wagers)) => {
                        wagers.iter_mut().for_each(|wager| new(wager.get_mut("id").unwrap()));
                    }
                    (_, value) => rename(value, ids),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, ids)),
        _ => {}
    }
}

/// Renames wagers in a transcript. An id stands behind a box, or where a message speaks of a wager.
fn retold(text: &str, ids: &BTreeMap<String, String>) -> String {
    let renamed = |line: &str| {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let filled: Vec<usize> = (0..words.len()).filter(|place| !words[*place].is_empty()).collect();
        for nth in 0..filled.len() {
            let at = |away: isize| {
                let place = nth.checked_add_signed(away).and_then(|nth| filled.get(nth));
                place.map_or("", |place| words[*place].as_str())
            };
            let a_box = at(-2) == "box" && at(-1).parse::<u8>().is_ok();
            let exactly = at(-1) == "on" && at(1) == "exactly";
            let a_wager = matches!(at(-1), "a" | "one" | "no") && at(1) == "wager";
            let corrected = at(-1) == "was" && at(1).parse::<u32>().is_ok();
            let together = at(1) == "together" || at(1) == "and";
            let refused = at(-1) == "refused" && matches!((at(1), at(2)), ("is", _) | ("needs", "a"));
            let approved = at(-1) == "and" && at(-2) == "hands";
            let own_area = at(-1) == "area-most-of";
            let settled = at(-1) == "expect" && matches!(at(2), "wins" | "placed" | "undone");
            let word = &mut words[filled[nth]];
            let named = a_box || exactly || a_wager || corrected || own_area;
            if named || together || refused || settled || approved {
                *word = ids.get(word).unwrap_or(word).clone();
            } else if let Some(id) = word.strip_prefix("wager.") {
                *word = format!("wager.{}", ids.get(id).map_or(id, String::as_str));
            }
        }
        words.join(" ")
    };
    text.lines().map(renamed).collect::<Vec<_>>().join("\n")
}

/// No code asks for the id of a wager: what it has to know, the book says.
#[test]
fn every_transcript_passes_under_other_ids() {
    let mut ids = BTreeMap::new();
    let mut texts = BTreeMap::new();
    for id in shelf::ids() {
        let mut book = Value::Table(shelf::text(id).unwrap().parse().unwrap());
        ids.insert(id.to_owned(), new_ids(&book));
        rename(&mut book, &ids[id]);
        texts.insert(id.to_owned(), toml::to_string(&book).unwrap());
    }
    let books = books(|id| texts[id].clone());
    let failed = failed(&books, |folder, text| retold(text, &ids[folder]));
    assert!(failed.is_empty(), "{}\n{}", failed.len(), failed.join("\n"));
}
