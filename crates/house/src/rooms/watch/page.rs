//! The rooms of surveillance and inspector: `watch.js` fills the first, `replay.js` steps through a coup.

use crate::web::shell::{Page, Reader, framed};
use fluent_bundle::FluentValue;
use maud::{Markup, html};

/// Kinds of events that one looks for most often; any other can be written.
const KINDS: [&str; 17] = [
    "wager-placed",
    "wager-withdrawn",
    "wager-returned",
    "wager-settled",
    "coup-voided",
    "coup-invalidated",
    "matter-decided",
    "record-corrected",
    "coup-reconstructed",
    "coup-reopened",
    "settlement-undone",
    "ruled",
    "matter-opened",
    "dispute-opened",
    "change-made",
    "breach-reported",
    "shown",
];

/// Kinds of events at the cage.
const CAGE_KINDS: [&str; 26] = [
    "bought",
    "redeemed",
    "coloured",
    "carried-off",
    "brought-to",
    "chips-issued",
    "cash-moved",
    "bank-counted",
    "requested",
    "approved",
    "sent",
    "carried",
    "received",
    "stopped",
    "resolved",
    "cancelled",
    "box-taken",
    "box-counted-once",
    "box-counts-differ",
    "box-counted",
    "table-corrected",
    "play-counted",
    "play-set",
    "table-adopted",
    "thresholds-set",
    "worths-known",
];

fn clause_dialog(reader: &Reader) -> Markup {
    html! {
        dialog.clause id="clause" aria-labelledby="clause-name" {
            h2 id="clause-name" {}
            div id="clause-text" lang="en" {}
            form method="dialog" { button.gold { (reader.texts().say("close")) } }
        }
    }
}

fn note_form(reader: &Reader, about: Markup) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    html! {
        form.note-form id="note-form" {
            (about)
            label {
                span { (say("watch-note-kind")) }
                select name="kind" {
                    option value="incident" { (say("watch-incident")) }
                    option value="bookmark" { (say("watch-bookmark")) }
                }
            }
            label.wide {
                span { (say("watch-note-text")) }
                textarea name="text" rows="3" maxlength="4000" required {}
            }
            button type="submit" { (say("watch-note-write")) }
        }
        p.refusal id="note-refusal" role="alert" {}
        ol.notes id="notes" aria-live="polite" {}
    }
}

/// The first room: find, verify, look, note.
pub fn room(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let body = html! {
        div.watch id="watch" {
            h1 { (say("watch-title")) }
            p.lead { (say("watch-intro")) }
            p.refusal id="refusal" role="alert" {}
            div id="trouble" role="status" {}
            section.panel {
                h2 { (say("watch-find")) }
                form.row id="search" {
                    label { span { (say("watch-table")) } select name="table" id="of-table" {
                        option value="" { (say("watch-any")) }
                    } }
                    label { span { (say("watch-from")) } input type="datetime-local" step="1" name="from"; }
                    label { span { (say("watch-until")) } input type="datetime-local" step="1" name="until"; }
                    label { span { (say("watch-person")) } input name="person" autocomplete="off"; }
                    label { span { (say("watch-dealer")) } input name="dealer" autocomplete="off"; }
                    label { span { (say("watch-of-patron")) } input name="patron" autocomplete="off"; }
                    label { span { (say("watch-keyed-by")) } input name="keyed_by" autocomplete="off"; }
                    label { span { (say("watch-proposer")) } input name="proposer" autocomplete="off"; }
                    label { span { (say("watch-approver")) } input name="approver" autocomplete="off"; }
                    label { span { (say("watch-amount-from")) } input name="amount_from" data-kind="money" inputmode="decimal"; }
                    label { span { (say("watch-amount-to")) } input name="amount_to" data-kind="money" inputmode="decimal"; }
                    label { span { (say("watch-cards")) } input name="cards" placeholder="9S,K" autocomplete="off"; }
                    label { span { (say("watch-fact")) } input name="fact" list="kinds" autocomplete="off";
                        datalist id="kinds" { @for kind in KINDS { option value=(kind) {} } } }
                    label { span { (say("watch-winner")) } select name="winner" {
                        option value="" { (say("watch-any")) }
                        @for winner in ["player", "banker", "tie"] { option value=(winner) { (say(&format!("wins-{winner}"))) } }
                    } }
                    label { span { (say("watch-void")) } select name="void" {
                        option value="" { (say("watch-any")) }
                        option value="true" { (say("watch-set-aside")) }
                        option value="false" { (say("watch-stands")) }
                    } }
                    button.gold type="submit" { (say("watch-search")) }
                }
                p id="found" role="status" {}
                ol.found id="coups" {}
                p { button type="button" id="more" hidden { (say("watch-more")) } }
            }
            section.panel {
                h2 { (say("watch-cage")) }
                form.row id="search-cage" {
                    label { span { (say("watch-table")) } select name="table" id="cage-table" {
                        option value="" { (say("watch-any")) }
                    } }
                    label { span { (say("watch-from")) } input type="datetime-local" step="1" name="from"; }
                    label { span { (say("watch-until")) } input type="datetime-local" step="1" name="until"; }
                    label { span { (say("watch-person")) } input name="person" autocomplete="off"; }
                    label { span { (say("watch-of-patron")) } input name="patron" autocomplete="off"; }
                    label { span { (say("watch-fact")) } select name="fact" {
                        option value="" { (say("watch-any")) }
                        @for kind in CAGE_KINDS { option value=(kind) { (say(&format!("watch-cage-{kind}"))) } }
                    } }
                    label { span { (say("watch-amount-from")) } input name="amount_from" data-kind="money" inputmode="decimal"; }
                    label { span { (say("watch-amount-to")) } input name="amount_to" data-kind="money" inputmode="decimal"; }
                    button type="submit" { (say("watch-search")) }
                }
                p.refusal id="cage-refusal" role="alert" {}
                p id="found-cage" role="status" {}
                div.scroll id="cage-list" tabindex="0" role="region" aria-label=(say("watch-cage")) hidden {
                    table.ledger-table {
                        thead { tr { @for key in ["watch-when", "watch-fact", "watch-of-patron", "watch-table", "watch-amount", "watch-by", "watch-why"] {
                            th scope="col" { (say(key)) }
                        } } }
                        tbody id="cage-events" {}
                    }
                }
                p { button type="button" id="more-cage" hidden { (say("watch-more")) } }
            }
            section.panel {
                h2 { (say("watch-verify")) }
                p { (say("watch-verify-intro")) }
                dl.signed id="signed" {}
                p { button.gold type="button" id="verify" { (say("watch-verify-now")) } }
                progress id="progress" max="1" value="0" hidden aria-label=(say("watch-verify")) {}
                p.verdict id="verdict" role="status" {}
                ul.faults id="faults" {}
            }
            section.panel {
                h2 { (say("watch-at-table")) }
                form.row id="at-table" {
                    label { span { (say("watch-table")) } select name="table" id="one-table" {} }
                    button type="button" id="look" { (say("watch-look")) }
                    label { span { (say("watch-moment")) } input type="datetime-local" step="1" name="at"; }
                    button type="button" id="in-force" { (say("watch-in-force")) }
                    button type="button" id="disputes" { (say("watch-disputes")) }
                }
                p.small { (say("watch-look-intro")) }
                p.refusal id="table-refusal" role="alert" {}
                div id="story" tabindex="-1" {}
            }
            section.panel {
                h2 { (say("watch-notes")) }
                p { (say("watch-notes-intro")) }
                (note_form(reader, html! {
                    label { span { (say("watch-table")) } select name="table" id="note-table" {
                        option value="" { (say("watch-none")) }
                    } }
                    label { span { (say("watch-coup-number")) } input name="coup" inputmode="numeric" pattern="[0-9]*"; }
                }))
            }
        }
        (clause_dialog(reader))
    };
    let title = say("watch-title");
    framed(
        reader,
        Page {
            title,
            room: "watch",
            script: Some("rooms/watch/room.js"),
            says: &["watch", "history", "table", "pit"],
            body,
        },
    )
}

