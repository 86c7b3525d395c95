//! The rule library: every book clause by clause, its wagers with their exact odds, and books side by side.
//!
//! It is complete without any script; `library.js` only narrows what is shown as one types.

use crate::web::shell::{Page, Reader, escaped, framed};
use baccarat::book::{Assumption, Book};
use baccarat::clause::ClauseKind;
use baccarat::compare::{Column, Parameter, parameters};
use baccarat::composition::Composition;
use baccarat::wager::{Settlement, Wager};
use fluent_bundle::FluentValue;
use lab::clauses::{self, ClauseAnswer, Wanted};
use lab::synonyms::Search;
use lab::{Change, Origin, Provenance};
use maud::{Markup, html};
use num_rational::BigRational;
use odds::{Evaluator, WagerOdds};

/// All books, and what a search finds in any of them.
pub fn shelf(reader: &Reader, books: &[&Book], search: &str) -> Markup {
    let texts = reader.texts();
    let body = html! {
        div.library {
            h1 { (texts.say("library-title")) }
            p.lead { (texts.say("library-intro")) }
            form.search role="search" method="get" {
                label {
                    span { (texts.say("library-search-all")) }
                    input type="search" name="search" value=(search) aria-describedby="search-intro";
                    small id="search-intro" { (texts.say("library-search-words")) }
                }
                button type="submit" { (texts.say("library-show")) }
            }
            @if !search.trim().is_empty() { (found_in_all(reader, books, search)) }
            ul.books {
                @for book in books {
                    li.book {
                        h2 lang="en" { a href={ "/library/" (book.id) } { (book.name) } }
                        p.small lang="en" { (book.instrument) }
                        (edition(reader, book))
                        p {
                            (texts.say_with("library-clauses", &[("count", FluentValue::from(book.clauses.len()))])) " · "
                            (texts.say_with("library-wagers", &[("count", FluentValue::from(kinds_of_wager(book)))]))
                        }
                    }
                }
            }
            (choose_to_compare(reader, books, &[]))
        }
    };
    let title = texts.say("library-title");
    framed(reader, Page { title, room: "library", script: None, says: &[], body })
}

/// The clauses of every book that a search finds.
fn found_in_all(reader: &Reader, books: &[&Book], search: &str) -> Markup {
    let texts = reader.texts();
    let wanted = Wanted { words: vec![search.to_owned()], ..Wanted::default() };
    let asked = Search::of(search);
    // What a clause says comes before what only a value of it says.
    let of_gist = |clause: &ClauseAnswer<'_>| !asked.fits(&clause.gist.to_lowercase());
    let found: Vec<(&Book, Vec<ClauseAnswer<'_>>, Vec<Assumption>)> = books
        .iter()
        .map(|book| {
            let mut clauses =
                clauses::find(book, &wanted, &book.id).map(|found| found.clauses).unwrap_or_default();
            clauses.sort_by_key(of_gist);
            (*book, clauses, clauses::assumed_with(book, search))
        })
        .filter(|(_, clauses, assumed)| !clauses.is_empty() || !assumed.is_empty())
        .collect();
    let count: usize = found.iter().map(|(_, clauses, assumed)| clauses.len() + assumed.len()).sum();
    html! {
        section.panel aria-labelledby="found" {
            h2 id="found" role="status" { (texts.say_with("library-found", &[("count", FluentValue::from(count))])) }
            @for (book, clauses, assumed) in &found {
                h3 lang="en" { a href={ "/library/" (book.id) } { (book.name) } " · " (clauses.len() + assumed.len()) }
                ul.found-clauses lang="en" {
                    @for clause in clauses {
                        li {
                            a href={ "/library/" (book.id) "#" (escaped(clause.clause.as_str())) } { (clause.clause) }
                            " " (clause.gist)
                        }
                    }
                    @for one in assumed {
                        li { span lang=(reader.language.tag()) { (texts.say("library-assumed")) } " " code { (one.topic) } ": " (one.why) }
                    }
                }
            }
        }
    }
}

/// The edition of a book in one line.
fn edition(reader: &Reader, book: &Book) -> Markup {
    html! { p.small.edition { (reader.texts().say("library-values-hash")) " " code { (Provenance::of(book).sha256) } } }
}

fn kinds_of_wager(book: &Book) -> usize {
    let mut ids: Vec<&str> = book
        .methods()
        .filter_map(|method| book.wagers(&method.id))
        .flatten()
        .map(|wager| wager.id.as_str())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    ids.len()
}

/// What the reader asks of one book.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The clause that is wanted, by the instrument's own number.
    pub number: Option<String>,
    /// A number that the book does not have, in place of which the nearest is shown, or all.
    pub missing: Option<String>,
    /// The settlement method whose odds are shown; the book's first if not given.
    pub method: Option<String>,
    /// The decks of the full shoe; the most the book allows if not given.
    pub decks: Option<u8>,
    /// What is searched for.
    pub search: String,
    /// The kind of clause that is wanted.
    pub kind: Option<String>,
}

