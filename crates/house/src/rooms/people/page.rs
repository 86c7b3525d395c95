//! The room of people: who has a password, and what was done about them. `people.js` does it.

use crate::api::people::PeopleView;
use crate::web::shell::{Page, Reader, framed};
use fluent_bundle::FluentValue;
use maud::{Markup, html};
use office::calendar;
use people::role::Role;
use people::{Known, sees_to};
use table::Time;

fn moment(time: Time) -> String {
    calendar::written(time).replace('T', " ").replace('Z', "")
}

/// The page of people.
pub fn page(reader: &Reader, role: Role, seen: &PeopleView) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let roles: Vec<Role> = Role::ALL.into_iter().filter(|theirs| sees_to(role, *theirs)).collect();
    let body = html! {
        div.people-room id="people-room" {
            h1 { (say("people-title")) }
            p.lead { (say("people-told")) }
            p.refusal id="refusal" role="alert" {}
            @if !roles.is_empty() { (newcomer(reader, &roles)) }
            section.panel {
                h2 { (say("people-known")) }
                @if seen.people.is_empty() { p { (say("people-nobody")) } }
                ul.people { @for person in &seen.people { (known(reader, person)) } }
            }
            section.panel {
                h2 { (say("people-done")) }
                @if seen.done.is_empty() { p { (say("people-nothing-done")) } }
                ol.people-done {
                    @for act in &seen.done {
                        li {
                            time { (moment(act.at)) } " "
                            b { (act.name) } ", " (say(&format!("people-role-{}", act.their_role))) ": "
                            (say(&format!("people-{}", word(act.act)))) ", "
                            (texts.say_with("people-by", &[("by", FluentValue::from(act.by.as_str()))])) ". "
                            span.small { (act.why) }
                        }
                    }
                }
            }
        }
    };
    let title = say("people-title");
    framed(
        reader,
        Page { title, room: "people", script: Some("rooms/people/room.js"), says: &["people"], body },
    )
}

fn word(act: people::Done) -> &'static str {
    match act {
        people::Done::Added => "added",
        people::Done::Removed => "removed",
        people::Done::NewPassword => "new-password",
    }
}

fn newcomer(reader: &Reader, roles: &[Role]) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    html! {
        section.panel {
            h2 { (say("people-new")) }
            form.row id="new-person" autocomplete="off" {
                label { span { (say("people-name")) } input name="name" required maxlength="32" autocapitalize="none"; }
                label {
                    span { (say("people-role")) }
                    select name="role" { @for role in roles { option value=(role) { (say(&format!("people-role-{role}"))) } } }
                }
                label {
                    span { (say("people-password")) }
                    input name="password" type="password" autocomplete="new-password" required minlength="8" maxlength="200";
                }
                label { span { (say("people-why")) } input name="why" required maxlength="200"; }
                button.gold type="submit" { (say("people-take-in")) }
            }
        }
    }
}

fn known(reader: &Reader, person: &Known) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    html! {
        li data-person=(person.name) {
            p {
                b { (person.name) } ", " (say(&format!("people-role-{}", person.role)))
                @if person.signed_in { " · " span.gain { (say("people-signed-in")) } }
                @if let Some(until) = person.locked_until {
                    " · " span.loss { (texts.say_with("people-locked", &[("until", FluentValue::from(moment(until)))])) }
                }
            }
            @if person.yours {
                details {
                    summary { (texts.say_with("people-change", &[("name", FluentValue::from(person.name.as_str()))])) }
                    form.row data-act="password" autocomplete="off" {
                        label {
                            span { (say("people-password")) }
                            input name="password" type="password" autocomplete="new-password" required minlength="8" maxlength="200";
                        }
                        label { span { (say("people-why")) } input name="why" required maxlength="200"; }
                        button type="submit" { (say("people-give-password")) }
                    }
                    form.row data-act="remove" {
                        label { span { (say("people-why")) } input name="why" required maxlength="200"; }
                        button type="submit" { (say("people-remove")) }
                    }
                }
            }
        }
    }
}
