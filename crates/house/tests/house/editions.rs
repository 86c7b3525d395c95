//! Book files are edited and tables are taken out of the settings; what was played stays, and nothing closes.

use crate::support::{AT_ONCE, Guest, Open, at_pace, bet, takes_wagers};
use axum::http::StatusCode;
use floor::config::HouseBook;
use house::settings::HouseSettings;
use people::role::Role;
use serde_json::Value;
use std::path::Path;

/// The act book from a file in this folder, after an edit.
fn edited(folder: &Path, edit: impl Fn(String) -> String) -> HouseBook {
    let text = baccarat::shelf::text("act").unwrap();
    std::fs::write(folder.join("our.toml"), edit(text.to_owned())).unwrap();
    house::library::open("our.toml", folder).unwrap_or_else(|fault| panic!("{fault}"))
}

/// A demonstration whose first table is run by this book.
fn by(book: HouseBook, folder: &Path) -> HouseSettings {
    let mut settings = at_pace(&folder.join("data"), AT_ONCE);
    let table = settings.tables.iter_mut().find(|table| table.id == "act").unwrap();
    table.book = book;
    settings
}

/// Plays a coup and gives its number.
async fn plays(player: &Guest, id: &str) -> u64 {
    let before = player.until("act", takes_wagers).await;
    let coup = before["state"]["coup"].as_u64().unwrap();
    let (status, answer) = player.command("act", id, bet(1, "player", 1_000)).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let over =
        |view: &Value| view["you"]["settled"][0]["coup"].as_u64().is_some_and(|settled| settled >= coup);
    let view = player.until("act", over).await;
    view["you"]["settled"][0]["coup"].as_u64().unwrap()
}

/// What a tie pays, as the table says.
async fn tie(player: &Guest) -> String {
    let view = player.get("/tables/act").await;
    let wagers = view["table"]["wagers"].as_array().unwrap();
    let tie = wagers.iter().find(|wager| wager["id"] == "tie").unwrap();
    tie["rows"][0]["does"].as_str().unwrap().to_owned()
}

async fn troubles(open: &Open) -> Value {
    open.come_as(Role::Inspector).await.get("/watch").await["trouble"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comment_in_a_book_closes_nothing_and_a_changed_value_is_taken_up_at_the_next_opening() {
    let folder = tempfile::tempdir().unwrap();
    let open = Open::with(by(edited(folder.path(), |text| text), folder.path())).await;
    let player = open.seated("act", 1).await;
    let first = plays(&player, "first-wager").await;
    open.stop().await;

    let comment = |text: String| format!("{text}\n# One line more.\n");
    let open = Open::with(by(edited(folder.path(), comment), folder.path())).await;
    assert_eq!(troubles(&open).await, Value::Array(Vec::new()));
    let player = open.back(player.cookie.as_deref());
    let second = plays(&player, "second-wager").await;
    assert!(second > first);
    let before = tie(&player).await;
    open.stop().await;

    let dearer = |text: String| comment(text).replace("pays = \"8 to 1\"", "pays = \"9 to 1\"");
    let open = Open::with(by(edited(folder.path(), dearer), folder.path())).await;
    assert_eq!(troubles(&open).await, Value::Array(Vec::new()));
    let player = open.back(player.cookie.as_deref());
    // The shoe in play goes on under the edition it was begun with; the next one is dealt under the new one.
    assert_eq!((before.as_str(), tie(&player).await.as_str()), ("pays 8 to 1", "pays 8 to 1"));
    let mut coups = 0;
    while tie(&player).await == before {
        coups += 1;
        assert!(coups < 120, "a shoe has fewer coups");
        plays(&player, &format!("wager-number-{coups}")).await;
    }
    assert_eq!(tie(&player).await, "pays 9 to 1");
    // What was played under an earlier edition is still there, with its clauses.
    let coup = player.get(&format!("/tables/act/coups/{first}")).await;
    assert_eq!(coup["number"], first);
    // Each edition is on record, with what it changed clause by clause.
    let archive = archive::Archive::over(open.house.floor.ledger.store().clone());
    let stream = ledger::Stream::new(table::TABLE, "act").unwrap();
    let editions = archive.editions(&stream).await.unwrap();
    let [.., last] = &editions[..] else { panic!("{editions:?}") };
    assert!(editions.len() >= 2 && editions[0].changed.is_empty(), "{editions:?}");
    let tie = last.changed.iter().find(|changed| changed.topic == "wager.tie").unwrap();
    let (was, is) = (tie.before.join(" "), tie.after.join(" "));
    assert!(was.contains("8 to 1") && is.contains("9 to 1") && is.contains("4.3(c)(i)"), "{was} / {is}");
    open.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_taken_out_of_the_settings_keeps_its_history_and_its_place_in_reports() {
    let folder = tempfile::tempdir().unwrap();
    let settings = at_pace(&folder.path().join("data"), AT_ONCE);
    let open = Open::with(settings.clone()).await;
    let player = open.seated("act", 1).await;
    plays(&player, "first-wager").await;
    open.stop().await;

    let mut fewer = settings;
    fewer.tables.retain(|table| table.id != "act");
    let open = Open::with(fewer).await;
    assert_eq!(troubles(&open).await, Value::Array(Vec::new()));
    let inspector = open.come_as(Role::Inspector).await;
    let tables = inspector.get("/watch").await["tables"].clone();
    assert!(tables.as_array().unwrap().contains(&"act".into()), "{tables}");
    let found = inspector.get("/watch/coups?table=act").await;
    assert!(!found["coups"].as_array().unwrap().is_empty(), "{found}");
    let report = open.come_as(Role::Manager).await.get("/reports/results").await;
    assert!(report["tables"].as_array().unwrap().contains(&"act".into()), "{report}");
    open.stop().await;
}
