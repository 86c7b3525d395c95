//! What a reader sees where there is no page.

use crate::web::assets;
use crate::web::shell::{Page, Reader, framed};
use maud::{Markup, html};

/// There is no such page.
pub fn page(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let body = html! {
        div.prose.missing {
            svg.lone-card viewBox="0 0 100 140" aria-hidden="true" { use href={ (assets::path("web/cards.svg")) "#back" } {} }
            h1 { (texts.say("missing")) }
            p { (texts.say("missing-intro")) }
            p { a.button.gold href="/" { (texts.say("missing-back")) } }
        }
    };
    framed(reader, Page { title: texts.say("missing"), room: "missing", script: None, says: &[], body })
}
