//! Why the ledger did not do what it was asked.

use crate::record::{BadPayload, BadText, CommandId, Stream};
use crate::store::StoreError;
use merkle::Hash;
use std::fmt;

/// Why the ledger did not do what it was asked. Nothing was acknowledged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerError {
    /// The disk is full. Nothing was written; the same may be asked again, and goes through once there is room.
    NoRoom {
        /// What the store said.
        message: String,
    },
    /// A write or a sync has failed, or the ledger was closed. It takes nothing until its process is started anew; what was asked last may
    /// or may not have been written, and the same id will tell.
    Stopped {
        /// What failed.
        why: String,
    },
    /// Somebody else was first in this stream, time and again. Nothing was recorded; the same may be asked again.
    Moved {
        /// The stream.
        stream: Stream,
    },
    /// This id has been used for something else.
    OtherContent {
        /// The stream.
        stream: Stream,
        /// The id.
        id: CommandId,
    },
    /// There is no such stream.
    NoSuchStream(Stream),
    /// There is one already.
    AlreadyThere(Stream),
    /// What should begin was turned down.
    Refused {
        /// Why, with its clauses.
        message: String,
    },
    /// The rules of this hash are nowhere to be found, so that nothing can be judged by them.
    NoEdition(Hash),
    /// Other rules cannot be taken up now.
    NotAtRest {
        /// The stream.
        stream: Stream,
        /// Why not.
        why: String,
    },
    /// A key that may not do this.
    Key {
        /// Why not.
        why: String,
    },
    /// Rulings that cannot be taken up.
    Rulings {
        /// Why not.
        why: String,
    },
    /// What the log says cannot be.
    Damaged {
        /// Where.
        place: String,
        /// What is wrong there.
        message: String,
    },
    /// Records of this kind are the ledger's own to make.
    Reserved(Stream),
    /// A draft without a payload, or two for one stream.
    NotOne(Stream),
    /// Where the log stands cannot be signed, or is not what was signed before.
    Unsigned(String),
    /// A text that cannot stand in a log.
    Text(BadText),
    /// A payload that cannot stand in a log.
    Payload(BadPayload),
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LedgerError::NoRoom { message } => write!(f, "the disk is full, nothing was recorded: {message}"),
            LedgerError::Stopped { why } => {
                write!(f, "the ledger has stopped and takes nothing until it is started anew: {why}")
            }
            LedgerError::Moved { stream } => {
                write!(f, "{stream}: others were first time and again; nothing was recorded, ask again")
            }
            LedgerError::OtherContent { stream, id } => {
                write!(f, "{stream}: the id {id} was used for something else; choose a fresh one")
            }
            LedgerError::NoSuchStream(stream) => write!(f, "there is no stream {stream}"),
            LedgerError::AlreadyThere(stream) => write!(f, "there is a stream {stream} already"),
            LedgerError::Refused { message } => f.write_str(message),
            LedgerError::NoEdition(hash) => {
                write!(f, "the rules {hash} are neither in the log nor known; give their text")
            }
            LedgerError::NotAtRest { stream, why } => {
                write!(f, "{stream} keeps the rules it has for now: {why}")
            }
            LedgerError::Key { why } | LedgerError::Rulings { why } => f.write_str(why),
            LedgerError::Damaged { place, message } => write!(f, "the log is damaged: {place}: {message}"),
            LedgerError::Reserved(stream) => {
                write!(f, "{stream}: records of this kind are made by the ledger itself")
            }
            LedgerError::NotOne(stream) => {
                write!(f, "{stream}: needed is one draft with at least one payload")
            }
            LedgerError::Unsigned(why) => f.write_str(why),
            LedgerError::Text(bad) => bad.fmt(f),
            LedgerError::Payload(bad) => bad.fmt(f),
        }
    }
}

impl std::error::Error for LedgerError {}

impl From<StoreError> for LedgerError {
    fn from(error: StoreError) -> LedgerError {
        match error {
            StoreError::Full(message) => LedgerError::NoRoom { message },
            StoreError::Damaged { place, message } => LedgerError::Damaged { place, message },
            StoreError::Moved(stream) | StoreError::Known(stream, _) => LedgerError::Moved { stream },
            error @ (StoreError::Fenced(_) | StoreError::Unknown(_) | StoreError::Failed(_)) => {
                LedgerError::Stopped { why: error.to_string() }
            }
        }
    }
}

impl From<BadText> for LedgerError {
    fn from(bad: BadText) -> LedgerError {
        LedgerError::Text(bad)
    }
}

impl From<BadPayload> for LedgerError {
    fn from(bad: BadPayload) -> LedgerError {
        LedgerError::Payload(bad)
    }
}