/// One book: what its wagers cost, then its clauses.
pub fn book(reader: &Reader, (book, hash): (&Book, &str), question: &Question) -> Markup {
    let texts = reader.texts();
    let wanted = Wanted {
        numbers: question.number.clone().into_iter().collect(),
        words: vec![question.search.clone()],
        kind: ClauseKind::ALL.iter().copied().find(|kind| question.kind.as_deref() == Some(&word(kind))),
    };
    let found = clauses::find(book, &wanted, &book.id).map_or_else(|_| Vec::new(), |found| found.clauses);
    // Whoever asks for a clause sees it first.
    let of_clauses = clauses_of(reader, book, question, &found);
    let named = question.number.is_some() || question.missing.is_some();
    let body = html! {
        div.library id="library" data-book=(book.id) {
            p { a href="/library" { (texts.say("library-title")) } }
            h1 lang="en" { (book.name) }
            p.small lang="en" { (book.instrument) }
            @if named { p { a href={ "/library/" (book.id) } { (texts.say("library-whole-book")) } } (of_clauses) }
            (origin(reader, book, hash))
            @if !named {
                p.jump {
                    a.button.quiet href="#odds-name" { (texts.say("library-odds")) }
                    a.button.quiet href="#clauses-name" { (texts.say("library-search")) }
                }
            }
            (odds_of(reader, book, question))
            @if !named { (of_clauses) }
        }
    };
    framed(
        reader,
        Page {
            title: book.name.clone(),
            room: "library",
            script: Some("rooms/library/room.js"),
            says: &["library"],
            body,
        },
    )
}

