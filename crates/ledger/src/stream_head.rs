//! How a stream stands, and the lock of whoever writes to it.

use crate::draft::Draft;
use crate::error::LedgerError;
use crate::record::{Entry, Stream};
use crate::store::Store;
use aggregate::Time;
use merkle::Hash;
use tokio::sync::OwnedMutexGuard;

/// How a stream stands: what the next entry must follow on.
#[derive(Clone)]
pub(crate) struct StreamHead {
    /// The sequence that comes next.
    pub(crate) length: u64,
    /// The hash of the last record.
    pub(crate) head: Hash,
    /// The time of the last record.
    pub(crate) at: Option<Time>,
    /// Somebody else has written since; it must be read anew.
    pub(crate) is_old: bool,
}

impl StreamHead {
    pub(crate) async fn read(store: &dyn Store, stream: &Stream) -> Result<StreamHead, LedgerError> {
        let mut head = StreamHead { length: 0, head: Hash::NONE, at: None, is_old: false };
        if let Some(last) = store.last(stream).await? {
            head.take(&last);
        }
        Ok(head)
    }

    pub(crate) fn take(&mut self, entry: &Entry) {
        *self = StreamHead { length: entry.end(), head: entry.head(), at: Some(entry.at), is_old: false };
    }

    /// What would follow on here.
    pub(crate) fn follow(&self, draft: Draft) -> Entry {
        let Draft { stream, command, request, at, by, book, payloads } = draft;
        let (first, previous, records) = (self.length, self.head, Vec::new());
        Entry { stream, first, at, by, command, request, book, previous, records }.chain(payloads)
    }
}

/// A stream that nobody else writes to meanwhile.
pub(crate) type Locked = OwnedMutexGuard<StreamHead>;

/// An entry, and the lock of the stream that it follows on.
pub(crate) type Following = (Locked, Entry);

/// How often something is judged again after somebody else was first.
pub(crate) const TRIES: usize = 5;
