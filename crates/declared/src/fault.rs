//! One thing wrong with a file.

use serde::Serialize;
use std::fmt;
use table::Citation;

/// One thing wrong with a declared file, or one thing to know about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The line, counted from 1; 0 when the fault is of the file as a whole.
    pub line: usize,
    /// What was found and what is allowed.
    pub message: String,
    /// The clauses that ask for it.
    pub cites: Citation,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        f.write_str(&self.message)?;
        match self.cites.is_empty() {
            true => Ok(()),
            false => write!(f, " ({})", self.cites),
        }
    }
}
