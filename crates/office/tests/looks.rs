//! Those who watch see the same of a long log from its marks as from all of it, and believe no mark that the log does not vouch for.

#[path = "../../floor/tests/floor/evening.rs"]
mod evening;

use evening::Evening;
use ledger::Ledger;
use ledger::store::Place;
use office::watch::{Moment, Watch};
use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;

/// What is seen of some coups, and of what was in force at some moments.
async fn seen(folder: &Path, ledger: &Ledger, index: &Path, holds: bool) -> Vec<Value> {
    let place = Place::Folder(folder.to_owned());
    let watch = Watch::open(&place, ledger, index, holds).await.map_err(|denied| denied.message).unwrap();
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
