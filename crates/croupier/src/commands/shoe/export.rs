//! `croupier shoe export`: what the shuffle makes, for somebody else's tools.

use super::{Seeds, Source, no_entropy};
use crate::arguments::number::whole;
use crate::failure::Failure;
use crate::files::library;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::coup::DealtCoup;
use clap::Args;
use shoe::shuffle;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// What is written, and how much of it.
#[derive(Args)]
pub struct ExportArgs {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    source: Source,
    /// Write to this file instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct What {
    /// The number of raw bytes of the streams that shuffle, 1024 of each shoe
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    bytes: Option<u64>,
    /// The number of shoes: each a line of cards in the order they are dealt, two letters a card
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    shoes: Option<u64>,
    /// All coups of so many shoes dealt to their last whole coup, without burning or cutting, as CSV
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    coups: Option<u64>,
}

/// How many bytes are taken of each shoe: what the shuffle of eight decks needs, rounded up to whole blocks.
const OF_EACH: usize = 1024;

/// Runs it.
pub fn run(args: &ExportArgs) -> Result<(), Failure> {
    let seeds = args.source.seeds()?;
    let book = library::open_and_warn(&args.source.book)?;
    eprintln!("{}", seeds.message());
    let out: Box<dyn Write> = match &args.output {
        Some(file) => Box::new(File::create(file)?),
        None => Box::new(io::stdout().lock()),
    };
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let written = match args.what {
        What { bytes: Some(bytes), .. } => raw(&mut out, seeds, bytes),
        What { shoes: Some(shoes), .. } => orders(&mut out, seeds, args.source.decks, shoes),
        What { coups, .. } => all_coups(&mut out, seeds, &book, args.source.decks, coups.unwrap_or(0)),
    };
    match written.and_then(|()| Ok(out.flush()?)) {
        // A reader who has seen enough is no failure.
        Err(Stop::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(Stop::Write(error)) => Err(error.into()),
        Err(Stop::Seed(failure)) => Err(failure),
        Ok(()) => Ok(()),
    }
}

/// Why writing stops early.
enum Stop {
    Write(io::Error),
    Seed(Failure),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Write(error)
    }
}

fn seed(seeds: Seeds, shoe: u64) -> Result<[u8; 32], Stop> {
    seeds.seed(shoe).map_err(|error| Stop::Seed(no_entropy(error)))
}

fn raw(out: &mut impl Write, seeds: Seeds, bytes: u64) -> Result<(), Stop> {
    let mut left = bytes;
    let mut block = [0; OF_EACH];
    for shoe in 0.. {
        if left == 0 {
            break;
        }
        shuffle::raw(&seed(seeds, shoe)?, &mut block);
        let now = left.min(OF_EACH as u64);
        out.write_all(&block[..now as usize])?;
        left -= now;
    }
    Ok(())
}

fn orders(out: &mut impl Write, seeds: Seeds, decks: u8, shoes: u64) -> Result<(), Stop> {
    for shoe in 0..shoes {
        let cards = shuffle::order(&seed(seeds, shoe)?, decks);
        writeln!(out, "{}", letters(&cards))?;
    }
    Ok(())
}

fn all_coups(out: &mut impl Write, seeds: Seeds, book: &Book, decks: u8, shoes: u64) -> Result<(), Stop> {
    writeln!(out, "shoe,coup,player,banker,player_total,banker_total")?;
    for shoe in 0..shoes {
        let cards = shuffle::order(&seed(seeds, shoe)?, decks);
        let mut rest = cards.as_slice();
        for coup in 1.. {
            let Some(dealt) = DealtCoup::deal(book.tableau(), book.values(), rest) else { break };
            let (player, banker, totals) =
                (letters(&dealt.player), letters(&dealt.banker), dealt.outcome.totals);
            writeln!(out, "{},{coup},{player},{banker},{},{}", shoe + 1, totals.player, totals.banker)?;
            rest = &rest[dealt.cards()..];
        }
    }
    Ok(())
}

fn letters(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect()
}
