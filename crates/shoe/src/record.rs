//! The public record of a shoe: one line of JSON for each thing that everybody may know.

use crate::opening::Opening;
use crate::seal::Sealed;
use crate::sealed_shoe::Reveal;
use merkle::Hash;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Something that became public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Line {
    /// The shoe was sealed.
    Sealed {
        /// The 32 bytes that stand for it.
        seal: Hash,
        /// What they stand for.
        of: Sealed,
    },
    /// The shoe was cut.
    Cut {
        /// How many cards went from the front to the back.
        at: u16,
    },
    /// A card came out and was opened.
    Card(Opening),
    /// A card came out and was put away unseen.
    Unseen {
        /// How many cards left the shoe before it.
        drawn: u16,
    },
    /// All was told.
    Revealed(Reveal),
}

impl Line {
    /// What a sealed shoe announces.
    pub fn sealed(sealed: &Sealed) -> Line {
        Line::Sealed { seal: sealed.seal(), of: sealed.clone() }
    }

    /// The word the line begins with.
    pub fn word(&self) -> &'static str {
        match self {
            Line::Sealed { .. } => "sealed",
            Line::Cut { .. } => "cut",
            Line::Card(_) => "card",
            Line::Unseen { .. } => "unseen",
            Line::Revealed(_) => "revealed",
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, and what is allowed.
    pub message: String,
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// A record as it was read: which line says what. Nothing in it has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record(pub Vec<(usize, Line)>);

impl Record {
    /// Reads lines of JSON, or says which are not lines of a record.
    pub fn read(text: &str) -> Result<Record, Vec<RecordFault>> {
        let mut lines = Vec::new();
        let mut faults = Vec::new();
        let rows = text.strip_suffix('\n').unwrap_or(text).split('\n');
        for (number, text) in (1..).zip(rows.filter(|_| !text.is_empty())) {
            match serde_json::from_str::<Line>(text) {
                Ok(line) if line.to_string() == text => lines.push((number, line)),
                Ok(line) => faults.push(RecordFault { line: number, message: another_spelling(text, &line) }),
                Err(error) => faults.push(RecordFault { line: number, message: unreadable(text, &error) }),
            }
        }
        if lines.is_empty() && faults.is_empty() {
            faults.push(RecordFault { line: 1, message: "the record is empty".into() });
        }
        if faults.is_empty() { Ok(Record(lines)) } else { Err(faults) }
    }
}

/// A line has one spelling, so that two different files are never the same record.
fn another_spelling(text: &str, line: &Line) -> String {
    let written = line.to_string();
    let same = text.bytes().zip(written.bytes()).take_while(|(found, due)| found == due).count();
    format!("not spelt as a record spells it, from byte {} on: no blanks, keys in their order", same + 1)
}

fn unreadable(text: &str, error: &serde_json::Error) -> String {
    let start: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    match error.classify() {
        serde_json::error::Category::Eof => format!("cut off after {} bytes: `{start}…`", text.len()),
        _ => format!("not a line of a record: {error}: `{start}…`"),
    }
}