/// The clauses of a book that were found, and the form that searches them.
fn clauses_of(reader: &Reader, book: &Book, question: &Question, found: &[ClauseAnswer<'_>]) -> Markup {
    let texts = reader.texts();
    html! {
        section aria-labelledby="clauses-name" {
            h2 id="clauses-name" { (texts.say_with("library-clauses", &[("count", FluentValue::from(book.clauses.len()))])) }
            form.search role="search" method="get" action={ "/library/" (book.id) } {
                label {
                    span { (texts.say("library-search")) }
                    input type="search" name="search" id="search" value=(question.search) aria-describedby="search-intro";
                    small id="search-intro" { (texts.say("library-search-intro")) }
                }
                label {
                    span { (texts.say("library-kind")) }
                    select name="kind" id="kind" {
                        option value="" { (texts.say("library-kind-all")) }
                        @for kind in kinds(book) {
                            option value=(kind) selected[question.kind.as_deref() == Some(&kind)] {
                                (texts.say(&format!("kind-{kind}")))
                            }
                        }
                    }
                }
                button type="submit" { (texts.say("library-show")) }
            }
            @if let Some(missing) = &question.missing {
                p.warning id="no-clause" {
                    (texts.say_with("library-no-clause", &[("number", FluentValue::from(missing.as_str()))]))
                    @if let Some(near) = &question.number {
                        " " (texts.say_with("library-nearest-clause", &[("number", FluentValue::from(near.as_str()))]))
                    }
                }
            }
            p.small id="found" role="status" {
                (texts.say_with("library-found", &[("count", FluentValue::from(found.len()))])) " · "
                (texts.say("library-in-english"))
            }
            ol.clauses id="clauses" {
                @for clause in found { (clause_entry(reader, clause)) }
            }
        }
    }
}

/// The kinds that this book's clauses have, in the order in which they first come.
fn kinds(book: &Book) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    for clause in &book.clauses {
        let kind = word(&clause.kind);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

fn word(kind: &ClauseKind) -> String {
    kind.to_string()
}

/// Where a book comes from, its hashes, and what it says otherwise than the book that it is held against.
fn origin(reader: &Reader, book: &Book, hash: &str) -> Markup {
    let texts = reader.texts();
    let provenance = Provenance::of(book);
    let base = provenance.base.as_deref().unwrap_or_default();
    let key = match provenance.standing {
        Origin::Published => "library-published",
        Origin::Variant => "library-based-on",
        Origin::Altered => "library-altered",
        Origin::Own => "library-own",
    };
    html! {
        p class=(if provenance.standing == Origin::Altered { "warning" } else { "origin" }) {
            (texts.say_with(key, &[("book", FluentValue::from(base))]))
        }
        dl.hashes {
            div { dt { (texts.say("library-values-hash")) } dd { code { (provenance.sha256) } } }
            div { dt { (texts.say("library-file-hash")) } dd { code { (hash) } } }
        }
        @if !provenance.changed.is_empty() {
            section.panel aria-labelledby="changed-name" {
                h2 id="changed-name" { (texts.say_with("library-changed", &[("book", FluentValue::from(base))])) }
                div.scroll tabindex="0" role="group" aria-labelledby="changed-name" {
                    table.compare lang="en" {
                        thead lang=(reader.language.tag()) {
                            tr {
                                @for key in ["topic", "published", "here", "clause"] {
                                    th scope="col" { (texts.say(&format!("library-col-{key}"))) }
                                }
                            }
                        }
                        tbody { @for change in &provenance.changed { (changed(reader, book, change)) } }
                    }
                }
            }
        }
    }
}

fn changed(reader: &Reader, book: &Book, change: &Change) -> Markup {
    let topics = book.rules.said();
    let about = topics.iter().find(|said| said.topic == change.topic).map(|said| said.about);
    let silent = |values: &[String]| {
        html! {
            @if values.is_empty() { span.silent lang=(reader.language.tag()) { (reader.texts().say("library-silent")) } }
            @for value in values { p { (plain(value)) } }
        }
    };
    html! {
        tr {
            th scope="row" { @if let Some(about) = about { span { (about) } " " } small { code { (change.topic) } } }
            td { (silent(&change.published)) }
            td { (silent(&change.here)) }
            td.cited { (change.clauses.join(", ")) }
        }
    }
}

fn clause_entry(reader: &Reader, clause: &ClauseAnswer<'_>) -> Markup {
    let texts = reader.texts();
    let kind = word(&clause.kind);
    html! {
        li.clause-entry id=(clause.clause.as_str()) data-kind=(kind) {
            header {
                a.number lang="en" href={ "#" (escaped(clause.clause.as_str())) } { (clause.clause) }
                span.kind { (texts.say(&format!("kind-{kind}"))) }
            }
            div lang="en" {
                p { (clause.gist) }
                @if let Some(reading) = clause.reading {
                    p.small { span lang=(reader.language.tag()) { (texts.say("library-reading")) ": " } (reading) }
                }
                @if !clause.gives.is_empty() {
                    ul.gives aria-label=(texts.say("library-gives")) lang=(reader.language.tag()) {
                        @for dependent in &clause.gives { li lang="en" { code { (dependent.topic) } " " (plain(&dependent.value)) } }
                    }
                }
            }
        }
    }
}

/// The exact odds of a book's wagers under one method on a full shoe.
struct Costs<'b> {
    method: &'b str,
    decks: u8,
    wagers: Vec<(&'b Wager, WagerOdds)>,
}

fn costs<'b>(book: &'b Book, question: &Question) -> Option<Costs<'b>> {
    let asked = question.method.as_deref();
    let method =
        book.methods().find(|method| Some(method.id.as_str()) == asked).or_else(|| book.methods().next())?;
    let allowed = &book.rules.cards.decks.0;
    let decks = question.decks.filter(|decks| allowed.contains(decks)).or(allowed.last().copied())?;
    let wagers: Vec<&Wager> = book.wagers(&method.id)?.iter().collect();
    let odds = Evaluator::new(book.tableau(), book.values(), &wagers)
        .ok()?
        .odds(&Composition::of_decks(decks))
        .ok()?;
    Some(Costs { method: &method.id, decks, wagers: wagers.into_iter().zip(odds).collect() })
}

