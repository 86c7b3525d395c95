//! Baccarat itself: cards, hands, the tableau, outcomes, wagers, and the rule book read and checked.
//!
//! This crate knows no file, clock, network or random number; text is handed to it.

pub mod basis;
pub mod book;
pub mod card;
pub mod chips;
pub mod clause;
pub mod composition;
pub mod coup;
pub mod fault;
pub mod outcome;
pub mod payment;
mod prove;
mod read;
pub mod rules;
pub mod schema;
pub mod shelf;
pub mod tableau;
pub mod topic;
pub mod wager;
