//! The door: by name and password, by a link, or as a guest of a demonstration house.

use crate::web::shell::{Page, Reader, framed};
use fluent_bundle::FluentValue;
use maud::{Markup, html};

/// What the door knows of whoever stands before it.
pub struct Door<'a> {
    /// Where to go afterwards.
    pub to: &'a str,
    /// The link with which they came, if any.
    pub link: Option<&'a str>,
    /// The link that lets guests in, in a demonstration house.
    pub guest: Option<&'a str>,
    /// Whose session sleeps at this console, until their PIN wakes it.
    pub asleep: Option<&'a str>,
    /// Who works here, has given name and password, and has yet to set a second factor.
    pub enrols: Option<&'a str>,
    /// Somebody who works here is signed in, and may set a PIN.
    pub staff: bool,
}

/// The page to sign in.
pub fn page(reader: &Reader, door: &Door<'_>) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let body = html! {
        div.door id="door" data-to=(door.to) {
            h1 { (say("signin-title")) }
            p.refusal id="refusal" role="alert" {}
            @if let Some(name) = door.asleep {
                form.card-form id="pin-form" {
                    h2 { (texts.say_with("signin-asleep", &[("name", FluentValue::from(name))])) }
                    p { (say("signin-asleep-intro")) }
                    label {
                        span { (say("signin-pin")) }
                        input name="pin" type="password" inputmode="numeric" autocomplete="off" required minlength="6" maxlength="8" autofocus;
                    }
                    button.gold type="submit" { (say("signin-pin-go")) }
                }
            }
            @if let Some(name) = door.enrols {
                form.card-form id="factor-form" {
                    h2 { (texts.say_with("signin-set-factor", &[("name", FluentValue::from(name))])) }
                    p { (say("signin-set-factor-intro")) }
                    p { code id="factor-secret" {} }
                    p { a id="factor-link" { (say("signin-factor-open")) } }
                    label {
                        span { (say("signin-factor-shown")) }
                        input name="factor" inputmode="numeric" autocomplete="one-time-code" required minlength="6" maxlength="6";
                    }
                    label {
                        span { (say("signin-password")) }
                        input name="password" type="password" autocomplete="current-password" required maxlength="256";
                    }
                    button.gold type="submit" { (say("signin-set-factor-go")) }
                }
            }
            @if door.staff {
                form.card-form id="set-pin-form" {
                    h2 { (say("signin-set-pin")) }
                    p { (say("signin-set-pin-intro")) }
                    label {
                        span { (say("signin-password")) }
                        input name="password" type="password" autocomplete="current-password" required maxlength="256";
                    }
                    label {
                        span { (say("signin-factor")) }
                        input name="factor" inputmode="numeric" autocomplete="one-time-code" maxlength="6";
                    }
                    label {
                        span { (say("signin-pin")) }
                        input name="pin" type="password" inputmode="numeric" autocomplete="off" required minlength="6" maxlength="8";
                    }
                    button type="submit" { (say("signin-set-pin")) }
                    p id="pin-set" role="status" hidden { (say("signin-pin-set")) }
                }
            }
            @if let Some(link) = door.link {
                form.card-form data-link=(link) data-now {
                    p { (say("signin-link-intro")) }
                    button.gold type="submit" { (say("signin-link-go")) }
                }
            }
            @if let Some(link) = door.guest.filter(|_| door.link.is_none()) {
                form.card-form data-link=(link) {
                    h2 { (say("signin-guest")) }
                    p { (say("signin-guest-intro")) }
                    button.gold type="submit" { (say("signin-guest")) }
                }
            }
            form.card-form id="password-form" {
                label {
                    span { (say("signin-name")) }
                    input name="name" autocomplete="username" required maxlength="64" autocapitalize="none";
                }
                label {
                    span { (say("signin-password")) }
                    input name="password" type="password" autocomplete="current-password" required maxlength="256";
                }
                label {
                    span { (say("signin-factor")) }
                    input name="factor" inputmode="numeric" autocomplete="one-time-code" maxlength="6";
                }
                button type="submit" { (say("signin-go")) }
            }
        }
    };
    let title = say("signin-title");
    framed(
        reader,
        Page { title, room: "door", script: Some("rooms/signin/room.js"), says: &["signin"], body },
    )
}
