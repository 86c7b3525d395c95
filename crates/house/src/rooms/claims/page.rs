//! Where promotions are run and watched: what waits for a second person, winners with their clocks, claims, denials, disputes, and
//! everything on record; `room.js` fills it.

use super::people::proof;
use super::promotion::clause_dialog;
use crate::web::shell::{Page, Reader, framed};
use maud::{Markup, html};

fn shown(reader: &Reader, title: String, body: Markup) -> Markup {
    let says = &["claims", "promotion", "table"];
    framed(reader, Page { title, room: "claims", script: Some("rooms/claims/room.js"), says, body })
}

/// Every promotion, and beginning one.
pub fn list(reader: &Reader, acts: bool, by_link: bool) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    let body = html! {
        div.claims id="claims-room" data-part="list" data-acts=(acts) {
            header.promotion-head {
                h1 { (say("claims-title")) }
                nav.tabs aria-label=(say("promotion-parts")) {
                    a href="/desk/promotions" aria-current="page" { (say("claims-title")) }
                    a href="/desk/vouchers" { (say("vouchers-title")) }
                }
            }
            p.lead { (say("claims-lead")) }
            p.refusal id="lost" role="status" {}
            p.refusal id="refusal" role="alert" {}
            ul.tables id="promotions" aria-busy="true" {}
            @if acts {
                details.panel {
                    summary { (say("claims-begin")) }
                    form.card-form id="begin" {
                        label { span { (say("claims-terms-file")) } textarea name="terms" rows="14" required spellcheck="false" lang="en" {} }
                        button.gold type="submit" { (say("claims-begin-go")) }
                    }
                }
            }
            (proof(reader, by_link))
        }
    };
    shown(reader, say("claims-title"), body)
}

/// One promotion: for whoever runs it with everything that may be done, for whoever watches to read.
pub fn one(reader: &Reader, (id, name): (&str, &str), acts: bool, by_link: bool) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    let part = |id: &str, key: &str| {
        html! { section.panel aria-labelledby={ (id) "-name" } { h2 id={ (id) "-name" } { (say(key)) } div id=(id) {} } }
    };
    let body = html! {
        div.claims id="claims-room" data-part="one" data-promotion=(id) data-acts=(acts) data-name=[reader.person.as_deref()] {
            header.promotion-head {
                h1 { (name) }
                nav.tabs aria-label=(say("promotion-parts")) {
                    a href={ "/promotions/" (id) } { (say("promotion-terms")) }
                    a href={ "/promotions/" (id) "/draw" } { (say("promotion-draw")) }
                }
            }
            p.refusal id="lost" role="status" {}
            p.refusal id="refusal" role="alert" {}
            dl.facts.promotion-facts id="facts" aria-busy="true" {}
            div.claims-grid {
                (part("next", "claims-next"))
                (part("proposals", "claims-proposals"))
                (part("winners", "claims-winners"))
                (part("claims", "claims-claims"))
                (part("disputes", "claims-disputes"))
                (part("integrity", "claims-integrity"))
                @if acts { (part("keyed", "claims-keyed")) }
            }
            @if acts {
                details.panel id="change" hidden {
                    summary { (say("claims-change")) }
                    form.card-form id="change-terms" {
                        p.small id="change-why" {}
                        label { span { (say("claims-terms-file")) } textarea name="terms" rows="14" required spellcheck="false" lang="en" {} }
                        label id="approval" { span { (say("claims-approval")) } input name="approval" required maxlength="500"; }
                        button.gold type="submit" { (say("claims-change-go")) }
                    }
                }
            }
            (part("notices", "claims-notices"))
            section.panel aria-labelledby="record-name" {
                h2 id="record-name" { (say("claims-record")) }
                p.verdict id="verdict" role="status" {}
                div.scroll tabindex="0" role="group" aria-labelledby="record-name" { table id="record" {} }
            }
            (clause_dialog(reader))
            (proof(reader, by_link))
        }
    };
    shown(reader, name.to_owned(), body)
}
