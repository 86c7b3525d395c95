//! The coups of a table with one's own wagers, and one's own at all tables; `room.js` fills both.

use super::table::{TableFrame, assumed};
use crate::web::shell::{Page, Reader, framed};
use fluent_bundle::FluentValue;
use maud::{Markup, html};
use people::role::Role;

/// The history of a table, as far as the reader may see it.
pub fn page(reader: &Reader, table: &TableFrame<'_>) -> Markup {
    let texts = reader.texts();
    let title = texts.say_with("history-title", &[("name", FluentValue::from(table.name))]);
    let head = html! {
        p { a href={ "/tables/" (table.id) } { (texts.say("history-back")) } }
        h1 { (title) }
        (assumed(reader, table.book, table.assumed))
        p { (texts.say("history-intro")) }
        @if reader.person.is_some() {
            p.links {
                label.check { input type="checkbox" id="mine"; span { (texts.say("history-mine")) } }
                a href="/history" { (texts.say("history-all-tables")) }
            }
        }
    };
    framed_with(reader, &title, (table.id, table.book), head)
}

/// The reader's own coups at all tables.
pub fn own(reader: &Reader, tables: &[(String, String)]) -> Markup {
    let texts = reader.texts();
    let title = texts.say("history-own-title");
    let plays = reader.role == Some(Role::Player);
    let head = html! {
        h1 { (title) }
        p { (texts.say("history-own-intro")) }
        @if plays {
            form.search-own id="search" {
                label {
                    span { (texts.say("history-table")) }
                    select name="table" {
                        option value="" { (texts.say("history-every-table")) }
                        @for (id, name) in tables { option value=(id) { (name) } }
                    }
                }
                label { span { (texts.say("history-from")) } input type="date" name="from"; }
                label { span { (texts.say("history-until")) } input type="date" name="until"; }
            }
        } @else {
            p { a.button.gold href="/sign-in?to=/history" { (texts.say("sign-in")) } }
        }
    };
    framed_with(reader, &title, ("", ""), head)
}

fn framed_with(reader: &Reader, title: &str, (table, book): (&str, &str), head: Markup) -> Markup {
    let texts = reader.texts();
    // Whoever does not play has no coups of their own; a table's coups anybody sees.
    let script = (!table.is_empty() || reader.role == Some(Role::Player)).then_some("rooms/history/room.js");
    let body = html! {
        div.history id="history" data-table=(table) data-book=(book) {
            (head)
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
        Page { title: title.to_owned(), room: "history", script, says: &["history", "table"], body },
    )
}
