//! Where the list of people is kept: SQLite in a folder, or the PostgreSQL database of a house of several nodes. Every question is written
//! once, with `?` where a value goes.
//!
//! In PostgreSQL whoever no longer holds the lease of the log changes nothing: a trigger on every table asks for it, and keeps it from
//! changing hands until the change is done.

use ledger::store::Server;
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Column, ConnectOptions, Connection, Executor, Row as _, TypeInfo, ValueRef};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, OwnedMutexGuard};

/// Where a list of people is.
#[derive(Clone, Debug)]
pub enum PeoplePlace {
    /// In this folder.
    Folder(PathBuf),
    /// In this database, written under the lease of this number.
    Server(Server, u64),
}

impl From<&Path> for PeoplePlace {
    fn from(folder: &Path) -> PeoplePlace {
        PeoplePlace::Folder(folder.to_owned())
    }
}

impl From<&PathBuf> for PeoplePlace {
    fn from(folder: &PathBuf) -> PeoplePlace {
        PeoplePlace::Folder(folder.clone())
    }
}

const LAYOUT: [&str; 8] = [
    "CREATE TABLE IF NOT EXISTS person (name TEXT PRIMARY KEY, role TEXT NOT NULL, hash TEXT, made INTEGER NOT NULL,
     failures INTEGER NOT NULL DEFAULT 0, locked_until INTEGER NOT NULL DEFAULT 0) STRICT",
    "CREATE INDEX IF NOT EXISTS person_by_small_letters ON person (lower(name))",
    "CREATE TABLE IF NOT EXISTS session (token TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL,
     since INTEGER NOT NULL) STRICT",
    // Whom the settings named when the house was last opened, and as what.
    "CREATE TABLE IF NOT EXISTS listing (name TEXT PRIMARY KEY, entry TEXT NOT NULL) STRICT",
    // About whom something was done while the house was open.
    "CREATE TABLE IF NOT EXISTS room (name TEXT PRIMARY KEY) STRICT",
    // Wrong passwords, by a hash of the name and of the browser they came from.
    "CREATE TABLE IF NOT EXISTS attempt (bucket TEXT PRIMARY KEY, failures INTEGER NOT NULL, locked_until INTEGER NOT NULL) STRICT",
    // What two people decide about a third, until the third has set their own secret.
    "CREATE TABLE IF NOT EXISTS pending (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, change TEXT NOT NULL, name TEXT NOT NULL,
     role TEXT NOT NULL, why TEXT NOT NULL, proposer TEXT NOT NULL, proposed INTEGER NOT NULL, link TEXT NOT NULL,
     approver TEXT, approved INTEGER, code TEXT, tries INTEGER NOT NULL DEFAULT 0, ended INTEGER) STRICT",
    // Which guest of a demonstration a browser is, by a hash of what the browser keeps.
    "CREATE TABLE IF NOT EXISTS guest (token TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT",
];

/// Columns that an older list lacks.
const ADDED: [(&str, &str, &str); 12] = [
    ("session", "seen", "INTEGER NOT NULL DEFAULT 0"),
    ("person", "factor", "TEXT"),
    ("person", "pin", "TEXT"),
    ("person", "factor_step", "INTEGER NOT NULL DEFAULT 0"),
    // When the person last set their secret, and which two people had let them.
    ("person", "enrolled", "INTEGER NOT NULL DEFAULT 0"),
    ("person", "proposer", "TEXT"),
    ("person", "approver", "TEXT"),
    // What only the house can have written: see `seals`.
    ("person", "seal", "TEXT"),
    ("session", "seal", "TEXT"),
    // When a name was last tried, and whether the row is a browser in which somebody has signed in.
    ("attempt", "at", "INTEGER NOT NULL DEFAULT 0"),
    ("attempt", "device", "INTEGER NOT NULL DEFAULT 0"),
    // What somebody is to be called.
    ("pending", "new_name", "TEXT"),
];

/// The tables, in both.
const TABLES: [&str; 7] = ["person", "session", "listing", "room", "attempt", "pending", "guest"];

/// Waits for whoever lays the tables out at the same time, and then finds it done.
const ONE_LAYS_OUT: &str = "SELECT pg_advisory_xact_lock(1131573110)";

/// Refuses what somebody writes who does not hold the lease of the log any more. Whoever takes the lease waits until this change is done.
const FENCE: &str = "CREATE OR REPLACE FUNCTION people_fence() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
    PERFORM 1 FROM lease WHERE name = 'log' AND epoch::text = current_setting('croupier.epoch', true) FOR SHARE; \
    IF NOT FOUND THEN RAISE EXCEPTION 'another node writes the list of people now'; END IF; RETURN NULL; END $$";

