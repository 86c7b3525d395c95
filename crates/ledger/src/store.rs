//! Where entries are kept: the whole of what the ledger asks of a database.
//!
//! [`open`] and [`read_only`] are the only places that name one: SQLite in a folder, or PostgreSQL at an address.

mod packed;
mod postgres;
mod row;
mod segment;
mod sqlite;
mod transfer;

pub use postgres::{Candidate, LeaseState};
pub use transfer::{TransferFault, transfer};

use crate::head::Head;
use crate::record::{CommandId, Entry, Stream};
use aggregate::Time;
use merkle::Hash;
use std::fmt;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

/// Where a store is: a folder of this machine, or a database of a PostgreSQL server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder, with SQLite in it.
    Folder(PathBuf),
    /// A database.
    Server(Server),
}

/// A database of a PostgreSQL server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its address, such as `postgres://croupier@db1:5432/house?sslmode=verify-full`. Where several servers stand behind each other, their
    /// hosts are parted by commas: `db1:5432,db2:5432`. The password may stand in a `.pgpass` file.
    pub url: String,
    /// One machine is enough: no standby is waited for.
    pub single: bool,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(folder) => write!(f, "{}", folder.display()),
            Place::Server(server) => write!(f, "{}", server.shown()),
        }
    }
}

/// How the address of a database begins.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

impl From<&str> for Place {
    /// An address of PostgreSQL is a database, with `single=true` among its parameters where one machine is enough; everything else is a folder.
    fn from(text: &str) -> Place {
        if !SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
            return Place::Folder(text.into());
        }
        let (address, parameters) = text.split_once('?').unwrap_or((text, ""));
        let all = parameters.split('&').filter(|parameter| !parameter.is_empty());
        let (single, rest): (Vec<&str>, Vec<&str>) = all.partition(|parameter| *parameter == "single=true");
        let joint = if rest.is_empty() { "" } else { "?" };
        let url = format!("{address}{joint}{}", rest.join("&"));
        Place::Server(Server { url, single: !single.is_empty() })
    }
}

impl From<&Path> for Place {
    fn from(path: &Path) -> Place {
        path.to_str().map_or_else(|| Place::Folder(path.to_owned()), Place::from)
    }
}

impl From<&PathBuf> for Place {
    fn from(path: &PathBuf) -> Place {
        Place::from(path.as_path())
    }
}

impl From<&Place> for Place {
    fn from(place: &Place) -> Place {
        place.clone()
    }
}

/// Opens the store there, which is made if it is not. Nobody else may have it open for writing.
pub async fn open(place: impl Into<Place>) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match place.into() {
        Place::Folder(folder) => Arc::new(sqlite::Sqlite::open(&folder).await?),
        Place::Server(server) => Arc::new(postgres::Postgres::open(&server).await?),
    })
}

/// The same for whoever writes thousands of entries in a commit; a folder that is made now is laid out for that.
pub async fn open_for_bulk(place: impl Into<Place>) -> Result<Arc<dyn Store>, StoreError> {
    match place.into() {
        Place::Folder(folder) => Ok(Arc::new(sqlite::Sqlite::open_for_bulk(&folder).await?)),
        server => open(server).await,
    }
}

/// Opens the store there only to read it, also while somebody else writes it, and also where nothing can be written.
pub async fn read_only(place: impl Into<Place>) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match place.into() {
        Place::Folder(folder) => Arc::new(sqlite::Sqlite::read_only(&folder).await?),
        Place::Server(server) => Arc::new(postgres::Postgres::read_only(&server).await?),
    })
}

/// Copies the store of a folder into another folder as it is at one moment, also while somebody writes it.
pub async fn copy(folder: &Path, to: &Path) -> Result<(), StoreError> {
    sqlite::copy(folder, to).await
}

