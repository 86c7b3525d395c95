//! People: who comes, buys in, sits down and leaves.

pub(crate) mod patrons;

pub use crate::acts::people::Act;
pub use crate::facts::people::Fact;

use crate::state::{Patron, Phase};
use crate::table::Table;

impl Table {
    pub(crate) fn apply_people(&mut self, fact: &Fact) {
        let state = &mut self.state;
        match fact {
            Fact::SignedOn { name, role } => {
                state.staff.entry(name.clone()).or_default().insert(*role);
            }
            Fact::SignedOff { name } => {
                state.staff.remove(name);
            }
            Fact::Arrived { patron } => {
                state.arrivals.retain(|name| name != patron);
                state.arrivals.push(patron.clone());
                let patron = state.patrons.entry(patron.clone()).or_default();
                let Patron { chips, tokens, owed, warned, .. } = *patron;
                *patron = Patron { chips, tokens, owed, warned, present: true, ..Patron::default() };
                state.vacant = false;
            }
            Fact::BoughtIn { patron, cash } => {
                if let Some(patron) = state.patrons.get_mut(patron) {
                    patron.chips += *cash;
                    state.float -= *cash;
                    state.drop += *cash;
                }
            }
            Fact::ChipsBrought { patron, chips } => {
                if let Some(patron) = state.patrons.get_mut(patron) {
                    patron.chips += *chips;
                    state.brought += *chips;
                }
            }
            Fact::ChipsTaken { patron, chips } => {
                if let Some(patron) = state.patrons.get_mut(patron) {
                    patron.chips -= *chips;
                    state.brought -= *chips;
                }
            }
            Fact::VoucherSwapped { patron, worth } => {
                if let Some(patron) = state.patrons.get_mut(patron) {
                    patron.tokens += *worth;
                    state.token_float -= *worth;
                    state.vouchers += *worth;
                }
            }
            Fact::SeatTaken { patron, seat } => {
                if let Some(patron) = state.patrons.get_mut(patron) {
                    patron.seat = Some(*seat);
                    patron.idle = 0;
                }
            }
            Fact::SeatVacated { patron, .. } => {
                if let Some(patron) = state.patrons.get_mut(patron) {
                    patron.seat = None;
                    patron.idle = 0;
                }
            }
            Fact::Left { patron } => {
                if let Some(patron) = state.patrons.get_mut(patron) {
                    // A warning is remembered at this table; everything else ends with leaving it.
                    let Patron { chips, tokens, owed, warned, .. } = *patron;
                    *patron = Patron { chips, tokens, owed, warned, ..Patron::default() };
                }
                state.designated.holder.take_if(|holder| holder == patron);
                state.designated.offered.take_if(|offered| offered == patron);
                if let Phase::Preparing(preparing) = &mut state.phase {
                    preparing.cutting.offered.take_if(|offered| offered == patron);
                }
                let empty = state.players().next().is_none();
                state.vacant = empty;
            }
        }
    }
}
