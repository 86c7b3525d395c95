//! A slip to print: what moved, when, by whose word, and lines for those who sign.

use super::table::{TableFrame, assumed};
use crate::web::shell::{Page, Reader, framed};
use floor::slip::{Slip, SlipKind};
use fluent_bundle::FluentValue;
use maud::{Markup, html};

/// The slip on paper.
pub fn page(reader: &Reader, table: &TableFrame<'_>, slip: &Slip) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let kind = match slip.kind {
        SlipKind::Opening => "opening",
        SlipKind::BuyIn => "buy-in",
        SlipKind::Fill => "fill",
        SlipKind::Credit => "credit",
        SlipKind::Count => "count",
        SlipKind::Closing => "closing",
    };
    let title = say(&format!("pit-slip-{kind}"));
    let number = texts.say_with(
        "pit-slip-number",
        &[
            ("table", FluentValue::from(slip.table.as_str())),
            ("seq", FluentValue::from(slip.seq.to_string())),
        ],
    );
    let line = |key: &str, value: String| html! { div { dt { (say(key)) } dd { (value) } } };
    let body = html! {
        article.slip {
            h1 { (title) }
            p { (number) }
            dl {
                (line("pit-slip-table", table.name.to_owned()))
                div { dt { (say("pit-slip-when")) } dd { time data-ms=(slip.at.0) { (slip.at) } } }
                (line("pit-slip-amount", slip.amount.to_string()))
                @if let Some(expected) = slip.expected {
                    (line("pit-slip-expected", expected.to_string()))
                    (line("pit-slip-difference", (slip.amount - expected).to_string()))
                }
                @if let Some(drop) = slip.drop { (line("pit-slip-drop", drop.to_string())) }
                @if let Some(patron) = &slip.patron { (line("pit-slip-patron", patron.clone())) }
                (line("pit-slip-by", format!("{} ({})", slip.by, slip.role)))
            }
            (assumed(reader, table.book, table.assumed))
            div.signs {
                p { span.sign-line {} (slip.by) }
                @if let Some(signed) = &slip.signed { p { span.sign-line {} (signed) } }
                @if matches!(slip.kind, SlipKind::Fill | SlipKind::Credit) { p { span.sign-line {} (say("pit-slip-cashier")) } }
            }
            p.no-print { button.gold type="button" data-print { (say("pit-slip-print")) } }
        }
    };
    framed(reader, Page { title, room: "slip", script: Some("rooms/slip/room.js"), says: &["pit"], body })
}
