//! `croupier log`: what a ledger holds, shown, replayed, verified and exported.

mod editions;
mod evidence;
mod export;
mod replay;
mod report;
mod rotate;
mod row;
mod show;
mod source;
mod verify;
mod writer;

pub use source::Source;
pub use verify::all_holds;
pub use writer::LogWriter;

use crate::failure::Failure;
use crate::screen::Screen;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What is asked of a ledger.
#[derive(Subcommand)]
pub enum LogCommand {
    /// What happened at a table, event by event, with who did it and the clauses
    Show(show::ShowArgs),
    /// The table as it stood after any event
    Replay(replay::ReplayArgs),
    /// Meters by wager and patron, and the win of the shift
    Report(report::ReportArgs),
    /// Check every record, chain, checkpoint, table and account, and say exactly what is wrong where
    Verify(verify::VerifyArgs),
    /// Under which editions of its book a table was run, and what each changed, clause by clause
    Editions(editions::EditionsArgs),
    /// The records of a table as JSON Lines, CSV or Parquet
    Export(export::ExportArgs),
    /// Have another key sign from now on, by a record that both keys sign; the house is closed meanwhile
    Rotate(rotate::RotateArgs),
    /// One coup with everything that proves it, in a file that is checked without Croupier
    Evidence(evidence::EvidenceArgs),
}

/// Which table of which ledger.
#[derive(Args)]
pub struct TableOf {
    /// The folder of the ledger
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,
    /// The table; not needed where the ledger has one only
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
    /// The book's file, where the ledger does not hold it and it is not one of those Croupier knows
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
}

/// Runs it.
pub fn run(command: &LogCommand, screen: &Screen) -> Result<(), Failure> {
    match command {
        LogCommand::Show(args) => show::run(args, screen),
        LogCommand::Replay(args) => replay::run(args, screen),
        LogCommand::Report(args) => report::run(args, screen),
        LogCommand::Verify(args) => verify::run(args, screen),
        LogCommand::Editions(args) => editions::run(args, screen),
        LogCommand::Export(args) => export::run(args, screen),
        LogCommand::Rotate(args) => rotate::run(args, screen),
        LogCommand::Evidence(args) => evidence::run(args, screen),
    }
}
