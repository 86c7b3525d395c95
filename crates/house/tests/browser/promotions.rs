//! A promotion from its terms to a paid prize, by people in browsers of their own.

use crate::accessibility::look;
use crate::browser::Browser;
use crate::contests::lunar;
use crate::place::Place;
use people::role::Role;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use table::Time;

/// Noon on 20 January 2027 in Sydney; entries close and the draw is due this much later.
const BEGINS: i64 = 1_800_406_800_000;
const CLOSES: i64 = BEGINS + (17 * 24 * 60 + 8 * 60 + 30) * 60_000;
const AWARD: i64 = CLOSES + 30 * 60_000;

/// Clicks on the button of the desk that says this.
async fn press(browser: &Browser, text: &str) {
    let button = format!(
        "[...document.querySelectorAll('main button')].find((one) => one.innerText.includes({text:?}))"
    );
    browser.until(&format!("there is {text}"), &format!("({button})?.checkVisibility() === true")).await;
    browser.value(&format!("({button}).click()")).await;
}

async fn shows(browser: &Browser, text: &str) {
    browser
        .until(&format!("the page says {text}"), &format!("document.body.innerText.includes({text:?})"))
        .await;
}

/// Proves again who it is, if the page asks for it.
async fn prove(browser: &Browser) {
    browser.until("a proof is asked for", "document.getElementById('proof').open").await;
    browser.click("#proof-form button").await;
    browser.until("it is given", "!document.getElementById('proof').open").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn from_terms_to_a_paid_prize() {
    let clock = Arc::new(AtomicI64::new(BEGINS));
    let held = clock.clone();
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        settings.clock = Arc::new(move || Time(held.load(Ordering::SeqCst)));
    })
    .await;
    let (manager, supervisor, ann, bob, inspector) = (
        Browser::start(&[]).await,
        Browser::start(&[]).await,
        Browser::start(&[]).await,
        Browser::start(&[]).await,
        Browser::start(&[]).await,
    );

    // The manager begins it with its terms; without lodging it does not open.
    manager.come_as(&place, Role::Manager, "/desk/promotions").await;
    manager.click("details summary").await;
    let fill = format!(
        "document.querySelector('[name=terms]').value = {}",
        json!(lunar("lunar", &["prize.0.value = 15000"]))
    );
    manager.value(&fill).await;
    manager.click("#begin button").await;
    manager.until("the desk is open", "location.pathname === '/desk/promotions/lunar'").await;
    press(&manager, "Open entries").await;
    shows(&manager, "has no full terms").await;
    press(&manager, "Lodge the terms").await;
    press(&manager, "Make the terms available").await;
    manager
        .until(
            "they are available",
            "document.querySelector('#facts').innerText.includes('inside the casino')",
        )
        .await;
    press(&manager, "Open entries").await;
    shows(&manager, "Entries open").await;

    // Two players read the terms and hand in a form.
    for player in [&ann, &bob] {
        player.come_as(&place, Role::Player, "/promotions/lunar").await;
        shows(player, "Members over 18 who are not staff.").await;
        player.go(&place.page("/promotions/lunar/mine")).await;
        press(player, "Hand in a form").await;
        shows(player, "Your tickets: 1").await;
    }
    let pages = [
        ("/promotions", ".lobby-table"),
        ("/promotions/lunar", "#terms dt"),
        ("/promotions/lunar/mine", "#tickets-name"),
        ("/promotions/lunar/draw", "#prizes li"),
    ];
    look(&place, &ann, &pages, "open").await;

    // Entries close by the house's clock; each checks the own ticket in the own browser.
    clock.store(CLOSES, Ordering::SeqCst);
    ann.go(&place.page("/promotions/lunar/mine")).await;
    shows(&ann, "Entries closed").await;
    press(&ann, "Check that my tickets are in the draw").await;
    ann.until("it is proved", "document.querySelector('.tickets .gain')?.innerText === 'in the draw'").await;

    // Two people make the draw ready, a player holds it with a text, on the big screen.
    clock.store(AWARD, Ordering::SeqCst);
    press(&manager, "Make the draw ready").await;
    prove(&manager).await;
    shows(&manager, "by Mia Manager").await;
    supervisor.come_as(&place, Role::Supervisor, "/desk/promotions/lunar").await;
    press(&supervisor, "Approve").await;
    prove(&supervisor).await;
    shows(&supervisor, "waits for a text from outside").await;
    bob.go(&place.page("/promotions/lunar/draw")).await;
    bob.until("the text is asked for", "!document.getElementById('mix').hidden").await;
    bob.fill("#mix input", "rain at noon").await;
    bob.click("#mix button").await;
    bob.until("a ticket has the prize", "document.querySelector('li.known .big-ticket') !== null").await;
    shows(&bob, "rain at noon").await;

    // The winner claims, and picks how it is paid.
    ann.go(&place.page("/promotions/lunar/mine")).await;
    ann.find("#tickets-name").await;
    let won = ann.value("document.querySelector('.prize-won') !== null").await == json!(true);
    let winner = if won { &ann } else { &bob };
    winner.go(&place.page("/promotions/lunar/mine")).await;
    press(winner, "Claim: desk").await;
    winner.find(".prize-payment").await;
    look(&place, winner, &pages, "drawn").await;
    winner.go(&place.page("/promotions/lunar/mine")).await;
    denied_and_opened_again(&manager, winner).await;
    winner.fill(".prize-payment [name=cash]", "5000").await;
    winner.fill(".prize-payment [name=crossed-cheque]", "10000").await;
    winner.click(".prize-payment button").await;
    winner.until("the parts stand", "document.querySelectorAll('.own-claim li').length === 2").await;

    // The desk puts an attempt on record, finds the claim in order, and two people hand the prize over.
    press(&manager, "Put an attempt on record").await;
    shows(&manager, "effort made").await;
    press(&manager, "Meets the terms").await;
    press(&manager, "Hand the prize over").await;
    // Whoever approves reads to whom.
    let name = winner.value("document.getElementById('promotion-room').dataset.name").await;
    shows(&supervisor, &format!("Hand over claim 1 · {}", name.as_str().unwrap())).await;
    press(&supervisor, "Approve").await;
    winner.until("it is handed over", "document.body.innerText.includes('handed over')").await;

    // The inspector reads everything and changes nothing.
    inspector.come_as(&place, Role::Inspector, "/watch/promotions/lunar").await;
    shows(&inspector, "What is published of the draw holds.").await;
    inspector
        .until("the award is on record", "document.getElementById('record').innerText.includes('awarded')")
        .await;
    assert_eq!(inspector.value("document.querySelectorAll('.claims-grid button').length").await, json!(0));
    look(
        &place,
        &inspector,
        &[("/watch/promotions/lunar", "#record td"), ("/desk/promotions", ".lobby-table")],
        "watched",
    )
    .await;
    look(
        &place,
        &manager,
        &[("/desk/promotions/lunar", "#record td"), ("/desk/promotions", ".lobby-table")],
        "desk",
    )
    .await;
    for browser in [manager, supervisor, ann, bob, inspector] {
        browser.close().await;
    }
    place.close().await;
}

