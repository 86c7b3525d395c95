//! What an operator declares in a file, such as the conditions of a tournament or the terms of a promotion.
//!
//! [`File`] and [`Reader`] read it and give every fault with its line; [`Zone`] is the calendar of the place; [`cite`] finds the
//! clauses of a topic; [`Refusal`] says why something was turned down; [`transcript`] and [`mutants`] are what transcripts of both have in common. No clock, file or network is
//! asked: texts and times are handed in.

mod calendar;
pub mod cite;
mod fault;
mod file;
pub mod mutants;
mod refusal;
pub mod transcript;

pub use calendar::{Zone, utc};
pub use fault::Fault;
pub use file::{File, Reader, money_of, time_of};
pub use refusal::Refusal;
