//! Which shoes are dealt by the million: a book, a table, a seed.

use crate::error::Error;
use ::simulate::{Choice, Game};
use baccarat::book::Book;
use baccarat::chips::{ChipSet, Money};
use baccarat::rules::cards::Device;
use baccarat::rules::shoe::BurnStyle;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::Settings;

/// A table's choices; where nothing is said, the usual ones of the book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableChoice {
    /// A text of lines such as `setting from-back 20`, as in a transcript, and its name.
    pub settings: Option<(String, String)>,
    /// The settlement method.
    pub method: Option<String>,
    /// How many decks.
    pub decks: Option<u8>,
    /// How a new shoe is opened.
    pub burn: Option<BurnStyle>,
    /// What cards are dealt from.
    pub device: Option<Device>,
    /// How many cards lie behind the cutting card.
    pub from_back: Option<u16>,
    /// The chips.
    #[serde(with = "crate::text::chip_set")]
    pub chips: Option<ChipSet>,
}

/// Shoes that may be dealt: the table checked against its book.
pub struct Shoes {
    /// The book.
    pub book: Book,
    /// The table.
    pub settings: Settings,
    /// How its shoes are dealt.
    pub game: Game,
    /// Its chips.
    pub chips: ChipSet,
    /// What gives the same shoes again.
    pub seed: u64,
}

impl Shoes {
    /// Checks a table against its book.
    pub fn of(book: Book, choice: &TableChoice, seed: u64) -> Result<Shoes, Error> {
        let settings = choice.settings(&book)?;
        let burn = (!book.rules.burn.styles.items.is_empty()).then_some(settings.burn);
        let shoe =
            Choice { decks: settings.decks, device: settings.device, burn, from_back: settings.from_back };
        let game = Game::new(&book, &shoe).map_err(|error| Error::refused(error.to_string()))?;
        let chips = settings.chip_set().map_err(|error| Error::refused(format!("chips: {error}")))?;
        Ok(Shoes { book, settings, game, chips, seed })
    }
}

impl TableChoice {
    fn settings(&self, book: &Book) -> Result<Settings, Error> {
        let mut settings = Settings::usual(book);
        // With half a unit, commission on whole stakes of ten can be paid.
        settings.chips.insert(0, Money(Money::UNITS / 2));
        let mut lines = BTreeMap::new();
        if let Some((name, text)) = &self.settings {
            (settings, lines) = table::transcript::settings(text, settings, book).map_err(|faults| {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                Error::refused(message(name, &faults))
            })?;
        }
        if let Some(method) = &self.method {
            settings.method.clone_from(method);
        }
        settings.decks = self.decks.unwrap_or(settings.decks);
        settings.from_back = self.from_back.unwrap_or(settings.from_back);
        if let Some(device) = self.device {
            settings.device = device;
            let burns = book.rules.burn.styles.values().find(|burn| burn.devices.contains(&device));
            settings.burn = burns.map_or(settings.burn, |burn| burn.style);
        }
        settings.burn = self.burn.unwrap_or(settings.burn);
        if let Some(chips) = &self.chips {
            settings.chips = chips.chips().to_vec();
        }
        self.checked(settings, &lines, book)
    }

    fn checked(
        &self,
        settings: Settings,
        lines: &BTreeMap<String, usize>,
        book: &Book,
    ) -> Result<Settings, Error> {
        let bad = settings.check(book);
        if bad.is_empty() {
            return Ok(settings);
        }
        // In the order of their lines; what was asked beside the text has none.
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
        let name = self.settings.as_ref().map_or("this table is outside the book", |(name, _)| name);
        Err(Error::refused(message(name, &faults)))
    }
}

/// Faults as one block, a line each.
pub(crate) fn message(name: &str, faults: &[String]) -> String {
    let count = if faults.len() == 1 { "1 fault".to_owned() } else { format!("{} faults", faults.len()) };
    let lines = faults.iter().map(|fault| format!("  {fault}"));
    std::iter::once(format!("{name}: {count}")).chain(lines).collect::<Vec<_>>().join("\n")
}
