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
use serde_json::Value;
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
    /// Look at the shoes in these files instead, of another shuffler: a line for each shoe, its cards in order such as AS 10H 2♣, or JSON
    /// arrays of such cards, on however many lines; - is the standard input. Tests that need more shoes than there are are left out
    #[arg(long = "from", value_name = "FILE", num_args = 1.., conflicts_with_all = ["shoes", "seed", "fresh"])]
    files: Vec<String>,
    /// Look only at the first so many cards of each shoe, for shoes whose last cards were not dealt
    #[arg(long, value_name = "N", requires = "files", allow_negative_numbers = true, value_parser = whole::<6, 5_200>)]
    cards: Option<u64>,
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
            let battery = match args.cards {
                Some(cards) => battery.of_first(cards as usize),
                None => battery,
            };
            (scanned(&battery, &args.files, args.source.decks)?, format!("from {}", args.files.join(", ")))
        }
    };
    let judgement = match args.files.is_empty() {
        true => counted.judge(args.false_alarm),
        false => Some(counted.judge_what_there_is(args.false_alarm)).filter(|judgement| judgement.shoes > 0),
    };
    let Some(judgement) = judgement else {
        let fewest = if args.files.is_empty() { Battery::FEWEST_SHOES } else { 1 };
        return Err(Failure::refused(format!("found too few shoes; at least {fewest} are needed")));
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

/// Counts the shoes in files, line by line, however long they are. Blank lines and those that begin with `#` say nothing. A file that
/// begins with a bracket has JSON arrays, one for each shoe or one of all of them.
fn scanned(empty: &Battery, files: &[String], decks: u8) -> Result<Battery, Failure> {
    let mut battery = empty.clone();
    let first = battery.shown();
    for file in files {
        let path = Path::new(file);
        let unreadable = |error: std::io::Error| Failure::unreadable(path, &error);
        let mut reader: Box<dyn BufRead> = match file.as_str() {
            "-" => Box::new(std::io::stdin().lock()),
            _ => Box::new(BufReader::new(std::fs::File::open(path).map_err(unreadable)?)),
        };
        let start = reader.fill_buf().map_err(unreadable)?;
        if start.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[') {
            for (number, found) in serde_json::Deserializer::from_reader(reader).into_iter().enumerate() {
                let found: Value = found.map_err(|error| Failure::refused(format!("{file}: {error}")))?;
                let shoes = match &found {
                    Value::Array(shoes) if shoes.iter().all(Value::is_array) => &shoes[..],
                    one => std::slice::from_ref(one),
                };
                for (within, shoe) in shoes.iter().enumerate() {
                    let order = order(&shoe.to_string(), decks, first).map_err(|message| {
                        Failure::refused(format!("{file}: shoe {}: {message}", number + within + 1))
                    })?;
                    battery.add(&order);
                }
            }
            continue;
        }
        for (number, line) in reader.lines().enumerate() {
            let line = line.map_err(unreadable)?;
            let text = line.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let order = order(text, decks, first)
                .map_err(|message| Failure::refused(format!("{file}: line {}: {message}", number + 1)))?;
            battery.add(&order);
        }
    }
    Ok(battery)
}

/// Cards as others write them, in two letters each: tens by their number, suits by their signs.
fn in_letters(text: &str) -> String {
    let letter = |sign: char| match sign {
        '♠' | '♤' => Some('S'),
        '♥' | '♡' => Some('H'),
        '♦' | '♢' => Some('D'),
        '♣' | '♧' => Some('C'),
        // What makes a sign coloured.
        '\u{fe0e}' | '\u{fe0f}' => None,
        other => Some(other),
    };
    text.chars().filter_map(letter).collect::<String>().replace("10", "T")
}

/// The cards of a shoe, by their numbers: exactly so many decks, or the first so many cards of them.
fn order(text: &str, decks: u8, first: usize) -> Result<Vec<u8>, String> {
    let mut counts = [0_u16; Card::KINDS];
    let mut order = Vec::new();
    let text = in_letters(text);
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
    let whole = Card::KINDS * usize::from(decks);
    if first < whole {
        let many = Card::all().find(|card| counts[card.index()] > u16::from(decks));
        return match many {
            Some(card) => Err(format!(
                "found {} of {card}; a shoe of {decks} decks (--decks) has {decks}",
                counts[card.index()]
            )),
            None if order.len() < first => {
                Err(format!("found {} cards; --cards looks at the first {first}", order.len()))
            }
            None => {
                order.truncate(first);
                Ok(order)
            }
        };
    }
    let wrong = Card::all().find(|card| counts[card.index()] != u16::from(decks));
    match wrong {
        Some(card) => Err(format!(
            "found {} of {card} among {} cards; allowed are whole shoes of {decks} decks (--decks), {decks} of each card; --cards looks at the first cards only",
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
        let order = |text: &str, decks: u8| super::order(text, decks, 52 * usize::from(decks));
        assert_eq!(order(&deck.join(" "), 1).unwrap().len(), 52);
        assert_eq!(order(&deck.concat(), 1), order(&deck.join(" "), 1));
        assert_eq!(order(&format!("[\"{}\"]", deck.join("\", \"")), 1).unwrap()[..3], [0, 1, 2]);
        assert!(order(&deck[1..].join(","), 1).unwrap_err().starts_with("found 0 of "));
        assert!(order(&deck.join(" "), 8).unwrap_err().contains("whole shoes of 8 decks"));
        assert!(order("AS 1X", 1).is_err());
        let signs = deck.join(" ").replace('T', "10").replace('S', "♠").replace('H', "♥\u{fe0f}");
        assert_eq!(order(&signs, 1), order(&deck.join(" "), 1));
        assert_eq!(order(&signs.replace(' ', ""), 1), order(&deck.join(" "), 1));
    }

    #[test]
    fn of_a_shoe_that_was_not_dealt_out_the_first_cards_are_looked_at() {
        assert_eq!(order("AS AH AD AC 2S 2H 2D", 1, 6).unwrap(), [0, 1, 2, 3, 4, 5]);
        assert!(order("AS AH AD AC 2S", 1, 6).unwrap_err().contains("found 5 cards"));
        assert!(order("AS AS AD AC 2S 2H", 1, 6).unwrap_err().contains("found 2 of AS"));
    }
}
