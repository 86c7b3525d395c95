//! The dealer's console: the frame that `dealer.js` fills from the desk of a table.

use super::table::{TableFrame, assumed};
use crate::web::shell::{Page, Reader, escaped, framed};
use maud::{Markup, html};

const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const SUITS: [(&str, &str); 4] = [("S", "♠"), ("H", "♥"), ("D", "♦"), ("C", "♣")];

/// The console of a table.
pub fn page(reader: &Reader, table: &TableFrame<'_>) -> Markup {
    let texts = reader.texts();
    let person = reader.person.as_deref().unwrap_or_default();
    let head = html! {
        h1 { (table.name) }
        p id="duty" {}
        p.coup-number id="coup-number" {}
        p { a href={ "/tables/" (table.id) } { (texts.say("desk-to-table")) } }
        p { a href={ "/tables/" (table.id) "/approvals" } { (texts.say("desk-approvals")) } }
        (assumed(reader, table.book, table.assumed))
    };
    let title = texts.say_with("desk-title", &[("name", table.name.into())]);
    let body = console(reader, table, person, false, &head);
    framed(
        reader,
        Page {
            title,
            room: "dealer",
            script: Some("rooms/dealer/room.js"),
            says: &["dealer", "table", "shell", "watch"],
            body,
        },
    )
}

/// The console itself, under a head; at a practice table nobody else is called, and nobody signs off.
pub fn console(
    reader: &Reader,
    table: &TableFrame<'_>,
    person: &str,
    practice: bool,
    head: &Markup,
) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    html! {
        div.desk id="desk" data-table=(table.id) data-book=(table.book) data-person=(person) data-practice=(practice) {
            header.desk-head { (head) }
            div.lost id="lost" role="alert" hidden {}
            p.panel id="stranger" hidden {
                (say("desk-stranger")) " "
                a.button.gold href={ "/sign-in?to=" (escaped(&format!("/tables/{}/dealer", table.id))) } { (say("sign-in")) }
            }
            div.desk-body id="work" hidden {
                div.desk-column {
                    (next(reader))
                    div.desk-hands { (hand(reader, "player")) (hand(reader, "banker")) }
                    (pay(reader))
                    (pad(reader))
                }
                div.desk-column {
                    (patrons(reader))
                    (float(reader))
                    (trouble(reader))
                    section.panel.desk-log aria-labelledby="log-name" {
                        h2 id="log-name" { (say("desk-log")) }
                        ol id="log" lang="en" tabindex="0" aria-labelledby="log-name" {}
                    }
                    (settings(reader))
                }
            }
        }
        p.unseen id="said" role="status" aria-live="polite" {}
        (happened(reader))
        (calling(reader))
        dialog.clause id="clause" aria-labelledby="clause-name" {
            h2 id="clause-name" {}
            div id="clause-text" lang="en" {}
            form method="dialog" { button.gold { (say("close")) } }
        }
    }
}

/// What is due, what may be done about it, and what is keyed and waits.
fn next(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    html! {
        section.next aria-labelledby="next-name" {
            h2.unseen id="next-name" { (say("desk-next")) }
            div.next-line {
                p.next-words id="next" { (say("phase-connecting")) }
                p.next-clock id="clock-seconds" role="timer" aria-label=(say("clock-label")) {}
            }
            p.next-cites id="under" {}
            div.stray id="stray" role="alert" hidden {}
            div.keyed id="keyed" hidden {
                ol.cards id="keyed-cards" {}
                p id="keyed-intro" {}
                button.gold type="button" id="confirm" { (say("desk-confirm")) " " kbd { "↵" } }
                button type="button" id="undo" { (say("desk-undo")) " " kbd { "⌫" } }
            }
            div.offers id="offers" {}
            div.refused id="refused" role="alert" hidden {}
        }
    }
}

fn hand(reader: &Reader, side: &str) -> Markup {
    html! {
        section class={ "hand " (side) } aria-labelledby={ "name-" (side) } {
            h3 id={ "name-" (side) } { (reader.texts().say(&format!("hand-{side}"))) }
            ol.cards id={ "cards-" (side) } {}
            p.count id={ "count-" (side) } {}
            p.holder id={ "holder-" (side) } {}
        }
    }
}

