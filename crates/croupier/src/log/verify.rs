//! `croupier log verify`: everything, and exactly what is wrong where.

use super::source::Source;
use super::walk::Walk;
use crate::failure::Failure;
use crate::screen::Screen;
use baccarat::book::Book;
use clap::Args;
use ledger::{Against, Store, Stream};
use merkle::Hash;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// What a ledger is held against.
#[derive(Args)]
pub struct VerifyArgs {
    /// The folder of the ledger
    #[arg(value_name = "LEDGER")]
    ledger: PathBuf,
    /// A root that a witness has kept; the ledger must still hold the checkpoint that has it
    #[arg(long, value_name = "ROOT")]
    witness: Vec<Hash>,
    /// The public key that must have signed every checkpoint; each is held to the key it names if not given
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// The file of a book that the ledger does not hold and Croupier does not know
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
}

/// Runs it.
pub fn run(args: &VerifyArgs, screen: &Screen) -> Result<(), Failure> {
    let source = Source::open(&args.ledger)?;
    let mut faults = Vec::new();
    let tables = source.tables().unwrap_or_default();
    let mut books: BTreeMap<Hash, Arc<Book>> = BTreeMap::new();
    for stream in &tables {
        match source.book_of(stream, args.book.as_deref()) {
            Ok(bound) => {
                books.insert(bound.hash(), bound.book);
            }
            Err(failure) => faults.push(format!("{stream}: its events were not replayed: {failure}")),
        }
    }
    let find = |hash: Hash| books.get(&hash).cloned();
    let against = Against { witnessed: args.witness.clone(), key: args.key.clone(), books: Some(&find) };
    let report = source.block_on(ledger::verify(source.store(), &against));
    let report = report.map_err(|error| Failure::refused(error.to_string()))?;
    faults.extend(report.faults.iter().map(ToString::to_string));
    let mut lines = vec![format!(
        "{} records in {} streams, {} events replayed; signed checkpoints: {}",
        report.records(),
        report.streams.len(),
        report.replayed,
        report.checkpoints
    )];
    for stream in &tables {
        match accounts_of(&source, stream, &books) {
            Ok(Some(told)) => lines.push(told),
            Ok(None) => {}
            Err(failure) => faults.push(failure.text),
        }
    }
    faults.dedup();
    lines.extend(faults.iter().cloned());
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    match faults.len() {
        0 => {
            screen.write(&format!("{text}All holds.\n"))?;
            Ok(())
        }
        count => {
            screen.write(&text)?;
            let faults = if count == 1 { "1 fault".to_owned() } else { format!("{count} faults") };
            Err(Failure::refused(format!("{}: {faults}", args.ledger.display())))
        }
    }
}

/// Posts a table's events one by one, each held against the table.
fn accounts_of(
    source: &Source,
    stream: &Stream,
    books: &BTreeMap<Hash, Arc<Book>>,
) -> Result<Option<String>, Failure> {
    let first = source.wait(source.store().read(stream, 0, 1))?;
    let Some(book) = first.first().and_then(|entry| books.get(&entry.book)) else { return Ok(None) };
    let mut events = 0_u64;
    let Walk { shift, meters, .. } = source.walk(stream, book.clone(), None, |_, _| {
        events += 1;
        Ok(())
    })?;
    Ok(Some(format!(
        "{stream}: {} coups, a win of {}; accounts and table agree after each of {events} events",
        meters.coups,
        shift.win()
    )))
}
