//! Why people cannot be looked up.

use crate::denial::Denial;
use std::fmt;

/// Why people cannot be looked up.
#[derive(Debug)]
pub struct PeopleFault {
    message: String,
    /// There is no room on the disk.
    full: bool,
}

impl PeopleFault {
    pub(crate) fn new(message: impl Into<String>) -> PeopleFault {
        PeopleFault { message: message.into(), full: false }
    }
}

/// SQLite's number for a full disk, and PostgreSQL's.
const FULL: [&str; 2] = ["13", "53100"];

impl fmt::Display for PeopleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the list of people: {}", self.message)
    }
}

impl std::error::Error for PeopleFault {}

impl From<sqlx::Error> for PeopleFault {
    fn from(error: sqlx::Error) -> PeopleFault {
        let full = matches!(&error, sqlx::Error::Database(fault) if fault.code().is_some_and(|code| FULL.contains(&&*code)));
        PeopleFault { message: error.to_string(), full }
    }
}

impl From<PeopleFault> for Denial {
    fn from(fault: PeopleFault) -> Denial {
        match fault.full {
            true => {
                Denial::out_of_service("the disk is full; nothing was changed, and it may be asked again")
            }
            false => Denial::ours(&fault),
        }
    }
}
