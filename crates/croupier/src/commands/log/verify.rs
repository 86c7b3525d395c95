//! `croupier log verify`: everything, and exactly what is wrong where.

use super::source::{Source, given};
use crate::failure::Failure;
use crate::screen::Screen;
use archive::Witnesses;
use clap::Args;
use merkle::Hash;
use std::path::PathBuf;

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
    let witnesses = Witnesses {
        roots: args.witness.clone(),
        key: args.key.clone(),
        book: given(args.book.as_deref())?,
        registers: Some(office::registers),
    };
    let verified = source.block_on(source.archive().verify(&witnesses, &|_| {}))?;
    let mut lines = vec![format!(
        "{} records in {} streams, {} events replayed; signed checkpoints: {}",
        verified.records, verified.streams, verified.replayed, verified.checkpoints
    )];
    lines.push(match verified.not_decided {
        0 => format!("{} commands decided again by the book in force", verified.decided),
        events => format!(
            "{} commands decided again by the book in force; of {events} events it is not on record what was asked",
            verified.decided
        ),
    });
    lines.extend(verified.tables.iter().cloned());
    if verified.shoes + verified.in_use > 0 {
        lines.push(format!("shoes that hold: {}; still in use: {}", verified.shoes, verified.in_use));
    }
    lines.extend(verified.faults.iter().cloned());
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    match verified.faults.len() {
        0 => {
            screen.write(&format!("{text}{}\n", all_holds(verified.not_decided)))?;
            Ok(())
        }
        count => {
            screen.write(&text)?;
            let faults = if count == 1 { "1 fault".to_owned() } else { format!("{count} faults") };
            Err(Failure::refused(format!("{}: {faults}", args.ledger.display())))
        }
    }
}

/// What is said of a log in which nothing is wrong, and in which so many events are not decided.
pub fn all_holds(not_decided: u64) -> String {
    match not_decided {
        0 => "All holds.".to_owned(),
        events => format!(
            "What can be decided holds. {events} events are believed as they stand: a log from before commands were on record, or one \
             that somebody made to look like it."
        ),
    }
}
