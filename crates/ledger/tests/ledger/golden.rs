//! Logs that were written once and must read the same for ever.
//!
//! `golden/croupier-ledger-1.jsonl` has every record of a short evening, in the order they were taken. It is never altered: a new
//! encoding gets a new file. `golden/state.txt` has the form of the state, and the hash of the state that the table came to.

use crate::common::{book, book_hash, record_hash};
use aggregate::Aggregate;
use ledger::{Against, By, Chained, Entry, Ledger, Payload, state_hash, store, verify};
use merkle::Hash;
use serde::Deserialize;
use table::{Table, Time};
use tempfile::tempdir;

const GOLDEN: &str = include_str!("../../golden/croupier-ledger-1.jsonl");
const STATE: &str = include_str!("../../golden/state.txt");

#[derive(Deserialize)]
struct Line {
    stream: String,
    sequence: u64,
    time: i64,
    actor: String,
    role: String,
    command: String,
    request: Hash,
    book: Hash,
    kind: String,
    payload: String,
    previous: Hash,
    hash: Hash,
}

fn lines() -> Vec<Line> {
    GOLDEN.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_hash_is_what_the_page_says() {
    assert!(lines().len() > 50);
    for line in lines() {
        let Line {
            stream,
            sequence,
            time,
            actor,
            role,
            command,
            request,
            book,
            kind,
            payload,
            previous,
            hash,
        } = line;
        let names = [stream.as_str(), &actor, &role, &command, &kind, &payload];
        assert_eq!(
            record_hash(names, sequence, time, [request.0, book.0, previous.0]),
            hash,
            "{stream} {sequence}"
        );
    }
}

#[tokio::test]
async fn the_log_still_holds_and_leads_to_the_same_table() {
    let home = tempdir().unwrap();
    let store = store::open(home.path()).await.unwrap();
    let mut entries: Vec<Entry> = Vec::new();
    for line in lines() {
        let payload: serde_json::Value = serde_json::from_str(&line.payload).unwrap();
        let payload = Payload::new(&line.kind, &payload).unwrap();
        assert_eq!(payload.text(), line.payload);
        let record = Chained { payload, hash: line.hash };
        match entries.last_mut() {
            Some(last) if last.command.as_str() == line.command && last.stream.as_str() == line.stream => {
                last.records.push(record)
            }
            _ => entries.push(Entry {
                stream: line.stream.parse().unwrap(),
                first: line.sequence,
                at: Time(line.time),
                by: By::new(line.actor, line.role),
                command: line.command.parse().unwrap(),
                request: line.request,
                book: line.book,
                previous: line.previous,
                records: vec![record],
            }),
        }
    }
    store.append(&entries).await.unwrap();
    let report = verify(&*store, &Against::default()).await.unwrap();
    assert_eq!(report.faults, []);
    assert_eq!((report.checkpoints, report.records()), (1, lines().len() as u64));

    // The book of that day is not the book of today; its table opens under any that still knows its settings.
    let recorded = entries[0].book;
    let ledger = Ledger::over(store);
    let log = ledger.resume::<Table>("golden", &|_| Some(book("nsw"))).await.unwrap();
    assert_ne!(recorded, book_hash("act"));
    let found = format!("{} {}", Table::STATE_FORM, state_hash(log.state()).unwrap());
    // Debug and release builds give the same line, on every machine.
    assert_eq!(
        found,
        STATE.trim(),
        "the state of a table has taken another form: raise Table::STATE_FORM by one and write form and hash to golden/state.txt"
    );
}
