//! What a table won in a shift.

use crate::account::{Account, Kind};
use crate::accounts::Accounts;
use crate::entry::{Entry, Why};
use baccarat::chips::Money;
use serde::{Deserialize, Serialize};
use table::{Event, Fact, pay};

/// A count of the float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// What was counted.
    pub counted: Money,
    /// What should have been there.
    pub expected: Money,
}

/// The win of a shift, in chips, as the float and the drop box tell it, beside what the entries say it is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinReport {
    /// The float as the shift found it.
    pub opening: Money,
    /// Chips brought to it.
    pub fills: Money,
    /// Chips taken from it.
    pub credits: Money,
    /// The float as the shift left it.
    pub closing: Money,
    /// Cash put into the drop box.
    pub drop: Money,
    /// Vouchers put into it, for tokens.
    pub vouchers: Money,
    /// Tokens that came back to the table.
    pub tokens_back: Money,
    /// Won from wagers, less what was paid on them and given back of them.
    pub from_wagers: Money,
    /// What counts found that play brought, where wagers are not kept. What was found in drop boxes belongs to it too, once it is known.
    #[serde(default)]
    pub from_play: Money,
    /// Kept of it as commission.
    pub commission: Money,
    /// Forfeited.
    pub forfeited: Money,
    /// Paid by decision where no chips make what was won.
    pub remainders: Money,
    /// Received from patrons who owed, less what was handed to those who were owed.
    pub open_items: Money,
    /// Taken back by decisions on disputes, less what they paid.
    pub disputes: Money,
    /// Found over at counts of the float that were put on record as they were, less what was found short.
    #[serde(default)]
    pub corrections: Money,
    /// Every count of the float.
    pub counts: Vec<Count>,
}

impl WinReport {
    /// A shift that begins where these accounts stand.
    pub fn since(accounts: &Accounts) -> WinReport {
        let opening = accounts.balance(&Account::Float, Kind::Chips)
            + accounts.balance(&Account::Commission, Kind::Chips);
        WinReport { opening, closing: opening, ..WinReport::default() }
    }

    /// What the table won: what the float and the drop box have gained, but for what was brought and taken.
    pub fn win(&self) -> Money {
        self.closing + self.credits + self.drop - self.opening - self.fills
    }

    /// The same, from what it is made of. The two are always equal.
    pub fn made_of(&self) -> Money {
        self.from_wagers + self.from_play + self.forfeited - self.remainders
            + self.open_items
            + self.disputes
            + self.corrections
    }

    /// Takes in what was found in drop boxes of a table that keeps no wagers: its patrons gave it for chips that nobody keyed.
    pub fn find_in_boxes(&mut self, cash: Money) {
        self.drop += cash;
        self.from_play += cash;
    }

    /// The win in hundredths of a percent of the drop, toward zero; nothing without a drop.
    pub fn hold(&self) -> Option<i64> {
        let drop = i128::from(self.drop.0);
        let hold = (i128::from(self.win().0) * 10_000).checked_div(drop)?;
        i64::try_from(hold).ok()
    }

    /// Takes in an event and what it moved.
    pub fn take(&mut self, event: &Event, entry: Option<&Entry>) {
        if let Fact::Pay(pay::Fact::FloatCounted { counted, expected, .. }) = &event.fact {
            self.counts.push(Count { counted: *counted, expected: *expected });
        }
        let Some(entry) = entry else { return };
        let table = |account: &Account| matches!(account, Account::Float | Account::Commission);
        let drop = |account: &Account| *account == Account::Drop;
        let chips = entry.brings(Kind::Chips, table);
        self.commission += entry.brings(Kind::Chips, |account| *account == Account::Commission);
        if entry.why == Why::Opened {
            self.opening += chips;
        } else if entry.why != Why::VoucherSwapped {
            self.tokens_back += entry.brings(Kind::Tokens, table);
        }
        self.closing += chips;
        if entry.why != Why::BoxTaken {
            self.drop += entry.brings(Kind::Cash, drop);
            self.vouchers += entry.brings(Kind::Vouchers, drop);
        }
        match entry.why {
            Why::Filled => self.fills += chips,
            Why::Credited => self.credits -= chips,
            Why::Won | Why::Lost | Why::StoodOff | Why::WonUndone | Why::LostUndone | Why::StoodOffUndone => {
                self.from_wagers += chips
            }
            Why::PlayCounted => self.from_play += chips,
            Why::Forfeited => self.forfeited += chips,
            Why::RemainderDecided => self.remainders -= chips,
            Why::DisputeSettled => self.disputes += chips,
            Why::OpenItemSettled => self.open_items += chips,
            Why::Corrected => self.corrections += chips,
            Why::Opened
            | Why::BoughtIn
            | Why::Brought
            | Why::Taken
            | Why::BoxTaken
            | Why::VoucherSwapped
            | Why::Placed
            | Why::Changed
            | Why::PaymentRighted
            | Why::TakenBack => {}
        }
    }
}
