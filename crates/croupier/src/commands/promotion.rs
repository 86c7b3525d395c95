//! `croupier promotion`: terms checked and printed, draws held, shown and verified.

mod hold;
mod print;

use crate::failure::Failure;
use crate::files::{Files, library};
use crate::screen::Screen;
use baccarat::book::Book;
use clap::{Args, Subcommand};
use lab::Provenance;
use promotion::Proof;
use promotion::document::document;
use promotion::published::{Published, chain_faults, listed};
use promotion::terms::Terms;

/// What is asked about promotions.
#[derive(Subcommand)]
pub enum PromotionCommand {
    /// Check a terms file against its book: every fault at once, with line and clause
    Check(CheckArgs),
    /// The terms, a ticket and the letters as HTML or PDF
    Print(PrintArgs),
    /// Hold a draw in three steps: seal a seed, list the tickets, mix in a text from outside
    Draw(hold::DrawArgs),
    /// What a published draw says: seal, root, order, and which ticket has which prize
    Show(ShowArgs),
    /// Everything that is wrong with published draws, and with the proofs of tickets
    Verify(VerifyArgs),
}

/// Which terms.
#[derive(Args)]
pub struct CheckArgs {
    /// A terms file
    file: String,
    /// A file with one thing to a line that regulations prescribe
    #[arg(long, value_name = "FILE")]
    prescribed: Option<String>,
}

/// Which terms, and where to.
#[derive(Args)]
pub struct PrintArgs {
    /// A terms file
    file: String,
    /// The files to write: .html or .pdf
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    output: Vec<String>,
}

/// Which draw.
#[derive(Args)]
pub struct ShowArgs {
    /// A published draw
    record: String,
}

/// Which draws and tickets.
#[derive(Args)]
pub struct VerifyArgs {
    /// Published draws
    #[arg(required = true)]
    records: Vec<String>,
    /// The terms of the first of them: what was published is held against the file itself
    #[arg(long, value_name = "FILE")]
    terms: Option<String>,
    /// Proofs of tickets in the first of them
    #[arg(long, value_name = "FILE", num_args = 1..)]
    ticket: Vec<String>,
}

/// Runs it.
pub fn run(command: &PromotionCommand, screen: &Screen) -> Result<(), Failure> {
    match command {
        PromotionCommand::Check(args) => check(args, screen),
        PromotionCommand::Print(args) => print(args, screen),
        PromotionCommand::Draw(args) => hold::run(args, screen),
        PromotionCommand::Show(args) => show(args, screen),
        PromotionCommand::Verify(args) => verify(args, screen),
    }
}

/// Reads terms and the book that they name; the text too.
fn read(file: &str, prescribed: &[String]) -> Result<(Terms, Book, String), Failure> {
    let text = library::read_file(file)?;
    let named = Terms::book_of(&text).map_err(|faults| Failure::faults(file, &faults))?;
    let Some(id) = named else {
        return Err(Failure::refused(format!("{file}: no book is named; allowed is `book = \"nsw\"`")));
    };
    let book = library::open_and_warn(&library::beside(file, &id))?;
    match Terms::read(&text, &book, prescribed) {
        Ok(terms) => Ok((terms, book, text)),
        Err(faults) => Err(Failure::faults(file, &faults)),
    }
}

fn check(args: &CheckArgs, screen: &Screen) -> Result<(), Failure> {
    let prescribed = args.prescribed.as_ref().map(|file| library::read_file(file)).transpose()?;
    let prescribed: Vec<String> =
        prescribed.iter().flat_map(|text| text.lines()).map(|line| line.trim().to_owned()).collect();
    let (terms, book, _) = read(&args.file, &prescribed)?;
    let mut text = format!("{}: {} under {} holds\n", args.file, terms.name, book.name);
    for note in terms.notes(&book) {
        text.push_str(&format!("note: {note}\n"));
    }
    Ok(screen.write(&text)?)
}

