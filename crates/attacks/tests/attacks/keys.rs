//! A stranger signs: the key is exchanged, the whole log is signed again, or both.

use super::forge::{entries, rebuild};
use super::rollback::{copy, play, settings, told};
use archive::{Archive, Witnesses};
use house::vaulted::VaultPlace;
use ledger::{By, Key, Keys, Ledger, Time, store};
use std::path::Path;

async fn on_record(ledger: &Path) -> Keys {
    let store = store::read_only(ledger).await.unwrap();
    let keys = Keys::read(&*store).await.unwrap();
    store.close().await.unwrap();
    keys
}

#[tokio::test(flavor = "multi_thread")]
async fn a_strangers_signature_is_told_whatever_else_is_exchanged() {
    let folder = tempfile::tempdir().unwrap();
    let (data, kept) = (folder.path().join("data"), folder.path().join("kept"));
    let house = settings(&data, &[]);
    let (log, own) = (data.join("ledger"), VaultPlace::of(&house).keys.signing);
    play(&house, 2).await;
    play(&house, 2).await;
    let keys = on_record(&log).await;
    assert_eq!(keys.pinned(), Some(Key::existing(&own).unwrap().public().as_str()));
    assert!(keys.all.len() == 1 && !keys.all[0].adopted, "pinned before anything was signed");
    copy(&data, &kept);
    let strange = folder.path().join("strange.key");
    let stranger = Key::open(&strange).unwrap();
    let forged = folder.path().join("forged");
    rebuild(&entries(&log).await, &stranger, &forged).await;
    assert_eq!(on_record(&forged).await.pinned(), Some(stranger.public().as_str()));
    // With the defence off the attack succeeds: held to the key that it names itself, the stranger's log holds.
    for (key, holds) in [(None, true), (Some(Key::existing(&own).unwrap().public()), false)] {
        let archive = Archive::over(store::read_only(&forged).await.unwrap());
        let verified = archive.verify(&Witnesses { key, ..Witnesses::default() }, &|_| {}).await.unwrap();
        assert_eq!(verified.faults.is_empty(), holds, "{:?}", verified.faults);
    }
    for (resign, exchange) in [(true, false), (false, true), (true, true)] {
        copy(&kept, &data);
        if resign {
            copy(&forged, &log);
        }
        if exchange {
            std::fs::write(&own, std::fs::read(&strange).unwrap()).unwrap();
        }
        let said = told(&house).await;
        assert!(said.iter().any(|told| told.contains("key")), "{resign} {exchange}: {said:?}");
    }
    // A key that is gone is not made anew.
    copy(&kept, &data);
    std::fs::remove_file(&own).unwrap();
    let said = told(&house).await;
    assert!(said.iter().any(|told| told.contains("is not there")), "{said:?}");
    copy(&kept, &data);
    assert_eq!(told(&house).await, Vec::<String>::new(), "nothing was exchanged");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_key_signs_once_both_have_said_so_and_no_other_way() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let house = settings(&data, &[]);
    let (log, own) = (data.join("ledger"), VaultPlace::of(&house).keys.signing);
    play(&house, 2).await;
    let (old, new) = (Key::existing(&own).unwrap(), Key::open(&folder.path().join("new.key")).unwrap());
    let ledger = Ledger::open(&log).await.unwrap();
    ledger.rotate_key(&old, &new, By::new("custodian", "custodian"), Time(9)).await.unwrap();
    ledger.close().await.unwrap();
    // The record alone is not enough: the old key signs no more.
    assert!(told(&house).await.iter().any(|told| told.contains("key")));
    std::fs::copy(folder.path().join("new.key"), &own).unwrap();
    play(&house, 2).await;
    play(&house, 2).await;
    let keys = on_record(&log).await;
    assert_eq!((keys.all.len(), keys.pinned()), (2, Some(new.public().as_str())));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_from_before_keys_were_on_record_is_adopted_once() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let house = settings(&data, &[]);
    let (log, own) = (data.join("ledger"), VaultPlace::of(&house).keys.signing);
    std::fs::create_dir_all(own.parent().unwrap()).unwrap();
    let key = Key::open(&own).unwrap();
    let ledger = Ledger::open(&log).await.unwrap();
    let payload = ledger::Payload::new("note-1", &"an older version was here").unwrap();
    let by = By::new("house", "recorder");
    let note =
        ledger::Draft::note("note/x".parse().unwrap(), "1".parse().unwrap(), Time(1), by.clone(), payload);
    ledger.append(note).await.unwrap();
    ledger.checkpoint(&key, by, Time(2)).await.unwrap();
    ledger.close().await.unwrap();
    play(&house, 1).await;
    play(&house, 1).await;
    let keys = on_record(&log).await;
    assert!(keys.all.len() == 1 && keys.all[0].adopted && keys.pinned() == Some(&key.public()));
}
