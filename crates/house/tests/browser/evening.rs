//! An evening at a table: sit down, bet with mouse and keys, be paid, see the roads grow, lose the line, check a shoe.

use crate::browser::{Browser, PATIENCE};
use crate::place::Place;
use people::clock::Held;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// What lies on a wager of the reader's box, as the house has accepted it.
pub fn accepted(wager: &str, amount: &str) -> String {
    let message = format!("your wager {amount}");
    format!(
        "(() => {{ const box = document.querySelector('[data-wager={wager}]'); \
         return box.querySelector('.box-message').textContent.endsWith({message:?}) && !box.classList.contains('pending'); }})()"
    )
}

pub const OPEN: &str = "document.querySelector('[data-wager=tie]')?.getAttribute('aria-disabled') === 'false' \
                    && Number(document.getElementById('clock-seconds').textContent || 9) > 2";
const COUPS: &str = "Number(document.getElementById('roads').dataset.coups ?? -1)";

/// The newest coup of which payments are shown.
const PAID: &str = "Math.max(0, ...[...document.getElementById('payments').textContent.matchAll(/Coup (\\d+)/g)].map((found) => Number(found[1])))";

pub async fn sit_down(place: &Place, browser: &Browser, table: &str) {
    browser.go(&place.page("/")).await;
    browser.click("header .who a.button").await;
    browser.click("form[data-link] button").await;
    browser.until("the lobby is shown", "location.pathname === '/'").await;
    browser.click(&format!("[data-table={table}] a.gold")).await;
    browser.click("#seating button[type=submit]").await;
    browser.until("the chips are there", "document.getElementById('tray').checkVisibility()").await;
}

/// The page has been told what the house has done so far: what is asked for twice is answered after that was sent.
const CAUGHT_UP: &str = "(async () => { const ask = () => fetch(`/api/v1${location.pathname}`).then((answer) => answer.text()); \
                         await ask(); await ask(); await new Promise((go) => setTimeout(go, 50)); return true; })()";

