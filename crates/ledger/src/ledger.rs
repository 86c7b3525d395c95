//! The ledger as its callers see it: streams, appended to and read, each command accepted once.

use crate::checkpoint::CHECKPOINT;
use crate::draft::Draft;
use crate::error::LedgerError;
use crate::keys::KEY;
use crate::record::{Entry, Stream};
use crate::rulings::RULINGS;
use crate::store::{self, Place, Store};
use crate::stream_head::{Following, Locked, StreamHead, TRIES};
use crate::tip::Tip;
use crate::writer::{self, Committed, OnCommit, Request, WriteRequest};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::{Mutex as StreamLock, mpsc, oneshot};

/// A ledger that is open. Clones are the same ledger.
///
/// It needs a tokio runtime, in which its one writer runs. Everything is durable before it is acknowledged.
#[derive(Clone)]
pub struct Ledger {
    store: Arc<dyn Store>,
    requests: mpsc::UnboundedSender<Request>,
    heads: Arc<Mutex<HashMap<Stream, Arc<StreamLock<StreamHead>>>>>,
    /// Kinds of streams that logs write, so that nothing else is put into them.
    reserved: Arc<Mutex<BTreeSet<&'static str>>>,
    stopped: Arc<OnceLock<String>>,
    on_commit: OnCommit,
    /// Where the checkpoints have come to, once somebody has asked for one.
    tip: Arc<StreamLock<Option<Tip>>>,
}

impl Ledger {
    /// Opens the ledger there, which is made if it is not.
    pub async fn open(place: impl Into<Place>) -> Result<Ledger, LedgerError> {
        Ok(Ledger::over(store::open(place).await?))
    }

    /// The ledger over a store.
    pub fn over(store: Arc<dyn Store>) -> Ledger {
        let (requests, received) = mpsc::unbounded_channel();
        let stopped = Arc::new(OnceLock::new());
        let on_commit = OnCommit::default();
        tokio::spawn(writer::write(store.clone(), received, stopped.clone(), on_commit.clone()));
        let reserved = Arc::new(Mutex::new(BTreeSet::from([CHECKPOINT, KEY, RULINGS])));
        let (heads, tip) = Default::default();
        Ledger { store, requests, heads, reserved, stopped, on_commit, tip }
    }

