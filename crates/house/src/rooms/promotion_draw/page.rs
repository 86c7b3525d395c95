//! The draw on a big screen: seal, root, mix, and prize by prize; `room.js` fills it.

use crate::web::shell::{Page, Reader, bare};
use maud::{Markup, html};

/// The draw of a promotion.
pub fn page(reader: &Reader, id: &str, name: &str) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    let body = html! {
        div.big-draw id="draw-room" data-promotion=(id) {
            header { h1 { (name) } p id="place" {} }
            p.refusal id="lost" role="status" {}
            div.big-clock {
                p id="phase" role="status" {}
                p.big-time id="clock" role="timer" aria-label=(say("draw-clock")) {}
            }
            form.row.mix-form id="mix" hidden {
                label { span { (say("draw-mix-label")) } input name="text" required maxlength="200" autocomplete="off"; }
                button.gold type="submit" { (say("draw-mix-go")) }
            }
            p.refusal id="refusal" role="alert" {}
            ol.big-prizes id="prizes" {}
            dl.facts.big-facts id="facts" {}
            footer.sign-foot {
                a href={ "/promotions/" (id) } { (say("draw-back")) }
                button.quiet type="button" id="full" { (say("draw-full")) }
            }
        }
    };
    let says = &["promotion_draw", "promotion"];
    let title = name.to_owned();
    bare(
        reader,
        Page { title, room: "promotion-draw", script: Some("rooms/promotion_draw/room.js"), says, body },
    )
}
