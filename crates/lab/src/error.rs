//! Why a question has no answer.

use ::odds::NoOdds;
use baccarat::book::Book;
use baccarat::placement::NotTogether;
use std::fmt;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The question itself is wrong, whatever the book says.
    Question(String),
    /// The book does not allow what was asked, or there is nothing to work it out from.
    Refused(String),
    /// The book forbids one person to make these wagers together.
    Forbidden {
        /// What is forbidden, and where it was asked.
        message: String,
        /// The clauses that forbid it.
        clauses: Vec<String>,
    },
}

impl Error {
    pub(crate) fn question(message: impl Into<String>) -> Error {
        Error::Question(message.into())
    }

    /// What the book forbids one person to wager together, with the clauses; `where_asked` names the place.
    pub(crate) fn forbidden(where_asked: &str, book: &Book, not: &NotTogether) -> Error {
        let clauses: Vec<String> = not.clauses.iter().map(|clause| clause.as_str().to_owned()).collect();
        // What is allowed instead, where the judge says so, comes last.
        let (found, allowed) = not.message.split_once("; ").unwrap_or((&not.message, ""));
        let allowed = if allowed.is_empty() { String::new() } else { format!("; {allowed}") };
        let message = format!(
            "{where_asked}: found {found}, which {} forbids ({} {}){allowed}",
            book.name,
            book.id,
            clauses.join(", ")
        );
        Error::Forbidden { message, clauses }
    }

    pub(crate) fn refused(message: impl Into<String>) -> Error {
        Error::Refused(message.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Question(message) | Error::Refused(message) | Error::Forbidden { message, .. } => {
                f.write_str(message)
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<NoOdds> for Error {
    fn from(error: NoOdds) -> Error {
        Error::refused(error.to_string())
    }
}
