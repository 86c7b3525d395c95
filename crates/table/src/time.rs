//! Time as it is handed to a table.

pub use ::aggregate::Time;
