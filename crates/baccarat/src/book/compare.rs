//! Books side by side: every parameter, and whether they differ in what it comes to.

use crate::book::Book;
use crate::outcome::Outcome;
use crate::topic::Said;
use crate::wager::{Row, Wager};
use num_rational::Ratio;
use serde::Serialize;
use std::collections::HashSet;

/// One parameter and what each book says on it.
#[derive(Serialize)]
pub struct Parameter {
    /// The topic, or `wager.` and the wager's id.
    pub topic: String,
    /// What it is about.
    pub about: String,
    /// Do the books differ on it?
    pub differs: bool,
    /// What each book says, in the order of the books.
    pub said: Vec<Column>,
}

/// What one book says.
#[derive(Serialize, Clone)]
pub struct Column {
    /// The book's id.
    pub book: String,
    /// Each value with its clauses; empty where the book is silent.
    pub values: Vec<Value>,
    /// Why it is silent, where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<String>,
    /// What it comes to, however the book divides it into rows.
    #[serde(skip)]
    meaning: Meaning,
}

/// What a book's answer comes to. Books agree where this is equal, whatever their words.
#[derive(Clone, PartialEq, Eq)]
enum Meaning {
    /// Nothing is said.
    Silent,
    /// These values: in their order where that is part of what is said, otherwise sorted.
    Values(Vec<String>),
    /// What each rank counts, or which cells of the chart draw.
    WorkedOut(String),
    /// For each way in which a wager is settled, what one unit gains on every outcome.
    Settled(Vec<Vec<Option<Ratio<i64>>>>),
}

/// A value that a book gives, and what it rests on.
#[derive(Serialize, Clone)]
pub struct Value {
    /// The value as the book file writes it.
    pub value: String,
    /// The clauses that give it.
    pub clauses: Vec<String>,
    /// Why it is assumed, where no clause gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
}

/// Every topic and every wager, with what each of these books says on it.
pub fn parameters(books: &[Book]) -> Vec<Parameter> {
    let Some(first) = books.first() else { return Vec::new() };
    let about = first.rules.said();
    let said: Vec<Vec<Said>> = books.iter().map(|book| book.rules.said()).collect();
    let topics = about.iter().enumerate().map(|(place, about)| {
        let columns = books.iter().zip(&said).map(|(book, said)| column(book, &said[place])).collect();
        parameter(about.topic.to_owned(), about.about.to_owned(), columns)
    });
    topics.chain(wagers(books)).collect()
}

fn parameter(topic: String, about: String, said: Vec<Column>) -> Parameter {
    let differs = said.windows(2).any(|pair| pair[0].meaning != pair[1].meaning);
    Parameter { topic, about, differs, said }
}

fn column(book: &Book, said: &Said) -> Column {
    let mut values: Vec<Value> = Vec::new();
    for answer in &said.answers {
        let clauses = answer.basis.clauses().iter().map(|clause| clause.to_string());
        add(&mut values, &answer.value, clauses, answer.basis.assumed());
    }
    let meaning = meaning(book, said, &values);
    Column { book: book.id.clone(), values, silent: said.silent.clone(), meaning }
}

/// Several clauses may give the same value: it is shown once, with all of them.
fn add(values: &mut Vec<Value>, text: &str, clauses: impl Iterator<Item = String>, assumed: Option<&str>) {
    let place = values.iter().position(|value| value.value == text).unwrap_or_else(|| {
        let assumed = assumed.map(str::to_owned);
        values.push(Value { value: text.to_owned(), clauses: Vec::new(), assumed });
        values.len() - 1
    });
    for clause in clauses {
        if !values[place].clauses.contains(&clause) {
            values[place].clauses.push(clause);
        }
    }
}

