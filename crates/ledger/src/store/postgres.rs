//! Entries in PostgreSQL: one table, one statement a commit, and a lease whose number is checked in that very statement.
//!
//! Whoever writes holds the lease `log`: a number that grows with every holder, and a beat that the holder moves. Who finds that the beat
//! stands still for [`DEAD_AFTER`] takes the lease over; from then on whatever the old holder still sends is refused by the database itself.
//! No clocks are compared, and nothing is sent to a server that does not sync what it acknowledges.

mod archived;
mod candidate;
mod line;

pub use candidate::{Candidate, LeaseState};

use super::conflict;
use super::packed;
use super::row::{Columns, damaged};
use super::segment::{self, AtHand};
use crate::record::{CommandId, Entry, Stream};
use crate::store::{Place, Room, Server, Store, StoreError, StoreFuture};
use line::without_password;
use merkle::Hash;
use sqlx::postgres::{PgConnection, PgQueryResult, PgRow};
use sqlx::{AssertSqlSafe, Connection, Row};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::{Mutex, watch};
use tokio::time::{Instant, sleep, timeout};

/// The layout of the database. All of it is made at once, and never altered by this build.
const LAYOUT: &str = "
CREATE TABLE layout (number int PRIMARY KEY);
INSERT INTO layout VALUES (1);
CREATE TABLE lease (name text PRIMARY KEY, epoch bigint NOT NULL, holder text, beat bigint NOT NULL, position bigint NOT NULL);
INSERT INTO lease VALUES ('log', 0, NULL, 0, 0);
CREATE TABLE entry (position bigint PRIMARY KEY, stream text COLLATE \"C\" NOT NULL, first bigint NOT NULL, epoch bigint NOT NULL,
  at bigint NOT NULL, actor text NOT NULL, role text NOT NULL, command text COLLATE \"C\" NOT NULL, request bytea NOT NULL,
  book bytea NOT NULL, previous bytea NOT NULL, records text NOT NULL);
