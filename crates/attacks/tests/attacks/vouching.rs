//! A record that vouches for what differs, put behind the last thing that was signed: that another release has taken the log over, so that
//! what lies before was decided by earlier rulings.

use super::forge::{chained, entries, rebuild};
use super::forged::pay_a_loser;
use super::rollback::{play, settings};
use super::running::croupier;
use archive::{Archive, Shelf, Verified, Witnesses, judges};
use house::vaulted::VaultPlace;
use ledger::{Against, By, Checkpoints, Entry, Judges, Key, Ledger, Order, Payload, Time, store};
use merkle::Hash;
use serde_json::json;
use std::path::Path;
use std::process::Command;

/// What verifying comes to, for somebody who knows that this is the log it always was (`vouched`) or for anybody, with these roots of witnesses.
async fn verified(log: &Path, key: &Key, vouched: bool, roots: &[Hash]) -> Verified {
    let archive = Archive::over(store::read_only(log).await.unwrap());
    let (key, roots) = (Some(key.public()), roots.to_vec());
    let found = archive.verify(&Witnesses { key, roots, vouched, ..Witnesses::default() }, &|_| {}).await;
    archive.store().close().await.unwrap();
    found.unwrap()
}

/// What `croupier log verify` ends with.
fn ends_with(log: &Path, roots: &[Hash]) -> Option<i32> {
    let roots = roots.iter().flat_map(|root| ["--witness".to_owned(), root.to_string()]);
    let output = Command::new(croupier()).args(["log", "verify"]).arg(log).args(roots).output();
    output.unwrap().status.code()
}

/// The roots of all checkpoints.
async fn roots(log: &Path) -> Vec<Hash> {
    let store = store::read_only(log).await.unwrap();
    let checkpoints = Checkpoints::read(&*store).await.unwrap();
    store.close().await.unwrap();
    checkpoints.all().iter().map(|checkpoint| checkpoint.signed.root).collect()
}

/// The order of all entries so far, which anybody can work out.
async fn order(log: &Path) -> Order {
    let store = store::read_only(log).await.unwrap();
    let judges = Judges::none();
    let report = ledger::verify(&*store, &Against { judges, ..Against::default() }).await.unwrap();
    store.close().await.unwrap();
    report.reached.order
}

/// Writes entries behind those that are there, chained to them and signed by nobody.
async fn append(tail: &[Entry], log: &Path) {
    let there = entries(log).await;
    let store = store::open(log).await.unwrap();
    let mut written: Vec<Entry> = Vec::new();
    for entry in tail {
        let last = there.iter().chain(&written).rfind(|before| before.stream == entry.stream);
        let next = chained(entry, last.map_or((0, Hash::NONE), |last| (last.end(), last.head())));
        store.append(std::slice::from_ref(&next)).await.unwrap();
        written.push(next);
    }
    store.close().await.unwrap();
}

/// The record that this release took the log over, when everything so far had been verified.
async fn take_over(like: &Entry, log: &Path) -> Entry {
    let shelf = Shelf::default();
    let taken = json!({ "rulings": judges(&shelf).numbers(), "after": order(log).await });
    let payload = Payload::new("rulings-1", &taken).unwrap();
    let mut entry = like.clone();
    entry.stream = "rulings/ledger".parse().unwrap();
    entry.command = "taken-over".parse().unwrap();
    entry.request = merkle::sha256(&[payload.text().as_bytes()]);
    entry.book = Hash::NONE;
    entry.records.truncate(1);
    entry.records[0].payload = payload;
    entry
}

#[tokio::test(flavor = "multi_thread")]
async fn a_take_over_behind_the_last_signature_vouches_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let house = settings(&folder.path().join("data"), &[]);
    play(&house, 6).await;
    let key = Key::existing(&VaultPlace::of(&house).keys.signing).unwrap();
    // A log as a release left it from before rulings had numbers.
    let mut honest = entries(&house.data.join("ledger")).await;
    honest.retain(|entry| !["snapshot", "rulings"].contains(&entry.stream.kind()));
    let log = folder.path().join("log");
    rebuild(&honest, &key, &log).await;
    assert_eq!(verified(&log, &key, false, &[]).await.faults, Vec::<String>::new());

    // What came after a checkpoint is forged: a loser is paid. Later checkpoints are left out, since the forger has no key.
    let mut changed = honest.clone();
    pay_a_loser(&mut changed);
    let place = changed.iter().zip(&honest).position(|(changed, honest)| changed != honest).unwrap();
    let (before, after) = changed.split_at(place);
    let after: Vec<Entry> =
        after.iter().filter(|entry| entry.stream.kind() != "checkpoint").cloned().collect();
    let log = folder.path().join("forged");
    rebuild(before, &key, &log).await;
    let older = roots(&log).await;
    assert!(!older.is_empty(), "something was signed before");
    append(&after, &log).await;
    let is_told = |verified: &Verified| {
        assert!(verified.earlier.is_empty(), "{:?}", verified.earlier);
        assert!(verified.faults.iter().any(|told| told.contains("decid")), "{:?}", verified.faults);
    };
    is_told(&verified(&log, &key, true, &[]).await);

    // That another release has taken the log over, behind everything, signed by nobody.
    append(&[take_over(&honest[0], &log).await], &log).await;
    for vouched in [false, true] {
        for seen in [&older[..0], &older[..1], &older[..]] {
            is_told(&verified(&log, &key, vouched, seen).await);
        }
    }
    assert_eq!((ends_with(&log, &[]), ends_with(&log, &older)), (Some(1), Some(1)));

    // With the defence off, the attack succeeds: were the record signed, whoever holds this for the log it always was would take the payment
    // for a decision by earlier rulings. Only the accounts would tell of it, as the chips handed over do not add up.
    let ledger = Ledger::open(&log).await.unwrap();
    ledger.checkpoint(&key, By::new("house", "house"), Time(i64::MAX / 2)).await.unwrap();
    ledger.close().await.unwrap();
    let passed = verified(&log, &key, true, &[]).await;
    assert_eq!(passed.earlier.len(), 1, "{:?}", passed.faults);
    assert!(passed.faults.iter().all(|told| told.contains("accounts: ")), "{:?}", passed.faults);
}
