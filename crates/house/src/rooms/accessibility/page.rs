//! What was done so that everybody can use the pages, and what was tested on each: the statement by WCAG 2.2.

use crate::web::shell::{Page, Reader, framed};
use maud::{Markup, html};

/// How a page was tested.
#[derive(Clone, Copy)]
enum Tested {
    /// axe-core and contrast, in both languages, on a phone and a desk.
    Axe,
    /// The same in every state of a coup, by keyboard alone, with what a screen reader hears written down.
    States,
    /// The same as the first, and an evening's work by keyboard in a real browser.
    Work,
}

impl Tested {
    fn key(self) -> &'static str {
        match self {
            Tested::Axe => "access-tested-axe",
            Tested::States => "access-tested-states",
            Tested::Work => "access-tested-work",
        }
    }
}

/// Every page and how it was tested; `crates/house/tests/browser` holds the tests.
const PAGES: [(&str, &str, Tested); 21] = [
    ("/", "nav-lobby", Tested::Axe),
    ("/sign-in", "sign-in", Tested::Axe),
    ("/tables/…", "access-table", Tested::States),
    ("/tables", "access-several", Tested::Axe),
    ("/tables/…/sign", "access-sign", Tested::Axe),
    ("/tables/…/history, /history", "nav-own-history", Tested::Axe),
    ("/limits", "nav-limits", Tested::Axe),
    ("/shoes", "nav-shoes", Tested::Axe),
    ("/library", "nav-library", Tested::Axe),
    ("/school, /school/coups", "nav-school", Tested::Work),
    ("/policy", "nav-policy", Tested::Axe),
    ("/tournaments", "nav-tournaments", Tested::Work),
    ("/promotions", "nav-promotions", Tested::Work),
    ("/tables/…/dealer", "access-dealer", Tested::Work),
    ("/pit", "nav-pit", Tested::Work),
    ("/cage", "nav-cage", Tested::Work),
    ("/reports", "nav-reports", Tested::Axe),
    ("/people", "nav-people", Tested::Work),
    ("/desk/vouchers", "vouchers-title", Tested::Axe),
    ("/watch", "nav-watch", Tested::Axe),
    ("/accessibility", "nav-accessibility", Tested::Axe),
];

/// What is known not to be as it should.
const EXCEPTIONS: [&str; 3] = ["access-not-english", "access-not-squeeze", "access-not-people"];

/// The statement.
pub fn page(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let body = html! {
        div.library {
            h1 { (say("nav-accessibility")) }
            p.lead { (say("access-intro")) }
            h2 id="access-pages" { (say("access-pages")) }
            div.scroll tabindex="0" role="group" aria-labelledby="access-pages" {
                table.compare.statement-of-access {
                    thead { tr { @for key in ["access-page", "access-address", "access-how"] { th scope="col" { (say(key)) } } } }
                    tbody {
                        @for (address, name, tested) in PAGES {
                            tr { th scope="row" { (say(name)) } td { code { (address) } } td { (say(tested.key())) } }
                        }
                    }
                }
            }
            h2 { (say("access-offers")) }
            ul.plain { @for nth in 1..=6 { li { (say(&format!("access-offer-{nth}"))) } } }
            h2 { (say("access-not")) }
            ul.plain { @for key in EXCEPTIONS { li { (say(key)) } } }
        }
    };
    let title = say("nav-accessibility");
    framed(reader, Page { title, room: "accessibility", script: None, says: &[], body })
}
