//! Entries in SQLite: a file `ledger.db` in write-ahead mode, synced at every commit, written by one connection.
//!
//! SQLite before 3.51.3 can damage a file in this mode when two connections write and checkpoint at once, so an older one is
//! refused, however it came into the build.

use super::conflict;
use super::row::{Columns, damaged};
use crate::record::{CommandId, Entry, Stream};
use crate::seal;
use crate::store::{Place, Store, StoreError, StoreFuture};
use merkle::{Hash, sha256};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Mutex;

/// The first SQLite without the fault that damages files in write-ahead mode.
const OLDEST: (u32, u32, u32) = (3, 51, 3);

/// The file.
const FILE: &str = "ledger.db";

/// Marks a file as ours: `Crou`.
const APPLICATION: i32 = 0x4372_6f75;

/// What is in the file, and nothing else.
const SCHEMA: [(&str, &str); 4] = [
    (
        "entry",
        "CREATE TABLE entry (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, first INTEGER NOT NULL, \
         at INTEGER NOT NULL, actor TEXT NOT NULL, role TEXT NOT NULL, command TEXT NOT NULL, request BLOB NOT NULL, \
         book BLOB NOT NULL, previous BLOB NOT NULL, records TEXT NOT NULL) STRICT",
    ),
    ("entry_command", "CREATE UNIQUE INDEX entry_command ON entry (stream, command)"),
    ("entry_first", "CREATE UNIQUE INDEX entry_first ON entry (stream, first)"),
    (
        "entry_stays",
        "CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the log is never altered'); END",
    ),
];
const NO_DELETE: (&str, &str) = (
    "entry_remains",
    "CREATE TRIGGER entry_remains BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the log is never shortened'); END",
);

const COLUMNS: &str = "position, stream, first, at, actor, role, command, request, book, previous, records";

const LAST: &str = "SELECT position, stream, first, at, actor, role, command, request, book, previous, records FROM entry \
                    WHERE stream = ?1 ORDER BY first DESC LIMIT 1";

const COMMAND: &str = "SELECT position, stream, first, at, actor, role, command, request, book, previous, records FROM entry \
                       WHERE command = ?1 AND stream IN (?2, ?3) LIMIT 1";

/// The file that says where everything was moved to.
const MOVED: &str = "ledger.moved";

/// The file while it is laid out.
const NEW_FILE: &str = "ledger.db.new";

/// Every commit writes whole pages of the table and its two indexes, so that small pages write less than they keep waiting.
const PAGE_SIZE: u32 = 1_024;

/// Pages in the write-ahead file before they are copied into the database: what has changed often since is copied once.
const AUTOCHECKPOINT: &str = "2000";

/// Rows of one statement. Others are made of these, so that few statements are ever prepared.
const ROWS: [usize; 4] = [64, 16, 4, 1];

/// The store in a folder of its own.
pub(super) struct Sqlite {
    /// The only connection that writes; none after a failure.
    writer: Mutex<Option<SqliteConnection>>,
    reader: Mutex<Option<SqliteConnection>>,
    /// Looks ids up, so that nobody who asks for one waits for a long reading.
    finder: Mutex<Option<SqliteConnection>>,
    folder: PathBuf,
    /// The copy that is read, where the original cannot be.
    copy: Option<Copy>,
    inserts: Vec<(usize, String)>,
    /// Held until the store is closed in good order, so that there is one writer.
    lock: Mutex<Option<File>>,
}

fn failed(error: impl std::fmt::Display) -> StoreError {
    StoreError::Failed(error.to_string())
}

/// The kind of failure: the low byte of SQLite's extended code.
fn code(error: &sqlx::Error) -> i32 {
    let sqlx::Error::Database(message) = error else { return 0 };
    message.code().and_then(|code| code.parse::<i32>().ok()).unwrap_or(0) & 0xff
}

