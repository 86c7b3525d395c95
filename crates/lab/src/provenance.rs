//! Where a book comes from: published as it stands on the shelf, a variant of such a book, altered, or somebody's own.

use crate::columns::{Columns, Values};
use baccarat::basis::Basis;
use baccarat::book::Book;
use baccarat::clause::Clause;
use baccarat::shelf;
use baccarat::wager::{Row, Wager};
use merkle::sha256;
use serde::Serialize;
use std::collections::HashSet;
use std::sync::LazyLock;

/// What the house puts behind the name of a book that is altered. It is no part of what the book says.
pub const ALTERED_MARK: &str = " (altered)";

/// How many topics a warning names; the answer has all of them.
const NAMED: usize = 12;

/// How a book stands to those on the shelf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It says what the book of its id on the shelf says.
    Published,
    /// It says what it is based on, changes some of that, and has a name and an instrument of its own.
    Variant,
    /// It bears the id, the name or the instrument of a book on the shelf, or is for the most part a copy of one, and says something else.
    Altered,
    /// It has nothing to do with any of them.
    Own,
}

/// Where a book comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// How it stands to the shelf.
    pub standing: Origin,
    /// The SHA-256 of what the book says: every value with its clauses, every row and every clause in a fixed form, whatever the file
    /// looks like.
    pub sha256: String,
    /// The book on the shelf that it is held against, if it is not that book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Where it says something else than that book.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Change>,
    /// How many of its values no instrument gives: they are assumed, and whoever reads what follows from them is told.
    #[serde(skip_serializing_if = "is_nothing")]
    pub assumed: usize,
}

fn is_nothing(count: &usize) -> bool {
    *count == 0
}

/// Something on which a book says something else than the one on the shelf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The topic; `wager.` and the wager's id, with `.name` or `.class` where not its rows differ; `clause` and its number; `name`,
    /// `instrument` or `words`.
    pub topic: String,
    /// What the book on the shelf says, with what it rests on where that alone differs.
    pub published: Vec<String>,
    /// What this book says.
    pub here: Vec<String>,
    /// The clauses on which either rests.
    pub clauses: Vec<String>,
}

impl Provenance {
    /// Holds a book against the shelf.
    pub fn of(book: &Book) -> Provenance {
        let hash = hash(book);
        let assumed = book.assumed().len();
        let own =
            |sha256| Provenance { standing: Origin::Own, sha256, base: None, changed: Vec::new(), assumed };
        let Some((base, standing)) = base(book) else { return own(hash) };
        if base.hash == hash {
            return Provenance { standing: Origin::Published, ..own(hash) };
        }
        let changed = changed(&base.book, book);
        Provenance { standing, base: Some(base.book.id.clone()), changed, ..own(hash) }
    }

    /// What must stand on everything that is shown of an altered book; nothing for any other.
    pub fn warning(&self) -> Option<String> {
        let base = self.base.as_ref().filter(|_| self.standing == Origin::Altered)?;
        let topics: Vec<&str> = self.changed.iter().map(|change| change.topic.as_str()).take(NAMED).collect();
        let more = match self.changed.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        Some(format!("ALTERED: this is not the published {base}; it differs in {}{more}.", topics.join(", ")))
    }

    /// What stands at the foot of everything that is shown of a book: how it stands, whether values of it are assumed, and the hash of
    /// what it says.
    pub fn foot(&self) -> String {
        let of = match (self.standing, &self.base) {
            (Origin::Variant, Some(base)) => format!(" of {base}"),
            (Origin::Altered, Some(base)) => format!(", not the published {base}"),
            _ => String::new(),
        };
        let assumed = match self.assumed {
            0 => String::new(),
            1 => "; 1 value assumed".to_owned(),
            count => format!("; {count} values assumed"),
        };
        format!("rules: {}{of}{assumed}; SHA-256 {}", self.standing, self.sha256)
    }

