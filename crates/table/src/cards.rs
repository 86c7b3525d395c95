//! Cards: checked, shuffled, cut, loaded, burnt, replaced.

pub(crate) mod preparing;
