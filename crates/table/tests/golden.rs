//! The log's format is frozen: a golden record of every fact and a golden snapshot, read and written again byte for byte.
//!
//! `tests/golden/facts.jsonl` holds one record as the log keeps it for every declared fact, in the order of the declarations.
//! A record is never altered. A new fact gets one: run this test, and it prints what a transcript wrote for it.

mod common;

use aggregate::{Aggregate, By, Text};
use common::tables::book;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use table::transcript::run;
use table::{Event, Fact, Table, Time};

const KIND: &str = "table-event-1";

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

fn golden(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_default()
}

/// Somebody who did nothing, so that every record says who did.
fn nobody() -> By {
    By::new("nobody", "inspector")
}

fn written(event: &Event) -> String {
    let written = Table::write_event(event, &nobody()).unwrap();
    assert_eq!(written.kind, KIND, "a new kind gets records of its own; those of the old one stay");
    written.json
}

fn read(json: &str) -> Event {
    Table::read_event(Text { kind: KIND, json }, &nobody(), Time(0))
        .unwrap_or_else(|error| panic!("{json} is no longer read: {error:?}"))
}

/// The first event of every fact that transcripts of any book lead to.
fn played() -> BTreeMap<&'static str, Event> {
    let books: BTreeMap<&str, _> = baccarat::shelf::ids().into_iter().map(|id| (id, book(id))).collect();
    let mut first = BTreeMap::new();
    for (_, text) in common::transcripts() {
        for event in run(&text, |id| books.get(id).cloned()).events {
            first.entry(event.fact.word()).or_insert(event);
        }
    }
    first
}

#[test]
fn every_fact_has_a_golden_record() {
    let golden = golden("facts.jsonl");
    let known: Vec<&'static str> = golden.lines().map(|line| read(line).fact.word()).collect();
    let declared: Vec<&'static str> = Fact::all().map(|info| info.word).collect();
    let missing: Vec<&str> = declared.iter().copied().filter(|word| !known.contains(word)).collect();
    if !missing.is_empty() {
        let played = played();
        for word in &missing {
            match played.get(word) {
                Some(event) => println!("{}", written(event)),
                None => println!("no transcript leads to {word}; write its record by hand"),
            }
        }
        panic!("tests/golden/facts.jsonl lacks a record of {missing:?}; see above");
    }
    assert_eq!(known, declared, "one record each, in the order of the declarations");
}

#[test]
fn every_golden_record_is_read_and_written_as_it_was() {
    let golden = golden("facts.jsonl");
    assert!(golden.lines().count() > 100);
    for line in golden.lines() {
        let event = read(line);
        assert_eq!(written(&event), line, "{}", event.fact.word());
        assert_eq!(read(&written(&event)), event);
    }
}

/// Is everything of the one in the other, as it was? A later version may add fields.
fn holds(new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Object(new), Value::Object(old)) => {
            old.iter().all(|(key, old)| new.get(key).is_some_and(|new| holds(new, old)))
        }
        (Value::Array(new), Value::Array(old)) => {
            new.len() == old.len() && new.iter().zip(old).all(|(new, old)| holds(new, old))
        }
        (new, old) => new == old,
    }
}

#[test]
fn a_golden_snapshot_of_the_table_is_read_and_written_as_it_was() {
    assert_eq!(Table::STATE_FORM, 5, "another form gets a golden snapshot of its own");
    for id in ["act", "nsw"] {
        let name = format!("table-{id}.json");
        let golden = golden(&name);
        let read = |text: &str| <Table as Aggregate>::restore(&book(id), text).unwrap();
        let table = read(golden.trim_end());
        assert!(!table.state().record.is_empty(), "{name} has coups that are over");
        let written = table.write_state().unwrap();
        let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        assert!(holds(&value(&written), &value(&golden)), "{name} is written otherwise: {written}");
        assert_eq!(read(&written).state(), table.state());
    }
}

/// Writes what is missing of the golden files; what is there stays.
#[test]
#[ignore = "only for a new fact or a new form of snapshot: it writes files"]
fn write_what_is_missing() {
    let mut records: BTreeMap<&'static str, String> =
        golden("facts.jsonl").lines().map(|line| (read(line).fact.word(), line.to_owned())).collect();
    for (word, event) in played() {
        records.entry(word).or_insert_with(|| written(&event));
    }
    let lines: Vec<String> =
        Fact::all().filter_map(|info| records.get(info.word)).map(|line| format!("{line}\n")).collect();
    std::fs::write(path("facts.jsonl"), lines.concat()).unwrap();
    for id in ["act", "nsw"] {
        let name = format!("table-{id}.json");
        if !path(&name).exists() {
            std::fs::write(path(&name), snapshot(id) + "\n").unwrap();
        }
    }
}

/// The largest snapshot below sixteen thousand bytes that transcripts of a book lead to, with a coup over and one under way.
fn snapshot(id: &str) -> String {
    let book = book(id);
    let mut best = String::new();
    for (_, text) in common::transcripts() {
        let report = run(&text, |wanted| (wanted == id).then(|| book.clone()));
        let whole = report.events.len();
        for end in (1..=whole).rev().take(60) {
            let Some(table) = Table::replay(book.clone(), &report.events[..end]) else { continue };
            let state = table.state();
            let rich = !state.record.is_empty() && !state.stakes.is_empty() && !state.staff.is_empty();
            let text = table.write_state().unwrap();
            if rich && text.len() < 16_000 && text.len() > best.len() {
                best = text;
            }
        }
    }
    best
}
