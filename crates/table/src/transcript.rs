//! Transcripts: played tables that an inspector can read, and that prove the table.
//!
//! A transcript names a book and settings, then says what people did and what the table must answer, each
//! expectation with its clauses. `docs/transcripts.md` is the reference.

mod expect;
mod neighbours;
mod play;
mod read;
mod session;
mod setting;
mod unknown;
mod vocabulary;

pub use play::{MOST_IN_A_COUP, run};
pub use session::{Outlook, Session, Stopped};
pub use setting::settings;

use crate::acts::Act;
use crate::event::Event;
use crate::nearest::distance;
use crate::refusal::Refusal;
use std::fmt;

/// What came of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What did not come out as it should; none if it passed.
    pub failures: Vec<Failure>,
    /// Every clause that an expectation cited and the table bore out, with its line.
    pub covered: Vec<(String, usize)>,
    /// How many expectations there were.
    pub expectations: usize,
    /// The book it was played under.
    pub book: String,
    /// Everything that happened at its table, in order.
    pub events: Vec<Event>,
    /// The lines that did something, each with what came of it.
    pub story: Vec<StoryLine>,
    /// What is no fault, but may be said better, with its line.
    pub hints: Vec<Failure>,
}

/// A line of a transcript and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryLine {
    /// Its number.
    pub line: usize,
    /// What it says.
    pub text: String,
    /// What it brought about.
    pub events: Vec<Event>,
    /// Why it was refused, if it was.
    pub refused: Option<Refusal>,
}

/// Every line form of the language that asks something of a table, room by room, as the acts declare them.
pub fn forms() -> String {
    let mut page = String::from("| line | what it is |\n| --- | --- |\n");
    for info in Act::all() {
        page.push_str(&format!("| `{}` | {} |\n", info.says, info.sentence));
    }
    page
}

/// The word of these that is nearest to one that is not among them.
pub(crate) fn nearest<'w>(found: &str, allowed: &[&'w str]) -> &'w str {
    allowed.iter().min_by_key(|word| distance(found, word)).copied().unwrap_or_default()
}

/// One thing that did not come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line of the transcript.
    pub line: usize,
    /// What was expected and what came instead.
    pub message: String,
    /// A number that no table can hold: the line is refused, not misread.
    pub(crate) out_of_range: bool,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// A line that says something, without its comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line<'t> {
    pub(crate) number: usize,
    pub(crate) text: &'t str,
}

impl Line<'_> {
    /// The words of the line.
    pub(crate) fn words(&self) -> Vec<&str> {
        self.text.split_whitespace().collect()
    }

    pub(crate) fn fail(&self, message: impl Into<String>) -> Failure {
        Failure { line: self.number, message: message.into(), out_of_range: false }
    }

    /// Refuses letters that a screen would obey instead of showing them.
    pub(crate) fn printable(&self) -> Result<(), Failure> {
        match self.text.chars().find(|letter| letter.is_control() && *letter != '\t') {
            Some(letter) => {
                let code = u32::from(letter);
                Err(self.fail(format!("found the control character U+{code:04X}; allowed is plain text")))
            }
            None => Ok(()),
        }
    }
}

/// The lines that say something. Some editors put a mark before the first letter of a text.
pub(crate) fn lines(text: &str) -> Vec<Line<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = text.lines().enumerate().map(|(index, line)| Line {
        number: index + 1,
        text: line.split('#').next().unwrap_or_default().trim(),
    });
    numbered.filter(|line| !line.text.is_empty()).collect()
}
