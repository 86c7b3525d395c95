//! A supervisor begins a shift, ends it, and reads its report on the page, which balances to the chip.

use crate::browser::{Browser, PATIENCE};
use crate::place::Place;
use people::role::Role;
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_shift_is_begun_ended_and_its_report_balances_on_the_page() {
    let place = Place::open().await;
    let (supervisor, inspector) = (Browser::start(&[]).await, Browser::start(&[]).await);
    supervisor.come_as(&place, Role::Supervisor, "/reports").await;
    supervisor.fill("#begin [name=name]", "Evening").await;
    supervisor.fill("#begin [name=why]", "the roster").await;
    supervisor.click("#begin button").await;
    supervisor.until("the shift is on", "document.querySelector('#end') !== null").await;

    // Somebody watches, so that the regulars of the house play.
    inspector.come_as(&place, Role::Inspector, "/tables/nz").await;
    let coups =
        "fetch('/api/v1/tables/nz/coups').then((answer) => answer.json()).then((said) => said.coups.length)";
    let patience = Instant::now() + PATIENCE;
    while inspector.promised(coups).await.as_u64().is_none_or(|coups| coups < 3) {
        assert!(Instant::now() < patience, "the regulars do not play");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    supervisor.fill("#end [name=why]", "closing time").await;
    supervisor.click("#end button").await;
    supervisor.until("the shift is over", "document.querySelector('#end') === null").await;
    supervisor.click("a.report-link[href='/reports/shift?shift=1']").await;
    supervisor.find(".verdict[data-balances=true]").await;
    let line = |line: &str| {
        format!(
            "[...document.querySelectorAll('.statement tr[data-line={line}] td')].map((cell) => cell.innerText)"
        )
    };
    let (due, closing) = (supervisor.value(&line("due")).await, supervisor.value(&line("closing")).await);
    assert_eq!(due, closing);
    supervisor.pictures("report-shift").await;
    let coups = supervisor.value(&line("coups")).await;
    assert_ne!(coups[1], json!("0"), "coups were dealt at New Zealand's table: {coups}");
    let unexplained = supervisor.value(&line("unexplained")).await;
    assert!(unexplained.as_array().is_some_and(|all| all.iter().all(|amount| *amount == json!("0"))));

    // The inspector chooses the same shift from the front of the room, and another report.
    inspector.go(&place.page("/reports")).await;
    assert_eq!(
        inspector.value("document.querySelector('#begin')").await,
        json!(null),
        "an inspector keeps no shift"
    );
    inspector.choose("#which", "results").await;
    inspector.choose("#choose [name=shift]", "1").await;
    inspector.click("#choose button").await;
    inspector.until("the results are shown", "location.search === '?shift=1'").await;
    assert!(inspector.said("main").await.contains("1 in 100"), "the false-alarm rate is stated");
    supervisor.close().await;
    inspector.close().await;
    place.close().await;
}
