//! The cage's room: everything adds up on the page, an order that cannot be is refused in words, and whoever watches changes nothing.

use crate::accessibility::look;
use crate::browser::Browser;
use crate::place::Place;
use baccarat::chips::Money;
use house::settings::CageSettings;
use people::role::Role;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn the_cage_shows_where_every_chip_is() {
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        settings.cage = Some(CageSettings { second_from: Money(500_000), identity_from: Money(1_000_000) });
    })
    .await;
    let (cora, ivy) = (Browser::start(&[]).await, Browser::start(&[]).await);
    cora.come_as(&place, Role::Cage, "/cage").await;
    cora.find("#verdict.holds").await;
    let tables = cora.value("document.querySelectorAll('#tables tbody tr').length").await;
    assert_eq!(tables, json!(8), "every table beside the cage's record");
    let differ = "[...document.querySelectorAll('#tables tbody tr')].filter((row) => !row.textContent.includes('✓')).length";
    assert_eq!(cora.value(differ).await, json!(0));

    // Chips are counted by worth, thousands however they are written, and their sum is shown.
    cora.value("document.querySelector('form[data-act=buy]').closest('details').open = true").await;
    cora.fill("form[data-act=buy] input[data-worth='2500']", "1,000").await;
    cora.until("the sum", "document.querySelector('form[data-act=buy] output').textContent === '25,000'")
        .await;
    cora.click("form[data-act=buy] button[type=submit]").await;
    cora.until("the refusal", "document.querySelector('#refusal').textContent.includes('bank')").await;

    // Whoever watches sees the same, and has nothing to fill in.
    ivy.come_as(&place, Role::Inspector, "/cage").await;
    ivy.find("#verdict.holds").await;
    assert_eq!(ivy.value("document.querySelectorAll('form[data-act]').length").await, json!(0));
    cora.close().await;
    ivy.close().await;
    place.close().await;
}

async fn asks(browser: &Browser, path: &str, body: &Value) -> Value {
    let body = json!(body.to_string());
    let sent = format!(
        "fetch('/api/v1{path}', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {body}}}).then((answer) => answer.json())"
    );
    browser.promised(&sent).await
}

/// Somebody at a screen of their own, who has proved who they are.
async fn comes(place: &Place, role: Role, to: &str) -> Browser {
    let browser = Browser::start(&[]).await;
    browser.size(1280, 1200).await;
    browser.come_as(place, role, to).await;
    let proved = asks(&browser, "/session/confirm", &json!({ "link": place.link(role) })).await;
    assert!(proved["confirmed_until"].is_i64(), "{proved}");
    browser
}

/// Something asked of the cage that must be done, with a second person by PIN where one is named.
async fn order(place: &Place, browser: &Browser, id: &str, order: Value, second: Option<(&str, Role)>) {
    let second = second.map(|(name, role)| json!({ "name": name, "pin": place.pin(role) }));
    let done = asks(browser, "/cage/orders", &json!({ "id": id, "order": order, "second": second })).await;
    assert!(done["word"].is_null(), "{id}: {done}");
}