/// Books that divide the chart into other rows still agree if every cell is the same.
fn meaning(book: &Book, said: &Said, values: &[Value]) -> Meaning {
    let tableau = book.tableau();
    let rules = &book.rules;
    match said.topic {
        _ if values.is_empty() => Meaning::Silent,
        topic if topic == rules.cards.values.topic.id => Meaning::WorkedOut(format!("{:?}", book.values())),
        topic if topic == rules.tableau.player.topic.id => {
            Meaning::WorkedOut(format!("{:?}", tableau.player_draws))
        }
        topic if topic == rules.tableau.banker.topic.id => {
            Meaning::WorkedOut(format!("{:?} {:?}", tableau.banker_draws_alone, tableau.banker_draws))
        }
        _ => {
            let mut values: Vec<String> = values.iter().map(|value| value.value.clone()).collect();
            if !said.in_order {
                values.sort();
            }
            Meaning::Values(values)
        }
    }
}

/// The wagers of all books, each with its rows.
fn wagers(books: &[Book]) -> Vec<Parameter> {
    let outcomes: HashSet<Outcome> = books.iter().flat_map(Book::outcomes).collect();
    let outcomes: Vec<Outcome> = outcomes.into_iter().collect();
    let mut order: Vec<&Wager> = Vec::new();
    for wager in books.iter().flat_map(all_wagers) {
        if !order.iter().any(|known| known.id == wager.id) {
            order.push(wager);
        }
    }
    let of = |wager: &&Wager| {
        let columns = books.iter().map(|book| wager_column(book, wager.id.as_str(), &outcomes)).collect();
        parameter(format!("wager.{}", wager.id), format!("What {} pays, row by row.", wager.name), columns)
    };
    order.iter().map(of).collect()
}

fn all_wagers(book: &Book) -> impl Iterator<Item = &Wager> {
    book.methods().filter_map(|method| book.wagers(&method.id)).flatten()
}

/// A wager's rows; with the method before each, where methods have different rows.
fn wager_column(book: &Book, id: &str, outcomes: &[Outcome]) -> Column {
    let of = |method: &str| book.wagers(method)?.iter().find(|wager| wager.id.as_str() == id);
    let ways: Vec<(&str, Option<&Wager>)> =
        book.methods().map(|method| (method.id.as_str(), of(&method.id))).collect();
    let rows =
        |wager: Option<&Wager>| wager.map(|wager| wager.rows.iter().map(Row::written).collect::<Vec<_>>());
    let apart = ways.windows(2).any(|pair| rows(pair[0].1) != rows(pair[1].1));
    let mut values: Vec<Value> = Vec::new();
    for (method, wager) in &ways {
        for row in wager.iter().flat_map(|wager| &wager.rows) {
            let text = if apart { format!("[{method}] {}", row.written()) } else { row.written() };
            let clauses = row.basis.clauses().iter().map(|clause| clause.to_string());
            add(&mut values, &text, clauses, row.basis.assumed());
        }
    }
    let silent = values.is_empty().then(|| "This book has no such wager.".to_owned());
    let meaning = match values.is_empty() {
        true => Meaning::Silent,
        // On cards that are told apart in a thousand ways, books agree if their rows do.
        false if ways.iter().any(|(_, wager)| wager.is_some_and(Wager::asks_cards)) => {
            Meaning::Values(values.iter().map(|value| value.value.clone()).collect())
        }
        false => settled(ways.iter().filter_map(|(_, wager)| *wager), outcomes),
    };
    Column { book: book.id.clone(), values, silent, meaning }
}

fn settled<'b>(ways: impl Iterator<Item = &'b Wager>, outcomes: &[Outcome]) -> Meaning {
    let nets = |wager: &Wager| -> Vec<Option<Ratio<i64>>> {
        outcomes.iter().map(|outcome| wager.row(outcome).map(|row| row.settlement.net())).collect()
    };
    let mut settled: Vec<Vec<Option<Ratio<i64>>>> = ways.map(nets).collect();
    settled.dedup();
    Meaning::Settled(settled)
}
