//! The pages of the cage, the pit, the dealer and the office, with everything on them opened, on a desk, a tablet and a phone and in both
//! languages: nothing runs off the page, and every message is said.

use crate::browser::Browser;
use crate::place::Place;
use baccarat::chips::Money;
use house::settings::CageSettings;
use people::role::Role;
use serde_json::json;

const PAGES: [(Role, &str, &str, &str); 8] = [
    (Role::Cage, "cage", "/cage", "#verdict.holds"),
    (Role::Manager, "cage-manager", "/cage", "#verdict.holds"),
    (Role::Manager, "pit", "/pit", ".pit-card"),
    (Role::Dealer, "cage-dealer", "/cage", "#transfers"),
    (Role::Dealer, "console", "/tables/nz-felt/dealer", "#work:not([hidden])"),
    (Role::Supervisor, "pit-table", "/pit/nz-felt", "#money dl"),
    (Role::Supervisor, "reports", "/reports", "main"),
    (Role::Supervisor, "report-table", "/reports/table", "main"),
];

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs chromium and chromedriver: scripts/test runs it"]
async fn nothing_runs_off_a_page_of_the_floor_on_any_screen() {
    let place = Place::with(|settings| {
        settings.hourly_draw = false;
        settings.cage = Some(CageSettings { second_from: Money(500_000), identity_from: Money(1_000_000) });
    })
    .await;
    for language in ["en", "zh-CN"] {
        let browser =
            Browser::start(&[&format!("--lang={language}"), &format!("--accept-lang={language}")]).await;
        let mut signed_in = None;
        for (role, name, path, shows) in PAGES {
            // Whoever is there goes on to the next page: an address has only so many sign-ins.
            match signed_in.replace(role) == Some(role) {
                true => browser.go(&place.page(path)).await,
                false => browser.come_as(&place, role, path).await,
            }
            browser.find(shows).await;
            assert_eq!(browser.value("document.documentElement.lang").await, json!(language), "{path}");
            browser
                .value(
                    "(document.querySelectorAll('details').forEach((part) => { part.open = true; }), true)",
                )
                .await;
            // A message that no language has is shown by its key.
            let keys = "[...document.querySelectorAll('main *')].filter((part) => part.children.length === 0 && /^(cage|pit|desk|count|people)-[a-z]+(-[a-z]+)*$/.test(part.textContent.trim())).map((part) => part.textContent)";
            assert_eq!(browser.value(keys).await, json!([]), "{path} in {language}");
            for width in [1440, 820, 390] {
                browser.size(width, 1_400).await;
                let wide = "[...document.querySelectorAll('main, main *')].filter((part) => !part.closest('.scroll, .layout-frame, table, pre') && part.getBoundingClientRect().right > innerWidth + 1).map((part) => `${part.tagName}.${part.className}#${part.id}`).slice(0, 8)";
                assert_eq!(browser.value(wide).await, json!([]), "{path} at {width} in {language}");
            }
            browser.pictures(&format!("{name}-{language}")).await;
        }
        browser.close().await;
    }
    place.close().await;
}
