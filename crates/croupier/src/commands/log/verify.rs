//! `croupier log verify`: everything, and exactly what is wrong where.

use super::source::{Source, given};
use crate::failure::Failure;
use crate::screen::Screen;
use archive::{Verified, Witnesses};
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
        vouched: false,
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
    if verified.lost > 0 {
        lines.push(format!(
            "shoes that were given up when the log was put back, and that nobody can reveal: {}",
            verified.lost
        ));
    }
    lines.extend(verified.earlier.iter().cloned());
    lines.extend(verified.faults.iter().cloned());
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    match verified.faults.len() {
        0 => {
            screen.write(&format!("{text}{}\n", all_holds(&verified)))?;
            Ok(())
        }
        count => {
            screen.write(&text)?;
            let faults = if count == 1 { "1 fault".to_owned() } else { format!("{count} faults") };
            Err(Failure::refused(format!("{}: {faults}", args.ledger.display())))
        }
    }
}

/// What is said of a log in which nothing is wrong: what of it is proved, and what is only believed.
pub fn all_holds(verified: &Verified) -> String {
    let mut said = decided(verified);
    if verified.from_felt > 0 {
        said.push_str(&match verified.from_felt {
            1 => " One card was keyed at a table for real cards: no seal proves it.".to_owned(),
            keyed => format!(" {keyed} cards were keyed at tables for real cards: no seal proves them."),
        });
    }
    said
}

/// The same, of what was decided and of the house's own dealer's cards.
fn decided(verified: &Verified) -> String {
    match (verified.not_decided, verified.earlier.len()) {
        _ if verified.believed > 0 => {
            let events = match verified.not_decided {
                0 => String::new(),
                events => format!(" {events} events are believed as they stand."),
            };
            let cards = match verified.believed {
                1 => {
                    "one card that the house's own dealer showed no shoe's record says what it is".to_owned()
                }
                many => format!(
                    "{many} cards that the house's own dealer showed no shoe's record says what they are"
                ),
            };
            format!(
                "What can be proved holds.{events} Of {cards}: the shoe was lost, or somebody left its record out."
            )
        }
        (0, 0) => "All holds.".to_owned(),
        (0, 1) => {
            "All holds. One decision was made by earlier rulings and would be another today.".to_owned()
        }
        (0, differ) => {
            format!("All holds. {differ} decisions were made by earlier rulings and would be others today.")
        }
        (events, _) => format!(
            "What can be decided holds. {events} events are believed as they stand: a log from before commands were on record, or one \
             that somebody made to look like it."
        ),
    }
}
