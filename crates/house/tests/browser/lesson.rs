//! Whole coups in the school: a trainee deals at the console by what lies on the felt, and what goes wrong is counted.

use crate::accessibility::{faults, low_contrast};
use crate::browser::Browser;
use crate::place::Place;
use people::role::Role;
use serde_json::{Value, json};

const LESSON: &str = "fetch('/api/v1/school/coups').then((answer) => answer.json())";
const TABLE: &str = "fetch('/api/v1/school/coups/table').then((answer) => answer.json())";
/// How many events the page has shown, and how much of the felt.
const SHOWN: &str =
    "document.getElementById('desk').dataset.seq + document.querySelector('.lesson').innerText";

/// Clicks on something wherever it lies: the bar of a page may lie over what a driver scrolls to.
async fn tap(browser: &Browser, css: &str) {
    browser.find(css).await;
    browser.value(&format!("(() => {{ document.querySelector({css:?}).click(); return true; }})()")).await;
}

/// Does one thing at the console, as a person would: what went wrong is reported, wagers are keyed into the form, what is due is confirmed.
async fn step(browser: &Browser) {
    let before = browser.value(SHOWN).await;
    let (lesson, view) = (browser.promised(LESSON).await, browser.promised(TABLE).await);
    let offer = view["desk"]["offers"][0].clone();
    let asks = offer["asks"]["what"].as_str().unwrap_or_default();
    if offer.is_null() {
        // Bets are taken: the least on the first wager, for whoever sits at box 1.
        let (wager, least) =
            (&view["table"]["wagers"][0]["id"], &view["table"]["wagers"][0]["limits"]["least"]);
        let amount = (least.as_i64().expect("an amount") / 100).to_string();
        browser.choose("#wager-patron", "Ann").await;
        browser.fill("#wager-box", "1").await;
        browser.choose("#wager-on", wager.as_str().expect("an id")).await;
        browser.fill("#wager-amount", &amount).await;
        tap(browser, "#wager-form button[type=submit]").await;
    } else if asks == "card" || asks == "cards" {
        for card in lesson["cards"].as_array().expect("cards") {
            let (rank, suit) = card.as_str().expect("a card").split_at(1);
            tap(browser, &format!("[data-rank='{rank}']")).await;
            tap(browser, &format!("[data-suit='{suit}']")).await;
        }
        tap(browser, "#confirm").await;
    } else if asks == "number" {
        tap(browser, "#offers button[type=submit]").await;
    } else {
        tap(browser, "#offers [data-nth='0']").await;
    }
    browser.until("it is done", &format!("{SHOWN} !== {before}")).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn whole_coups_are_dealt_at_the_console_of_every_table() {
    let place = Place::open().await;
    let browser = Browser::start(&[]).await;
    browser.size(1440, 1000).await;
    browser.come_as(&place, Role::Dealer, "/school").await;
    browser.choose("#practice [name=book]", "nz").await;
    browser.choose("#practice [name=kind]", "whole-coups").await;
    browser.fill("#practice [name=questions]", "1").await;
    browser.fill("#practice [name=seed]", "11").await;
    browser.click("#practice button[type=submit]").await;
    browser.until("the practice table is there", "location.pathname === '/school/coups'").await;
    browser.until("the console works", "document.querySelectorAll('#layout *').length > 3").await;
    browser.until("patrons lay chips", "document.querySelectorAll('#lesson-laid li').length >= 2").await;
    browser.pictures("lesson").await;
    for (language, width) in [("zh-CN", 390), ("zh-CN", 1440), ("en", 390), ("en", 1440)] {
        browser.size(width, 1000).await;
        browser.go(&place.page(&format!("/school/coups?lang={language}"))).await;
        browser.until("the console works", "document.querySelectorAll('#layout *').length > 3").await;
        browser.until("patrons lay chips", "document.querySelectorAll('#lesson-laid li').length >= 2").await;
        assert_eq!(low_contrast(&browser).await, json!([]), "{language} {width}");
        assert_eq!(faults(&browser).await, json!([]), "{language} {width}");
        let wide = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(browser.value(wide).await, json!(true), "{language} {width}");
    }
    // Something that is not due is refused, and is an error.
    let early = "fetch('/api/v1/school/coups/commands', { method: 'POST', headers: { 'content-type': 'application/json' }, \
                 body: JSON.stringify({ id: 'too-early-1', acts: [{ act: 'settle' }] }) }) \
                 .then(() => { document.dispatchEvent(new Event('practised')); return true; })";
    browser.promised(early).await;
    browser.until("the error is told", "document.querySelectorAll('#lesson-slips li').length === 1").await;
    let mut steps = 0;
    while browser.promised(LESSON).await["over"] != Value::Bool(true) {
        step(&browser).await;
        steps += 1;
        assert!(steps < 200, "the coup does not end");
    }
    browser.until("the result is told", "document.querySelector('.lesson-coups li') !== null").await;
    assert!(browser.said(".school-score").await.contains("0 of 1 coups without an error"));
    browser.close().await;
    place.close().await;
}
