//! Questions about a book, answered as data.
//!
//! A question is checked against the book before any work begins; its answer is plain data that can be serialised. The command,
//! the house and the Python package ask here, so that the three cannot differ. Nothing in this crate reads a file, prints, or
//! knows how an answer looks.
//!
//! ```
//! use baccarat::{book::Book, shelf};
//! use lab::odds::{Question, Scope};
//!
//! let book = Book::read(shelf::text("nsw").unwrap()).unwrap();
//! let question = Question::of(book, &Scope::default())?;
//! let answer = question.odds(None)?;
//! assert_eq!(answer.wagers[1].wager, "banker");
//! assert_eq!(answer.wagers[1].ev.to_string(), "-114753351728/10847218479825");
//! # Ok::<(), lab::Error>(())
//! ```

pub mod clauses;
pub mod columns;
pub mod conformance;
pub mod counting;
pub mod coverage;
mod error;
mod exact;
mod identity;
pub mod odds;
pub mod par;
mod provenance;
mod scope;
pub mod shoes;
pub mod simulation;
pub mod synonyms;
mod text;
mod threads;

pub use columns::{Columns, Values};
pub use error::Error;
pub use exact::Exact;
pub use identity::Build;
pub use provenance::{ALTERED_MARK, Change, Origin, Provenance};
pub use table::nearest::{meant, nearest};
pub use threads::on_threads;

/// An answer as JSON, as the command prints it and the Python package gives it.
pub fn json(answer: &impl serde::Serialize) -> Result<String, Error> {
    let json = serde_json::to_string_pretty(answer);
    Ok(json.map_err(|error| Error::refused(format!("cannot write JSON: {error}")))? + "\n")
}
