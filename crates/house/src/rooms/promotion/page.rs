//! Promotions for everybody: the list, the terms of one with its clock, and the reader's own tickets; `room.js` fills them.

use crate::web::shell::{Page, Reader, framed};
use maud::{Markup, html};

fn shown(reader: &Reader, title: String, body: Markup) -> Markup {
    let script = Some("rooms/promotion/room.js");
    framed(reader, Page { title, room: "promotion", script, says: &["promotion", "table"], body })
}

/// The dialog that shows what a book says under a number.
pub fn clause_dialog(reader: &Reader) -> Markup {
    html! {
        dialog.clause id="clause" aria-labelledby="clause-name" {
            h2 id="clause-name" {}
            div id="clause-text" lang="en" {}
            form method="dialog" { button type="submit" { (reader.texts().say("close")) } }
        }
    }
}

/// Every promotion.
pub fn list(reader: &Reader) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    let body = html! {
        div.promotions id="promotion-room" data-part="list" {
            h1 { (say("promotion-list")) }
            p.lead { (say("promotion-list-lead")) }
            p.refusal id="lost" role="status" {}
            ul.tables id="promotions" aria-busy="true" {}
            details.panel hidden {
                summary { (say("promotion-earlier")) }
                ul.tables id="earlier" {}
            }
            noscript { p { (say("needs-script")) } }
        }
    };
    shown(reader, say("promotion-list"), body)
}

/// What stands at the head of every page of one promotion.
fn head(reader: &Reader, id: &str, name: &str, part: &str) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    let link = |to: &str, key: &str, this: &str| {
        let here = (part == this).then_some("page");
        html! { a href={ "/promotions/" (id) (to) } aria-current=[here] { (say(key)) } }
    };
    html! {
        header.promotion-head {
            h1 { (name) }
            nav.tabs aria-label=(say("promotion-parts")) {
                (link("", "promotion-terms", "terms"))
                (link("/mine", "promotion-mine", "mine"))
                (link("/draw", "promotion-draw", "draw"))
            }
        }
        p.refusal id="lost" role="status" {}
        dl.facts.promotion-facts id="facts" aria-busy="true" {}
    }
}

/// The terms of a promotion, each with its clauses.
pub fn terms(reader: &Reader, id: &str, name: &str) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    let body = html! {
        div.promotion id="promotion-room" data-part="terms" data-promotion=(id) {
            (head(reader, id, name, "terms"))
            section.panel aria-labelledby="prizes-name" {
                h2 id="prizes-name" { (say("promotion-prizes")) }
                ul.prizes id="prizes" {}
            }
            section.panel aria-labelledby="terms-name" {
                h2 id="terms-name" { (say("promotion-terms")) }
                dl.terms id="terms" {}
                p.small id="version" {}
            }
            section.panel aria-labelledby="sealed-name" {
                h2 id="sealed-name" { (say("promotion-sealed")) }
                p.small { (say("promotion-sealed-lead")) }
                dl.facts id="sealed" {}
                p { a href={ "/api/v1/promotions/" (id) "/draw" } { (say("promotion-record")) } " · "
                    a href={ "/api/v1/promotions/" (id) "/terms" } { (say("promotion-terms-file")) } }
            }
            (clause_dialog(reader))
        }
    };
    shown(reader, name.to_owned(), body)
}

/// The reader's own tickets, with their proofs, claims and payment.
pub fn mine(reader: &Reader, id: &str, name: &str) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    let body = html! {
        div.promotion id="promotion-room" data-part="mine" data-promotion=(id) data-name=[reader.person.as_deref()] {
            (head(reader, id, name, "mine"))
            p.refusal id="refusal" role="alert" {}
            @if reader.person.is_none() {
                p.panel { (say("promotion-sign-in")) " "
                    a.button.gold href={ "/sign-in?to=/promotions/" (id) "/mine" } { (say("sign-in")) } }
            }
            div id="mine" {}
            (clause_dialog(reader))
        }
    };
    shown(reader, name.to_owned(), body)
}