/// A coup to step through.
pub fn coup(reader: &Reader, table: &str, number: u32) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let message = [("table", FluentValue::from(table)), ("coup", FluentValue::from(number.to_string()))];
    let title = texts.say_with("watch-coup-title", &message);
    let evidence = format!("/api/v1/watch/tables/{table}/coups/{number}/evidence");
    let body = html! {
        div.replay id="replay" data-table=(table) data-coup=(number) {
            p { a href="/watch" { (say("watch-back")) } }
            h1 { (title) }
            p.refusal id="refusal" role="alert" {}
            p id="about" {}
            p.verdict id="holds" role="status" {}
            p.row {
                a.button id="before" hidden { (say("watch-coup-before")) }
                a.button id="after" hidden { (say("watch-coup-after")) }
                a.button.gold id="evidence" href=(evidence) download { (say("watch-evidence")) }
            }
            section.panel.stepper {
                h2 { (say("watch-step")) }
                div.steps {
                    button type="button" id="first" aria-label=(say("watch-first")) { "«" }
                    button type="button" id="back" { "‹ " (say("watch-previous")) }
                    label.slide { span.unseen { (say("watch-step")) } input type="range" id="place" min="0" max="0" value="0" step="1"; }
                    button.gold type="button" id="on" { (say("watch-next")) " ›" }
                    button type="button" id="last" aria-label=(say("watch-last")) { "»" }
                }
                p.small { (say("watch-keys")) }
                div.frame id="frame" aria-live="polite" {}
                div.frame-grid {
                    div {
                        div.hands {
                            section.hand.player { h3 { (say("side-player")) } p.count id="player-count" {} ol.cards id="player-cards" {} }
                            section.hand.banker { h3 { (say("side-banker")) } p.count id="banker-count" {} ol.cards id="banker-cards" {} }
                        }
                        dl.signed id="frame-facts" {}
                    }
                    div {
                        h2 { (say("watch-bets")) }
                        div.scroll { table.odds { thead { tr {
                            th { (say("watch-patron")) } th { (say("watch-box")) } th { (say("watch-wager")) } th.figure { (say("watch-amount")) }
                        } } tbody id="stakes" {} } }
                        h2 { (say("watch-people")) }
                        ul id="people" {}
                        h2 { (say("watch-unseen")) }
                        div.scroll id="unseen" tabindex="0" role="group" aria-label=(say("watch-unseen")) {}
                    }
                }
            }
            section.panel {
                h2 { (say("watch-events")) }
                ol.events id="events" {}
            }
            section.panel {
                h2 { (say("watch-notes")) }
                (note_form(reader, html! {}))
            }
        }
        (clause_dialog(reader))
    };
    framed(
        reader,
        Page {
            title,
            room: "replay",
            script: Some("rooms/watch/replay.js"),
            says: &["watch", "history", "table", "pit", "dealer"],
            body,
        },
    )
}
