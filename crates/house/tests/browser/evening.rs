//! An evening at a table: sit down, bet with mouse and keys, be paid, see the roads grow, lose the line, check a shoe.

use crate::browser::{Browser, PATIENCE};
use crate::place::Place;
use floor::regulars::Regulars;
use people::clock::{self, Held};
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
/// The same where the test holds the clock of the house.
const TAKES_WAGERS: &str =
    "document.querySelector('[data-wager=tie]')?.getAttribute('aria-disabled') === 'false'";
const TAKES_NO_WAGERS: &str =
    "document.querySelector('[data-wager=tie]')?.getAttribute('aria-disabled') === 'true'";
const DEALT: &str = "document.querySelector('.hand .card') !== null";
/// For how long tables take wagers whose time the test holds: longer than a test needs for that, as the clock of
/// the page runs by itself, and shorter than what a session lasts where nobody does anything.
const BETTING: Duration = Duration::from_secs(900);
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

/// The same where the test holds the clock, which runs meanwhile: cards are made ready at a pace, and what is done behind that is shown after it.
pub async fn sit_down_meanwhile(held: &Held, place: &Place, browser: &Browser, table: &str) {
    held.run();
    sit_down(place, browser, table).await;
    held.stand();
}

/// The page has been told what the house has done so far: what is asked for twice is answered after that was sent.
const CAUGHT_UP: &str = "(async () => { const ask = () => fetch(`/api/v1${location.pathname}`).then((answer) => answer.text()); \
                         await ask(); await ask(); await new Promise((go) => setTimeout(go, 50)); return true; })()";

/// Time passes, a little at a time and no faster than the page is told what happens, until something holds in it.
pub async fn passes_until(held: &Held, browser: &Browser, what: &str, holds: &str) {
    let holds = format!("(() => {{ try {{ return {holds}; }} catch {{ return false; }} }})()");
    let patience = Instant::now() + PATIENCE;
    while browser.value(&holds).await != json!(true) {
        if Instant::now() >= patience {
            let page = browser.value("document.body.innerText").await;
            panic!("waited in vain until {what}; the page says {page}");
        }
        held.pass(Duration::from_millis(300));
        browser.promised(CAUGHT_UP).await;
    }
}

/// The time for wagers passes, once the dealer has begun to count it: that is with the first wager.
async fn betting_ends(held: &Held, browser: &Browser) {
    let counts = "!document.getElementById('clock').hidden";
    passes_until(held, browser, "the clock runs", counts).await;
    held.pass(BETTING);
}

