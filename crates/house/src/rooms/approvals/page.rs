//! Approvals at a console: what waits for a second person at a table, to be approved by that person's own PIN; `room.js` fills it.

use super::table::TableFrame;
use crate::web::shell::{Page, Reader, escaped, framed};
use maud::{Markup, html};

/// The approvals of a table.
pub fn page(reader: &Reader, table: &TableFrame<'_>) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let body = html! {
        div.approvals id="approvals" data-table=(table.id) {
            h1 { (texts.say_with("approvals-title", &[("name", table.name.into())])) }
            p { (say("approvals-intro")) }
            p { a href={ "/tables/" (table.id) "/dealer" } { (say("approvals-back")) } }
            @if reader.role.is_none() {
                p.panel {
                    a.button.gold href={ "/sign-in?to=" (escaped(&format!("/tables/{}/approvals", table.id))) } { (say("sign-in")) }
                }
            }
            p.refusal id="refusal" role="alert" {}
            p id="said" role="status" aria-live="polite" {}
            ul id="waiting" {}
            p id="none" hidden { (say("approvals-none")) }
            section.panel id="chosen" aria-labelledby="chosen-name" hidden {
                h2 id="chosen-name" {}
                form.card-form id="pin-form" autocomplete="off" {
                    label { span { (say("approvals-name")) } input name="name" required maxlength="32" autocapitalize="none" autocomplete="off"; }
                    label {
                        span { (say("approvals-pin")) }
                        input name="pin" type="password" inputmode="numeric" autocomplete="off" required minlength="6" maxlength="8";
                    }
                    button type="submit" { (say("approvals-look")) }
                }
                div id="follows" hidden {
                    h3 { (say("approvals-follows")) }
                    ol id="effects" lang="en" {}
                    button.gold type="button" id="approve" { (say("approvals-approve")) }
                    button type="button" id="leave" { (say("approvals-leave")) }
                }
            }
        }
    };
    let title = texts.say_with("approvals-title", &[("name", table.name.into())]);
    framed(
        reader,
        Page {
            title,
            room: "approvals",
            script: Some("rooms/approvals/room.js"),
            says: &["approvals", "pit", "table", "dealer", "watch"],
            body,
        },
    )
}
