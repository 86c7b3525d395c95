//! What is worked out of a book once, for a table: the book as it speaks of it, its pays, the clauses on its wagers.

pub mod pays;
pub(crate) mod placed;
pub(crate) mod scoped;
pub(crate) mod side_basis;
