//! What a player must see: why a bet is not made.

use crate::browser::Browser;
use crate::evening::{OPEN, sit_down};
use crate::place::Place;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_bet_that_is_not_made_says_why_in_sight() {
    let place = Place::open().await;
    let browser = Browser::start(&[]).await;
    browser.size(1440, 1000).await;
    sit_down(&place, &browser, "act").await;
    browser.until("betting is open", OPEN).await;
    // The smallest chip there is to bet with is less than the least.
    let chip = "document.querySelector('#chips input').value";
    let least = "[...document.querySelectorAll('#chips input')].length > 0";
    browser.until("chips are there", least).await;
    let chip = browser.value(chip).await;
    browser.click(&format!("#chips input[value='{}']", chip.as_str().expect("a worth"))).await;
    browser.click("[data-wager=player]").await;
    browser
        .until(
            "that it is too little is said in sight",
            "document.getElementById('refusal').checkVisibility() && document.getElementById('refusal').textContent.includes('not yet the least of')",
        )
        .await;
    // A tap after closing says so as well.
    let closed = "document.querySelector('[data-wager=player]').getAttribute('aria-disabled') === 'true'";
    browser.until("betting is closed", closed).await;
    browser
        .until(
            "a tap says that betting is closed",
            "(() => { if (document.querySelector('[data-wager=tie]').getAttribute('aria-disabled') !== 'true') return false; \
              document.querySelector('[data-wager=tie]').click(); return document.getElementById('refusal').textContent.includes('Betting is closed'); })()",
        )
        .await;
    browser.close().await;
    place.close().await;
}