/// Texts are in the order of their bytes, as SQLite has them.
fn for_postgres(layout: &str) -> String {
    layout.replace(" STRICT", "").replace("INTEGER", "BIGINT").replace("TEXT", "TEXT COLLATE \"C\"")
}

/// A list of people that is open.
pub(super) enum Database {
    Sqlite(SqlitePool),
    Postgres(Line),
}

impl Database {
    pub(super) async fn open(place: &PeoplePlace) -> Result<Database, sqlx::Error> {
        match place {
            PeoplePlace::Folder(folder) => open_folder(folder).await,
            PeoplePlace::Server(server, epoch) => open_server(server, *epoch).await,
        }
    }

    /// Several changes, all of them or none.
    pub(super) async fn begin(&self) -> Result<Work, sqlx::Error> {
        Ok(match self {
            Database::Sqlite(pool) => Work::Sqlite(pool.begin().await?),
            Database::Postgres(line) => Work::Postgres(line.begin().await?),
        })
    }

    pub(super) async fn close(&self) {
        match self {
            Database::Sqlite(pool) => pool.close().await,
            Database::Postgres(line) => drop(line.held.lock().await.take()),
        }
    }
}

async fn open_folder(folder: &Path) -> Result<Database, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(folder.join("people.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .disable_statement_logging();
    let store = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
    for table in LAYOUT {
        sqlx::query(table).execute(&store).await?;
    }
    for (table, column, kind) in ADDED {
        let known = sqlx::query("SELECT 1 FROM pragma_table_info(?) WHERE name = ?");
        if known.bind(table).bind(column).fetch_optional(&store).await?.is_none() {
            let add = format!("ALTER TABLE {table} ADD COLUMN {column} {kind}");
            sqlx::query(AssertSqlSafe(add)).execute(&store).await?;
        }
    }
    Ok(Database::Sqlite(store))
}

async fn open_server(server: &Server, epoch: u64) -> Result<Database, sqlx::Error> {
    let database = Line { server: server.clone(), epoch, held: Arc::default() };
    let mut work = database.begin().await?;
    let mut all = vec![ONE_LAYS_OUT.to_owned()];
    all.extend(LAYOUT.map(for_postgres));
    let add = |(table, column, kind): (&str, &str, &str)| {
        format!("ALTER TABLE {table} ADD COLUMN IF NOT EXISTS {column} {}", for_postgres(kind))
    };
    all.extend(ADDED.map(add));
    all.push(FENCE.to_owned());
    let fence = |table: &str| {
        format!(
            "CREATE OR REPLACE TRIGGER {table}_fence BEFORE INSERT OR UPDATE OR DELETE ON {table} \
             FOR EACH STATEMENT EXECUTE FUNCTION people_fence()"
        )
    };
    all.extend(TABLES.map(fence));
    // All in one trip: a node that takes charge does this while somebody waits.
    work.line()?.execute(sqlx::raw_sql(AssertSqlSafe(all.join(";\n")))).await?;
    work.commit().await?;
    Ok(Database::Postgres(database))
}

/// The connection to a PostgreSQL server: one, as SQLite has one. What is given up in the middle takes its connection with it, so that
/// nobody else becomes part of changes that were never finished.
pub(super) struct Line {
    server: Server,
    epoch: u64,
    held: Arc<Mutex<Option<(PgConnection, Instant)>>>,
}

/// After so long a connection is tried before it is used.
const RESTED: Duration = Duration::from_secs(1);

impl Line {
    async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        let lost = |fault: ledger::StoreError| sqlx::Error::Io(std::io::Error::other(fault.to_string()));
        let mut line = self.server.connect_to_write().await.map_err(lost)?;
        // What hangs in the middle of several changes gives the lease free soon.
        let set = format!(
            "SET croupier.epoch = '{}'; SET idle_in_transaction_session_timeout = '2s'; SET client_min_messages = error",
            self.epoch
        );
        line.execute(sqlx::raw_sql(AssertSqlSafe(set))).await?;
        Ok(line)
    }

    async fn take(&self) -> Result<Taken, sqlx::Error> {
        let mut held = self.held.clone().lock_owned().await;
        let line = match held.take() {
            Some((line, used)) if used.elapsed() < RESTED => line,
            Some((mut line, _)) => match line.ping().await {
                Ok(()) => line,
                Err(_) => self.connect().await?,
            },
            None => self.connect().await?,
        };
        Ok(Taken { place: held, line })
    }

    async fn begin(&self) -> Result<Begun, sqlx::Error> {
        let mut taken = self.take().await?;
        taken.line.execute("BEGIN").await?;
        Ok(Begun(Some(taken)))
    }
}

/// A connection that nobody else uses meanwhile. Whoever is done with it gives it back.
struct Taken {
    place: OwnedMutexGuard<Option<(PgConnection, Instant)>>,
    line: PgConnection,
}

