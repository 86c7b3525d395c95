//! Entries in SQLite: a file `ledger.db` in write-ahead mode, synced at every commit, written by one connection.
//!
//! SQLite before 3.51.3 can damage a file in this mode when two connections write and checkpoint at once, so an older one is
//! refused, however it came into the build.

use super::conflict;
use super::packed;
use super::row::{self, Columns, damaged};
use super::segment::{self, AtHand, Listed, Segment, Segments};
use crate::head::Head;
use crate::record::{CommandId, Entry, Stream};
use crate::seal;
use crate::store::{Place, Room, Store, StoreError, StoreFuture};
use merkle::{Hash, sha256};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::sync::Mutex;

/// The first SQLite without the fault that damages files in write-ahead mode.
const OLDEST: (u32, u32, u32) = (3, 51, 3);

/// The file.
const FILE: &str = "ledger.db";

/// Marks a file as ours: `Crou`.
const APPLICATION: i32 = 0x4372_6f75;

/// The layout of the file. One of layout 1, from before there were segments, is read as it is, and brought up when it is opened for writing.
const LAYOUT: i64 = 2;

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

/// What layout 2 has beside that: which entries are in segments. A row leaves only where a segment has its place.
const SEGMENTS: [(&str, &str); 7] = [
    (
        "archived",
        "CREATE TABLE archived (stream TEXT NOT NULL, first INTEGER NOT NULL, until INTEGER NOT NULL, segment INTEGER NOT NULL, \
         PRIMARY KEY (stream, first)) STRICT, WITHOUT ROWID",
    ),
    (
        "archived_command",
        "CREATE TABLE archived_command (key INTEGER NOT NULL, segment INTEGER NOT NULL, PRIMARY KEY (key, segment)) \
         STRICT, WITHOUT ROWID",
    ),
    (
        "archived_stays",
        "CREATE TRIGGER archived_stays BEFORE DELETE ON archived BEGIN SELECT RAISE(ABORT, 'the log is never shortened'); END",
    ),
    (
        "entry_remains",
        "CREATE TRIGGER entry_remains BEFORE DELETE ON entry WHEN NOT EXISTS (SELECT 1 FROM segment WHERE first = (SELECT \
         max(first) FROM segment WHERE first <= OLD.position) AND last >= OLD.position) BEGIN SELECT RAISE(ABORT, 'the log is \
         never shortened'); END",
    ),
    (
        "segment",
        "CREATE TABLE segment (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, hash BLOB NOT NULL) STRICT",
    ),
    (
        "segment_remains",
        "CREATE TRIGGER segment_remains BEFORE DELETE ON segment BEGIN SELECT RAISE(ABORT, 'the log is never shortened'); END",
    ),
    (
        "segment_stays",
        "CREATE TRIGGER segment_stays BEFORE UPDATE ON segment BEGIN SELECT RAISE(ABORT, 'the log is never altered'); END",
    ),
];

/// The folder of the segments.
const SEGMENTS_FOLDER: &str = "segments";

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

/// Where commits are of thousands of entries, whole pages are full in any case, and few big ones are written in half the time of many
/// small ones.
const BULK_PAGE_SIZE: u32 = 4_096;

/// The room, in KiB, for what a commit has changed and not yet written; with less, pages of a big commit are written out several times.
const CACHE_KIB: &str = "-16000";

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
    /// Is anything in segments, as far as is known? Whoever only reads looks each time.
    archived: AtomicBool,
    at_hand: AtHand,
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
    // After the file: what it says is in segments is there by then.
    copy_segments(&folder.join(SEGMENTS_FOLDER), &to.join(SEGMENTS_FOLDER))
        .map_err(|error| failed(format!("{}: {error}", to.join(SEGMENTS_FOLDER).display())))?;
    File::open(&copy).and_then(|file| file.sync_all()).map_err(|error| failed(format!("{path}: {error}")))
}

/// Copies the segments, so that the copies outlast a power failure.
fn copy_segments(from: &Path, to: &Path) -> std::io::Result<()> {
    let Ok(files) = std::fs::read_dir(from) else { return Ok(()) };
    std::fs::create_dir_all(to)?;
    for file in files {
        let file = file?;
        if file.path().extension().is_some_and(|ending| ending == "gz") {
            let copy = to.join(file.file_name());
            std::fs::copy(file.path(), &copy)?;
            File::open(&copy)?.sync_all()?;
        }
    }
    File::open(to)?.sync_all()
}