const FULL: i32 = 13;
const CONSTRAINT: i32 = 19;
const CORRUPT: i32 = 11;
const NOT_A_DATABASE: i32 = 26;

/// What an error of SQLite means to us.
fn meant(error: sqlx::Error) -> StoreError {
    let message = match &error {
        sqlx::Error::Database(message) => message.message().to_owned(),
        _ => return failed(error),
    };
    match code(&error) {
        FULL => StoreError::Full(message),
        CORRUPT | NOT_A_DATABASE => damaged(FILE, message),
        _ => failed(error),
    }
}

/// Is there a store in this folder?
pub(super) fn is_there(folder: &Path) -> bool {
    folder.join(FILE).is_file()
}

/// Copies the file as it is at one moment into another folder, also while somebody writes it.
pub(super) async fn copy(folder: &Path, to: &Path) -> Result<(), StoreError> {
    let mut reader = open_reader(&folder.join(FILE), false).await?;
    let copy = to.join(FILE);
    let path = copy.to_str().ok_or_else(|| failed(format!("{}: not a path in UTF-8", copy.display())))?;
    sqlx::query("VACUUM INTO ?").bind(path.to_owned()).execute(&mut reader).await.map_err(meant)?;
    reader.close().await.map_err(meant)?;
    File::open(&copy).and_then(|file| file.sync_all()).map_err(|error| failed(format!("{path}: {error}")))
}

impl Sqlite {
    /// Opens the store in this folder, which is made if it is not there. Nobody else may have it open for writing.
    pub(super) async fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        make_folder(folder)?;
        let lock = lock(folder)?;
        if let Ok(place) = std::fs::read_to_string(folder.join(MOVED)) {
            return Err(failed(format!("the ledger in {} was moved to {}", folder.display(), place.trim())));
        }
        let path = folder.join(FILE);
        seal::take_off(folder)
            .map_err(|error| failed(format!("the seal in {}: {error}", folder.display())))?;
        if !path.exists() {
            lay_out(&folder.join(NEW_FILE), &path).await?;
        }
        let options = options(&path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("wal_autocheckpoint", AUTOCHECKPOINT);
        let mut writer = options.connect().await.map_err(meant)?;
        check_version(&mut writer).await?;
        // A file that was begun and never laid out, by a build that did so in place.
        if number(&mut writer, "SELECT count(*) FROM sqlite_schema").await? == 0 {
            lay_out_in(&mut writer).await?;
        }
        check_layout(&mut writer).await?;
        let (reader, finder) = (open_reader(&path, false).await?, open_reader(&path, false).await?);
        Ok(Sqlite::with(folder, Some((writer, lock)), (reader, finder), None))
    }

    /// Opens the store of this folder only to read it, also while somebody else writes it. Where the folder cannot be written, which
    /// SQLite needs for a file that others may write, the file is read as one that nobody writes; together with a write-ahead file
    /// beside it, from a copy.
    pub(super) async fn read_only(folder: &Path) -> Result<Sqlite, StoreError> {
        let path = folder.join(FILE);
        if !path.is_file() {
            return Err(failed(format!("no {FILE} in {}", folder.display())));
        }
        let (path, immutable, copy) = match open_reader(&path, false).await {
            Ok(reader) => {
                let finder = open_reader(&path, false).await?;
                return Ok(Sqlite::with(folder, None, (reader, finder), None));
            }
            Err(StoreError::Failed(_)) if !is_writable(folder) => match Copy::make(folder)? {
                None => (path, true, None),
                Some(copy) => (copy.0.join(FILE), false, Some(copy)),
            },
            Err(error) => return Err(error),
        };
        let readers = (open_reader(&path, immutable).await?, open_reader(&path, immutable).await?);
        Ok(Sqlite::with(folder, None, readers, copy))
    }

