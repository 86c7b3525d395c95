//! `croupier conformance`: a book clause by clause, with its proofs, as a pack that can be signed.

use crate::arguments::words::BookName;
use crate::commands::check::{Shelf, files};
use crate::commands::identity;
use crate::failure::Failure;
use crate::files::{Files, library};
use crate::screen::{Ink, Screen};
use baccarat::book::Book;
use clap::Args;
use lab::conformance::{Conformance, against, names, try_mutants};
use lab::coverage::play;
use std::path::Path;
use std::sync::Arc;

/// What is asked.
#[derive(Args)]
pub struct ConformanceArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    #[arg(value_parser = BookName, hide_possible_values = true)]
    book: String,
    /// The folder of transcripts
    #[arg(long, value_name = "FOLDER", default_value = "transcripts")]
    transcripts: String,
    /// The list of changes that no transcript can notice, with reasons; survivors-BOOK.list in the folder of transcripts if not given
    #[arg(long, value_name = "FILE")]
    survivors: Option<String>,
    /// How many changes of values are tried, evenly spread; `all` takes long
    #[arg(long, value_name = "N", default_value = "300", value_parser = how_many)]
    mutants: HowMany,
    /// An older pack as JSON, to show what changed
    #[arg(long, value_name = "FILE")]
    against: Option<String>,
    /// The date that the pack bears, such as 2026-11-16; without one it bears none and is the same each time
    #[arg(long, value_name = "DATE", value_parser = identity::date)]
    date: Option<String>,
    /// Sign the JSON with the Ed25519 key in this file, 64 hexadecimal digits; the signature goes into FILE.sig beside each file, and the
    /// JSON is written too
    #[arg(long, value_name = "KEY", requires = "output")]
    sign: Option<String>,
    /// The files to write in full: .html, .pdf or .json
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    output: Vec<String>,
}

/// How many changes are tried.
#[derive(Clone, Copy, Debug)]
enum HowMany {
    All,
    Most(usize),
}

fn how_many(text: &str) -> Result<HowMany, String> {
    match text {
        "all" => Ok(HowMany::All),
        text => match text.parse() {
            Ok(most) => Ok(HowMany::Most(most)),
            Err(_) => Err(format!("found `{text}`; allowed is a whole number, or `all`")),
        },
    }
}

/// Runs it. What fails is exit code 1, after every file is written.
pub fn run(args: &ConformanceArgs, screen: &Screen) -> Result<(), Failure> {
    let written = Files::checked(&args.output, &["html", "pdf", "json"])?;
    let signer = args.sign.as_deref().map(identity::Signer::read).transpose()?;
    let text = library::text_of(&args.book)?;
    let book = Arc::new(library::open(&args.book)?);
    let mut pack = pack(args, &text, &book)?;
    if let Some(old) = &args.against {
        pack.changed = Some(against(&pack, &library::read_file(old)?)?);
    }
    written.deliver(screen, &message(&pack, screen), |kind| {
        Ok(match kind {
            "html" => sheet::conformance::html(&pack).into_bytes(),
            "pdf" => sheet::conformance::pdf(&pack),
            _ => lab::json(&pack)?.into_bytes(),
        })
    })?;
    if let Some(signer) = &signer
        && let Some(name) = signer.sign_beside(&args.output, &lab::json(&pack)?)?
    {
        screen.write(&format!("{name}: what is signed\n"))?;
    }
    match pack.fails() {
        true => Err(Failure::refused(format!("{} does not conform: see what fails above", pack.book))),
        false => Ok(()),
    }
}

fn pack(args: &ConformanceArgs, text: &str, book: &Arc<Book>) -> Result<Conformance, Failure> {
    let shelf = Shelf::default();
    // A transcript of this book is played under the very book that was asked for, edited or not, and under whatever name.
    let names = names(book);
    let open = |name: &str| match names.iter().any(|own| own == name) {
        true => Some(book.clone()),
        false => shelf.book(name).ok(),
    };
    let mut played = Vec::new();
    for file in files(std::slice::from_ref(&args.transcripts))? {
        // Named from their folder on, so that packs made in different places tell the same.
        let name = Path::new(&file).strip_prefix(&args.transcripts).unwrap_or(Path::new(&file));
        played.push(play(&name.display().to_string(), &library::read_file(&file)?, open));
    }
    let listed = names.iter().map(|name| Path::new(&args.transcripts).join(format!("survivors-{name}.list")));
    let found = listed.into_iter().find(|list| list.exists()).map(|list| list.display().to_string());
    let survivors = match args.survivors.clone().or(found) {
        Some(list) => library::read_file(&list)?,
        None => String::new(),
    };
    let most = match args.mutants {
        HowMany::All => None,
        HowMany::Most(most) => Some(most),
    };
    let (tried, mutants) = try_mutants(book, text, &played, most, &survivors);
    let build = identity::build()?;
    Ok(Conformance::of(book, &played, &tried, mutants, &survivors, build, args.date.clone())?)
}

fn message(pack: &Conformance, screen: &Screen) -> String {
    let of = &pack.summary;
    let mut text = format!(
        "{}\n{}",
        screen.heading(&format!("Conformance: {}", pack.name)),
        screen.altered(&pack.provenance)
    );
    text.push_str(&format!(
        "{} clauses: {} pass, {} fail, {} not exercised, {} facts; {} values assumed\n",
        of.clauses, of.pass, of.fail, of.not_exercised, of.fact, of.assumed
    ));
    text.push_str(&format!(
        "{} transcripts, {} failed; {} expectations\n",
        of.transcripts, of.transcripts_failed, of.expectations
    ));
    if of.transcripts == 0 {
        text.push_str(&format!("{} {}\n", screen.ink("FAIL", Ink::Red), Conformance::NO_TRANSCRIPT));
    }
    let mutants = &pack.mutants;
    text.push_str(&format!(
        "{} of {} changes tried: {} noticed, {} explained, {} unexplained\n",
        mutants.tried,
        mutants.all,
        mutants.killed,
        mutants.explained,
        mutants.unexplained.len()
    ));
    for clause in &pack.clauses {
        for failure in &clause.failures {
            text.push_str(&format!("{} {}: {failure}\n", screen.ink("FAIL", Ink::Red), clause.clause));
        }
    }
    for one in pack.transcripts.iter().filter(|one| !one.passed) {
        for failure in &one.failures {
            text.push_str(&format!("{} {}: {failure}\n", screen.ink("FAIL", Ink::Red), one.file));
        }
    }
    for change in &mutants.unexplained {
        text.push_str(&format!("{} no transcript notices: {change}\n", screen.ink("FAIL", Ink::Red)));
    }
    for one in pack.changed.iter().flatten() {
        text.push_str(&format!("{} {}: {} -> {}\n", one.of, one.what, one.before, one.now));
    }
    text.push_str(&screen.foot(&pack.provenance));
    text
}
