//! `croupier par`: a book's PAR sheets, in short on the screen and in full for a file.

mod html;
mod pdf;
mod sheet;
mod summary;
mod xlsx;

use crate::failure::Failure;
use crate::files::Files;
use crate::files::library;
use crate::screen::Screen;
use baccarat::chips::ChipSet;
use clap::Args;
use sheet::Sheet;

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
    /// The files to write in full: .html, .pdf, .xlsx or .csv
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    output: Vec<String>,
}

/// Runs it.
pub fn run(args: &ParArgs, screen: &Screen) -> Result<(), Failure> {
    let files = Files::checked(&args.output, &["html", "pdf", "xlsx", "csv"])?;
    let book = library::open(&args.book)?;
    let sheet = Sheet::of(&book, args.method.as_deref(), &args.decks, &args.chips)?;
    files.deliver(screen, &summary::summary(&sheet, screen), |kind| {
        Ok(match kind {
            "html" => html::page(&sheet).into_bytes(),
            "pdf" => pdf::pages(&sheet),
            "xlsx" => xlsx::workbook(&sheet)?,
            _ => sheet.columns().csv()?.into_bytes(),
        })
    })
}