impl Taken {
    /// Gives it back after an answer; one that was lost is not used again.
    fn back<T>(mut self, answer: Result<T, sqlx::Error>) -> Result<T, sqlx::Error> {
        if matches!(answer, Ok(_) | Err(sqlx::Error::Database(_) | sqlx::Error::RowNotFound)) {
            *self.place = Some((self.line, Instant::now()));
        }
        answer
    }
}

/// Changes that were begun; given up with their connection unless they are committed.
pub(super) struct Begun(Option<Taken>);

impl Begun {
    fn line(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        self.0.as_mut().map(|taken| &mut taken.line).ok_or(sqlx::Error::PoolClosed)
    }

    async fn commit(mut self) -> Result<(), sqlx::Error> {
        let Some(mut taken) = self.0.take() else { return Ok(()) };
        let done = taken.line.execute("COMMIT").await.map(drop);
        taken.back(done)
    }
}

/// Several changes, all of them or none.
pub(super) enum Work {
    Sqlite(sqlx::Transaction<'static, sqlx::Sqlite>),
    Postgres(Begun),
}

impl Work {
    pub(super) async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Work::Sqlite(work) => work.commit().await,
            Work::Postgres(work) => work.commit().await,
        }
    }
}

/// What a question is put to.
pub(super) enum On<'a> {
    Database(&'a Database),
    Work(&'a mut Work),
}

impl<'a> From<&'a Database> for On<'a> {
    fn from(database: &'a Database) -> On<'a> {
        On::Database(database)
    }
}

impl<'a> From<&'a mut Work> for On<'a> {
    fn from(work: &'a mut Work) -> On<'a> {
        On::Work(work)
    }
}

/// A value of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Text(Option<String>),
    Number(Option<i64>),
}

macro_rules! values {
    ($($from:ty => |$given:ident| $value:expr;)+) => {
        $( impl From<$from> for Value { fn from($given: $from) -> Value { $value } } )+
    };
}

values! {
    &str => |text| Value::Text(Some(text.to_owned()));
    &String => |text| Value::Text(Some(text.clone()));
    String => |text| Value::Text(Some(text));
    Option<&str> => |text| Value::Text(text.map(str::to_owned));
    Option<String> => |text| Value::Text(text);
    &Option<String> => |text| Value::Text(text.clone());
    i64 => |number| Value::Number(Some(number));
    u32 => |number| Value::Number(Some(number.into()));
    Option<i64> => |number| Value::Number(number);
}

/// What a value is read as. A list whose columns are of other kinds is not opened.
pub(super) trait Read {
    fn read(value: Value) -> Self;
}

impl Read for Option<String> {
    fn read(value: Value) -> Option<String> {
        match value {
            Value::Text(text) => text,
            Value::Number(_) => None,
        }
    }
}

impl Read for Option<i64> {
    fn read(value: Value) -> Option<i64> {
        match value {
            Value::Number(number) => number,
            Value::Text(_) => None,
        }
    }
}

impl Read for String {
    fn read(value: Value) -> String {
        Option::read(value).unwrap_or_default()
    }
}

impl Read for i64 {
    fn read(value: Value) -> i64 {
        Option::read(value).unwrap_or_default()
    }
}

impl Read for u32 {
    fn read(value: Value) -> u32 {
        u32::try_from(i64::read(value)).unwrap_or_default()
    }
}

impl Read for bool {
    fn read(value: Value) -> bool {
        i64::read(value) != 0
    }
}

/// A row of an answer.
#[derive(Clone, Debug)]
pub struct Row(Vec<(String, Value)>);

impl Row {
    /// The value of a column.
    pub(super) fn get<T: Read>(&self, column: &str) -> T {
        let found = self.0.iter().find(|(name, _)| name == column);
        T::read(found.map_or(Value::Text(None), |(_, value)| value.clone()))
    }

    /// The value of the first column.
    #[cfg(test)]
    pub(super) fn first<T: Read>(&self) -> T {
        T::read(self.0.first().map_or(Value::Text(None), |(_, value)| value.clone()))
    }

    /// A row of SQLite.
    pub fn of_sqlite(row: &SqliteRow) -> Result<Row, sqlx::Error> {
        let value = |column: &sqlx::sqlite::SqliteColumn| -> Result<(String, Value), sqlx::Error> {
            let at = column.ordinal();
            let kind = row.try_get_raw(at)?.type_info().name().to_owned();
            let value = match kind.as_str() {
                "INTEGER" | "BOOLEAN" => Value::Number(row.try_get(at)?),
                _ => Value::Text(row.try_get(at)?),
            };
            Ok((column.name().to_owned(), value))
        };
        row.columns().iter().map(value).collect::<Result<_, _>>().map(Row)
    }

