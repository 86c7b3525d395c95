//! Shoes by the million: shuffled, burnt, dealt and ended as a book says.
//!
//! A [`Game`] is what a book and a table's choices make of a shoe. A [`Dealer`] deals the shoes of a seed: shoe *k* is the
//! same whenever and wherever it is dealt, alone or among a billion. What comes out is counted in a [`Tally`] of
//! [`Class`]es, from which every wager settles.
//!
//! There are two ways to deal. The plain one reads like the book and is proved equal to the table itself; the fast one
//! works out the coup that would start at every card side by side, and is proved equal to the plain one.
//!
//! ```
//! use baccarat::{book::Book, shelf};
//! use simulate::{Choice, Dealer, Game, Tally};
//!
//! let book = Book::read(shelf::text("nz").unwrap()).unwrap();
//! let game = Game::new(&book, &Choice::usual(&book))?;
//! let mut tally = Tally::default();
//! Dealer::new(&game, 2026).tally(0..1_000, &mut tally);
//! assert_eq!(tally.shoes(), 1_000);
//! assert!(tally.coups() > 79_000);
//! # Ok::<(), simulate::NoGame>(())
//! ```

mod blocks;
mod class;
mod count;
mod dealer;
mod dealt;
mod fast;
mod game;
mod plain;
mod plan;
mod player;
mod results;
mod run;
mod session;
mod spread;
mod strategy;
mod stream;
mod tally;
mod till;

pub use class::Class;
pub use count::{AtDepth, CountPlan, Countability, Linear, STRETCH, Stretch, WagerCount, count};
pub use dealer::Dealer;
pub use dealt::Dealt;
pub use game::{Choice, Ending, Game, NoGame};
pub use plan::Plan;
pub use player::{Coup, Leave, Player, Situation, Wish, Won};
pub use results::{Milestone, NoRun, Results, WagerResults};
pub use run::{join, play, run};
pub use session::{PatronResults, share};
pub use spread::Spread;
pub use strategy::{After, Assignment, Bet, Formula, Move, On, PastEnd, Size, Strategy, Tags, Value, When};
pub use tally::Tally;
pub use till::{Bounds, Till};