    fn with(
        folder: &Path,
        writer: Option<(SqliteConnection, File)>,
        (reader, finder): (SqliteConnection, SqliteConnection),
        copy: Option<Copy>,
    ) -> Sqlite {
        let inserts = ROWS.iter().map(|rows| (*rows, insert(*rows))).collect();
        let (writer, lock) = writer.unzip();
        Sqlite {
            writer: Mutex::new(writer),
            reader: Mutex::new(Some(reader)),
            finder: Mutex::new(Some(finder)),
            folder: folder.to_owned(),
            copy,
            inserts,
            lock: Mutex::new(lock),
        }
    }

    /// The streams from one name to before another.
    async fn streams_between(&self, from: &str, to: &str) -> Result<Vec<Stream>, StoreError> {
        // Hops from stream to stream along the index; `UNION` ends it where a damaged index leads in a circle.
        let sql = "WITH RECURSIVE found (stream) AS (SELECT min(stream) FROM entry WHERE stream >= ?1 AND stream < ?2 UNION \
                   SELECT (SELECT min(stream) FROM entry WHERE stream > found.stream AND stream < ?2) FROM found \
                   WHERE found.stream IS NOT NULL) SELECT stream FROM found WHERE stream IS NOT NULL";
        let query = sqlx::query(sql).bind(from.to_owned()).bind(to.to_owned());
        let rows =
            self.rows(|reader| Box::pin(async { query.fetch_all(reader).await.map_err(meant) })).await?;
        let stream = |row| {
            let name: String = text(row, 0, "stream", "an entry")?;
            name.parse().map_err(|bad: crate::record::BadText| damaged("an entry", bad))
        };
        rows.iter().map(stream).collect()
    }

    /// One entry at most, by the connection that looks ids up.
    async fn find(&self, sql: &'static str, values: &[&str]) -> Result<Option<Entry>, StoreError> {
        let mut finder = self.finder.lock().await;
        let finder = finder.as_mut().ok_or_else(|| failed("it is closed"))?;
        let mut query = sqlx::query(sql);
        for value in values {
            query = query.bind((*value).to_owned());
        }
        query.fetch_optional(finder).await.map_err(meant)?.as_ref().map(entry).transpose()
    }

    async fn rows(
        &self,
        query: impl FnOnce(&mut SqliteConnection) -> StoreFuture<'_, Vec<SqliteRow>> + Send,
    ) -> Result<Vec<SqliteRow>, StoreError> {
        let mut reader = self.reader.lock().await;
        query(reader.as_mut().ok_or_else(|| failed("it is closed"))?).await
    }
}

/// The statement that takes so many entries.
fn insert(rows: usize) -> String {
    let row = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let columns = COLUMNS.split_once(", ").map_or("", |(_, rest)| rest);
    format!("INSERT INTO entry ({columns}) VALUES {}", vec![row; rows].join(", "))
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        // What a hostile file brings along is not run, and sizes in it are not believed.
        .pragma("trusted_schema", "OFF")
        .pragma("cell_size_check", "ON")
        .disable_statement_logging()
}

fn make_folder(folder: &Path) -> Result<(), StoreError> {
    if folder.is_dir() {
        return Ok(());
    }
    let message = |error| failed(format!("cannot make {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(message)?;
    // The folder's own name must outlast a power failure too.
    match folder.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        Some(parent) => File::open(parent).and_then(|parent| parent.sync_all()).map_err(message),
        None => Ok(()),
    }
}

fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join("ledger.lock");
    let message = |error: std::io::Error| failed(format!("cannot lock {}: {error}", path.display()));
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(message)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(failed(format!("{} is open elsewhere; a ledger has one writer", folder.display())))
        }
        Err(TryLockError::Error(error)) => Err(message(error)),
    }
}

async fn number(connection: &mut SqliteConnection, sql: &'static str) -> Result<i64, StoreError> {
    let row = sqlx::query(sql).fetch_one(connection).await.map_err(meant)?;
    row.try_get(0).map_err(meant)
}

