//! Paying: wagers settled, the coup ended, the float.

pub(crate) mod float;
pub mod pays;
pub mod record;
pub(crate) mod settling;