/// Ranks and suits to touch: two touches are a card, as two keys are.
fn pad(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    html! {
        section.panel.pad id="pad" aria-labelledby="pad-name" {
            h2 id="pad-name" { (say("desk-pad")) }
            div.ranks role="group" aria-label=(say("desk-ranks")) {
                @for rank in RANKS {
                    button type="button" data-rank=(rank) aria-label=(say(&format!("rank-{rank}"))) aria-pressed="false" {
                        @if rank == "T" { "10" } @else { (rank) }
                    }
                }
                button.cutting type="button" data-cutting { (say("desk-cutting-card")) }
            }
            div.suits role="group" aria-label=(say("desk-suits")) {
                @for (suit, mark) in SUITS {
                    button type="button" class={ "suit-" (suit) } data-suit=(suit) aria-label=(say(&format!("suit-{suit}"))) {
                        (mark)
                    }
                }
            }
        }
    }
}

fn pay(reader: &Reader) -> Markup {
    let texts = reader.texts();
    html! {
        section.panel.pay id="pay" aria-labelledby="pay-name" hidden {
            h2 id="pay-name" { (texts.say("desk-pay")) }
            p.pay-result id="pay-result" {}
            ol id="payments" {}
            p.pay-all id="pay-all" {}
            p.refusal id="pay-short" role="alert" hidden { (texts.say("desk-tray-short")) }
        }
    }
}

/// The chips in the float by what each is worth, and how chips are changed for other colours.
fn float(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    html! {
        section.panel.desk-float aria-labelledby="float-name" {
            h2 id="float-name" { (say("desk-float")) }
            p id="float-chips" {}
            details id="change-chips" {
                summary { (say("desk-change-chips")) }
                form id="change-form" autocomplete="off" {
                    fieldset.counting data-pieces="gives" { legend { (say("desk-change-gives")) } }
                    fieldset.counting data-pieces="gets" { legend { (say("desk-change-gets")) } }
                    button type="submit" { (say("desk-key-it")) }
                }
            }
        }
    }
}

fn patrons(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    html! {
        section.panel id="not-kept" aria-labelledby="not-kept-name" hidden {
            h2 id="not-kept-name" { (say("desk-not-kept")) }
            p { (say("desk-not-kept-note")) }
        }
        section.panel.patrons id="patrons-panel" aria-labelledby="patrons-name" {
            h2 id="patrons-name" tabindex="-1" { (say("desk-patrons")) }
            div.desk-tray role="group" aria-label=(say("desk-tray")) {
                div.tray-chips id="tray-chips" {}
                p id="in-hand" {}
                button type="button" id="empty-hand" { (say("desk-empty-hand")) }
                button type="button" id="take-tool" aria-pressed="false" { (say("desk-take-tool")) }
                button.gold type="button" id="again" { (say("desk-again")) " " kbd { "R" } }
            }
            div.layout-frame id="layout" tabindex="0" role="region" aria-label=(say("desk-layout")) {}
            ul id="patrons" {}
            form.row id="wager-form" autocomplete="off" {
                label { span { (say("desk-patron")) } select id="wager-patron" required {} }
                label { span { (say("desk-box")) } input id="wager-box" inputmode="numeric" pattern="[0-9]+" size="2" required; }
                label { span { (say("desk-wager")) } select id="wager-on" required {} }
                label {
                    span { (say("desk-amount")) }
                    input id="wager-amount" data-kind="money" inputmode="decimal" size="6" required;
                }
                label {
                    span { (say("desk-kind")) }
                    select id="wager-kind" {
                        option value="chips" { (say("desk-kind-chips")) }
                        option value="promotional-tokens" { (say("desk-kind-tokens")) }
                    }
                }
                button type="submit" { (say("desk-place")) }
            }
            details id="coming" {
                summary { (say("desk-coming")) }
                form.row id="coming-form" autocomplete="off" {
                    label { span { (say("desk-name")) } input id="coming-name" maxlength="32" placeholder=(say("desk-no-name")); }
                    label { span { (say("desk-seat")) } select id="coming-seat" {} }
                    label {
                        span { (say("desk-cash")) }
                        input id="coming-cash" data-kind="money" inputmode="decimal" size="6";
                    }
                    label {
                        span { (say("desk-brings")) }
                        input id="coming-chips" data-kind="money" inputmode="decimal" size="6";
                    }
                    button type="submit" { (say("desk-seat-patron")) }
                }
            }
            details id="for-patron" {
                summary { (say("desk-for-patron")) }
                form.row id="for-form" autocomplete="off" {
                    label { span { (say("desk-patron")) } select id="for-name" required {} }
                    label { span { (say("desk-does")) } select id="for-act" {
                        @for act in FOR_PATRON { option value=(act) { (say(&format!("desk-does-{act}"))) } }
                    } }
                    label {
                        span { (say("desk-amount-or-name")) }
                        input id="for-intro";
                    }
                    button type="submit" { (say("desk-key-it")) }
                }
            }
        }
    }
}

