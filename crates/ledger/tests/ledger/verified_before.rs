//! Where only what follows is verified, whoever opens a log still goes on from states that were kept and from entries that were verified
//! before: these are held to what was verified.

use crate::calls::{Call, Calls, call};
use ledger::{
    Against, By, Chained, Entry, Judges, Ledger, Payload, Reached, Record, StreamReached, Time, verify,
};
use merkle::{Hash, sha256};
use serde_json::json;
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// Calls of one table, which were verified twice.
struct House {
    _home: TempDir,
    ledger: Ledger,
    before: Reached,
    states: [(StreamReached, Calls); 2],
}

async fn verified(ledger: &Ledger, from: Option<&Reached>) -> ledger::Report {
    let judges = Judges::none().and_plain::<Calls>();
    let against = Against { judges, from, keep_states: true, ..Against::default() };
    verify(&**ledger.store(), &against).await.unwrap()
}

async fn calls(ledger: &Ledger, whys: &[&str]) -> (StreamReached, Calls) {
    let mut log = ledger.log::<Calls>("one").await.unwrap();
    for why in whys {
        log.submit(&why.parse().unwrap(), &call(why), Vec::new()).await.unwrap();
    }
    let report = verified(ledger, None).await;
    assert_eq!(report.faults, []);
    ledger.keep_states(&report).await.unwrap();
    (report.reached.heads["call/one"].clone(), log.state().clone())
}

impl House {
    /// With an honest state of the first place among its records, if it is wanted.
    async fn open(keeps: bool) -> House {
        let home = tempdir().unwrap();
        let ledger = Ledger::open(home.path()).await.unwrap();
        let first = calls(&ledger, &["chips", "a-drink", "a-pen"]).await;
        if keeps {
            put(&ledger, &snapshot(&first.0, &first.1, "kept", None), &first.1).await;
        }
        let second = calls(&ledger, &["cards", "a-dispute"]).await;
        let before = verified(&ledger, None).await.reached;
        House { _home: home, ledger, before, states: [first, second] }
    }

    async fn faults(&self) -> Vec<String> {
        let report = verified(&self.ledger, Some(&self.before)).await;
        report.faults.iter().map(|fault| format!("{}: {}", fault.place, fault.message)).collect()
    }
}

fn text(state: &Calls) -> String {
    ledger::canonical(state).unwrap()
}

/// Calls that nobody made.
fn forged(state: &Calls) -> Calls {
    let mut forged = state.clone();
    forged.calls.push(Call { why: "money".into(), by: "Eve".into(), answered_by: None });
    forged
}

/// A record that this was the state there.
fn snapshot(at: &StreamReached, state: &Calls, id: &str, last: Option<&Entry>) -> Entry {
    let form = at.state.unwrap().form;
    let state = sha256(&[text(state).as_bytes()]);
    let stands_for = json!({"form": form, "sequence": at.length, "head": at.head, "state": state});
    let payload = Payload::new("snapshot-1", &stands_for).unwrap();
    let entry = Entry {
        stream: "call-snapshot/one".parse().unwrap(),
        first: last.map_or(0, Entry::end),
        at: Time(9),
        by: By::new("house", "recorder"),
        command: id.parse().unwrap(),
        request: Hash::NONE,
        book: at.state.unwrap().book,
        previous: last.map_or(Hash::NONE, Entry::head),
        records: Vec::new(),
    };
    let (first, previous) = (entry.first, entry.previous);
    let record = Record { entry: &entry, sequence: first, payload: &payload, previous, hash: Hash::NONE };
    let hash = sha256(&[&record.bytes()]);
    Entry { records: vec![Chained { payload, hash }], ..entry }
}

async fn put(ledger: &Ledger, entry: &Entry, state: &Calls) {
    let text = text(state);
    ledger.store().append(std::slice::from_ref(entry)).await.unwrap();
    ledger.store().keep_snapshot(&entry.stream, sha256(&[text.as_bytes()]), text.as_bytes()).await.unwrap();
}

async fn state_at_opening(ledger: &Ledger) -> Calls {
    ledger.log::<Calls>("one").await.unwrap().state().clone()
}

#[tokio::test]
async fn a_state_that_was_put_in_since_is_told_whatever_place_it_stands_for() {
    for place in [0, 1] {
        let house = House::open(false).await;
        let (at, state) = &house.states[place];
        put(&house.ledger, &snapshot(at, &forged(state), "put-in", None), &forged(state)).await;
        let faults = house.faults().await;
        assert!(faults.iter().any(|fault| fault.contains("leads to another state")), "{place}: {faults:?}");
        // Whoever opens the log would go on from it.
        assert!(state_at_opening(&house.ledger).await.calls.iter().any(|call| call.by == "Eve"), "{place}");

        let house = House::open(false).await;
        let (at, state) = &house.states[place];
        put(&house.ledger, &snapshot(at, state, "honest", None), state).await;
        assert_eq!(house.faults().await, Vec::<String>::new(), "{place}");
        let other = StreamReached { head: Hash::NONE, ..at.clone() };
        let last = snapshot(at, state, "honest", None);
        put(&house.ledger, &snapshot(&other, state, "of-another-log", Some(&last)), state).await;
        assert!(house.faults().await[0].contains("has"), "{place}");
    }
}

#[tokio::test]
async fn a_state_in_place_of_one_that_was_verified_is_told() {
    let house = House::open(true).await;
    assert_eq!(house.faults().await, Vec::<String>::new());
    let (at, state) = &house.states[0];
    let all = house.ledger.store().all(0, 100).await.unwrap();
    let elsewhere = tempdir().unwrap();
    let ledger = relaid(elsewhere.path(), all.into_iter().map(|(_, entry)| entry.unwrap()), |entry| {
        if entry.stream.kind() == "call-snapshot" {
            *entry = snapshot(at, &forged(state), "kept", None);
        }
    });
    let ledger = ledger.await;
    let (stream, text) = ("call-snapshot/one".parse().unwrap(), text(&forged(state)));
    ledger.store().keep_snapshot(&stream, sha256(&[text.as_bytes()]), text.as_bytes()).await.unwrap();
    assert!(state_at_opening(&ledger).await.calls.iter().any(|call| call.by == "Eve"));
    let altered = House { ledger, ..house };
    let faults = altered.faults().await;
    assert!(faults.iter().any(|fault| fault.contains("not what was verified before")), "{faults:?}");
}

/// The same entries in another folder, each as `alter` leaves it.
async fn relaid(folder: &Path, entries: impl Iterator<Item = Entry>, alter: impl Fn(&mut Entry)) -> Ledger {
    let ledger = Ledger::open(folder).await.unwrap();
    for mut entry in entries {
        alter(&mut entry);
        ledger.store().append(&[entry]).await.unwrap();
    }
    ledger
}
