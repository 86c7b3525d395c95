//! Which shoes are dealt by the million: a book, a table, a seed.

use crate::failure::Failure;
use crate::files::library;
use ::simulate::{Choice, Game};
use baccarat::book::Book;
use baccarat::chips::{ChipSet, Money};
use baccarat::rules::cards::Device;
use baccarat::rules::shoe::BurnStyle;
use clap::Args;
use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};
use shoe::demonstration::fresh_number;
use std::collections::BTreeMap;
use table::Settings;

/// Which shoes are dealt.
#[derive(Args, Clone, Debug)]
pub struct ShoeArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    pub book: String,
    /// The settings of the table: a file of lines such as `setting from-back 20`, as in a transcript
    #[arg(long, value_name = "FILE")]
    pub table: Option<String>,
    /// The settlement method; the book's first if not given
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,
    /// How many decks; the most that the book allows if not given
    #[arg(long, value_name = "N")]
    pub decks: Option<u8>,
    /// How a new shoe is opened: one-unseen, one-shown-on-request or face-up-and-its-count
    #[arg(long, value_name = "STYLE", value_parser = word::<BurnStyle>)]
    pub burn: Option<BurnStyle>,
    /// What cards are dealt from: card-shoe or shuffling-device
    #[arg(long, value_name = "DEVICE", value_parser = word::<Device>)]
    pub device: Option<Device>,
    /// The table's chip denominations, such as 0.50,1,5,25,100
    #[arg(long, value_name = "LIST")]
    pub chips: Option<ChipSet>,
    /// A number that gives the same shoes again; a new one is drawn and shown if not given
    #[arg(long, value_name = "SEED", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    pub seed: Option<u64>,
    /// How many threads; as many as there are cores if not given. The results are the same for any number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// A word of a closed set, as books write it.
fn word<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, String> {
    T::deserialize(StrDeserializer::<Error>::new(text)).map_err(|error| error.to_string())
}

/// A whole number within bounds. With `allow_negative_numbers` a negative one is told the same, not taken for an option.
pub fn whole<const LEAST: u64, const MOST: u64>(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    number.ok_or_else(|| format!("found `{text}`; allowed is a whole number from {LEAST} to {MOST}"))
}

/// Shoes that may be dealt: the table checked against its book.
pub struct Shoes {
    pub book: Book,
    pub settings: Settings,
    pub game: Game,
    pub chips: ChipSet,
    pub seed: u64,
}

impl ShoeArgs {
    /// Reads the book and the table, and checks one against the other.
    pub fn shoes(&self, from_back: Option<u16>) -> Result<Shoes, Failure> {
        let book = library::open(&self.book)?;
        let settings = self.settings(&book, from_back)?;
        let burn = (!book.rules.burn.styles.items.is_empty()).then_some(settings.burn);
        let choice =
            Choice { decks: settings.decks, device: settings.device, burn, from_back: settings.from_back };
        let game = Game::new(&book, &choice).map_err(|error| Failure::refused(error.to_string()))?;
        let seed = match self.seed {
            Some(seed) => seed,
            None => fresh_number()
                .map_err(|error| Failure::refused(format!("no seed: {error}; give one with --seed")))?,
        };
        let chips = settings.chip_set().map_err(|error| Failure::refused(format!("chips: {error}")))?;
        Ok(Shoes { book, settings, game, chips, seed })
    }

    fn settings(&self, book: &Book, from_back: Option<u16>) -> Result<Settings, Failure> {
        let mut settings = Settings::usual(book);
        // With half a unit, commission on whole stakes of ten can be paid.
        settings.chips.insert(0, Money(Money::UNITS / 2));
        let mut lines = BTreeMap::new();
        if let Some(path) = &self.table {
            let text = library::read_file(path)?;
            (settings, lines) = table::transcript::settings(&text, settings, book).map_err(|faults| {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                Failure::refused(message(path, &faults))
            })?;
        }
        if let Some(method) = &self.method {
            settings.method.clone_from(method);
        }
        settings.decks = self.decks.unwrap_or(settings.decks);
        settings.from_back = from_back.unwrap_or(settings.from_back);
        if let Some(device) = self.device {
            settings.device = device;
            let burns = book.rules.burn.styles.values().find(|burn| burn.devices.contains(&device));
            settings.burn = burns.map_or(settings.burn, |burn| burn.style);
        }
        settings.burn = self.burn.unwrap_or(settings.burn);
        if let Some(chips) = &self.chips {
            settings.chips = chips.chips().to_vec();
        }
        let bad = settings.check(book);
        if bad.is_empty() {
            return Ok(settings);
        }
        // In the order of their lines; what was asked on the command line has none.
        let mut faults: Vec<(Option<usize>, String)> = bad
            .iter()
            .map(|bad| {
                let line = lines.get(&bad.setting).copied();
                let place = line.map_or_else(String::new, |line| format!("line {line}: "));
                (line, format!("{place}{}: {} ({} {})", bad.setting, bad.message, book.id, bad.cites))
            })
            .collect();
        faults.sort_by_key(|(line, _)| *line);
        let faults: Vec<String> = faults.into_iter().map(|(_, fault)| fault).collect();
        Err(Failure::refused(message(
            self.table.as_deref().unwrap_or("this table is outside the book"),
            &faults,
        )))
    }
}

/// Faults as one block, a line each.
fn message(name: &str, faults: &[String]) -> String {
    let count = if faults.len() == 1 { "1 fault".to_owned() } else { format!("{} faults", faults.len()) };
    let lines = faults.iter().map(|fault| format!("  {fault}"));
    std::iter::once(format!("{name}: {count}")).chain(lines).collect::<Vec<_>>().join("\n")
}
