//! The player's table: the frame that `table.js` fills from the table's view and feed.

use crate::web::shell::{Page, Reader, escaped, framed};
use fluent_bundle::FluentValue;
use maud::{Markup, html};

/// What the frame has to know of a table.
pub struct TableFrame<'a> {
    /// Its id.
    pub id: &'a str,
    /// What people call it.
    pub name: &'a str,
    /// The id of its book.
    pub book: &'a str,
    /// What people call the book.
    pub book_name: &'a str,
    /// How many values of the book its instrument does not state.
    pub assumed: usize,
}

/// Says that values of a book are assumed, where some are, wherever somebody reads what follows from them.
pub fn assumed(reader: &Reader, book: &str, values: usize) -> Markup {
    let note = || reader.texts().say_with("assumed-note", &[("values", FluentValue::from(values))]);
    html! { @if values > 0 { p.assumed { a href={ "/library/" (book) } { (note()) } } } }
}

/// The room at a table.
pub fn page(reader: &Reader, table: &TableFrame<'_>) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let here = escaped(&format!("/tables/{}", table.id));
    let body = html! {
        div.table id="table" data-table=(table.id) data-book=(table.book) data-signed-in=(reader.person.is_some()) {
            header.table-head {
                h1 { (table.name) }
                p.book-name { a href={ "/library/" (table.book) } lang="en" { (table.book_name) } }
                (assumed(reader, table.book, table.assumed))
                p.coup-number id="coup-number" {}
                ol.recent id="recent" aria-hidden="true" {}
            }
            div.lost id="lost" role="alert" hidden {}
            p.no-dealer id="no-dealer" hidden {}
            div.reminder id="reminder" role="group" aria-label=(say("reminder-label")) hidden {
                p id="reminder-text" {}
                p.row {
                    button.gold type="button" id="reminder-read" { (say("reminder-read")) }
                    a href="/limits" { (say("to-limits")) }
                }
            }
            section.stage aria-labelledby="stage-name" {
                h2.unseen id="stage-name" { (say("stage-name")) }
                div.felt-edge {
                    div.cloth {
                        div.hands {
                            p.refusal id="refusal" role="alert" {}
                            div.status {
                                svg.shoe-drawn id="shoe-drawn" viewBox="0 0 60 40" aria-hidden="true" {
                                    path d="M4 36V16q0-6 6-7l34-6q6-1 9 5l5 15v13z" {}
                                    path.mouth d="M9 31V21h15v10z" {}
                                }
                                div.saying {
                                    p.phase id="phase" { (say("phase-connecting")) }
                                    p.calls id="calls" aria-hidden="true" {}
                                }
                                div.clock id="clock" role="timer" aria-label=(say("clock-label")) hidden {
                                    svg viewBox="0 0 44 44" aria-hidden="true" {
                                        circle.clock-track cx="22" cy="22" r="19" {}
                                        circle.clock-left id="clock-left" cx="22" cy="22" r="19" pathLength="100" {}
                                    }
                                    span id="clock-seconds" {}
                                }
                                button.won type="button" id="won" hidden {}
                            }
                            (hand("player", &say("hand-player")))
                            (hand("banker", &say("hand-banker")))
                        }
                        div.question id="question" role="group" aria-label=(say("question-label")) hidden {}
                        div.felt id="felt" role="group" aria-label=(say("felt-label")) tabindex="-1" {}
                        p.limits-line id="limits-line" {}
                    }
                }
                div.dock {
                    div.seating id="seating" hidden {}
                    @if reader.person.is_none() {
                        p.watching {
                            span { (say("watching")) }
                            a.button.gold href={ "/sign-in?to=" (here) } { (say("sign-in-to-play")) }
                        }
                    }
                    div.tray id="tray" hidden {
                        dl.purse {
                            div { dt { (say("balance")) } dd id="balance" {} }
                            div.owed id="owed-of" hidden { dt { (say("owed-short")) } dd id="owed" {} }
                            div { dt { (say("net")) } dd id="net-now" {} }
                            div { dt { (say("staked")) } dd id="staked" {} }
                            div { dt { (say("time-short")) } dd id="time-now" {} }
                        }
                        fieldset.layout-boxes id="boxes" hidden { legend { (say("boxes-label")) } }
                        fieldset.chips id="chips" { legend.unseen { (say("chips-label")) } }
                        div.acts {
                            button.gold type="button" id="buy-more" hidden {}
                            button.ready type="button" id="ready" hidden { span {} }
                            (act("undo", &say("undo"), "M9 7 5 11l4 4M5 11h9a5 5 0 0 1 0 10h-3"))
                            (act("clear", &say("clear"), "M7 7l10 10M17 7L7 17"))
                            (act("repeat", &say("repeat"), "M19 12a7 7 0 1 1-2.2-5.1M17 3v4h-4"))
                            (act("double", &say("double"), "M4 8l7 8M11 8l-7 8M14 10a3 3 0 1 1 5 2.2L14 17h6"))
                        }
                    }
                }
            }
            div.rail {
                section.panel.roads-panel aria-labelledby="roads-name" {
                    h2 id="roads-name" { (say("roads")) }
                    div id="roads" {}
                    div.statistics id="statistics" {}
                    div id="hits" {}
                    p.small { (say("roads-tell-nothing")) }
                }
                section.panel.yours id="yours" aria-labelledby="yours-name" hidden {
                    h2 id="yours-name" { (say("yours")) }
                    dl.figures {
                        div { dt { (say("time-here")) } dd id="time-here" {} }
                        div { dt { (say("brought")) } dd id="brought" {} }
                        div { dt { (say("net")) } dd id="net" {} }
                    }
                    h3 { (say("favourites")) }
                    ul.favourites id="favourites" {}
                    h3 { (say("last-payments")) }
                    div id="payments" { p.small { (say("no-payments")) } }
                    p.links {
                        a href={ "/tables/" (table.id) "/history" } { (say("to-history")) }
                        a href="/history" { (say("to-own-history")) }
                        a href="/limits" { (say("to-limits")) }
                    }
                    p { button.quiet type="button" id="open-boxes" aria-expanded="false" aria-controls="boxes" { (say("open-boxes")) } }
                    div.row id="buy" {}
                    p { button.quiet type="button" id="leave" { (say("leave-table")) } }
                }
                section.panel.shoe-panel aria-labelledby="shoe-name" {
                    h2 id="shoe-name" { (say("shoe")) }
                    div id="shoe" {}
                    div id="past-shoes" {}
                    p { a href={ "/shoes?table=" (escaped(table.id)) } { (say("to-shoes")) } }
                }
                section.panel.rules-panel aria-labelledby="rules-name" {
                    h2 id="rules-name" { (say("table-rules")) }
                    div id="rules" {}
                    p.row {
                        button.quiet type="button" id="open-keys" { (say("keys")) " " kbd { "?" } }
                        button.quiet type="button" id="sound" aria-pressed="false" { (say("sound")) }
                    }
                    p { a href={ "/tables/" (table.id) "/sign" } { (say("to-sign")) } }
                }
            }
        }
        p.unseen id="said" role="status" aria-live="polite" {}
        dialog.clause.keys id="keys" aria-labelledby="keys-name" {
            h2 id="keys-name" { (say("keys")) }
            dl {
                dt { kbd { "Tab" } } dd { (say("keys-move")) }
                dt { kbd { "↵" } " · " kbd { (say("key-space")) } } dd { (say("keys-place")) }
                dt { kbd { "⌫" } } dd { (say("keys-take")) }
                dt { kbd { "1" } "–" kbd { "9" } } dd { (say("keys-chip")) }
                dt { kbd { "U" } " · " kbd { "C" } " · " kbd { "R" } " · " kbd { "D" } } dd { (say("keys-acts")) }
                dt { kbd { "G" } } dd { (say("keys-ready")) }
                dt { kbd { "?" } } dd { (say("keys-help")) }
            }
            form method="dialog" { button.gold { (say("close")) } }
        }
        dialog.clause id="clause" aria-labelledby="clause-name" {
            h2 id="clause-name" {}
            div id="clause-text" lang="en" {}
            form method="dialog" { button.gold { (say("close")) } }
        }
    };
    framed(
        reader,
        Page {
            title: table.name.to_owned(),
            room: "table",
            script: Some("rooms/table/room.js"),
            says: &["table", "shoes"],
            body,
        },
    )
}

/// A button with a drawing over its name.
fn act(id: &str, name: &str, drawn: &str) -> Markup {
    html! {
        button type="button" id=(id) {
            svg viewBox="0 0 24 24" aria-hidden="true" { path d=(drawn) {} }
            span { (name) }
        }
    }
}

fn hand(side: &str, name: &str) -> Markup {
    html! {
        section class={ "hand " (side) } id={ "hand-" (side) } aria-labelledby={ "name-" (side) } {
            h3 id={ "name-" (side) } { (name) }
            ol.cards id={ "cards-" (side) } {}
            p.count id={ "count-" (side) } {}
        }
    }
}
