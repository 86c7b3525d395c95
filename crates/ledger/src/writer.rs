//! The one task that writes: whatever has arrived from all streams goes into one commit.

use crate::error::LedgerError;
use crate::record::Entry;
use crate::store::{Store, StoreError};
use crate::stream_head::Locked;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// The most entries that go into one commit.
const MOST: usize = 512;

/// How often a lost answer is asked for again.
const TRIES: usize = 5;

/// A commit that is done: everything in it is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The number of its entries.
    pub entries: usize,
    /// How long the store took.
    pub took: Duration,
}

/// Whoever is told of every commit.
pub(crate) type OnCommit = Arc<OnceLock<Box<dyn Fn(Committed) + Send + Sync>>>;

/// What is asked of the writer.
pub(crate) enum Request {
    /// Take these entries together, and tell when they are durable.
    Write(WriteRequest),
    /// Take nothing more.
    Close(oneshot::Sender<Result<(), StoreError>>),
}

/// Entries to be taken together.
pub(crate) struct WriteRequest {
    pub(crate) entries: Vec<Entry>,
    /// How each stream stands, which nobody else may touch meanwhile, with the place of its last entry among these.
    pub(crate) heads: Vec<(Locked, usize)>,
    pub(crate) taken: oneshot::Sender<Result<(), LedgerError>>,
}

/// Writes until it is told to close, or nobody is left who could ask.
pub(crate) async fn write(
    store: Arc<dyn Store>,
    mut requests: mpsc::UnboundedReceiver<Request>,
    stopped: Arc<OnceLock<String>>,
    on_commit: OnCommit,
) {
    let mut waiting = Vec::new();
    while let Some(request) = requests.recv().await {
        let mut next = Some(request);
        let mut close = None;
        let mut size = 0;
        while let Some(request) = next.take() {
            match request {
                Request::Write(write) => {
                    size += write.entries.len();
                    waiting.push(write);
                }
                Request::Close(closed) => close = Some(closed),
            }
            if close.is_none() && size < MOST {
                next = requests.try_recv().ok();
            }
        }
        commit(&*store, std::mem::take(&mut waiting), &stopped, &on_commit).await;
        if let Some(closed) = close {
            let _ = stopped.set("it was closed".into());
            let _ = closed.send(store.close().await);
            return;
        }
    }
    // Nobody is left to hear of it.
    let _ = store.close().await;
}

/// All that waits in one commit. If somebody else was first in one stream, everything is tried by itself, so that only what is late
/// is judged again.
async fn commit(
    store: &dyn Store,
    mut waiting: Vec<WriteRequest>,
    stopped: &OnceLock<String>,
    on_commit: &OnCommit,
) {
    let sizes: Vec<usize> = waiting.iter().map(|write| write.entries.len()).collect();
    let entries: Vec<Entry> =
        waiting.iter_mut().flat_map(|write| std::mem::take(&mut write.entries)).collect();
    let begun = Instant::now();
    let outcome = append(store, &entries, stopped).await;
    if let (Ok(()), Some(tell)) = (&outcome, on_commit.get()) {
        tell(Committed { entries: entries.len(), took: begun.elapsed() });
    }
    let mut entries = entries.into_iter();
    for (write, size) in waiting.iter_mut().zip(sizes) {
        write.entries = entries.by_ref().take(size).collect();
    }
    let alone = waiting.len() == 1;
    for write in waiting {
        let outcome = match &outcome {
            Err(LedgerError::Moved { .. }) if !alone => append(store, &write.entries, stopped).await,
            outcome => outcome.clone(),
        };
        finish(write, outcome);
    }
}

fn finish(WriteRequest { entries, mut heads, taken }: WriteRequest, outcome: Result<(), LedgerError>) {
    for (head, last) in &mut heads {
        match &outcome {
            Ok(()) => head.take(&entries[*last]),
            // What is there now is read by whoever comes next.
            Err(LedgerError::Moved { .. }) => head.is_old = true,
            Err(_) => {}
        }
    }
    drop(heads);
    // Whoever asked may have gone meanwhile; what is written is written.
    let _ = taken.send(outcome);
}

async fn append(store: &dyn Store, entries: &[Entry], stopped: &OnceLock<String>) -> Result<(), LedgerError> {
    let stop = |why: String| LedgerError::Stopped { why: stopped.get_or_init(|| why).clone() };
    if let Some(why) = stopped.get() {
        return Err(LedgerError::Stopped { why: why.clone() });
    }
    let mut lost = String::new();
    for _ in 0..TRIES {
        match store.append(entries).await {
            Ok(()) => return Ok(()),
            Err(StoreError::Full(message)) => return Err(LedgerError::NoRoom { message }),
            // After a lost answer the one who was first may have been this very call.
            Err(StoreError::Moved(_) | StoreError::Known(..)) if !lost.is_empty() => {
                match all_there(store, entries).await {
                    Ok(true) => return Ok(()),
                    Ok(false) => return Err(LedgerError::Moved { stream: entries[0].stream.clone() }),
                    Err(error) => lost = error.to_string(),
                }
            }
            Err(StoreError::Moved(stream) | StoreError::Known(stream, _)) => {
                return Err(LedgerError::Moved { stream });
            }
            Err(StoreError::Unknown(message)) => lost = message,
            Err(error) => return Err(stop(error.to_string())),
        }
    }
    Err(stop(format!("the store's answers are lost: {lost}")))
}

/// Are these very entries in the store?
async fn all_there(store: &dyn Store, entries: &[Entry]) -> Result<bool, StoreError> {
    for entry in entries {
        let found = store.command(&entry.stream, &entry.command).await?;
        if found.is_none_or(|found| found.head() != entry.head()) {
            return Ok(false);
        }
    }
    Ok(true)
}
