//! The lobby: which tables there are; `lobby.js` fills it and keeps it fresh.

use crate::web::shell::{Page, Reader, framed};
use fluent_bundle::FluentValue;
use maud::{Markup, html};
use people::role::{Power, may};
use std::collections::BTreeMap;

/// The page of all tables, with the number of values that each book assumes.
pub fn page(reader: &Reader, assumed: &BTreeMap<&str, usize>) -> Markup {
    let texts = reader.texts();
    let note = |values: usize| texts.say_with("assumed-note", &[("values", FluentValue::from(values))]);
    let notes: BTreeMap<&str, String> = assumed
        .iter()
        .filter(|(_, values)| **values > 0)
        .map(|(book, values)| (*book, note(*values)))
        .collect();
    let notes = serde_json::json!(notes).to_string();
    let body = html! {
        div.lobby {
            header.hero {
                h1 { (reader.face.welcome.clone().unwrap_or_else(|| texts.say("lobby-welcome"))) }
                p { (reader.face.about.clone().unwrap_or_else(|| texts.say("lobby-intro"))) }
                p { a href="/tables" { (texts.say("several-link")) } }
            }
            p.refusal id="lost" role="status" {}
            ul.tables id="tables" aria-busy="true" data-assumed=(notes) data-deals[reader.role.is_some_and(|role| may(role, Power::Deal))] {}
            section.lobby-tournaments id="tournaments-of" hidden {
                h2 { (texts.say("tour-list-title")) }
                ul.tables id="tournaments" {}
            }
            noscript { p { (texts.say("needs-script")) } }
        }
    };
    let title = texts.say("lobby-title");
    framed(
        reader,
        Page {
            title,
            room: "lobby",
            script: Some("rooms/lobby/room.js"),
            says: &["lobby", "table", "tournament"],
            body,
        },
    )
}
