//! Running tables, without HTTP.
//!
//! One task owns each table ([`runner`]): its state, its cards, its clock and its log. Everything that anybody asks of a table
//! goes through that task and is on disk before it is answered; what happened goes out to everybody who watches in one flush.
//! What each role is shown is a type of its own ([`view`]).

pub mod alarm;
pub mod call;
pub mod cards;
pub mod config;
pub mod flush;
pub mod keyed_by;
pub mod metrics;
pub mod offer;
pub mod presence;
pub mod proposal;
pub mod regulars;
pub mod runner;
pub mod scanned;
pub mod scanner;
pub mod slip;
pub mod tables;
pub mod tally;
pub mod timing;
pub mod view;

pub use tables::Floor;
