//! Why the vault does not answer.

use crate::entropy::NoEntropy;
use crate::refused::Refused;
use crate::seal::MOST_DECKS;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io;
use std::path::Path;

/// Why the vault does not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VaultFault {
    /// The table's shoe is another.
    OtherShoe {
        /// The shoe asked for.
        asked: u32,
        /// The shoe it holds.
        holds: Option<u32>,
    },
    /// Shoes are numbered without a gap.
    NotNext {
        /// The shoe that was to be sealed.
        asked: u32,
        /// The one that comes next.
        next: u32,
    },
    /// A shoe is in use; the next is sealed when this one has been revealed.
    InUse {
        /// The shoe it holds.
        holds: u32,
    },
    /// No shoe has so many decks.
    Decks {
        /// How many.
        found: u8,
    },
    /// The shoe refuses.
    Refused(Refused),
    /// No random bytes. The table has closed.
    NoEntropy(NoEntropy),
    /// A file could not be read or written, or is not what it should be. The table has closed.
    File(String),
    /// The key is not usable.
    Key(String),
    /// Another vault has this folder open.
    OpenElsewhere(String),
    /// The vault's process does not answer as it should. All tables have closed.
    Process(String),
    /// Another node has come under a newer lease of the log, or the log was put back to the past.
    Fenced {
        /// The lease under which was asked.
        epoch: u64,
        /// The newest that the vault knows.
        newest: u64,
    },
    /// What is to be signed does not extend what was signed last.
    NotGrown(String),
    /// The table closed after an earlier fault; the vault must be opened anew.
    Closed {
        /// The fault.
        why: String,
    },
}

impl VaultFault {
    pub(crate) fn file(doing: &str, path: &Path, error: &io::Error) -> VaultFault {
        VaultFault::File(format!("cannot {doing} {}: {error}", path.display()))
    }

    pub(crate) fn unexpected() -> VaultFault {
        VaultFault::Process("the vault answered something else than was asked".to_owned())
    }

    /// Somebody panicked in the middle of an answer: what is in memory may be half done.
    pub(crate) fn died() -> VaultFault {
        VaultFault::Closed { why: "an earlier answer was broken off".to_owned() }
    }

    /// Must the table close? Otherwise only this one request was refused.
    pub fn closes_table(&self) -> bool {
        match self {
            VaultFault::OtherShoe { .. }
            | VaultFault::NotNext { .. }
            | VaultFault::InUse { .. }
            | VaultFault::Decks { .. }
            | VaultFault::NotGrown(_)
            | VaultFault::Refused(_) => false,
            VaultFault::NoEntropy(_)
            | VaultFault::File(_)
            | VaultFault::Key(_)
            | VaultFault::OpenElsewhere(_)
            | VaultFault::Process(_)
            | VaultFault::Fenced { .. }
            | VaultFault::Closed { .. } => true,
        }
    }
}

impl fmt::Display for VaultFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VaultFault::OtherShoe { asked, holds: Some(holds) } => {
                write!(f, "shoe {asked} was asked for, but the vault holds shoe {holds} of this table")
            }
            VaultFault::OtherShoe { asked, holds: None } => {
                write!(f, "shoe {asked} was asked for, but the vault holds none of this table")
            }
            VaultFault::NotNext { asked, next } => {
                write!(f, "shoe {asked} cannot be sealed: shoe {next} comes next, none is left out")
            }
            VaultFault::InUse { holds } => {
                write!(f, "shoe {holds} has not been revealed; the next is sealed after that")
            }
            VaultFault::Decks { found } => write!(f, "{found} decks; allowed are 1 to {MOST_DECKS}"),
            VaultFault::Refused(refused) => refused.fmt(f),
            VaultFault::NoEntropy(error) => write!(f, "{error}; no shoe is shuffled and the table closes"),
            VaultFault::File(message)
            | VaultFault::Key(message)
            | VaultFault::OpenElsewhere(message)
            | VaultFault::NotGrown(message)
            | VaultFault::Process(message) => f.write_str(message),
            VaultFault::Fenced { epoch, newest } => write!(
                f,
                "the vault answers nobody under lease {epoch}: it knows lease {newest}; another node is in charge, or the database was put back"
            ),
            VaultFault::Closed { why } => write!(f, "the table is closed: {why}"),
        }
    }
}

impl std::error::Error for VaultFault {}

impl From<Refused> for VaultFault {
    fn from(refused: Refused) -> VaultFault {
        VaultFault::Refused(refused)
    }
}

impl From<NoEntropy> for VaultFault {
    fn from(error: NoEntropy) -> VaultFault {
        VaultFault::NoEntropy(error)
    }
}
