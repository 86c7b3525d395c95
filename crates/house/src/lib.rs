//! The running casino: tables dealt from sealed shoes, people and roles, an HTTP API with live feeds.
//!
//! One task owns each table ([`runner`]): its state, its cards, its clock and its log. Everything that anybody asks of a table
//! goes through that task and is on disk before it is answered; what happened goes out to everybody who watches in one flush.
//! What each role is shown is a type of its own ([`view`]); who may do what is one table ([`role`]).

mod act_record;
pub mod alarm;
pub mod api;
mod calendar;
pub mod call;
pub mod cards;
mod clock;
mod connections;
pub mod demonstration;
mod files;
mod flush;
pub mod house;
pub mod keyed_by;
pub mod library;
mod limits;
pub mod logs;
pub mod metrics;
pub mod offer;
mod pages;
pub mod people;
pub mod policy;
mod presence;
pub mod problem;
pub mod proposal;
pub mod regulars;
mod report;
pub mod role;
pub mod runner;
pub mod scanner;
pub mod serve;
pub mod settings;
pub mod shift;
mod signer;
pub mod slip;
pub mod tally;
mod theory;
pub mod timing;
pub mod two_person;
pub mod view;
pub mod viewer;
mod visit;
pub mod watch;
