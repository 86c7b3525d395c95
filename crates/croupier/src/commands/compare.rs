//! `croupier compare`: every parameter on which books differ, side by side.

use crate::arguments::words::BookName;
use crate::failure::Failure;
use crate::files::library;
use crate::screen::Screen;
use baccarat::book::Book;
use baccarat::compare::{Column, Parameter, Value, parameters};
use clap::Args;
use lab::Provenance;

/// What to compare.
#[derive(Args)]
pub struct CompareArgs {
    /// Two books or more: ids, or paths of book files
    #[arg(required = true, num_args = 2.., value_name = "BOOK", value_parser = BookName, hide_possible_values = true)]
    books: Vec<String>,
    /// Also the parameters on which they agree
    #[arg(long)]
    all: bool,
    /// JSON instead of a table
    #[arg(long)]
    json: bool,
}

/// Runs it.
pub fn run(args: &CompareArgs, screen: &Screen) -> Result<(), Failure> {
    let books: Vec<Book> =
        args.books.iter().map(|name| library::open_and_warn(name)).collect::<Result<_, Failure>>()?;
    let parameters: Vec<Parameter> =
        parameters(&books).into_iter().filter(|parameter| args.all || parameter.differs).collect();
    let text = match args.json {
        true => json(&books, &parameters),
        false => table(&books, &parameters, screen),
    };
    Ok(screen.write(&text)?)
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
    let feet = books.iter().map(|book| format!("{}: {}", book.id, screen.foot(&Provenance::of(book))));
    let feet = feet.collect::<String>();
    format!("{heading}\n{}{} parameters differ\n{feet}", screen.text_of(&table), differing(parameters))
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
    let provenance: Vec<Provenance> = books.iter().map(Provenance::of).collect();
    let books: Vec<&str> = books.iter().map(|book| book.id.as_str()).collect();
    let json = serde_json::json!({ "books": books, "provenance": provenance, "parameters": parameters });
    format!("{json:#}\n")
}
