//! Running tables, without HTTP.
//!
//! One task owns each table ([`runner`]): its state, its cards, its clock and its log. Everything that anybody asks of a table
//! goes through that task and is on disk before it is answered; what happened goes out to everybody who watches in one flush.
//! What each role is shown is a type of its own ([`view`]).

pub mod admission;
pub mod alarm;
mod automatic_staff;
pub mod cage_desk;
pub mod call;
pub mod cards;
mod commit;
pub mod config;
mod dealer;
pub mod exclusions;
pub mod flush;
mod hits;
pub mod keyed_by;
pub mod metrics;
pub mod offer;
pub mod old_coups;
pub mod own_limits;
mod past;
pub mod played;
pub mod presence;
pub mod proposal;
pub mod proposals;
pub mod regulars;
pub mod roster;
pub mod runner;
pub mod scanned;
pub mod scanner;
pub mod session;
mod shown;
pub mod slip;
pub mod tables;
pub mod tally;
pub mod timing;
pub mod tray;
pub mod typed;
pub mod view;
pub mod vouchers;

pub use commit::Recorded;
pub use tables::Floor;
