//! `croupier par`: a book's PAR sheets, in short on the screen and in full for a file.

mod summary;

use crate::failure::Failure;
use crate::files::{Files, library};
use crate::screen::Screen;
use baccarat::chips::ChipSet;
use clap::Args;
use lab::par::Sheet;

/// What is asked.
#[derive(Args)]
pub struct ParArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    book: String,
    /// Only this settlement method
    #[arg(long, value_name = "METHOD")]
    method: Option<String>,
    /// Only these numbers of decks, such as 6,8
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    decks: Vec<u8>,
    /// The table's chips, on which some edges depend
    #[arg(long, value_name = "LIST", default_value = "1,5,25,100")]
    chips: ChipSet,
    /// The files to write in full: .html, .pdf, .xlsx, .csv or .json
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    output: Vec<String>,
}

/// Runs it.
pub fn run(args: &ParArgs, screen: &Screen) -> Result<(), Failure> {
    let files = Files::checked(&args.output, &["html", "pdf", "xlsx", "csv", "json"])?;
    let book = library::open(&args.book)?;
    let par = Sheet::of(&book, args.method.as_deref(), &args.decks, &args.chips)?;
    files.deliver(screen, &summary::summary(&par, screen), |kind| {
        Ok(match kind {
            "html" => sheet::par::html(&par).into_bytes(),
            "pdf" => sheet::par::pdf(&par),
            "xlsx" => sheet::par::xlsx(&par)?,
            "csv" => sheet::csv(&par.columns())?.into_bytes(),
            _ => lab::json(&par)?.into_bytes(),
        })
    })
}