/// Writes the file anew without the room that rows have left.
pub(super) async fn compact(folder: &Path) -> Result<(), StoreError> {
    let sqlite = Sqlite::open(folder).await?;
    {
        let mut writer = sqlite.writer.lock().await;
        let writer = writer.as_mut().ok_or_else(|| failed("it is closed"))?;
        sqlx::query("VACUUM").execute(writer).await.map_err(meant)?;
    }
    Store::close(&sqlite).await
}

impl Sqlite {
    /// Opens the store in this folder, which is made if it is not there. Nobody else may have it open for writing.
    pub(super) async fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        Sqlite::open_laid_out(folder, PAGE_SIZE).await
    }

    /// The same; if it is made now, it is laid out for commits of thousands of entries.
    pub(super) async fn open_for_bulk(folder: &Path) -> Result<Sqlite, StoreError> {
        Sqlite::open_laid_out(folder, BULK_PAGE_SIZE).await
    }

    async fn open_laid_out(folder: &Path, page_size: u32) -> Result<Sqlite, StoreError> {
        let lock = match folder.exists() {
            true => {
                make_folder(folder)?;
                lock(folder)?
            }
            false => begin(folder, page_size).await?,
        };
        if let Ok(place) = std::fs::read_to_string(folder.join(MOVED)) {
            return Err(failed(format!("the ledger in {} was moved to {}", folder.display(), place.trim())));
        }
        let path = folder.join(FILE);
        seal::take_off(folder)
            .map_err(|error| failed(format!("the seal in {}: {error}", folder.display())))?;
        if !path.exists() {
            lay_out(&folder.join(NEW_FILE), &path, page_size).await?;
        }
        let options = options(&path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("cache_size", CACHE_KIB)
            .pragma("wal_autocheckpoint", AUTOCHECKPOINT);
        let mut writer = options.connect().await.map_err(meant)?;
        check_version(&mut writer).await?;
        // A file that was begun and never laid out, by a build that did so in place.
        if number(&mut writer, "SELECT count(*) FROM sqlite_schema").await? == 0 {
            lay_out_in(&mut writer).await?;
        }
        if check_layout(&mut writer).await? < LAYOUT {
            bring_up(&mut writer).await?;
        }
        let (reader, finder) = (open_reader(&path, false).await?, open_reader(&path, false).await?);
        let sqlite = Sqlite::with(folder, Some((writer, lock)), (reader, finder), None);
        let any = sqlite.after(0).await?.is_some();
        sqlite.archived.store(any, Ordering::Relaxed);
        Ok(sqlite)
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
            archived: AtomicBool::new(true),
            at_hand: AtHand::default(),
            lock: Mutex::new(lock),
        }
    }

    /// The streams from one name to before another.
    async fn streams_between(&self, from: &str, to: &str) -> Result<Vec<Stream>, StoreError> {
        // Hops from stream to stream along the index; `UNION` ends it where a damaged index leads in a circle.
        let mut found = self.names("entry", from, to).await?;
        if self.has_segments().await? {
            found.extend(self.names("archived", from, to).await?);
            found.sort();
            found.dedup();
        }
        Ok(found)
    }

    async fn names(&self, table: &str, from: &str, to: &str) -> Result<Vec<Stream>, StoreError> {
        let sql = AssertSqlSafe(format!(
            "WITH RECURSIVE found (stream) AS (SELECT min(stream) FROM {table} WHERE stream >= ?1 AND stream < ?2 UNION \
             SELECT (SELECT min(stream) FROM {table} WHERE stream > found.stream AND stream < ?2) FROM found \
             WHERE found.stream IS NOT NULL) SELECT stream FROM found WHERE stream IS NOT NULL"
        ));
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

    /// May anything be in segments?
    async fn has_segments(&self) -> Result<bool, StoreError> {
        Ok(self.archived.load(Ordering::Relaxed) && self.after(0).await?.is_some())
    }

    /// A segment by a statement that finds one, by the connection that looks ids up.
    async fn listed(&self, sql: String, values: &[Value<'_>]) -> Result<Vec<Listed>, StoreError> {
        if !self.archived.load(Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        let mut finder = self.finder.lock().await;
        let finder = finder.as_mut().ok_or_else(|| failed("it is closed"))?;
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for value in values {
            query = match value {
                Value::Number(number) => query.bind(*number),
                Value::Text(text) => query.bind((*text).to_owned()),
            };
        }
        match query.fetch_all(finder).await {
            Ok(rows) => rows.iter().map(listed).collect(),
            // A file of layout 1, which has none.
            Err(error) if error.to_string().contains("no such table") => Ok(Vec::new()),
            Err(error) => Err(meant(error)),
        }
    }

    /// The entries that come next, as many as a segment has; nothing if there are too few up to this position.
    async fn next_segment(&self, up_to: u64) -> Result<Option<Segment>, StoreError> {
        let sql = format!("SELECT {LISTED} FROM segment ORDER BY first DESC LIMIT 1");
        let first = self.listed(sql, &[]).await?.first().map_or(1, |last| last.last + 1);
        if first + segment::ENTRIES as u64 - 1 > up_to {
            return Ok(None);
        }
        let found = Store::all(self, first - 1, segment::ENTRIES as u32).await?;
        let mut entries = Vec::new();
        for (place, (position, entry)) in (first..).zip(found) {
            if position != place {
                return Err(damaged(format!("entry {place}"), "missing"));
            }
            entries.push(entry?);
        }
        if entries.len() < segment::ENTRIES {
            return Ok(None);
        }
        let folder = self.folder.join(SEGMENTS_FOLDER);
        let packed = tokio::task::spawn_blocking(move || {
            let segment = Segment::pack(first, &entries)?;
            write_segment(&folder, &segment).map_err(|error| match error.kind() {
                std::io::ErrorKind::StorageFull => StoreError::Full(error.to_string()),
                _ => failed(format!("{}: {error}", folder.display())),
            })?;
            Ok(segment)
        });
        packed.await.map_err(failed)?.map(Some)
    }

    /// Has a segment stand for its rows.
    async fn put_away(&self, segment: &Segment) -> Result<(), StoreError> {
        let mut held = self.writer.lock().await;
        let writer = held.as_mut().ok_or_else(|| failed("it takes nothing any more"))?;
        let put_away = match replace_rows(writer, segment).await {
            Ok(()) => Ok(()),
            Err(error) => {
                let error = meant(error);
                // As after an append that failed: nothing more is written.
                if matches!(error, StoreError::Failed(_) | StoreError::Damaged { .. }) {
                    std::mem::forget(held.take());
                }
                Err(error)
            }
        };
        put_away?;
        self.archived.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Entries after a position, in their order; the position is the first of the columns.
    async fn page(
        &self,
        columns: &'static str,
        after: u64,
        most: u32,
    ) -> Result<Vec<(u64, SqliteRow)>, StoreError> {
        let sql = AssertSqlSafe(format!(
            "SELECT {columns} FROM entry WHERE position > ? ORDER BY position LIMIT ?"
        ));
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        let query = sqlx::query(sql).bind(after).bind(i64::from(most));
        let rows =
            self.rows(|reader| Box::pin(async { query.fetch_all(reader).await.map_err(meant) })).await?;
        let placed = |row: SqliteRow| Ok((row.try_get::<i64, _>(0).map_err(meant)?.unsigned_abs(), row));
        rows.into_iter().map(placed).collect()
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

/// What a file of this layout has.
fn layout(number: i64) -> Vec<(&'static str, &'static str)> {
    let own: &[(&str, &str)] = if number < LAYOUT { &[NO_DELETE] } else { &SEGMENTS };
    SCHEMA.iter().chain(own).copied().collect()
}

/// Brings a file of layout 1 up to this one.
async fn bring_up(writer: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut sql = format!("BEGIN IMMEDIATE; PRAGMA user_version = {LAYOUT}; DROP TRIGGER {}; ", NO_DELETE.0);
    SEGMENTS.iter().for_each(|(_, create)| sql.extend([create, "; "]));
    sql.push_str("COMMIT");
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(writer).await.map(|_| ()).map_err(meant)
}

/// A value that a statement is given.
enum Value<'v> {
    Number(i64),
    Text(&'v str),
}

fn number_of(number: u64) -> Value<'static> {
    Value::Number(i64::try_from(number).unwrap_or(i64::MAX))
}

/// What is read of a segment's row.
const LISTED: &str = "segment.first, segment.last, segment.hash";

fn listed(row: &SqliteRow) -> Result<Listed, StoreError> {
    let unread = |error: sqlx::Error| damaged("segment", error);
    let number = |column: usize| row.try_get::<i64, _>(column).map(i64::unsigned_abs).map_err(unread);
    let hash: Vec<u8> = row.try_get(2).map_err(unread)?;
    let hash = hash.try_into().map(Hash).map_err(|_| damaged("segment", "hash: not 32 bytes"))?;
    Ok(Listed { first: number(0)?, last: number(1)?, hash })
}

/// The file of a segment, by the position of its first entry.
fn segment_file(folder: &Path, first: u64) -> PathBuf {
    folder.join(format!("{first:012}.gz"))
}

/// Writes a segment beside and puts it in its place, so that it outlasts a power failure before any row leaves.
fn write_segment(folder: &Path, segment: &Segment) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let path = segment_file(folder, segment.first);
    let beside = path.with_extension("new");
    std::fs::write(&beside, &segment.bytes)?;
    File::open(&beside)?.sync_all()?;
    std::fs::rename(&beside, &path)?;
    File::open(folder)?.sync_all()
}

/// In one transaction: the segment is known, and its rows are gone.
async fn replace_rows(writer: &mut SqliteConnection, segment: &Segment) -> Result<(), sqlx::Error> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *writer).await?;
    let mut replaced = replace_in(writer, segment).await;
    if replaced.is_ok() {
        replaced = sqlx::query("COMMIT").execute(&mut *writer).await.map(|_| ());
    }
    if replaced.is_err() {
        // Some errors have ended the transaction already.
        let _ = sqlx::query("ROLLBACK").execute(&mut *writer).await;
    }
    replaced
}

async fn replace_in(writer: &mut SqliteConnection, segment: &Segment) -> Result<(), sqlx::Error> {
    let first = i64::try_from(segment.first).unwrap_or(i64::MAX);
    let last = first + segment.keys.len() as i64 - 1;
    let query = sqlx::query("INSERT INTO segment VALUES (?, ?, ?)").bind(first).bind(last);
    query.bind(segment.hash.0.to_vec()).execute(&mut *writer).await?;
    for (stream, range) in &segment.streams {
        let query = sqlx::query("INSERT INTO archived VALUES (?, ?, ?, ?)").bind(stream.as_str().to_owned());
        let query = query.bind(range.start as i64).bind(range.end as i64).bind(first);
        query.execute(&mut *writer).await?;
    }
    for key in &segment.keys {
        let query = sqlx::query("INSERT OR IGNORE INTO archived_command VALUES (?, ?)").bind(key).bind(first);
        query.execute(&mut *writer).await?;
    }
    let query = sqlx::query("DELETE FROM entry WHERE position BETWEEN ? AND ?").bind(first).bind(last);
    let gone = query.execute(&mut *writer).await?.rows_affected();
    match gone == segment.keys.len() as u64 {
        true => Ok(()),
        false => {
            Err(sqlx::Error::Protocol(format!("{gone} rows would leave instead of {}", segment.keys.len())))
        }
    }
}

/// Makes the folder of a store where there is none. It is laid out beside and put in its place whole: whoever is killed meanwhile leaves no
/// folder that is not a ledger, and whoever comes next begins anew. Says the lock, which goes along.
async fn begin(folder: &Path, page_size: u32) -> Result<File, StoreError> {
    let Some(name) = folder.file_name() else {
        make_folder(folder)?;
        return lock(folder);
    };
    let mut beside = name.to_owned();
    beside.push(".new");
    let beside = folder.with_file_name(beside);
    make_folder(&beside)?;
    let lock = lock(&beside)?;
    if !beside.join(FILE).exists() {
        lay_out(&beside.join(NEW_FILE), &beside.join(FILE), page_size).await?;
    }
    let renamed = std::fs::rename(&beside, folder).and_then(|()| match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => File::open(parent)?.sync_all(),
        _ => Ok(()),
    });
    renamed.map_err(|error| failed(format!("{}: {error}", folder.display())))?;
    Ok(lock)
}

