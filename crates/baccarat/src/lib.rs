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
pub mod card;
pub mod chips;
pub mod clause;
pub mod compare;
pub mod composition;
pub mod coup;
pub mod fault;
pub mod feature;
pub mod hand;
pub mod kinds;
mod numbers;
pub mod outcome;
pub mod payment;
pub mod pieces;
pub mod placement;
mod prove;
mod read;
pub mod rules;
pub mod schema;
pub mod shelf;
pub mod tableau;
pub mod text;
pub mod topic;
pub mod wager;
