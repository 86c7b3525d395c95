//! What a player meets beside the game, in a real browser: every state of a coup looked at and listened to, cards when one is ready, limits of
//! one's own, boxes, one's own coups, tables that wait for a dealer.

use crate::accessibility::{faults, low_contrast};
use crate::browser::Browser;
use crate::evening::{OPEN, accepted, passes_until, sit_down, sit_down_meanwhile};
use crate::place::Place;
use floor::regulars::Regulars;
use people::clock;
use people::role::Role;
use serde_json::json;
use std::time::Duration;

/// Writes down what a screen reader would hear from the live regions of the page.
const LISTEN: &str = "(() => { window.heard = []; \
    const hear = () => { const text = document.getElementById('said').textContent; if (text && text !== heard.at(-1)) heard.push(text); }; \
    new MutationObserver(hear).observe(document.getElementById('said'), { childList: true, characterData: true, subtree: true }); \
    return true; })()";

async fn looked_at(browser: &Browser, state: &str) {
    assert_eq!(low_contrast(browser).await, json!([]), "{state}");
    assert_eq!(faults(browser).await, json!([]), "{state}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn every_state_of_a_coup_can_be_read_and_heard() {
    // Slow enough to look at each state, and alone, so that the coup waits for the reader.
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        for table in &mut settings.tables {
            (table.pace.betting_seconds, table.pace.result_ms, table.regulars) = (9, 4_000, Regulars::None);
        }
    })
    .await;
    let browser = Browser::start(&["--force-prefers-reduced-motion"]).await;
    browser.size(1280, 900).await;
    sit_down(&place, &browser, "nz").await;
    let heard = states(&place, &browser, "en", (1280, 900)).await;
    for expected in
        ["Betting is open", "Five seconds left.", "No more bets.", "Player: ", "Banker: ", "Player ", "You: "]
    {
        assert!(heard.contains(expected), "no {expected:?} in what was heard:\n{heard}");
    }
    let heard = states(&place, &browser, "zh-CN", (390, 844)).await;
    assert!(!heard.contains("bets"), "what was heard is Chinese:\n{heard}");
    browser.close().await;
    place.close().await;
}

/// What the page says of the coup and lies under what it says of a refusal.
const UNDER_REFUSAL: &str = "(() => { const said = document.getElementById('refusal'); \
    if (said.textContent === '') return ['nothing is refused']; const over = said.getBoundingClientRect(); \
    return [...document.querySelectorAll('#phase, #calls, #won, #clock, .hand .card, .hand .count')].filter((part) => { \
      const { left, right, top, bottom } = part.getBoundingClientRect(); \
      return part.checkVisibility() && part.textContent !== '' && left < over.right && right > over.left && top < over.bottom && bottom > over.top; \
    }).map((part) => part.id || part.className); })()";

/// What is wrong with how the reasons of a payment lie on the page: texts in them that something else covers, and the clock, where they cover
/// it. The clock is measured whether it runs at the moment or not.
const WHY_COVERED: &str = "(() => { scrollTo(0, 0); const dialog = document.getElementById('clause'); const clock = document.getElementById('clock'); \
    const inside = dialog.getBoundingClientRect(); const found = []; \
    for (const one of dialog.querySelectorAll('h2, h3, p, li, b, span, button')) { \
      const { left, top, width, height } = one.getBoundingClientRect(); const [x, y] = [left + width / 2, top + height / 2]; \
      if (width === 0 || y < inside.top || y > inside.bottom) continue; \
      if (!dialog.contains(document.elementFromPoint(x, y))) found.push(one.textContent.slice(0, 40)); \
    } \
    const hidden = clock.hidden; clock.hidden = false; const running = clock.getBoundingClientRect(); clock.hidden = hidden; \
    if (running.bottom > inside.top && running.top < inside.bottom && running.right > inside.left && running.left < inside.right) found.push('the clock'); \
    return found; })()";

