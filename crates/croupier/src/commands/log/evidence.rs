//! `croupier log evidence`: one coup with everything that proves it.

use super::TableOf;
use super::source::Source;
use crate::arguments::number::small;
use crate::failure::Failure;
use crate::files;
use crate::screen::Screen;
use clap::Args;

/// Of which coup, and where to.
#[derive(Args)]
pub struct EvidenceArgs {
    #[command(flatten)]
    of: TableOf,
    /// The coup
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = small::<u32, 1, { u32::MAX as u64 }>)]
    coup: u32,
    /// The file
    #[arg(short, long, value_name = "FILE")]
    output: String,
}

/// Runs it.
pub fn run(args: &EvidenceArgs, screen: &Screen) -> Result<(), Failure> {
    let source = Source::open(&args.of.ledger)?;
    let stream = source.table(&args.of)?;
    let bound = source.book_of(&stream, args.of.book.as_deref())?;
    let bundle = source.block_on(async {
        let events = source.archive().events_of(&stream, &bound, args.coup).await?;
        source.archive().evidence(&stream, &bound, args.coup, events).await
    })?;
    files::write_file(&args.output, bundle.text()?.as_bytes())?;
    let (records, key) = (bundle.records(), &bundle.signed.key);
    screen.write(&format!("{}: {records} records, signed with key {key}\n", args.output))?;
    Ok(())
}
