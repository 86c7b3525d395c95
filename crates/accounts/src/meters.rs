//! Meters: what was staked, won, paid and kept, by wager and by patron.

use crate::account::{Account, Kind};
use crate::entry::{Entry, Why};
use baccarat::chips::Money;
use baccarat::wager::WagerId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::{Event, Fact, Name, deal, trouble};

/// What came of wagers. A settlement that is undone is taken off again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meter {
    /// How many were settled.
    pub settled: i64,
    /// How many of them won.
    pub won: i64,
    /// How many lost.
    pub lost: i64,
    /// How many stood off.
    pub stood_off: i64,
    /// Chips that were live in them.
    pub staked: Money,
    /// Tokens that were live in them.
    pub staked_tokens: Money,
    /// Chips collected from those that lost.
    pub collected: Money,
    /// Tokens collected.
    pub collected_tokens: Money,
    /// What the winners won: chips paid, and what no chips make.
    pub paid: Money,
    /// What was kept back of that as commission.
    pub commission: Money,
}

impl Meter {
    /// What the house won on them, in chips.
    pub fn win(&self) -> Money {
        self.collected - self.paid
    }

    fn take(&mut self, entry: &Entry) {
        let Some((kind, live)) = entry.turnover else { return };
        let (count, times) = match entry.why {
            Why::Won => (&mut self.won, 1),
            Why::WonUndone => (&mut self.won, -1),
            Why::Lost => (&mut self.lost, 1),
            Why::LostUndone => (&mut self.lost, -1),
            Why::StoodOff => (&mut self.stood_off, 1),
            Why::StoodOffUndone => (&mut self.stood_off, -1),
            _ => return,
        };
        *count += times;
        self.settled += times;
        match kind {
            Kind::Tokens => self.staked_tokens += live,
            _ => self.staked += live,
        }
        let table = |account: &Account| matches!(account, Account::Float | Account::Commission);
        let house = |account: &Account| *account == Account::House;
        let chips = entry.brings(Kind::Chips, table) + entry.brings(Kind::ChipsDue, house);
        self.collected_tokens += entry.brings(Kind::Tokens, table) + entry.brings(Kind::TokensDue, house);
        self.commission += entry.brings(Kind::Chips, |account| *account == Account::Commission);
        match entry.why {
            Why::Won | Why::WonUndone => self.paid -= chips,
            _ => self.collected += chips,
        }
    }
}

/// What a patron brought, and what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatronMeter {
    /// Cash changed into chips.
    pub bought_in: Money,
    /// Vouchers changed into tokens.
    pub vouchers: Money,
    /// The wagers.
    pub wagers: Meter,
}

/// The meters of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meters {
    /// Coups of which the first card was dealt.
    pub coups: u64,
    /// Coups on which nobody might bet.
    pub no_bet_coups: u64,
    /// Coups without effect.
    pub void_coups: u64,
    /// All wagers together.
    pub all: Meter,
    /// By wager.
    pub wagers: BTreeMap<WagerId, Meter>,
    /// By patron.
    pub patrons: BTreeMap<Name, PatronMeter>,
}

impl Meters {
    /// Takes in an event and what it moved.
    pub fn take(&mut self, event: &Event, entry: Option<&Entry>) {
        match &event.fact {
            Fact::Deal(deal::Fact::CoupStarted { no_bet, .. }) => {
                self.coups += 1;
                self.no_bet_coups += u64::from(*no_bet);
            }
            Fact::Trouble(trouble::Fact::CoupVoided { .. })
            | Fact::Trouble(trouble::Fact::CoupInvalidated { .. }) => self.void_coups += 1,
            _ => {}
        }
        let Some(entry) = entry else { return };
        self.all.take(entry);
        if let Some(wager) = entry.wager.as_ref().filter(|_| entry.turnover.is_some()) {
            self.wagers.entry(wager.clone()).or_default().take(entry);
        }
        if let Some(patron) = &entry.patron {
            let meter = self.patrons.entry(patron.clone()).or_default();
            let drop = |account: &Account| *account == Account::Drop;
            meter.bought_in += entry.brings(Kind::Cash, drop);
            meter.vouchers += entry.brings(Kind::Vouchers, drop);
            meter.wagers.take(entry);
        }
    }
}