/// On phones, upright and turned, and on a desk nothing lies over the reasons of a payment, and they lie over no clock.
async fn why_is_in_sight(browser: &Browser, state: &str) {
    let frame = browser.value("outerHeight - innerHeight").await.as_u64().expect("a height");
    for (width, height) in [(390, 844), (390, 664), (360, 640), (844, 390), (667, 375), (1280, 720)] {
        browser.size(width, height + u32::try_from(frame).expect("a small one")).await;
        browser
            .until(
                "the page follows its window",
                &format!("innerWidth === {width} && innerHeight === {height}"),
            )
            .await;
        assert_eq!(browser.value(WHY_COVERED).await, json!([]), "{state}, {width} by {height}");
    }
}

/// Looks at every state of a coup in a language and at a width, by keyboard alone; gives back what was heard.
async fn states(place: &Place, browser: &Browser, language: &str, (width, height): (u32, u32)) -> String {
    const OPENED: &str =
        "document.querySelector('[data-wager=tie]')?.getAttribute('aria-disabled') === 'false'";
    const LIES: &str = "[...document.querySelectorAll('[data-wager=player], [data-wager=tie]')].every((box) => !box.classList.contains('pending') && box.querySelector('.box-stake').textContent.includes('25'))";
    let at = |state: &str| format!("{state}, in {language} at {width}");
    browser.size(width, height).await;
    browser.go(&place.page(&format!("/tables/nz?lang={language}"))).await;
    browser.until("the table is told", "document.querySelector('.box[data-wager]') !== null").await;
    browser.value(LISTEN).await;
    // A coup from its beginning.
    browser
        .until("betting is open, with time", &format!("{OPENED} && document.getElementById('clock').hidden"))
        .await;
    looked_at(browser, &at("before the first wager")).await;
    let chip =
        "[...document.querySelectorAll('#chips input')].findIndex((chip) => chip.value === '2500') + 1";
    let chip = browser.value(chip).await;
    browser.press("[data-wager=player]", &format!("{chip}\u{e007}")).await;
    browser.press("[data-wager=tie]", "\u{e007}").await;
    browser.until("25 on both is accepted", LIES).await;
    looked_at(browser, &at("with wagers, the clock running")).await;
    browser.until("cards lie there", "document.querySelectorAll('.hand .card').length >= 2").await;
    browser.press("[data-wager=tie]", "\u{e007}").await;
    browser.until("why not is said", "document.getElementById('refusal').textContent !== '' || document.querySelector('#clause[open]') !== null").await;
    looked_at(browser, &at("refused, while cards come")).await;
    browser.until("the coup is settled", "document.querySelector('.box.wins, .box.loses') !== null").await;
    browser
        .until(
            "what the coup brought is told",
            "document.getElementById('won').checkVisibility() && document.querySelector('.hand.winner, .hand.tied') !== null",
        )
        .await;
    assert_eq!(browser.value(UNDER_REFUSAL).await, json!([]), "{}", at("refused, and settled"));
    looked_at(browser, &at("settled")).await;
    browser.until("what was paid is listed", "document.querySelector('#payments .payment') !== null").await;
    browser.press("#payments .payment", "\u{e007}").await;
    browser.until("the clause is shown", "document.querySelector('#clause[open] article p') !== null").await;
    looked_at(browser, &at("why it was paid")).await;
    why_is_in_sight(browser, &at("why it was paid")).await;
    browser.size(width, height).await;
    browser.press("#clause button", "\u{e00c}").await;
    browser.until("it is gone", "document.querySelector('#clause[open]') === null").await;
    browser.until("betting is open again", OPENED).await;
    browser.press("#felt [data-wager=player]", "?").await;
    browser.until("the keys are shown", "document.querySelector('#keys[open]') !== null").await;
    looked_at(browser, &at("the keys")).await;
    browser.press("#keys button", "\u{e00c}").await;
    let heard = browser.value("heard.join('\\n')").await;
    heard.as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn whoever_is_ready_waits_for_nobody_and_finds_the_coup_again() {
    // An hour for wagers: without being ready no card would come.
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        for table in &mut settings.tables {
            (table.pace.betting_seconds, table.regulars) = (3_600, Regulars::None);
        }
    })
    .await;
    let browser = Browser::start(&[]).await;
    browser.size(1280, 900).await;
    sit_down(&place, &browser, "nz").await;
    browser
        .until(
            "betting is open",
            "document.querySelector('[data-wager=tie]')?.getAttribute('aria-disabled') === 'false'",
        )
        .await;
    // A second box beside one's own.
    browser.click("#chips input[value='2500']").await;
    browser.click("[data-wager=player]").await;
    browser.until("25 on the player is accepted", &accepted("player", "25")).await;
    browser.click("#boxes input[value='2']").await;
    browser
        .until(
            "the other box is empty",
            "document.querySelector('[data-wager=player] .box-stake').textContent === ''",
        )
        .await;
    browser.click("[data-wager=tie]").await;
    browser.until("25 on the tie of box 2 is accepted", &accepted("tie", "25")).await;
    browser.until("both count", "document.getElementById('staked').textContent === '50'").await;
    browser.click("#ready").await;
    browser
        .until("the wagers are settled", "document.querySelectorAll('#payments .payment').length === 2")
        .await;
    browser
        .until("how often each box won is told", "document.querySelectorAll('.hits li').length >= 3")
        .await;
    // A limit of one's own binds at once.
    browser.go(&place.page("/limits")).await;
    browser.fill("form[data-what=stake] input", "30").await;
    browser.click("form[data-what=stake] button[type=submit]").await;
    browser.until("it is in force", "document.getElementById('now-stake').textContent.includes('30')").await;
    browser.go(&place.page("/tables/nz")).await;
    browser
        .until(
            "betting is open",
            "document.querySelector('[data-wager=tie]')?.getAttribute('aria-disabled') === 'false'",
        )
        .await;
    browser.click("#chips input[value='2500']").await;
    browser.click("[data-wager=player]").await;
    browser.until("25 is accepted", &accepted("player", "25")).await;
    browser.click("[data-wager=player]").await;
    browser
        .until("50 is refused", "/your own limit/.test(document.getElementById('refusal').textContent)")
        .await;
    // The coup is found again among one's own, over all tables.
    browser.go(&place.page("/history")).await;
    browser
        .until("the coup is there", "document.querySelectorAll('#coups .past-coup .payment').length === 2")
        .await;
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn who_else_bets_on_what_is_told_in_shares() {
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        for table in &mut settings.tables {
            (table.pace.betting_seconds, table.regulars) = (3_600, Regulars::Always);
        }
    })
    .await;
    let browser = Browser::start(&[]).await;
    browser.size(390, 844).await;
    sit_down(&place, &browser, "nz").await;
    let shares = "[...document.querySelectorAll('.box-others:not(:empty)')].map((one) => one.textContent)";
    let all = format!(
        "(() => {{ const told = {shares}; return told.length > 0 && told.every((one) => /^\\d+% · \\d+$/.test(one)); }})()"
    );
    browser.until("shares are told", &all).await;
    // A screen reader is told the same of the box.
    let spoken = "[...document.querySelectorAll('[data-wager]')].filter((box) => box.querySelector('.box-others').textContent !== '') \
                  .every((box) => /\\d+% of the chips/.test(box.querySelector('.box-message').textContent))";
    assert_eq!(browser.value(spoken).await, json!(true));
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn whoever_has_played_long_is_told_and_their_own_time_is_over_at_once() {
    let held = clock::hold();
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        settings.tables.iter_mut().for_each(|table| table.regulars = Regulars::None);
    })
    .await;
    let browser = Browser::start(&[]).await;
    browser.size(1280, 900).await;
    sit_down_meanwhile(&held, &place, &browser, "nz").await;
    browser.go(&place.page("/limits")).await;
    for (what, minutes) in [("minutes", "30"), ("reminder", "20")] {
        browser.fill(&format!("form[data-what={what}] input"), minutes).await;
        browser.click(&format!("form[data-what={what}] button[type=submit]")).await;
        let now = format!("document.getElementById('now-{what}').textContent.includes('{minutes}')");
        browser.until("it is in force", &now).await;
    }
    // At the table time passes; coming back, the page asks how long that was. Sessions end where nobody does anything for half an hour.
    for minutes in [0, 16, 15] {
        held.pass(Duration::from_secs(minutes * 60));
        browser.go(&place.page("/tables/nz")).await;
        browser.until("the chips are there", "document.getElementById('tray').checkVisibility()").await;
    }
    let open = "document.querySelector('[data-wager=tie]')?.getAttribute('aria-disabled') === 'false'";
    passes_until(&held, &browser, "betting is open", open).await;
    browser.click("#chips input[value='2500']").await;
    browser.click("[data-wager=player]").await;
    let over = "document.getElementById('refusal').textContent.includes('Your own limit of 30 minutes at tables in 24 hours is reached.')";
    browser.until("the time is over", over).await;
    let reminded = "document.getElementById('reminder').checkVisibility() && /at tables for 3\\d minutes/.test(document.getElementById('reminder-text').textContent)";
    browser.until("the reader is reminded", reminded).await;
    browser.click("#reminder-read").await;
    assert_eq!(browser.value("document.getElementById('reminder').hidden").await, json!(true));
    browser.close().await;
    place.close().await;
}

