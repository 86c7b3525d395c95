//! Which shoes are dealt by the million: a book, a table, a seed.

use crate::commands::words::BookName;
use crate::failure::Failure;
use crate::files::library;
use baccarat::chips::ChipSet;
use baccarat::rules::cards::Device;
use baccarat::rules::shoe::BurnStyle;
use clap::Args;
use lab::shoes::{Shoes, TableChoice};
use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};
use shoe::demonstration::fresh_number;

/// Which shoes are dealt.
#[derive(Args, Clone, Debug)]
pub struct ShoeArgs {
    /// A book: act, nz, qld, nsw, or the path of a book file
    #[arg(value_parser = BookName, hide_possible_values = true)]
    pub book: String,
    /// The settings of the table: a file of lines such as `setting from-back 20`, as in a transcript
    #[arg(long, value_name = "FILE")]
    pub table: Option<String>,
    /// The settlement method; the book's first if not given
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,
    /// How many decks; the most that the book allows if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = small::<u8, 1, 100>)]
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
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = small::<u16, 1, 1024>)]
    pub threads: Option<u16>,
}

/// A word of a closed set, as books write it.
fn word<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, String> {
    T::deserialize(StrDeserializer::<Error>::new(text)).map_err(|error| error.to_string())
}

/// A whole number within bounds, also as `1e6` or `1_000_000`. With `allow_negative_numbers` a negative one is told the same, not taken
/// for an option.
pub fn whole<const LEAST: u64, const MOST: u64>(text: &str) -> Result<u64, String> {
    let number = written(text).filter(|number| (LEAST..=MOST).contains(number));
    number.ok_or_else(|| format!("found `{text}`; allowed is a whole number from {LEAST} to {MOST}"))
}

/// The same for a small number.
pub fn small<T: TryFrom<u64>, const LEAST: u64, const MOST: u64>(text: &str) -> Result<T, String> {
    let number = whole::<LEAST, MOST>(text)?;
    T::try_from(number)
        .map_err(|_| format!("found `{text}`; allowed is a whole number from {LEAST} to {MOST}"))
}

/// The whole number that a text stands for: digits, perhaps with `_` between them, perhaps with a power of ten behind an `e`.
fn written(text: &str) -> Option<u64> {
    let plain = text.replace('_', "");
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((digits, power)) = plain.split_once(['e', 'E']) else {
        return plain.parse().ok().filter(|_| is_number(&plain));
    };
    let (ones, part) = digits.split_once('.').unwrap_or((digits, ""));
    let power: usize = power.strip_prefix('+').unwrap_or(power).parse().ok().filter(|power| *power <= 18)?;
    // What stands behind the point must be made whole by the power.
    if part.len() > power || !is_number(ones) || !(part.is_empty() || is_number(part)) {
        return None;
    }
    format!("{ones}{part}{}", "0".repeat(power - part.len())).parse().ok()
}

impl ShoeArgs {
    /// Reads the book and the table, and checks one against the other.
    pub fn shoes(&self, from_back: Option<u16>) -> Result<Shoes, Failure> {
        let book = library::open(&self.book)?;
        Ok(Shoes::of(book, &self.choice(from_back)?, self.seed()?)?)
    }

    /// The table's choices.
    pub fn choice(&self, from_back: Option<u16>) -> Result<TableChoice, Failure> {
        let settings = match &self.table {
            Some(path) => Some((path.clone(), library::read_file(path)?)),
            None => None,
        };
        Ok(TableChoice {
            settings,
            method: self.method.clone(),
            decks: self.decks,
            burn: self.burn,
            device: self.device,
            from_back,
            chips: self.chips.clone(),
        })
    }

    /// The seed, or a new one.
    pub fn seed(&self) -> Result<u64, Failure> {
        match self.seed {
            Some(seed) => Ok(seed),
            None => fresh_number()
                .map_err(|error| Failure::refused(format!("no seed: {error}; give one with --seed"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn whole_numbers_may_be_written_as_powers_of_ten() {
        for (text, number) in
            [("7", 7), ("1e6", 1_000_000), ("2.5e3", 2_500), ("1_000", 1_000), ("1E+2", 100)]
        {
            assert_eq!(whole::<1, 1_000_000>(text), Ok(number), "{text}");
        }
        for text in ["", "e6", "1e", "1.5", "1.25e1", "-3", "1e30", "1e7", "0", "many", "1.5e-3"] {
            let refused = whole::<1, 1_000_000>(text).unwrap_err();
            assert_eq!(refused, format!("found `{text}`; allowed is a whole number from 1 to 1000000"));
        }
    }
}
