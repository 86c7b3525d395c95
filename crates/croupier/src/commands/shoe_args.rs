//! Which shoes are dealt by the million: a book, a table, a seed.

use crate::arguments::number::{small, whole};
use crate::arguments::words::BookName;
use crate::failure::Failure;
use crate::files::library;
use crate::screen::Screen;
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

/// That figures rest on values of a book that its instrument does not state, as a line.
pub fn assumed_note(book: &str, screen: &Screen) -> String {
    let note = format!(
        "These figures rest on values that the instrument does not state and we assume. See `croupier rules {book} --assumed`."
    );
    format!("{}\n", screen.warning(&note))
}

impl ShoeArgs {
    /// What the figures rest on that the instrument does not state, as a line; empty if nothing.
    pub fn assumed_note(&self, screen: &Screen) -> Result<String, Failure> {
        if library::open(&self.book)?.assumed().is_empty() {
            return Ok(String::new());
        }
        Ok(assumed_note(&self.book, screen))
    }

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
