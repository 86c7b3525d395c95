//! `croupier compare`: every parameter on which books differ, side by side.

use crate::failure::Failure;
use crate::library;
use crate::screen::Screen;
use baccarat::book::Book;
use baccarat::outcome::Outcome;
use baccarat::topic::Said;
use baccarat::wager::{Row, Wager};
use clap::Args;
use num_rational::Ratio;
use serde::Serialize;
use std::collections::HashSet;

/// What to compare.
#[derive(Args)]
pub struct CompareArgs {
    /// Two books or more: ids, or paths of book files
    #[arg(required = true, num_args = 2.., value_name = "BOOK")]
    books: Vec<String>,
    /// Also the parameters on which they agree
    #[arg(long)]
    all: bool,
    /// JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// One parameter and what each book says on it.
#[derive(Serialize)]
struct Parameter {
    topic: String,
    about: String,
    differs: bool,
    said: Vec<Column>,
}

/// What one book says.
#[derive(Serialize, Clone)]
struct Column {
    book: String,
    /// Each value with its clauses; empty where the book is silent.
    values: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    silent: Option<String>,
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

#[derive(Serialize, Clone)]
struct Value {
    value: String,
    clauses: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed: Option<String>,
}

/// Runs it.
pub fn run(args: &CompareArgs, screen: &Screen) -> Result<(), Failure> {
    let books: Vec<Book> =
        args.books.iter().map(|name| library::open(name)).collect::<Result<_, Failure>>()?;
    let parameters: Vec<Parameter> =
        parameters(&books).into_iter().filter(|parameter| args.all || parameter.differs).collect();
    let text = match args.json {
        true => json(&books, &parameters),
        false => table(&books, &parameters, screen),
    };
    Ok(screen.write(&text)?)
}

fn parameters(books: &[Book]) -> Vec<Parameter> {
    let said: Vec<Vec<Said>> = books.iter().map(|book| book.rules.said()).collect();
    let topics = (0..said[0].len()).map(|place| {
        let columns = books.iter().zip(&said).map(|(book, said)| column(book, &said[place])).collect();
        parameter(said[0][place].topic.to_owned(), said[0][place].about.to_owned(), columns)
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
    match said.topic {
        _ if values.is_empty() => Meaning::Silent,
        "cards.values" => Meaning::WorkedOut(format!("{:?}", book.values())),
        "tableau.player" => Meaning::WorkedOut(format!("{:?}", tableau.player_draws)),
        "tableau.banker" => {
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

fn table(books: &[Book], parameters: &[Parameter], screen: &Screen) -> String {
    let mut headings = vec!["topic"];
    headings.extend(books.iter().map(|book| book.id.as_str()));
    let mut table = screen.table(&headings);
    for parameter in parameters {
        let mut cells = vec![screen.strong(format!("{}\n{}", parameter.topic, parameter.about))];
        cells.extend(parameter.said.iter().map(|column| screen.plain(cell(column))));
        table.add_row(cells);
    }
    let names: Vec<&str> = books.iter().map(|book| book.name.as_str()).collect();
    let heading = screen.heading(&names.join(" · "));
    format!("{heading}\n{}{} parameters differ\n", screen.text_of(&table), differing(parameters))
}

fn differing(parameters: &[Parameter]) -> usize {
    parameters.iter().filter(|parameter| parameter.differs).count()
}

fn cell(column: &Column) -> String {
    if column.values.is_empty() {
        return "—".to_owned();
    }
    let value = |value: &Value| match &value.assumed {
        Some(_) => format!("{} (assumed)", value.value),
        None => format!("{} ({})", value.value, value.clauses.join(", ")),
    };
    column.values.iter().map(value).collect::<Vec<_>>().join("\n")
}

fn json(books: &[Book], parameters: &[Parameter]) -> String {
    let books: Vec<&str> = books.iter().map(|book| book.id.as_str()).collect();
    let json = serde_json::json!({ "books": books, "parameters": parameters });
    format!("{json:#}\n")
}
