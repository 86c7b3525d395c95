//! A report reads what it is about, and one of a day that is over is worked out once.

#[path = "../../floor/tests/floor/counted.rs"]
mod counted;
#[path = "../../floor/tests/floor/evening.rs"]
mod evening;

use counted::Counted;
use evening::Evening;
use floor::Floor;
use ledger::{Ledger, store};
use office::calendar::Clocks;
use office::report::{self, Current, Kind, Report, ReportQuery};
use office::shift::Shifts;
use office::watch::Watch;

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
    let watch = Watch::open(&folder.path().into(), &ledger, &folder.path().join("watch.db"), true).await;
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
