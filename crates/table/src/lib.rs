//! The baccarat table: `decide(state, command) -> events or refusal`, `apply(state, event) -> state`.
//!
//! This crate knows no file, clock, network or random number; cards and times are handed to it. Which cards are
//! still in the shoe is nowhere in it.

mod acts;
mod aggregate;
mod apply;
pub mod bets;
pub mod cards;
mod cite;
mod command;
pub mod deal;
mod decide;
mod declare;
pub mod driver;
mod due;
mod event;
mod facts;
pub mod notice;
pub mod pay;
pub mod people;
mod person;
mod refusal;
pub mod roads;
mod settings;
pub mod state;
mod table;
mod time;
pub mod transcript;
pub mod trouble;

pub use acts::{Act, ActInfo, Power};
pub use aggregate::{ANSWER, TABLE, TableCommand};
pub use bets::stake::{Stake, StakeId};
pub use cite::Citation;
pub use command::{About, Approval, Command, NamedFor, Person, Proposal, TableChange};
#[cfg(feature = "counted")]
pub use decide::DECISIONS;
pub use decide::Decided;
pub use declare::{FieldInfo, Room};
pub use due::Due;
pub use event::{Event, Settled, SettledAs};
pub use facts::{Audience, Fact, FactInfo};
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
