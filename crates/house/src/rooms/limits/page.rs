//! A player's own limits and reminders; `room.js` fills it.

use crate::web::shell::{Page, Reader, framed};
use maud::{Markup, html};
use people::role::Role;

/// What can be limited, as the API calls it, and whether that is money or minutes.
const BOUNDS: [(&str, &str); 4] =
    [("stake", "money"), ("loss", "money"), ("minutes", "minutes"), ("reminder", "minutes")];

/// The page of one's own limits.
pub fn page(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let plays = reader.role == Some(Role::Player);
    let body = html! {
        div.limits id="limits" {
            h1 { (say("limits-title")) }
            p { (say("limits-intro")) }
            @if !plays {
                p { (say("limits-sign-in")) }
                p { a.button.gold href="/sign-in?to=/limits" { (texts.say("sign-in")) } }
            } @else {
                p.refusal id="refusal" role="alert" {}
                p id="done" role="status" {}
                dl.figures id="used" {}
                @for (what, unit) in BOUNDS {
                    (bound(&say, what, unit))
                }
                p { a href="/history" { (say("limits-history")) } }
            }
        }
    };
    let script = plays.then_some("rooms/limits/room.js");
    framed(reader, Page { title: say("limits-title"), room: "limits", script, says: &["limits"], body })
}

/// The form of one limit.
fn bound(say: &impl Fn(&str) -> String, what: &str, unit: &str) -> Markup {
    let heading = format!("limit-{what}-name");
    html! {
        form.card-form.limit data-what=(what) data-unit=(unit) aria-labelledby=(heading) {
            h2 id=(heading) { (say(&format!("limits-{what}"))) }
            p.small { (say(&format!("limits-{what}-intro"))) }
            p.now id={ "now-" (what) } {}
            p.next id={ "next-" (what) } hidden {}
            label {
                span { (say(&format!("limits-in-{unit}"))) }
                input name="most" inputmode="decimal" autocomplete="off" maxlength="18" required;
            }
            div.row {
                button.gold type="submit" { (say("limits-set")) }
                button.quiet type="button" data-lift { (say("limits-lift")) }
            }
        }
    }
}
