//! A coup that was dealt.

use crate::class::Class;

/// A coup that was dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// How many cards had left the shoe before it.
    pub at: u16,
    /// How it ended.
    pub class: Class,
}
