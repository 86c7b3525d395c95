//! The ledger as its callers see it: streams, appended to and read, each command accepted once.

use crate::checkpoint::{CHECKPOINT, Checkpoints};
use crate::record::{BadPayload, BadText, By, CommandId, Entry, Payload, Stream};
use crate::snapshot::SNAPSHOT;
use crate::sqlite::Sqlite;
use crate::store::{Store, StoreError};
use crate::table_log::{ANSWER, CLOCK, TABLE};
use crate::writer::{self, Request, Take};
use merkle::Hash;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use table::{Refusal, Time};
use tokio::sync::{Mutex as Turn, OwnedMutexGuard, mpsc, oneshot};

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
    /// The stream has moved on from where the caller believes it to be.
    Moved {
        /// The sequence that the caller expects next.
        expected: u64,
        /// The sequence that comes next.
        found: u64,
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
    /// The table would not open with these settings.
    Refused(Refusal),
    /// The stream was kept under another book.
    OtherBook {
        /// The hash of the book in the log.
        recorded: Hash,
        /// The hash of the one given.
        given: Hash,
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
            LedgerError::Moved { expected, found } => {
                write!(f, "the stream has moved on: expected was {expected}, next is {found}")
            }
            LedgerError::OtherContent { stream, id } => {
                write!(f, "{stream}: the id {id} was used for something else; choose a fresh one")
            }
            LedgerError::NoSuchStream(stream) => write!(f, "there is no stream {stream}"),
            LedgerError::AlreadyThere(stream) => write!(f, "there is a stream {stream} already"),
            LedgerError::Refused(refusal) => refusal.fmt(f),
            LedgerError::OtherBook { recorded, given } => {
                write!(f, "the log was kept under the book {recorded}, given is {given}")
            }
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
            StoreError::Conflict(why) | StoreError::Failed(why) => LedgerError::Stopped { why },
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
pub(crate) struct Standing {
    /// The sequence that comes next.
    pub(crate) length: u64,
    /// The hash of the last record.
    pub(crate) head: Hash,
    /// The time of the last record.
    pub(crate) at: Option<Time>,
    /// Short hashes of all ids that have come.
    ids: HashSet<u64>,
}

impl Standing {
    async fn read(store: &dyn Store, stream: &Stream) -> Result<Standing, LedgerError> {
        let last = store.last(stream).await?;
        let ids = match &last {
            Some(_) => {
                store.command_ids(stream).await?.iter().map(|id| crate::record::short_of(id)).collect()
            }
            None => HashSet::new(),
        };
        Ok(Standing {
            length: last.as_ref().map_or(0, Entry::end),
            head: last.as_ref().map_or(Hash::NONE, Entry::head),
            at: last.as_ref().map(|entry| entry.at),
            ids,
        })
    }

    pub(crate) fn take(&mut self, entry: &Entry) {
        self.length = entry.end();
        self.head = entry.head();
        self.at = Some(entry.at);
        self.ids.insert(entry.command.short());
    }

    /// May this id have come before?
    pub(crate) fn may_know(&self, id: &CommandId) -> bool {
        self.ids.contains(&id.short())
    }

    /// What would follow on here.
    fn follow(&self, draft: Draft) -> Entry {
        let Draft { stream, command, request, at, by, book, payloads } = draft;
        let (first, previous, records) = (self.length, self.head, Vec::new());
        Entry { stream, first, at, by, command, request, book, previous, records }.chain(payloads)
    }
}

/// A ledger that is open. Clones are the same ledger.
///
/// It needs a tokio runtime, in which its one writer runs. Everything is durable before it is acknowledged.
#[derive(Clone)]
pub struct Ledger {
    store: Arc<dyn Store>,
    requests: mpsc::UnboundedSender<Request>,
    standings: Arc<Mutex<HashMap<Stream, Arc<Turn<Standing>>>>>,
    stopped: Arc<OnceLock<String>>,
    /// The checkpoints so far, once somebody has asked for one.
    checkpoints: Arc<Turn<Option<Checkpoints>>>,
}

impl Ledger {
    /// Opens the ledger in this folder, which is made if it is not there.
    pub async fn open(folder: &Path) -> Result<Ledger, LedgerError> {
        Ok(Ledger::over(Arc::new(Sqlite::open(folder).await?)))
    }

    /// The ledger over a store.
    pub fn over(store: Arc<dyn Store>) -> Ledger {
        let (requests, received) = mpsc::unbounded_channel();
        let stopped = Arc::new(OnceLock::new());
        tokio::spawn(writer::write(store.clone(), received, stopped.clone()));
        Ledger { store, requests, standings: Default::default(), stopped, checkpoints: Default::default() }
    }

    /// What the ledger is kept in, to read it.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    pub(crate) fn checkpoints(&self) -> &Turn<Option<Checkpoints>> {
        &self.checkpoints
    }

    /// Why it takes nothing any more, if that is so.
    pub fn stopped(&self) -> Option<&str> {
        self.stopped.get().map(String::as_str)
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
        check(&draft)?;
        let standing = self.turn(&draft.stream).await?;
        if let Some(known) = self.known(&standing, &draft.stream, &draft.command, draft.request).await? {
            return Ok(known);
        }
        let entry = standing.follow(draft);
        self.take(vec![(standing, entry.clone())]).await?;
        Ok(entry)
    }

    /// Waits until nobody else writes to the stream, and keeps others from it.
    pub(crate) async fn turn(&self, stream: &Stream) -> Result<OwnedMutexGuard<Standing>, LedgerError> {
        if let Some(why) = self.stopped.get() {
            return Err(LedgerError::Stopped { why: why.clone() });
        }
        let known = self.lock_standings().get(stream).cloned();
        let turn = match known {
            Some(turn) => turn,
            None => {
                // Two may read it at once; the first to come back counts, and nothing is written before that.
                let read = Arc::new(Turn::new(Standing::read(&*self.store, stream).await?));
                self.lock_standings().entry(stream.clone()).or_insert(read).clone()
            }
        };
        Ok(turn.lock_owned().await)
    }

    fn lock_standings(&self) -> std::sync::MutexGuard<'_, HashMap<Stream, Arc<Turn<Standing>>>> {
        self.standings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What this id has left in the stream, if it has come before with the same content.
    pub(crate) async fn known(
        &self,
        standing: &Standing,
        stream: &Stream,
        id: &CommandId,
        request: Hash,
    ) -> Result<Option<Entry>, LedgerError> {
        if !standing.may_know(id) {
            return Ok(None);
        }
        match self.store.command(stream, id).await? {
            Some(entry) if entry.request == request => Ok(Some(entry)),
            Some(_) => Err(LedgerError::OtherContent { stream: stream.clone(), id: id.clone() }),
            None => Ok(None),
        }
    }

    /// Entries for these drafts, each for another stream, except those that were recorded before.
    ///
    /// Whoever waits for several turns waits for them in one order, so that nobody waits for ever.
    pub(crate) async fn follow_all(&self, mut drafts: Vec<Draft>) -> Result<Vec<Following>, LedgerError> {
        drafts.sort_by(|one, other| one.stream.cmp(&other.stream));
        if let Some(pair) = drafts.windows(2).find(|pair| pair[0].stream == pair[1].stream) {
            return Err(LedgerError::NotOne(pair[0].stream.clone()));
        }
        drafts.iter().try_for_each(check)?;
        let mut following = Vec::new();
        for draft in drafts {
            let standing = self.turn(&draft.stream).await?;
            if self.known(&standing, &draft.stream, &draft.command, draft.request).await?.is_none() {
                following.push(Ledger::follow(standing, draft));
            }
        }
        Ok(following)
    }

    /// What comes next in a stream whose turn it is.
    pub(crate) fn follow(standing: OwnedMutexGuard<Standing>, draft: Draft) -> Following {
        let entry = standing.follow(draft);
        (standing, entry)
    }

    /// Has the writer take entries of different streams together, and answers once they are durable.
    pub(crate) async fn take(&self, following: Vec<Following>) -> Result<(), LedgerError> {
        let (standings, entries): (Vec<_>, Vec<_>) = following.into_iter().unzip();
        let (taken, message) = oneshot::channel();
        let gone = || LedgerError::Stopped { why: self.stopped().unwrap_or("its writer is gone").to_owned() };
        self.requests.send(Request::Take(Take { entries, standings, taken })).map_err(|_| gone())?;
        message.await.map_err(|_| gone())?
    }
}

/// May a caller record this?
fn check(draft: &Draft) -> Result<(), LedgerError> {
    if [TABLE, ANSWER, CLOCK, SNAPSHOT, CHECKPOINT].contains(&draft.stream.kind()) {
        return Err(LedgerError::Reserved(draft.stream.clone()));
    }
    if draft.payloads.is_empty() {
        return Err(LedgerError::NotOne(draft.stream.clone()));
    }
    Ok(())
}

/// An entry, and the stream's turn that it uses.
pub(crate) type Following = (OwnedMutexGuard<Standing>, Entry);
