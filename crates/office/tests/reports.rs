//! A report reads what it is about, and one of a day that is over is worked out once.

#[path = "../../floor/tests/floor/counted.rs"]
mod counted;
#[path = "../../floor/tests/floor/evening.rs"]
mod evening;

use baccarat::chips::Money;
use baccarat::outcome::Winner;
use baccarat::rules::people::Role;
use counted::Counted;
use evening::Evening;
use floor::Floor;
use ledger::{Ledger, store};
use office::calendar::Clocks;
use office::report::{self, Current, Kind, Report, ReportQuery};
use office::shift::Shifts;
use office::watch::Watch;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use table::driver::staff;

/// Half a second lies between two commands of the evening, so that a day has as many milliseconds as a coup has commands.
async fn day(floor: &Floor, kind: Kind, day: &str) -> Report {
    let asked = ReportQuery { day: Some(day.to_owned()), ..ReportQuery::default() };
    report::make((floor, &Shifts::default(), &Current::default()), Clocks::default(), kind, &asked)
        .await
        .map_err(|denied| denied.message)
        .unwrap()
}

async fn between(floor: &Floor, from: i64, to: i64) -> Report {
    let asked = ReportQuery { from: Some(from), to: Some(to), ..ReportQuery::default() };
    let of = (floor, &Shifts::default(), &Current::default());
    let made = report::make(of, Clocks::default(), Kind::Results, &asked).await;
    made.map_err(|denied| denied.message).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_reads_its_own_period_and_a_closed_day_is_worked_out_once() {
    let folder = tempfile::tempdir().unwrap();
    let counted = Counted::over(store::open(folder.path()).await.unwrap());
    let ledger = Ledger::over(counted.clone());
    let mut evening = Evening::new();
    evening.play(500);
    let table = evening.record(&ledger).await;
    let floor = Floor::closed(ledger.clone(), Vec::new());
    let records = {
        let stream = "table/one".parse().unwrap();
        ledger.store().last(&stream).await.unwrap().unwrap().end()
    };

    // The evening began on the first day that there is, and that is long over.
    for kind in Kind::ALL {
        counted.read_since();
        let first = day(&floor, kind, "1970-01-01").await;
        // Drop boxes stand in the cage's stream, not in the table's.
        assert_eq!(counted.read_since() >= records, kind != Kind::Drop, "{kind:?}");
        let again = day(&floor, kind, "1970-01-01").await;
        let read = counted.read_since();
        assert!(read < 200, "{kind:?}: {read} of {records} records were read for a report that was kept");
        assert_eq!(again.json(), first.json(), "{kind:?}");
        assert!(first.balances, "{kind:?}");
    }

    // From near the end on: everything is walked once, and then only what lies between.
    let last = ledger.store().last(&"table/one".parse().unwrap()).await.unwrap().unwrap().at.0;
    let from = last - last / 20;
    counted.read_since();
    let whole = between(&floor, from, last + 1).await;
    assert!(counted.read_since() >= records);
    let again = between(&floor, from, last + 1).await;
    let read = counted.read_since();
    assert!(read < records / 4, "{read} of {records} records were read for a twentieth of them");
    assert_eq!(again.json()["sheets"], whole.json()["sheets"]);
    assert!(table.state().coups >= 500);

    // A time long before: what was kept last stands after it, and the places that are kept for searches do not.
    let watch =
        Watch::open(&folder.path().into(), &ledger, (&folder.path().join("watch.db"), None), true).await;
    let watch = watch.map_err(|denied| denied.message).unwrap();
    watch.keep_up(|| true).await.map_err(|denied| denied.message).unwrap();
    let (from, to) = (last - last / 10, last - last / 10 + last / 100);
    counted.read_since();
    let walked = between(&floor, from, to).await;
    assert!(counted.read_since() >= records / 2);
    let current = Current::default();
    watch.lend_places(&current);
    let asked = ReportQuery { from: Some(from), to: Some(to), ..ReportQuery::default() };
    let of = (&floor, &Shifts::default(), &current);
    let near = report::make(of, Clocks::default(), Kind::Results, &asked).await;
    let near = near.map_err(|denied| denied.message).unwrap();
    let read = counted.read_since();
    assert!(read < 4_000, "{read} of {records} records were read for a hundredth of them");
    assert_eq!(near.json()["sheets"], walked.json()["sheets"]);
    watch.close().await;
    ledger.close().await.unwrap();
}

/// What was found of a table's coups is kept beside how it stood, and counts only as far as the log vouches for it.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_found_and_altered_on_disk_is_found_anew() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::over(store::open(folder.path()).await.unwrap());
    let mut evening = Evening::new();
    evening.play(500);
    evening.record(&ledger).await;
    let index = folder.path().join("watch.db");
    let kept_up = async || {
        let watch = Watch::open(&folder.path().into(), &ledger, (&index, None), true).await;
        let watch = watch.map_err(|denied| denied.message).unwrap();
        watch.keep_up(|| true).await.map_err(|denied| denied.message).unwrap();
        watch.close().await;
    };
    let ask = async |sql: &'static str| -> String {
        let options = SqliteConnectOptions::new().filename(&index);
        let file = SqlitePool::connect_with(options).await.unwrap();
        let found = sqlx::query_scalar(sql).fetch_one(&file).await.unwrap();
        file.close().await;
        found
    };
    kept_up().await;
    let before = ask("SELECT found FROM found").await;
    let altered = ask("UPDATE found SET found = json_set(found, '$.latest', 7) RETURNING found").await;
    assert_ne!(altered, before);
    kept_up().await;
    assert_eq!(ask("SELECT found FROM found").await, before);
    ledger.close().await.unwrap();
}

