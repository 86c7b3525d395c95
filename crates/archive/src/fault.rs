//! Why a log could not be read as asked.

use ledger::{LedgerError, StoreError, Stream};
use merkle::Hash;
use std::fmt;

/// Why a log could not be read as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveFault {
    /// The ledger does not give what it should.
    Ledger(LedgerError),
    /// Something in the log cannot have happened.
    Impossible {
        /// Where.
        place: String,
        /// What is wrong there.
        message: String,
    },
    /// The log does not go so far.
    NoEvent {
        /// The table.
        stream: Stream,
        /// The event that was asked for.
        asked: u64,
        /// The last one there is.
        last: u64,
    },
    /// There is nothing in the stream.
    Empty(Stream),
    /// The book is neither in the ledger nor known.
    NoBook(Hash),
    /// The book has faults.
    BadBook(String),
    /// No such coup was dealt.
    NoCoup {
        /// The table.
        stream: Stream,
        /// The coup.
        coup: u32,
    },
    /// No such dispute was opened.
    NoDispute {
        /// The table.
        stream: Stream,
        /// The dispute.
        dispute: u32,
    },
    /// No checkpoint has the record yet.
    NotSigned {
        /// The stream.
        stream: Stream,
        /// The record.
        sequence: u64,
    },
}

impl ArchiveFault {
    /// Was something asked for that is not there, in a log that may be whole?
    pub fn is_missing(&self) -> bool {
        matches!(
            self,
            ArchiveFault::NoEvent { .. } | ArchiveFault::NoCoup { .. } | ArchiveFault::NoDispute { .. }
        )
    }
}

impl fmt::Display for ArchiveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveFault::Ledger(error) => error.fmt(f),
            ArchiveFault::Impossible { place, message } => write!(f, "{place}: {message}"),
            ArchiveFault::NoEvent { stream, asked, last } => {
                write!(f, "no event {asked}: the last one of {stream} is {last}")
            }
            ArchiveFault::Empty(stream) => write!(f, "{stream} is empty"),
            ArchiveFault::NoBook(hash) => {
                write!(
                    f,
                    "the book of this table, {hash}, is neither in the ledger nor known; give its file with --book"
                )
            }
            ArchiveFault::BadBook(message) => f.write_str(message),
            ArchiveFault::NoCoup { stream, coup } => write!(f, "no coup {coup} in {stream}"),
            ArchiveFault::NoDispute { stream, dispute } => write!(f, "no dispute {dispute} in {stream}"),
            ArchiveFault::NotSigned { stream, sequence } => {
                write!(f, "no checkpoint has event {sequence} of {stream} yet, so that nothing is signed")
            }
        }
    }
}

impl std::error::Error for ArchiveFault {}

impl From<LedgerError> for ArchiveFault {
    fn from(error: LedgerError) -> ArchiveFault {
        ArchiveFault::Ledger(error)
    }
}

impl From<StoreError> for ArchiveFault {
    fn from(error: StoreError) -> ArchiveFault {
        ArchiveFault::Ledger(error.into())
    }
}