/// Time at the table and net result, as the page shows them; nothing of what is not in its window.
const MEANWHILE: &str = "['time-now', 'net-now'].map((id) => { const part = document.getElementById(id); \
    const { left, right, top, bottom } = part.getBoundingClientRect(); const [x, y] = [(left + right) / 2, (top + bottom) / 2]; \
    return part.checkVisibility() && bottom <= innerHeight && part.contains(document.elementFromPoint(x, y)) ? part.textContent : null; })";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn time_and_result_are_in_sight_all_the_evening() {
    let held = clock::hold();
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        settings.tables.iter_mut().for_each(|table| table.regulars = Regulars::None);
    })
    .await;
    let browser = Browser::start(&[]).await;
    browser.size(390, 844).await;
    sit_down_meanwhile(&held, &place, &browser, "nz").await;
    let open = "document.querySelector('[data-wager=tie]')?.getAttribute('aria-disabled') === 'false'";
    let net = "fetch('/api/v1/tables/nz').then((answer) => answer.json()).then(({ you }) => you.net / 100)";
    for hour in 1..=4_u64 {
        // Sessions end where nobody does anything for half an hour.
        for _ in 0..3 {
            held.pass(Duration::from_secs(20 * 60));
            browser.promised(net).await;
        }
        passes_until(&held, &browser, "betting is open", open).await;
        browser.click("#chips input[value='2500']").await;
        browser.click("[data-wager=player]").await;
        browser.until("25 is accepted", &accepted("player", "25")).await;
        let shown = |text: &serde_json::Value, hour: u64| {
            text.as_str().is_some_and(|text| text.starts_with(&format!("{hour}:")) && text.len() == 7)
        };
        let over = format!("document.querySelectorAll('#won:not([hidden])').length === 1 || ({open})");
        passes_until(&held, &browser, "cards come", "document.querySelectorAll('.hand .card').length >= 2")
            .await;
        let meanwhile = browser.value(MEANWHILE).await;
        assert!(
            shown(&meanwhile[0], hour) && meanwhile[1].is_string(),
            "hour {hour}, cards come: {meanwhile}"
        );
        passes_until(&held, &browser, "the coup is over", &over).await;
        // What stands off stays, and is played for again.
        for (width, height) in [(1440, 900), (390, 844)] {
            browser.size(width, height).await;
            let meanwhile = browser.value(MEANWHILE).await;
            assert!(shown(&meanwhile[0], hour), "hour {hour} at {width}: {meanwhile}");
            let brought = browser.promised(net).await.as_f64().expect("an amount");
            let told = meanwhile[1].as_str().map(|text| text.replace('−', "-").replace(['+', ','], ""));
            let told = told.and_then(|text| text.parse::<f64>().ok());
            assert_eq!(told, Some(brought), "hour {hour} at {width}: {meanwhile}");
        }
    }
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_guest_is_found_again_and_sees_real_cards_dealt() {
    let held = clock::hold();
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        for table in settings.tables.iter_mut().filter(|table| table.id == "nz-felt") {
            (table.automatic_staff, table.regulars) = (true, Regulars::WhenWatched);
        }
    })
    .await;
    let browser = Browser::start(&[]).await;
    browser.size(390, 844).await;
    browser.come_as(&place, Role::Player, "/").await;
    let name = browser.value("document.body.dataset.reader").await;
    // A table that waits for a person says so, and leads to one that is being dealt.
    browser.go(&place.page("/tables/act-felt")).await;
    browser.click("#no-dealer a").await;
    browser.until("it is the one that is dealt", "location.pathname === '/tables/nz-felt'").await;
    let dealt = "document.querySelectorAll('.hand .card').length >= 4";
    passes_until(&held, &browser, "real cards are dealt", dealt).await;
    let called = "document.getElementById('calls').textContent.length > 5";
    passes_until(&held, &browser, "the dealer's calls can be read", called).await;
    // Days later the session is over; the browser still knows who it is.
    let session = browser.client.get_named_cookie("croupier").await.expect("a session");
    browser.client.delete_cookie(session.name()).await.expect("it is gone");
    browser.come_as(&place, Role::Player, "/limits").await;
    assert_eq!(browser.value("document.body.dataset.reader").await, name);
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn the_lobby_costs_little_while_nothing_happens() {
    let place = Place::open().await;
    let browser = Browser::start(&[]).await;
    browser.go(&place.page("/")).await;
    browser.until("the lobby is filled", "document.querySelectorAll('.lobby-table').length >= 8").await;
    // Seven rounds of questions, some fifteen seconds: counted by what came over the line, not by the clock.
    let asked =
        "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/v1/tables'))";
    browser.value("(() => { performance.clearResourceTimings(); return true; })()").await;
    let before = place.line.bytes();
    browser.until("seven rounds", &format!("{asked}.length >= 7")).await;
    let bytes = place.line.bytes() - before;
    assert!(bytes < 20_000, "{bytes} bytes in seven rounds");
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn from_the_link_to_the_first_wager_it_is_three_clicks() {
    let place = Place::unhurried().await;
    let browser = Browser::start(&[]).await;
    browser.size(390, 844).await;
    browser.go(&place.door(Role::Player, "/")).await;
    browser.until("the lobby is shown", "location.pathname === '/'").await;
    browser.click("[data-table=nz] a.gold").await;
    browser.click("#seating button[type=submit]").await;
    browser.until("betting is open", OPEN).await;
    browser.click("[data-wager=player]").await;
    browser
        .until(
            "a wager is accepted",
            "document.querySelector('[data-wager=player]:not(.pending) .pile') !== null",
        )
        .await;
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn in_no_window_do_the_chips_cover_a_box() {
    let place = Place::open().await;
    let browser = Browser::start(&[]).await;
    browser.size(1280, 900).await;
    sit_down(&place, &browser, "act").await;
    browser.until("the boxes are there", "document.querySelectorAll('[data-wager]').length > 8").await;
    let covered = "(() => { const dock = document.querySelector('.dock').getBoundingClientRect(); scrollTo(0, 0); \
                   return [...document.querySelectorAll('[data-wager]')].filter((box) => { const { top, bottom } = box.getBoundingClientRect(); \
                   return bottom > dock.top + 1 && top < dock.bottom; }).map((box) => box.dataset.wager); })()";
    // What a window's own frame takes is added, so that the page has this much.
    let frame =
        browser.value("outerHeight - innerHeight").await.as_u64().and_then(|frame| u32::try_from(frame).ok());
    for (width, height) in [(800, 600), (1024, 700), (1280, 720), (1366, 650), (1440, 900), (1920, 1080)] {
        browser.size(width, height + frame.expect("a height")).await;
        assert_eq!(browser.value(covered).await, json!([]), "{width} by {height}");
    }
    browser.close().await;
    place.close().await;
}
