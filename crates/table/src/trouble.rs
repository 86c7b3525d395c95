//! Trouble: irregularities, failed devices, conduct and disputes, and what the book makes of them.

pub(crate) mod conduct;
pub(crate) mod dispute;
pub(crate) mod malfunction;
pub(crate) mod matter;
pub(crate) mod possible;
pub(crate) mod precedence;
pub(crate) mod report;
pub(crate) mod ruling;
pub(crate) mod undo;
pub(crate) mod window;
