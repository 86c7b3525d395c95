//! No room has a fault that axe-core finds, at the width of a phone and of a desk, and none is wider than its window.

use crate::browser::{Browser, PATIENCE};
use crate::evening::passes_until;
use crate::place::Place;
use baccarat::chips::Money;
use house::settings::CageSettings;
use people::clock;
use people::role::Role;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const AXE: &str = include_str!("axe.min.js");
const CONTRAST: &str = include_str!("contrast.js");

/// Every room, and what is there once it is filled.
const ROOMS: [(&str, &str); 21] = [
    ("/", ".lobby-table .road"),
    ("/sign-in", "#password-form"),
    ("/tables/act", ".box[data-wager]"),
    ("/tables/nsw", ".box[data-wager]"),
    ("/tables/qld", ".box[data-wager]"),
    ("/tables?table=nz&table=act", ".several-table iframe"),
    ("/tournaments", "#tournaments[aria-busy=false]"),
    ("/promotions", "#promotions[aria-busy=false]"),
    ("/enrol", "#halves"),
    ("/tables/nz/sign", "#limits li"),
    ("/tables/nz/history", "#coups li"),
    ("/shoes", "#shoes li, #shoes p"),
    ("/library", ".book"),
    ("/school", "#test-list p"),
    ("/library/qld", ".clause-entry"),
    ("/library/compare?book=nz&book=qld", ".compare tr"),
    ("/policy", "article h2"),
    ("/history", "#coups li"),
    ("/limits", "#now-stake:not(:empty)"),
    ("/accessibility", ".statement-of-access td"),
    ("/tables/act-felt", "#no-dealer:not([hidden])"),
];

/// The rooms of staff, whose door leads there, and what is there once they are filled.
const STAFF_ROOMS: [(Role, &str, &str); 23] = [
    (Role::Dealer, "/tables/nsw-felt/dealer", "#offers button"),
    (Role::Dealer, "/cage", "#cage-room details"),
    (Role::Cage, "/cage", "#verdict.holds"),
    (Role::Supervisor, "/cage", "#verdict.holds"),
    (Role::Inspector, "/cage", "#verdict.holds"),
    (Role::Supervisor, "/pit", ".pit-card"),
    (Role::Inspector, "/pit", ".pit-card"),
    (Role::Supervisor, "/pit/nz", "#head .phase"),
    (Role::Supervisor, "/slips/nz/1", ".slip dl"),
    (Role::Supervisor, "/tables/nz-felt/approvals", "#none:not([hidden])"),
    (Role::Supervisor, "/desk/promotions", "#promotions[aria-busy=false]"),
    (Role::Inspector, "/watch/nz/1", "#events li"),
    (Role::Manager, "/people", "[data-change=take-in]"),
    (Role::Supervisor, "/desk/vouchers", "#register[aria-busy=false]"),
    (Role::Inspector, "/desk/vouchers", "#register[aria-busy=false]"),
    (Role::Supervisor, "/school", "#set-test"),
    (Role::Supervisor, "/reports", "#begin"),
    (Role::Supervisor, "/reports/shift", ".statement"),
    (Role::Supervisor, "/reports/table", ".statement"),
    (Role::Inspector, "/reports/dealers", ".sheet table"),
    (Role::Inspector, "/reports/results", ".sheet"),
    (Role::Inspector, "/watch", "#signed code"),
    (Role::Surveillance, "/watch", "#signed code"),
];

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn no_room_has_a_fault_that_axe_finds() {
    let place = Place::open().await;
    let browser = Browser::start(&[]).await;
    browser.go(&place.page("/sign-in")).await;
    browser.click("form[data-link] button").await;
    browser.until("the lobby is shown", "location.pathname === '/'").await;
    let rooms: Vec<(&str, &str)> = ROOMS.iter().copied().chain([("/no/such/room", ".missing")]).collect();
    walk(&place, &browser, &rooms).await;
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn no_room_of_staff_has_a_fault_that_axe_finds() {
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        settings.cage = Some(CageSettings { second_from: Money(500_000), identity_from: Money(1_000_000) });
    })
    .await;
    let browser = Browser::start(&[]).await;
    // A table is dealt while somebody looks at it.
    browser.come_as(&place, Role::Inspector, "/tables/nz").await;
    a_coup_is_over(&browser).await;
    for role in
        [Role::Dealer, Role::Cage, Role::Supervisor, Role::Manager, Role::Surveillance, Role::Inspector]
    {
        let rooms = STAFF_ROOMS.iter().filter(|(of, ..)| *of == role);
        let rooms: Vec<(&str, &str)> = rooms.map(|(_, path, filled)| (*path, *filled)).collect();
        browser.come_as(&place, role, "/library").await;
        walk(&place, &browser, &rooms).await;
    }
    browser.close().await;
    place.close().await;
}