fn odds_of(reader: &Reader, book: &Book, question: &Question) -> Markup {
    let texts = reader.texts();
    let Some(costs) = costs(book, question) else { return html! {} };
    // A page of some clauses has no place for the others.
    let is_part = question.number.is_some() || !question.search.is_empty() || question.kind.is_some();
    let whole = if is_part { format!("/library/{}", book.id) } else { String::new() };
    let name = book
        .methods()
        .find(|method| method.id == costs.method)
        .map(|method| texts.method(&method.id, &method.name));
    let message = [
        ("decks", FluentValue::from(costs.decks)),
        ("method", FluentValue::from(name.unwrap_or_else(|| costs.method.to_owned()))),
    ];
    html! {
        section aria-labelledby="odds-name" {
            h2 id="odds-name" { (texts.say("library-odds")) }
            p.small { (texts.say_with("library-odds-intro", &message)) }
            form.row method="get" {
                label {
                    span { (texts.say("library-method")) }
                    select name="method" {
                        @for method in book.methods() {
                            option value=(method.id) selected[method.id == costs.method] { (texts.method(&method.id, &method.name)) }
                        }
                    }
                }
                label {
                    span { (texts.say("library-decks")) }
                    select name="decks" {
                        @for decks in &book.rules.cards.decks.0 {
                            option value=(decks) selected[*decks == costs.decks] { (decks) }
                        }
                    }
                }
                button type="submit" { (texts.say("library-show")) }
            }
            div.scroll tabindex="0" role="group" aria-labelledby="odds-name" {
                table.odds {
                    thead {
                        tr {
                            @for key in ["wager", "pays", "wins", "edge", "deviation", "exact", "clause"] {
                                th scope="col" { (texts.say(&format!("library-col-{key}"))) }
                            }
                        }
                    }
                    tbody { @for (wager, odds) in &costs.wagers { (cost(reader, wager, odds, &whole)) } }
                }
            }
        }
    }
}

/// The line of a wager; `whole` is where its clauses stand, if not on this page.
fn cost(reader: &Reader, wager: &Wager, odds: &WagerOdds, whole: &str) -> Markup {
    let wins: Vec<String> = wager
        .rows
        .iter()
        .filter_map(|row| match row.settlement {
            Settlement::Wins(odds) => Some(in_figures(reader, &odds.to_string())),
            Settlement::StandsOff | Settlement::Loses => None,
        })
        .collect();
    let mut clauses: Vec<&str> = Vec::new();
    for number in wager.rows.iter().flat_map(|row| row.basis.clauses()) {
        if !clauses.contains(&number.as_str()) {
            clauses.push(number.as_str());
        }
    }
    html! {
        tr {
            th scope="row" { (reader.texts().wager(wager.id.as_str(), &wager.name)) }
            td { @for (i, pays) in wins.iter().enumerate() { @if i > 0 { br; } (pays) } }
            td.figure { (format!("{:.4}%", 100.0 * shown(&odds.hit_frequency()))) }
            td.figure { (format!("{:.4}%", 100.0 * odds.house_edge())) }
            td.figure { (format!("{:.4}", odds.standard_deviation())) }
            td.exact { code { (-odds.ev()) } }
            td.cited lang="en" {
                @for (i, number) in clauses.iter().enumerate() {
                    @if i > 0 { ", " }
                    a href={ (whole) "#" (escaped(number)) } { (number) }
                }
            }
        }
    }
}

/// What is paid, in figures, as at the table: 19 : 20, or 1 : 1 less 5%.
fn in_figures(reader: &Reader, pays: &str) -> String {
    let (odds, percent) = match pays.split_once(" less ") {
        Some((odds, percent)) => (odds, percent.strip_suffix('%')),
        None => (pays, None),
    };
    let odds = odds.replace(" to ", "\u{a0}:\u{a0}");
    match percent {
        Some(percent) => reader.texts().say_with(
            "pays-less",
            &[("odds", FluentValue::from(odds)), ("percent", FluentValue::from(percent))],
        ),
        None => odds,
    }
}

