//! Which key signs a log is on record.

use crate::common::{evening, id, seat, submit};
use ledger::{Against, By, Fault, Key, Keys, Ledger, LedgerError, Time, store, verify};
use std::path::Path;
use tempfile::{TempDir, tempdir};

fn by() -> By {
    By::new("manager", "manager")
}

fn key(folder: &Path, name: &str) -> Key {
    Key::open(&folder.join(name)).unwrap()
}

async fn faults(folder: &Path, key: Option<&Key>) -> Vec<Fault> {
    let store = store::read_only(folder).await.unwrap();
    let report = verify(&*store, &Against { key: key.map(Key::public), ..Against::default() }).await.unwrap();
    store.close().await.unwrap();
    report.faults
}

/// A log that something has happened in, signed with a key, with or without a record of it.
async fn signed(home: &TempDir, key: &Key, pinned: bool) {
    let ledger = Ledger::open(&home.path().join("ledger")).await.unwrap();
    if pinned {
        ledger.pin_key(key, by(), Time(0)).await.unwrap();
        ledger.pin_key(key, by(), Time(1)).await.unwrap();
    }
    let evening = evening("act", 3, 1);
    let mut log = seat(&ledger, "one", &evening).await.unwrap();
    submit(&mut log, &id("0"), &evening.commands[0]).await.unwrap();
    ledger.checkpoint(key, by(), Time(2)).await.unwrap();
    ledger.close().await.unwrap();
}

#[tokio::test]
async fn the_key_is_in_the_first_entry_and_another_signer_is_told() {
    let home = tempdir().unwrap();
    let (own, strange) = (key(home.path(), "own"), key(home.path(), "strange"));
    signed(&home, &own, true).await;
    let folder = home.path().join("ledger");
    let store = store::read_only(&folder).await.unwrap();
    let (_, first) = store.all(0, 1).await.unwrap().remove(0);
    assert_eq!(first.unwrap().stream.as_str(), "key/ledger");
    assert_eq!(Keys::read(&*store).await.unwrap().pinned(), Some(own.public().as_str()));
    store.close().await.unwrap();
    assert_eq!(faults(&folder, None).await, []);
    assert_eq!(faults(&folder, Some(&own)).await, []);
    let told = faults(&folder, Some(&strange)).await;
    assert!(told.iter().any(|fault| fault.field == "key"), "{told:?}");
    // Whoever signs with another key is found without knowing the right one.
    let ledger = Ledger::open(&folder).await.unwrap();
    assert!(matches!(ledger.pin_key(&strange, by(), Time(3)).await, Err(LedgerError::Key { .. })));
    ledger.append(note("a")).await.unwrap();
    ledger.checkpoint(&strange, by(), Time(4)).await.unwrap();
    ledger.close().await.unwrap();
    let told = faults(&folder, None).await;
    assert!(told.iter().any(|fault| fault.field == "key"), "{told:?}");
}

fn note(number: &str) -> ledger::Draft {
    let payload = ledger::Payload::new("note-1", &serde_json::json!(number)).unwrap();
    ledger::Draft::note("note/x".parse().unwrap(), id(number), Time(3), by(), payload)
}

#[tokio::test]
async fn another_key_signs_once_both_have_signed_that_it_does() {
    let home = tempdir().unwrap();
    let (old, new) = (key(home.path(), "old"), key(home.path(), "new"));
    signed(&home, &old, true).await;
    let folder = home.path().join("ledger");
    let ledger = Ledger::open(&folder).await.unwrap();
    let stolen = ledger.rotate_key(&new, &new, by(), Time(3)).await;
    assert!(stolen.is_ok_and(|()| false) || Keys::read(&**ledger.store()).await.unwrap().all.len() == 1);
    ledger.rotate_key(&old, &new, by(), Time(3)).await.unwrap();
    ledger.append(note("a")).await.unwrap();
    ledger.checkpoint(&new, by(), Time(4)).await.unwrap();
    ledger.close().await.unwrap();
    assert_eq!(faults(&folder, Some(&new)).await, []);
    assert!(!faults(&folder, Some(&old)).await.is_empty(), "the old one signs no more");
    // From then on the old one is another signer.
    let ledger = Ledger::open(&folder).await.unwrap();
    ledger.append(note("b")).await.unwrap();
    ledger.checkpoint(&old, by(), Time(5)).await.unwrap();
    ledger.close().await.unwrap();
    assert!(faults(&folder, Some(&new)).await.iter().any(|fault| fault.field == "key"));
}

#[tokio::test]
async fn an_older_log_is_adopted_once_by_the_key_that_signed_it() {
    let home = tempdir().unwrap();
    let (own, strange) = (key(home.path(), "own"), key(home.path(), "strange"));
    signed(&home, &own, false).await;
    let folder = home.path().join("ledger");
    assert!(faults(&folder, Some(&strange)).await.iter().any(|fault| fault.field == "key"));
    let ledger = Ledger::open(&folder).await.unwrap();
    assert!(matches!(ledger.pin_key(&own, by(), Time(3)).await, Err(LedgerError::Key { .. })));
    assert!(matches!(ledger.adopt_key(&strange, by(), Time(3)).await, Err(LedgerError::Key { .. })));
    ledger.adopt_key(&own, by(), Time(3)).await.unwrap();
    ledger.adopt_key(&own, by(), Time(4)).await.unwrap();
    let keys = Keys::read(&**ledger.store()).await.unwrap();
    assert!(keys.all.len() == 1 && keys.all[0].adopted);
    ledger.checkpoint(&own, by(), Time(5)).await.unwrap();
    ledger.close().await.unwrap();
    assert_eq!(faults(&folder, Some(&own)).await, []);
}

#[test]
fn a_key_that_is_missing_is_not_made_anew_unless_that_is_asked_for() {
    let home = tempdir().unwrap();
    assert!(Key::existing(&home.path().join("key")).is_err());
    let made = key(home.path(), "key").public();
    assert_eq!(Key::existing(&home.path().join("key")).unwrap().public(), made);
}
