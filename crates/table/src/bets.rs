//! Bets: wagers placed, changed, taken back, refused and scaled; coups without them.

pub(crate) mod acceptance;
pub(crate) mod area;
pub(crate) mod betting;
pub(crate) mod found;
pub(crate) mod no_bet;
pub(crate) mod places;
pub(crate) mod scaling;
pub(crate) mod window;

pub use crate::acts::bets::Act;
pub use crate::facts::bets::Fact;

use crate::state::{GivenPlace, Phase, Proposal};
use crate::table::Table;

impl Table {
    pub(crate) fn apply_bets(&mut self, fact: &Fact) {
        match fact {
            Fact::WagerPlaced { .. }
            | Fact::WagerChanged { .. }
            | Fact::WagerMoved { .. }
            | Fact::WagerWithdrawn { .. }
            | Fact::WagerReturned { .. }
            | Fact::WagerScaled { .. } => self.apply_stakes(fact),
            Fact::BettingOpened { .. } | Fact::BettingClosed { .. } | Fact::NoBetDirected { .. } => {
                self.apply_betting(fact)
            }
            // Whoever asks for it agrees to it.
            Fact::NoBetAsked { patron } => {
                self.state.no_bet_asked = true;
                self.state.agreed.entry(Proposal::NoBetCoup).or_default().insert(patron.clone());
            }
            Fact::Agreed { patron, to } => {
                self.state.agreed.entry(*to).or_default().insert(patron.clone());
            }
            Fact::PlaceGiven { area, wager, to } => {
                if let Phase::Betting(betting) = &mut self.state.phase {
                    let (wager, to) = (wager.clone(), to.clone());
                    betting.given.push(GivenPlace { area: *area, wager, to });
                }
            }
            Fact::DifferentialExceeded { .. } | Fact::CashReturned { .. } => {}
        }
    }
}