/// What else staff key for a patron.
const FOR_PATRON: [&str; 16] = [
    "buy-in",
    "bring-chips",
    "swap-voucher",
    "take-seat",
    "leave",
    "agree-no-bet-coup",
    "agree-shuffle-after-void",
    "agree-change-of-game",
    "ask-no-bet-coup",
    "ask-riffle",
    "ask-burnt-card",
    "nominate",
    "pass-role",
    "ask-rules",
    "open-dispute",
    "claim-order",
];

fn trouble(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    html! {
        section.panel.desk-acts aria-labelledby="acts-name" {
            h2 id="acts-name" { (say("desk-acts")) }
            div id="matters" {}
            div id="calls" {}
            p {
                button type="button" id="open-happened" { (say("desk-happened")) " " kbd { "W" } }
                button type="button" id="open-call" { (say("desk-call")) " " kbd { "V" } }
                button type="button" id="hand-over" { (say("desk-hand-over")) }
            }
            details id="put-right" {
                summary { (say("desk-put-right")) }
                p { (say("desk-put-right-note")) }
                form.row id="miskeyed-form" autocomplete="off" {
                    label { span { (say("desk-miskeyed-keyed")) } input id="miskeyed-keyed" maxlength="3" size="3" autocapitalize="characters" required; }
                    label { span { (say("desk-miskeyed-was")) } input id="miskeyed-was" maxlength="3" size="3" autocapitalize="characters" required; }
                    label { span { (say("desk-miskeyed-hand")) } select id="miskeyed-hand" {
                        option value="" { (say("desk-miskeyed-either")) }
                        option value="player" { (say("hand-player")) }
                        option value="banker" { (say("hand-banker")) }
                    } }
                    label { span { (say("desk-ask-coup")) } input id="miskeyed-coup" inputmode="numeric" pattern="[0-9]+" size="4" required; }
                    button type="submit" { (say("desk-miskeyed")) }
                }
                form.row id="wrong-wager-form" autocomplete="off" {
                    label { span { (say("desk-patron")) } select id="wrong-patron" required {} }
                    label { span { (say("desk-box")) } input id="wrong-box" inputmode="numeric" pattern="[0-9]+" size="2" required; }
                    label { span { (say("desk-wager")) } select id="wrong-on" required {} }
                    label { span { (say("desk-wrong-keyed")) } input id="wrong-keyed" data-kind="money" inputmode="decimal" size="6"; }
                    label { span { (say("desk-wrong-how")) } select id="wrong-how" {
                        option value="was" { (say("desk-wrong-was")) }
                        option value="paid" { (say("desk-wrong-paid")) }
                        option value="collected" { (say("desk-wrong-collected")) }
                    } }
                    label { span { (say("desk-amount")) } input id="wrong-amount" data-kind="money" inputmode="decimal" size="6" required; }
                    label { span { (say("desk-ask-coup")) } input id="wrong-coup" inputmode="numeric" pattern="[0-9]+" size="4" required; }
                    button type="submit" { (say("desk-wrong-wager")) }
                }
                form.row id="exposed-form" autocomplete="off" {
                    label { span { (say("desk-exposed-card")) } input id="exposed-card" maxlength="3" size="3" autocapitalize="characters" required; }
                    label { span { (say("desk-miskeyed-hand")) } select id="exposed-hand" {
                        option value="player" { (say("hand-player")) }
                        option value="banker" { (say("hand-banker")) }
                    } }
                    button type="submit" { (say("desk-exposed")) }
                }
                form.row id="passed-form" autocomplete="off" {
                    label { span { (say("desk-patron")) } select id="passed-to" required {} }
                    button type="submit" { (say("desk-passed")) }
                }
                p.other {
                    button type="button" data-report="settled-short" { (say("desk-settled-short")) }
                    button type="button" data-report="third-card-forgotten" { (say("desk-third-forgotten")) }
                }
                form.row id="method-form" autocomplete="off" {
                    label { span { (say("desk-method")) } input id="settled-method" size="12" required; }
                    label { span { (say("desk-method-coup")) } input id="settled-coup" inputmode="numeric" pattern="[0-9]*" size="4"; }
                    button type="submit" { (say("desk-settled-by")) }
                }
            }
            details {
                summary { (say("desk-other")) }
                p.other {
                    button type="button" data-act="scale-for-differential" { (say("desk-act-scale")) }
                    button type="button" data-act="find-unfit" { (say("desk-act-unfit")) }
                    button type="button" data-act="report-device" { (say("desk-act-device")) }
                    button type="button" data-act="riffle" { (say("desk-act-riffle")) }
                }
            }
        }
    }
}

