//! A patron.

use crate::settings::Limits;
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use serde::{Deserialize, Serialize};

/// A patron, at the table or gone from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patron {
    /// Chips in hand.
    pub chips: Money,
    /// Promotional tokens in hand.
    pub tokens: Money,
    /// Won, and not paid because no chips of the table make it.
    pub owed: Money,
    /// The seat, counted from the dealer's right.
    pub seat: Option<u8>,
    /// At the table.
    pub present: bool,
    /// Coups in a row without a wager.
    pub idle: u8,
    /// Has bet since arriving.
    pub playing: bool,
    /// Was told that further short wagers will be returned.
    pub warned: bool,
    /// A limit of their own.
    pub personal: Option<Limits>,
    /// The minimum kept from before it rose.
    pub kept_minimum: Option<Money>,
    /// The table's limits of that time.
    pub former_limits: Option<Limits>,
}

impl Patron {
    /// What this patron has in hand of a kind.
    pub(crate) fn held(&self, kind: ChipKind) -> Money {
        match kind {
            ChipKind::Chips => self.chips,
            ChipKind::PromotionalTokens => self.tokens,
        }
    }

    /// Takes some of what this patron has in hand; less than nothing is given.
    pub(crate) fn take(&mut self, kind: ChipKind, amount: Money) {
        match kind {
            ChipKind::Chips => self.chips -= amount,
            ChipKind::PromotionalTokens => self.tokens -= amount,
        }
    }
}
