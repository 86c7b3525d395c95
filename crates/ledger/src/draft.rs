//! A draft: something to be recorded, before it has its place in a stream.

use crate::record::{CommandId, Payload, Stream};
use aggregate::{By, Time};
use merkle::Hash;

/// Something to be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// In which stream.
    pub stream: Stream,
    /// Under which id. The same id with the same content is recorded once.
    pub command: CommandId,
    /// The hash of what was asked: two drafts under one id are the same if this is.
    pub request: Hash,
    /// When.
    pub at: Time,
    /// By whom.
    pub by: By,
    /// The hash of the book in force; [`Hash::NONE`] where none is.
    pub book: Hash,
    /// What is recorded, at least one payload.
    pub payloads: Vec<Payload>,
}

impl Draft {
    /// A draft of one payload, with no book. Its content is its payload and whoever it is by; the time is not part of it.
    pub fn note(stream: Stream, command: CommandId, at: Time, by: By, payload: Payload) -> Draft {
        let content = [&by.name, "\n", &by.role, "\n", payload.kind(), "\n", payload.text()];
        let request = merkle::sha256(&content.map(str::as_bytes));
        Draft { stream, command, request, at, by, book: Hash::NONE, payloads: vec![payload] }
    }
}
