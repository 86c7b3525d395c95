//! A coup stepped through in Chinese: every event is told from its word and what it is about, in the reader's language.

use crate::browser::{Browser, PATIENCE};
use crate::place::Place;
use floor::regulars::Regulars;
use floor::timing::Pace;
use people::role::Role;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

async fn asked(browser: &Browser, path: &str, body: Option<&Value>) -> Value {
    let how = body.map_or_else(String::new, |body| {
        format!(
            ", {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {:?}}}",
            body.to_string()
        )
    });
    browser.promised(&format!("fetch('/api/v1{path}'{how}).then((answer) => answer.json())")).await
}

/// What the house answers once it is so.
async fn once(browser: &Browser, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let patience = Instant::now() + PATIENCE;
    loop {
        let answer = asked(browser, path, None).await;
        if holds(&answer) {
            return answer;
        }
        assert!(Instant::now() < patience, "{path}: {answer}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_coup_is_told_in_chinese() {
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        for table in &mut settings.tables {
            table.pace = Pace { betting_seconds: 0, card_ms: 0, result_ms: 0, answer_seconds: 0 };
            table.regulars = Regulars::None;
        }
    })
    .await;
    let (patron, inspector) = (Browser::start(&[]).await, Browser::start(&[]).await);
    patron.come_as(&place, Role::Player, "/").await;
    let acts =
        json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}, {"act": "take-seat", "seat": 1}]);
    asked(&patron, "/tables/act/commands", Some(&json!({"id": "come-and-sit", "acts": acts}))).await;
    let view = once(&patron, "/tables/act", |view| view["state"]["betting"]["open"] == true).await;
    let coup = &view["state"]["coup"];
    let bet = json!([{"act": "place", "box": 1, "wager": "player", "amount": 2_000, "kind": "chips"}]);
    let wager = json!({"id": "one-bet-here", "acts": bet, "coup": coup});
    let placed = asked(&patron, "/tables/act/commands", Some(&wager)).await;
    assert_eq!(placed["events"][0]["fact"], "wager-placed", "{placed}");

    inspector.come_as(&place, Role::Inspector, "/watch").await;
    once(&inspector, &format!("/watch/tables/act/coups/{coup}"), |replay| replay["coup"]["over"] == true)
        .await;
    inspector.go(&place.page(&format!("/watch/act/{coup}?lang=zh-CN"))).await;
    inspector.until("the coup is there", "document.querySelectorAll('#events li').length > 5").await;
    let told =
        inspector.value("[...document.querySelectorAll('#events span')].map((one) => one.innerText)").await;
    let told: Vec<&str> = told.as_array().expect("lines").iter().filter_map(Value::as_str).collect();
    let (begins, ends) = (format!("第 {coup} 局开始"), format!("第 {coup} 局结束"));
    for part in ["在 1 号位押闲 20", "停止投注", &*begins, "闲得 ", "庄得 ", &*ends] {
        assert!(told.iter().any(|line| line.contains(part)), "{part}: {told:#?}");
    }
    for line in &told {
        let latin = |word: &&str| word.len() > 1 && word.chars().all(|letter| letter.is_ascii_alphabetic());
        let english = line.split_whitespace().filter(latin).count();
        assert!(english <= 1 && !line.contains('{') && !line.contains("–"), "{line}");
    }
    // The wager on the layout and whoever acted are named so too.
    let placed = "[...document.querySelectorAll('#events button')].find((one) => one.innerText.includes('押闲')).click()";
    inspector.value(placed).await;
    let frame = inspector.said("#frame").await;
    assert!(frame.contains("(客人)"), "{frame}");
    let wagers = "[...document.querySelectorAll('#stakes td')].map((one) => one.innerText).join('|')";
    assert!(inspector.value(wagers).await.as_str().unwrap_or_default().contains("|闲|"), "the wager's name");
    inspector.pictures("replay-chinese").await;
    for browser in [patron, inspector] {
        browser.close().await;
    }
    place.close().await;
}
