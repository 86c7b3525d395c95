//! A manager takes somebody in, who then comes in by name and password, and is let go.

use crate::browser::Browser;
use crate::place::Place;
use people::role::Role;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn somebody_is_taken_in_comes_and_is_let_go() {
    let place = Place::open().await;
    let (manager, dan) = (Browser::start(&[]).await, Browser::start(&[]).await);
    manager.come_as(&place, Role::Manager, "/people").await;
    manager.fill("#new-person [name=name]", "Dan").await;
    manager.fill("#new-person [name=password]", "first password").await;
    manager.fill("#new-person [name=why]", "starts today").await;
    manager.choose("#new-person [name=role]", "supervisor").await;
    manager.click("#new-person button").await;
    manager.until("Dan is listed", "document.querySelector('[data-person=Dan]') !== null").await;

    dan.go(&place.page("/sign-in?to=/reports")).await;
    dan.fill("#password-form [name=name]", "Dan").await;
    dan.fill("#password-form [name=password]", "first password").await;
    dan.click("#password-form button").await;
    dan.until("Dan is in the room of reports", "location.pathname === '/reports'").await;
    dan.find("#begin").await;

    // The room of people is not his.
    dan.go(&place.page("/people")).await;
    assert!(dan.said("main").await.contains("by a manager"));

    manager.go(&place.page("/people")).await;
    manager.click("[data-person=Dan] summary").await;
    manager.fill("[data-person=Dan] [data-act=remove] [name=why]", "was never seen again").await;
    manager.click("[data-person=Dan] [data-act=remove] button").await;
    manager.until("Dan is gone", "document.querySelector('[data-person=Dan]') === null").await;
    let done = manager.said(".people-done").await;
    assert!(
        done.contains("let go") && done.contains("was never seen again") && done.contains("by Mia Manager")
    );
    dan.go(&place.page("/reports")).await;
    assert!(dan.said("main").await.contains("sign in first"));
    manager.close().await;
    dan.close().await;
    place.close().await;
}
