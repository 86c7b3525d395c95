//! Transcripts of tournaments: played events that an inspector can read, and that prove the tournament.
//!
//! A transcript names a book and conditions, then says what people did and what must follow, each expectation with its
//! clauses. `docs/tournament-transcripts.md` is the reference.

mod expect;
mod play;
mod read;

pub use play::run;

pub use declared::transcript::{Failure, Report};

use declared::transcript::{Line, begins_with};

/// Is this text a transcript of a tournament?
pub fn is_one(text: &str) -> bool {
    begins_with(text, "tournament")
}
