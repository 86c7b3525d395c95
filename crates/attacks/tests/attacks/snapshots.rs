//! Somebody who can write the log's folder, and has no key, alters what a house opens from: the states that save it going through its whole
//! log, and entries from before the place from which it verifies.

use super::forge::{chained, entries};
use super::rollback::{copy, play, settings, told};
use house::settings::HouseSettings;
use ledger::{Entry, Payload, store};
use merkle::{Hash, sha256};
use serde_json::{Value, json};
use std::path::Path;

const TABLE: &str = "table/nsw";

/// How far the log was verified, and the state of the table there.
struct Verified {
    length: u64,
    head: Hash,
    book: Hash,
    form: u64,
    state: String,
}

async fn verified(log: &Path) -> Verified {
    let text = std::fs::read_to_string(log.join("verified.json")).unwrap();
    let reached: Value = serde_json::from_str(&text).unwrap();
    let at = &reached["heads"][TABLE];
    let hash = |value: &Value| value.as_str().unwrap().parse::<Hash>().unwrap();
    let store = store::read_only(log).await.unwrap();
    let state = store.snapshot(hash(&at["state"]["hash"])).await.unwrap().unwrap();
    store.close().await.unwrap();
    Verified {
        length: at["length"].as_u64().unwrap(),
        head: hash(&at["head"]),
        book: hash(&at["state"]["book"]),
        form: at["state"]["form"].as_u64().unwrap(),
        state: String::from_utf8(state).unwrap(),
    }
}

/// Somebody has more chips than they have, and the float has less, so that everything still adds up.
fn richer(state: &str) -> String {
    let mut state: Value = serde_json::from_str(state).unwrap();
    let more = 1_000_000;
    state["float"] = json!(state["float"].as_i64().unwrap() - more);
    let patron = state["patrons"].as_object_mut().unwrap().values_mut().next().unwrap();
    patron["chips"] = json!(patron["chips"].as_i64().unwrap() + more);
    state.to_string()
}

/// A record that says that this was the state of the table there, as one that the house writes says it.
fn snapshot(like: &Entry, at: &Verified, state: &str, last: Option<&Entry>) -> Entry {
    let stands_for = json!({"form": at.form, "sequence": at.length, "head": at.head, "state": sha256(&[state.as_bytes()])});
    let payload = Payload::new("snapshot-1", &stands_for).unwrap();
    let mut entry = like.clone();
    entry.stream = "snapshot/nsw".parse().unwrap();
    entry.command = format!("{}.{}", at.length, at.form).parse().unwrap();
    entry.request = sha256(&[payload.text().as_bytes()]);
    entry.book = at.book;
    entry.records.truncate(1);
    entry.records[0].payload = payload;
    chained(&entry, last.map_or((0, Hash::NONE), |last| (last.end(), last.head())))
}

/// A log of these entries as they are, with what else lies in the folder.
async fn lay(all: &[Entry], states: &[&str], log: &Path) {
    let kept = log.with_extension("kept");
    std::fs::rename(log, &kept).unwrap();
    let store = store::open(log).await.unwrap();
    for entry in all {
        store.append(std::slice::from_ref(entry)).await.unwrap();
    }
    for state in states {
        let stream = "snapshot/nsw".parse().unwrap();
        store.keep_snapshot(&stream, sha256(&[state.as_bytes()]), state.as_bytes()).await.unwrap();
    }
    store.close().await.unwrap();
    copy(&kept.join("verified.json"), &log.join("verified.json"));
    std::fs::remove_dir_all(&kept).unwrap();
}

fn last_snapshot(all: &[Entry]) -> Option<usize> {
    all.iter().rposition(|entry| entry.stream.as_str() == "snapshot/nsw")
}

/// A house that has dealt, was closed twice, and keeps a state of its table; where it had been verified to at each closing.
async fn closed_twice(data: &Path) -> (HouseSettings, Verified, Verified) {
    let house = settings(data, &[]);
    let log = data.join("ledger");
    play(&house, 3).await;
    let before = verified(&log).await;
    let mut all = entries(&log).await;
    // A house that has kept one itself has that.
    if last_snapshot(&all).is_none() {
        all.push(snapshot(&all[0], &before, &before.state, None));
        lay(&all, &[&before.state], &log).await;
    }
    // An honest state is taken, whoever has kept it.
    play(&house, 3).await;
    let now = verified(&log).await;
    assert!(now.length > before.length && now.state != before.state);
    (house, before, now)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_that_was_put_in_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (data, kept) = (folder.path().join("data"), folder.path().join("kept"));
    let (house, before, now) = closed_twice(&data).await;
    let log = data.join("ledger");
    copy(&data, &kept);
    for (what, at) in [("as it is now", &now), ("as it was", &before)] {
        for (how, in_place) in [("after all others", false), ("in place of the last", true)] {
            copy(&kept, &data);
            let (mut all, forged) = (entries(&log).await, richer(&at.state));
            let place = last_snapshot(&all).unwrap();
            match in_place {
                true => {
                    let before = last_snapshot(&all[..place]).map(|place| all[place].clone());
                    all[place] = snapshot(&all[place], at, &forged, before.as_ref());
                }
                false => {
                    // The same state again is told under another id.
                    let mut last = snapshot(all.last().unwrap(), at, &forged, Some(&all[place]));
                    last.command = "put-in".parse().unwrap();
                    all.push(last);
                }
            }
            lay(&all, &[&before.state, &now.state, &forged], &log).await;
            let said = told(&house).await;
            assert!(
                said.iter().any(|said| said.contains("the log does not hold")),
                "{what}, {how}: {said:?}"
            );
        }
    }
    copy(&kept, &data);
    assert_eq!(told(&house).await, Vec::<String>::new(), "nothing was put in");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_verified_before_and_is_written_anew_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (house, ..) = closed_twice(&data).await;
    let log = data.join("ledger");
    let mut all = entries(&log).await;
    let (mut head, mut changed) = ((0, Hash::NONE), false);
    for entry in all.iter_mut().filter(|entry| entry.stream.as_str() == TABLE) {
        for record in &mut entry.records {
            let text = record.payload.text();
            if text.contains("\"cash\":") {
                let mut value: Value = serde_json::from_str(text).unwrap();
                changed |= ten_times(&mut value);
                record.payload = Payload::new(record.payload.kind(), &value).unwrap();
            }
        }
        *entry = chained(entry, head);
        head = (entry.end(), entry.head());
    }
    assert!(changed, "somebody has bought chips");
    // Without any state that is kept the whole log is gone through.
    lay(&all, &[], &log).await;
    let said = told(&house).await;
    assert!(said.iter().any(|said| said.contains("the log does not hold")), "{said:?}");
}

/// Ten times the cash, wherever cash is named.
fn ten_times(value: &mut Value) -> bool {
    let mut changed = false;
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_i64() {
                    Some(cash) if name == "cash" => {
                        *value = json!(cash * 10);
                        changed = true;
                    }
                    _ => changed |= ten_times(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| changed |= ten_times(value)),
        _ => {}
    }
    changed
}
