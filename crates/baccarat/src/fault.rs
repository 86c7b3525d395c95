//! What is wrong with a book file: every fault at once, each with its line.

use crate::basis::Basis;
use serde::Serialize;
use std::collections::HashMap;
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
    /// Where each clause stands, so that a fault found later can be laid at its line.
    clauses: HashMap<String, Range<usize>>,
    /// Where the text is not TOML at all: from the slip to the next table.
    broken: Vec<Range<usize>>,
}

impl Faults {
    pub(crate) fn in_text(text: &str) -> Faults {
        let newlines = text.match_indices('\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(newlines).collect();
        Faults { line_starts, ..Faults::none() }
    }

    fn none() -> Faults {
        Faults {
            line_starts: Vec::new(),
            found: Vec::new(),
            forgotten: Vec::new(),
            missing: Vec::new(),
            clauses: HashMap::new(),
            broken: Vec::new(),
        }
    }

    /// Remembers where a clause stands.
    pub(crate) fn clause_at(&mut self, number: &str, span: Range<usize>) {
        self.clauses.insert(number.to_owned(), span);
    }

    /// A slip in the text itself. What follows it up to the next table cannot be judged, nor can what seems to be
    /// missing from the whole.
    pub(crate) fn add_slip(&mut self, text: &str, span: Range<usize>, message: &str) {
        let start = span.start.min(text.len());
        let line = self.line_starts.partition_point(|&line| line <= start) - 1;
        let from = self.line_starts[line];
        let next = text[from..].match_indices("\n[").map(|(at, _)| from + at + 1).next();
        self.add(span, "", format!("not TOML: {message}"));
        self.broken.push(from..next.unwrap_or(text.len() + 1));
    }

    pub(crate) fn add(&mut self, span: Range<usize>, place: impl Into<String>, message: impl Into<String>) {
        let line = self.line_starts.partition_point(|&start| start <= span.start);
        let column = span.start - self.line_starts[line - 1] + 1;
        self.found.push(Fault { line, column, place: place.into(), message: message.into() });
    }

    /// Is the text not TOML throughout?
    pub(crate) fn is_broken(&self) -> bool {
        !self.broken.is_empty()
    }

    /// A fault of something that rests on clauses: it is laid at the first of them.
    pub(crate) fn add_for(&mut self, basis: &Basis, message: impl Into<String>) {
        let clause = basis.clauses().first();
        match clause.and_then(|clause| Some((clause.clone(), self.clauses.get(clause.as_str())?.clone()))) {
            Some((clause, span)) => self.add(span, format!("clause {clause}"), message),
            None => self.add_whole(message),
        }
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
        if !self.broken.is_empty() {
            return self.in_broken_text();
        }
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

    /// The faults that can be trusted in a text that is not TOML throughout.
    fn in_broken_text(mut self) -> Vec<Fault> {
        let starts = std::mem::take(&mut self.line_starts);
        let broken = std::mem::take(&mut self.broken);
        let trusted = |fault: &Fault| {
            let start = fault.line.checked_sub(1).and_then(|line| starts.get(line));
            start.is_some_and(|start| !broken.iter().any(|range| range.contains(start)))
        };
        self.found.retain(|fault| fault.message.starts_with("not TOML") || trusted(fault));
        self.found.sort_by_key(|fault| (fault.line, fault.column));
        self.found.dedup();
        self.found
    }
}

/// A reader's message in words that anyone can follow.
pub(crate) fn humane(message: &str) -> String {
    let mut text = message.to_owned();
    for (jargon, plain) in [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u16", "expected a whole number from 0 to 65535"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected i64", "expected a whole number"),
        ("expected a boolean", "expected true or false"),
        ("expected a sequence", "expected a list [...]"),
        ("a sequence", "a list [...]"),
        ("expected struct ", "expected a table { … } of "),
        ("wanted string or table", "expected a word or a table { … }"),
        ("invalid type: ", "found "),
        ("invalid value: ", "found "),
        ("integer `", "the number `"),
        ("floating point `", "the fraction `"),
        ("string \"", "the text \""),
        ("boolean `", "`"),
        (" variant `", " word `"),
        ("unknown word", "found"),
        ("unknown field", "found"),
        ("missing field", "missing"),
        (", expected ", "; allowed is "),
    ] {
        text = text.replace(jargon, plain);
    }
    text.replace("allowed is one of", "allowed are")
}
