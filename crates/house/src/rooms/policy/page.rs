//! What happens when something interrupts play, as the house has said beforehand.

use crate::policy::{Case, POLICY};
use crate::web::shell::{Page, Reader, framed};
use maud::{Markup, html};

/// The page of the policy.
pub fn page(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let body = html! {
        article.prose {
            h1 { (texts.say("policy-title")) }
            @for case in &POLICY.cases { (message(reader, case)) }
            p { a href="/api/v1/policy" { (texts.say("policy-full")) } }
        }
    };
    let title = texts.say("policy-title");
    framed(reader, Page { title, room: "policy", script: None, says: &[], body })
}

fn message(reader: &Reader, case: &Case) -> Markup {
    let texts = reader.texts();
    let then = texts.find(&format!("policy-then-{}", case.when));
    html! {
        h2 { (texts.say(&format!("policy-when-{}", case.when))) }
        @match then {
            Some(then) => p { (then) },
            None => p lang="en" { (case.then) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::texts::Language;

    #[test]
    fn every_case_has_its_heading_in_every_language_and_its_text_in_each_but_english() {
        for language in Language::ALL {
            for case in &POLICY.cases {
                assert!(
                    language.texts().find(&format!("policy-when-{}", case.when)).is_some(),
                    "{}",
                    case.when
                );
                let then = language.texts().find(&format!("policy-then-{}", case.when));
                assert_eq!(then.is_some(), language != Language::English, "{}", case.when);
            }
        }
    }
}
