//! The one task that writes: whatever has arrived from all streams goes into one commit.

use crate::ledger::{LedgerError, Standing};
use crate::record::Entry;
use crate::store::{Store, StoreError};
use std::sync::{Arc, OnceLock};
use tokio::sync::{OwnedMutexGuard, mpsc, oneshot};

/// So many entries at most go into one commit.
const MOST: usize = 512;

/// What is asked of the writer.
pub(crate) enum Request {
    /// Take these entries together, and tell when they are durable.
    Take(Take),
    /// Take nothing more.
    Close(oneshot::Sender<Result<(), StoreError>>),
}

/// Entries to be taken together, each with how its stream stands, which nobody else may touch meanwhile.
pub(crate) struct Take {
    pub(crate) entries: Vec<Entry>,
    pub(crate) standings: Vec<OwnedMutexGuard<Standing>>,
    pub(crate) taken: oneshot::Sender<Result<(), LedgerError>>,
}

/// Writes until it is told to close, or nobody is left who could ask.
pub(crate) async fn write(
    store: Arc<dyn Store>,
    mut requests: mpsc::UnboundedReceiver<Request>,
    stopped: Arc<OnceLock<String>>,
) {
    let mut waiting = Vec::new();
    while let Some(request) = requests.recv().await {
        let mut next = Some(request);
        let mut close = None;
        let mut size = 0;
        while let Some(request) = next.take() {
            match request {
                Request::Take(take) => {
                    size += take.entries.len();
                    waiting.push(take);
                }
                Request::Close(closed) => close = Some(closed),
            }
            if close.is_none() && size < MOST {
                next = requests.try_recv().ok();
            }
        }
        commit(&*store, &mut waiting, &stopped).await;
        if let Some(closed) = close {
            let _ = stopped.set("it was closed".into());
            let _ = closed.send(store.close().await);
            return;
        }
    }
    // Nobody is left to hear of it.
    let _ = store.close().await;
}

async fn commit(store: &dyn Store, waiting: &mut Vec<Take>, stopped: &OnceLock<String>) {
    if waiting.is_empty() {
        return;
    }
    let outcome = match stopped.get() {
        Some(why) => Err(LedgerError::Stopped { why: why.clone() }),
        None => {
            let entries: Vec<Entry> =
                waiting.iter_mut().flat_map(|take| std::mem::take(&mut take.entries)).collect();
            let taken = store.append(&entries).await;
            let mut entries = entries.into_iter();
            for take in waiting.iter_mut() {
                take.entries = entries.by_ref().take(take.standings.len()).collect();
            }
            taken.map_err(|error| match error {
                StoreError::Full(message) => LedgerError::NoRoom { message },
                // The standings said that every place was free. If the store says otherwise, somebody else writes to it.
                error => {
                    let why = stopped.get_or_init(|| error.to_string());
                    LedgerError::Stopped { why: why.clone() }
                }
            })
        }
    };
    for Take { entries, mut standings, taken } in waiting.drain(..) {
        if outcome.is_ok() {
            for (standing, entry) in standings.iter_mut().zip(&entries) {
                standing.take(entry);
            }
        }
        drop(standings);
        // Whoever asked may have gone meanwhile; what is written is written.
        let _ = taken.send(outcome.clone());
    }
}
