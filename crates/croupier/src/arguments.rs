//! What options may be: words that a shell completes, and whole numbers.

pub mod number;
pub mod words;
