//! The sign of a table: a display that hangs beside it, readable from afar; `sign.js` fills it.

use super::table::{TableFrame, assumed};
use crate::web::shell::{Page, Reader, bare};
use fluent_bundle::FluentValue;
use maud::{Markup, html};

/// The sign of a table.
pub fn page(reader: &Reader, table: &TableFrame<'_>) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let title = texts.say_with("sign-title", &[("name", FluentValue::from(table.name))]);
    let body = html! {
        div.sign id="sign" data-table=(table.id) {
            header {
                h1 { (table.name) }
                p lang="en" { (table.book_name) }
                (assumed(reader, table.book, table.assumed))
                p id="coup-number" {}
            }
            div.sign-phase {
                p id="phase" role="status" {}
                p.sign-clock id="clock-seconds" aria-label=(say("clock-label")) role="timer" {}
            }
            section.sign-last aria-labelledby="last-name" {
                h2 id="last-name" { (say("sign-last")) }
                div id="last" {}
            }
            section.sign-roads aria-label=(say("roads")) { div id="roads" {} div id="statistics" {} }
            section.sign-limits aria-labelledby="limits-name" {
                h2 id="limits-name" { (say("table-rules")) }
                div id="limits" {}
            }
            section.sign-notices id="notices-of" aria-labelledby="notices-name" hidden {
                h2 id="notices-name" { (say("sign-notices")) }
                ul id="notices" lang="en" {}
            }
            footer.sign-foot {
                a href={ "/tables/" (table.id) } { (say("sign-back")) }
                button.quiet type="button" id="full" { (say("sign-full")) }
            }
        }
    };
    bare(
        reader,
        Page { title, room: "sign", script: Some("rooms/sign/room.js"), says: &["sign", "table"], body },
    )
}
