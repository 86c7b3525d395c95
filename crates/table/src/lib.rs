//! The baccarat table: `decide(state, command) -> events or refusal`, `apply(state, event) -> state`.
//!
//! This crate knows no file, clock, network or random number; cards and times are handed to it. Which cards are
//! still in the shoe is nowhere in it.

mod aggregate;
mod apply;
mod bets;
mod cards;
mod cite;
mod command;
mod deal;
pub mod driver;
mod due;
mod event;
mod notice;
mod pay;
mod people;
mod person;
mod refusal;
pub mod roads;
mod settings;
pub mod state;
mod table;
mod time;
pub mod transcript;
mod trouble;

pub use aggregate::TableCommand;
pub use bets::stake::{Stake, StakeId};
pub use cite::Citation;
pub use command::{Act, Approval, Command, NamedFor, Proposal, TableChange};
pub use due::Due;
pub use event::{Event, Fact, Settled, SettledAs};
pub use notice::disclosure::{Disclosure, may_see};
pub use notice::signs::Sign;
pub use pay::{pays, record};
pub use person::{Actor, Name};
pub use refusal::{Reason, Refusal};
pub use settings::{BadSetting, Limits, Settings};
pub use table::Table;
pub use time::Time;
pub use trouble::conduct::{Breach, ForfeitedFrom};
pub use trouble::dispute::{Award, Dispute, DisputeDecision, Finding};
pub use trouble::malfunction::Trouble;
pub use trouble::matter::{Decision, Matter, Remedy, Subject};
pub use trouble::possible::{Asks, Possible, in_words};
pub use trouble::precedence::Tried;
pub use trouble::report::Report;
pub use trouble::ruling::Verdict;
pub use trouble::undo::Undone;
pub use trouble::window::Window;
