//! The pit: a supervisor and a manager, each at a screen of their own, keep tables at which a guest plays.

use crate::accessibility::faults;
use crate::browser::{Browser, PATIENCE};
use crate::place::Place;
use people::role::Role;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A browser in which somebody has come in by the link of a role.
async fn come(place: &Place, role: Role, path: &str) -> Browser {
    let browser = Browser::start(&[]).await;
    browser.size(1280, 1000).await;
    browser.come_as(place, role, path).await;
    browser
}

/// The form of this name, opened.
async fn opened(browser: &Browser, group: &str, form: &str) -> String {
    let open = format!("document.getElementById('group-{group}').open = true");
    browser.value(&open).await;
    let css = format!("form[data-form={form}]");
    browser.find(&css).await;
    css
}

/// Writes into a field as a person does; a list chooses.
async fn fill(browser: &Browser, form: &str, name: &str, value: &str) {
    let script = format!(
        "(() => {{ const field = document.querySelector('{form} [name=\"{name}\"]'); field.value = {value:?}; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }})); return true; }})()"
    );
    assert_eq!(browser.value(&script).await, json!(true), "{form} {name}");
}

async fn send(browser: &Browser, form: &str) -> String {
    let clear = format!("document.querySelector('{form} .pit-answer').replaceChildren()");
    browser.value(&clear).await;
    browser.click(&format!("{form} button[type=submit]")).await;
    answered(browser, form).await
}

/// What the form says once there is an answer; a proof that is asked for is given.
async fn answered(browser: &Browser, form: &str) -> String {
    let answer = format!("document.querySelector('{form} .pit-answer').textContent");
    let asks = "document.getElementById('confirm').open";
    browser.until("there is an answer", &format!("{answer} !== '' || {asks}")).await;
    prove(browser).await;
    browser.until("there is an answer", &format!("{answer} !== ''")).await;
    browser.value(&answer).await.as_str().expect("text").to_owned()
}

/// Gives the proof that the page asks for, if it does.
async fn prove(browser: &Browser) {
    if browser.value("document.getElementById('confirm').open").await == json!(true) {
        browser.click("#confirm-form button[type=submit]").await;
        browser.until("the proof is taken", "!document.getElementById('confirm').open").await;
    }
}

/// Presses a button of a part that may be made anew at any moment.
async fn press(browser: &Browser, css: &str) {
    let there = format!("document.querySelector({css:?})?.checkVisibility() === true");
    browser.until(&format!("{css} is seen"), &there).await;
    let pressed = format!("document.querySelector({css:?})?.click() === undefined");
    assert_eq!(browser.value(&pressed).await, json!(true));
}

async fn sign_on(browser: &Browser, name: &str) {
    browser.click("#sign-on").await;
    let there = format!("document.getElementById('head').textContent.includes({name:?})");
    browser.until("they are on duty", &there).await;
}

/// A table of the pit, as the API tells it.
async fn glance(browser: &Browser, table: &str) -> Value {
    let pit = browser.promised("fetch('/api/v1/pit').then((answer) => answer.json())").await;
    let found = pit["tables"].as_array().expect("tables").iter().find(|one| one["id"] == table);
    found.unwrap_or_else(|| panic!("{pit}")).clone()
}

