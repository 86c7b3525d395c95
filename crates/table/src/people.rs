//! People: who comes, buys in, sits down and leaves.

pub(crate) mod patrons;
