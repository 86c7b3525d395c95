//! Bets: wagers placed, changed, taken back, refused and scaled; coups without them.

pub(crate) mod acceptance;
pub(crate) mod betting;
pub(crate) mod no_bet;
pub(crate) mod scaling;
pub(crate) mod side_basis;
pub(crate) mod stake;

pub use crate::acts::bets::Act;
pub use crate::facts::bets::Fact;
