//! `croupier shoe`: sealed shoes checked, and evidence that they are shuffled fairly.

mod evidence;
mod export;
mod report;
mod vault;

use crate::arguments::number::{small, whole};
use crate::arguments::words::BookName;
use crate::failure::Failure;
use crate::files::library;
use crate::screen::Screen;
use clap::{Args, Subcommand};
use shoe::demonstration::{fresh_number, fresh_seed, seed_of};
use shoe::verify::{Verified, verify, verify_sequence};
use shoe::{Ending, NoEntropy};

/// What is done with shoes.
#[derive(Subcommand)]
pub enum ShoeCommand {
    /// Check finished shoes from their public records alone
    Verify {
        /// Records, a line of JSON for each thing that became public, such as `croupier deal --shoes` writes
        #[arg(required = true)]
        files: Vec<String>,
    },
    /// Test over many shoes that they are shuffled fairly, and report
    Evidence(evidence::EvidenceArgs),
    /// Write raw bytes, shoes or coups for a laboratory's own tools
    Export(export::ExportArgs),
    /// Keep the shoes of real tables: answers requests, lines of JSON, for whoever runs the tables
    Vault(vault::VaultArgs),
}

/// Runs it.
pub fn run(command: &ShoeCommand, screen: &Screen) -> Result<(), Failure> {
    match command {
        ShoeCommand::Verify { files } => verify_files(files, screen),
        ShoeCommand::Evidence(args) => evidence::run(args, screen),
        ShoeCommand::Export(args) => export::run(args),
        ShoeCommand::Vault(args) => vault::run(args),
    }
}

/// How many faults of one file are told.
const MOST_FAULTS: usize = 20;

fn verify_files(files: &[String], screen: &Screen) -> Result<(), Failure> {
    let (mut held, mut faults) = (Vec::new(), Vec::new());
    for file in files {
        match verify(&library::read_file(file)?) {
            Ok(shoe) => {
                screen.write(&message(file, &shoe))?;
                held.push(shoe);
            }
            Err(found) => {
                let count =
                    if found.len() == 1 { "1 fault".into() } else { format!("{} faults", found.len()) };
                faults.push(format!("{file}: {count}"));
                faults.extend(found.iter().take(MOST_FAULTS).map(|fault| format!("  {fault}")));
                if found.len() > MOST_FAULTS {
                    faults.push(format!("  and {} more", found.len() - MOST_FAULTS));
                }
            }
        }
    }
    faults.extend(verify_sequence(held.iter().map(|shoe| &shoe.sealed)));
    if faults.is_empty() { Ok(()) } else { Err(Failure::refused(faults.join("\n"))) }
}

fn message(file: &str, shoe: &Verified) -> String {
    let sealed = &shoe.sealed;
    let cut = shoe.cut.map_or("not cut".to_owned(), |at| format!("cut at {at}"));
    let because = match &shoe.because {
        Ending::Finished => "finished".to_owned(),
        Ending::Abandoned(reason) => {
            let reason: String = reason.chars().filter(|letter| !letter.is_control()).collect();
            format!("abandoned: {reason}")
        }
    };
    format!(
        "{file}: table {}, shoe {}, {} decks: holds\n  {cut}, {} cards out, {} of them unseen; {because}\n  seal {}\n",
        sealed.table,
        sealed.number,
        sealed.decks,
        shoe.dealt,
        shoe.unseen,
        sealed.seal()
    )
}

/// Which shoes are looked at.
#[derive(Args)]
pub struct Source {
    /// A number that gives the same shoes again; a new one is drawn and shown if not given
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    seed: Option<u64>,
    /// Shuffle every shoe with fresh bytes of the operating system, as at a real table
    #[arg(long, conflicts_with = "seed")]
    fresh: bool,
    /// How many decks a shoe has
    #[arg(long, default_value_t = 8, allow_negative_numbers = true, value_parser = small::<u8, 1, 100>)]
    decks: u8,
    /// The book by whose chart coups are dealt: act, nz, qld, nsw, or the path of a book file
    #[arg(long, default_value = "act", value_parser = BookName, hide_possible_values = true)]
    book: String,
}

/// Where the seed of each shoe comes from.
#[derive(Clone, Copy)]
enum Seeds {
    Of(u64),
    Fresh,
}

impl Source {
    fn seeds(&self) -> Result<Seeds, Failure> {
        match (self.fresh, self.seed) {
            (true, _) => Ok(Seeds::Fresh),
            (false, Some(seed)) => Ok(Seeds::Of(seed)),
            (false, None) => fresh_number().map(Seeds::Of).map_err(no_entropy),
        }
    }
}

impl Seeds {
    fn seed(self, shoe: u64) -> Result<[u8; 32], NoEntropy> {
        match self {
            Seeds::Of(number) => Ok(seed_of(number, shoe)),
            Seeds::Fresh => fresh_seed(),
        }
    }

    fn message(self) -> String {
        match self {
            Seeds::Of(number) => format!("seed {number}"),
            Seeds::Fresh => "fresh seeds".to_owned(),
        }
    }
}

fn no_entropy(error: NoEntropy) -> Failure {
    Failure::refused(error.to_string())
}