async fn check_version(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let row = sqlx::query("SELECT sqlite_version()").fetch_one(connection).await.map_err(meant)?;
    let found: String = row.try_get(0).map_err(meant)?;
    if is_old(&found) {
        let (major, minor, patch) = OLDEST;
        return Err(failed(format!(
            "this build brings SQLite {found}, which can damage the log; needed is {major}.{minor}.{patch} or later"
        )));
    }
    Ok(())
}

fn is_old(version: &str) -> bool {
    let mut parts = version.split('.').map(|part| part.parse::<u32>().ok());
    let mut next = || parts.next().flatten();
    match (next(), next(), next()) {
        (Some(major), Some(minor), Some(patch)) => (major, minor, patch) < OLDEST,
        _ => true,
    }
}

fn layout() -> impl Iterator<Item = (&'static str, &'static str)> {
    SCHEMA.into_iter().chain([NO_DELETE])
}

/// Lays a new file out and puts it in its place, so that nobody ever finds half a ledger.
async fn lay_out(beside: &Path, path: &Path) -> Result<(), StoreError> {
    match std::fs::remove_file(beside) {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(format!("{}: {error}", beside.display()))),
    }
    let options = options(beside).create_if_missing(true).page_size(PAGE_SIZE);
    let mut writer = options.journal_mode(SqliteJournalMode::Delete).connect().await.map_err(meant)?;
    lay_out_in(&mut writer).await?;
    writer.close().await.map_err(meant)?;
    let renamed = std::fs::rename(beside, path).and_then(|()| match path.parent() {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    });
    renamed.map_err(|error| failed(format!("{}: {error}", path.display())))
}

async fn lay_out_in(writer: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut sql =
        format!("BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1; ");
    layout().for_each(|(_, create)| {
        sql.push_str(create);
        sql.push_str("; ");
    });
    sql.push_str("COMMIT");
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(writer).await.map(|_| ()).map_err(meant)
}

async fn open_reader(path: &Path, immutable: bool) -> Result<SqliteConnection, StoreError> {
    let options = options(path).read_only(true).immutable(immutable);
    let mut reader = options.connect().await.map_err(meant)?;
    check_version(&mut reader).await?;
    check_layout(&mut reader).await?;
    Ok(reader)
}

/// Can anything be written in this folder?
fn is_writable(folder: &Path) -> bool {
    let probe = folder.join(format!("ledger.probe-{}", std::process::id()));
    let written = File::options().write(true).create_new(true).open(&probe).is_ok();
    written && std::fs::remove_file(&probe).is_ok()
}

/// A copy of a ledger's files in a folder of its own, which goes with it.
struct Copy(PathBuf);

