//! `croupier shoe evidence`: many shoes, shown to the battery.

use super::{Seeds, Source, no_entropy, report};
use crate::arguments::number::whole;
use crate::failure::Failure;
use crate::files::library;
use crate::screen::Screen;
use crate::screen::timing::{Pace, Stop};
use baccarat::card::{Card, NotACard};
use clap::Args;
use fairness::Battery;
use shoe::{NoEntropy, shuffle};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// How much is looked at, and how it is told.
#[derive(Args)]
pub struct EvidenceArgs {
    /// How many shoes are shuffled here
    #[arg(long, value_name = "N", default_value_t = 1_000_000, allow_negative_numbers = true, value_parser = whole::<{ Battery::FEWEST_SHOES }, 100_000_000>)]
    shoes: u64,
    /// Look at the shoes in these files instead, of another shuffler: a line for each shoe, its cards in order such as AS TH 2C; - is the
    /// standard input
    #[arg(long = "from", value_name = "FILE", num_args = 1.., conflicts_with_all = ["shoes", "seed", "fresh"])]
    files: Vec<String>,
    #[command(flatten)]
    source: Source,
    /// How likely it may be that a perfect shuffle is found wrong, all tests together
    #[arg(long, value_name = "RATE", default_value_t = 1e-6, allow_negative_numbers = true, value_parser = rate)]
    false_alarm: f64,
    /// Print JSON instead of the report
    #[arg(long)]
    json: bool,
    /// Write the report with its plots to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (1e-12..=0.5).contains(rate));
    rate.ok_or_else(|| format!("found `{text}`; allowed are numbers from 1e-12 to 0.5, such as 1e-6"))
}

/// How many shoes a thread takes at a time.
const TOGETHER: u64 = 500;

/// Runs it.
pub fn run(args: &EvidenceArgs, screen: &Screen) -> Result<(), Failure> {
    let book = library::open_and_warn(&args.source.book)?;
    let battery = Battery::new(book.tableau(), book.values(), args.source.decks)
        .map_err(|no_odds| Failure::refused(no_odds.to_string()))?;
    let (counted, origin) = match args.files.is_empty() {
        true => {
            let seeds = args.source.seeds()?;
            (counted(&battery, args.shoes, seeds, args.source.decks)?, seeds.message())
        }
        false => {
            (scanned(&battery, &args.files, args.source.decks)?, format!("from {}", args.files.join(", ")))
        }
    };
    let Some(judgement) = counted.judge(args.false_alarm) else {
        return Err(Failure::refused(format!("at least {} shoes are needed", Battery::FEWEST_SHOES)));
    };
    if let Some(file) = &args.html {
        std::fs::write(file, report::html(&judgement, &origin))?;
    }
    match args.json {
        true => screen.write(&report::json(&judgement, &origin, &book)?)?,
        false => screen.write(&report::message(&judgement, &origin, screen))?,
    }
    let alarms: Vec<&str> = judgement.alarms().map(|group| group.name).collect();
    match alarms.is_empty() {
        true => Ok(()),
        false => Err(Failure::refused(format!("these shoes are not shuffled fairly: {}", alarms.join(", ")))),
    }
}

/// Counts the shoes in files, line by line, however long they are. Blank lines and those that begin with `#` say nothing.
fn scanned(empty: &Battery, files: &[String], decks: u8) -> Result<Battery, Failure> {
    let mut battery = empty.clone();
    for file in files {
        let path = Path::new(file);
        let unreadable = |error: std::io::Error| Failure::unreadable(path, &error);
        let reader: Box<dyn BufRead> = match file.as_str() {
            "-" => Box::new(std::io::stdin().lock()),
            _ => Box::new(BufReader::new(std::fs::File::open(path).map_err(unreadable)?)),
        };
        for (number, line) in reader.lines().enumerate() {
            let line = line.map_err(unreadable)?;
            let text = line.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let order = order(text, decks)
                .map_err(|message| Failure::refused(format!("{file}: line {}: {message}", number + 1)))?;
            battery.add(&order);
        }
    }
    Ok(battery)
}

/// The cards of a shoe, by their numbers: exactly so many decks.
fn order(text: &str, decks: u8) -> Result<Vec<u8>, String> {
    let mut counts = [0_u16; Card::KINDS];
    let mut order = Vec::new();
    let words = text.split([' ', ',', ';', '\t', '[', ']', '"']).filter(|word| !word.is_empty());
    for word in words {
        // Cards of two letters may stand without a blank, as `shoe export` writes them.
        let run = if word.len() > 3 && word.is_ascii() { 2 } else { word.len() };
        for card in word.as_bytes().chunks(run) {
            let card: Card =
                String::from_utf8_lossy(card).parse().map_err(|error: NotACard| error.to_string())?;
            counts[card.index()] += 1;
            order.push(card.index() as u8);
        }
    }
    let wrong = Card::all().find(|card| counts[card.index()] != u16::from(decks));
    match wrong {
        Some(card) => Err(format!(
            "found {} of {card} among {} cards; allowed are whole shoes of {decks} decks (--decks), {decks} of each card",
            counts[card.index()],
            order.len()
        )),
        None => Ok(order),
    }
}

/// Shuffles and counts on all cores. The result does not depend on how many there are.
fn counted(empty: &Battery, shoes: u64, seeds: Seeds, decks: u8) -> Result<Battery, Failure> {
    let pace = Pace::start(shoes, "shoes", Stop::watch()?);
    let next = AtomicU64::new(0);
    let work = || -> Result<Battery, NoEntropy> {
        let mut battery = empty.clone();
        loop {
            let first = next.fetch_add(TOGETHER, Ordering::Relaxed);
            if first >= shoes || !pace.at(first) {
                return Ok(battery);
            }
            for shoe in first..(first + TOGETHER).min(shoes) {
                battery.add(&shuffle::kinds(&seeds.seed(shoe)?, decks));
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let batteries = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
    });
    pace.finish();
    let mut all = empty.clone();
    for battery in batteries {
        let counted = battery.map_err(|_| Failure::refused("a thread that counted shoes has died"))?;
        all.merge(counted.map_err(no_entropy)?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::order;
    use baccarat::card::Card;

    #[test]
    fn a_shoe_of_another_shuffler_is_whole_or_told_why_not() {
        let deck: Vec<String> = Card::all().map(|card| card.to_string()).collect();
        assert_eq!(order(&deck.join(" "), 1).unwrap().len(), 52);
        assert_eq!(order(&deck.concat(), 1), order(&deck.join(" "), 1));
        assert_eq!(order(&format!("[\"{}\"]", deck.join("\", \"")), 1).unwrap()[..3], [0, 1, 2]);
        assert!(order(&deck[1..].join(","), 1).unwrap_err().starts_with("found 0 of "));
        assert!(order(&deck.join(" "), 8).unwrap_err().contains("whole shoes of 8 decks"));
        assert!(order("AS 1X", 1).is_err());
    }
}
