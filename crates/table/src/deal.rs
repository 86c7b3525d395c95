//! The deal: calls, cards, and who holds them.

pub(crate) mod calls;
pub(crate) mod dealing;
pub(crate) mod holding;
pub(crate) mod reconstruction;

pub use crate::acts::deal::Act;
pub use crate::facts::deal::Fact;
