//! Slips to print: what moved, in which chips, when by the clocks of the house, by whose word, and who signed.

use super::table::{TableFrame, assumed};
use crate::web::figures::{self, money, number};
use crate::web::shell::{Page, Reader, framed};
use crate::web::texts::Texts;
use ::cage::{Transfer, TransferKind};
use ::table::Time;
use baccarat::chips::Money;
use baccarat::pieces::Pieces;
use floor::slip::{Slip, SlipKind};
use fluent_bundle::FluentValue;
use maud::{Markup, html};
use office::calendar::Clocks;

/// Chips by what each is worth, the largest first, and what they come to.
fn chips(texts: &Texts, pieces: &Pieces) -> Markup {
    let each: Vec<_> = pieces.each().collect();
    html! {
        div {
            dt { (texts.say("pit-slip-pieces")) }
            dd { @for (worth, count) in each.iter().rev() { p { (number(*count)) " × " (money(*worth)) " = " (money(Money(worth.0.saturating_mul(*count)))) } } }
        }
    }
}

/// A time by the clocks of the house, with their distance from UTC.
fn moment(texts: &Texts, clocks: &Clocks, at: Time) -> Markup {
    html! { time datetime=(clocks.written(at)) { (figures::moment(texts.language, clocks, at)) " (" (clocks.distance(at)) ")" } }
}

fn line(texts: &Texts, key: &str, value: String) -> Markup {
    html! { div { dt { (texts.say(key)) } dd { (value) } } }
}

fn printed(reader: &Reader, title: String, slip: Markup) -> Markup {
    let body = html! {
        article.slip {
            (slip)
            p.no-print { button.gold type="button" data-print { (reader.texts().say("pit-slip-print")) } }
        }
    };
    framed(reader, Page { title, room: "slip", script: Some("rooms/slip/room.js"), says: &["pit"], body })
}

/// The slip of a fill or credit: every step with whoever did it, as they signed.
pub fn transfer(reader: &Reader, transfer: &Transfer, clocks: &Clocks) -> Markup {
    let texts = reader.texts();
    let key = match transfer.kind {
        TransferKind::Fill => "cage-slip-fill",
        TransferKind::Credit => "cage-slip-credit",
    };
    let title = texts.say_with(
        key,
        &[
            ("number", FluentValue::from(transfer.number.to_string())),
            ("table", FluentValue::from(transfer.table.as_str())),
        ],
    );
    let word = |stage: &::cage::Stage| {
        let stage = serde_json::to_value(stage).ok().and_then(|stage| stage.as_str().map(str::to_owned));
        texts.say(&format!("cage-stage-{}", stage.unwrap_or_default()))
    };
    let slip = html! {
        h1 { (title) }
        dl {
            (line(texts, "pit-slip-table", transfer.table.clone()))
            (line(texts, "pit-slip-amount", money(transfer.pieces.worth())))
            (chips(texts, &transfer.pieces))
            @if let Some(counted) = &transfer.counted {
                div { dt { (texts.say("cage-counted-on-arrival")) } dd { (counted) } }
            }
        }
        table {
            thead { tr { @for key in ["cage-step", "cage-step-name", "cage-step-role", "cage-when"] { th scope="col" { (texts.say(key)) } } } }
            tbody {
                @for step in &transfer.steps {
                    tr {
                        td { (word(&step.stage)) }
                        td { (step.name) }
                        td { (texts.say(&format!("people-role-{}", step.role))) }
                        td { (moment(texts, clocks, Time(step.at))) }
                    }
                }
            }
        }
        // Whoever signed on screen signs the paper too.
        div.signs { @for step in &transfer.steps { p { span.sign-line {} (word(&step.stage)) ": " (step.name) } } }
    };
    printed(reader, title.clone(), slip)
}

/// The slip on paper.
pub fn page(reader: &Reader, table: &TableFrame<'_>, slip: &Slip, clocks: &Clocks) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let kind = match slip.kind {
        SlipKind::Opening => "opening",
        SlipKind::BuyIn => "buy-in",
        SlipKind::Fill => "fill",
        SlipKind::Credit => "credit",
        SlipKind::Count => "count",
        SlipKind::Correction => "correction",
        SlipKind::DropBox => "drop-box",
        SlipKind::Closing => "closing",
    };
    let title = say(&format!("pit-slip-{kind}"));
    let numbered = texts.say_with(
        "pit-slip-number",
        &[
            ("table", FluentValue::from(slip.table.as_str())),
            ("seq", FluentValue::from(slip.seq.to_string())),
        ],
    );
    let line = |key: &str, value: String| line(texts, key, value);
    let body = html! {
            h1 { (title) }
            p { (numbered) }
            dl {
                (line("pit-slip-table", table.name.to_owned()))
                div { dt { (say("pit-slip-when")) } dd { (moment(texts, clocks, slip.at)) } }
                (line("pit-slip-amount", money(slip.amount)))
                @if let Some(pieces) = &slip.pieces { (chips(texts, pieces)) }
                @if let Some(expected) = slip.expected {
                    (line("pit-slip-expected", money(expected)))
                    (line("pit-slip-difference", money(slip.amount - expected)))
                }
                @if let Some(drop) = slip.drop { (line("pit-slip-drop", money(drop))) }
                @if let Some(patron) = &slip.patron { (line("pit-slip-patron", patron.clone())) }
                (line("pit-slip-by", format!("{} ({})", slip.by, texts.find(&format!("role-{}", slip.role)).unwrap_or_else(|| slip.role.to_string()))))
                @if let Some(signed) = &slip.signed { (line("pit-slip-signed", signed.clone())) }
            }
            (assumed(reader, table.book, table.assumed))
            div.signs {
                p { span.sign-line {} (slip.by) }
                @if let Some(signed) = &slip.signed { p { span.sign-line {} (signed) } }
                @if matches!(slip.kind, SlipKind::Fill | SlipKind::Credit) { p { span.sign-line {} (say("pit-slip-cashier")) } }
            }
    };
    printed(reader, title, body)
}