fn settings(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    html! {
        section.panel.desk-settings aria-labelledby="settings-name" {
            h2 id="settings-name" { (say("desk-settings")) }
            form.row {
                label {
                    span { (say("desk-hold")) }
                    select id="hold" {
                        option value="0" { (say("desk-hold-always")) }
                        option value="1000" { (say("desk-hold-1")) }
                        option value="2000" { (say("desk-hold-2")) }
                        option value="4000" { (say("desk-hold-4")) }
                    }
                }
                label.choice { input type="checkbox" id="keys-on" checked; span { (say("desk-keys-on")) } }
            }
            details.keys {
                summary { (say("keys")) }
                dl {
                    dt { kbd { "A" } " " kbd { "2" } "–" kbd { "9" } " " kbd { "T" } " " kbd { "J" } " " kbd { "Q" } " " kbd { "K" } }
                    dd { (say("desk-keys-rank")) }
                    dt { kbd { "S" } " " kbd { "H" } " " kbd { "D" } " " kbd { "C" } }
                    dd { (say("desk-keys-suit")) }
                    dt { kbd { "1" } "–" kbd { "9" } " " kbd { "0" } " " kbd { "/" } " " kbd { "*" } " " kbd { "-" } }
                    dd { (say("desk-keys-pad-rank")) }
                    dt { kbd { "1" } " " kbd { "2" } " " kbd { "3" } " " kbd { "4" } }
                    dd { (say("desk-keys-pad-suit")) }
                    dt { kbd { "↵" } " · " kbd { "+" } }
                    dd { (say("desk-keys-confirm")) }
                    dt { kbd { "⌫" } " · " kbd { "." } " · " kbd { "U" } }
                    dd { (say("desk-keys-undo")) }
                    dt { kbd { "N" } " · " kbd { "." } }
                    dd { (say("desk-keys-cutting")) }
                    dt { kbd { "1" } "–" kbd { "9" } }
                    dd { (say("desk-keys-choose")) }
                    dt { kbd { "1" } "–" kbd { "9" } " " kbd { "P" } " " kbd { "1" } "–" kbd { "9" } }
                    dd { (say("desk-keys-wager")) }
                    dt { kbd { "X" } " " kbd { "2" } "–" kbd { "9" } }
                    dd { (say("desk-keys-count")) }
                    dt { kbd { "=" } " … " kbd { "↵" } }
                    dd { (say("desk-keys-amount")) }
                    dt { kbd { "R" } " · " kbd { "G" } }
                    dd { (say("desk-keys-again")) }
                    dt { kbd { "W" } " · " kbd { "V" } " · " kbd { "P" } " · " kbd { "M" } }
                    dd { (say("desk-keys-rooms")) }
                }
            }
        }
    }
}

/// What happened? The irregularities that are possible now.
fn happened(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    html! {
        dialog.happened id="happened" aria-labelledby="happened-name" {
            form id="happened-form" autocomplete="off" {
                h2 id="happened-name" { (say("desk-happened")) }
                fieldset { legend.unseen { (say("desk-happened")) } div id="possible" {} }
                label id="ask-card" hidden {
                    span { (say("desk-ask-card")) }
                    input id="given-card" maxlength="3" autocapitalize="characters";
                    span.small id="ask-if-seen" { (say("desk-ask-if-seen")) }
                }
                label id="ask-order" hidden {
                    span { (say("desk-ask-order")) }
                    input id="given-order" autocapitalize="characters";
                }
                label id="ask-coup" hidden { span { (say("desk-ask-coup")) } input id="given-coup" inputmode="numeric"; }
                label id="ask-reason" hidden { span { (say("desk-ask-reason")) } input id="given-reason" maxlength="200"; }
                p.refusal id="happened-refusal" role="alert" {}
                p.row {
                    button.gold type="submit" { (say("desk-report")) }
                    button type="button" data-close { (say("desk-nothing-happened")) }
                }
            }
        }
    }
}

fn calling(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    html! {
        dialog.happened id="call" aria-labelledby="call-name" {
            form id="call-form" autocomplete="off" {
                h2 id="call-name" { (say("desk-call")) }
                label { span { (say("desk-call-why")) } input id="call-why" maxlength="200"; }
                p.refusal id="call-refusal" role="alert" {}
                p.row {
                    button.gold type="submit" { (say("desk-call-now")) }
                    button type="button" data-close { (say("desk-nothing-happened")) }
                }
            }
        }
    }
}