    fn of_postgres(row: &PgRow) -> Result<Row, sqlx::Error> {
        let value = |column: &sqlx::postgres::PgColumn| -> Result<(String, Value), sqlx::Error> {
            let at = column.ordinal();
            let value = match column.type_info().name() {
                "INT8" => Value::Number(row.try_get(at)?),
                "INT4" => Value::Number(row.try_get::<Option<i32>, _>(at)?.map(i64::from)),
                "BOOL" => Value::Number(row.try_get::<Option<bool>, _>(at)?.map(i64::from)),
                _ => Value::Text(row.try_get(at)?),
            };
            Ok((column.name().to_owned(), value))
        };
        row.columns().iter().map(value).collect::<Result<_, _>>().map(Row)
    }
}

/// A question, with `?` or `?1` where a value goes.
pub(super) struct Query {
    sql: String,
    values: Vec<Value>,
}

/// A question.
pub(super) fn query(sql: impl Into<String>) -> Query {
    Query { sql: sql.into(), values: Vec::new() }
}

/// What was done.
pub(super) struct Executed(u64);

impl Executed {
    pub(super) fn rows_affected(&self) -> u64 {
        self.0
    }
}

type Of<D> = sqlx::query::Query<'static, D, <D as sqlx::Database>::Arguments>;

impl Query {
    pub(super) fn bind(mut self, value: impl Into<Value>) -> Query {
        self.values.push(value.into());
        self
    }

    fn sqlite(self) -> Of<sqlx::Sqlite> {
        let bind = |query: Of<sqlx::Sqlite>, value| match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
        };
        self.values.into_iter().fold(sqlx::query(AssertSqlSafe(self.sql)), bind)
    }

    fn postgres(self) -> Of<sqlx::Postgres> {
        let bind = |query: Of<sqlx::Postgres>, value| match value {
            Value::Text(text) => query.bind(text),
            Value::Number(number) => query.bind(number),
        };
        self.values.into_iter().fold(sqlx::query(AssertSqlSafe(numbered(&self.sql))), bind)
    }

    pub(super) async fn execute<'a>(self, on: impl Into<On<'a>>) -> Result<Executed, sqlx::Error> {
        Ok(Executed(match on.into() {
            On::Database(Database::Sqlite(pool)) => self.sqlite().execute(pool).await?.rows_affected(),
            On::Database(Database::Postgres(line)) => {
                let mut taken = line.take().await?;
                let done = self.postgres().execute(&mut taken.line).await;
                taken.back(done)?.rows_affected()
            }
            On::Work(Work::Sqlite(work)) => self.sqlite().execute(&mut **work).await?.rows_affected(),
            On::Work(Work::Postgres(work)) => self.postgres().execute(work.line()?).await?.rows_affected(),
        }))
    }

    pub(super) async fn fetch_all<'a>(self, on: impl Into<On<'a>>) -> Result<Vec<Row>, sqlx::Error> {
        let sqlite = |rows: Vec<SqliteRow>| rows.iter().map(Row::of_sqlite).collect();
        let postgres = |rows: Vec<PgRow>| rows.iter().map(Row::of_postgres).collect();
        match on.into() {
            On::Database(Database::Sqlite(pool)) => sqlite(self.sqlite().fetch_all(pool).await?),
            On::Database(Database::Postgres(line)) => {
                let mut taken = line.take().await?;
                let rows = self.postgres().fetch_all(&mut taken.line).await;
                postgres(taken.back(rows)?)
            }
            On::Work(Work::Sqlite(work)) => sqlite(self.sqlite().fetch_all(&mut **work).await?),
            On::Work(Work::Postgres(work)) => postgres(self.postgres().fetch_all(work.line()?).await?),
        }
    }

    pub(super) async fn fetch_optional<'a>(self, on: impl Into<On<'a>>) -> Result<Option<Row>, sqlx::Error> {
        Ok(self.fetch_all(on).await?.into_iter().next())
    }

    pub(super) async fn fetch_one<'a>(self, on: impl Into<On<'a>>) -> Result<Row, sqlx::Error> {
        self.fetch_optional(on).await?.ok_or(sqlx::Error::RowNotFound)
    }
}

/// The places of values as PostgreSQL numbers them: `?` one after the other, `?3` the third.
fn numbered(sql: &str) -> String {
    let (mut written, mut next) = (String::with_capacity(sql.len() + 16), 1);
    let mut rest = sql.chars().peekable();
    while let Some(letter) = rest.next() {
        written.push(if letter == '?' { '$' } else { letter });
        if letter == '?' && !rest.peek().is_some_and(char::is_ascii_digit) {
            written.push_str(&next.to_string());
            next += 1;
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn places_are_numbered() {
        assert_eq!(numbered("a = ? AND b IN (?, ?)"), "a = $1 AND b IN ($2, $3)");
        assert_eq!(numbered("lower(?1), lower(?2), ?1"), "lower($1), lower($2), $1");
    }
}