CREATE UNIQUE INDEX entry_command ON entry (stream, command);
CREATE UNIQUE INDEX entry_first ON entry (stream, first);
CREATE TABLE moved (place text NOT NULL);
CREATE TABLE snapshot (stream text COLLATE \"C\" PRIMARY KEY, hash bytea NOT NULL, bytes bytea NOT NULL);
CREATE INDEX snapshot_hash ON snapshot (hash);
CREATE FUNCTION log_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the log is never altered'; END $$;
CREATE TRIGGER entry_stays BEFORE UPDATE OR DELETE ON entry FOR EACH ROW EXECUTE FUNCTION log_stays();
CREATE TRIGGER entry_remains BEFORE TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION log_stays();
";

const COLUMNS: &str = "position, stream, first, at, actor, role, command, request, book, previous, records";

/// Whose lease it is must be so in the statement that writes, and the server must wait for a standby there, unless one machine is enough: the
/// lease's number, its holder, and whether one machine is enough.
macro_rules! held {
    () => {
        "name = 'log' AND epoch = $1 AND holder = $2 AND ($3 OR coalesce(current_setting('synchronous_standby_names', true), '') <> '')"
    };
}

/// Takes entries, if the lease is still ours: one statement, and so one transaction and one trip.
const APPEND: &str = concat!(
    "WITH mine AS (UPDATE lease SET position = position + cardinality($4::text[]) WHERE ",
    held!(),
    " RETURNING position - cardinality($4::text[]) AS before) \
    INSERT INTO entry (position, stream, first, epoch, at, actor, role, command, request, book, previous, records) \
    SELECT mine.before + place, stream, first, $1, at, actor, role, command, request, book, previous, records \
    FROM mine, unnest($4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::bytea[], $11::bytea[], \
    $12::bytea[], $13::text[]) WITH ORDINALITY AS row (stream, first, at, actor, role, command, request, book, previous, records, place)"
);

/// Keeps a snapshot, if the lease is still ours: whoever lost it would put an older one in the place of a newer one. The row of the lease is
/// held meanwhile, so that nobody takes it in between.
const KEEP: &str = concat!(
    "WITH mine AS (SELECT 1 FROM lease WHERE ",
    held!(),
    " FOR SHARE) INSERT INTO snapshot SELECT $4::text, $5::bytea, $6::bytea FROM mine \
    ON CONFLICT (stream) DO UPDATE SET hash = excluded.hash, bytes = excluded.bytes RETURNING 1"
);

/// Says where everything was moved to, if the lease is still ours.
const RETIRE: &str = concat!(
    "WITH mine AS (SELECT 1 FROM lease WHERE ",
    held!(),
    " FOR SHARE) INSERT INTO moved SELECT $4::text FROM mine RETURNING 1"
);

/// Is the lease still ours, whatever the server waits for?
const OURS: &str = "SELECT 1 FROM lease WHERE name = 'log' AND epoch = $1 AND holder = $2";

/// How often the holder of the lease moves its beat.
const BEAT: Duration = Duration::from_secs(1);
/// A holder whose beat has stood still for this long is dead.
const DEAD_AFTER: Duration = Duration::from_secs(5);
/// For how long a holder trusts itself after it sent a beat that was taken: less than others wait.
const TRUSTED_FOR: Duration = Duration::from_secs(4);
/// How often a query is put again over a new connection.
const TRIES: usize = 5;
/// How long anything may take before its connection is given up. The server is not asked to cancel: that can answer well for what is not safe.
const PATIENCE: Duration = Duration::from_secs(10);

/// The store in a database of its own.
pub(super) struct Postgres {
    server: Server,
    /// The only connection that writes.
    writer: Mutex<Option<PgConnection>>,
    reader: Mutex<Option<PgConnection>>,
    /// Looks ids up, so that nobody who asks for one waits for a long reading.
    finder: Mutex<Option<PgConnection>>,
    /// The number and the holder of the lease; none where nothing is written.
    lease: Option<Lease>,
    /// When the last beat was sent that the database took.
    beat: Arc<Beat>,
    /// Has the database a place for segments? One of an earlier layout, only read, has none.
    has_segments: bool,
    at_hand: AtHand,
    /// Why it reads nothing any more, though it should.
    gave_up: OnceLock<String>,
    stop: watch::Sender<bool>,
}

#[derive(Clone)]
struct Lease {
    epoch: i64,
    holder: String,
    /// How often it was renewed before it was taken.
    beat: u64,
    /// When it was asked for. What the database took may have been answered late: from this moment on, not from the answer, others may wait.
    asked: Steady,
}

fn failed(error: impl std::fmt::Display) -> StoreError {
    StoreError::Failed(error.to_string())
}

fn read_only() -> StoreError {
    failed("it was opened only to be read")
}

fn taken_by_another() -> StoreError {
    StoreError::Fenced("another process has taken the lease of this ledger".to_owned())
}

/// The code by which PostgreSQL names what went wrong.
fn code(error: &sqlx::Error) -> String {
    let sqlx::Error::Database(message) = error else { return String::new() };
    message.code().map(|code| code.into_owned()).unwrap_or_default()
}

/// An entry's place or its command is taken.
const CONSTRAINT: &str = "23505";
/// The disk is full.
const FULL: &str = "53100";

/// Did the server answer, so that nothing is unknown?
fn is_answered(error: &sqlx::Error) -> bool {
    // Class 57 ends the connection or the statement from outside, class 08 is the line itself.
    matches!(error, sqlx::Error::Database(_))
        && !["08", "57"].contains(&&code(error).chars().take(2).collect::<String>()[..])
}

/// By how much the number of the lease grows where a database was put back: no house has as many holders.
const LEAP: i64 = 1 << 32;

/// Has the lease go on with a number that nobody was given before, if nobody holds it.
pub(super) async fn leap(server: &Server) -> Result<(), StoreError> {
    let mut line = server.connect_to_write().await?;
    let sql = "UPDATE lease SET epoch = epoch + $1 WHERE name = 'log' AND holder IS NULL";
    match sqlx::query(sql).bind(LEAP).execute(&mut line).await.map_err(failed)?.rows_affected() {
        1 => Ok(()),
        _ => Err(taken_by_another()),
    }
}

/// Is there a store in this database?
pub(super) async fn is_there(server: &Server) -> Result<bool, StoreError> {
    let mut line = server.connect().await?;
    is_laid_out(&mut line).await
}

impl Postgres {
    /// Opens the store in this database, which is laid out if it is empty, and takes its lease. Who holds it and is alive keeps it.
    pub(super) async fn open(server: &Server) -> Result<Postgres, StoreError> {
        let mut writer = server.connect().await?;
        prepare(&mut writer, server).await?;
        let lease = take_lease(&mut writer).await?;
        Postgres::holding(server, writer, lease).await
    }

    /// The store under a lease that was taken just now.
    async fn holding(server: &Server, writer: PgConnection, lease: Lease) -> Result<Postgres, StoreError> {
        let (reader, finder) = Postgres::two_lines(server).await?;
        let mut postgres = Postgres::over(server, reader, finder).await?;
        postgres.writer = Mutex::new(Some(writer));
        postgres.lease = Some(lease.clone());
        postgres.beat.count.store(lease.beat, Ordering::SeqCst);
        postgres.beat.set(lease.asked);
        tokio::spawn(beat(server.clone(), lease, postgres.beat.clone(), postgres.stop.subscribe()));
        Ok(postgres)
    }

    /// Opens the store of this database only to read it, also while somebody else writes it.
    pub(super) async fn read_only(server: &Server) -> Result<Postgres, StoreError> {
        let (reader, mut finder) = Postgres::two_lines(server).await?;
        if !is_laid_out(&mut finder).await? {
            return Err(failed(format!("no ledger in {}", without_password(&server.url))));
        }
        Postgres::over(server, reader, finder).await
    }

    /// Connects twice, both at once: another node may be waited for while it takes over.
    async fn two_lines(server: &Server) -> Result<(PgConnection, PgConnection), StoreError> {
        tokio::try_join!(server.connect(), server.connect())
    }

    /// The store over these lines, with nobody who writes.
    async fn over(
        server: &Server,
        reader: PgConnection,
        mut finder: PgConnection,
    ) -> Result<Postgres, StoreError> {
        let has_segments = archived::are_known(&mut finder).await?;
        Ok(Postgres {
            server: server.clone(),
            writer: Mutex::new(None),
            reader: Mutex::new(Some(reader)),
            finder: Mutex::new(Some(finder)),
            lease: None,
            beat: Arc::default(),
            has_segments,
            at_hand: AtHand::default(),
            gave_up: OnceLock::new(),
            stop: watch::channel(false).0,
        })
    }

    /// What a query finds, over a connection that is made anew if it was lost.
    async fn rows<'q>(
        &self,
        connection: &Mutex<Option<PgConnection>>,
        sql: &str,
        bind: impl Fn(Query<'q>) -> Query<'q>,
    ) -> Result<Vec<PgRow>, StoreError> {
        let mut held = connection.lock().await;
        let mut lost = String::new();
        for tried in 0..TRIES {
            // At once over a new connection; then the server may come back, or another take its place.
            if tried > 1 {
                sleep(BEAT).await;
            }
            let mut line = match held.take() {
                Some(line) => line,
                None if *self.stop.borrow() => return Err(failed("it is closed")),
                None => match self.server.connect().await {
                    Ok(line) => line,
                    Err(StoreError::Unknown(message)) => {
                        lost = message;
                        continue;
                    }
                    Err(error) => return Err(error),
                },
            };
            let query = bind(sqlx::query(AssertSqlSafe(sql.to_owned())));
            match timeout(PATIENCE, query.fetch_all(&mut line)).await {
                Ok(Ok(rows)) => {
                    *held = Some(line);
                    return Ok(rows);
                }
                Ok(Err(error)) if is_answered(&error) => {
                    *held = Some(line);
                    return Err(failed(error));
                }
                Ok(Err(error)) => lost = error.to_string(),
                Err(_) => lost = format!("no answer within {} s", PATIENCE.as_secs()),
            }
        }
        // Whoever writes what it cannot read any more ends, so that somebody else goes on.
        if self.lease.is_some() {
            let _ = self.gave_up.set(format!("the store's answers are lost: {lost}"));
        }
        Err(StoreError::Unknown(lost))
    }

    async fn entries<'q>(
        &self,
        sql: &str,
        bind: impl Fn(Query<'q>) -> Query<'q>,
    ) -> Result<Vec<Entry>, StoreError> {
        self.rows(&self.reader, sql, bind).await?.iter().map(entry).collect()
    }

    /// One entry at most, by the connection that looks ids up.
    async fn find<'q>(
        &self,
        sql: &str,
        bind: impl Fn(Query<'q>) -> Query<'q>,
    ) -> Result<Option<Entry>, StoreError> {
        self.rows(&self.finder, sql, bind).await?.first().map(entry).transpose()
    }

    async fn streams_between(&self, from: String, to: String) -> Result<Vec<Stream>, StoreError> {
        let mut found = self.names("entry", &from, &to).await?;
        if self.has_segments {
            found.extend(self.names("archived", &from, &to).await?);
            found.sort();
            found.dedup();
        }
        Ok(found)
    }

    async fn names(&self, table: &str, from: &str, to: &str) -> Result<Vec<Stream>, StoreError> {
        // Hops from stream to stream along the index.
        let sql = format!(
            "WITH RECURSIVE found (stream) AS (SELECT min(stream) FROM {table} WHERE stream >= $1 AND stream < $2 UNION \
             SELECT (SELECT min(known.stream) FROM {table} AS known WHERE known.stream > found.stream AND known.stream < $2) \
             FROM found WHERE found.stream IS NOT NULL) SELECT stream FROM found WHERE stream IS NOT NULL ORDER BY stream COLLATE \"C\""
        );
        let bind = |query: Query<'static>| query.bind(from.to_owned()).bind(to.to_owned());
        let rows = self.rows(&self.reader, &sql, bind).await?;
        let stream = |row: &PgRow| {
            let name: String = row.try_get(0).map_err(failed)?;
            name.parse().map_err(|bad: crate::record::BadText| damaged("an entry", bad))
        };
        rows.iter().map(stream).collect()
    }

    /// Writes something beside the log, by a statement that asks whether the lease is still ours and answers with a row if it was done.
    async fn write(
        &self,
        sql: &str,
        bind: impl Fn(Query<'static>) -> Query<'static>,
    ) -> Result<(), StoreError> {
        let lease = self.lease.as_ref().ok_or_else(read_only)?;
        let (epoch, holder, single) = (lease.epoch, lease.holder.clone(), self.server.single);
        let bind = |query: Query<'static>| bind(query.bind(epoch).bind(holder.clone()).bind(single));
        match self.rows(&self.reader, sql, bind).await?.is_empty() {
            false => Ok(()),
            true => Err(self.why_not(lease).await),
        }
    }

    /// Why the database wrote nothing.
    async fn why_not(&self, lease: &Lease) -> StoreError {
        let (epoch, holder) = (lease.epoch, lease.holder.clone());
        let ours = self.rows(&self.finder, OURS, |query| query.bind(epoch).bind(holder.clone())).await;
        match ours {
            Ok(rows) if rows.is_empty() => taken_by_another(),
            // It may wait for one again.
            Ok(_) => {
                sleep(BEAT).await;
                StoreError::Unknown(NO_STANDBY.to_owned())
            }
            Err(error) => error,
        }
    }

    /// Sends entries once.
    async fn send(&self, lease: &Lease, entries: &[Entry]) -> Result<PgQueryResult, Sent> {
        let mut held = self.writer.lock().await;
        let mut line = match held.take() {
            Some(line) => line,
            None if *self.stop.borrow() => return Err(Sent::Failed("it takes nothing any more".to_owned())),
            // The server may be another one by now, and one that waits for nobody acknowledges what may be lost with it.
            None => self.server.connect_to_write().await.map_err(|error| Sent::Lost(error.to_string()))?,
        };
        let columns: Vec<Columns> = entries.iter().map(Columns::of).collect();
        let texts = |of: fn(&Columns) -> &String| columns.iter().map(of).cloned().collect::<Vec<String>>();
        let numbers = |of: fn(&Columns) -> i64| columns.iter().map(of).collect::<Vec<i64>>();
        let bytes = |of: fn(&Columns) -> &Vec<u8>| columns.iter().map(of).cloned().collect::<Vec<Vec<u8>>>();
        let query = sqlx::query(APPEND)
            .bind(lease.epoch)
            .bind(lease.holder.clone())
            .bind(self.server.single)
            .bind(texts(|row| &row.stream))
            .bind(numbers(|row| row.first))
            .bind(numbers(|row| row.at))
            .bind(texts(|row| &row.actor))
            .bind(texts(|row| &row.role))
            .bind(texts(|row| &row.command))
            .bind(bytes(|row| &row.request))
            .bind(bytes(|row| &row.book))
            .bind(bytes(|row| &row.previous))
            .bind(texts(|row| &row.records));
        // A connection that is given up midway is not used again: who knows what it still answers.
        match timeout(PATIENCE, query.execute(&mut line)).await {
            Ok(Ok(done)) => {
                *held = Some(line);
                Ok(done)
            }
            Ok(Err(error)) if is_answered(&error) => {
                *held = Some(line);
                Err(match code(&error).as_str() {
                    CONSTRAINT => Sent::Conflict(error.to_string()),
                    FULL => Sent::Full(error.to_string()),
                    _ => Sent::Failed(error.to_string()),
                })
            }
            Ok(Err(error)) => Err(Sent::Lost(error.to_string())),
            Err(_) => Err(Sent::Lost(format!("no answer within {} s", PATIENCE.as_secs()))),
        }
    }
}

type Query<'q> = sqlx::query::Query<'q, sqlx::Postgres, sqlx::postgres::PgArguments>;

/// Why entries were not taken, or why that is not known.
enum Sent {
    Conflict(String),
    Full(String),
    Failed(String),
    Lost(String),
}

/// Why nothing is written to a server that waits for no standby.
const NO_STANDBY: &str = "the server waits for no standby (synchronous_standby_names is empty), so that its loss would lose what was acknowledged; \
     allowed is a server with one, or `?single=true` at the end of the address where one machine is enough";

/// A server that may lose what it has acknowledged is refused.
async fn check_server(line: &mut PgConnection, single: bool) -> Result<(), StoreError> {
    let settings = sqlx::query(
        "SELECT coalesce(current_setting('fsync', true), ''), coalesce(current_setting('full_page_writes', true), ''), \
         coalesce(current_setting('synchronous_standby_names', true), '')",
    );
    let row = settings.fetch_one(line).await.map_err(failed)?;
    let setting = |column: usize| row.try_get::<String, _>(column).map_err(failed);
    for (name, found) in [("fsync", setting(0)?), ("full_page_writes", setting(1)?)] {
        if found != "on" {
            return Err(failed(format!("the server has {name} = {found}; a ledger needs {name} = on")));
        }
    }
    match !single && setting(2)?.is_empty() {
        true => Err(failed(NO_STANDBY)),
        false => Ok(()),
    }
}

/// Sees that this server is fit for a log, and lays it out where it is empty.
async fn prepare(line: &mut PgConnection, server: &Server) -> Result<(), StoreError> {
    check_server(line, server.single).await?;
    lay_out(line).await?;
    let moved = sqlx::query("SELECT place FROM moved LIMIT 1").fetch_optional(line).await.map_err(failed)?;
    match moved {
        None => Ok(()),
        Some(row) => {
            let place: String = row.try_get(0).map_err(failed)?;
            let from = without_password(&server.url);
            Err(failed(format!("the ledger in {from} was moved to {place}")))
        }
    }
}

async fn is_laid_out(line: &mut PgConnection) -> Result<bool, StoreError> {
    let found = sqlx::query("SELECT to_regclass('layout') IS NOT NULL").fetch_one(&mut *line).await;
    if !found.and_then(|row| row.try_get::<bool, _>(0)).map_err(failed)? {
        return Ok(false);
    }
    let number = sqlx::query("SELECT max(number) FROM layout").fetch_one(line).await;
    match number.and_then(|row| row.try_get::<Option<i32>, _>(0)).map_err(failed)? {
        Some(1..=archived::LAYOUT) => Ok(true),
        found => {
            let message =
                format!("found {}; this build reads layouts 1 to {}", found.unwrap_or(0), archived::LAYOUT);
            Err(damaged("layout", message))
        }
    }
}

async fn lay_out(line: &mut PgConnection) -> Result<(), StoreError> {
    lay_out_first(line).await?;
    match archived::are_known(line).await? {
        true => Ok(()),
        false => archived::bring_up(line).await,
    }
}

async fn lay_out_first(line: &mut PgConnection) -> Result<(), StoreError> {
    if is_laid_out(line).await? {
        return Ok(());
    }
    // Who comes second waits for whoever lays out, and then finds it done.
    let sql = format!("BEGIN; SELECT pg_advisory_xact_lock(1131573109); {LAYOUT} COMMIT");
    match sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *line).await {
        Ok(_) => Ok(()),
        Err(error) => {
            sqlx::raw_sql("ROLLBACK").execute(&mut *line).await.map_err(failed)?;
            if is_laid_out(line).await? { Ok(()) } else { Err(failed(error)) }
        }
    }
}

/// Takes the lease: at once where nobody holds it, otherwise once its holder has not moved its beat for a while of this machine's own clock.
async fn take_lease(line: &mut PgConnection) -> Result<Lease, StoreError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(failed)?;
    let me = hex::encode(bytes);
    let since = Instant::now();
    let mut known: Option<(i64, Option<String>, i64)> = None;
    loop {
        let row = sqlx::query("SELECT epoch, holder, beat FROM lease WHERE name = 'log'")
            .fetch_one(&mut *line)
            .await;
        let row = row.map_err(failed)?;
        let read = |error| damaged("lease", error);
        let found: (i64, Option<String>, i64) =
            (row.try_get(0).map_err(read)?, row.try_get(1).map_err(read)?, row.try_get(2).map_err(read)?);
        let is_free = found.1.is_none() || since.elapsed() >= DEAD_AFTER;
        match &known {
            Some(before) if *before != found => {
                return Err(failed(
                    "another process writes this ledger and is alive; a ledger has one writer",
                ));
            }
            _ if is_free => {
                let asked = Steady::now();
                let taken = sqlx::query(
                    "UPDATE lease SET epoch = epoch + 1, holder = $1, beat = beat + 1 WHERE name = 'log' AND epoch = $2 AND beat = $3",
                );
                let taken = taken
                    .bind(me.clone())
                    .bind(found.0)
                    .bind(found.2)
                    .execute(&mut *line)
                    .await
                    .map_err(failed)?;
                match taken.rows_affected() {
                    1 => {
                        let (epoch, beat) = (found.0 + 1, found.2.unsigned_abs());
                        return Ok(Lease { epoch, holder: me, beat, asked });
                    }
                    _ => return Err(failed("another process took this ledger at the same time")),
                }
            }
            _ => known = Some(found),
        }
        sleep(BEAT / 4).await;
    }
}

