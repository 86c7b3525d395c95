//! Logs rebuilt and signed with the house's own key: chains and signatures hold, and deciding again tells.

use crate::common::{Seeded, book, book_hash, evening, full, id, place, record_hash, seat, submit};
use ledger::{
    Against, By, Chained, Entry, Fault, Judges, Key, Ledger, Payload, Reached, Time, store, verify,
};
use merkle::{Hash, sha256};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use table::{Command, Table};
use tempfile::{TempDir, tempdir};

fn nsw(hash: Hash) -> Option<Arc<baccarat::book::Book>> {
    (hash == book_hash("nsw")).then(|| book("nsw"))
}

/// An evening on record, accepted and refused.
async fn recorded(coups: usize) -> (TempDir, Vec<Entry>) {
    recorded_with(coups, None).await
}

/// The same; before the command of this number, somebody asks for more than anybody may bet.
async fn recorded_with(coups: usize, too_much: Option<&str>) -> (TempDir, Vec<Entry>) {
    let home = tempdir().unwrap();
    let evening = evening("nsw", 41, coups);
    let ledger = Ledger::open(home.path()).await.unwrap();
    let mut log = seat(&ledger, "one", &evening).await.unwrap();
    for (number, command) in evening.commands.iter().enumerate() {
        let number = number.to_string();
        if too_much == Some(number.as_str()) {
            let refused = Command { acts: vec![place(0, "player", 1_000_000)], ..command.clone() };
            submit(&mut log, &id("too-much"), &refused).await.unwrap();
        }
        submit(&mut log, &id(&number), command).await.unwrap();
    }
    let entries = ledger.store().all(0, u32::MAX).await.unwrap();
    let entries = entries.into_iter().map(|(_, entry)| entry.unwrap()).collect();
    ledger.close().await.unwrap();
    (home, entries)
}

/// The same log chained anew, and signed by the house's own key.
async fn rebuilt(entries: &[Entry]) -> TempDir {
    let home = tempdir().unwrap();
    let mut heads: HashMap<String, (u64, Hash)> = HashMap::new();
    let mut chained = Vec::new();
    for entry in entries {
        let (first, mut previous) = heads.get(entry.stream.as_str()).copied().unwrap_or((0, Hash::NONE));
        let mut next = Entry { first, previous, records: Vec::new(), ..entry.clone() };
        if let Some(asked) = entry.records.first().filter(|record| record.payload.kind() == "asked-1") {
            next.request = sha256(&[asked.payload.text().as_bytes()]);
        }
        for (place, record) in entry.records.iter().enumerate() {
            let texts = [
                next.stream.as_str(),
                &next.by.name,
                &next.by.role,
                next.command.as_str(),
                record.payload.kind(),
                record.payload.text(),
            ];
            let hashes = [next.request.0, next.book.0, previous.0];
            let hash = record_hash(texts, first + place as u64, next.at.0, hashes);
            next.records.push(Chained { payload: record.payload.clone(), hash });
            previous = hash;
        }
        heads.insert(next.stream.to_string(), (next.end(), previous));
        chained.push(next);
    }
    let store = store::open(home.path()).await.unwrap();
    store.append(&chained).await.unwrap();
    let ledger = Ledger::over(store);
    let key = Key::open(&home.path().join("key")).unwrap();
    ledger.checkpoint(&key, By::new("house", "recorder"), Time(9)).await.unwrap();
    ledger.close().await.unwrap();
    home
}

async fn faults(folder: &Path) -> Vec<Fault> {
    let store = store::read_only(folder).await.unwrap();
    let against = Against { judges: Judges::of::<Table>(&nsw), ..Against::default() };
    let report = verify(&*store, &against).await.unwrap();
    store.close().await.unwrap();
    report.faults
}

/// Alters the number, word or clause at some place of a value; says whether it has come to that place.
fn alter(value: &mut Value, place: &mut usize) -> bool {
    match value {
        Value::Array(values) => values.iter_mut().any(|value| alter(value, place)),
        Value::Object(fields) => fields.iter_mut().any(|(_, value)| alter(value, place)),
        Value::Null => false,
        value if *place == 0 => {
            *value = match &*value {
                Value::Number(number) => Value::from(number.as_i64().unwrap_or(0) + 1),
                Value::Bool(held) => Value::Bool(!held),
                Value::String(text) if text == "player" => Value::from("banker"),
                Value::String(text) if text == "banker" => Value::from("player"),
                Value::String(text) if text.len() == 2 && text.ends_with('H') => Value::from("9D"),
                Value::String(text) => Value::from(format!("{text}x")),
                other => other.clone(),
            };
            true
        }
        _ => {
            *place -= 1;
            false
        }
    }
}

#[tokio::test]
async fn what_was_rebuilt_without_a_change_holds() {
    let (_home, entries) = recorded(2).await;
    let home = rebuilt(&entries).await;
    assert_eq!(faults(home.path()).await, []);
}

