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
const PAGES: [(&str, &str, Tested); 27] = [
    ("/", "nav-lobby", Tested::Axe),
    ("/sign-in", "sign-in", Tested::Axe),
    ("/tables/…", "access-table", Tested::States),
    ("/tables", "access-several", Tested::Axe),
    ("/tables/…/sign", "access-sign", Tested::Axe),
    ("/tables/…/history, /history", "nav-own-history", Tested::Axe),
    ("/limits", "nav-limits", Tested::Axe),
    ("/shoes", "nav-shoes", Tested::Axe),
    ("/library, /library/…", "nav-library", Tested::Axe),
    ("/school, /school/coups", "nav-school", Tested::Work),
    ("/policy", "nav-policy", Tested::Axe),
    ("/tournaments, /tournaments/…", "nav-tournaments", Tested::Work),
    ("/promotions, /promotions/…", "nav-promotions", Tested::Work),
    ("/tables/…/dealer", "access-dealer", Tested::Work),
    ("/tables/…/approvals", "access-approvals", Tested::Axe),
    ("/pit, /pit/…", "nav-pit", Tested::Work),
    ("/slips/…, /cage/slips/…", "access-slips", Tested::Axe),
    ("/cage", "nav-cage", Tested::Work),
    ("/reports, /reports/…", "nav-reports", Tested::Axe),
    ("/people", "nav-people", Tested::Work),
    ("/enrol", "enrol-title", Tested::Axe),
    ("/desk/vouchers", "vouchers-title", Tested::Axe),
    ("/desk/promotions, /desk/promotions/…", "claims-title", Tested::Work),
    ("/watch", "nav-watch", Tested::Axe),
    ("/watch/…/…", "access-watched-coup", Tested::Axe),
    ("/watch/tournaments/…, /watch/promotions/…", "access-watched", Tested::Axe),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the statement names an address; `…` behind a path stands for whatever goes on from it.
    fn stated(address: &str) -> bool {
        let parts: Vec<&str> =
            address.split('/').map(|part| if part.starts_with('{') { "…" } else { part }).collect();
        PAGES.iter().flat_map(|(addresses, ..)| addresses.split(", ")).any(|one| {
            match one.strip_suffix('…') {
                Some(start) if !start.contains('…') => address.starts_with(start),
                _ => one.split('/').eq(parts.iter().copied()),
            }
        })
    }

    #[test]
    fn every_page_of_the_house_is_in_the_statement() {
        let routes = include_str!("../../rooms.rs").split(".route(\"").skip(1);
        let pages: Vec<&str> = routes.filter_map(|rest| rest.split('"').next()).collect();
        assert!(pages.len() > 40, "{pages:?}");
        let missing: Vec<&str> =
            pages.into_iter().filter(|page| !page.starts_with("/assets") && !stated(page)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
