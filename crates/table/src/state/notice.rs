//! Changes, what is agreed and approved, and what may be shown.

use crate::person::Name;
use crate::settings::Limits;
use crate::time::Time;
use baccarat::chips::Money;
use baccarat::rules::play::Face;
use baccarat::wager::WagerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A change announced and not yet made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Announced {
    /// The change.
    pub change: TableChange,
    /// When the sign went up or patrons were told.
    pub since: Time,
    /// From when the sign says; none if patrons were only told.
    pub effective: Option<Time>,
}

/// A change to an open table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum TableChange {
    /// The limits of the main wagers.
    Limits {
        /// The new ones.
        limits: Limits,
    },
    /// The minimum that some patrons kept.
    KeptMinimum {
        /// The new one.
        least: Money,
    },
    /// The differential.
    Differential {
        /// The new one; none if absent.
        most: Option<Money>,
    },
    /// The most on an area.
    AreaMost {
        /// The wager whose area has an amount of its own; the areas of all others if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wager: Option<WagerId>,
        /// The new one; none if absent.
        #[serde(default)]
        most: Option<Money>,
    },
    /// The length of the countdown.
    Countdown {
        /// The new one.
        seconds: u32,
    },
    /// The settlement method or the game in play.
    Method {
        /// The new one.
        method: String,
    },
    /// Which way up the first four cards are dealt.
    Faces {
        /// The new way.
        faces: Face,
    },
    /// Which way up they are dealt from the next shoe on.
    NextShoeFaces {
        /// The new way.
        faces: Face,
    },
    /// The table closes.
    Closing,
}

impl fmt::Display for TableChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableChange::Limits { limits } => write!(f, "limits {} to {}", limits.least, limits.most),
            TableChange::KeptMinimum { least } => write!(f, "kept minimum {least}"),
            TableChange::Differential { most: Some(most) } => write!(f, "differential {most}"),
            TableChange::Differential { most: None } => write!(f, "no differential"),
            TableChange::AreaMost { wager, most } => {
                let of = wager.as_ref().map_or_else(String::new, |wager| format!(" of {wager}"));
                match most {
                    Some(most) => write!(f, "area maximum{of} {most}"),
                    None => write!(f, "no area maximum{of}"),
                }
            }
            TableChange::Countdown { seconds } => write!(f, "countdown {seconds}"),
            TableChange::Method { method } => write!(f, "method {method}"),
            TableChange::Faces { faces } => write!(f, "faces {faces}"),
            TableChange::NextShoeFaces { faces } => write!(f, "faces {faces} from the next shoe"),
            TableChange::Closing => write!(f, "closing"),
        }
    }
}

/// Something patrons may agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// A no-bet coup.
    NoBetCoup,
    /// A change of the game in play.
    ChangeOfGame,
    /// A shuffle after a coup was void for disorder.
    ShuffleAfterVoid,
}

/// Something a supervisor may approve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Approval {
    /// One patron may bet on both hands.
    BothHands {
        /// Who.
        patron: Name,
        /// Which other main wagers beside them the approval names.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<WagerId>,
    },
    /// The burn style set for the table.
    BurnStyle,
    /// The riffle a patron asked for.
    Riffle,
    /// A shuffle by hand before the cards go into a device.
    HandShuffle,
    /// A holder's nominees.
    Nominees,
}

/// Something that could be shown of a game in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Disclosure {
    /// Which cards are left in the shoe, or a count of those gone.
    Composition,
    /// The odds of the coming coup, given the cards gone.
    Odds,
    /// Results so far.
    Results,
}

impl fmt::Display for Disclosure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Disclosure::Composition => "composition",
            Disclosure::Odds => "odds",
            Disclosure::Results => "results",
        })
    }
}
