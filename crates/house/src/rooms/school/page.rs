//! The school: practice, tests and what to practise; `room.js` asks the questions.

use super::dealer;
use super::table::{TableFrame, assumed};
use crate::web::shell::{Page, Reader, framed};
use crate::web::texts::Texts;
use maud::{Markup, html};
use people::role::INSTRUCT;
use school::register::MOST_QUESTIONS;
use school::{Kind, Lesson};

/// A book that is taught.
pub struct Taught {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How many of its values are assumed.
    pub assumed: usize,
}

/// The page of the school, with the books.
pub fn page(reader: &Reader, books: &[Taught]) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let instructs = reader.role.is_some_and(|role| INSTRUCT.contains(&role));
    let body = html! {
        div.school {
            h1 { (say("school-title")) }
            p.lead { (say("school-lead")) }
            p.refusal id="refusal" role="alert" {}
            @if reader.person.is_some() {
                (practice(texts, books))
                @for book in books.iter().filter(|book| book.assumed > 0) {
                    div { strong lang="en" { (book.name) } (assumed(reader, &book.id, book.assumed)) }
                }
                (asking(texts))
                section.school-part id="tests" aria-labelledby="tests-name" {
                    h2 id="tests-name" { (say("school-tests")) }
                    div id="test-list" {}
                    div id="results" {}
                }
                @if instructs { (setting(texts, books)) }
                section.school-part id="mine" aria-labelledby="mine-name" {
                    h2 id="mine-name" { (say("school-mine")) }
                    div id="progress" {}
                    div id="wrong" {}
                }
            } @else {
                p { (say("school-sign-in")) }
                p { a.button.gold href="/sign-in?to=/school" { (say("sign-in")) } }
            }
            noscript { p { (say("needs-script")) } }
        }
    };
    let title = say("school-title");
    let script = reader.person.is_some().then_some("rooms/school/room.js");
    framed(reader, Page { title, room: "school", script, says: &["school", "table"], body })
}

fn book_choice(texts: &Texts, books: &[Taught]) -> Markup {
    html! {
        label {
            span { (texts.say("school-book")) }
            select name="book" { @for book in books { option value=(book.id) { (book.name) } } }
        }
    }
}

fn kind_choice(texts: &Texts) -> Markup {
    html! {
        label {
            span { (texts.say("school-exercise")) }
            select name="kind" {
                option value="all" { (texts.say("school-all-in-turn")) }
                @for kind in Kind::ALL.into_iter().chain([Kind::WholeCoups]) {
                    option value=(kind.word()) { (texts.say(&format!("school-kind-{kind}"))) }
                }
            }
        }
    }
}

fn practice(texts: &Texts, books: &[Taught]) -> Markup {
    let say = |key: &str| texts.say(key);
    html! {
        section.school-part id="practise" aria-labelledby="practise-name" {
            h2 id="practise-name" { (say("school-practise")) }
            form.row id="practice" {
                (book_choice(texts, books))
                (kind_choice(texts))
                label {
                    span { (say("school-how-many")) }
                    input name="questions" type="number" min="1" max=(MOST_QUESTIONS) value="10" required;
                }
                label {
                    span { (say("school-seed")) }
                    input name="seed" type="number" min="0" max="4294967295" aria-describedby="seed-intro";
                }
                button.gold type="submit" { (say("school-start")) }
            }
            p.small id="seed-intro" { (say("school-seed-intro")) }
        }
    }
}

/// Where a question stands.
fn asking(texts: &Texts) -> Markup {
    let say = |key: &str| texts.say(key);
    html! {
        section.school-part.school-question id="question" hidden aria-labelledby="question-number" {
            div.school-head {
                h2 id="question-number" tabindex="-1" {}
                span.school-clock id="clock" aria-hidden="true" {}
                button.quiet id="stop" type="button" { (say("school-stop")) }
            }
            div.school-hands id="hands" {}
            div id="lying" {}
            p.school-asked id="asked" {}
            form id="answer" {}
            div id="feedback" role="status" {}
        }
    }
}

fn setting(texts: &Texts, books: &[Taught]) -> Markup {
    let say = |key: &str| texts.say(key);
    html! {
        section.school-part id="set" aria-labelledby="set-name" {
            h2 id="set-name" { (say("school-set")) }
            p.small { (say("school-set-intro")) }
            form.row id="set-test" {
                label { span { (say("school-name")) } input name="name" required maxlength="60"; }
                (book_choice(texts, books))
                (kind_choice(texts))
                label {
                    span { (say("school-how-many")) }
                    input name="questions" type="number" min="1" max=(MOST_QUESTIONS) value="20" required;
                }
                label {
                    span { (say("school-pass")) }
                    input name="pass" type="number" min="1" max="100" value="80" required;
                }
                label {
                    span { (say("school-seed")) }
                    input name="seed" type="number" min="0" max="4294967295";
                }
                button type="submit" { (say("school-set-now")) }
            }
        }
    }
}

/// Whole coups: the felt of a practice table over the console of every table.
pub fn coups(reader: &Reader, table: &TableFrame<'_>) -> Markup {
    let texts = reader.texts();
    let say = |key: &str| texts.say(key);
    let head = html! {
        h1 { (say("school-coups-title")) }
        p { a href={ "/library/" (table.book) } lang="en" { (table.book_name) } }
        (assumed(reader, table.book, table.assumed))
        p id="duty" hidden {}
        p.coup-number id="coup-number" {}
        p { a href="/school" { (say("school-title")) } }
    };
    let trainee = Lesson::trainee().name.to_string();
    let body = html! {
        section.lesson aria-labelledby="lesson-number" {
            div.school-head {
                h2 id="lesson-number" {}
                span.school-clock id="lesson-clock" aria-hidden="true" {}
                span id="lesson-errors" {}
                button.quiet type="button" id="lesson-again" { (say("school-coups-again")) }
            }
            div.lesson-felt {
                div {
                    h3 { (say("school-felt")) }
                    p id="lesson-nothing" { (say("school-felt-nothing")) }
                    p.lesson-happened id="lesson-happened" role="alert" hidden {}
                    ul.lesson-laid id="lesson-laid" {}
                }
                div id="lesson-comes" hidden {
                    h3 { (say("school-card-comes")) }
                    ul.cards id="lesson-cards" {}
                }
            }
            ul.lesson-slips id="lesson-slips" role="status" {}
            div id="lesson-result" {}
            details { summary { (say("school-coups-how")) } p { (say("school-coups-intro")) } }
        }
        (dealer::console(reader, table, &trainee, true, &head))
    };
    let says: &[&str] = &["school", "dealer", "table", "shell"];
    framed(
        reader,
        Page {
            title: say("school-coups-title"),
            room: "dealer",
            script: Some("rooms/school/coups.js"),
            says,
            body,
        },
    )
}
