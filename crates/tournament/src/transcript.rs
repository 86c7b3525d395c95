//! Transcripts of tournaments: played events that an inspector can read, and that prove the tournament.
//!
//! A transcript names a book and conditions, then says what people did and what must follow, each expectation with its
//! clauses. `docs/tournament-transcripts.md` is the reference.

mod expect;
mod play;
mod read;

pub use play::{Playthrough, play, run};

pub use declared::transcript::{Failure, Report};

use declared::transcript::{Line, Written, begins_with};

/// The usual conditions under a book, with these changes, each as a line of a transcript has it after its first word.
pub fn usual(book: &str, changes: &[&str]) -> Result<String, Failure> {
    Written::changed(play::USUAL, book, changes)
}

/// Is this text a transcript of a tournament?
pub fn is_one(text: &str) -> bool {
    begins_with(text, "tournament")
}
