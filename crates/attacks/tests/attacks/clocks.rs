//! Somebody sets the clock of the machine.

use super::rollback::{play, settings};
use house::vaulted::vault_here;
use ledger::{By, Draft, Ledger, Payload, Time, store};
use people::{Seals, clock};
use std::time::Instant;

/// The clock is set back by an hour while the house is closed, and no record is so late that it would show: the house knows all the same,
/// since the machine was not started anew. (The clock of a test is nobody's to set, so what the house kept is an hour later.)
async fn a_clock_set_while_the_house_was_closed_is_on_record() {
    let folder = tempfile::tempdir().unwrap();
    let house = settings(&folder.path().join("data"), &[]);
    play(&house, 1).await;
    let file = house.data.join("people").join("clock.json");
    let later = |microseconds: i64| -> clock::Kept {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut kept = serde_json::from_str::<serde_json::Value>(&text).unwrap()["kept"].take();
        kept["house"] = (kept["house"].as_i64().unwrap() + microseconds).into();
        serde_json::from_value(kept).unwrap()
    };
    let read = async || {
        let store = store::read_only(&house.data.join("ledger")).await.unwrap();
        let told = store.read(&"clock/house".parse().unwrap(), 0, 10).await.unwrap();
        store.close().await.unwrap();
        told
    };
    // Somebody who may write the file, and has not the vault's key, gives the house the time of ten years later.
    let before = clock::now();
    let years = Seals::new([1; 32]).clock(&later(315_000_000_000_000)).unwrap();
    for forged in [years, serde_json::to_string(&later(315_000_000_000_000)).unwrap()] {
        std::fs::write(&file, forged).unwrap();
        play(&house, 1).await;
        assert!(clock::now().0 - before.0 < 3_600_000, "the house believes it");
        assert!(read().await.is_empty(), "what nobody's clock said is not on record");
    }
    let key = vault_here(&house).unwrap().people_key().unwrap();
    std::fs::write(&file, Seals::new(key).clock(&later(3_600_000_000)).unwrap()).unwrap();
    play(&house, 1).await;
    let told = read().await;
    let jumps = told
        .iter()
        .map(|entry| serde_json::from_str::<clock::Jump>(entry.records[0].payload.text()).unwrap());
    assert!(jumps.clone().any(|jump| (-3_601_000..-3_599_000).contains(&jump.by)), "{told:?}");
}

/// A house that opens a day behind its own log goes on from the last record, says so on record, and does not stand still.
#[tokio::test(flavor = "multi_thread")]
async fn a_clock_set_back_by_a_day_is_on_record_and_time_goes_on() {
    // One after the other: they go by the one clock of this process.
    a_clock_set_while_the_house_was_closed_is_on_record().await;
    let folder = tempfile::tempdir().unwrap();
    let house = settings(&folder.path().join("data"), &[]);
    let log = house.data.join("ledger");
    let (ahead, begun) = (Time(clock::now().0 + 86_400_000), Instant::now());
    let ledger = Ledger::open(&log).await.unwrap();
    let payload = Payload::new("note-1", &"tomorrow").unwrap();
    let by = By::new("house", "recorder");
    ledger
        .append(Draft::note("note/x".parse().unwrap(), "1".parse().unwrap(), ahead, by, payload))
        .await
        .unwrap();
    ledger.close().await.unwrap();
    play(&house, 3).await;
    let store = store::read_only(&log).await.unwrap();
    let told = store.read(&"clock/house".parse().unwrap(), 0, 10).await.unwrap();
    let jump: clock::Jump = serde_json::from_str(told[0].records[0].payload.text()).unwrap();
    // What has gone by since is all that it may be less.
    let since = i64::try_from(begun.elapsed().as_millis()).unwrap();
    assert!(told.len() == 1 && (-86_400_000..=since - 86_400_000).contains(&jump.by), "{jump:?}");
    let mut times: Vec<Time> = store
        .read(&"table/nsw".parse().unwrap(), 0, 1_000)
        .await
        .unwrap()
        .iter()
        .map(|entry| entry.at)
        .collect();
    assert!(times.iter().all(|time| *time >= ahead) && times.is_sorted());
    times.dedup();
    assert!(times.len() > 2, "time stands still");
    store.close().await.unwrap();
}