/// Waits until there is a coup to look back at.
async fn a_coup_is_over(browser: &Browser) {
    let first = "fetch('/api/v1/tables/nz/coups/1').then((answer) => answer.ok)";
    let begun = Instant::now();
    while browser.promised(first).await != json!(true) {
        assert!(begun.elapsed() < PATIENCE, "the first coup never ended");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Sentences on a page in another language that are English and not said to be: three words in a row, outside what is marked as English and
/// what is typed or named as it stands.
const LEFT_IN_ENGLISH: &str = "(() => { const found = new Set(); \
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); \
    for (let node = walker.nextNode(); node; node = walker.nextNode()) { \
      const place = node.parentElement; \
      if (!place || place.closest('[lang=en], script, style, code, kbd, textarea') || !place.checkVisibility()) continue; \
      for (const run of node.textContent.match(/[A-Za-z']{2,}(?: [A-Za-z']{2,}){2,}/g) ?? []) found.add(`${run}, in ${place.outerHTML.slice(0, 120)}`); \
    } return [...found]; })()";

/// Looks at each of these rooms, in every language, on a phone and on a desk.
async fn walk(place: &Place, browser: &Browser, rooms: &[(&str, &str)]) {
    for language in ["en", "zh-CN"] {
        browser.go(&place.page(&format!("/?lang={language}"))).await;
        for (path, filled) in rooms {
            for (width, height) in [(390, 844), (1440, 900)] {
                browser.size(width, height).await;
                browser.go(&place.page(path)).await;
                browser.find(filled).await;
                let message = format!("{path} in {language} at {width}");
                assert_eq!(
                    browser.value("document.documentElement.lang").await,
                    json!(language),
                    "{message}"
                );
                let wider = browser
                    .value("document.documentElement.scrollWidth > document.documentElement.clientWidth");
                assert_eq!(wider.await, json!(false), "{message} is wider than its window");
                let faults = faults(browser).await;
                assert_eq!(faults, json!([]), "{message}");
                assert_eq!(low_contrast(browser).await, json!([]), "{message}");
                if language != "en" {
                    assert_eq!(browser.value(LEFT_IN_ENGLISH).await, json!([]), "{message}");
                }
            }
        }
    }
}

/// Texts that stand out too little from what lies behind them, measured over every colour of a gradient.
pub async fn low_contrast(browser: &Browser) -> Value {
    browser.value(CONTRAST.trim_end()).await
}

/// Looks at each of these pages, which may still change, in both languages, on a phone and on a desk; keeps pictures where somebody wants to see them.
pub async fn look(place: &Place, browser: &Browser, pages: &[(&str, &str)], stage: &str) {
    for language in ["en", "zh-CN"] {
        for (path, filled) in pages {
            browser.go(&place.page(&format!("{path}?lang={language}"))).await;
            browser.find(filled).await;
            // Every page follows its window, as when a phone is turned: it is not fetched again for another width.
            for (width, height) in [(390, 844), (1440, 900)] {
                browser.size(width, height).await;
                let message = format!("{path} in {language} at {width}, {stage}");
                let fits = format!(
                    "innerWidth > {width} - 100 && innerWidth <= {width} && document.documentElement.scrollWidth <= document.documentElement.clientWidth"
                );
                browser.until(&format!("{message} fits its window"), &fits).await;
                assert_eq!(faults(browser).await, json!([]), "{message}");
                assert_eq!(low_contrast(browser).await, json!([]), "{message}");
                if let Ok(folder) = std::env::var("CROUPIER_PICTURES") {
                    let name = format!("{stage}{}-{language}-{width}.png", path.replace('/', "-"));
                    let height = browser.value("document.documentElement.scrollHeight").await;
                    browser.size(width, height.as_u64().unwrap_or(900).clamp(900, 4_000) as u32).await;
                    let picture = browser.client.screenshot().await.expect("a picture");
                    std::fs::write(std::path::Path::new(&folder).join(name), picture)
                        .expect("a folder for pictures");
                }
            }
        }
    }
    browser.size(1440, 900).await;
    browser.go(&place.page("/library?lang=en")).await;
}

/// What axe-core finds in the page, once it has its style.
pub async fn faults(browser: &Browser) -> Value {
    let styled = "document.fonts.status === 'loaded' && [...document.styleSheets].some(({cssRules}) => cssRules.length > 0)";
    browser.until("the page has its style", styled).await;
    browser.client.execute(AXE, Vec::new()).await.expect("axe-core runs");
    let standard = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']";
    let message = "({id, impact, nodes}) => ({id, impact, at: nodes.slice(0, 3).map(({target, failureSummary}) => [target, failureSummary])})";
    browser
        .promised(&format!(
            "axe.run(document, {{runOnly: {{type: 'tag', values: {standard}}}}}).then(({{violations}}) => violations.map({message}))"
        ))
        .await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn cards_do_not_move_for_whoever_wishes_none() {
    // Time is held, so that the card still lies there when it is looked at.
    let held = clock::hold();
    let place = Place::open().await;
    let browser = Browser::start(&["--force-prefers-reduced-motion"]).await;
    browser.go(&place.page("/tables/nz")).await;
    let fresh = "document.querySelector('.card.fresh') !== null";
    passes_until(&held, &browser, "a card lies there", fresh).await;
    let moves =
        "[...document.querySelectorAll('.card')].map((card) => getComputedStyle(card).animationName).join()";
    let moves = browser.value(moves).await;
    assert!(moves.as_str().is_some_and(|moves| moves.split(',').all(|name| name == "none")), "{moves}");
    browser.close().await;
    place.close().await;
}
