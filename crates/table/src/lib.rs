//! The baccarat table.
//!
//! This crate knows no file, clock, network or random number; results and times are handed to it.

pub mod roads;
