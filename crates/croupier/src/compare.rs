//! `croupier compare`: every parameter on which books differ, side by side.

use crate::failure::Failure;
use crate::library;
use crate::screen::Screen;
use baccarat::book::Book;
use baccarat::topic::Said;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;

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
    let values = |column: &Column| {
        let mut values: Vec<String> = column.values.iter().map(|value| value.value.clone()).collect();
        values.sort();
        values.dedup();
        values
    };
    let differs = said.windows(2).any(|pair| values(&pair[0]) != values(&pair[1]));
    Parameter { topic, about, differs, said }
}

fn column(book: &Book, said: &Said) -> Column {
    // Several clauses may give the same value: it is shown once, with all of them.
    let mut values: Vec<Value> = Vec::new();
    for answer in &said.answers {
        let clauses = answer.basis.clauses().iter().map(|clause| clause.0.clone());
        match values.iter_mut().find(|value| value.value == answer.value) {
            Some(value) => value.clauses.extend(clauses),
            None => values.push(Value {
                value: answer.value.clone(),
                clauses: clauses.collect(),
                assumed: answer.basis.assumed().map(str::to_owned),
            }),
        }
    }
    Column { book: book.id.clone(), values, silent: said.silent.clone() }
}

/// The wagers of all books, each with its rows under each method.
fn wagers(books: &[Book]) -> Vec<Parameter> {
    let mut order: Vec<String> = Vec::new();
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for book in books {
        for wager in book.methods().filter_map(|method| book.wagers(&method.id)).flatten() {
            if names.insert(wager.id.to_string(), wager.name.clone()).is_none() {
                order.push(wager.id.to_string());
            }
        }
    }
    let of = |id: &str| books.iter().map(|book| wager_column(book, id)).collect();
    order
        .iter()
        .map(|id| parameter(format!("wager.{id}"), format!("What {} pays, row by row.", names[id]), of(id)))
        .collect()
}

fn wager_column(book: &Book, id: &str) -> Column {
    let several = book.methods().count() > 1;
    let mut values: Vec<Value> = Vec::new();
    for method in book.methods() {
        let wagers = book.wagers(&method.id).unwrap_or_default();
        for row in wagers.iter().filter(|wager| wager.id.as_str() == id).flat_map(|wager| &wager.rows) {
            values.push(Value {
                value: if several { format!("[{}] {}", method.id, row.written()) } else { row.written() },
                clauses: row.basis.clauses().iter().map(|clause| clause.0.clone()).collect(),
                assumed: row.basis.assumed().map(str::to_owned),
            });
        }
    }
    let silent = values.is_empty().then(|| "This book has no such wager.".to_owned());
    Column { book: book.id.clone(), values, silent }
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