/// Counts chips in the small form of the first fill, and sends it.
async fn counts(browser: &Browser, chips: &str) {
    let form = "#transfers article[data-number='1'] form.counts";
    browser.fill(&format!("{form} input[data-worth='2500']"), chips).await;
    browser.click(&format!("{form} button[type=submit]")).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_fill_goes_by_the_forms_and_one_that_differs_is_stopped() {
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        settings.cage = Some(CageSettings { second_from: Money(500_000), identity_from: Money(1_000_000) });
    })
    .await;
    let (cora, mia) = (comes(&place, Role::Cage, "/cage").await, comes(&place, Role::Manager, "/cage").await);
    let (sam, sol) =
        (comes(&place, Role::Supervisor, "/cage").await, comes(&place, Role::Surveillance, "/cage").await);
    let dora = comes(&place, Role::Dealer, "/cage").await;
    let pieces = json!({"2500": 40});
    let issue = json!({"act": "issue-chips", "pieces": pieces, "why": "from the maker"});
    order(&place, &mia, "issue-chips-1", issue, Some(("Cora Cage", Role::Cage))).await;
    let opens = json!({"act": "open-bank", "cash": 0, "pieces": pieces});
    order(&place, &cora, "open-bank-1", opens, Some(("Sam Supervisor", Role::Supervisor))).await;
    let on = json!({"id": "dora-comes-on", "acts": [{"act": "sign-on"}]});
    assert!(asks(&dora, "/tables/nz-felt/commands", &on).await["seq"].is_u64());

    // The dealer asks for it, another approves, the cage counts it out, a third carries it.
    dora.value("document.querySelector('form[data-act=request]').closest('details').open = true").await;
    dora.choose("form[data-act=request] [name=table]", "nz-felt").await;
    dora.fill("form[data-act=request] input[data-worth='2500']", "20").await;
    dora.click("form[data-act=request] button[type=submit]").await;
    let at = |stage: &str| {
        format!(
            "document.querySelector(\"#transfers article[data-number='1'][data-stage={stage}]\") !== null"
        )
    };
    sam.until("the fill is asked for", &at("requested")).await;
    sam.click("#transfers article[data-number='1'] button").await;
    cora.until("the fill is approved", &at("approved")).await;
    counts(&cora, "20").await;
    // Whoever carries it signs at the dealer's console, with a PIN of their own and under no other name.
    dora.until("the fill is counted out", &at("sent")).await;
    let form = "#transfers article[data-number='1'] form.counts-by-pin";
    dora.value(&format!("document.querySelector(\"{form}\").closest('details').open = true")).await;
    for (name, pin) in
        [("Sol Surveillance", place.pin(Role::Cage)), ("Sol Surveillance", place.pin(Role::Surveillance))]
    {
        dora.fill(&format!("{form} [name=own-name]"), name).await;
        dora.fill(&format!("{form} [name=own-pin]"), pin).await;
        dora.click(&format!("{form} button[type=submit]")).await;
        let none_left = format!("document.querySelector(\"{form} [name=own-pin]\")?.value !== '{pin}'");
        dora.until("the PIN does not stay in the form", &none_left).await;
        if pin == place.pin(Role::Cage) {
            let refused = "document.querySelector('#refusal').textContent !== ''";
            dora.until("another's PIN signs nothing", refused).await;
            assert_eq!(dora.value(&at("sent")).await, json!(true));
        }
    }
    sol.until("the fill is carried", &at("carried")).await;
    let carrier = "document.querySelector(\"#transfers article[data-number='1'] ol\").textContent.includes('Sol Surveillance')";
    assert_eq!(sol.value(carrier).await, json!(true));

    // What the dealer counts is not what was counted out: it stops, and only a manager has the form that ends it.
    dora.until("the fill is on the way", &at("carried")).await;
    counts(&dora, "19").await;
    mia.until("the fill is stopped", &at("stopped")).await;
    sam.until("the fill is stopped", &at("stopped")).await;
    assert_eq!(sam.value("document.querySelector('form.ending')").await, json!(null));
    let form = "#transfers article[data-number='1'] form.ending";
    mia.fill(&format!("{form} input[data-worth='2500']"), "19").await;
    mia.fill(&format!("{form} [name=why]"), "one lay under the tray").await;
    mia.fill(&format!("{form} [name=second-name]"), "Cora Cage").await;
    mia.fill(&format!("{form} [name=second-pin]"), place.pin(Role::Cage)).await;
    mia.click(&format!("{form} button[type=submit]")).await;
    // Whoever had a part in it is no second; the chips stay on the way.
    mia.until(
        "the second is refused",
        "document.querySelector('#refusal').textContent.includes('had a part')",
    )
    .await;
    mia.find("#verdict.holds").await;
    assert_eq!(mia.value(&at("stopped")).await, json!(true));
    // A second person who is refused leaves no PIN behind for whoever asks next.
    let form = "form[data-act=issue-chips]";
    mia.value(&format!("document.querySelector('{form}').closest('details').open = true")).await;
    mia.fill(&format!("{form} input[data-worth='2500']"), "1").await;
    mia.fill(&format!("{form} [name=why]"), "one more").await;
    mia.fill(&format!("{form} [name=second-name]"), "Mia Manager").await;
    mia.fill(&format!("{form} [name=second-pin]"), place.pin(Role::Manager)).await;
    mia.click(&format!("{form} button[type=submit]")).await;
    mia.until(
        "nobody is their own second",
        "document.querySelector('#refusal').textContent.includes('somebody else approves')",
    )
    .await;
    assert_eq!(
        mia.value(&format!("document.querySelector('{form} [name=second-pin]').value")).await,
        json!("")
    );
    look(&place, &sol, &[("/cage/slips/1", ".slip dl")], "cage-slip").await;
    for browser in [cora, mia, sam, sol, dora] {
        browser.close().await;
    }
    place.close().await;
}
