//! Many tables in one browser: pages share one line to the house, so that as many as one likes may be open.

use crate::accessibility::faults;
use crate::browser::Browser;
use crate::contests::cup;
use crate::evening::{OPEN, accepted, sit_down};
use crate::place::Place;
use people::role::Role;
use serde_json::json;

/// The cards or the result of a coup that came after the page was opened.
const IS_LIVE: &str = "Number(document.getElementById('roads').dataset.coups ?? -1) >= 0 && document.querySelector('.box[data-wager]') !== null";

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn eight_open_pages_keep_nobody_from_betting() {
    let place = Place::unhurried().await;
    let browser = Browser::start(&[]).await;
    browser.size(1440, 1000).await;
    sit_down(&place, &browser, "nz").await;
    let own = browser.client.window().await.expect("a window");
    for table in ["act", "nsw", "qld", "act", "nsw", "qld", "nz"] {
        let tab = browser.client.new_window(true).await.expect("a tab");
        browser.client.switch_to_window(tab.handle).await.expect("the tab is shown");
        browser.go(&place.page(&format!("/tables/{table}"))).await;
        browser.until(&format!("{table} is live"), IS_LIVE).await;
    }
    browser.client.switch_to_window(own).await.expect("the first page is shown");
    browser.until("betting is open", OPEN).await;
    browser.click("#chips input[value='2500']").await;
    browser.click("[data-wager=banker]").await;
    browser.until("25 on the banker is accepted", &accepted("banker", "25")).await;
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn tables_stand_side_by_side_and_one_bets_at_each() {
    let place = Place::unhurried().await;
    let browser = Browser::start(&[]).await;
    browser.size(1440, 1200).await;
    sit_down(&place, &browser, "nz").await;
    browser.go(&place.page("/tables?table=nz&table=act")).await;
    browser.until("both are there", "document.querySelectorAll('.several-table iframe').length === 2").await;
    browser
        .find("[data-table=nz] iframe")
        .await
        .enter_frame()
        .await
        .expect("the frame of the house's own page");
    browser.until("betting is open", OPEN).await;
    // Half as wide, what one has stays beside the chips and not behind them.
    let apart = "(() => { const box = (one) => one.getBoundingClientRect(); const chips = [...document.querySelectorAll('.chip-choice')].map(box); \
        const others = [...document.querySelectorAll('.purse div, .acts button')].filter((one) => one.checkVisibility()).map(box); \
        return chips.length > 3 && others.length > 4 && chips.every((chip) => others.every((other) => \
          chip.right <= other.left || chip.left >= other.right || chip.bottom <= other.top || chip.top >= other.bottom)); })()";
    assert_eq!(browser.value(apart).await, json!(true));
    browser.client.enter_parent_frame().await.expect("the page around it");
    browser.click("input[value=qld]").await;
    browser
        .until("a third is there", "document.querySelectorAll('.several-table iframe').length === 3")
        .await;
    assert_eq!(browser.value("location.search").await, json!("?table=act&table=nz&table=qld"));
    assert_eq!(faults(&browser).await, json!([]));
    let frame = browser.find("[data-table=nz] iframe").await;
    frame.enter_frame().await.expect("the frame of the house's own page");
    browser.until("betting is open", OPEN).await;
    browser.click("#chips input[value='2500']").await;
    browser.click("[data-wager=banker]").await;
    browser.until("25 on the banker is accepted", &accepted("banker", "25")).await;
    browser.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn six_pages_of_a_tournament_keep_no_table_from_being_shown() {
    let place = Place::open().await;
    let manager = Browser::start(&[]).await;
    manager.come_as(&place, Role::Manager, "/tournaments").await;
    manager.find("#begin textarea").await;
    let conditions = json!(cup("act", &[r#"name = "Harbour Cup""#]));
    manager.value(&format!("document.querySelector('#begin textarea').value = {conditions}")).await;
    manager.click("#begin button[type=submit]").await;
    manager.until("the desk is there", "location.pathname === '/tournaments/cup/desk'").await;
    let filled = "document.getElementById('body')?.getAttribute('aria-busy') === 'false'";
    for _ in 0..6 {
        let tab = manager.client.new_window(true).await.expect("a tab");
        manager.client.switch_to_window(tab.handle).await.expect("the tab is shown");
        manager.go(&place.page("/tournaments/cup/desk")).await;
        manager.until("the desk is filled", filled).await;
    }
    let tab = manager.client.new_window(true).await.expect("a tab");
    manager.client.switch_to_window(tab.handle).await.expect("the tab is shown");
    manager.go(&place.page("/tables/nz")).await;
    manager.until("nz is live", IS_LIVE).await;
    manager.close().await;
    place.close().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn eight_pages_of_the_pit_keep_no_other_page_from_being_shown() {
    let place = Place::open().await;
    let supervisor = Browser::start(&[]).await;
    supervisor.come_as(&place, Role::Supervisor, "/pit").await;
    let filled = "document.querySelectorAll('#tables .pit-card').length >= 8";
    supervisor.until("the pit is filled", filled).await;
    for _ in 0..7 {
        let tab = supervisor.client.new_window(true).await.expect("a tab");
        supervisor.client.switch_to_window(tab.handle).await.expect("the tab is shown");
        supervisor.go(&place.page("/pit")).await;
        supervisor.until("the pit is filled", filled).await;
    }
    let tab = supervisor.client.new_window(true).await.expect("a tab");
    supervisor.client.switch_to_window(tab.handle).await.expect("the tab is shown");
    supervisor.go(&place.page("/pit/nsw-felt")).await;
    // What is asked for is answered, and what changes is told.
    supervisor.click("#sign-on").await;
    let told = "document.getElementById('head').innerText.includes('Sam Supervisor')";
    supervisor.until("who is on duty is told by the line that all of them share", told).await;
    supervisor.close().await;
    place.close().await;
}
