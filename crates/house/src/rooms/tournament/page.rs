//! The rooms of a tournament: list, public page, conditions, the entrant's page, the director's desk, the console of a table, the big
//! screen, and the page of those who watch. Each script fills its page and keeps it live.

use crate::web::shell::{Page, Reader, bare, framed};
use fluent_bundle::FluentValue;
use hall::view::ContestEntry;
use maud::{Markup, html};
use people::role::{Power, Role, WATCH, may};
use tournament::document::Document;

/// The rooms whose texts every script here needs.
const SAYS: &[&str] = &["tournament", "table", "people"];

/// Which of the live pages of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Live {
    /// What everybody may see.
    Public,
    /// An entrant's own.
    Me,
    /// The director's desk.
    Desk,
    /// The console of one table.
    Console(u8),
    /// For those who watch.
    Watch,
}

impl Live {
    /// Is this page for somebody in this role?
    pub fn is_for(self, role: Option<Role>) -> bool {
        match self {
            Live::Public | Live::Me => true,
            Live::Desk => role.is_some_and(|role| may(role, Power::Set)),
            Live::Console(_) => role.is_some_and(|role| may(role, Power::Deal)),
            Live::Watch => role.is_some_and(|role| WATCH.contains(&role) || may(role, Power::Set)),
        }
    }

    fn script(self) -> &'static str {
        match self {
            Live::Public => "rooms/tournament/public.js",
            Live::Me => "rooms/tournament/me.js",
            Live::Desk => "rooms/tournament/desk.js",
            Live::Console(_) => "rooms/tournament/console.js",
            Live::Watch => "rooms/tournament/watch.js",
        }
    }

    fn key(self) -> &'static str {
        match self {
            Live::Public => "tour-page-public",
            Live::Me => "tour-page-me",
            Live::Desk => "tour-page-desk",
            Live::Console(_) => "tour-page-console",
            Live::Watch => "tour-page-watch",
        }
    }
}

/// Every tournament, and for those who may a form to begin one.
pub fn list(reader: &Reader) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    let begins = reader.role.is_some_and(|role| may(role, Power::Set));
    let body = html! {
        div.tour {
            header.hero { h1 { (say("tour-list-title")) } p { (say("tour-list-lead")) } }
            p.refusal id="lost" role="status" {}
            ul.tables id="tournaments" aria-busy="true" {}
            ul.tables id="older" {}
            p { button type="button" id="older-button" hidden { (say("tour-older")) } }
            @if begins {
                section.panel {
                    h2 { (say("tour-begin-title")) }
                    p.small { (say("tour-begin-lead")) }
                    form.card-form id="begin" {
                        label {
                            span { (say("tour-begin-conditions")) }
                            textarea name="conditions" rows="14" spellcheck="false" required {}
                        }
                        label { span { (say("tour-begin-file")) } input type="file" name="file" accept=".toml,text/plain"; }
                        button.gold type="submit" { (say("tour-begin-do")) }
                        ul.refusal id="begin-answer" role="alert" lang="en" {}
                    }
                }
            }
            noscript { p { (say("needs-script")) } }
        }
    };
    let title = say("tour-list-title");
    framed(
        reader,
        Page { title, room: "tournaments", script: Some("rooms/tournament/list.js"), says: SAYS, body },
    )
}

/// A live page of a tournament.
pub fn live(reader: &Reader, contest: &ContestEntry, page: Live, by_link: bool) -> Markup {
    let texts = reader.texts();
    let table = match page {
        Live::Console(table) => Some(table),
        _ => None,
    };
    let name = [
        ("name", FluentValue::from(contest.name.as_str())),
        ("table", FluentValue::from(i64::from(table.unwrap_or(0)))),
    ];
    let title = texts.say_with(page.key(), &name);
    let body = html! {
        div.tour id="tournament" data-tournament=(contest.id) data-book=(contest.book) data-table=[table]
            data-role=[reader.role] data-person=[reader.person.as_deref()] {
            header.tour-head {
                h1 { (title) }
                p id="phase" role="status" {}
            }
            (doors(reader, contest, page))
            p.lost id="lost" role="status" hidden {}
            p.refusal id="refusal" role="alert" {}
            p.unseen id="said" role="status" {}
            div.tour-body id="body" aria-busy="true" {}
            noscript { p { (texts.say("needs-script")) } }
        }
        (clause_dialog(reader))
        (proof(reader, by_link))
    };
    framed(reader, Page { title, room: "tournament", script: Some(page.script()), says: SAYS, body })
}