#[tokio::test]
async fn facts_clauses_and_money_that_the_book_does_not_give_are_told() {
    let (_home, entries) = recorded(2).await;
    let mut seeded = Seeded(0xf0e);
    let mut forged = 0;
    while forged < full(1_000, 30) {
        let mut entries = entries.clone();
        let number = seeded.below(entries.len());
        let entry = &mut entries[number];
        let of = 1 + seeded.below(entry.records.len() - 1);
        let Chained { payload, .. } = &mut entry.records[of];
        let mut value: Value = serde_json::from_str(payload.text()).unwrap();
        let mut place = seeded.below(12);
        if !alter(&mut value, &mut place) {
            continue;
        }
        let before = payload.text().to_owned();
        *payload = Payload::new(payload.kind(), &value).unwrap();
        let after = payload.text().to_owned();
        assert_ne!(before, after);
        let home = rebuilt(&entries).await;
        let found = faults(home.path()).await;
        assert!(!found.is_empty(), "{before} became {after}");
        forged += 1;
    }
}

#[tokio::test]
async fn a_refusal_that_was_an_acceptance_is_told_and_the_other_way_round() {
    let placed =
        |entry: &Entry| entry.records.iter().any(|record| record.payload.text().contains("wager-placed"));
    let (_home, entries) = recorded(8).await;
    let first = entries.iter().find(|entry| placed(entry)).unwrap().command.to_string();
    let (_home, entries) = recorded_with(8, Some(&first)).await;
    // An accepted command that is left out, so that nothing of it is in the log but what follows.
    let number = entries.iter().position(placed).unwrap();
    let mut without = entries.clone();
    without.remove(number);
    let home = rebuilt(&without).await;
    assert!(faults(home.path()).await.iter().any(|fault| fault.field == "decision"));
    // One that somebody else is said to have asked.
    let mut others = entries.clone();
    others[number].by.name = "eve".into();
    let home = rebuilt(&others).await;
    assert!(faults(home.path()).await.iter().any(|fault| fault.field == "actor"));
    // A refused command that is said to have been asked otherwise: it would have been accepted.
    let refused = entries.iter().position(|entry| entry.command.to_string() == "too-much").unwrap();
    assert_eq!(entries[refused].stream.kind(), "answer");
    let mut otherwise = entries.clone();
    let asked = &mut otherwise[refused].records[0].payload;
    let text = asked.text().replace("100000000", "2000");
    assert_ne!(text, asked.text());
    *asked = Payload::new("asked-1", &serde_json::from_str::<Value>(&text).unwrap()).unwrap();
    let home = rebuilt(&otherwise).await;
    let found = faults(home.path()).await;
    assert!(found.iter().any(|fault| fault.field == "decision"), "{found:?}");
}

#[tokio::test]
async fn only_what_follows_the_last_verified_position_is_verified() {
    let (home, entries) = recorded(3).await;
    let judges = || Judges::of::<Table>(&nsw);
    let store = store::read_only(home.path()).await.unwrap();
    let whole = verify(&*store, &Against { judges: judges(), ..Against::default() }).await.unwrap();
    assert_eq!(whole.faults, []);
    let text = serde_json::to_string(&whole.reached).unwrap();
    let reached: Reached = serde_json::from_str(&text).unwrap();
    let rest =
        verify(&*store, &Against { judges: judges(), from: Some(&reached), ..Against::default() }).await;
    let rest = rest.unwrap();
    assert_eq!((rest.faults, rest.decided), (Vec::new(), 0));
    assert_eq!(rest.reached, whole.reached);
    store.close().await.unwrap();

    // What came after is verified from there, with the state kept or without.
    let evening = evening("nsw", 41, 3);
    let half = evening.commands.len() / 2;
    for keep in [true, false] {
        let home = tempdir().unwrap();
        let ledger = Ledger::open(home.path()).await.unwrap();
        let mut log = seat(&ledger, "one", &evening).await.unwrap();
        for (number, command) in evening.commands[..half].iter().enumerate() {
            submit(&mut log, &id(&number.to_string()), command).await.unwrap();
        }
        let against = Against { judges: judges(), keep_states: true, ..Against::default() };
        let first = verify(&**ledger.store(), &against).await.unwrap();
        if keep {
            ledger.keep_states(&first).await.unwrap();
        }
        for (number, command) in evening.commands.iter().enumerate().skip(half) {
            submit(&mut log, &id(&number.to_string()), command).await.unwrap();
        }
        let against = Against { judges: judges(), from: Some(&first.reached), ..Against::default() };
        let rest = verify(&**ledger.store(), &against).await.unwrap();
        assert_eq!(rest.faults, []);
        assert_eq!(rest.reached.heads["table/one"].state, whole.reached.heads["table/one"].state);
        assert!(rest.decided + first.decided == whole.decided && first.decided > 10);
        ledger.close().await.unwrap();
    }
    // A log that is another one from before that position does not pass for it.
    let mut altered = entries;
    altered[2].by.name = "eve".into();
    let home = rebuilt(&altered).await;
    let store = store::read_only(home.path()).await.unwrap();
    let against = Against { judges: judges(), from: Some(&whole.reached), ..Against::default() };
    assert!(!verify(&*store, &against).await.unwrap().holds());
}
