//! What Python is told when there is no answer.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

create_exception!(croupier, Refused, PyException, "The book does not allow what was asked.");
create_exception!(
    croupier,
    BookFaults,
    PyValueError,
    "A book file has faults; the message has a line for each."
);

/// A question that makes no sense, whatever the book.
pub fn wrong(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// Why a question has no answer.
pub fn from_lab(error: lab::Error) -> PyErr {
    match error {
        lab::Error::Question(message) => wrong(message),
        lab::Error::Refused(message) => Refused::new_err(message),
    }
}

/// A file that could not be made.
pub fn from_sheet(error: sheet::Error) -> PyErr {
    Refused::new_err(error.to_string())
}