/// The way to the other pages of the tournament that this reader may see.
fn doors(reader: &Reader, contest: &ContestEntry, here: Live) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    let player = reader.role.is_none_or(|role| role == Role::Player);
    let at = |page: Live, path: String, key: &str| {
        html! {
            @if page.is_for(reader.role) && (page != Live::Me || player) {
                a href=(path) aria-current=[(here == page).then_some("page")] { (say(key)) }
            }
        }
    };
    let path = format!("/tournaments/{}", contest.id);
    html! {
        nav.tour-doors aria-label=(say("tour-doors")) {
            (at(Live::Public, path.clone(), "tour-door-public"))
            (at(Live::Me, format!("{path}/me"), "tour-door-me"))
            (at(Live::Desk, format!("{path}/desk"), "tour-door-desk"))
            @if Live::Console(1).is_for(reader.role) { span id="consoles" {} }
            (at(Live::Watch, format!("/watch/tournaments/{}", contest.id), "tour-door-watch"))
            a href={ (path) "/conditions" } { (say("tour-door-conditions")) }
            a href={ (path) "/screen" } { (say("tour-door-screen")) }
        }
    }
}

/// The big screen of a tournament, readable across a hall.
pub fn screen(reader: &Reader, contest: &ContestEntry) -> Markup {
    let texts = reader.texts();
    let name = [("name", FluentValue::from(contest.name.as_str()))];
    let title = texts.say_with("tour-page-screen", &name);
    let body = html! {
        div.big id="tournament" data-tournament=(contest.id) data-book=(contest.book) {
            header { h1 { (contest.name) } p id="phase" role="status" {} }
            div.big-tiles id="tiles" {}
            section.big-standings aria-labelledby="standings-name" {
                h2 id="standings-name" { (texts.say("tour-standings")) }
                div id="standings" {}
            }
            section.big-seats id="seats-part" aria-labelledby="seats-name" {
                h2 id="seats-name" { (texts.say("tour-seats")) }
                div id="seats" {}
            }
            section.big-won aria-labelledby="prizes-name" {
                h2 id="prizes-name" { (texts.say("tour-prizes")) }
                div id="prizes" {}
            }
            footer.sign-foot {
                a href={ "/tournaments/" (contest.id) } { (texts.say("tour-door-public")) }
                button.quiet type="button" id="hold" aria-pressed="false" { (texts.say("tour-screen-hold")) }
                button.quiet type="button" id="full" { (texts.say("sign-full")) }
            }
        }
    };
    bare(reader, Page { title, room: "big", script: Some("rooms/tournament/screen.js"), says: SAYS, body })
}

/// The conditions as they are published, to read and to print.
pub fn conditions(reader: &Reader, contest: &ContestEntry, document: &Document) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let name = [("name", FluentValue::from(contest.name.as_str()))];
    let body = html! {
        article.prose.tour-conditions {
            h1 { (texts.say_with("tour-page-conditions", &name)) }
            p { a href={ "/tournaments/" (contest.id) } { (say("tour-door-public")) } " · "
                a href={ "/api/v1/tournaments/" (contest.id) "/conditions" } { (say("tour-conditions-file")) } }
            p.small lang="en" { (document.instrument) }
            div lang="en" {
                @for paragraph in &document.paragraphs {
                    section {
                        h2 { (paragraph.title) }
                        p { (paragraph.text) }
                        p.small {
                            @for (index, clause) in paragraph.cites.clauses.iter().enumerate() {
                                @if index > 0 { ", " }
                                a href={ "/library/" (contest.book) "#" (clause) } { (clause) }
                            }
                        }
                    }
                }
                h2 { "Entry form" }
                ul.dots { @for field in &document.form { li { (field) } } }
                p { (document.agreement) }
            }
            p.small { code { (document.version) } }
        }
    };
    let title = texts.say_with("tour-page-conditions", &name);
    framed(reader, Page { title, room: "tournament", script: None, says: &[], body })
}

fn clause_dialog(reader: &Reader) -> Markup {
    html! {
        dialog.clause id="clause" aria-labelledby="clause-name" {
            h2 id="clause-name" {}
            div id="clause-text" lang="en" {}
            form method="dialog" { button.gold { (reader.texts().say("close")) } }
        }
    }
}

/// The dialog in which somebody proves again who they are.
fn proof(reader: &Reader, by_link: bool) -> Markup {
    let say = |key: &str| reader.texts().say(key);
    html! {
        dialog.clause id="proof" aria-labelledby="proof-title" {
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
