//! Why a file could not be made.

use std::fmt;

/// A file that could not be made: which kind, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: &'static str,
    why: String,
}

impl Error {
    pub(crate) fn new(kind: &'static str, why: impl fmt::Display) -> Error {
        Error { kind, why: why.to_string() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {}: {}", self.kind, self.why)
    }
}

impl std::error::Error for Error {}
