//! How often a table judges, and how often something is written: one decision and one entry for each command.

#[path = "house/support.rs"]
#[allow(dead_code)]
mod support;

use axum::http::StatusCode;
use ledger::{Entry, Stream};
use serde_json::json;
use std::sync::atomic::Ordering;
use support::{AT_ONCE, BETTING, Open, at_pace, bet, takes_wagers};
use table::{DECISIONS, TABLE};

async fn entries(open: &Open, table: &str) -> Vec<Entry> {
    let stream = Stream::new(TABLE, table).unwrap();
    open.house.floor.ledger.store().read(&stream, 0, 100_000).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_judged_once_and_a_coup_is_few_entries() {
    let folder = tempfile::tempdir().unwrap();
    let one_table = |pace| {
        let mut settings = at_pace(folder.path(), pace);
        settings.tables.retain(|table| table.id == "act");
        settings
    };
    let open = Open::with(one_table(BETTING)).await;
    let player = open.seated("act", 1).await;
    let other = open.seated("act", 2).await;
    player.until("act", takes_wagers).await;
    let (mut first, mut second) = (player.feed("act", None).await, other.feed("act", None).await);
    first.next().await.unwrap();
    second.next().await.unwrap();

    // Nothing happens by itself now: whatever is judged is what is asked.
    let coup = player.get("/tables/act").await["state"]["coup"].clone();
    let place = async |id: &str, acts| player.command_about("act", id, acts, Some(coup.clone()), None).await;
    let before = (DECISIONS.load(Ordering::Relaxed), entries(&open, "act").await.len());
    let several = json!([bet(1, "player", 2_500)[0], bet(1, "tie", 1_000)[0]]);
    assert_eq!(place("two-wagers-at-once", several.clone()).await.0, StatusCode::OK);
    first.next().await.unwrap();
    second.next().await.unwrap();
    let after = (DECISIONS.load(Ordering::Relaxed), entries(&open, "act").await.len());
    assert_eq!((after.0 - before.0, after.1 - before.1), (1, 1), "one decision, one entry");
    assert_eq!(place("two-wagers-at-once", several).await.0, StatusCode::OK);
    assert_eq!(DECISIONS.load(Ordering::Relaxed), after.0, "what was answered is not judged again");
    open.stop().await;

    // The coup that follows is dealt, settled and collected in at most three entries of the dealer.
    let open = Open::with(one_table(AT_ONCE)).await;
    let player = open.back(player.cookie.as_deref());
    player.until("act", |view| view["you"]["settled"][0]["coup"] == coup).await;
    let all = entries(&open, "act").await;
    let wager = all.iter().position(|entry| entry.first >= before.1 as u64 && entry.by.role == "player");
    let ends = |entry: &&Entry| entry.records().any(|record| record.payload.text().contains("coup-ended"));
    let dealt: Vec<&Entry> = all[wager.unwrap()..].iter().filter(|entry| entry.by.name == "dealer").collect();
    let last = dealt.iter().position(ends).unwrap();
    assert!(last < 3, "{} entries of the dealer", last + 1);
    open.stop().await;
}
