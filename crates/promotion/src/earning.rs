//! Tickets from the events of a table: what was staked in each coup, and coups that no longer count.

use crate::acts::Act;
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use std::collections::BTreeMap;
use table::{Event, Fact, Name, StakeId, bets, deal, pay, trouble};

/// A fold over one table's events. What it gives is asked of the promotion, which judges it by its terms.
#[derive(Clone, Debug)]
pub struct Earning {
    table: String,
    coup: u32,
    kinds: BTreeMap<StakeId, ChipKind>,
    staked: BTreeMap<Name, (Money, Money)>,
}

impl Earning {
    /// Nothing seen yet of this table.
    pub fn new(table: impl Into<String>) -> Earning {
        Earning { table: table.into(), coup: 0, kinds: BTreeMap::new(), staked: BTreeMap::new() }
    }

    /// Takes in an event, and gives what follows from it. Chips and tokens are kept apart; other kinds bring nothing.
    pub fn take(&mut self, event: &Event) -> Vec<Act> {
        match &event.fact {
            Fact::Bets(bets::Fact::WagerPlaced { stake }) => {
                self.kinds.insert(stake.id, stake.kind);
            }
            Fact::Deal(deal::Fact::CoupStarted { number, .. }) => {
                self.coup = *number;
                self.staked.clear();
            }
            Fact::Pay(pay::Fact::WagerSettled { id, patron, result, .. }) => {
                let (chips, tokens) = self.staked.entry(patron.clone()).or_default();
                match self.kinds.get(id) {
                    Some(ChipKind::Chips) => *chips += result.live,
                    Some(ChipKind::PromotionalTokens) => *tokens += result.live,
                    _ => {}
                }
            }
            Fact::Pay(pay::Fact::CoupEnded { number }) if *number == self.coup => {
                return self.coup_ends(event);
            }
            // Of a coup whose hands were level nothing is undone when it is set aside.
            Fact::Trouble(
                trouble::Fact::CoupVoided { number } | trouble::Fact::CoupInvalidated { number, .. },
            ) => {
                if *number == self.coup {
                    self.staked.clear();
                }
                return vec![self.taken_back(*number, None, event)];
            }
            Fact::Trouble(trouble::Fact::SettlementUndone { coup, stake, .. }) => {
                if *coup == self.coup {
                    self.staked.remove(&stake.patron);
                }
                return vec![self.taken_back(*coup, Some(stake.patron.clone()), event)];
            }
            _ => {}
        }
        Vec::new()
    }

    fn taken_back(&self, coup: u32, holder: Option<Name>, event: &Event) -> Act {
        Act::TakeBack { table: self.table.clone(), coup, holder, undone: Some(event.at) }
    }

    fn coup_ends(&mut self, event: &Event) -> Vec<Act> {
        let staked = std::mem::take(&mut self.staked);
        let earned = |(holder, (chips, tokens)): (Name, (Money, Money))| Act::Earn {
            holder,
            table: self.table.clone(),
            coup: self.coup,
            chips,
            tokens,
            ended: Some(event.at),
        };
        staked.into_iter().map(earned).collect()
    }
}
