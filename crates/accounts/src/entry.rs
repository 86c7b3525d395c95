//! Entries: what one event moves.

use crate::account::{Account, Kind};
use baccarat::chips::Money;
use baccarat::wager::WagerId;
use serde::Serialize;
use table::Name;

/// So much of a kind comes to an account, or leaves it when it is below nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Posting {
    /// Where.
    pub account: Account,
    /// Of what.
    pub kind: Kind,
    /// How much.
    pub amount: Money,
}

/// Why something was posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The table opened with its float.
    Opened,
    /// Cash was changed into chips.
    BoughtIn,
    /// A voucher was changed into tokens.
    VoucherSwapped,
    /// Chips were brought to the float.
    Filled,
    /// Chips were taken from the float.
    Credited,
    /// A patron brought chips from elsewhere.
    Brought,
    /// A patron who had left took chips along.
    Taken,
    /// The float was put on record as it was counted.
    Corrected,
    /// A count found what play brought, where wagers are not kept.
    PlayCounted,
    /// The drop box was taken away to be counted.
    BoxTaken,
    /// A wager was made.
    Placed,
    /// A wager was made larger or smaller.
    Changed,
    /// A wager went back to its owner without a result.
    TakenBack,
    /// A wager won.
    Won,
    /// A wager lost.
    Lost,
    /// A wager neither won nor lost.
    StoodOff,
    /// A win was undone.
    WonUndone,
    /// A loss was undone.
    LostUndone,
    /// A standoff was undone.
    StoodOffUndone,
    /// The operator decided on what no chips make.
    RemainderDecided,
    /// What was owed was handed over.
    OpenItemSettled,
    /// A dispute's decision moved chips.
    DisputeSettled,
    /// What was paid or collected wrongly is owed.
    PaymentRighted,
    /// A wager was forfeited.
    Forfeited,
}

/// What one event moves. For each kind its postings sum to zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Why.
    pub why: Why,
    /// Whose play it is, if it is somebody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patron: Option<Name>,
    /// On what, if it is a wager's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wager: Option<WagerId>,
    /// What was live in a wager that it settles, and of what; below nothing where a settlement is undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turnover: Option<(Kind, Money)>,
    /// What moves.
    pub postings: Vec<Posting>,
}

impl Entry {
    pub(crate) fn new(why: Why) -> Entry {
        Entry { why, patron: None, wager: None, turnover: None, postings: Vec::new() }
    }

    pub(crate) fn of(mut self, patron: &Name) -> Entry {
        self.patron = Some(patron.clone());
        self
    }

    pub(crate) fn on(mut self, wager: &WagerId) -> Entry {
        self.wager = Some(wager.clone());
        self
    }

    pub(crate) fn settling(mut self, kind: Kind, live: i64) -> Entry {
        self.turnover = Some((kind, Money(live)));
        self
    }

    /// So much goes from one account to another.
    pub(crate) fn moves(mut self, kind: Kind, amount: i64, from: Account, to: Account) -> Entry {
        if amount != 0 {
            self.postings.push(Posting { account: from, kind, amount: Money(-amount) });
            self.postings.push(Posting { account: to, kind, amount: Money(amount) });
        }
        self
    }

    /// What it brings to the accounts that are asked for.
    pub fn brings(&self, kind: Kind, to: impl Fn(&Account) -> bool) -> Money {
        let fits = |posting: &&Posting| posting.kind == kind && to(&posting.account);
        self.postings.iter().filter(fits).map(|posting| posting.amount).sum()
    }
}