/// The desk denies the claim; the winner disputes that, and the decision, which names the claim, opens it again.
async fn denied_and_opened_again(manager: &Browser, winner: &Browser) {
    manager.choose("#claims [name=ground]", "other").await;
    manager.fill("#claims [name=reason]", "the photograph differs").await;
    manager.click("#claims form:has([name=ground]) button").await;
    shows(winner, "Claim 1 was denied").await;
    shows(winner, "the photograph differs").await;
    winner.fill("[name=about]", "the photograph is mine").await;
    winner.click("form:has([name=about]) button").await;
    shows(winner, "Not decided yet").await;
    shows(manager, "the photograph is mine").await;
    let offered = "[...document.querySelectorAll('#disputes [name=reopens] option')].map((one) => one.innerText).join('|')";
    assert_eq!(manager.value(offered).await, json!("none|claim 1"));
    manager.choose("#disputes [name=reopens]", "1").await;
    manager.fill("#disputes [name=decision]", "it is hers").await;
    manager.click("#disputes form button").await;
    shows(winner, "Decided: it is hers").await;
    shows(winner, "Claim 1 is being looked at.").await;
    manager.until("the claim is open", "document.querySelector('#claims [name=ground]') !== null").await;
    winner.find(".prize-payment").await;
}

/// One proposes a voucher, another approves it; a table takes it once, and the register says so to whoever watches.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn a_voucher_from_its_proposal_to_its_swap() {
    let place = Place::open().await;
    let (manager, supervisor, dealer) =
        (Browser::start(&[]).await, Browser::start(&[]).await, Browser::start(&[]).await);
    manager.come_as(&place, Role::Manager, "/desk/vouchers").await;
    shows(&manager, "There are no vouchers.").await;
    manager.click("details summary").await;
    manager.fill("#propose [name=number]", "V-17").await;
    manager.fill("#propose [name=worth]", "50").await;
    manager.fill("#propose [name=conditions]", "One to a person.").await;
    manager.value("document.querySelector('#propose [name=until_day]').value = '2126-02-06'").await;
    manager.click("#propose [value=nsw-felt]").await;
    manager.click("#propose button[type=submit]").await;
    prove(&manager).await;
    shows(&manager, "waits for a second person").await;
    let approve = "[...document.querySelectorAll('#register button')].some((one) => one.innerText.startsWith('Approve'))";
    assert_eq!(manager.value(approve).await, json!(false), "nobody approves their own");
    supervisor.come_as(&place, Role::Supervisor, "/desk/vouchers").await;
    press(&supervisor, "Approve").await;
    prove(&supervisor).await;
    shows(&supervisor, "Approved by").await;
    shows(&supervisor, "2126-02-06 23:59:59").await;
    let pages = [("/desk/vouchers", "#register tbody th")];
    look(&place, &supervisor, &pages, "issued").await;
    // The dealer hands it in for a patron; once.
    dealer.come_as(&place, Role::Dealer, "/tables/nsw-felt/dealer").await;
    let post = |acts: &str, id: &str| {
        format!(
            "fetch('/api/v1/tables/nsw-felt/commands', {{method: 'POST', headers: {{'content-type': 'application/json'}}, \
             body: JSON.stringify({{id: '{id}', for: 'Ann', acts: {acts}}})}}).then((answer) => answer.json())"
        )
    };
    let signed_on = post("[{act: 'sign-on'}]", "sign-on-here").replace(", for: 'Ann'", "");
    let signed_on = dealer.promised(&signed_on).await;
    assert!(signed_on["seq"].is_u64(), "{signed_on}");
    let arrived = dealer.promised(&post("[{act: 'arrive'}]", "arrive-ann")).await;
    assert!(arrived["seq"].is_u64(), "{arrived}");
    let swap = "[{act: 'swap-voucher', number: 'V-17'}]";
    let swapped = dealer.promised(&post(swap, "swap-it-once")).await;
    assert_eq!(swapped["events"][0]["worth"], 5_000, "{swapped}");
    assert_eq!(dealer.promised(&post(swap, "swap-again")).await["word"], "already-swapped");
    manager.go(&place.page("/desk/vouchers")).await;
    shows(&manager, "By Ann at nsw-felt").await;
    look(&place, &manager, &pages, "swapped").await;
    for browser in [manager, supervisor, dealer] {
        browser.close().await;
    }
    place.close().await;
}
