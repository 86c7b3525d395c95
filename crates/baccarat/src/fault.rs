//! What is wrong with a book file: every fault at once, each with its line.

use serde::Serialize;
use std::fmt;
use std::ops::Range;

/// One thing wrong with a book file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The line, counted from 1; 0 when the fault is of the file as a whole.
    pub line: usize,
    /// The column, counted from 1; 0 when the fault is of the file as a whole.
    pub column: usize,
    /// The clause or table concerned; empty when the fault is of the file as a whole.
    pub place: String,
    /// What was found and what is allowed.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)
    }
}

/// The faults met so far in one text.
pub(crate) struct Faults {
    line_starts: Vec<usize>,
    found: Vec<Fault>,
    forgotten: Vec<&'static str>,
    missing: Vec<&'static str>,
}

impl Faults {
    pub(crate) fn in_text(text: &str) -> Faults {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
        Faults { line_starts, found: Vec::new(), forgotten: Vec::new(), missing: Vec::new() }
    }

    pub(crate) fn add(&mut self, span: Range<usize>, place: impl Into<String>, message: impl Into<String>) {
        let line = self.line_starts.partition_point(|&start| start <= span.start);
        let column = span.start - self.line_starts[line - 1] + 1;
        self.found.push(Fault { line, column, place: place.into(), message: message.into() });
    }

    /// A fault of the file as a whole, such as something that is missing.
    pub(crate) fn add_whole(&mut self, message: impl Into<String>) {
        self.found.push(Fault { line: 0, column: 0, place: String::new(), message: message.into() });
    }

    /// A topic on which the book neither rules nor declares itself silent.
    pub(crate) fn forget(&mut self, topic: &'static str) {
        self.forgotten.push(topic);
    }

    /// A topic without which no coup can be dealt.
    pub(crate) fn miss(&mut self, topic: &'static str) {
        self.missing.push(topic);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.forgotten.is_empty() && self.missing.is_empty()
    }

    /// All of them, in the order of the lines, those of the whole file last.
    pub(crate) fn sorted(mut self) -> Vec<Fault> {
        if !self.missing.is_empty() {
            let topics = self.missing.join(", ");
            self.add_whole(format!("no clause rules on {topics}; allowed is a clause that gives it or an [[assumed]] value, because no coup can be dealt without it"));
        }
        if !self.forgotten.is_empty() {
            let topics = self.forgotten.join(", ");
            self.add_whole(format!("no clause rules on {topics}; allowed is a clause that gives it, an [[assumed]] value, or its name in a [[silent]] list (`cut.*` is the rest of a group)"));
        }
        self.found.sort_by_key(|fault| (fault.line == 0, fault.line, fault.column));
        self.found.dedup();
        self.found
    }
}
