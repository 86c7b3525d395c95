//! The time in which wagers may be made.

use crate::time::Time;
use baccarat::rules::people::CallWords;
use baccarat::rules::play::NoBetSource;
use serde::{Deserialize, Serialize};

/// Wagers may be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Betting {
    /// The dealer has opened it.
    pub open: bool,
    /// When the clock reaches zero.
    pub until: Option<Time>,
    /// What closes betting has happened.
    pub closed: bool,
    /// What the dealer has called.
    pub called: Vec<CallWords>,
    /// A no-bet coup was directed, and on what ground.
    pub no_bet: Option<NoBetSource>,
    /// The cutting card came before the first card.
    pub cutting_card_first: bool,
}
