//! The room of people: who has a password, what waits for a second person, and what was done. `room.js` does it.

use crate::api::people::PeopleView;
use crate::web::figures;
use crate::web::shell::{Page, Reader, framed};
use fluent_bundle::FluentValue;
use maud::{Markup, html};
use office::calendar::Clocks;
use people::role::Role;
use people::{Change, Known, Pending, sees_to};
use table::Time;

fn moment(reader: &Reader, time: Time) -> String {
    figures::moment(reader.language, &Clocks::default(), time)
}

/// The page of people.
pub fn page(reader: &Reader, role: Role, by_link: bool, seen: &PeopleView) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let all = Role::ALL.into_iter().chain([Role::Device]);
    let roles: Vec<Role> = all.filter(|theirs| sees_to(role, *theirs)).collect();
    let body = html! {
        div.people-room id="people-room" {
            h1 { (say("people-title")) }
            p.lead { (say("people-intro")) }
            p.refusal id="refusal" role="alert" {}
            p.shown-once id="shown-once" role="status" {}
            (proof(reader, by_link))
            @if !roles.is_empty() { (newcomer(reader, &roles)) }
            @if !seen.pending.is_empty() {
                section.panel {
                    h2 { (say("people-pending")) }
                    ul.people { @for pending in &seen.pending { (waiting(reader, pending)) } }
                }
            }
            section.panel {
                h2 { (say("people-known")) }
                @if seen.people.is_empty() { p { (say("people-nobody")) } }
                ul.people { @for person in &seen.people { (known(reader, person, &roles)) } }
            }
            section.panel {
                h2 { (say("people-done")) }
                @if seen.done.is_empty() { p { (say("people-nothing-done")) } }
                ol.people-done {
                    @for act in &seen.done {
                        li {
                            time { (moment(reader, act.at)) } " "
                            b { (act.name) } ", " (say(&format!("people-role-{}", act.their_role))) ": "
                            @if let Some(change) = act.change { (change_said(reader, change, act.to.as_deref())) ", " }
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

fn word(act: people::AccountStep) -> &'static str {
    match act {
        people::AccountStep::Added => "added",
        people::AccountStep::Removed => "removed",
        people::AccountStep::NewPassword => "new-password",
        people::AccountStep::Proposed => "proposed",
        people::AccountStep::Approved => "approved",
        people::AccountStep::Refused => "refused",
        people::AccountStep::Enrolled => "enrolled",
        people::AccountStep::TakenOver => "taken-over",
    }
}

fn newcomer(reader: &Reader, roles: &[Role]) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    html! {
        section.panel {
            h2 { (say("people-new")) }
            form.row data-change="take-in" autocomplete="off" {
                label { span { (say("people-name")) } input name="name" required maxlength="32" autocapitalize="none"; }
                label {
                    span { (say("people-role")) }
                    select name="role" { @for role in roles { option value=(role) { (say(&format!("people-role-{role}"))) } } }
                }
                label { span { (say("people-why")) } input name="why" required maxlength="200"; }
                button.gold type="submit" { (say("people-take-in")) }
            }
        }
    }
}

fn known(reader: &Reader, person: &Known, roles: &[Role]) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    html! {
        li data-person=(person.name) {
            p {
                b { (person.name) } ", " (say(&format!("people-role-{}", person.role)))
                @if !person.earlier.is_empty() {
                    " · " (texts.say_with("people-earlier", &[("names", FluentValue::from(person.earlier.join(", ")))]))
                }
                @if !matches!(person.role, Role::Player | Role::Device) && !person.factor { " · " span.loss { (say("people-no-factor")) } }
                @if person.signed_in { " · " span.gain { (say("people-signed-in")) } }
                @if let Some(until) = person.locked_until {
                    " · " span.loss { (texts.say_with("people-locked", &[("until", FluentValue::from(moment(reader, until)))])) }
                }
            }
            @if person.yours {
                details {
                    summary { (texts.say_with("people-change", &[("name", FluentValue::from(person.name.as_str()))])) }
                    form.row data-change="reset" {
                        label { span { (say("people-why")) } input name="why" required maxlength="200"; }
                        button type="submit" { (say("people-reset")) }
                    }
                    form.row data-change="role" {
                        label {
                            span { (say("people-role")) }
                            select name="role" {
                                @for role in roles.iter().filter(|role| **role != person.role) {
                                    option value=(role) { (say(&format!("people-role-{role}"))) }
                                }
                            }
                        }
                        label { span { (say("people-why")) } input name="why" required maxlength="200"; }
                        button type="submit" { (say("people-other-role")) }
                    }
                    @if !matches!(person.role, Role::Player | Role::Device) {
                        form.row data-change="rename" {
                            label { span { (say("people-new-name")) } input name="to" required maxlength="32" autocapitalize="none"; }
                            label { span { (say("people-why")) } input name="why" required maxlength="200"; }
                            button type="submit" { (say("people-rename")) }
                        }
                    }
                    form.row data-change="let-go" {
                        label { span { (say("people-why")) } input name="why" required maxlength="200"; }
                        button type="submit" { (say("people-remove")) }
                    }
                }
            }
        }
    }
}

fn change_key(change: Change) -> &'static str {
    match change {
        Change::TakeIn => "people-change-take-in",
        Change::Reset => "people-change-reset",
        Change::Role => "people-change-role",
        Change::Rename => "people-change-rename",
        Change::LetGo => "people-change-let-go",
    }
}

/// A change in words, with the new name where there is one.
fn change_said(reader: &Reader, change: Change, to: Option<&str>) -> String {
    let texts = reader.texts();
    match to {
        Some(to) => texts.say_with(change_key(change), &[("to", FluentValue::from(to))]),
        None => texts.say(change_key(change)),
    }
}

fn waiting(reader: &Reader, pending: &Pending) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let by = [("by", FluentValue::from(pending.proposer.as_str()))];
    html! {
        li data-pending=(pending.number) {
            p {
                b { (pending.name) } ", " (say(&format!("people-role-{}", pending.role))) ": " (change_said(reader, pending.change, pending.to.as_deref()))
                ", " (texts.say_with("people-proposed-by", &by)) ". " span.small { (pending.why) }
            }
            @match &pending.approver {
                Some(approver) => {
                    p.small { (texts.say_with("people-waits-for-them", &[
                        ("by", FluentValue::from(approver.as_str())),
                        ("until", FluentValue::from(moment(reader, pending.until))),
                    ])) }
                }
                None => {
                    @if pending.yours && reader.person.as_deref() != Some(pending.proposer.as_str()) {
                        form.row data-decide="approve" { button.gold type="submit" { (say("people-approve")) } }
                    }
                    form.row data-decide="refuse" {
                        label { span { (say("people-why")) } input name="why" required maxlength="200"; }
                        button type="submit" { (say("people-refuse")) }
                    }
                }
            }
        }
    }
}

/// The dialog in which somebody proves again who they are.
pub fn proof(reader: &Reader, by_link: bool) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    html! {
        dialog id="proof" aria-labelledby="proof-title" {
            form.card-form id="proof-form" data-link=(by_link) method="dialog" {
                h2 id="proof-title" { (say("people-proof")) }
                p.refusal id="proof-refusal" role="alert" {}
                @if by_link {
                    label { span { (say("people-proof-link")) } input name="link" autocomplete="off" required; }
                } @else {
                    label { span { (say("people-proof-password")) } input name="password" type="password" autocomplete="current-password" required; }
                    label { span { (say("people-proof-factor")) } input name="factor" inputmode="numeric" autocomplete="one-time-code" maxlength="6"; }
                }
                button.gold type="submit" { (say("people-proof-go")) }
            }
        }
    }
}
