//! The time in which wagers may be made.

use crate::person::Name;
use crate::time::Time;
use baccarat::rules::people::CallWords;
use baccarat::rules::play::NoBetSource;
use baccarat::wager::WagerId;
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
    /// Places of side wagers that were given to patrons with a main wager.
    #[serde(default)]
    pub given: Vec<GivenPlace>,
}

/// A place of a side wager that is kept for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenPlace {
    /// The box.
    #[serde(rename = "box")]
    pub area: u8,
    /// On what.
    pub wager: WagerId,
    /// For whom.
    pub to: Name,
}