    /// Columns of an answer with two more, the same in every row: where the book comes from, and the hash of what it says.
    pub(crate) fn beside(&self, mut columns: Columns) -> Columns {
        let rows = columns.rows();
        for (name, value) in [("standing", self.standing.to_string()), ("rules_sha256", self.sha256.clone())]
        {
            columns.0.push((name.into(), Values::Text(vec![value; rows])));
        }
        columns
    }
}

/// How it stands, in one word.
impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Origin::Published => "published",
            Origin::Variant => "variant",
            Origin::Altered => "altered",
            Origin::Own => "own",
        })
    }
}

/// A book on the shelf, and the hash of what it says.
struct Published {
    book: Book,
    hash: String,
}

/// The books on the shelf, which are read once.
static SHELF: LazyLock<Vec<Published>> = LazyLock::new(|| {
    let read = |id: &str| {
        let book = Book::read(shelf::text(id)?).ok()?;
        Some(Published { hash: hash(&book), book })
    };
    shelf::ids().into_iter().filter_map(read).collect()
});

/// The book on the shelf that a book is to be held against, and how it stands to that one if it says something else. What a book says of
/// itself comes last: whoever bears the name of a published book is held against that one, whatever it says it is based on.
fn base(book: &Book) -> Option<(&'static Published, Origin)> {
    let find = |is_it: &dyn Fn(&Book) -> bool| SHELF.iter().find(|known| is_it(&known.book));
    let bears = find(&|known| known.id == book.id)
        .or_else(|| find(&|known| plain(&book.instrument).starts_with(&plain(&known.instrument))))
        .or_else(|| find(&|known| plain(called(book)) == plain(&known.name)));
    if let Some(known) = bears {
        return Some((known, Origin::Altered));
    }
    if let Some(named) = &book.based_on {
        return Some((find(&|known| known.id == *named)?, Origin::Variant));
    }
    Some((find(&|known| is_mostly(book, known))?, Origin::Altered))
}

/// A text without all that a reader looks past: letters and digits alone, all small.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What a book is called, without the mark of the house.
fn called(book: &Book) -> &str {
    book.name.strip_suffix(ALTERED_MARK).unwrap_or(&book.name)
}

/// Is a book for the most part a copy of another? It is if more than half of the clauses of either stand in the other with number and gist,
/// or if more than half of the topics on which either speaks rest on the very clauses on which they rest there.
fn is_mostly(book: &Book, known: &Book) -> bool {
    let clauses = |of: &Book| -> HashSet<(String, String)> {
        of.clauses.iter().map(|clause| (clause.number.to_string(), plain(&clause.gist))).collect()
    };
    let topics = |of: &Book| -> HashSet<(String, Vec<String>)> {
        let said = statements(of).into_iter().filter(|of| !of.topic.starts_with("clause "));
        said.filter(|of| !of.clauses.is_empty()).map(|of| (of.topic, of.clauses)).collect()
    };
    share_most(&clauses(book), &clauses(known)) || share_most(&topics(book), &topics(known))
}

/// Is more than half of either in both?
fn share_most<T: Eq + std::hash::Hash>(one: &HashSet<T>, other: &HashSet<T>) -> bool {
    2 * one.intersection(other).count() > one.len().min(other.len())
}

/// The SHA-256 of all that a book says.
pub(crate) fn hash(book: &Book) -> String {
    let mut text = String::new();
    for Statement { topic, answers, silent, .. } in statements(book) {
        text.push_str(&format!("{topic} = {answers:?} {silent:?}\n"));
    }
    sha256(&[text.as_bytes()]).to_string()
}

/// Something that a book says, in a fixed form. What is hashed and what is listed as changed is the same, so that neither can differ
/// without the other.
struct Statement {
    topic: String,
    /// In their order where that is part of what is said.
    answers: Vec<Said>,
    /// Why the book says nothing, where it does not.
    silent: Option<String>,
    clauses: Vec<String>,
    /// Whether each answer stands for itself, so that only those that differ are listed.
    apart: bool,
}

