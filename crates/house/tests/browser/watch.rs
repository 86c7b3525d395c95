//! An inspector finds the coup that was just played, steps through it card by card, verifies the log, writes a note, freezes a
//! dispute, and takes away files that the stand-alone script accepts.

use crate::accessibility::faults;
use crate::browser::{Browser, PATIENCE};
use crate::place::Place;
use floor::regulars::Regulars;
use floor::timing::Pace;
use people::role::Role;
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

/// What the stand-alone script says of a file, and whether it accepts it.
fn verdict(text: &str, key: &str) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file.json");
    std::fs::write(&file, text).expect("a file");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../verify/croupier_verify.py");
    let output = Command::new("python3").args([script, "evidence", "--key", key]).arg(file).output();
    let output = output.expect("python3 is needed for this test");
    let message = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(message).expect("text"))
}

async fn sign_in(place: &Place, browser: &Browser, role: Role) {
    browser.go(&place.door(role, "/")).await;
    browser.until("somebody is signed in", "document.querySelector('[data-sign-out]') !== null").await;
}

async fn post(browser: &Browser, path: &str, body: &Value) -> Value {
    browser
        .promised(&format!(
            "fetch('/api/v1{path}', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {:?}}}).then((answer) => answer.json())",
            body.to_string()
        ))
        .await
}

async fn get(browser: &Browser, path: &str) -> Value {
    browser.promised(&format!("fetch('/api/v1{path}').then((answer) => answer.json())")).await
}

