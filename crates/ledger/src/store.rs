//! Where entries are kept: the whole of what the ledger asks of a database.

use crate::record::{CommandId, Entry, Stream};
use merkle::Hash;
use std::fmt;
use std::future::Future;
use std::pin::Pin;

/// What a store gives, in its own time.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where entries are kept. It chains nothing and judges nothing; what it has taken it never alters.
pub trait Store: Send + Sync {
    /// Takes these entries, all of them or none. When this answers, they outlast a power failure.
    ///
    /// Where an entry's place in its stream, or its command id, is taken, it answers [`StoreError::Conflict`].
    fn append<'a>(&'a self, entries: &'a [Entry]) -> StoreFuture<'a, ()>;

    /// The last entry of a stream.
    fn last<'a>(&'a self, stream: &'a Stream) -> StoreFuture<'a, Option<Entry>>;

    /// Entries of a stream from the one that holds this sequence, at most so many, in order.
    fn read<'a>(&'a self, stream: &'a Stream, from: u64, most: u32) -> StoreFuture<'a, Vec<Entry>>;

    /// Entries of all streams in the order they were taken, after this position, at most so many, each with its position.
    /// Positions start at 1 and have no gap. One that cannot be read does not keep the others back.
    fn all(&self, after: u64, most: u32) -> StoreFuture<'_, Vec<(u64, Result<Entry, StoreError>)>>;

    /// What a command left in a stream.
    fn command<'a>(&'a self, stream: &'a Stream, id: &'a CommandId) -> StoreFuture<'a, Option<Entry>>;

    /// The ids of all commands of a stream, in no order.
    fn command_ids<'a>(&'a self, stream: &'a Stream) -> StoreFuture<'a, Vec<String>>;

    /// Every stream that has an entry, in order.
    fn streams(&self) -> StoreFuture<'_, Vec<Stream>>;

    /// Keeps a snapshot under its hash, in place of older ones of the stream. Losing it costs time, nothing else.
    fn keep_snapshot<'a>(&'a self, stream: &'a Stream, hash: Hash, bytes: &'a [u8]) -> StoreFuture<'a, ()>;

    /// The snapshot of this hash. Whoever asks checks it.
    fn snapshot(&self, hash: Hash) -> StoreFuture<'_, Option<Vec<u8>>>;

    /// Looks through everything by the store's own means, and tells what it finds wrong.
    fn check(&self) -> StoreFuture<'_, Vec<String>>;

    /// Writes out what is left to write and ends.
    fn close(&self) -> StoreFuture<'_, ()>;
}

/// Why a store did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// There is no room. Nothing was taken; it may be asked again once there is.
    Full(String),
    /// A place or a command id is taken already. Nothing was taken.
    Conflict(String),
    /// What is stored cannot be read as what it should be.
    Damaged {
        /// Where, as well as that is known.
        place: String,
        /// What is wrong there.
        message: String,
    },
    /// It failed, and whether anything was taken is not known. It takes nothing any more until it is opened anew.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Full(message) => write!(f, "no room to write: {message}"),
            StoreError::Conflict(message) => write!(f, "already taken: {message}"),
            StoreError::Damaged { place, message } => write!(f, "{place}: {message}"),
            StoreError::Failed(message) => write!(f, "the store failed: {message}"),
        }
    }
}

impl std::error::Error for StoreError {}