/// The position of the last entry that was taken before this time, up to this position; 0 if there is none. Times grow with positions.
pub async fn last_before(store: &dyn Store, time: Time, up_to: u64) -> Result<u64, StoreError> {
    let (mut low, mut high) = (0, up_to);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        let at = match store.all(middle - 1, 1).await?.pop() {
            Some((position, entry)) if position == middle => Some(entry?.at),
            _ => None,
        };
        match at.is_some_and(|at| at < time) {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    Ok(low)
}

/// Gives back the room that the store there no longer needs, where it does not do so by itself. Nobody may have it open.
pub async fn compact(place: impl Into<Place>) -> Result<(), StoreError> {
    match place.into() {
        Place::Folder(folder) => sqlite::compact(&folder).await,
        Place::Server(_) => Ok(()),
    }
}

/// Has the numbers of the lease go on far above every one that was given before the store was put back to the past, so that whoever held it then
/// is older than anybody who holds it from now on. Nobody may have it open.
pub async fn leap(place: impl Into<Place>) -> Result<(), StoreError> {
    match place.into() {
        Place::Folder(_) => Ok(()),
        Place::Server(server) => postgres::leap(&server).await,
    }
}

/// Is there a store?
pub async fn is_there(place: impl Into<Place>) -> Result<bool, StoreError> {
    match place.into() {
        Place::Folder(folder) => Ok(sqlite::is_there(&folder)),
        Place::Server(server) => postgres::is_there(&server).await,
    }
}

/// What a store gives, in its own time.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where entries are kept. It chains nothing and judges nothing; what it has taken it never alters.
pub trait Store: Send + Sync {
    /// Takes these entries, all of them or none. When this answers well, they outlast a power failure.
    ///
    /// There are five answers: taken; [`StoreError::Moved`] and [`StoreError::Known`], where somebody else was first;
    /// [`StoreError::Fenced`], where somebody else writes these streams now; [`StoreError::Unknown`], where the answer was lost.
    fn append<'a>(&'a self, entries: &'a [Entry]) -> StoreFuture<'a, ()>;

    /// The last entry of a stream.
    fn last<'a>(&'a self, stream: &'a Stream) -> StoreFuture<'a, Option<Entry>>;

    /// Entries of a stream from the one that holds this sequence, at most so many, in order.
    fn read<'a>(&'a self, stream: &'a Stream, from: u64, most: u32) -> StoreFuture<'a, Vec<Entry>>;

    /// Entries of all streams in the order they were taken, after this position, at most so many, each with its position.
    /// Positions start at 1 and have no gap. One that cannot be read does not keep the others back.
    fn all(&self, after: u64, most: u32) -> StoreFuture<'_, Vec<(u64, Result<Entry, StoreError>)>>;

    /// Where each of the entries that [`Store::all`] gives left its stream, without anything else that it tells: that is read many times
    /// as fast.
    fn heads(&self, after: u64, most: u32) -> StoreFuture<'_, Vec<(u64, Result<Head, StoreError>)>> {
        Box::pin(async move {
            let page = self.all(after, most).await?;
            Ok(page
                .into_iter()
                .map(|(position, entry)| (position, entry.map(|entry| entry.left())))
                .collect())
        })
    }

    /// What a command left in a stream.
    fn command<'a>(&'a self, stream: &'a Stream, id: &'a CommandId) -> StoreFuture<'a, Option<Entry>>;

    /// What a command left in the first of these streams that knows it.
    fn command_in<'a>(
        &'a self,
        streams: [&'a Stream; 2],
        id: &'a CommandId,
    ) -> StoreFuture<'a, Option<Entry>>;

    /// Every stream that has an entry, in order.
    fn streams(&self) -> StoreFuture<'_, Vec<Stream>>;

    /// Every stream of this kind, in order. What there is of other kinds costs nothing.
    fn streams_of<'a>(&'a self, kind: &'a str) -> StoreFuture<'a, Vec<Stream>>;

    /// Keeps a snapshot under its hash, in place of older ones of the stream. Losing it costs time, nothing else.
    fn keep_snapshot<'a>(&'a self, stream: &'a Stream, hash: Hash, bytes: &'a [u8]) -> StoreFuture<'a, ()>;

    /// The snapshot of this hash. Whoever asks checks it.
    fn snapshot(&self, hash: Hash) -> StoreFuture<'_, Option<Vec<u8>>>;

    /// Looks through everything by the store's own means, and says what it finds wrong. What is bigger than so many bytes is not looked
    /// through.
    fn check(&self, most: u64) -> StoreFuture<'_, Vec<String>>;

    /// Puts the oldest entries, up to this position, into packed segments of which each is as good as the rows that it stands for; nobody who
    /// reads notices but by the time it takes. Entries of which there are too few for a segment stay. Says how many were put away.
    fn archive(&self, up_to: u64) -> StoreFuture<'_, u64>;

    /// The room that everything takes.
    fn room(&self) -> StoreFuture<'_, Room>;

    /// The number of the lease under which it is written; 0 where there is none.
    fn epoch(&self) -> u64 {
        0
    }

    /// How often that lease was renewed, as far as is known: the only clock that those share who wait for it.
    fn beat(&self) -> u64 {
        0
    }

    /// Is it certain that nobody else writes here? Whoever holds a lease is not once it could not renew it for a while: then nothing may be
    /// answered, not even from memory.
    fn is_trusted(&self) -> bool {
        true
    }

    /// Why it has given up answering what is asked of it, if it has.
    fn gave_up(&self) -> Option<&str> {
        None
    }

    /// Is it certain that somebody else writes here now?
    fn is_fenced(&self) -> bool {
        false
    }

    /// Does somebody who waits for the lease ask its holder to give way?
    fn is_wished(&self) -> StoreFuture<'_, bool> {
        Box::pin(async { Ok(false) })
    }

    /// Everything was moved to another place: from now on nobody opens this store for writing.
    fn retire<'a>(&'a self, to: &'a Place) -> StoreFuture<'a, ()>;

    /// Writes out what is left to write and ends.
    fn close(&self) -> StoreFuture<'_, ()>;
}

