//! Baccarat itself: cards, hands, the tableau, outcomes, wagers, and the rule book read and checked.
//!
//! This crate knows no file, clock, network or random number; text is handed to it.

pub mod basis;
pub mod card;
pub mod composition;
pub mod coup;
pub mod outcome;
pub mod tableau;
pub mod wager;