/// A house whose tables take wagers until the test lets time pass, at which nobody else plays. Its shoes end after a few coups.
async fn held_place() -> Place {
    Place::with(|settings| {
        settings.hourly_draw = false;
        for table in &mut settings.tables {
            table.pace.betting_seconds = BETTING.as_secs().try_into().expect("a small number");
            table.regulars = Regulars::None;
            table.settings.from_back = u16::from(table.settings.decks) * 52 - 24;
        }
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn what_is_pressed_once_betting_is_closed_does_nothing_and_says_so() {
    let held = clock::hold();
    let place = held_place().await;
    let browser = Browser::start(&[]).await;
    browser.size(1440, 1000).await;
    sit_down_meanwhile(&held, &place, &browser, "nz").await;
    passes_until(&held, &browser, "betting is open", TAKES_WAGERS).await;
    browser.click("#chips input[value='2500']").await;
    browser.click("[data-wager=banker]").await;
    browser.until("25 on the banker is accepted", &accepted("banker", "25")).await;
    browser.value("document.querySelector('#favourites li:last-child button').click() ?? true").await;
    betting_ends(&held, &browser).await;
    passes_until(&held, &browser, "betting is closed", TAKES_NO_WAGERS).await;
    let keys = ["r", "d", "u", "c"].map(|key| (key, Some(key)));
    for (what, key) in keys.into_iter().chain([("a favourite", None)]) {
        browser.value("(document.getElementById('refusal').textContent = '', true)").await;
        match key {
            Some(key) => browser.press("[data-wager=banker]", key).await,
            None => {
                _ = browser.value("document.querySelector('#favourites li button').click() ?? true").await
            }
        }
        let said = browser.value("document.getElementById('refusal').textContent").await;
        assert_eq!(said, json!("Betting is closed."), "{what}");
        staked(&held, &browser, 2_500).await;
    }
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn an_evening_at_the_table() {
    let held = clock::hold();
    let place = held_place().await;
    let browser = Browser::start(&[]).await;
    browser.size(1440, 1000).await;
    sit_down_meanwhile(&held, &place, &browser, "nz").await;
    assert_eq!(browser.value("document.getElementById('balance').textContent").await, json!("1,000"));

    // With the mouse: the chip of 25, once on the banker.
    passes_until(&held, &browser, "betting is open", TAKES_WAGERS).await;
    browser.click("#chips input[value='2500']").await;
    browser.click("[data-wager=banker]").await;
    browser.until("25 on the banker is accepted", &accepted("banker", "25")).await;

    // With keys alone: the third chip is 5; three of them on the tie, one back, and an undo.
    let five = "[...document.querySelectorAll('#chips input')].findIndex((chip) => chip.value === '500') + 1";
    let five = browser.value(five).await;
    browser.press("[data-wager=tie]", &format!("{five}\u{e007}\u{e007}\u{e007}")).await;
    browser.until("15 on the tie is accepted", &accepted("tie", "15")).await;
    browser.press("[data-wager=tie]", "\u{e003}").await;
    browser.until("10 on the tie is accepted", &accepted("tie", "10")).await;
    browser.press("[data-wager=tie]", "u").await;
    browser.until("15 on the tie is accepted again", &accepted("tie", "15")).await;

    paid_as_the_house_says(&held, &browser).await;
    a_payment_shows_its_clause(&browser).await;
    the_line_is_cut(&held, &place, &browser).await;
    a_finished_shoe_holds(&held, &place, &browser).await;
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
    let held = clock::hold();
    let place = held_place().await;
    let browser = Browser::start(&[]).await;
    browser.size(1280, 900).await;
    sit_down_meanwhile(&held, &place, &browser, "act").await;
    passes_until(&held, &browser, "betting is open", TAKES_WAGERS).await;
    browser.click("#chips input[value='2500']").await;
    // There is something to deal for, so that betting closes all the same.
    browser.click("[data-wager=banker]").await;
    browser.until("25 on the banker is accepted", &accepted("banker", "25")).await;
    // The line is slow: what is sent arrives when the test lets it go.
    let slow = "(() => { const send = fetch; window.onTheWay = 0; window.fetch = (to, how) => how?.method === 'POST' \
                ? new Promise((go) => { onTheWay += 1; addEventListener('arrives', () => { onTheWay = 0; go(send(to, { ...how, signal: undefined })); }, { once: true }); }) \
                : send(to, how); return true; })()";
    browser.value(slow).await;
    browser.click("[data-wager=tie]").await;
    let wished = "document.querySelector('[data-wager=tie]').classList.contains('pending')";
    browser.until("the wager waits", wished).await;
    betting_ends(&held, &browser).await;
    // The page closes by the clock; what counts is that the dealer has closed: until then the book takes a wager.
    passes_until(&held, &browser, "the first card comes", DEALT).await;
    browser.value("dispatchEvent(new Event('arrives'))").await;
    let said = "document.getElementById('refusal').textContent";
    browser
        .until("the loss is told", &format!("/Tie 25: .*(closed|over|changed)|25 on Tie/.test({said})"))
        .await;
    let lies = "document.querySelector('[data-wager=tie] .box-stake').textContent === ''";
    assert_eq!(browser.value(lies).await, json!(true), "nothing lies on the tie");
    // The next coup is open for bets like any other.
    passes_until(&held, &browser, "betting is open again", TAKES_WAGERS).await;
    a_bet_on_its_way_goes_before_the_next_box(&browser).await;
    a_raise_that_never_left_is_told(&held, &browser).await;
    browser.close().await;
    place.close().await;
}

/// Whoever turns to another box while a bet is on its way waits for it: it lies where it was put, and a tap meanwhile lies nowhere and says so.
async fn a_bet_on_its_way_goes_before_the_next_box(browser: &Browser) {
    browser.click("[data-wager=banker]").await;
    browser.until("the wager is on its way", "onTheWay === 1").await;
    browser.click("#boxes input[value='5']").await;
    browser.click("[data-wager=tie]").await;
    let said = browser.value("document.getElementById('refusal').textContent").await;
    assert_eq!(said, json!("One moment: what you bet on box 1 is still on its way."));
    browser.value("dispatchEvent(new Event('arrives'))").await;
    browser.until("the page is at box 5", "document.getElementById('said').textContent === 'Box 5'").await;
    browser.until("nothing lies on it", &accepted_nothing("banker")).await;
    browser.click("#boxes input[value='1']").await;
    browser.until("25 on the banker of box 1 is accepted", &accepted("banker", "25")).await;
    assert_eq!(browser.value(&accepted_nothing("tie")).await, json!(true));
    // What is too little for any wager is told when it is left behind.
    browser.click("#chips input[value='100']").await;
    browser.click("[data-wager=player]").await;
    browser.click("#boxes input[value='5']").await;
    let told = "document.getElementById('refusal').textContent === 'Not bet: 1 on Player is less than the least of 10.'";
    browser.until("what is left behind is told", told).await;
    browser.click("#boxes input[value='1']").await;
    browser.until("back at box 1", &accepted("banker", "25")).await;
    browser.click("#chips input[value='2500']").await;
}

/// A second tap while the first is on its way, on which betting closes: the first gets its answer, the second is told to be lost.
async fn a_raise_that_never_left_is_told(held: &Held, browser: &Browser) {
    browser.click("[data-wager=tie]").await;
    browser.until("the wager is on its way", "onTheWay === 1").await;
    browser.click("[data-wager=tie]").await;
    let said = "document.getElementById('refusal').textContent";
    betting_ends(held, browser).await;
    passes_until(held, browser, "the dealer closes on a raise", TAKES_NO_WAGERS).await;
    let lost = json!("Your wager on Tie stays 25: betting closed before 50 could be sent.");
    assert_eq!(browser.value(said).await, lost);
    passes_until(held, browser, "the first card comes", DEALT).await;
    browser.value("dispatchEvent(new Event('arrives'))").await;
    browser.until("the answer is told", &format!("/Tie 25: .*(closed|over|changed)/.test({said})")).await;
}

/// Nothing lies on a wager of the reader's box, and nothing is on its way there.
fn accepted_nothing(wager: &str) -> String {
    format!(
        "(() => {{ const box = document.querySelector('[data-wager={wager}]'); \
         return box.querySelector('.box-stake').textContent === '' && !box.classList.contains('pending'); }})()"
    )
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn whoever_bets_most_bends_the_cards_up() {
    let held = clock::hold();
    let place = held_place().await;
    let browser = Browser::start(&[]).await;
    browser.size(1280, 900).await;
    sit_down_meanwhile(&held, &place, &browser, "nsw").await;
    passes_until(&held, &browser, "betting is open", TAKES_WAGERS).await;
    browser.click("#chips input[value='50000']").await;
    browser.click("[data-wager=banker]").await;
    browser.until("500 on the banker is accepted", &accepted("banker", "500")).await;
    betting_ends(&held, &browser).await;
    let asked = "document.querySelector('#question .gold')?.checkVisibility() === true";
    passes_until(&held, &browser, "the hand is offered", asked).await;
    browser.click("#question .gold").await;
    // Every result that the page shows is written down, however short.
    browser
        .value(
            "(() => { window.results = []; const phase = document.getElementById('phase'); \
             new MutationObserver(() => { if (/won-/.test(phase.className)) results.push(phase.textContent); }) \
             .observe(phase, { attributes: true, childList: true }); return true; })()",
        )
        .await;
    let squeezes = "document.querySelector('input.squeeze') !== null";
    passes_until(&held, &browser, "the cards lie there", squeezes).await;
    browser.press("input.squeeze", "\u{e014}\u{e014}\u{e014}").await;
    let covered = "document.querySelectorAll('#cards-banker .covered .cover').length === 2";
    browser.until("the cards are bent up and still covered", covered).await;
    browser.press("input.squeeze", "\u{e010}").await;
    let open = "document.querySelector('.cover') === null \
                && [...document.querySelectorAll('#cards-banker .card')].every((card) => card.dataset.card !== '')";
    passes_until(&held, &browser, "the cards lie open", open).await;
    // Bent up slowly or at once, the result is seen before the next coup is.
    passes_until(&held, &browser, "the result was in view", "results.length > 0").await;
    let settled = "document.querySelector('#payments .payment') !== null";
    passes_until(&held, &browser, "the wager is settled", settled).await;
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

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_bet_whose_answer_is_lost_on_the_way_is_told_and_lies_there_once() {
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        for table in &mut settings.tables {
            (table.pace.betting_seconds, table.regulars) = (3_600, floor::regulars::Regulars::None);
        }
    })
    .await;
    let browser = Browser::start(&[]).await;
    browser.size(1280, 900).await;
    sit_down(&place, &browser, "nz").await;
    browser.until("betting is open", OPEN).await;
    browser.click("#chips input[value='2500']").await;
    // Every connection that stands carries what is asked and no answer, and is never closed.
    place.line.stall();
    browser.click("[data-wager=player]").await;
    let said = "document.getElementById('refusal').textContent";
    browser
        .until("the loss is told", &format!("{said}.includes('25 on Player\\'s Hand was on its way')"))
        .await;
    browser.until("25 on the player is accepted", &accepted("player", "25")).await;
    browser.until("the line is back", "!document.getElementById('lost').checkVisibility()").await;
    browser.click("[data-wager=tie]").await;
    browser.until("25 on the tie is accepted", &accepted("tie", "25")).await;
    let you = view(&browser, "nz").await["you"].clone();
    assert_eq!(
        (&you["staked"], you["stakes"].as_array().map(Vec::len)),
        (&json!(5_000), Some(2)),
        "each once"
    );
    browser.close().await;
    place.close().await;
}

/// Deals coups on banker and tie until one of them has won; whatever the page says that they brought is what the house says.
async fn paid_as_the_house_says(held: &Held, browser: &Browser) {
    let mut paid = 0;
    for _ in 0..40 {
        betting_ends(held, browser).await;
        // Payments are drawn after the roads, so it is they that say that the coup is over for this reader.
        passes_until(held, browser, "the wagers are settled", &format!("{PAID} > {paid}")).await;
        paid = browser.value(PAID).await.as_i64().expect("a number");
        let shown = browser.value("document.getElementById('net').textContent").await;
        let net = view(browser, "nz").await["you"]["net"].as_i64().expect("an amount");
        let digits: String = shown.as_str().expect("text").chars().filter(char::is_ascii_digit).collect();
        let cents = if shown.as_str().is_some_and(|shown| shown.contains('.')) { 1 } else { 100 };
        assert_eq!(digits.parse::<i64>().expect("digits") * cents, net.abs(), "{shown} {net}");
        if browser.value("document.querySelector('.payment b.gain') !== null").await == json!(true) {
            return;
        }
        passes_until(held, browser, "betting is open", TAKES_WAGERS).await;
        browser.press("[data-wager=tie]", "r").await;
        staked(held, browser, 4_000).await;
    }
    panic!("forty coups on banker and tie, and not one won");
}

/// Time passes until the house says that so much of the reader's is staked at the New Zealand table: what is on record is shown in time.
async fn staked(held: &Held, browser: &Browser, amount: i64) {
    let patience = Instant::now() + PATIENCE;
    loop {
        let you = view(browser, "nz").await["you"].clone();
        if you["staked"] == json!(amount) {
            return;
        }
        let said = browser.value("document.getElementById('refusal').textContent").await;
        assert!(Instant::now() < patience, "{amount} are to be staked: {you}; said is {said}");
        held.pass(Duration::from_millis(300));
    }
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

async fn the_line_is_cut(held: &Held, place: &Place, browser: &Browser) {
    passes_until(held, browser, "betting is open", TAKES_WAGERS).await;
    // What stood off still lies there.
    browser.press("[data-wager=banker]", "c").await;
    staked(held, browser, 0).await;
    browser.press("[data-wager=banker]", "\u{e007}\u{e007}").await;
    browser.until("10 on the banker is accepted", &accepted("banker", "10")).await;
    let coup = view(browser, "nz").await["state"]["coup"].clone();
    place.line.cut();
    browser.until("the loss is shown", "document.getElementById('lost').checkVisibility()").await;
    let closed = "[...document.querySelectorAll('[data-wager]')].every((box) => box.getAttribute('aria-disabled') === 'true')";
    assert_eq!(browser.value(closed).await, json!(true), "nobody bets without a line");
    browser.press("[data-wager=tie]", "\u{e007}").await;
    place.line.mend();
    browser.until("the line is back", "!document.getElementById('lost').checkVisibility()").await;
    betting_ends(held, browser).await;
    // The accepted wager stood and was settled; what was pressed without a line was never made.
    let settled = format!("document.getElementById('payments').textContent.includes('Coup {coup}')");
    passes_until(held, browser, "the coup is settled", &settled).await;
    let settled = view(browser, "nz").await["you"]["settled"].clone();
    assert_eq!(settled.as_array().map(Vec::len), Some(1), "{settled}");
    assert_eq!((&settled[0]["wager"], &settled[0]["staked"]), (&json!("banker"), &json!(1000)), "{settled}");
}

async fn a_finished_shoe_holds(held: &Held, place: &Place, browser: &Browser) {
    // A shoe ends only if somebody plays it; more than a dozen coups have more cards than lie before its cutting card.
    let ended = "document.querySelector('#past-shoes .verify') !== null";
    for _ in 0..12 {
        passes_until(held, browser, "betting is open", &format!("({TAKES_WAGERS}) || {ended}")).await;
        if browser.value(ended).await == json!(true) {
            break;
        }
        let roads = browser.value(COUPS).await;
        browser.press("[data-wager=banker]", "r").await;
        staked(held, browser, 1_000).await;
        betting_ends(held, browser).await;
        let over = format!("{COUPS} !== {roads} || {ended}");
        passes_until(held, browser, "the roads have changed", &over).await;
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