fn print(args: &PrintArgs, screen: &Screen) -> Result<(), Failure> {
    let files = Files::checked(&args.output, &["html", "pdf"])?;
    let (terms, book, _) = read(&args.file, &[])?;
    let document = document(&terms, &book);
    let mut text = String::new();
    if args.output.is_empty() {
        for paragraph in &document.paragraphs {
            text.push_str(&format!("{} ({})\n  {}\n", paragraph.title, paragraph.cites, paragraph.text));
        }
        text.push_str(&format!("{}\n{}", document.version, screen.foot(&Provenance::of(&book))));
    }
    let mut papers = print::papers(&document, &terms, &book);
    papers.names_its_rules(&Provenance::of(&book));
    files.deliver(screen, &text, |kind| {
        Ok(match kind {
            "html" => sheet::document::page(&papers).into_bytes(),
            _ => sheet::document::pages(&papers),
        })
    })
}

/// Reads JSON of a kind.
fn json<T: serde::de::DeserializeOwned>(file: &str, what: &str) -> Result<T, Failure> {
    let text = library::read_file(file)?;
    serde_json::from_str(&text).map_err(|error| Failure::refused(format!("{file} is no {what}: {error}")))
}

fn show(args: &ShowArgs, screen: &Screen) -> Result<(), Failure> {
    let public: Published = json(&args.record, "published draw")?;
    let mut text = format!("{} ({}), terms {}\n", public.name, public.promotion, public.terms);
    if let Some(sealed) = &public.sealed {
        text.push_str(&format!("draw {} sealed: {}\n", sealed.number, sealed.seal()));
    }
    if let Some(root) = public.root {
        text.push_str(&format!("{} tickets, root {root}\n", public.list.len()));
    }
    if let Some(draw) = &public.draw {
        let order: Vec<&str> =
            draw.drawn().filter_map(|entry| entry.split_whitespace().nth(1)).take(20).collect();
        text.push_str(&format!("mix: {}\norder: {}\n", draw.mix, order.join(" ")));
    }
    for (prize, number) in public.prizes.iter().zip(1..) {
        let passed: String = prize
            .passed
            .iter()
            .map(|(ticket, why)| format!(", past ticket {ticket} ({})", why.word()))
            .collect();
        let ticket = prize.ticket.map_or("nobody".to_owned(), |ticket| format!("ticket {ticket}"));
        text.push_str(&format!("prize {number}, {} worth {}: {ticket}{passed}\n", prize.what, prize.value));
    }
    if public.cancelled {
        text.push_str("the draw was cancelled\n");
    }
    Ok(screen.write(&text)?)
}

fn verify(args: &VerifyArgs, screen: &Screen) -> Result<(), Failure> {
    let mut text = String::new();
    let mut faults: Vec<String> = Vec::new();
    let mut published: Vec<Published> = Vec::new();
    for file in &args.records {
        let public: Published = json(file, "published draw")?;
        let found = public.faults();
        if found.is_empty() {
            let as_of = declared::utc(public.as_of);
            text.push_str(&format!("{file}: {} holds, as of {as_of}\n", public.name));
        }
        let notes = public.notes(hold::now());
        text.extend(notes.iter().map(|note| format!("{file}: note: {note}\n")));
        faults.extend(found.into_iter().map(|fault| format!("{file}: {fault}")));
        published.push(public);
    }
    if let (Some(file), Some(public)) = (&args.terms, published.first()) {
        let (terms, ..) = read(file, &[])?;
        let found = public.terms_faults(&terms);
        if found.is_empty() && public.faults().is_empty() {
            text.push_str(&format!("{file}: these are the terms, and what was published keeps to them\n"));
        }
        faults.extend(found.into_iter().map(|fault| format!("{file}: {fault}")));
    }
    faults.extend(chain_faults(&published));
    for file in &args.ticket {
        let proofs: Vec<Proof> = match json::<Vec<Proof>>(file, "proof of a ticket") {
            Ok(proofs) => proofs,
            Err(_) => vec![json(file, "proof of a ticket")?],
        };
        for proof in proofs {
            let public = listed(&published, &proof);
            let root = public.and_then(|public| public.root).unwrap_or(merkle::Hash::NONE);
            let id = public.map_or("", |public| public.promotion.as_str());
            let count = public.map_or(0, |public| public.list.len());
            match proof.check(id, root, count) {
                Ok(()) => text.push_str(&format!("{file}: ticket {} is in the draw\n", proof.ticket.number)),
                Err(wrong) => faults.push(format!("{file}: ticket {}: {wrong}", proof.ticket.number)),
            }
        }
    }
    screen.write(&text)?;
    if faults.is_empty() { Ok(()) } else { Err(Failure::refused(faults.join("\n"))) }
}