/// The sheets of a report add up to each other: a program that knows only their columns can sum them.
#[tokio::test(flavor = "multi_thread")]
async fn the_rows_of_a_report_come_to_the_sums_of_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::over(store::open(folder.path()).await.unwrap());
    let mut evening = Evening::new();
    // A twentieth of these is no whole chip.
    evening.joins("bob", Winner::Banker, Money(15 * Money::UNITS));
    evening.joins("cat", Winner::Banker, Money(25 * Money::UNITS));
    evening.play(100);
    evening.record(&ledger).await;
    let floor = Floor::closed(ledger.clone(), Vec::new());
    let (table, dealers) = (
        day(&floor, Kind::Table, "1970-01-01").await.json(),
        day(&floor, Kind::Dealers, "1970-01-01").await.json(),
    );
    let sum = |rows: &serde_json::Value, column: &str| -> i64 {
        rows.as_array().unwrap().iter().map(|row| row[column].as_i64().unwrap()).sum()
    };
    let (balance, patrons, dealers) =
        (&table["sheets"]["balance"][0], &table["sheets"]["patrons"], &dealers["sheets"]["dealers"]);
    assert_eq!(patrons.as_array().unwrap().len(), 3);
    let all = table["sheets"]["wagers"].as_array().unwrap().iter().find(|row| row["wager"] == "all").unwrap();
    for rows in [patrons, dealers] {
        for (column, of) in [("staked", all), ("win", all), ("win_due", balance)] {
            assert_eq!(sum(rows, column), of[column].as_i64().unwrap(), "{column}: {rows:#}");
        }
    }
    let results = day(&floor, Kind::Results, "1970-01-01").await.json();
    let (evidence, wagers) = (&results["sheets"]["evidence"][0], &results["sheets"]["wagers"]);
    for column in ["staked", "win", "win_due"] {
        assert_eq!(sum(wagers, column), evidence[column].as_i64().unwrap(), "{column}: {results:#}");
    }
    // What no chips could pay is owed, and told: the wagers' win and this are what the float has from wagers.
    let owed = balance["left_owed"].as_i64().unwrap();
    assert!(owed > 0, "{balance:#}");
    assert_eq!(all["win"].as_i64().unwrap() + owed, balance["from_wagers"].as_i64().unwrap());
    ledger.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_signs_on_again_is_on_duty_once() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::over(store::open(folder.path()).await.unwrap());
    let mut evening = Evening::new();
    evening.play(2);
    for _ in 0..3 {
        evening.ask(table::people::Act::SignOn.into(), staff(Role::Dealer));
    }
    evening.record(&ledger).await;
    let floor = Floor::closed(ledger.clone(), Vec::new());
    let report = day(&floor, Kind::Dealers, "1970-01-01").await.json();
    let dealer = &report["sheets"]["dealers"][0];
    let seconds = dealer["on_duty"].as_i64().unwrap();
    assert!((80_000..=86_400).contains(&seconds), "a day has 86,400 seconds: {dealer:#}");
    let rows = report["sheets"]["duty"].as_array().unwrap();
    assert_eq!(rows.iter().filter(|row| row["role"] == "dealer").count(), 1, "{rows:#?}");
    ledger.close().await.unwrap();
}