/// The same once it is shown: what is on record is shown in time.
async fn glance_until(browser: &Browser, table: &str, shown: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let seen = glance(browser, table).await;
        if shown(&seen) {
            return seen;
        }
        assert!(begun.elapsed() < PATIENCE, "waited in vain: {seen}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A guest who sits at a table, whose regulars then play.
async fn guest(place: &Place, table: &str) -> Browser {
    let browser = come(place, Role::Player, &format!("/tables/{table}")).await;
    press(&browser, "#seating button[type=submit]").await;
    browser.until("the chips are there", "document.getElementById('tray').checkVisibility()").await;
    browser
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_supervisor_and_a_manager_keep_the_pit() {
    let place = Place::open().await;
    let player = guest(&place, "act").await;
    let sam = come(&place, Role::Supervisor, "/pit").await;
    sam.until("every table is there", "document.querySelectorAll('.pit-card').length === 8").await;
    sam.go(&place.page("/pit/act")).await;
    sign_on(&sam, "Sam Supervisor").await;

    limits_with_and_without_notice(&place, &sam).await;
    let mia = come(&place, Role::Manager, "/pit/act").await;
    a_void_by_two_people(&sam, &mia).await;
    let dora = come(&place, Role::Dealer, "/").await;
    money_to_the_chip(&place, &sam, &dora).await;
    a_table_closes(&place, &sam, &dora).await;
    dora.close().await;

    for browser in [player, sam, mia] {
        browser.close().await;
    }
    place.close().await;
}

/// At a table with patrons a limit is raised only after they were told; New South Wales wants a sign for twenty minutes.
async fn limits_with_and_without_notice(place: &Place, sam: &Browser) {
    let form = opened(sam, "limits", "change").await;
    fill(sam, &form, "act", "make-change").await;
    fill(sam, &form, "change.of", "limits").await;
    fill(sam, &form, "change.limits.least", "20").await;
    fill(sam, &form, "change.limits.most", "1,500").await;
    // A coup under way is refused for another reason, so that a quiet moment is waited for.
    patiently(sam, &form, "have not been told").await;
    let cited = sam.value(&format!("document.querySelector('{form} .pit-answer .cite').textContent")).await;
    assert!(cited.as_str().is_some_and(|cited| !cited.is_empty()), "{cited}");
    fill(sam, &form, "act", "tell-players").await;
    assert!(send(sam, &form).await.contains("Done"));
    fill(sam, &form, "act", "make-change").await;
    patiently(sam, &form, "Done").await;
    glance_until(sam, "act", |table| table["limits"] == json!({"least": 2_000, "most": 150_000})).await;

    sam.go(&place.page("/pit/nsw")).await;
    sign_on(sam, "Sam Supervisor").await;
    let form = opened(sam, "limits", "change").await;
    for (name, value) in [("act", "post-sign"), ("change.of", "limits"), ("effective", "20")] {
        fill(sam, &form, name, value).await;
    }
    fill(sam, &form, "change.limits.least", "50").await;
    fill(sam, &form, "change.limits.most", "2000").await;
    assert!(send(sam, &form).await.contains("Done"));
    let notice =
        glance_until(sam, "nsw", |table| table["notices"][0].is_object()).await["notices"][0].clone();
    let (since, from) = (notice["since"].as_i64(), notice["allowed_from"].as_i64());
    assert_eq!(from.zip(since).map(|(from, since)| from - since), Some(20 * 60_000), "{notice}");
    let runs = format!(
        "(() => {{ const clock = document.querySelector('#notices [data-until]'); \
         return clock.dataset.until === '{}' && /^\\d\\d:\\d\\d$/.test(clock.textContent); }})()",
        from.unwrap_or_default()
    );
    sam.until("the clock of the notice runs", &runs).await;
    fill(sam, &form, "act", "make-change").await;
    let message = send(sam, &form).await;
    assert!(message.contains("the sign allows it from"), "{message}");
    sam.go(&place.page("/pit/act")).await;
    sam.find("#head .phase").await;
}

/// Sends a form until it is answered as wished.
async fn patiently(browser: &Browser, form: &str, wished: &str) {
    let patience = Instant::now() + PATIENCE;
    loop {
        let message = send(browser, form).await;
        if message.contains(wished) {
            return;
        }
        assert!(Instant::now() < patience, "found {message}; wished was {wished}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn a_void_by_two_people(sam: &Browser, mia: &Browser) {
    let over = "Number(/(\\d+)/.exec(document.querySelector('#head .phase').textContent)?.[1] ?? 0) > 1";
    sam.until("a coup is over", over).await;
    let form = opened(sam, "voids", "void").await;
    for (name, value) in
        [("ground", "fraud"), ("coup", "1"), ("why", "a card was marked"), ("reason", "seen on camera 4")]
    {
        fill(sam, &form, name, value).await;
    }
    sam.click(&format!("{form} [name=affected]")).await;
    assert!(send(sam, &form).await.contains("Somebody else has to approve it"));
    // Whoever proposed it is shown why they may not approve it.
    press(sam, "[data-key=proposal-1]").await;
    sam.until(
        "self-approval is refused",
        "document.getElementById('proposal-refusal').textContent.includes('somebody else approves')",
    )
    .await;
    assert_eq!(
        sam.value("document.querySelector('#proposal-form [value=approve]').disabled").await,
        json!(true)
    );
    let forged = "fetch('/api/v1/tables/act/proposals/1/approve', {method: 'POST', headers: {'content-type': 'application/json'}, \
                  body: '{\"effect\":\"\"}'}).then((answer) => answer.json())";
    assert_eq!(sam.promised(forged).await["word"], "self-approval");
    sam.click("#proposal-form [data-close]").await;

    sign_on(mia, "Mia Manager").await;
    press(mia, "[data-key=proposal-1]").await;
    mia.until("what would follow is shown", "document.querySelectorAll('#proposal-text li').length > 0")
        .await;
    mia.click("#proposal-form [value=approve]").await;
    mia.until("a proof is asked for", "document.getElementById('confirm').open").await;
    prove(mia).await;
    mia.until("it is approved", "!document.getElementById('proposal').open").await;
    sam.until(
        "the pair stands in the pit",
        "document.querySelector('#trouble .pit-table')?.textContent.includes('Mia Manager')",
    )
    .await;
    let table = glance_until(sam, "act", |table| table["win"]["void_coups"] == 1).await;
    assert_eq!(
        (&table["pairs"][0]["proposed"], &table["pairs"][0]["voids"]),
        (&json!("Sam Supervisor"), &json!(1))
    );
}

/// A dealer comes on duty at a table at which the house deals, to sign there: the lobby leads to it.
async fn comes_to_sign(place: &Place, dora: &Browser, table: &str) {
    dora.go(&place.page("/")).await;
    dora.click(&format!("[data-table='{table}'] a[href='/tables/{table}/dealer']")).await;
    dora.click("#offers button.gold").await;
    dora.until("she is on duty", "document.getElementById('duty').textContent.includes('Dora Dealer')").await;
}

async fn money_to_the_chip(place: &Place, sam: &Browser, dora: &Browser) {
    comes_to_sign(place, dora, "act").await;
    for (form, field, value) in [("fill", "amount", "5,000"), ("credit", "amount", "2,000")] {
        let css = opened(sam, "money", form).await;
        fill(sam, &css, field, value).await;
        // The house's own dealer deals here, and signs for nobody who types that name.
        fill(sam, &css, "signed", "dealer").await;
        let message = send(sam, &css).await;
        assert!(message.contains("their own PIN"), "{form}: {message}");
        fill(sam, &css, "signed", "Dora Dealer").await;
        fill(sam, &css, "pin", place.pin(Role::Dealer)).await;
        let message = send(sam, &css).await;
        assert!(message.contains("Done"), "{form}: {message}");
    }
    sam.until("the accounts agree", "document.querySelector('#balanced.holds') !== null").await;
    let shown = |table: &Value| {
        (&table["win"]["fills"], &table["win"]["credits"]) == (&json!(500_000), &json!(200_000))
    };
    assert_eq!(glance_until(sam, "act", shown).await["win"]["differs"], Value::Null);
    let fill = "[...document.querySelectorAll('#slips a')].find((link) => link.textContent === 'Fill')";
    sam.until("the slip is there", &format!("{fill} !== undefined")).await;
    let slip = sam.value(&format!("{fill}.getAttribute('href')")).await;
    sam.go(&place.page(slip.as_str().expect("an address"))).await;
    let message = sam.value("document.querySelector('.slip').innerText").await;
    assert!(
        message.as_str().is_some_and(|message| message.contains("5,000")
            && message.contains("Sam Supervisor")
            && message.contains("Dora Dealer")),
        "{message}"
    );
}

/// A table at which nobody plays closes on a count that is right, and on no other.
async fn a_table_closes(place: &Place, sam: &Browser, dora: &Browser) {
    // One dealer, one table.
    dora.click("#hand-over").await;
    dora.until("the door is shown", "location.pathname === '/sign-in'").await;
    dora.come_as(place, Role::Dealer, "/").await;
    comes_to_sign(place, dora, "qld").await;
    sam.go(&place.page("/pit/qld")).await;
    sign_on(sam, "Sam Supervisor").await;
    let form = opened(sam, "money", "close").await;
    let float = glance(sam, "qld").await["money"]["float"].as_i64().expect("an amount");
    let signs = async |count: i64| {
        fill(sam, &form, "count", &format!("{count}")).await;
        fill(sam, &form, "signer", "Dora Dealer").await;
        fill(sam, &form, "pin", place.pin(Role::Dealer)).await;
    };
    fill(sam, &form, "count", &format!("{}", float / 100)).await;
    let message = send(sam, &form).await;
    assert!(message.contains("takes that count, signed"), "{message}");
    signs(float / 100 - 25).await;
    let message = send(sam, &form).await;
    assert!(message.contains("the float should hold"), "{message}");
    signs(float / 100).await;
    assert!(send(sam, &form).await.contains("Done"));
    sam.until("the table is closed", "document.getElementById('head').textContent.includes('Closed')").await;
    sam.until("the accounts agree", "document.querySelector('#balanced.holds') !== null").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn no_room_of_the_pit_has_a_fault_that_axe_finds() {
    let place = Place::open().await;
    // Rooms are wider with patrons in them.
    let player = guest(&place, "nsw").await;
    let sam = come(&place, Role::Supervisor, "/pit").await;
    for language in ["en", "zh-CN"] {
        for (path, filled) in
            [("/pit", ".pit-card"), ("/pit/nsw", "#head .phase"), ("/slips/nsw/1", ".slip dl")]
        {
            for (width, height) in [(390, 844), (820, 1100), (1280, 900)] {
                sam.size(width, height).await;
                sam.go(&place.page(&format!("{path}?lang={language}"))).await;
                sam.find(filled).await;
                if path == "/pit/nsw" {
                    sam.find("#patrons td").await;
                }
                sam.value("document.querySelectorAll('details').forEach((group) => { group.open = true; })")
                    .await;
                let message = format!("{path} in {language} at {width}");
                let wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
                assert_eq!(sam.value(wider).await, json!(false), "{message} is wider than its window");
                assert_eq!(faults(&sam).await, json!([]), "{message}");
            }
        }
    }
    player.close().await;
    sam.close().await;
    place.close().await;
}
