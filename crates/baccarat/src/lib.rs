//! Baccarat itself: cards, hands, the tableau, outcomes, wagers, and the rule book read and checked.
//!
//! This crate knows no file, clock, network or random number; text is handed to it.
//!
//! ```
//! use baccarat::{book::Book, card::Card, coup::DealtCoup, shelf};
//!
//! let book = Book::read(shelf::text("act").unwrap()).unwrap();
//! // In the order dealt: player, banker, player, banker, then third cards.
//! let cards: Vec<Card> = ["2H", "KD", "3C", "6S", "5D"].iter().map(|card| card.parse().unwrap()).collect();
//! let coup = DealtCoup::deal(book.tableau(), book.values(), &cards).unwrap();
//!
//! let banker = &book.wagers("commission").unwrap()[1];
//! let row = banker.row(&coup.outcome).unwrap();
//! assert_eq!(row.written(), "winner = banker: pays 1 to 1 less 5%");
//! assert_eq!(row.basis.to_string(), "4.3(a)(i), 8.4(b)");
//! ```

pub mod basis;
pub mod book;
pub mod fault;
pub mod game;
pub mod rules;
pub mod text;
pub mod topic;

pub use book::{clause, compare, payment, placement, schema, shelf};
pub use game::{card, chips, composition, coup, feature, hand, kinds, outcome, pieces, tableau, wager};
