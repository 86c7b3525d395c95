//! Why a command did not do what was asked, and the exit code that says so.

use std::fmt;
use std::io;
use std::path::Path;

/// The exit codes, as the manual documents them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The answer is no: a book has faults, or the book in force does not allow what was asked.
    Refused = 1,
    /// The command line was wrong.
    Usage = 2,
    /// A file could not be read.
    Unreadable = 3,
    /// The output could not be written.
    Unwritable = 4,
    /// A house has ended because its log takes nothing any more.
    LogStopped = 5,
}

/// One readable block for the error stream, and an exit code.
#[derive(Debug)]
pub struct Failure {
    /// The code.
    pub exit: Exit,
    /// What was wrong, where, and what is allowed.
    pub text: String,
}

impl Failure {
    /// The answer is no.
    pub fn refused(text: impl Into<String>) -> Failure {
        Failure { exit: Exit::Refused, text: text.into() }
    }

    /// A file has faults, each told with its line.
    pub fn faults(file: &str, faults: &[impl fmt::Display]) -> Failure {
        let lines: Vec<String> = faults.iter().map(|fault| format!("{file}: {fault}")).collect();
        let many = if faults.len() == 1 { "1 fault".to_owned() } else { format!("{} faults", faults.len()) };
        Failure::refused(format!("{}\n{many} in {file}", lines.join("\n")))
    }

    /// The command line was wrong.
    pub fn usage(text: impl Into<String>) -> Failure {
        Failure { exit: Exit::Usage, text: text.into() }
    }

    /// A file could not be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Failure {
        Failure { exit: Exit::Unreadable, text: format!("cannot read {}: {error}", path.display()) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure { exit: Exit::Unwritable, text: format!("cannot write the output: {error}") }
    }
}

impl From<lab::Error> for Failure {
    fn from(error: lab::Error) -> Failure {
        match error {
            lab::Error::Question(message) => Failure::usage(message),
            lab::Error::Refused(message) | lab::Error::Forbidden { message, .. } => Failure::refused(message),
        }
    }
}

impl From<sheet::Error> for Failure {
    fn from(error: sheet::Error) -> Failure {
        Failure::refused(error.to_string())
    }
}