/// Moves the beat as long as the lease is ours. A lost connection is made anew: whether the lease is still ours the database says.
async fn beat(server: Server, lease: Lease, last: Arc<Beat>, mut stop: watch::Receiver<bool>) {
    let mut line: Option<PgConnection> = None;
    loop {
        tokio::select! {
            () = sleep(BEAT) => {}
            _ = stop.wait_for(|stop| *stop) => return,
        }
        let sent = Steady::now();
        // One that hangs is given up before the lease is in danger.
        match timeout(BEAT * 2, beat_once(&server, &lease, &mut line)).await {
            Ok(Ok(true)) => last.set(sent),
            Ok(Ok(false)) => {
                last.end();
                return;
            }
            Ok(Err(_)) | Err(_) => line = None,
        }
    }
}

/// Moves the beat once; says whether the lease is still ours.
async fn beat_once(
    server: &Server,
    lease: &Lease,
    line: &mut Option<PgConnection>,
) -> Result<bool, StoreError> {
    let mut held = match line.take() {
        Some(held) => held,
        None => server.connect_to_write().await?,
    };
    let moved = sqlx::query(
        "UPDATE lease SET beat = beat + 1 WHERE name = 'log' AND epoch = $1 AND holder = $2 \
         RETURNING coalesce(current_setting('synchronous_standby_names', true), '')",
    );
    let moved = moved.bind(lease.epoch).bind(lease.holder.clone()).fetch_optional(&mut held).await;
    let standbys: Option<String> =
        moved.and_then(|row| row.map(|row| row.try_get(0)).transpose()).map_err(failed)?;
    *line = Some(held);
    match standbys {
        // It is still ours, and nothing that is said of it now is safe.
        Some(none) if none.is_empty() && !server.single => Err(failed(NO_STANDBY)),
        Some(_) => Ok(true),
        None => Ok(false),
    }
}

