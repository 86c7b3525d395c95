//! The second witness: where every chip is, summed up from events alone and more plainly than the table does it.

use baccarat::rules::betting::ChipKind;
use std::collections::BTreeMap;
use table::state::State;
use table::{Award, Event, Fact, ForfeitedFrom, Settled, SettledAs, Stake, StakeId, Undone};

/// Chips are one purse, tokens another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Purse {
    pub chips: i64,
    pub tokens: i64,
    /// Won and not paid, because no chips make it.
    pub owed: i64,
}

impl Purse {
    fn add(&mut self, kind: ChipKind, amount: i64) {
        match kind {
            ChipKind::Chips => self.chips += amount,
            ChipKind::PromotionalTokens => self.tokens += amount,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    pub house: Purse,
    pub patrons: BTreeMap<String, Purse>,
    pub stakes: BTreeMap<u32, (String, ChipKind, i64)>,
    pub cash: i64,
    pub vouchers: i64,
    /// Chips brought to the float, less those taken from it.
    pub brought: i64,
}

impl Ledger {
    /// Writes an event down.
    pub fn write(&mut self, event: &Event) {
        match &event.fact {
            Fact::TableOpened { settings, .. } => {
                self.house = Purse { chips: settings.float.0, tokens: settings.float.0, owed: 0 };
            }
            Fact::BoughtIn { patron, cash } => {
                self.house.chips -= cash.0;
                self.patron(&patron.0).chips += cash.0;
                self.cash += cash.0;
            }
            Fact::FloatFilled { amount, .. } => {
                self.house.chips += amount.0;
                self.brought += amount.0;
            }
            Fact::FloatCredited { amount, .. } => {
                self.house.chips -= amount.0;
                self.brought -= amount.0;
            }
            Fact::VoucherSwapped { patron, worth } => {
                self.house.tokens -= worth.0;
                self.patron(&patron.0).tokens += worth.0;
                self.vouchers += worth.0;
            }
            Fact::WagerPlaced { stake } => {
                self.patron(&stake.patron.0).add(stake.kind, -stake.amount.0);
                let old =
                    self.stakes.insert(stake.id.0, (stake.patron.to_string(), stake.kind, stake.amount.0));
                assert_eq!(old, None, "a stake's number is its own");
            }
            Fact::WagerChanged { id, from, to } | Fact::WagerScaled { id, from, to } => {
                let (patron, kind, amount) = self.off(*id);
                assert_eq!(amount, from.0, "what it was");
                self.patron(&patron).add(kind, amount - to.0);
                if to.0 > 0 {
                    self.stakes.insert(id.0, (patron, kind, to.0));
                }
            }
            Fact::WagerWithdrawn { id } | Fact::WagerReturned { id, .. } => {
                let (patron, kind, amount) = self.off(*id);
                self.patron(&patron).add(kind, amount);
            }
            Fact::WagerSettled { id, patron, staked, result, .. } => {
                let (whose, kind, amount) = self.off(*id);
                assert_eq!((&whose, amount), (&patron.to_string(), staked.0), "the stake that was down");
                assert_eq!(result.live.0 + result.returned.0, amount, "live and returned make the stake");
                assert!(result.live.0 >= 0 && result.returned.0 >= 0 && result.paid.0 >= 0);
                match result.outcome {
                    SettledAs::Wins => {
                        self.patron(&whose).add(kind, amount);
                        let counted: i64 =
                            result.chips.iter().map(|(chip, count)| chip.0 * *count as i64).sum();
                        assert_eq!(counted + result.owed.0, result.paid.0, "the dealer is told all of it");
                        self.patron(&whose).chips += counted;
                        self.patron(&whose).owed += result.owed.0;
                        self.house.chips -= counted;
                    }
                    SettledAs::StandsOff if result.stays => {
                        self.stakes.insert(id.0, (whose, kind, amount));
                    }
                    SettledAs::StandsOff => self.patron(&whose).add(kind, amount),
                    SettledAs::Loses => {
                        self.patron(&whose).add(kind, result.returned.0);
                        self.house.add(kind, result.live.0);
                    }
                }
                assert!(result.outcome == SettledAs::Wins || result.paid.0 == 0, "only a win is paid");
            }
            Fact::SettlementUndone { stake, result, how, .. } => self.undo(stake, result, *how),
            Fact::OpenItemSettled { item } => {
                let amount = if item.patron_owes { item.amount.0 } else { -item.amount.0 };
                self.patron(&item.patron.0).add(item.kind, -amount);
                self.house.add(item.kind, amount);
            }
            Fact::RemainderDecided { patron, owed, paid } => {
                let purse = self.patron(&patron.0);
                assert_eq!(purse.owed, owed.0, "what was owed");
                purse.owed = 0;
                purse.chips += paid.0;
                self.house.chips -= paid.0;
            }
            Fact::DisputeSettled { open: true, .. } => {}
            Fact::DisputeSettled { patron, award, .. } => {
                let paid = match award {
                    Award::Paid(amount) => amount.0,
                    Award::TakenBack(amount) => -amount.0,
                };
                self.patron(&patron.0).chips += paid;
                self.house.chips -= paid;
            }
            Fact::SettledOnPaper { stake, result, .. } => self.patron(&stake.patron.0).owed += result.owed.0,
            Fact::WagerForfeited { stake, from, .. } => match from {
                ForfeitedFrom::Layout => {
                    let (_, kind, amount) = self.off(stake.id);
                    self.house.add(kind, amount);
                }
                ForfeitedFrom::Hand => {
                    self.patron(&stake.patron.0).add(stake.kind, -stake.amount.0);
                    self.house.add(stake.kind, stake.amount.0);
                }
                ForfeitedFrom::Collected | ForfeitedFrom::LeftOpen => {}
            },
            _ => {}
        }
    }

    /// What was won or lost on a stake goes back; relaid, the stake lies there again.
    fn undo(&mut self, stake: &Stake, result: &Settled, how: Undone) {
        let purse = self.patron(&stake.patron.0);
        purse.owed = (purse.owed - result.owed.0).max(0);
        if matches!(how, Undone::LeftOpen | Undone::OnPaper) {
            return;
        }
        match result.outcome {
            SettledAs::Wins => {
                let handed = result.paid.0 - result.owed.0;
                self.patron(&stake.patron.0).chips -= handed;
                self.house.chips += handed;
            }
            SettledAs::StandsOff => {}
            SettledAs::Loses => {
                self.patron(&stake.patron.0).add(stake.kind, result.live.0);
                self.house.add(stake.kind, -result.live.0);
            }
        }
        if how == Undone::Relaid {
            self.patron(&stake.patron.0).add(stake.kind, -stake.amount.0);
            self.stakes.insert(stake.id.0, (stake.patron.to_string(), stake.kind, stake.amount.0));
        }
    }

    fn patron(&mut self, name: &str) -> &mut Purse {
        self.patrons.entry(name.to_owned()).or_default()
    }

    fn off(&mut self, id: StakeId) -> (String, ChipKind, i64) {
        self.stakes.remove(&id.0).unwrap_or_else(|| panic!("stake {id} is on the layout"))
    }

    /// Does the table say the same?
    pub fn check(&self, state: &State) {
        let purse = |chips: i64, tokens: i64, owed: i64| Purse { chips, tokens, owed };
        assert_eq!(self.house, purse(state.float.0, state.token_float.0, 0), "the float");
        assert_eq!((self.cash, self.vouchers), (state.drop.0, state.vouchers.0), "the drop box");
        assert_eq!(self.brought, state.brought.0, "what was brought to the float");
        for (name, patron) in &state.patrons {
            let mine = self.patrons.get(&*name.0).copied().unwrap_or_default();
            assert_eq!(mine, purse(patron.chips.0, patron.tokens.0, patron.owed.0), "{name}");
        }
        let stakes: BTreeMap<u32, (String, ChipKind, i64)> = state
            .stakes
            .iter()
            .map(|stake| (stake.id.0, (stake.patron.to_string(), stake.kind, stake.amount.0)))
            .collect();
        assert_eq!(self.stakes, stakes, "the layout");
    }

    /// Nobody owes anything, and but for fills and credits no chip has come or gone since the table opened with this float.
    pub fn check_sum(&self, float: i64) {
        let purses = || self.patrons.values().chain([&self.house]);
        assert!(
            purses().all(|purse| purse.chips >= 0 && purse.tokens >= 0),
            "nobody is below nothing: {self:?}"
        );
        assert!(self.stakes.values().all(|(.., amount)| *amount > 0), "every stake is something");
        let staked = |wanted: ChipKind| -> i64 {
            self.stakes.values().filter(|(_, kind, _)| *kind == wanted).map(|(.., amount)| amount).sum()
        };
        let chips: i64 = purses().map(|purse| purse.chips).sum();
        let tokens: i64 = purses().map(|purse| purse.tokens).sum();
        assert_eq!(chips + staked(ChipKind::Chips) - self.brought, float, "chips");
        assert_eq!(tokens + staked(ChipKind::PromotionalTokens), float, "tokens");
    }
}
