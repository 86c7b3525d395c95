//! The back office: shifts, reports over the log, what surveillance and inspectors ask, and the signature under the log.
//!
//! Everything here reads the log and puts further acts on record; nothing here plays, and nothing here knows HTTP.

pub mod calendar;
pub mod duty;
mod registers;
pub mod report;
pub mod schooling;
pub mod shift;
pub mod signer;
pub mod slip;
mod standing;
mod theory;
pub mod watch;

pub use registers::registers;
