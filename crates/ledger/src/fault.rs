//! Something that is wrong with a log, and where.

use crate::record::Stream;
use std::fmt;

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where: a stream and a sequence, an entry by its position, a file.
    pub place: String,
    /// Which field, or which group of fields.
    pub field: &'static str,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place, self.field, self.message)
    }
}

pub(crate) fn place(stream: &Stream, sequence: u64) -> String {
    format!("{stream}, sequence {sequence}")
}
