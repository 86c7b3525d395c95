//! Cards: checked, shuffled, cut, loaded, burnt, replaced.

pub(crate) mod preparing;

pub use crate::acts::cards::Act;
pub use crate::facts::cards::Fact;