impl Copy {
    /// Copies the file and the write-ahead file beside it; nothing where there is none.
    fn make(folder: &Path) -> Result<Option<Copy>, StoreError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let wal = format!("{FILE}-wal");
        if !std::fs::metadata(folder.join(&wal)).is_ok_and(|about| about.len() > 0) {
            return Ok(None);
        }
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let copy = std::env::temp_dir().join(format!("croupier-ledger-{}-{number}", std::process::id()));
        let message = |error: std::io::Error| failed(format!("a copy in {}: {error}", copy.display()));
        let mut made = std::fs::DirBuilder::new();
        std::os::unix::fs::DirBuilderExt::mode(&mut made, 0o700).create(&copy).map_err(message)?;
        let copy = Copy(copy);
        for file in [FILE, &wal] {
            std::fs::copy(folder.join(file), copy.0.join(file))
                .map_err(|error| failed(format!("a copy of {file}: {error}")))?;
        }
        Ok(Some(copy))
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A file with another layout is not ours, is of another version, or has been tampered with.
async fn check_layout(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let application = number(&mut *connection, "PRAGMA application_id").await?;
    if application != i64::from(APPLICATION) {
        return Err(damaged(FILE, "this is not a ledger of Croupier"));
    }
    let version = number(&mut *connection, "PRAGMA user_version").await?;
    if version != 1 {
        let message = format!("found layout {version}; this build reads layout 1");
        return Err(damaged(FILE, message));
    }
    let sql = "SELECT name, sql FROM sqlite_schema ORDER BY name";
    let rows = sqlx::query(sql).fetch_all(connection).await.map_err(meant)?;
    let mut known: Vec<(&str, &str)> = layout().collect();
    known.sort();
    for (place, row) in rows.iter().enumerate() {
        let name: String = row.try_get(0).map_err(meant)?;
        let sql: String = row.try_get(1).map_err(meant)?;
        if known.get(place) != Some(&(name.as_str(), sql.as_str())) {
            return Err(damaged(FILE, format!("its layout has been altered, at `{name}`")));
        }
    }
    match rows.len() == known.len() {
        true => Ok(()),
        false => Err(damaged(FILE, "its layout has been altered: something is missing")),
    }
}

/// Reads a row, or says which column cannot be read.
fn columns(row: &SqliteRow) -> Result<Columns, StoreError> {
    let position: i64 = row.try_get(0).map_err(|error| damaged("an entry without a position", error))?;
    let place = format!("entry {position}");
    let number = |column: usize, field: &str| {
        row.try_get(column).map_err(|error| damaged(&place, format!("{field}: {error}")))
    };
    let bytes = |column: usize, field: &str| {
        row.try_get(column).map_err(|error| damaged(&place, format!("{field}: {error}")))
    };
    Ok(Columns {
        stream: text(row, 1, "stream", &place)?,
        first: number(2, "sequence")?,
        at: number(3, "time")?,
        actor: text(row, 4, "actor", &place)?,
        role: text(row, 5, "role", &place)?,
        command: text(row, 6, "command", &place)?,
        request: bytes(7, "request")?,
        book: bytes(8, "book")?,
        previous: bytes(9, "previous")?,
        records: text(row, 10, "records", &place)?,
    })
}

fn entry(row: &SqliteRow) -> Result<Entry, StoreError> {
    columns(row)?.entry()
}

fn text(row: &SqliteRow, column: usize, field: &str, place: &str) -> Result<String, StoreError> {
    row.try_get(column).map_err(|error| damaged(place, format!("{field}: {error}")))
}

fn entries(rows: &[SqliteRow]) -> Result<Vec<Entry>, StoreError> {
    rows.iter().map(entry).collect()
}

impl Store for Sqlite {
    fn append<'a>(&'a self, entries: &'a [Entry]) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let mut held = self.writer.lock().await;
            let writer = held.as_mut().ok_or_else(|| failed("it takes nothing any more"))?;
            let taken = match write(writer, &self.inserts, entries).await {
                Err(error) if code(&error) == CONSTRAINT => {
                    return Err(conflict(self, entries, error.to_string()).await);
                }
                taken => taken.map_err(meant),
            };
            // Nothing is tried again after a failure, and nothing more is written, not even by closing the file: a sync that
            // failed once may lie the second time.
            if let Err(StoreError::Failed(_) | StoreError::Damaged { .. }) = taken {
                std::mem::forget(held.take());
            }
            taken
        })
    }

    fn last<'a>(&'a self, stream: &'a Stream) -> StoreFuture<'a, Option<Entry>> {
        Box::pin(async move { self.find(LAST, &[stream.as_str()]).await })
    }

    fn read<'a>(&'a self, stream: &'a Stream, from: u64, most: u32) -> StoreFuture<'a, Vec<Entry>> {
        Box::pin(async move {
            let sql = AssertSqlSafe(format!(
                "SELECT {COLUMNS} FROM entry WHERE stream = ?1 AND first >= (SELECT coalesce(max(first), 0) FROM entry \
                 WHERE stream = ?1 AND first <= ?2) ORDER BY first LIMIT ?3"
            ));
            let from = i64::try_from(from).unwrap_or(i64::MAX);
            let query = sqlx::query(sql).bind(stream.as_str()).bind(from).bind(i64::from(most));
            let rows =
                self.rows(|reader| Box::pin(async { query.fetch_all(reader).await.map_err(meant) })).await?;
            let mut found = entries(&rows)?;
            found.retain(|entry| i64::try_from(entry.end()).is_ok_and(|end| end > from));
            Ok(found)
        })
    }

    fn all(&self, after: u64, most: u32) -> StoreFuture<'_, Vec<(u64, Result<Entry, StoreError>)>> {
        Box::pin(async move {
            let sql = AssertSqlSafe(format!(
                "SELECT {COLUMNS} FROM entry WHERE position > ? ORDER BY position LIMIT ?"
            ));
            let after = i64::try_from(after).unwrap_or(i64::MAX);
            let query = sqlx::query(sql).bind(after).bind(i64::from(most));
            let rows =
                self.rows(|reader| Box::pin(async { query.fetch_all(reader).await.map_err(meant) })).await?;
            let position = |row: &SqliteRow| row.try_get::<i64, _>(0).map_err(meant);
            rows.iter().map(|row| Ok((position(row)?.unsigned_abs(), entry(row)))).collect()
        })
    }

    fn command<'a>(&'a self, stream: &'a Stream, id: &'a CommandId) -> StoreFuture<'a, Option<Entry>> {
        self.command_in([stream, stream], id)
    }

    fn command_in<'a>(
        &'a self,
        [one, other]: [&'a Stream; 2],
        id: &'a CommandId,
    ) -> StoreFuture<'a, Option<Entry>> {
        Box::pin(async move { self.find(COMMAND, &[id.as_str(), one.as_str(), other.as_str()]).await })
    }

    fn streams(&self) -> StoreFuture<'_, Vec<Stream>> {
        Box::pin(async move { self.streams_between("", "\u{10ffff}").await })
    }

    fn streams_of<'a>(&'a self, kind: &'a str) -> StoreFuture<'a, Vec<Stream>> {
        // The character after the slash ends the range.
        Box::pin(async move { self.streams_between(&format!("{kind}/"), &format!("{kind}0")).await })
    }

    fn keep_snapshot<'a>(&'a self, stream: &'a Stream, hash: Hash, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let stem = format!("{}-", hex::encode(&sha256(&[stream.as_str().as_bytes()]).0[..8]));
            write_snapshot(&self.folder.join("snapshots"), &stem, hash, bytes)
                .map_err(|error| failed(format!("a snapshot of {stream}: {error}")))
        })
    }

    fn snapshot(&self, hash: Hash) -> StoreFuture<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            let ending = format!("-{hash}.json");
            let Ok(found) = std::fs::read_dir(self.folder.join("snapshots")) else { return Ok(None) };
            let mut files =
                found.flatten().filter(|file| file.file_name().to_string_lossy().ends_with(&ending));
            Ok(files.next().and_then(|file| std::fs::read(file.path()).ok()))
        })
    }

    fn check(&self) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
            let query = sqlx::query("PRAGMA integrity_check");
            let rows =
                self.rows(|reader| Box::pin(async { query.fetch_all(reader).await.map_err(meant) })).await?;
            let message: Vec<String> =
                rows.iter().map(|row| text(row, 0, "check", FILE)).collect::<Result<_, _>>()?;
            let mut faults: Vec<String> = message.into_iter().filter(|message| message != "ok").collect();
            let query = sqlx::query("SELECT count(*) FROM entry WHERE position < 1");
            let rows =
                self.rows(|reader| Box::pin(async { query.fetch_all(reader).await.map_err(meant) })).await?;
            let hidden: i64 = rows.first().map_or(Ok(0), |row| row.try_get(0)).map_err(meant)?;
            let file = self.copy.as_ref().map_or(&self.folder, |copy| &copy.0).join(FILE);
            faults.extend(
                seal::check(&self.folder, &file).map_err(|error| failed(format!("the seal: {error}")))?,
            );
            if hidden > 0 {
                faults.push(format!("{hidden} entries have a position before the first"));
            }
            Ok(faults)
        })
    }

    fn retire<'a>(&'a self, to: &'a Place) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let written = File::create_new(self.folder.join(MOVED)).and_then(|mut file| {
                std::io::Write::write_all(&mut file, format!("{to}\n").as_bytes())?;
                file.sync_all()?;
                File::open(&self.folder)?.sync_all()
            });
            written.map_err(|error| failed(format!("{MOVED} in {}: {error}", self.folder.display())))
        })
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            // The readers first, so that the writer is the last and clears the write-ahead file away.
            for reader in [&self.reader, &self.finder] {
                if let Some(reader) = reader.lock().await.take() {
                    reader.close().await.map_err(meant)?;
                }
            }
            let Some(writer) = self.writer.lock().await.take() else { return Ok(()) };
            writer.close().await.map_err(meant)?;
            let file = self.folder.join(FILE);
            seal::put_on(&self.folder, &file).map_err(|error| failed(format!("the seal: {error}")))?;
            self.lock.lock().await.take();
            Ok(())
        })
    }
}

