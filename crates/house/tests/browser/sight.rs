//! What a player must see: why a bet is not made.

use crate::browser::Browser;
use crate::evening::{OPEN, accepted, sit_down};
use crate::place::Place;
use baccarat::chips::Money;
use floor::regulars::Regulars;
use serde_json::json;

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

/// How what is said lies beside the clock: nothing is wrong where the seconds can be seen and the two are apart.
const OVER_THE_CLOCK: &str = "(() => { scrollTo(0, 0); const clock = document.getElementById('clock'); const said = document.getElementById('refusal'); \
    if (clock.hidden || said.textContent === '') return 'nothing to see'; \
    const [a, b] = [clock.getBoundingClientRect(), said.getBoundingClientRect()]; const seconds = document.getElementById('clock-seconds').getBoundingClientRect(); \
    if (a.bottom > b.top && a.top < b.bottom && a.right > b.left && a.left < b.right) return `it lies over the clock: ${JSON.stringify([innerWidth, a, b])}`; \
    const at = document.elementFromPoint(seconds.left + seconds.width / 2, seconds.top + seconds.height / 2); \
    return clock.contains(at) ? '' : `the seconds are under ${at?.id || at?.className}`; })()";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn what_is_said_when_a_bet_is_placed_leaves_the_clock_in_sight() {
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        for table in &mut settings.tables {
            (table.pace.betting_seconds, table.regulars) = (3_600, Regulars::None);
            // Without quarters, so that not every commission can be paid.
            table.settings.chips = [1, 5, 25, 100, 500].map(|whole| Money(whole * Money::UNITS)).to_vec();
        }
    })
    .await;
    let browser = Browser::start(&[]).await;
    browser.size(1440, 900).await;
    sit_down(&place, &browser, "act").await;
    // More than the most is taken, and told with its clause.
    let buy = "fetch('/api/v1/tables/act/commands', { method: 'POST', headers: { 'content-type': 'application/json' }, \
               body: JSON.stringify({ id: 'more-cash-1', acts: [{ act: 'buy-in', cash: 200000 }] }) }).then((answer) => answer.status)";
    assert_eq!(browser.promised(buy).await, json!(200));
    browser.until("betting is open", OPEN).await;
    browser.until("the cash is there", "document.getElementById('balance').textContent === '3,000'").await;
    browser.click("#chips input[value='50000']").await;
    for (amount, shown) in [(500, "500"), (1_000, "1,000"), (1_500, "1,500")] {
        browser.click("[data-wager=player]").await;
        browser.until(&format!("{amount} is accepted"), &accepted("player", shown)).await;
    }
    let told = "document.getElementById('refusal').textContent.includes('Player 1,500: 1,000 is the most that is played for. The other 500 comes back whatever the result.') \
                && document.querySelector('#refusal .cite').textContent.includes('3.7')";
    browser.until("what is over the most is told", told).await;
    let frame = browser.value("outerHeight - innerHeight").await.as_u64().expect("a height");
    for (width, height) in
        [(1920, 1080), (1440, 900), (1280, 720), (1024, 768), (700, 900), (844, 390), (390, 844), (390, 664)]
    {
        browser.size(width, height + u32::try_from(frame).expect("a small one")).await;
        browser
            .until(
                "the page follows its window",
                &format!("innerWidth === {width} && innerHeight === {height}"),
            )
            .await;
        assert_eq!(browser.value(OVER_THE_CLOCK).await, json!(""), "{width} by {height}");
        if let Ok(folder) = std::env::var("CROUPIER_PICTURES") {
            let picture = browser.client.screenshot().await.expect("a picture");
            let file = std::path::Path::new(&folder).join(format!("said-{width}-{height}.png"));
            std::fs::write(file, picture).expect("a folder for pictures");
        }
    }
    // What chips could not pay is refused, with the nearest amounts that they can.
    browser.size(1440, 900).await;
    sit_down_again(&place, &browser, "nz").await;
    browser.until("betting is open", OPEN).await;
    browser.click("#chips input[value='2500']").await;
    browser.click("[data-wager=banker]").await;
    let said = "document.getElementById('refusal').textContent";
    let told = format!(
        "/Chips could not pay 25 on Banker's Hand exactly: 20 .*40 can be paid/.test({said}) && {said}.includes('5.8')"
    );
    browser.until("the nearest amounts are told", &told).await;
    browser.close().await;
    place.close().await;
}

/// Takes a seat at another table too.
async fn sit_down_again(place: &Place, browser: &Browser, table: &str) {
    browser.go(&place.page(&format!("/tables/{table}"))).await;
    browser.click("#seating button[type=submit]").await;
    browser.until("the chips are there", "document.getElementById('tray').checkVisibility()").await;
}
