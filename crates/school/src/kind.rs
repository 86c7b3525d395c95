//! The kinds of exercises.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What an exercise trains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Who gets the next card, by the chart.
    NextCard,
    /// The point count of a hand.
    Totals,
    /// What a win comes to where commission is taken, odds are odd or chips do not suffice.
    Commission,
    /// What becomes of one wager.
    Settlement,
    /// What is paid and taken on a box with several wagers.
    Payouts,
    /// Which wagers are settled before third cards.
    EarlyPairs,
    /// What is called or done next in a coup.
    Calls,
    /// What follows when something went wrong, under which clause, and who decides.
    Irregularities,
    /// Shuffle, cut, burn and the last coup.
    Shoe,
    /// Whole coups at the console; see [`crate::lesson`].
    WholeCoups,
}

impl Kind {
    /// Those that are asked as questions, in the order in which they are taught. Whole coups are dealt, not asked.
    pub const ALL: [Kind; 9] = [
        Kind::NextCard,
        Kind::Totals,
        Kind::Commission,
        Kind::Settlement,
        Kind::Payouts,
        Kind::EarlyPairs,
        Kind::Calls,
        Kind::Irregularities,
        Kind::Shoe,
    ];

    /// Its word in files, paths and options.
    pub fn word(self) -> &'static str {
        match self {
            Kind::NextCard => "next-card",
            Kind::Totals => "totals",
            Kind::Commission => "commission",
            Kind::Settlement => "settlement",
            Kind::Payouts => "payouts",
            Kind::EarlyPairs => "early-pairs",
            Kind::Calls => "calls",
            Kind::Irregularities => "irregularities",
            Kind::Shoe => "shoe",
            Kind::WholeCoups => "whole-coups",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        Kind::ALL.into_iter().find(|kind| kind.word() == text).ok_or_else(|| {
            let all: Vec<&str> = Kind::ALL.into_iter().map(Kind::word).collect();
            format!("found `{text}`; allowed are {}", all.join(", "))
        })
    }
}
