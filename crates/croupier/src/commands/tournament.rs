//! `croupier tournament`: conditions checked and printed, structures planned.

mod plan;
mod print;

use crate::failure::Failure;
use crate::files::{Files, library};
use crate::screen::Screen;
use baccarat::book::Book;
use clap::{Args, Subcommand};
use lab::Provenance;
use tournament::conditions::Conditions;
use tournament::document::document;

/// What is asked about tournaments.
#[derive(Subcommand)]
pub enum TournamentCommand {
    /// Check a conditions file against its book: every fault at once, with line and clause
    Check(CheckArgs),
    /// The conditions document, entry form, seat cards and sign as HTML or PDF
    Print(PrintArgs),
    /// Propose structures for entrants, tables and time, and play them out with named strategies
    Plan(plan::PlanArgs),
}

/// Which conditions.
#[derive(Args)]
pub struct CheckArgs {
    /// A conditions file
    file: String,
}

/// Which conditions, and where to.
#[derive(Args)]
pub struct PrintArgs {
    /// A conditions file
    file: String,
    /// The files to write: .html or .pdf
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    output: Vec<String>,
}

/// Runs it.
pub fn run(command: &TournamentCommand, screen: &Screen) -> Result<(), Failure> {
    match command {
        TournamentCommand::Check(args) => check(args, screen),
        TournamentCommand::Print(args) => print(args, screen),
        TournamentCommand::Plan(args) => plan::run(args, screen),
    }
}

/// Reads conditions and the book that they name.
fn read(file: &str) -> Result<(Conditions, Book), Failure> {
    let text = library::read_file(file)?;
    let named = Conditions::book_of(&text).map_err(|faults| Failure::faults(file, &faults))?;
    let Some(id) = named else {
        return Err(Failure::refused(format!("{file}: no book is named; allowed is `book = \"act\"`")));
    };
    let book = library::open_and_warn(&library::beside(file, &id))?;
    match Conditions::read(&text, &book) {
        Ok(conditions) => Ok((conditions, book)),
        Err(faults) => Err(Failure::faults(file, &faults)),
    }
}

fn check(args: &CheckArgs, screen: &Screen) -> Result<(), Failure> {
    let (conditions, book) = read(&args.file)?;
    let mut text = format!("{}: {} under {} holds\n", args.file, conditions.name, book.name);
    for warning in conditions.warnings(&book) {
        text.push_str(&format!("note: {warning}\n"));
    }
    Ok(screen.write(&text)?)
}

fn print(args: &PrintArgs, screen: &Screen) -> Result<(), Failure> {
    let files = Files::checked(&args.output, &["html", "pdf"])?;
    let (conditions, book) = read(&args.file)?;
    let document = document(&conditions, &book);
    let mut text = String::new();
    if args.output.is_empty() {
        for paragraph in &document.paragraphs {
            text.push_str(&format!("{} ({})\n  {}\n", paragraph.title, paragraph.cites, paragraph.text));
        }
        text.push_str(&format!("{}\n{}", document.version, screen.foot(&Provenance::of(&book))));
    }
    let mut papers = print::papers(&document, &conditions);
    papers.names_its_rules(&Provenance::of(&book));
    files.deliver(screen, &text, |kind| {
        Ok(match kind {
            "html" => sheet::document::page(&papers).into_bytes(),
            _ => sheet::document::pages(&papers),
        })
    })
}
