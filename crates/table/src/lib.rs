//! The baccarat table: `decide(state, command) -> events or refusal`, `apply(state, event) -> state`.
//!
//! This crate knows no file, clock, network or random number; cards and times are handed to it. Which cards are
//! still in the shoe is nowhere in it.

mod acceptance;
mod apply;
mod betting;
mod change;
mod cite;
mod command;
mod conduct;
mod dealing;
mod dispute;
pub mod driver;
mod due;
mod event;
mod float;
mod holding;
mod malfunction;
mod matter;
mod no_bet;
pub mod pays;
mod people;
mod person;
mod preparing;
mod reconstruction;
pub mod record;
mod refusal;
mod report;
pub mod roads;
mod ruling;
mod scaling;
mod settings;
mod settling;
mod side_basis;
mod sight;
mod signs;
mod stake;
pub mod state;
mod table;
mod time;
pub mod transcript;
mod undo;
mod window;

pub use cite::Under;
pub use command::{Act, Approval, Command, NamedFor, Proposal, TableChange};
pub use conduct::{Breach, ForfeitedFrom};
pub use dispute::{Dispute, DisputeDecision, Finding};
pub use due::Due;
pub use event::{Event, Fact, Settled, SettledAs};
pub use malfunction::Trouble;
pub use matter::{Decision, Matter, Remedy, Subject};
pub use person::{Actor, Name};
pub use refusal::{Reason, Refusal};
pub use report::Report;
pub use ruling::Verdict;
pub use settings::{BadSetting, Limits, Settings};
pub use sight::{Sight, may_see};
pub use signs::Sign;
pub use stake::{Stake, StakeId};
pub use table::Table;
pub use time::Time;
pub use undo::Undone;
pub use window::Window;
