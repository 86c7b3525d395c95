//! What a scanning shoe reads.

use baccarat::card::Card;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// What came out of the shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub enum Scanned {
    /// A playing card.
    Card(Card),
    /// The cutting card.
    CuttingCard,
}

impl FromStr for Scanned {
    type Err = String;

    fn from_str(text: &str) -> Result<Scanned, String> {
        match text {
            "cutting-card" => Ok(Scanned::CuttingCard),
            text => text.parse().map(Scanned::Card).map_err(|bad| format!("{bad}, or cutting-card")),
        }
    }
}

impl fmt::Display for Scanned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scanned::Card(card) => card.fmt(f),
            Scanned::CuttingCard => f.write_str("cutting-card"),
        }
    }
}

impl From<Scanned> for String {
    fn from(came: Scanned) -> String {
        came.to_string()
    }
}
