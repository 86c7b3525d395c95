//! Why a sealed shoe refuses.

use crate::drawing::Drawing;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a shoe does not do what was asked of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Refused {
    /// The cut was made before.
    AlreadyCut { at: u16 },
    /// No card before the cut.
    NotCut,
    /// There are not so many cards.
    CutTooDeep { at: u16, cards: u16 },
    /// No grant opens this card under the closing that was named.
    NotGranted { drawn: u16 },
    /// Cards from here on were told under another closing.
    AlreadyOut { from: u16, out: u16 },
    /// Something later was granted already, or the same under another closing.
    OtherClosing { last: Drawing, closed: u64 },
    /// The shoe is never dealt from again.
    Barred { why: String },
    /// All cards are out.
    Empty { cards: u16 },
    /// It was revealed.
    Ended,
    /// Abandoned, but no reason was given.
    NoReason,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::AlreadyCut { at } => write!(f, "the shoe has been cut at {at}; a shoe is cut once"),
            Refused::NotCut => f.write_str("the shoe has not been cut; a cut at 0 leaves it as it is"),
            Refused::CutTooDeep { at, cards } => {
                write!(f, "a cut at {at} is too deep; allowed are 0 to {}", cards.saturating_sub(1))
            }
            Refused::NotGranted { drawn } => {
                write!(
                    f,
                    "card {drawn} is not granted under this closing; first betting is closed, then cards are drawn"
                )
            }
            Refused::AlreadyOut { from, out } => {
                write!(
                    f,
                    "{out} cards of the shoe were told, but this closing would tell them again from card {from} on"
                )
            }
            Refused::OtherClosing { last, closed } => {
                write!(
                    f,
                    "{last} was granted under the closing at record {closed}; what comes after it is closed after it"
                )
            }
            Refused::Barred { why } => write!(f, "this shoe is never dealt from again: {why}"),
            Refused::Empty { cards } => write!(f, "all {cards} cards have been dealt"),
            Refused::Ended => f.write_str("the shoe has been revealed; nothing more is dealt from it"),
            Refused::NoReason => f.write_str("a shoe is abandoned only with a reason of 1 to 500 characters"),
        }
    }
}

impl std::error::Error for Refused {}