/// A moment of a clock that nobody sets and that goes on while the machine sleeps, in milliseconds.
#[derive(Clone, Copy)]
struct Steady(u64);

impl Steady {
    fn now() -> Steady {
        #[cfg(target_os = "linux")]
        {
            let now = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
            Steady(now.tv_sec.unsigned_abs() * 1_000 + now.tv_nsec.unsigned_abs() / 1_000_000)
        }
        #[cfg(not(target_os = "linux"))]
        {
            static BEGUN: std::sync::LazyLock<std::time::Instant> =
                std::sync::LazyLock::new(std::time::Instant::now);
            Steady(u64::try_from(BEGUN.elapsed().as_millis()).unwrap_or(u64::MAX))
        }
    }
}

/// When the last beat was sent that the database took, and how many there were.
#[derive(Default)]
struct Beat {
    sent: AtomicU64,
    count: AtomicU64,
    ended: AtomicBool,
}

impl Beat {
    fn set(&self, sent: Steady) {
        self.sent.store(sent.0, Ordering::SeqCst);
        self.count.fetch_add(1, Ordering::SeqCst);
    }

    /// Somebody else holds the lease.
    fn end(&self) {
        self.sent.store(0, Ordering::SeqCst);
        self.ended.store(true, Ordering::SeqCst);
    }

