//! Transcripts of promotions: played from the terms to the prize, so that an inspector can read them and they prove the promotion.
//!
//! A transcript names a book, then says what people did and what must follow, each expectation with its clauses.
//! `docs/promotion-transcripts.md` is the reference.

mod expect;
mod play;
mod read;

pub use declared::transcript::{Failure, Report};
pub use play::{Playthrough, play, run};

use declared::transcript::{Line, Written, begins_with};

/// The usual terms under a book, with these changes, each as a line of a transcript has it after its first word.
pub fn usual(book: &str, changes: &[&str]) -> Result<String, Failure> {
    Written::changed(play::USUAL, book, changes)
}

/// Is this text a transcript of a promotion?
pub fn is_one(text: &str) -> bool {
    begins_with(text, "promotion")
}