async fn write(
    writer: &mut SqliteConnection,
    inserts: &[(usize, String)],
    entries: &[Entry],
) -> Result<(), sqlx::Error> {
    // One statement is a transaction by itself, and one trip to the database instead of three.
    if inserts.iter().any(|(rows, _)| *rows == entries.len()) {
        return insert_all(writer, inserts, entries).await;
    }
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *writer).await?;
    let mut taken = insert_all(writer, inserts, entries).await;
    if taken.is_ok() {
        taken = sqlx::query("COMMIT").execute(&mut *writer).await.map(|_| ());
    }
    if taken.as_ref().is_err_and(|error| [FULL, CONSTRAINT].contains(&code(error))) {
        // Some errors have ended the transaction already.
        if let Err(error) = sqlx::query("ROLLBACK").execute(&mut *writer).await
            && !error.to_string().contains("no transaction is active")
        {
            return Err(error);
        }
    }
    taken
}

async fn insert_all(
    writer: &mut SqliteConnection,
    inserts: &[(usize, String)],
    mut entries: &[Entry],
) -> Result<(), sqlx::Error> {
    for (rows, sql) in inserts {
        while entries.len() >= *rows {
            let (now, rest) = entries.split_at(*rows);
            let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
            for entry in now {
                let columns = Columns::of(entry);
                query = query
                    .bind(columns.stream)
                    .bind(columns.first)
                    .bind(columns.at)
                    .bind(columns.actor)
                    .bind(columns.role)
                    .bind(columns.command)
                    .bind(columns.request)
                    .bind(columns.book)
                    .bind(columns.previous)
                    .bind(columns.records);
            }
            query.execute(&mut *writer).await?;
            entries = rest;
        }
    }
    Ok(())
}

/// Writes beside, then renames, then clears older ones away. Not synced: what is lost or torn is noticed by its hash.
fn write_snapshot(folder: &Path, stem: &str, hash: Hash, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let name = format!("{stem}{hash}.json");
    let beside = folder.join(format!("{name}.new"));
    std::fs::write(&beside, bytes)?;
    std::fs::rename(&beside, folder.join(&name))?;
    for file in std::fs::read_dir(folder)?.flatten() {
        let found = file.file_name();
        if found.to_string_lossy().starts_with(stem) && found.to_string_lossy() != name {
            std::fs::remove_file(file.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_sqlite_is_refused() {
        for old in ["3.51.2", "3.46.0", "2.99.99", "3.51", "three", ""] {
            assert!(is_old(old), "{old}");
        }
        for good in ["3.51.3", "3.52.0", "4.0.0"] {
            assert!(!is_old(good), "{good}");
        }
    }
}
