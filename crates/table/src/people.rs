//! People: who comes, buys in, sits down and leaves.

pub(crate) mod patrons;

pub use crate::acts::people::Act;
pub use crate::facts::people::Fact;