/// One answer, and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Said {
    value: String,
    rests: String,
}

impl Said {
    fn new(value: impl Into<String>, rests: impl Into<String>) -> Said {
        Said { value: value.into(), rests: rests.into() }
    }

    fn whole(&self) -> String {
        if self.rests.is_empty() { self.value.clone() } else { format!("{} ({})", self.value, self.rests) }
    }
}

impl Statement {
    fn of(topic: impl Into<String>, answers: Vec<Said>) -> Statement {
        Statement { topic: topic.into(), answers, silent: None, clauses: Vec::new(), apart: false }
    }

    /// The same, with the clauses that these name.
    fn citing<'b>(mut self, all: impl Iterator<Item = &'b Basis>) -> Statement {
        for clause in all.flat_map(|basis| basis.clauses()) {
            if !self.clauses.iter().any(|known| known == clause.as_str()) {
                self.clauses.push(clause.to_string());
            }
        }
        self
    }
}

/// By what a value is given, or why it is assumed.
fn rests_on(basis: &Basis) -> String {
    match basis {
        Basis::Clauses(_) => format!("by {basis}"),
        Basis::Assumed(why) => format!("assumed: {why}"),
    }
}

/// Everything that a book says: what it is called, every topic, every wager of every method row by row, every clause.
fn statements(book: &Book) -> Vec<Statement> {
    let words = book.words.iter().map(|(ours, theirs)| Said::new(format!("{ours}: {theirs}"), ""));
    let mut all = vec![
        Statement::of("name", vec![Said::new(called(book), "")]),
        Statement::of("instrument", vec![Said::new(book.instrument.as_str(), "")]),
        Statement { apart: true, ..Statement::of("words", words.collect()) },
    ];
    for said in book.rules.said() {
        let answer = |of: &baccarat::topic::Answer| Said::new(of.value.as_str(), rests_on(&of.basis));
        let mut answers: Vec<Said> = said.answers.iter().map(answer).collect();
        if !said.in_order {
            answers.sort();
            answers.dedup();
        }
        let statement = Statement::of(said.topic, answers).citing(said.answers.iter().map(|of| &of.basis));
        all.push(Statement { silent: said.silent, ..statement });
    }
    let mut known: Vec<&str> = Vec::new();
    for wager in book.methods().filter_map(|method| book.wagers(&method.id)).flatten() {
        if !known.contains(&wager.id.as_str()) {
            known.push(wager.id.as_str());
            wager_statements(book, wager.id.as_str(), &mut all);
        }
    }
    let mut clauses: Vec<&Clause> = book.clauses.iter().collect();
    clauses.sort_by_key(|clause| &clause.number);
    all.extend(clauses.into_iter().map(clause_statement));
    all
}

/// A wager's rows, its name and its class; with the method before each, where methods differ.
fn wager_statements(book: &Book, id: &str, all: &mut Vec<Statement>) {
    let of = |method: &str| book.wagers(method)?.iter().find(|wager| wager.id.as_str() == id);
    let ways: Vec<(&str, Option<&Wager>)> =
        book.methods().map(|method| (method.id.as_str(), of(&method.id))).collect();
    let by_method = |said: &dyn Fn(&Wager) -> Vec<Said>| -> Vec<Said> {
        let each: Vec<(&str, Option<Vec<Said>>)> =
            ways.iter().map(|(method, wager)| (*method, wager.map(said))).collect();
        if each.windows(2).all(|pair| pair[0].1 == pair[1].1) {
            return each.into_iter().next().and_then(|(_, said)| said).unwrap_or_default();
        }
        let tagged = |(method, said): (&str, Option<Vec<Said>>)| -> Vec<Said> {
            let tag = |one: Said| Said { value: format!("[{method}] {}", one.value), ..one };
            said.unwrap_or_default().into_iter().map(tag).collect()
        };
        each.into_iter().flat_map(tagged).collect()
    };
    let rows = by_method(&|wager| wager.rows.iter().map(row_said).collect());
    let bases = || ways.iter().filter_map(|(_, wager)| *wager).flat_map(|wager| &wager.rows);
    let bases = || bases().map(|row| &row.basis);
    let name = by_method(&|wager| vec![Said::new(wager.name.as_str(), "")]);
    let class = by_method(&|wager| vec![class_said(wager)]);
    all.push(Statement::of(format!("wager.{id}"), rows).citing(bases()));
    all.push(Statement::of(format!("wager.{id}.name"), name).citing(bases()));
    all.push(Statement::of(format!("wager.{id}.class"), class).citing(bases()));
}

