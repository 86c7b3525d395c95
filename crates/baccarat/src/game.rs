//! The game itself: cards, hands, the tableau, outcomes, chips, and wagers as pay tables over outcomes.

pub mod card;
pub mod chips;
pub mod composition;
pub mod coup;
pub mod feature;
pub mod hand;
pub mod kinds;
mod numbers;
pub mod outcome;
pub mod pieces;
pub mod tableau;
pub mod wager;
