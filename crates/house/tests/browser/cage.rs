//! The cage's room: everything adds up on the page, an order that cannot be is refused in words, and whoever watches changes nothing.

use crate::browser::Browser;
use crate::place::Place;
use baccarat::chips::Money;
use house::settings::CageSettings;
use people::role::Role;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn the_cage_shows_where_every_chip_is() {
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        settings.cage = Some(CageSettings { second_from: Money(500_000), identity_from: Money(1_000_000) });
    })
    .await;
    let (cora, ivy) = (Browser::start(&[]).await, Browser::start(&[]).await);
    cora.come_as(&place, Role::Cage, "/cage").await;
    cora.find("#verdict.holds").await;
    let tables = cora.value("document.querySelectorAll('#tables tbody tr').length").await;
    assert_eq!(tables, json!(8), "every table beside the cage's record");
    let differ = "[...document.querySelectorAll('#tables tbody tr')].filter((row) => !row.textContent.includes('✓')).length";
    assert_eq!(cora.value(differ).await, json!(0));

    // Chips are counted by worth, thousands however they are written, and their sum is shown.
    cora.value("document.querySelector('form[data-act=buy]').closest('details').open = true").await;
    cora.fill("form[data-act=buy] input[data-worth='2500']", "1,000").await;
    cora.until("the sum", "document.querySelector('form[data-act=buy] output').textContent === '25,000'")
        .await;
    cora.click("form[data-act=buy] button[type=submit]").await;
    cora.until("the refusal", "document.querySelector('#refusal').textContent.includes('bank')").await;

    // Whoever watches sees the same, and has nothing to fill in.
    ivy.come_as(&place, Role::Inspector, "/cage").await;
    ivy.find("#verdict.holds").await;
    assert_eq!(ivy.value("document.querySelectorAll('form[data-act]').length").await, json!(0));
    cora.close().await;
    ivy.close().await;
    place.close().await;
}