/// The room that a store takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// In bytes.
    pub bytes: u64,
    /// The number of entries that are in segments.
    pub archived: u64,
    /// The number of the lease under which it is written; 0 where there is none.
    pub lease: u64,
}

/// Who was first, where an entry's place or command is taken.
async fn conflict(store: &dyn Store, entries: &[Entry], message: String) -> StoreError {
    for entry in entries {
        match store.command(&entry.stream, &entry.command).await {
            Ok(Some(_)) => return StoreError::Known(entry.stream.clone(), entry.command.clone()),
            Ok(None) => {}
            Err(error) => return error,
        }
        match store.last(&entry.stream).await {
            Ok(last) if last.as_ref().map_or(0, Entry::end) != entry.first => {
                return StoreError::Moved(entry.stream.clone());
            }
            Ok(_) => {}
            Err(error) => return error,
        }
    }
    StoreError::Failed(message)
}

/// Why a store did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// There is no room. Nothing was taken; it may be asked again once there is.
    Full(String),
    /// The stream has moved on: the place of an entry is taken. Nothing was taken; read what is new and judge again.
    Moved(Stream),
    /// The stream knows the command already. Nothing was taken; its answer is on record.
    Known(Stream, CommandId),
    /// Somebody else writes these streams now. Nothing was taken, and nothing will be.
    Fenced(String),
    /// The answer was lost: whether anything was taken is not known, and the ids tell. It may be asked again.
    Unknown(String),
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
            StoreError::Moved(stream) => write!(f, "{stream} has moved on"),
            StoreError::Known(stream, id) => write!(f, "{stream} knows the command {id} already"),
            StoreError::Fenced(message) => write!(f, "somebody else writes here now: {message}"),
            StoreError::Unknown(message) => write!(f, "the store's answer was lost: {message}"),
            StoreError::Damaged { place, message } => write!(f, "{place}: {message}"),
            StoreError::Failed(message) => write!(f, "the store failed: {message}"),
        }
    }
}

impl std::error::Error for StoreError {}
