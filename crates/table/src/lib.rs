//! The baccarat table: `decide(state, command) -> events or refusal`, `apply(state, event) -> state`.
//!
//! This crate knows no file, clock, network or random number; cards and times are handed to it. Which cards are
//! still in the shoe is nowhere in it.

mod acts;
mod aggregate;
pub mod bets;
pub mod cards;
mod cite;
mod command;
mod compiled;
pub mod deal;
mod decide;
mod declare;
pub mod driver;
mod due;
mod event;
mod facts;
pub mod mutation;
pub mod nearest;
pub mod notice;
mod open;
pub mod pay;
pub mod people;
mod person;
mod refusal;
pub mod roads;
mod rulings;
mod settings;
pub mod state;
mod table;
mod time;
pub mod transcript;
pub mod trouble;

pub use acts::{Act, ActInfo, Power};
pub use aggregate::{ANSWER, TABLE, TableCommand};
pub use cite::Citation;
pub use command::{About, Command, Person};
pub use compiled::pays;
#[cfg(feature = "counted")]
pub use decide::DECISIONS;
pub use decide::Decided;
pub use declare::{FieldInfo, Room};
pub use due::answers::{Answer, Given, Needs};
pub use event::Event;
pub use facts::{Audience, Fact, FactInfo};
pub use notice::disclosure::may_see;
pub use notice::signs::Sign;
pub use person::{Actor, Name};
pub use refusal::{Reason, Refusal};
pub use settings::{BadSetting, Limits, Settings};
pub use state::{
    Approval, Award, Breach, Correction, Decision, Disclosure, Dispute, DisputeDecision, Due, Finding,
    ForfeitedFrom, Matter, Moved, NamedFor, Proposal, Remedy, Report, Settled, SettledAs, Stake, StakeId,
    Subject, TableChange, Trouble, Undone, Verdict, Window,
};
pub use state::{past, record};
pub use table::Table;
pub use time::Time;
pub use trouble::possible::{Asks, Possible, in_words};
pub use trouble::precedence::Tried;
