//! The cage: where all chips and cash are, the window, fills and credits, drop boxes, the bank of the day; `room.js` fills it.

use super::people::proof;
use crate::web::shell::{Page, Reader, framed};
use ::people::role::Role;
use maud::{Markup, html};
use std::collections::{BTreeMap, BTreeSet};

/// What the page knows of the house.
pub struct CagePlace<'h> {
    /// Does it keep a cage?
    pub has: bool,
    /// Its tables: their id and name.
    pub tables: &'h [(String, String)],
    /// What chips of its tables are worth.
    pub worths: BTreeSet<i64>,
}

/// A form that asks one thing of the cage.
struct Form {
    act: &'static str,
    /// Fields beside the chips: name, and whether it is money, a number, text or a table.
    fields: &'static [(&'static str, &'static str, bool)],
    /// The fields in which chips are counted.
    pieces: &'static [&'static str],
    /// It may take, or takes, a second person.
    second: bool,
}

const WINDOW: &[Form] = &[
    Form {
        act: "buy",
        fields: &[("patron", "text", false), ("identity", "text", false)],
        pieces: &["pieces"],
        second: true,
    },
    Form {
        act: "redeem",
        fields: &[("patron", "text", false), ("identity", "text", false)],
        pieces: &["pieces"],
        second: true,
    },
    Form { act: "colour", fields: &[], pieces: &["gives", "gets"], second: false },
];

const BANK: &[Form] = &[
    Form { act: "open-bank", fields: &[("cash", "money", true)], pieces: &["pieces"], second: true },
    Form { act: "close-bank", fields: &[("cash", "money", true)], pieces: &["pieces"], second: true },
    Form {
        act: "move-cash",
        fields: &[("amount", "signed", true), ("why", "text", true)],
        pieces: &[],
        second: true,
    },
];

const ISSUE: &[Form] =
    &[Form { act: "issue-chips", fields: &[("why", "text", true)], pieces: &["pieces"], second: true }];

const PIT: &[Form] = &[
    Form {
        act: "request",
        fields: &[("kind", "kind", true), ("table", "table", true)],
        pieces: &["pieces"],
        second: false,
    },
    Form { act: "take-box", fields: &[("table", "table", true)], pieces: &[], second: false },
    Form {
        act: "correct-float",
        fields: &[("table", "table", true), ("why", "text", true)],
        pieces: &["pieces"],
        second: true,
    },
];

fn form(reader: &Reader, form: &Form, place: &CagePlace<'_>) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    html! {
        details.panel {
            summary { (say(&format!("cage-act-{}", form.act))) }
            form.card-form data-act=(form.act) {
                @for (name, kind, needed) in form.fields {
                    label {
                        span { (say(&format!("cage-field-{name}"))) }
                        @match *kind {
                            "money" | "signed" => { input name=(name) data-kind=(kind) inputmode="decimal" required[*needed]; }
                            "table" => { select name=(name) data-kind="text" { @for (id, name) in place.tables { option value=(id) { (name) } } } }
                            "kind" => {
                                select name=(name) data-kind="text" {
                                    option value="fill" { (say("cage-kind-fill")) }
                                    option value="credit" { (say("cage-kind-credit")) }
                                }
                            }
                            _ => { input name=(name) data-kind="text" required[*needed] autocomplete="off"; }
                        }
                    }
                }
                @for name in form.pieces {
                    fieldset.counting data-pieces=(name) { legend { (say(&format!("cage-pieces-{name}"))) } }
                }
                @if form.second {
                    fieldset.second {
                        legend { (say("cage-second")) }
                        label { span { (say("cage-second-name")) } input name="second-name" autocomplete="off"; }
                        label { span { (say("cage-second-pin")) } input name="second-pin" type="password" inputmode="numeric" autocomplete="off"; }
                    }
                }
                button.gold type="submit" { (say("cage-go")) }
            }
        }
    }
}

/// The room, with what this role may do in it.
pub fn room(reader: &Reader, role: Role, place: &CagePlace<'_>, by_link: bool) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    let mut groups: Vec<(&str, &[Form])> = match role {
        Role::Cage => vec![("cage-window", WINDOW), ("cage-bank", BANK)],
        Role::Manager => {
            vec![("cage-window", WINDOW), ("cage-bank", BANK), ("cage-new-chips", ISSUE), ("cage-pit", PIT)]
        }
        Role::Supervisor => vec![("cage-pit", PIT)],
        Role::Dealer => vec![("cage-pit", &PIT[..1])],
        _ => Vec::new(),
    };
    // Whoever keeps the window has it at hand all day, before what the house has.
    let window = if role == Role::Cage { groups.drain(..1).collect() } else { Vec::new() };
    let offered = |groups: &[(&str, &[Form])]| {
        html! {
            @for (title, forms) in groups {
                section.cage-forms { h2 { (say(title)) } @for one in *forms { (form(reader, one, place)) } }
            }
        }
    };
    let part = |id: &str, key: &str| {
        html! { section.panel aria-labelledby={ (id) "-name" } { h2 id={ (id) "-name" } { (say(key)) } div.scroll id=(id) tabindex="0" role="group" aria-label=(say(key)) {} } }
    };
    let worths = place.worths.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let tables: BTreeMap<&String, &String> = place.tables.iter().map(|(id, name)| (id, name)).collect();
    let tables = serde_json::to_string(&tables).unwrap_or_default();
    let body = html! {
        div.cage id="cage-room" data-role=(role.word()) data-worths=(worths) data-has=(place.has) data-tables=(tables) {
            h1 { (say("cage-title")) }
            p.lead { (say(if place.has { "cage-lead" } else { "cage-none" })) }
            p.refusal id="refusal" role="alert" {}
            p id="done" role="status" {}
            @if place.has {
                // A dealer has a part in fills and credits, and sees nothing else of the cage.
                @let dealer = role == Role::Dealer;
                @if !dealer { p.verdict id="verdict" aria-live="polite" {} }
                div.cage-grid { (part("transfers", "cage-transfers")) }
                (offered(&window))
                @if !dealer {
                    div.cage-grid {
                        (part("chips", "cage-chips"))
                        (part("cash", "cage-cash"))
                        div { (part("stock", "cage-stock")) (part("holders", "cage-holders")) }
                        (part("boxes", "cage-boxes"))
                        (part("tables", "cage-tables"))
                    }
                }
                (offered(&groups))
            }
            (proof(reader, by_link))
        }
    };
    let says = &["cage", "people", "shell"];
    framed(
        reader,
        Page { title: say("cage-title"), room: "cage", script: Some("rooms/cage/room.js"), says, body },
    )
}