/// A fraction for the eye: the nearest number with enough figures.
fn shown(fraction: &BigRational) -> f64 {
    let text =
        (fraction * BigRational::from_integer(1_000_000_000_000_i64.into())).round().to_integer().to_string();
    text.parse::<f64>().unwrap_or(f64::NAN) / 1e12
}

fn choose_to_compare(reader: &Reader, books: &[&Book], chosen: &[&Book]) -> Markup {
    let texts = reader.texts();
    html! {
        form.panel.compare-form method="get" action="/library/compare" {
            h2 { (texts.say("library-compare")) }
            fieldset.choices {
                legend { (texts.say("library-compare-choose")) }
                @for (i, book) in books.iter().enumerate() {
                    @let on = if chosen.is_empty() { i < 2 } else { chosen.iter().any(|one| one.id == book.id) };
                    label { input type="checkbox" name="book" value=(book.id) checked[on]; span lang="en" { (book.name) } }
                }
            }
            button type="submit" { (texts.say("library-compare-go")) }
        }
    }
}

/// The chapter of a topic: what stands before its first point.
fn chapter_of(parameter: &Parameter) -> &str {
    parameter.topic.split('.').next().unwrap_or_default()
}

/// What is shown of books side by side.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The chapter, all of them if none is known by this.
    pub chapter: String,
    /// `all` topics, those on which a book is `silent`, otherwise those that differ.
    pub show: String,
    /// Words that a topic, a clause or a value must have.
    pub search: String,
}

/// Which topics a filter may leave.
const SHOWN: [&str; 3] = ["differ", "silent", "all"];

impl Filter {
    /// Is this topic shown, whatever its chapter?
    fn takes(&self, parameter: &Parameter, chosen: &[&Book]) -> bool {
        let silent = parameter.said.iter().any(|column| column.values.is_empty());
        let shown = match self.show.as_str() {
            "all" => true,
            "silent" => silent && parameter.differs,
            _ => parameter.differs,
        };
        shown
            && (self.search.trim().is_empty()
                || Search::of(&self.search)
                    .fits_beside(&searched(parameter, chosen), &parameter.topic.to_lowercase()))
    }
}

/// What a search looks at in a topic beside its name: what it is about, its values, and the clauses behind them, in small letters.
fn searched(parameter: &Parameter, chosen: &[&Book]) -> String {
    let mut text = vec![parameter.about.clone()];
    for (column, book) in parameter.said.iter().zip(chosen) {
        for value in &column.values {
            text.push(plain(&value.value));
            let clauses = value.clauses.iter().filter_map(|number| book.clause(number));
            text.extend(clauses.map(|clause| clause.gist.clone()));
        }
    }
    text.join(" ").to_lowercase()
}