async fn text(browser: &Browser, path: &str) -> String {
    let message = browser.promised(&format!("fetch({path:?}).then((answer) => answer.text())")).await;
    message.as_str().expect("a text").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn an_inspector_replays_verifies_and_takes_evidence_away() {
    // A coup is dealt as soon as the patron has bet, and no other: nothing has to be in time.
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        for table in &mut settings.tables {
            table.pace = Pace { betting_seconds: 0, card_ms: 0, result_ms: 0, answer_seconds: 0 };
            table.regulars = Regulars::None;
        }
    })
    .await;
    let (patron, inspector) = (Browser::start(&[]).await, Browser::start(&[]).await);
    inspector.size(1280, 1000).await;

    // A patron plays a coup and disputes it.
    sign_in(&place, &patron, Role::Player).await;
    let acts =
        json!([{"act": "arrive"}, {"act": "buy-in", "cash": 100_000}, {"act": "take-seat", "seat": 1}]);
    post(&patron, "/tables/act/commands", &json!({"id": "come-and-sit", "acts": acts})).await;
    let name = get(&patron, "/session").await["name"].as_str().expect("a name").to_owned();
    let open = "fetch('/api/v1/tables/act').then((a) => a.json()).then((v) => { window.view = v; })";
    let patience = Instant::now() + PATIENCE;
    loop {
        patron.promised(open).await;
        if patron.value("window.view.state.betting.open").await == json!(true) {
            break;
        }
        assert!(Instant::now() < patience, "betting never opened");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let bet = json!([{"act": "place", "box": 1, "wager": "player", "amount": 2_000, "kind": "chips"}]);
    let coup = patron.value("window.view.state.coup").await.as_u64().expect("a number");
    let wager = json!({"id": "one-wager-1", "acts": bet, "coup": coup});
    let placed = post(&patron, "/tables/act/commands", &wager).await;
    assert_eq!(placed["events"][0]["fact"], "wager-placed", "{placed}");
    let happened = loop {
        let happened = get(&patron, &format!("/tables/act/coups/{coup}")).await;
        if happened["number"].is_number() {
            break happened;
        }
        assert!(Instant::now() < patience, "the coup was never over");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let dispute = json!([{"act": "open-dispute", "about": "the second card was mine"}]);
    let message = post(&patron, "/tables/act/commands", &json!({"id": "one-dispute", "acts": dispute})).await;
    assert!(message["seq"].is_number(), "{message}");

    // The inspector finds it by the patron's name.
    sign_in(&place, &inspector, Role::Inspector).await;
    inspector.go(&place.page("/watch")).await;
    inspector.find("#coups .found-coup").await;
    inspector.press("#search [name=person]", &name).await;
    inspector.click("#search button[type=submit]").await;
    let link = format!("#coups .found-coup a[href='/watch/act/{coup}']");
    inspector.find(&link).await;
    inspector.pictures("watch").await;

    a_note_is_written(&inspector).await;
    the_log_is_verified(&inspector).await;
    let key = inspector.value("document.querySelector('#signed code').textContent").await;
    let key = key.as_str().expect("a key").to_owned();
    a_look_is_on_record(&inspector).await;
    a_case_is_frozen(&inspector, &key).await;

    looks_right(&inspector, "watch").await;
    inspector.press(&link, "\u{e007}").await;
    the_coup_is_stepped_through(&inspector, &happened).await;
    looks_right(&inspector, "replay").await;
    let href = inspector.value("document.getElementById('evidence').href").await;
    let bundle = text(&inspector, href.as_str().expect("an address")).await;
    let (holds, message) = verdict(&bundle, &key);
    assert!(holds && message.contains(&format!("coup {coup} of table act")), "{message}");
    patron.close().await;
    inspector.close().await;
    place.close().await;
}

/// Filled as it is, the room has no fault that axe-core finds and is no wider than a phone, a tablet or a desk.
async fn looks_right(browser: &Browser, room: &str) {
    for (width, height) in [(390, 844), (820, 1180), (1280, 1000)] {
        browser.size(width, height).await;
        let wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
        assert_eq!(browser.value(wider).await, json!(false), "{room} is wider than {width}");
        assert_eq!(faults(browser).await, json!([]), "{room} at {width}");
    }
}

async fn a_note_is_written(browser: &Browser) {
    browser.press("#note-form textarea", "The patron spoke up before the cards were collected.").await;
    browser.click("#note-form button[type=submit]").await;
    browser.until("the note is there", "document.querySelector('#notes [data-note=\"1\"]') !== null").await;
}

async fn the_log_is_verified(browser: &Browser) {
    browser.click("#verify").await;
    browser.until("all holds", "document.getElementById('verdict').classList.contains('holds')").await;
}

async fn a_look_is_on_record(browser: &Browser) {
    browser.value("document.getElementById('one-table').value = 'act'").await;
    browser.click("#look").await;
    browser.until("what is left is shown", "document.querySelectorAll('#story tbody tr').length > 6").await;
    browser.click("#in-force").await;
    browser.until("what is in force is shown", "document.querySelector('#story details') !== null").await;
    let on_duty = browser.value("document.querySelector('#story .signed').textContent").await;
    assert!(
        on_duty.as_str().is_some_and(|message| message.contains("Ivy Inspector (inspector)")),
        "{on_duty}"
    );
}

async fn a_case_is_frozen(browser: &Browser, key: &str) {
    browser.click("#disputes").await;
    browser.press("#story .dispute [name=notes]", "1").await;
    browser.press("#story .dispute [name=why]", "for the tribunal").await;
    browser.click("#story .dispute button[type=submit]").await;
    browser
        .until("the case is there", "document.querySelector('#story .dispute a[download]') !== null")
        .await;
    let href = browser.value("document.querySelector('#story .dispute a[download]').href").await;
    let case = text(browser, href.as_str().expect("an address")).await;
    let (holds, message) = verdict(&case, key);
    assert!(
        holds && message.contains("dispute 1 of table act") && message.contains("1 notes hold"),
        "{message}"
    );
}

/// Steps with keys from the first event to the last; what lies there is what the patron saw.
async fn the_coup_is_stepped_through(browser: &Browser, happened: &Value) {
    browser.until("the records hold", "document.getElementById('holds').classList.contains('holds')").await;
    browser.press("body", "\u{e011}").await;
    browser.until("the first event is shown", "document.getElementById('place').value === '0'").await;
    let count =
        browser.value("Number(document.getElementById('place').max)").await.as_u64().expect("a number");
    let cards = "['player', 'banker'].map((side) => [...document.querySelectorAll(`#${side}-cards .card`)].map((card) => card.dataset.card))";
    let (mut most, mut bets) = (json!([[], []]), false);
    let dealt = |cards: &Value| {
        cards.as_array().map_or(0, |hands| hands.iter().filter_map(Value::as_array).map(Vec::len).sum())
    };
    let mut before: usize = 0;
    for _ in 0..count {
        browser.press("body", "\u{e014}").await;
        let lie = browser.value(cards).await;
        let lying: usize = dealt(&lie);
        assert!(lying == 0 || lying <= before + 1, "card by card: {lie}");
        before = lying;
        if lying >= dealt(&most) {
            most = lie;
        }
        bets |= browser.value("document.querySelectorAll('#stakes tr').length > 0").await == json!(true);
    }
    assert!(bets, "the wager was seen on the layout");
    assert_eq!(most, json!([happened["player"], happened["banker"]]), "as the patron saw it");
}
