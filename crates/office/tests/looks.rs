//! Those who watch see the same of a long log from its marks as from all of it, and believe no mark that the log does not vouch for.

#[path = "../../floor/tests/floor/evening.rs"]
mod evening;

use evening::Evening;
use ledger::Ledger;
use ledger::store::Place;
use office::watch::{Moment, Search, Watch};
use people::{Names, Seals};
use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;

/// What is seen of some coups, and of what was in force at some moments.
async fn seen(folder: &Path, ledger: &Ledger, index: &Path, holds: bool) -> Vec<Value> {
    let place = Place::Folder(folder.to_owned());
    let watch =
        Watch::open(&place, ledger, (index, None), holds).await.map_err(|denied| denied.message).unwrap();
    let mut seen = Vec::new();
    for coup in [1, 60, 199, 200, 350] {
        let finder = watch.finder("one").await.map_err(|denied| denied.message).unwrap();
        let replay = serde_json::to_value(finder.replay(coup).await.unwrap()).unwrap();
        assert!(replay["frames"].as_array().unwrap().len() > 5 && replay["holds"] == true, "{coup}");
        seen.push(replay);
        let at = seen[seen.len() - 1]["frames"][3]["at"].as_i64();
        let moment = finder.in_force(Moment { at, event: None }).await.unwrap();
        seen.push(serde_json::to_value(moment).unwrap());
    }
    watch.close().await;
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coup_is_the_same_from_a_mark_as_from_the_whole_log() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let mut evening = Evening::new();
    evening.play(400);
    evening.record(&ledger).await;
    let (walked, index) = (folder.path().join("walked.db"), folder.path().join("index.db"));
    let whole = seen(folder.path(), &ledger, &walked, false).await;
    let first = seen(folder.path(), &ledger, &index, true).await;
    let (mut frames, mut expected) = (first.clone(), whole.clone());
    // Which events between two coups belong to the coming one the index and a walk see differently; each event is the same.
    for view in frames.iter_mut().chain(&mut expected).filter(|view| view["coup"].is_object()) {
        view["coup"] = Value::Null;
    }
    assert_eq!(frames, expected);
    let marks = ledger.store().last(&"mark/one".parse().unwrap()).await.unwrap().unwrap().end();
    assert!(marks >= 3, "{marks}");
    assert_eq!(seen(folder.path(), &ledger, &index, true).await, first, "opened again, from marks");

    // Somebody puts one mark in the place of another.
    let mut file = SqliteConnectOptions::new().filename(&index).connect().await.unwrap();
    let swapped = "UPDATE mark SET standing = (SELECT standing FROM mark ORDER BY next LIMIT 1)";
    assert!(sqlx::query(swapped).execute(&mut file).await.unwrap().rows_affected() >= 3);
    file.close().await.unwrap();
    assert_eq!(seen(folder.path(), &ledger, &index, true).await, first);
    ledger.close().await.unwrap();
}

/// How many coups there are by the index, and how many entries of the log it read for that.
async fn indexed(folder: &Path, ledger: &Ledger, key: u8) -> (usize, u64) {
    let (place, index) = (Place::Folder(folder.to_owned()), folder.join("watch.db"));
    let seals = Some(Seals::new([key; 32]));
    let watch =
        Watch::open(&place, ledger, (&index, seals), true).await.map_err(|denied| denied.message).unwrap();
    let found = watch.search(&Search::default(), &Names::default(), 20).await;
    let found = (found.map_err(|denied| denied.message).unwrap().all, watch.indexed());
    watch.close().await;
    found
}

/// What was kept of the index is gone by only under the house's own seal, and only for a log that goes on from it.
#[tokio::test(flavor = "multi_thread")]
async fn an_index_that_was_kept_is_of_this_house_and_of_this_log() {
    let (long, short) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut ledgers = Vec::new();
    for (folder, coups) in [(&long, 60), (&short, 40)] {
        let ledger = Ledger::open(folder.path()).await.unwrap();
        let mut evening = Evening::new();
        evening.play(coups);
        evening.record(&ledger).await;
        ledgers.push(ledger);
    }
    let (whole, part) =
        (indexed(long.path(), &ledgers[0], 1).await, indexed(short.path(), &ledgers[1], 1).await);
    assert!(whole.0 > part.0 && part.0 > 0 && whole.1 > part.1, "{whole:?} {part:?}");
    assert_eq!(indexed(long.path(), &ledgers[0], 1).await, (whole.0, 0), "nothing is read again");
    assert_eq!(indexed(long.path(), &ledgers[0], 2).await, whole, "another key: all of it is read");
    // A copy of a longer log says more than this log has; sealed by the same key, it is not gone by all the same.
    assert_eq!(indexed(long.path(), &ledgers[0], 1).await, whole);
    std::fs::copy(long.path().join("coups.kept"), short.path().join("coups.kept")).unwrap();
    assert_eq!(indexed(short.path(), &ledgers[1], 1).await, part);
    for ledger in ledgers {
        ledger.close().await.unwrap();
    }
}
