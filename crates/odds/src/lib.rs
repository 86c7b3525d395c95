//! Exact odds of every wager on any shoe.
//!
//! Tell an [`Evaluator`] the tableau, what the cards count and the wagers; then ask it about any composition of
//! six cards or more. Every answer is a whole number of ways out of all ordered draws of six cards, so every
//! probability, expected value and variance is an exact fraction.
//!
//! These ways lead to the same numbers:
//! - the closed form, for wagers on totals alone or on pairs alone: microseconds;
//! - the closed form with several compositions side by side ([`Evaluator::batch`]): about a microsecond each;
//! - the joint count of totals and pairs ([`Joint`]), for wagers that ask about both and for wagers placed
//!   together: about a millisecond;
//! - for wagers on the cards themselves, a count by the kinds of cards that they tell apart: from microseconds to seconds
//!   ([`Way`] says which).
//!
//! Floating point appears only in what is named a display helper, and side by side, where whole numbers up to 2⁵³ are exact in it.
//!
//! ```
//! use baccarat::{book::Book, composition::Composition, shelf};
//! use odds::Evaluator;
//!
//! let book = Book::read(shelf::text("nsw").unwrap()).unwrap();
//! let wagers: Vec<_> = book.wagers("standard").unwrap().iter().collect();
//! let evaluator = Evaluator::new(book.tableau(), book.values(), &wagers)?;
//! let odds = evaluator.odds(&Composition::of_decks(8))?;
//! let banker = odds.iter().find(|odds| odds.wager().as_str() == "banker").unwrap();
//! assert_eq!(banker.ev().to_string(), "-114753351728/10847218479825");
//! # Ok::<(), odds::NoOdds>(())
//! ```

mod cards;
mod count;
mod declared;
mod distribution;
mod draws;
mod evaluator;
mod holding;
mod joint;
mod lanes;
mod no_odds;
mod one;
mod pairs;
mod removal;
mod spread;
mod tally;
mod together;
mod wager_odds;
mod way;

/// What the tests share, here too.
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod common;

pub use evaluator::{Evaluator, RowCounts};
pub use joint::Joint;
pub use no_odds::NoOdds;
pub use removal::Removal;
pub use together::{NetDistribution, Placed};
pub use wager_odds::WagerOdds;
pub use way::Way;
