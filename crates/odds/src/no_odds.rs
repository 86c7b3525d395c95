//! Why there are no odds to give.

use baccarat::composition::Composition;
use baccarat::wager::WagerId;
use std::fmt;

/// Why a question about odds has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoOdds {
    /// A coup may take six cards, and there are fewer.
    TooFewCards {
        /// How many there are.
        cards: u32,
    },
    /// More cards than a composition may hold.
    TooManyCards {
        /// How many there are.
        cards: u32,
    },
    /// The rows of a wager leave an outcome that can happen undecided.
    Undecided {
        /// The wager.
        wager: WagerId,
    },
    /// The pays of a wager have no common denominator small enough to count with.
    PaysTooFine {
        /// The wager.
        wager: WagerId,
    },
    /// Wagers tell apart more kinds of hands than can be counted.
    TooManyKinds {
        /// The wagers.
        wagers: Vec<WagerId>,
    },
    /// No wager has this place among those the evaluator was made with.
    NoSuchWager {
        /// The place asked for.
        place: usize,
        /// How many wagers there are.
        wagers: usize,
    },
    /// Nets were given for another number of rows than the wager has.
    WrongNumberOfNets {
        /// The wager.
        wager: WagerId,
        /// How many rows it has.
        rows: usize,
        /// How many nets were given.
        nets: usize,
    },
}

impl fmt::Display for NoOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoOdds::TooFewCards { cards } => {
                let fewest = Composition::FEWEST_CARDS;
                write!(f, "{cards} cards are left; a coup may take {fewest}, so odds need at least {fewest}")
            }
            NoOdds::TooManyCards { cards } => {
                write!(f, "{cards} cards are more than the {} a shoe may hold", Composition::MOST_CARDS)
            }
            NoOdds::Undecided { wager } => {
                write!(
                    f,
                    "the rows of wager `{wager}` leave an outcome undecided; end with a row `when = {{}}`"
                )
            }
            NoOdds::PaysTooFine { wager } => {
                write!(f, "the pays of wager `{wager}` have no common denominator below 2^50")
            }
            NoOdds::TooManyKinds { wagers } => {
                let ids: Vec<&str> = wagers.iter().map(WagerId::as_str).collect();
                write!(f, "together, {} tell apart more kinds of hands than can be counted", ids.join(", "))
            }
            NoOdds::NoSuchWager { place, wagers } => {
                write!(f, "there is no wager at place {place}; there are {wagers}, counted from 0")
            }
            NoOdds::WrongNumberOfNets { wager, rows, nets } => {
                write!(f, "wager `{wager}` has {rows} rows, but {nets} nets were given")
            }
        }
    }
}

impl std::error::Error for NoOdds {}

/// Refuses a composition with too few or too many cards to give odds on.
pub(crate) fn check_size(shoe: &Composition) -> Result<(), NoOdds> {
    match shoe.cards() {
        cards if cards < Composition::FEWEST_CARDS => Err(NoOdds::TooFewCards { cards }),
        cards if cards > Composition::MOST_CARDS => Err(NoOdds::TooManyCards { cards }),
        _ => Ok(()),
    }
}