    fn is_fresh(&self) -> bool {
        let sent = self.sent.load(Ordering::SeqCst);
        sent > 0 && Steady::now().0.saturating_sub(sent) < TRUSTED_FOR.as_millis() as u64
    }
}

fn entry(row: &PgRow) -> Result<Entry, StoreError> {
    let position: i64 = row.try_get(0).map_err(|error| damaged("an entry without a position", error))?;
    let place = format!("entry {position}");
    let text = |column: usize, field: &str| -> Result<String, StoreError> {
        row.try_get(column).map_err(|error| damaged(&place, format!("{field}: {error}")))
    };
    let number = |column: usize, field: &str| -> Result<i64, StoreError> {
        row.try_get(column).map_err(|error| damaged(&place, format!("{field}: {error}")))
    };
    let bytes = |column: usize, field: &str| -> Result<Vec<u8>, StoreError> {
        row.try_get(column).map_err(|error| damaged(&place, format!("{field}: {error}")))
    };
    Columns {
        stream: text(1, "stream")?,
        first: number(2, "sequence")?,
        at: number(3, "time")?,
        actor: text(4, "actor")?,
        role: text(5, "role")?,
        command: text(6, "command")?,
        request: bytes(7, "request")?,
        book: bytes(8, "book")?,
        previous: bytes(9, "previous")?,
        records: text(10, "records")?,
    }
    .entry()
}

