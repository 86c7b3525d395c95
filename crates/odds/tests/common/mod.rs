//! What tests and benchmarks share: the tableau and the wagers of the books written out by hand, shoes to try, and
//! plain enumerations to compare with. Nothing here calls the engine.
#![allow(dead_code, unreachable_pub, missing_docs)]

pub mod enumeration;
pub mod shoes;
pub mod wagers;
