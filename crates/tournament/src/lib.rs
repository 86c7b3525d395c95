//! Baccarat tournaments by the book: `decide(state, command) -> events or refusal`, `apply(state, event) -> state`.
//!
//! This crate knows no file, clock, network or random number: conditions, times, seeds and cards are handed to it. It judges
//! people, seats, fees, places and prizes, and in [`session`] the wagers of a table in session.

mod acts;
mod aggregate;
mod apply;
mod awards;
mod chips;
mod cite;
pub mod conditions;
mod conduct;
pub mod document;
pub mod duty;
mod entries;
mod facts;
mod final_places;
mod further;
mod places;
pub mod plan;
mod pool;
pub mod prizes;
mod proposal;
mod refusal;
mod running;
mod seating;
pub mod session;
pub mod state;
mod text;
mod tournament;
pub mod transcript;
mod turns;
mod work;

pub use acts::{Act, Chips, Command, Finding, NamedTable, Opening, TableReport};
pub use aggregate::{TOURNAMENT, TournamentCommand};
pub use conditions::{Conditions, Fault};
pub use facts::{Event, Fact, OutWhy, Place, Prize, SeatOf, Settled};
pub use refusal::{Reason, Refusal};
pub use state::State;
pub use tournament::Tournament;
