//! Double-entry accounts over the events of a table, of a tournament and of a promotion: a second, plainer witness of where every chip and every coin is.
//!
//! [`Accounts::post`] turns an event into an [`Entry`] whose postings sum to zero for each kind of thing, and
//! [`Accounts::agrees`] holds the balances against what the table says of itself. The two share no code: the table keeps its
//! chips in its state, the accounts know nothing but events. [`Meters`] and the [`WinReport`] of a shift are folds of the
//! entries. [`ContestAccounts`] are the same for the money and the chips of a tournament, [`PrizeAccounts`] for what a promotion promises, owes and
//! hands over.

mod account;
mod accounts;
mod agree;
mod contest;
mod entry;
mod fault;
mod meters;
mod prize;
mod win_report;

pub use account::{Account, Kind};
pub use accounts::Accounts;
pub use contest::{ContestAccount, ContestAccounts, ContestEntry, ContestKind};
pub use entry::{Entry, Posting, Why};
pub use fault::Fault;
pub use meters::{Meter, Meters, PatronMeter};
pub use prize::{PrizeAccount, PrizeAccounts, PrizeEntry};
pub use win_report::{Count, WinReport};
