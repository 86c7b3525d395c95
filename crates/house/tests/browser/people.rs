//! Two people take somebody in, who sets their own secrets, comes in by them, gets another name, and is let go.

use crate::browser::Browser;
use crate::place::Place;
use people::role::Role;

/// What an authenticator program shows for this secret, so many seconds from now.
fn digits(secret: &str, seconds: u64) -> String {
    let secret = totp_rs::Secret::try_from_base32(secret).expect("a secret");
    // Such a program goes by the wall clock, from which the time of the house may be apart.
    let now = people::clock::wall_clock().0 as u64 / 1_000 + seconds;
    totp_rs::Builder::new().with_secret(secret).build().expect("a factor").generate(now).to_string()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn somebody_is_taken_in_comes_gets_another_name_and_is_let_go() {
    let place = Place::open().await;
    let (manager, inspector, dan) =
        (Browser::start(&[]).await, Browser::start(&[]).await, Browser::start(&[]).await);
    manager.come_as(&place, Role::Manager, "/people").await;
    manager.fill("[data-change=take-in] [name=name]", "Dan").await;
    manager.fill("[data-change=take-in] [name=why]", "starts today").await;
    manager.choose("[data-change=take-in] [name=role]", "supervisor").await;
    manager.click("[data-change=take-in] button").await;
    manager.click("#proof-form button").await;
    manager
        .until("the link is shown", "document.getElementById('shown-once').textContent.includes('link=')")
        .await;
    let link = "document.getElementById('shown-once').textContent.match(/link=([0-9a-f]{64})/)[1]";
    let link = manager.value(link).await.as_str().expect("a link").to_owned();

    // Another person approves and is shown the other half.
    inspector.come_as(&place, Role::Inspector, "/people").await;
    inspector.click("[data-decide=approve] button").await;
    inspector.click("#proof-form button").await;
    let shown = "/: [0-9a-f]{16}$/.test(document.getElementById('shown-once').textContent)";
    inspector.until("the code is shown", shown).await;
    let code = "document.getElementById('shown-once').textContent.slice(-16)";
    let code = inspector.value(code).await.as_str().expect("a code").to_owned();

    // Dan sets his own secrets with both.
    dan.go(&place.page(&format!("/enrol#link={link}"))).await;
    dan.fill("#halves [name=code]", &code).await;
    dan.click("#halves button").await;
    dan.until("Dan is known", "document.getElementById('enrol-name').textContent === 'Dan'").await;
    let secret = dan.value("document.getElementById('enrol-secret').textContent").await;
    let secret = secret.as_str().expect("a secret").to_owned();
    dan.fill("#secrets [name=factor]", &digits(&secret, 0)).await;
    dan.fill("#secrets [name=password]", "seven quiet otters").await;
    dan.fill("#secrets [name=again]", "seven quiet otters").await;
    dan.click("#secrets button").await;
    dan.until("Dan has enrolled", "!document.getElementById('enrolled').hidden").await;

    dan.go(&place.page("/sign-in?to=/reports")).await;
    dan.fill("#password-form [name=name]", "Dan").await;
    dan.fill("#password-form [name=password]", "seven quiet otters").await;
    // The digits of this half minute have counted; those of the next are good as well.
    dan.fill("#password-form [name=factor]", &digits(&secret, 30)).await;
    dan.click("#password-form button").await;
    dan.until("Dan is in the room of reports", "location.pathname === '/reports'").await;
    dan.find("#begin").await;

    // The room of people is not his.
    dan.go(&place.page("/people")).await;
    assert!(dan.said("main").await.contains("by a manager"));

    // He gets another name: one proposes it, another approves, and Dan is out.
    manager.go(&place.page("/people")).await;
    manager.click("[data-person=Dan] summary").await;
    manager.fill("[data-person=Dan] [data-change=rename] [name=to]", "Daniel").await;
    manager.fill("[data-person=Dan] [data-change=rename] [name=why]", "married").await;
    manager.click("[data-person=Dan] [data-change=rename] button").await;
    manager.until("it waits", "document.querySelector('[data-pending]') !== null").await;
    assert!(manager.said("[data-pending]").await.contains("another name, Daniel, proposed by Mia Manager"));
    inspector.go(&place.page("/people")).await;
    inspector.click("[data-decide=approve] button").await;
    inspector.until("Daniel is known", "document.querySelector('[data-person=Daniel]') !== null").await;
    assert!(inspector.said("[data-person=Daniel]").await.contains("earlier Dan"));
    assert!(
        inspector.said(".people-done").await.contains("another name, Daniel, approved, by Ivy Inspector")
    );
    dan.go(&place.page("/reports")).await;
    assert!(dan.said("main").await.contains("sign in first"));

    manager.go(&place.page("/people?lang=zh-CN")).await;
    manager.click("[data-person=Daniel] summary").await;
    let known = manager.said("[data-person=Daniel]").await;
    assert!(known.contains("曾用名 Dan") && known.contains("提议此姓名"), "{known}");
    manager.go(&place.page("/people?lang=en")).await;
    manager.click("[data-person=Daniel] summary").await;
    manager.fill("[data-person=Daniel] [data-change=let-go] [name=why]", "was never seen again").await;
    manager.click("[data-person=Daniel] [data-change=let-go] button").await;
    manager.until("it waits", "document.querySelector('[data-pending]') !== null").await;
    assert!(manager.said("[data-pending]").await.contains("letting go, proposed by Mia Manager"));
    inspector.go(&place.page("/people")).await;
    inspector.click("[data-pending] [data-decide=approve] button").await;
    inspector.until("Daniel is gone", "document.querySelector('[data-person=Daniel]') === null").await;
    let done = inspector.said(".people-done").await;
    assert!(done.contains("letting go, approved, by Ivy Inspector") && done.contains("was never seen again"));
    manager.close().await;
    inspector.close().await;
    dan.close().await;
    place.close().await;
}
