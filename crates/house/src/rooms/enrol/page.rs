//! Where somebody sets their own secrets, with the link of one person and the code of another. `room.js` does it.

use crate::web::shell::{Page, Reader, framed};
use maud::{Markup, html};

/// The page.
pub fn page(reader: &Reader) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let body = html! {
        div.door id="enrol" {
            h1 { (say("enrol-title")) }
            p.lead { (say("enrol-lead")) }
            p.refusal id="refusal" role="alert" {}
            form.card-form id="halves" autocomplete="off" {
                label { span { (say("enrol-link")) } input name="link" required maxlength="64"; }
                label { span { (say("enrol-code")) } input name="code" required maxlength="16"; }
                button.gold type="submit" { (say("enrol-begin")) }
            }
            form.card-form id="secrets" hidden {
                p { b id="enrol-name" {} ", " span id="enrol-role" {} }
                div id="enrol-factor" {
                    p { (say("enrol-factor-how")) }
                    p { code id="enrol-secret" {} }
                    p { a id="enrol-otpauth" { (say("enrol-factor-open")) } }
                    label { span { (say("enrol-digits")) } input name="factor" inputmode="numeric" autocomplete="one-time-code" maxlength="6"; }
                }
                label { span { (say("enrol-password")) } input name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="200"; }
                label { span { (say("enrol-again")) } input name="again" type="password" autocomplete="new-password" required minlength="12" maxlength="200"; }
                button.gold type="submit" { (say("enrol-set")) }
            }
            p id="enrolled" hidden { (say("enrol-done")) " " a href="/sign-in" { (say("enrol-sign-in")) } }
        }
    };
    let title = say("enrol-title");
    framed(reader, Page { title, room: "door", script: Some("rooms/enrol/room.js"), says: &["enrol"], body })
}