fn row_said(row: &Row) -> Said {
    let name = row.name.as_ref().map_or_else(String::new, |name| format!("called {name}, "));
    Said::new(row.written(), format!("{name}{}", rests_on(&row.basis)))
}

fn class_said(wager: &Wager) -> Said {
    let backs = wager.backs.as_ref().map_or_else(String::new, |backs| format!(", on {}", written(backs)));
    Said::new(format!("{}{backs}", written(&wager.class)), "")
}

fn clause_statement(clause: &Clause) -> Statement {
    let actors: Vec<String> = clause.actor.iter().map(ToString::to_string).collect();
    let mut answers = vec![
        Said::new(format!("kind: {}", clause.kind), ""),
        Said::new(format!("gist: {}", clause.gist), ""),
        Said::new(format!("by: {}", actors.join(", ")), ""),
    ];
    answers.extend(clause.reading.iter().map(|reading| Said::new(format!("reading: {reading}"), "")));
    answers.extend(clause.scope.iter().map(|scope| Said::new(format!("for: {}", written(scope)), "")));
    let statement = Statement::of(format!("clause {}", clause.number), answers);
    Statement { clauses: vec![clause.number.to_string()], apart: true, ..statement }
}

/// A word or a record as JSON writes it, without quotation marks around a word.
fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default().trim_matches('"').to_owned()
}

/// Every statement that is not the same in both books.
fn changed(base: &Book, book: &Book) -> Vec<Change> {
    let (published, mut here) = (statements(base), statements(book));
    let mut all = Vec::new();
    for of in &published {
        let other = match here.iter().position(|other| other.topic == of.topic) {
            Some(place) => here.remove(place),
            None => Statement { apart: of.apart, ..Statement::of(of.topic.as_str(), Vec::new()) },
        };
        all.extend(change(of, &other));
    }
    for of in &here {
        all.extend(change(
            &Statement { apart: of.apart, ..Statement::of(of.topic.as_str(), Vec::new()) },
            of,
        ));
    }
    all
}

fn change(published: &Statement, here: &Statement) -> Option<Change> {
    if published.answers == here.answers && published.silent == here.silent {
        return None;
    }
    // A value that both give, resting on something else, shows what it rests on.
    let elsewhere = |one: &Said, other: &Statement| {
        !other.answers.contains(one) && other.answers.iter().any(|said| said.value == one.value)
    };
    let whole = published.answers.iter().any(|one| elsewhere(one, here))
        || here.answers.iter().any(|one| elsewhere(one, published));
    let listed = |of: &Statement, other: &Statement| -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for one in of.answers.iter().filter(|one| !of.apart || !other.answers.contains(one)) {
            let value = if whole { one.whole() } else { one.value.clone() };
            if !values.contains(&value) {
                values.push(value);
            }
        }
        if of.answers == other.answers {
            values.extend(of.silent.iter().map(|why| format!("silent: {why}")));
        }
        values
    };
    let mut clauses = published.clauses.clone();
    clauses.extend(here.clauses.iter().filter(|clause| !published.clauses.contains(clause)).cloned());
    let (topic, before) = (published.topic.clone(), listed(published, here));
    Some(Change { topic, published: before, here: listed(here, published), clauses })
}
