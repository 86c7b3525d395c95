//! `croupier par`: a book's PAR sheets, in short on the screen and in full for a file.

mod summary;

use crate::arguments::number::{small, whole};
use crate::arguments::words::BookName;
use crate::commands::identity::{self, Signer};
use crate::failure::Failure;
use crate::files::{Files, library};
use crate::screen::Screen;
use baccarat::chips::{ChipSet, Money};
use clap::Args;
use lab::par::{Scope, Sheet};
use merkle::sha256;

/// What is asked.
#[derive(Args)]
pub struct ParArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    #[arg(value_parser = BookName, hide_possible_values = true)]
    book: String,
    /// Only this settlement method
    #[arg(long, value_name = "METHOD")]
    method: Option<String>,
    /// Only these numbers of decks, such as 6,8
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_negative_numbers = true, value_parser = small::<u8, 1, 100>)]
    decks: Vec<u8>,
    /// The table's chips, on which some edges depend
    #[arg(long, value_name = "LIST", default_value = "1,5,25,100")]
    chips: ChipSet,
    /// The most on each wager, for what a table can lose
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true, default_value = "1000")]
    limit: Money,
    /// How many boxes, for the same
    #[arg(long, value_name = "N", default_value_t = 7, allow_negative_numbers = true, value_parser = small::<u8, 1, 30>)]
    boxes: u8,
    /// A number that gives the same simulated shoes again
    #[arg(long, value_name = "SEED", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    /// How many shoes are simulated against the odds; 0 for none
    #[arg(long, value_name = "N", default_value_t = 2_000, allow_negative_numbers = true, value_parser = whole::<0, 100_000_000>)]
    shoes: u64,
    /// How many shoes are counted
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = whole::<1, 1_000_000>)]
    counted: u64,
    /// The date that the document bears, such as 2026-11-16; without one it bears none. The same date gives the same bytes
    #[arg(long, value_name = "DATE", value_parser = identity::date)]
    date: Option<String>,
    /// The number that the document bears
    #[arg(long, value_name = "NUMBER")]
    number: Option<String>,
    /// Sign the JSON with the Ed25519 key in this file, 64 hexadecimal digits; the signature goes into FILE.sig beside each file, and the
    /// JSON is written too
    #[arg(long, value_name = "KEY", requires = "output")]
    sign: Option<String>,
    /// The files to write in full: .html, .pdf, .xlsx, .csv or .json
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    output: Vec<String>,
}

/// Runs it.
pub fn run(args: &ParArgs, screen: &Screen) -> Result<(), Failure> {
    let files = Files::checked(&args.output, &["html", "pdf", "xlsx", "csv", "json"])?;
    let signer = args.sign.as_deref().map(Signer::read).transpose()?;
    let book = library::open(&args.book)?;
    // Only what is written in full shows what was simulated, and who made it.
    let in_full = !args.output.is_empty();
    let scope = Scope {
        method: args.method.clone(),
        decks: args.decks.clone(),
        most: args.limit,
        boxes: args.boxes,
        seed: args.seed,
        shoes: if in_full { args.shoes } else { 0 },
        counted: args.counted,
        date: args.date.clone(),
        number: args.number.clone(),
        build: if in_full { identity::build()? } else { Scope::of(args.chips.clone()).build },
        ..Scope::of(args.chips.clone())
    };
    let par = Sheet::of(&book, &scope)?;
    let json = lab::json(&par)?;
    let hash = sha256(&[json.as_bytes()]).to_string();
    files.deliver(screen, &summary::summary(&par, screen), |kind| {
        Ok(match kind {
            "html" => sheet::par::html(&par, &hash).into_bytes(),
            "pdf" => sheet::par::pdf(&par, &hash),
            "xlsx" => sheet::par::xlsx(&par, &hash)?,
            "csv" => sheet::csv(&par.columns())?.into_bytes(),
            _ => json.clone().into_bytes(),
        })
    })?;
    if let Some(name) = signer.map(|signer| signer.sign_beside(&args.output, &json)).transpose()?.flatten() {
        screen.write(&format!("{name}: what is signed\n"))?;
    }
    Ok(())
}
