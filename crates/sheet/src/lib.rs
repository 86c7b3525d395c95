//! Answers of the laboratory as files.
//!
//! Each function takes an answer and gives the bytes or the text of a file; writing it is for the caller. No figure is worked out
//! here that the answer does not hold.

mod columns;
pub mod conformance;
pub mod count;
pub mod document;
mod error;
pub mod par;
pub mod plot;
pub mod simulation;

pub use columns::{csv, parquet};
pub use error::Error;
