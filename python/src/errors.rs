//! What Python is told when there is no answer.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

create_exception!(croupier, Refused, PyException, "The book does not allow what was asked.");
create_exception!(
    croupier,
    Forbidden,
    Refused,
    "The book forbids one person to make these wagers together; `clauses` says where."
);
create_exception!(
    croupier,
    BookFaults,
    PyValueError,
    "A book file has faults: `faults` has the line and the words of each."
);

/// A question that makes no sense, whatever the book.
pub fn wrong(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// What a book does not allow, in one word where it has one, and the clauses that turn it down.
pub fn refused(message: String, reason: Option<&str>, clauses: Vec<String>) -> PyErr {
    with_clauses(Refused::new_err(message), reason, clauses)
}

fn with_clauses(error: PyErr, reason: Option<&str>, clauses: Vec<String>) -> PyErr {
    Python::attach(|py| {
        let value = error.value(py);
        let set = value.setattr("clauses", clauses).and_then(|()| value.setattr("reason", reason));
        set.err().unwrap_or(error)
    })
}

/// A book that cannot be read: a line for each fault.
pub fn faults(name: &str, faults: &[baccarat::fault::Fault]) -> PyErr {
    let lines: Vec<String> = faults.iter().map(|fault| format!("  {fault}")).collect();
    let error = BookFaults::new_err(format!("{name}: {} faults\n{}", lines.len(), lines.join("\n")));
    let each: Vec<(usize, String)> = faults.iter().map(|fault| (fault.line, fault.message.clone())).collect();
    Python::attach(|py| error.value(py).setattr("faults", each).err().unwrap_or(error))
}

/// Why a question has no answer.
pub fn from_lab(error: lab::Error) -> PyErr {
    match error {
        lab::Error::Question(message) => wrong(in_python(&message)),
        lab::Error::Refused(message) => refused(in_python(&message), None, Vec::new()),
        lab::Error::Forbidden { message, clauses } => {
            with_clauses(Forbidden::new_err(in_python(&message)), None, clauses)
        }
    }
}

/// A message with the options of the command under the names that arguments have in Python: `from_back` for --from-back.
fn in_python(message: &str) -> String {
    let word =
        |word: &str| match word.strip_prefix("--").filter(|option| option.starts_with(char::is_alphabetic)) {
            Some(option) => {
                let end =
                    option.find(|at: char| !at.is_ascii_lowercase() && at != '-').unwrap_or(option.len());
                format!("`{}`{}", option[..end].replace('-', "_"), &option[end..])
            }
            None => word.to_owned(),
        };
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A file that could not be made.
pub fn from_sheet(error: sheet::Error) -> PyErr {
    refused(error.to_string(), None, Vec::new())
}