/// Lays a new file out and puts it in its place, so that nobody ever finds half a ledger.
async fn lay_out(beside: &Path, path: &Path, page_size: u32) -> Result<(), StoreError> {
    match std::fs::remove_file(beside) {
        Ok(()) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(format!("{}: {error}", beside.display()))),
    }
    let options = options(beside).create_if_missing(true).page_size(page_size);
    let mut writer = options.journal_mode(SqliteJournalMode::Delete).connect().await.map_err(meant)?;
    lay_out_in(&mut writer).await?;
    // The mode is written into the file; were that left to whoever opens it, one killed meanwhile would leave a journal that a reader cannot
    // roll back.
    sqlx::query("PRAGMA journal_mode = WAL").execute(&mut writer).await.map_err(meant)?;
    writer.close().await.map_err(meant)?;
    let renamed = std::fs::rename(beside, path).and_then(|()| match path.parent() {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    });
    renamed.map_err(|error| failed(format!("{}: {error}", path.display())))
}

async fn lay_out_in(writer: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut sql =
        format!("BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {LAYOUT}; ");
    layout(LAYOUT).iter().for_each(|(_, create)| sql.extend([create, "; "]));
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

/// A file with another layout is not ours, is of another version, or has been tampered with. Says which layout it has.
async fn check_layout(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let application = number(&mut *connection, "PRAGMA application_id").await?;
    if application != i64::from(APPLICATION) {
        return Err(damaged(FILE, "this is not a ledger of Croupier"));
    }
    let version = number(&mut *connection, "PRAGMA user_version").await?;
    if !(1..=LAYOUT).contains(&version) {
        let message = format!("found layout {version}; this build reads layouts 1 to {LAYOUT}");
        return Err(damaged(FILE, message));
    }
    let sql = "SELECT name, sql FROM sqlite_schema ORDER BY name";
    let rows = sqlx::query(sql).fetch_all(connection).await.map_err(meant)?;
    let mut known = layout(version);
    known.sort();
    for (place, row) in rows.iter().enumerate() {
        let name: String = row.try_get(0).map_err(meant)?;
        let sql: String = row.try_get(1).map_err(meant)?;
        if known.get(place) != Some(&(name.as_str(), sql.as_str())) {
            return Err(damaged(FILE, format!("its layout has been altered, at `{name}`")));
        }
    }
    match rows.len() == known.len() {
        true => Ok(version),
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

/// Where the entry of a row of position, stream, sequence and records left its stream.
fn head(row: &SqliteRow) -> Result<Head, StoreError> {
    let position: i64 = row.try_get(0).map_err(|error| damaged("an entry without a position", error))?;
    let wrong =
        |field: &str, error: sqlx::Error| damaged(format!("entry {position}"), format!("{field}: {error}"));
    let stream: &str = row.try_get(1).map_err(|error| wrong("stream", error))?;
    let first: i64 = row.try_get(2).map_err(|error| wrong("sequence", error))?;
    let records: &str = row.try_get(3).map_err(|error| wrong("records", error))?;
    row::head(stream, first, records)
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
        Box::pin(async move {
            match self.find(LAST, &[stream.as_str()]).await? {
                None => segment::last(self, stream).await,
                found => Ok(found),
            }
        })
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
            // Rows that begin later have older ones in segments.
            if found.first().is_none_or(|first| first.first > from.unsigned_abs()) {
                return segment::read(self, (stream, from.unsigned_abs(), most), found).await;
            }
            found.retain(|entry| i64::try_from(entry.end()).is_ok_and(|end| end > from));
            Ok(found)
        })
    }

    fn all(&self, after: u64, most: u32) -> StoreFuture<'_, Vec<(u64, Result<Entry, StoreError>)>> {
        Box::pin(async move {
            let rows = self.page(COLUMNS, after, most).await?;
            if rows.first().is_none_or(|(position, _)| Some(*position) != after.checked_add(1))
                && let Some(older) = segment::all(self, after, most).await?
            {
                return Ok(older);
            }
            Ok(rows.iter().map(|(position, row)| (*position, entry(row))).collect())
        })
    }

    fn heads(&self, after: u64, most: u32) -> StoreFuture<'_, Vec<(u64, Result<Head, StoreError>)>> {
        Box::pin(async move {
            let rows = self.page("position, stream, first, records", after, most).await?;
            if rows.first().is_none_or(|(position, _)| Some(*position) != after.checked_add(1))
                && let Some(older) = segment::heads(self, after, most).await?
            {
                return Ok(older);
            }
            Ok(rows.iter().map(|(position, row)| (*position, head(row))).collect())
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
        Box::pin(async move {
            match self.find(COMMAND, &[id.as_str(), one.as_str(), other.as_str()]).await? {
                None => segment::command(self, [one, other], id).await,
                found => Ok(found),
            }
        })
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
            write_snapshot(&self.folder.join("snapshots"), &stem, hash, &packed::pack(bytes))
                .map_err(|error| failed(format!("a snapshot of {stream}: {error}")))
        })
    }

    fn snapshot(&self, hash: Hash) -> StoreFuture<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            let ending = format!("-{hash}.json");
            let Ok(found) = std::fs::read_dir(self.folder.join("snapshots")) else { return Ok(None) };
            let mut files =
                found.flatten().filter(|file| file.file_name().to_string_lossy().ends_with(&ending));
            Ok(files.next().and_then(|file| std::fs::read(file.path()).ok()).map(packed::unpack))
        })
    }

    fn check(&self, most: u64) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
            let file = self.copy.as_ref().map_or(&self.folder, |copy| &copy.0).join(FILE);
            if std::fs::metadata(&file).is_ok_and(|about| about.len() > most) {
                return Ok(Vec::new());
            }
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
            faults.extend(
                seal::check(&self.folder, &file).map_err(|error| failed(format!("the seal: {error}")))?,
            );
            if hidden > 0 {
                faults.push(format!("{hidden} entries have a position before the first"));
            }
            Ok(faults)
        })
    }

    fn archive(&self, up_to: u64) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            if self.writer.lock().await.is_none() {
                return Err(failed("it takes nothing any more"));
            }
            // Until then it is not known whether there is anything to be looked for.
            self.archived.store(true, Ordering::Relaxed);
            // The last entry stays, from whose position the next one counts on.
            let sql = "SELECT coalesce(max(position), 1) FROM entry";
            let last =
                number(self.reader.lock().await.as_mut().ok_or_else(|| failed("it is closed"))?, sql).await?;
            let up_to = up_to.min(last.unsigned_abs() - 1);
            let mut count = 0;
            while let Some(segment) = self.next_segment(up_to).await? {
                self.put_away(&segment).await?;
                count += segment.keys.len() as u64;
            }
            Ok(count)
        })
    }

    fn room(&self) -> StoreFuture<'_, Room> {
        Box::pin(async move {
            let length = |path: PathBuf| std::fs::metadata(path).map_or(0, |about| about.len());
            let files = [FILE.to_owned(), format!("{FILE}-wal")].map(|file| length(self.folder.join(file)));
            let segments =
                std::fs::read_dir(self.folder.join(SEGMENTS_FOLDER)).into_iter().flatten().flatten();
            let segments: u64 = segments.map(|file| length(file.path())).sum();
            let sql = format!("SELECT {LISTED} FROM segment ORDER BY first DESC LIMIT 1");
            let archived = self.listed(sql, &[]).await?.first().map_or(0, |last| last.last);
            Ok(Room { bytes: files.iter().sum::<u64>() + segments, archived, lease: 0 })
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

impl Segments for Sqlite {
    fn after(&self, position: u64) -> StoreFuture<'_, Option<Listed>> {
        Box::pin(async move {
            // The last that begins no later, or else the one after it.
            let sql = format!(
                "SELECT {LISTED} FROM segment WHERE first >= coalesce((SELECT max(first) FROM segment WHERE first <= ?1 + 1), 0) \
                 AND last > ?1 ORDER BY first LIMIT 1"
            );
            Ok(self.listed(sql, &[number_of(position)]).await?.first().copied())
        })
    }

    fn of<'a>(&'a self, stream: &'a Stream, sequence: u64) -> StoreFuture<'a, Option<Listed>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT {LISTED} FROM archived JOIN segment ON segment.first = archived.segment WHERE archived.stream = ?1 AND \
                 archived.first = (SELECT max(first) FROM archived WHERE stream = ?1 AND first <= ?2) AND archived.until > ?2"
            );
            let values = [Value::Text(stream.as_str()), number_of(sequence)];
            Ok(self.listed(sql, &values).await?.first().copied())
        })
    }

    fn last_of<'a>(&'a self, stream: &'a Stream) -> StoreFuture<'a, Option<Listed>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT {LISTED} FROM archived JOIN segment ON segment.first = archived.segment WHERE archived.stream = ?1 \
                 ORDER BY archived.first DESC LIMIT 1"
            );
            Ok(self.listed(sql, &[Value::Text(stream.as_str())]).await?.first().copied())
        })
    }

    fn with(&self, keys: [i64; 2]) -> StoreFuture<'_, Vec<Listed>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT DISTINCT {LISTED} FROM archived_command JOIN segment ON segment.first = archived_command.segment \
                 WHERE key IN (?1, ?2)"
            );
            self.listed(sql, &keys.map(Value::Number)).await
        })
    }

    fn bytes(&self, listed: Listed) -> StoreFuture<'_, Vec<u8>> {
        Box::pin(async move {
            let path = segment_file(&self.folder.join(SEGMENTS_FOLDER), listed.first);
            std::fs::read(&path).map_err(|error| damaged(path.display(), error))
        })
    }

    fn at_hand(&self) -> &AtHand {
        &self.at_hand
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
