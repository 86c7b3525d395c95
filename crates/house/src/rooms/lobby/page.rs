//! The lobby: which tables there are; `lobby.js` fills it and keeps it fresh.

use crate::web::shell::{Page, Reader, framed};
use maud::{Markup, html};
use people::role::{Power, may};

/// The page of all tables.
pub fn page(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let body = html! {
        div.lobby {
            header.hero {
                h1 { (reader.face.welcome.clone().unwrap_or_else(|| texts.say("lobby-welcome"))) }
                p { (reader.face.about.clone().unwrap_or_else(|| texts.say("lobby-intro"))) }
                p { a href="/tables" { (texts.say("several-link")) } }
            }
            p.refusal id="lost" role="status" {}
            ul.tables id="tables" aria-busy="true" data-deals[reader.role.is_some_and(|role| may(role, Power::Deal))] {}
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