/// Books side by side, chapter by chapter.
pub fn compare(reader: &Reader, books: &[&Book], chosen: &[&Book], filter: &Filter) -> Markup {
    let texts = reader.texts();
    let copies: Vec<Book> = chosen.iter().map(|book| (*book).clone()).collect();
    let mut all: Vec<Parameter> = parameters(&copies);
    let mut chapters: Vec<String> = all.iter().map(|parameter| chapter_of(parameter).to_owned()).collect();
    chapters.dedup();
    all.retain(|parameter| filter.takes(parameter, chosen));
    if chapters.contains(&filter.chapter) {
        all.retain(|parameter| chapter_of(parameter) == filter.chapter);
    }
    let count = [("count", FluentValue::from(all.len()))];
    let named = |chapter: &str| texts.say(&format!("chapter-{chapter}"));
    let body = html! {
        div.library {
            p { a href="/library" { (texts.say("library-title")) } }
            h1 { (texts.say("library-compare-title")) }
            p.lead { (texts.say("library-compare-intro")) }
            (choose_to_compare(reader, books, chosen))
            form.row.no-print method="get" {
                @for book in chosen { input type="hidden" name="book" value=(book.id); }
                label {
                    span { (texts.say("library-chapter")) }
                    select name="chapter" {
                        option value="" { (texts.say("library-chapter-all")) }
                        @for known in &chapters { option value=(known) selected[*known == filter.chapter] { (named(known)) } }
                    }
                }
                label {
                    span { (texts.say("library-topics")) }
                    select name="show" {
                        @for show in SHOWN { option value=(show) selected[show == filter.show] { (texts.say(&format!("library-topics-{show}"))) } }
                    }
                }
                label { span { (texts.say("library-words")) } input type="search" name="search" value=(filter.search); }
                button type="submit" { (texts.say("library-show")) }
            }
            @if all.is_empty() { p role="status" { (texts.say("library-compare-none")) } } @else {
                p role="status" { (texts.say_with("library-topics-shown", &count)) }
                div.scroll tabindex="0" role="group" aria-label=(texts.say("library-compare-title")) {
                    table.compare lang="en" {
                        thead {
                            tr {
                                th scope="col" lang=(reader.language.tag()) { (texts.say("library-col-topic")) }
                                @for book in chosen {
                                    th scope="col" { a href={ "/library/" (book.id) } { (book.name) } (edition(reader, book)) }
                                }
                            }
                        }
                        @for chapter in &chapters {
                            @let topics: Vec<&Parameter> = all.iter().filter(|parameter| chapter_of(parameter) == chapter).collect();
                            @if !topics.is_empty() {
                                tbody {
                                    tr.chapter {
                                        th scope="colgroup" colspan=(chosen.len() + 1) lang=(reader.language.tag()) { (named(chapter)) }
                                    }
                                    @for parameter in topics { (compared(reader, parameter, chosen)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    let title = texts.say("library-compare-title");
    framed(reader, Page { title, room: "library", script: None, says: &[], body })
}

fn compared(reader: &Reader, parameter: &Parameter, chosen: &[&Book]) -> Markup {
    html! {
        tr {
            th scope="row" { span { (parameter.about) } " " small { code { (parameter.topic) } } }
            @for (column, book) in parameter.said.iter().zip(chosen) { td { (said(reader, column, book)) } }
        }
    }
}

/// A value of a book in words, without the marks that its file needs.
fn plain(value: &str) -> String {
    let bare = value.replace(['"', '{', '}', '[', ']'], "").replace(" = ", ": ").replace('_', " ");
    let mut words = String::with_capacity(bare.len());
    let mut letters = bare.trim().chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let joins = letter == '-'
            && before.is_alphabetic()
            && letters.peek().is_some_and(|next| next.is_alphabetic());
        words.push(if joins { ' ' } else { letter });
        before = letter;
    }
    match words.as_str() {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        _ => words.replace(": true", ": yes").replace(": false", ": no"),
    }
}

/// What a book says on a topic: each clause in a sentence, then the value that it comes to.
fn said(reader: &Reader, column: &Column, book: &Book) -> Markup {
    let texts = reader.texts();
    let mut numbers: Vec<&str> = Vec::new();
    for number in column.values.iter().flat_map(|value| &value.clauses) {
        if !numbers.contains(&number.as_str()) {
            numbers.push(number);
        }
    }
    html! {
        @if column.values.is_empty() {
            span.silent lang=(reader.language.tag()) title=[column.silent.as_deref()] { (texts.say("library-silent")) }
        }
        @for number in numbers {
            p {
                a href={ "/library/" (column.book) "#" (escaped(number)) } { (number) } " "
                @if let Some(clause) = book.clause(number) { (clause.gist) }
            }
        }
        @for value in &column.values {
            p.small {
                (plain(&value.value)) " "
                @if let Some(why) = &value.assumed {
                    em title=(why) lang=(reader.language.tag()) { (texts.say("library-assumed")) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_without_the_marks_of_a_file() {
        let check = |value: &str, expected: &str| assert_eq!(plain(value), expected);
        check("dealer-only", "dealer only");
        check("true", "yes");
        check("-0.5", "-0.5");
        check(
            "{ by = [\"dealer\", \"game-supervisor\"], how = \"each-alone-must\", in_play = false }",
            "by: dealer, game supervisor, how: each alone must, in play: no",
        );
    }
}