impl Store for Postgres {
    fn append<'a>(&'a self, entries: &'a [Entry]) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let lease = self.lease.as_ref().ok_or_else(read_only)?;
            match self.send(lease, entries).await {
                Ok(done) if done.rows_affected() == entries.len() as u64 => Ok(()),
                Ok(_) => Err(self.why_not(lease).await),
                Err(Sent::Conflict(message)) => Err(conflict(self, entries, message).await),
                Err(Sent::Full(message)) => Err(StoreError::Full(message)),
                Err(Sent::Failed(message)) => Err(StoreError::Failed(message)),
                Err(Sent::Lost(message)) => {
                    // The server may come back, or another take its place.
                    sleep(BEAT).await;
                    Err(StoreError::Unknown(message))
                }
            }
        })
    }

    fn last<'a>(&'a self, stream: &'a Stream) -> StoreFuture<'a, Option<Entry>> {
        Box::pin(async move {
            let sql = format!("SELECT {COLUMNS} FROM entry WHERE stream = $1 ORDER BY first DESC LIMIT 1");
            match self.find(&sql, |query| query.bind(stream.as_str().to_owned())).await? {
                None => segment::last(self, stream).await,
                found => Ok(found),
            }
        })
    }

    fn read<'a>(&'a self, stream: &'a Stream, from: u64, most: u32) -> StoreFuture<'a, Vec<Entry>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT {COLUMNS} FROM entry WHERE stream = $1 AND first >= (SELECT coalesce(max(first), 0) FROM entry \
                 WHERE stream = $1 AND first <= $2) ORDER BY first LIMIT $3"
            );
            let from = i64::try_from(from).unwrap_or(i64::MAX);
            let mut found = self
                .entries(&sql, |query| {
                    query.bind(stream.as_str().to_owned()).bind(from).bind(i64::from(most))
                })
                .await?;
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
            let sql = format!("SELECT {COLUMNS} FROM entry WHERE position > $1 ORDER BY position LIMIT $2");
            let after = i64::try_from(after).unwrap_or(i64::MAX);
            let rows = self.rows(&self.reader, &sql, |query| query.bind(after).bind(i64::from(most))).await?;
            let position = |row: &PgRow| row.try_get::<i64, _>(0).map_err(failed);
            let next = rows.first().map(position).transpose()?;
            if next != after.checked_add(1)
                && let Some(older) = segment::all(self, after.unsigned_abs(), most).await?
            {
                return Ok(older);
            }
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
        Box::pin(async move {
            let sql =
                format!("SELECT {COLUMNS} FROM entry WHERE command = $1 AND stream IN ($2, $3) LIMIT 1");
            let bind = |query: Query<'static>| {
                query
                    .bind(id.as_str().to_owned())
                    .bind(one.as_str().to_owned())
                    .bind(other.as_str().to_owned())
            };
            match self.find(&sql, bind).await? {
                None => segment::command(self, [one, other], id).await,
                found => Ok(found),
            }
        })
    }

    fn streams(&self) -> StoreFuture<'_, Vec<Stream>> {
        Box::pin(async move { self.streams_between(String::new(), "\u{10ffff}".to_owned()).await })
    }

    fn streams_of<'a>(&'a self, kind: &'a str) -> StoreFuture<'a, Vec<Stream>> {
        // The character after the slash ends the range.
        Box::pin(async move { self.streams_between(format!("{kind}/"), format!("{kind}0")).await })
    }

    fn keep_snapshot<'a>(&'a self, stream: &'a Stream, hash: Hash, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let bind = |query: Query<'static>| {
                query.bind(stream.as_str().to_owned()).bind(hash.0.to_vec()).bind(packed::pack(bytes))
            };
            self.write(KEEP, bind).await
        })
    }

    fn snapshot(&self, hash: Hash) -> StoreFuture<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            let sql = "SELECT bytes FROM snapshot WHERE hash = $1 LIMIT 1";
            let rows = self.rows(&self.finder, sql, |query| query.bind(hash.0.to_vec())).await?;
            let found: Option<Vec<u8>> =
                rows.first().map(|row| row.try_get(0)).transpose().map_err(failed)?;
            Ok(found.map(packed::unpack))
        })
    }

    fn check(&self, most: u64) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            // Counting reads everything; where that is too much, only both ends are looked at.
            let sql = "SELECT CASE WHEN pg_relation_size('entry') > $1 THEN (SELECT coalesce(max(position) - min(position) + 1, 0) FROM entry) \
                       ELSE (SELECT count(*) FROM entry) END, (SELECT coalesce(min(position), 1) FROM entry), \
                       (SELECT coalesce(max(position), 0) FROM entry), (SELECT position FROM lease WHERE name = 'log')";
            let rows = self.rows(&self.reader, sql, |query| query.bind(most)).await?;
            let row = rows.first().ok_or_else(|| failed("no answer"))?;
            let number =
                |column: usize| row.try_get::<i64, _>(column).map_err(|error| damaged("the log", error));
            let (count, first, last, taken) = (number(0)?, number(1)?, number(2)?, number(3)?);
            let archived = i64::try_from(self.last_archived().await?).unwrap_or(i64::MAX);
            let mut faults = Vec::new();
            if first != archived + 1 || last != archived + count {
                faults.push(format!(
                    "{count} entries after {archived} in segments have positions {first} to {last}, which is not one after the other"
                ));
            }
            if taken != last {
                faults.push(format!(
                    "the lease says that {taken} entries were taken, and the last has position {last}"
                ));
            }
            Ok(faults)
        })
    }

    fn archive(&self, up_to: u64) -> StoreFuture<'_, u64> {
        Box::pin(async move {
            // The last entry stays, as in any store.
            let last = self
                .rows(&self.finder, "SELECT position FROM lease WHERE name = 'log'", |query| query)
                .await?;
            let last = last.first().map_or(Ok(0), |row| row.try_get::<i64, _>(0)).map_err(failed)?;
            let up_to = up_to.min(last.unsigned_abs().saturating_sub(1));
            let mut count = 0;
            loop {
                match self.put_next_away(up_to).await? {
                    0 => return Ok(count),
                    more => count += more,
                }
            }
        })
    }

    fn room(&self) -> StoreFuture<'_, Room> {
        Box::pin(async move {
            let sql = "SELECT pg_database_size(current_database())";
            let rows = self.rows(&self.reader, sql, |query| query).await?;
            let bytes = rows.first().map_or(Ok(0), |row| row.try_get::<i64, _>(0)).map_err(failed)?;
            Ok(Room {
                bytes: bytes.unsigned_abs(),
                archived: self.last_archived().await?,
                lease: self.epoch(),
            })
        })
    }

    fn epoch(&self) -> u64 {
        self.lease.as_ref().map_or(0, |lease| lease.epoch.unsigned_abs())
    }

    fn beat(&self) -> u64 {
        self.beat.count.load(Ordering::SeqCst)
    }

    fn is_trusted(&self) -> bool {
        self.lease.is_none() || self.beat.is_fresh()
    }

    fn gave_up(&self) -> Option<&str> {
        self.gave_up.get().map(String::as_str)
    }

    fn is_fenced(&self) -> bool {
        self.beat.ended.load(Ordering::SeqCst)
    }

    fn is_wished(&self) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let sql = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::oid AND objid = $2::oid AND granted AND \
                       database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1";
            let bind =
                |query: Query<'static>| query.bind(candidate::WISH).bind(candidate::wish_of(self.epoch()));
            Ok(!self.rows(&self.finder, sql, bind).await?.is_empty())
        })
    }

    fn retire<'a>(&'a self, to: &'a Place) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let place = to.to_string();
            self.write(RETIRE, |query| query.bind(place.clone())).await
        })
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.stop.send_replace(true);
            for reader in [&self.reader, &self.finder] {
                if let Some(reader) = reader.lock().await.take() {
                    reader.close().await.map_err(failed)?;
                }
            }
            let (Some(mut writer), Some(lease)) = (self.writer.lock().await.take(), &self.lease) else {
                return Ok(());
            };
            // Whoever comes next need not wait.
            sqlx::query("UPDATE lease SET holder = NULL WHERE name = 'log' AND epoch = $1 AND holder = $2")
                .bind(lease.epoch)
                .bind(lease.holder.clone())
                .execute(&mut writer)
                .await
                .map_err(failed)?;
            writer.close().await.map_err(failed)
        })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop.send_replace(true);
    }
}