/// Time passes, a little at a time and no faster than the page is told what happens, until something holds in it.
pub async fn passes_until(held: &Held, browser: &Browser, what: &str, holds: &str) {
    let holds = format!("(() => {{ try {{ return {holds}; }} catch {{ return false; }} }})()");
    let patience = Instant::now() + PATIENCE;
    while browser.value(&holds).await != json!(true) {
        assert!(Instant::now() < patience, "waited in vain until {what}");
        held.pass(Duration::from_millis(300));
        browser.promised(CAUGHT_UP).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn an_evening_at_the_table() {
    let place = Place::open().await;
    let browser = Browser::start(&[]).await;
    browser.size(1440, 1000).await;
    sit_down(&place, &browser, "nz").await;
    assert_eq!(browser.value("document.getElementById('balance').textContent").await, json!("1,000"));

    // With the mouse: the chip of 25, once on the banker.
    browser.until("betting is open", OPEN).await;
    browser.click("#chips input[value='2500']").await;
    browser.click("[data-wager=banker]").await;
    browser.until("25 on the banker is accepted", &accepted("banker", "25")).await;

    // With keys alone: the third chip is 5; three of them on the tie, one back, and an undo.
    browser.until("betting is open", OPEN).await;
    let five = "[...document.querySelectorAll('#chips input')].findIndex((chip) => chip.value === '500') + 1";
    let five = browser.value(five).await;
    browser.press("[data-wager=tie]", &format!("{five}\u{e007}\u{e007}\u{e007}")).await;
    browser.until("15 on the tie is accepted", &accepted("tie", "15")).await;
    browser.press("[data-wager=tie]", "\u{e003}").await;
    browser.until("10 on the tie is accepted", &accepted("tie", "10")).await;
    browser.press("[data-wager=tie]", "u").await;
    browser.until("15 on the tie is accepted again", &accepted("tie", "15")).await;

    paid_as_the_house_says(&place, &browser).await;
    a_payment_shows_its_clause(&browser).await;
    the_line_is_cut(&place, &browser).await;
    a_finished_shoe_holds(&place, &browser).await;
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_newcomer_with_a_phone_bets_in_three_taps_and_without_scrolling() {
    let place = Place::unhurried().await;
    let browser = Browser::start(&[]).await;
    browser.go(&place.page("/sign-in")).await;
    let frame = browser.value("outerHeight - innerHeight").await.as_u64().expect("a height");
    browser.size(390, 664 + u32::try_from(frame).expect("a small one")).await;
    let link = browser.find("form[data-link]").await.attr("data-link").await.expect("the page");
    browser.go(&place.page(&format!("/sign-in?link={}", link.expect("a link for guests")))).await;
    browser.until("the lobby is shown", "location.pathname === '/'").await;
    browser.click("[data-table=act] a.gold").await;
    browser.click("#seating button[type=submit]").await;
    browser.until("betting is open", OPEN).await;
    browser.click("[data-wager=player]").await;
    let placed = "document.querySelector('[data-wager=player]:not(.pending) .pile') !== null";
    browser.until("a wager is accepted", placed).await;
    let over = "(() => { const dock = document.querySelector('.dock').getBoundingClientRect(); \
                const box = document.querySelector('[data-wager=player]').getBoundingClientRect(); \
                return scrollY === 0 && box.bottom <= dock.top && dock.bottom <= innerHeight; })()";
    assert_eq!(browser.value(over).await, json!(true), "boxes, chips and clock are in sight together");
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_bet_that_comes_too_late_says_so_and_lies_on_no_other_coup() {
    let place = Place::open().await;
    let browser = Browser::start(&[]).await;
    browser.size(1280, 900).await;
    sit_down(&place, &browser, "act").await;
    browser.click("#chips input[value='2500']").await;
    // The line is slow: what is sent arrives when the test lets it go. Others bet, so that betting closes all the same.
    let slow = "(() => { const send = fetch; window.fetch = (to, how) => how?.method === 'POST' \
                ? new Promise((go) => addEventListener('arrives', () => go(send(to, how)), { once: true })) : send(to, how); return true; })()";
    browser.value(slow).await;
    // On a slow machine betting may close between the look and the tap: then it is the next coup.
    let wished = "document.querySelector('[data-wager=player]').classList.contains('pending')";
    loop {
        browser.until("betting is open", OPEN).await;
        browser.click("[data-wager=player]").await;
        if browser.value(wished).await == json!(true) {
            break;
        }
    }
    // The page closes by the clock; what counts is that the dealer has closed: until then the book takes a wager.
    let patience = Instant::now() + PATIENCE;
    while view(&browser, "act").await["state"]["phase"] != json!("dealing") {
        assert!(Instant::now() < patience, "betting never closed");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    browser.value("dispatchEvent(new Event('arrives'))").await;
    let said = "document.getElementById('refusal').textContent";
    browser.until("the loss is told", &format!("/Player 25: .*(closed|over|changed)/.test({said})")).await;
    let lies = "document.querySelector('[data-wager=player] .box-stake').textContent === ''";
    assert_eq!(browser.value(lies).await, json!(true), "nothing lies on the player");
    // The next coup is open for bets like any other.
    browser.until("betting is open again", OPEN).await;
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn whoever_bets_most_bends_the_cards_up() {
    let place = Place::open().await;
    let browser = Browser::start(&[]).await;
    browser.size(1280, 900).await;
    sit_down(&place, &browser, "nsw").await;
    browser.until("betting is open", OPEN).await;
    browser.click("#chips input[value='50000']").await;
    browser.click("[data-wager=banker]").await;
    browser.until("500 on the banker is accepted", &accepted("banker", "500")).await;
    browser.click("#question .gold").await;
    // Every result that the page shows is written down, however short.
    browser
        .value(
            "(() => { window.results = []; const phase = document.getElementById('phase'); \
             new MutationObserver(() => { if (/won-/.test(phase.className)) results.push(phase.textContent); }) \
             .observe(phase, { attributes: true, childList: true }); return true; })()",
        )
        .await;
    browser.press("input.squeeze", "\u{e014}\u{e014}\u{e014}").await;
    let covered = "document.querySelectorAll('#cards-banker .covered .cover').length === 2";
    browser.until("the cards are bent up and still covered", covered).await;
    browser.press("input.squeeze", "\u{e010}").await;
    let open = "document.querySelector('.cover') === null \
                && [...document.querySelectorAll('#cards-banker .card')].every((card) => card.dataset.card !== '')";
    browser.until("the cards lie open", open).await;
    // Bent up slowly or at once, the result is seen before the next coup is.
    browser.until("the result was in view", "results.length > 0").await;
    browser.until("the wager is settled", "document.querySelector('#payments .payment') !== null").await;
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn on_a_slow_line_a_tap_waits_in_sight_and_lies_there_once_it_is_accepted() {
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        for table in &mut settings.tables {
            (table.pace.betting_seconds, table.regulars) = (3_600, floor::regulars::Regulars::None);
        }
    })
    .await;
    let browser = Browser::start(&[]).await;
    browser.size(390, 844).await;
    sit_down(&place, &browser, "nz").await;
    browser.until("betting is open", OPEN).await;
    browser.click("#chips input[value='2500']").await;
    place.line.slow_down(Duration::from_millis(700));
    // Seen from inside: the tap is told as pending before it is accepted, and the chips leave the hand at once.
    let tapped = "(() => { const box = document.querySelector('[data-wager=player]'); box.click(); \
                  return [box.classList.contains('pending'), document.getElementById('balance').textContent]; })()";
    assert_eq!(browser.value(tapped).await, json!([true, "975"]));
    browser.until("25 on the player is accepted", &accepted("player", "25")).await;
    assert_eq!(view(&browser, "nz").await["you"]["staked"], json!(2500), "once");
    browser.close().await;
    place.close().await;
}

/// Plays until a wager has won; whatever the page says was paid is what the house says was.
async fn paid_as_the_house_says(place: &Place, browser: &Browser) {
    let mut paid = 0;
    for _ in 0..40 {
        // Payments are drawn after the roads, so it is they that say that the coup is over for this reader.
        browser.until("the wagers are settled", &format!("{PAID} > {paid}")).await;
        paid = browser.value(PAID).await.as_i64().expect("a number");
        let won = browser.value("document.querySelector('.payment b.gain') !== null").await;
        if won == json!(true) {
            let shown = browser.value("document.getElementById('net').textContent").await;
            let you = view(browser, "nz").await["you"].clone();
            let net = you["net"].as_i64().expect("an amount");
            let digits: String = shown.as_str().expect("text").chars().filter(char::is_ascii_digit).collect();
            let cents = if shown.as_str().is_some_and(|shown| shown.contains('.')) { 1 } else { 100 };
            // Between the two questions another coup may have been settled only if wagers lay on it; none do.
            assert_eq!(digits.parse::<i64>().expect("digits") * cents, net.abs(), "{shown} {net}");
            return;
        }
        browser.until("betting is open", OPEN).await;
        browser.press("[data-wager=tie]", "r").await;
        browser
            .until(
                "the wagers of the coup before lie there again",
                "document.getElementById('staked').textContent === '40'",
            )
            .await;
    }
    panic!("forty coups on the banker, and not one won: {}", place.page(""));
}

/// The table's view, as the API gives it to this reader.
async fn view(browser: &Browser, table: &str) -> Value {
    browser.promised(&format!("fetch('/api/v1/tables/{table}').then((answer) => answer.json())")).await
}

async fn a_payment_shows_its_clause(browser: &Browser) {
    browser.click(".payment").await;
    browser
        .until(
            "the clause is shown",
            "document.querySelector('#clause[open] article p')?.textContent.length > 10",
        )
        .await;
    browser.press("#clause button", "\u{e00c}").await;
    browser.until("the clause is gone", "document.querySelector('#clause[open]') === null").await;
}

async fn the_line_is_cut(place: &Place, browser: &Browser) {
    browser.until("betting is open", OPEN).await;
    browser.press("[data-wager=banker]", "\u{e007}\u{e007}").await;
    browser.until("10 on the banker is accepted", &accepted("banker", "10")).await;
    let coup = view(browser, "nz").await["state"]["coup"].clone();
    place.line.cut();
    browser.until("the loss is shown", "document.getElementById('lost').checkVisibility()").await;
    let closed = "[...document.querySelectorAll('[data-wager]')].every((box) => box.getAttribute('aria-disabled') === 'true')";
    assert_eq!(browser.value(closed).await, json!(true), "nobody bets without a line");
    browser.press("[data-wager=tie]", "\u{e007}").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    place.line.mend();
    browser.until("the line is back", "!document.getElementById('lost').checkVisibility()").await;
    // The accepted wager stood and was settled; what was pressed without a line was never made.
    browser
        .until(
            "the coup is settled",
            &format!("document.getElementById('payments').textContent.includes('Coup {coup}')"),
        )
        .await;
    let settled = view(browser, "nz").await["you"]["settled"].clone();
    assert_eq!(settled.as_array().map(Vec::len), Some(1), "{settled}");
    assert_eq!((&settled[0]["wager"], &settled[0]["staked"]), (&json!("banker"), &json!(1000)), "{settled}");
}

async fn a_finished_shoe_holds(place: &Place, browser: &Browser) {
    // A shoe ends only if somebody plays it.
    for _ in 0..20 {
        if browser.value("document.querySelector('#past-shoes .verify') !== null").await == json!(true) {
            break;
        }
        let roads = browser.value(COUPS).await;
        browser
            .until(
                "the roads have changed",
                &format!("{COUPS} !== {roads} || document.querySelector('#past-shoes .verify') !== null"),
            )
            .await;
    }
    browser.click("#past-shoes .verify").await;
    browser.until("the shoe holds", "document.querySelector('#past-shoes .verdict.holds') !== null").await;

    browser.go(&place.page("/shoes?table=nz")).await;
    browser.click("#all").await;
    browser.until("all shoes hold", "document.getElementById('chain').classList.contains('holds')").await;

    // The same check finds a card that was exchanged, a seed that was changed, and a line that is missing.
    let record = "fetch('/api/v1/tables/nz/shoes/1').then((answer) => answer.text())";
    let checked = |change: &str| {
        format!(
            "Promise.all([import('/assets/rooms/shoes/verify.js'), {record}]).then(async ([{{check}}, record]) => {{ \
             try {{ await check(({change})(record)); return 'holds'; }} catch (fault) {{ return fault.step; }} }})"
        )
    };
    for (change, expected) in [
        ("(record) => record", "holds"),
        (
            "(record) => record.replace(/\"card\":\"(..)\"/, (all, card) => `\"card\":\"${card === 'AS' ? 'KD' : 'AS'}\"`)",
            "openings",
        ),
        (
            "(record) => record.replace(/\"seed\":\"../, (all) => all.slice(0, -2) + (all.endsWith('00') ? '11' : '00'))",
            "seed",
        ),
        ("(record) => record.split('\\n').filter((line, i) => i !== 4).join('\\n')", "order-of-lines"),
        ("(record) => record.replace('\"number\":1', '\"number\":2')", "seal"),
    ] {
        assert_eq!(browser.promised(&checked(change)).await, json!(expected), "{change}");
    }
}