    /// What the ledger is kept in, to read it.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    pub(crate) fn tip(&self) -> &StreamLock<Option<Tip>> {
        &self.tip
    }

    /// Keeps these kinds of streams for logs.
    pub(crate) fn reserve(&self, kinds: [&'static str; 3]) {
        lock(&self.reserved).extend(kinds);
    }

    /// Why it takes nothing any more, if that is so.
    pub fn stopped(&self) -> Option<&str> {
        self.stopped.get().map(String::as_str).or_else(|| self.store.gave_up())
    }

    /// From now on this is told of every commit. Only the first who asks for it is.
    pub fn on_commit(&self, tell: impl Fn(Committed) + Send + Sync + 'static) {
        let _ = self.on_commit.set(Box::new(tell));
    }

    /// Writes what is waiting and closes the file. Nothing is taken any more.
    pub async fn close(&self) -> Result<(), LedgerError> {
        let (closed, message) = oneshot::channel();
        let gone = || LedgerError::Stopped { why: "it was closed".into() };
        self.requests.send(Request::Close(closed)).map_err(|_| gone())?;
        message.await.map_err(|_| gone())?.map_err(LedgerError::from)
    }

    /// Records something of the house's own: a person signing on, a setting, a note. The same draft under the same id is
    /// recorded once; the entry that was recorded comes back.
    pub async fn append(&self, draft: Draft) -> Result<Entry, LedgerError> {
        self.check(&draft)?;
        self.append_own(draft).await
    }

    /// The same, for streams of any kind.
    pub(crate) async fn append_own(&self, draft: Draft) -> Result<Entry, LedgerError> {
        let mut tried = 0;
        loop {
            let head = self.lock(&draft.stream).await?;
            if let Some(known) = self.known(&draft).await? {
                return Ok(known);
            }
            let following = Ledger::follow(head, draft.clone());
            let entry = following.1.clone();
            tried += 1;
            match self.take(vec![following]).await {
                Ok(()) => return Ok(entry),
                Err(LedgerError::Moved { .. }) if tried < TRIES => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Waits until nobody else writes to the stream, and keeps others from it.
    pub(crate) async fn lock(&self, stream: &Stream) -> Result<Locked, LedgerError> {
        if let Some(why) = self.stopped.get() {
            return Err(LedgerError::Stopped { why: why.clone() });
        }
        let known = lock(&self.heads).get(stream).cloned();
        let head = match known {
            Some(head) => head,
            None => {
                // Two may read it at once; the first to come back counts, and nothing is written before that.
                let read = Arc::new(StreamLock::new(StreamHead::read(&*self.store, stream).await?));
                lock(&self.heads).entry(stream.clone()).or_insert(read).clone()
            }
        };
        let mut head = head.lock_owned().await;
        if head.is_old {
            *head = StreamHead::read(&*self.store, stream).await?;
        }
        Ok(head)
    }

    /// Locks streams of logs, in the order of their names whatever the order they are given in, so that nobody waits for ever.
    pub(crate) async fn lock_all<const N: usize>(
        &self,
        streams: [&Stream; N],
    ) -> Result<[Locked; N], LedgerError> {
        let mut order: [usize; N] = std::array::from_fn(|place| place);
        order.sort_by_key(|place| streams[*place]);
        let mut locks: Vec<(usize, Locked)> = Vec::with_capacity(N);
        for place in order {
            locks.push((place, self.lock(streams[place]).await?));
        }
        locks.sort_by_key(|(place, _)| *place);
        let locks: Vec<Locked> = locks.into_iter().map(|(_, lock)| lock).collect();
        locks.try_into().map_err(|_| LedgerError::NotOne(streams[0].clone()))
    }

    /// What the id of this draft has left in its stream, if it has come before with the same content.
    pub(crate) async fn known(&self, draft: &Draft) -> Result<Option<Entry>, LedgerError> {
        let Draft { stream, command, request, .. } = draft;
        match self.store.command(stream, command).await? {
            Some(entry) if entry.request == *request => Ok(Some(entry)),
            Some(_) => Err(LedgerError::OtherContent { stream: stream.clone(), id: command.clone() }),
            None => Ok(None),
        }
    }

    /// Entries for these drafts, each for another stream, except those that were recorded before.
    ///
    /// Streams of logs are locked before these, and each of both in the order of their names, so that nobody waits for ever.
    pub(crate) async fn follow_all(&self, mut drafts: Vec<Draft>) -> Result<Vec<Following>, LedgerError> {
        drafts.sort_by(|one, other| one.stream.cmp(&other.stream));
        if let Some(pair) = drafts.windows(2).find(|pair| pair[0].stream == pair[1].stream) {
            return Err(LedgerError::NotOne(pair[0].stream.clone()));
        }
        drafts.iter().try_for_each(|draft| self.check(draft))?;
        let mut following = Vec::new();
        for draft in drafts {
            let head = self.lock(&draft.stream).await?;
            if self.known(&draft).await?.is_none() {
                following.push(Ledger::follow(head, draft));
            }
        }
        Ok(following)
    }

    /// What comes next in a stream that is locked.
    pub(crate) fn follow(head: Locked, draft: Draft) -> Following {
        let entry = head.follow(draft);
        (head, entry)
    }

    /// Has the writer take entries of different streams together, and answers once they are durable.
    pub(crate) async fn take(&self, following: Vec<Following>) -> Result<(), LedgerError> {
        let (heads, entries): (Vec<_>, Vec<_>) = following.into_iter().unzip();
        let heads = heads.into_iter().enumerate().map(|(place, head)| (head, place));
        self.take_all(entries, heads.collect()).await
    }

    /// The same for several entries of a stream: each stream that is written to, with the place of its last entry.
    pub(crate) async fn take_all(
        &self,
        entries: Vec<Entry>,
        heads: Vec<(Locked, usize)>,
    ) -> Result<(), LedgerError> {
        let (taken, message) = oneshot::channel();
        let gone = || LedgerError::Stopped { why: self.stopped().unwrap_or("its writer is gone").to_owned() };
        let write = WriteRequest { entries, heads, taken };
        self.requests.send(Request::Write(write)).map_err(|_| gone())?;
        message.await.map_err(|_| gone())?
    }

    /// May a caller record this?
    pub(crate) fn check(&self, draft: &Draft) -> Result<(), LedgerError> {
        if lock(&self.reserved).contains(draft.stream.kind()) {
            return Err(LedgerError::Reserved(draft.stream.clone()));
        }
        if draft.payloads.is_empty() {
            return Err(LedgerError::NotOne(draft.stream.clone()));
        }
        Ok(())
    }
}

fn lock<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}
