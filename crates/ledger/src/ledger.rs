//! The ledger as its callers see it: streams, appended to and read, each command accepted once.

use crate::checkpoint::CHECKPOINT;
use crate::keys::KEY;
use crate::record::{BadPayload, BadText, CommandId, Entry, Payload, Stream};
use crate::store::{self, Place, Store, StoreError};
use crate::tip::Tip;
use crate::writer::{self, Committed, OnCommit, Request, WriteRequest};
use aggregate::{By, Time};
use merkle::Hash;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::{Mutex as StreamLock, OwnedMutexGuard, mpsc, oneshot};

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
            LedgerError::Key { why } => f.write_str(why),
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
        let content = [&by.name, "\n", &by.role, "\n", payload.kind(), "\n", payload.text()].concat();
        let request = merkle::sha256(&[content.as_bytes()]);
        Draft { stream, command, request, at, by, book: Hash::NONE, payloads: vec![payload] }
    }
}

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
    async fn read(store: &dyn Store, stream: &Stream) -> Result<StreamHead, LedgerError> {
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
        let reserved = Arc::new(Mutex::new(BTreeSet::from([CHECKPOINT, KEY])));
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
