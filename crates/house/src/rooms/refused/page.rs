//! What a reader sees where a page is not theirs, or cannot be as it was asked for.

use crate::problem::Problem;
use crate::web::shell::{Page, Reader, escaped, framed};
use maud::{Markup, html};

/// Why there is no page, and the way to sign in.
pub fn page(reader: &Reader, problem: &Problem) -> Markup {
    let texts = reader.texts();
    let body = html! {
        div.prose.missing {
            h1 { (texts.say("not-shown")) }
            p lang="en" { (problem.detail) }
            p {
                @if reader.person.is_none() {
                    a.button.gold href={ "/sign-in?to=" (escaped(&reader.here)) } { (texts.say("sign-in")) } " "
                }
                a.button href="/" { (texts.say("missing-back")) }
            }
        }
    };
    framed(reader, Page { title: texts.say("not-shown"), room: "missing", script: None, says: &[], body })
}
