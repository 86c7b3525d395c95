//! Transcripts of tournaments: played events that an inspector can read, and that prove the tournament.
//!
//! A transcript names a book and conditions, then says what people did and what must follow, each expectation with its
//! clauses. `docs/tournament-transcripts.md` is the reference.

mod expect;
mod play;
mod read;

pub use play::run;

use std::fmt;

/// What came of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What did not come out as it should; none if it passed.
    pub failures: Vec<Failure>,
    /// Every clause that an expectation cited and the tournament bore out, with its line.
    pub covered: Vec<(String, usize)>,
    /// How many expectations there were.
    pub expectations: usize,
    /// The book it was played under.
    pub book: String,
}

/// One thing that did not come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line of the transcript.
    pub line: usize,
    /// What was expected and what came instead.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// Is this text a transcript of a tournament?
pub fn is_one(text: &str) -> bool {
    lines(text).first().is_some_and(|line| line.text.starts_with("tournament "))
}

/// A line that says something, without its comment.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line<'t> {
    number: usize,
    text: &'t str,
}

impl Line<'_> {
    fn fail(&self, message: impl Into<String>) -> Failure {
        Failure { line: self.number, message: message.into() }
    }
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let numbered = text.lines().enumerate().map(|(index, line)| Line {
        number: index + 1,
        text: line.split('#').next().unwrap_or_default().trim(),
    });
    numbered.filter(|line| !line.text.is_empty()).collect()
}
