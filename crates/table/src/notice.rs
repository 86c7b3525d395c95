//! Notice: signs, changes announced and made, what may be shown to whom.

pub(crate) mod change;
pub(crate) mod disclosure;
pub(crate) mod signs;
