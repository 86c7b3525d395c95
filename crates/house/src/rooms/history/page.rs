//! The coups of a table with one's own wagers; `history.js` fills it.

use super::table::{TableFrame, assumed};
use crate::web::shell::{Page, Reader, framed};
use fluent_bundle::FluentValue;
use maud::{Markup, html};

/// The history of a table, as far as the reader may see it.
pub fn page(reader: &Reader, table: &TableFrame<'_>) -> Markup {
    let texts = reader.texts();
    let title = texts.say_with("history-title", &[("name", FluentValue::from(table.name))]);
    let body = html! {
        div.history id="history" data-table=(table.id) data-book=(table.book) {
            p { a href={ "/tables/" (table.id) } { (texts.say("history-back")) } }
            h1 { (title) }
            (assumed(reader, table.book, table.assumed))
            p { (texts.say("history-told")) }
            @if reader.person.is_some() {
                p { label.check { input type="checkbox" id="mine"; span { (texts.say("history-mine")) } } }
            }
            p.refusal id="refusal" role="alert" {}
            ol.coups id="coups" {}
            p { button type="button" id="more" hidden { (texts.say("history-more")) } }
        }
        dialog.clause id="clause" aria-labelledby="clause-name" {
            h2 id="clause-name" {}
            div id="clause-text" lang="en" {}
            form method="dialog" { button.gold { (texts.say("close")) } }
        }
    };
    framed(
        reader,
        Page {
            title,
            room: "history",
            script: Some("rooms/history/room.js"),
            says: &["history", "table"],
            body,
        },
    )
}
