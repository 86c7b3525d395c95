//! How often each wager of a table won in the shoe that is in play.

use crate::view::{offered, outcome};
use baccarat::wager::Settlement;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::state::Phase;
use table::{Fact, Table, cards, pay};

/// Coups of a shoe, and how many of them each wager won.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hits {
    /// How many coups were counted.
    pub coups: u32,
    /// Wagers that won, and how often.
    pub won: BTreeMap<String, u32>,
}

impl Hits {
    /// Takes in an event; the table is as it was before it.
    pub fn follow(&mut self, fact: &Fact, before: &Table) {
        match fact {
            Fact::Cards(cards::Fact::PlayStarted) => *self = Hits::default(),
            Fact::Pay(pay::Fact::CoupEnded { .. }) => self.count(before),
            _ => {}
        }
    }

    fn count(&mut self, table: &Table) {
        let Phase::Coup(coup) = &table.state().phase else { return };
        let Some(outcome) = outcome(table, &coup.player, &coup.banker).filter(|_| !coup.void) else { return };
        self.coups += 1;
        for wager in offered(table) {
            if wager.row(&outcome).is_some_and(|row| matches!(row.settlement, Settlement::Wins(_))) {
                *self.won.entry(wager.id.to_string()).or_default() += 1;
            }
        }
    }
}
