//! The index by which coups are found: a projection of the log, with how far each table was read. A search asks the index and reads none of
//! the log but what has come since.
//!
//! It stands in a file without a name, which no other process can open: whoever writes on the disk hides nothing from those who watch. What
//! is kept from one opening to the next is a copy that the house has sealed, and how tables stood at some places, for which the log vouches.
//! A copy that the house did not seal, or that goes on otherwise than the log, is not used, and all of it is read from the log anew.
//!
//! What happens between two coups belongs to the coming one, unless it is about another: a decision belongs to the coup that the matter is
//! about.

use super::cage_events::PLACE;
use super::finder::{CoupEvent, CoupFound};
use super::sealed_copy::SealedCopy;
use archive::{Archive, ArchiveFault};
use cage::{CAGE, STREAM};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use floor::keyed_by::KEYED;
use floor::proposals::{PROPOSAL, ProposalFact};
use ledger::{Entry, LedgerError, Stream};
use people::Seals;
use people::denial::Denial;
use serde::{Deserialize, Serialize};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{QueryBuilder, Row, Sqlite};
use std::collections::{BTreeMap, BTreeSet, btree_map};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::ops::Range;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use table::{Event, Fact, TABLE, Table, cards, deal, pay, trouble};
use tokio::sync::{Mutex, MutexGuard};

/// The layout of what is kept. Another one is made anew.
const LAYOUT: i64 = 8;
/// The number of entries that are read and kept together.
const PART: usize = 2_000;
/// The number of rows that are written by one statement.
const ROWS: usize = 250;

/// What is kept from one opening to the next; nothing of it is believed for which the log does not vouch.
const KEPT: &str = "
CREATE TABLE mark (name TEXT NOT NULL, next INTEGER NOT NULL, standing BLOB NOT NULL, PRIMARY KEY (name, next)) STRICT;
CREATE TABLE found (name TEXT PRIMARY KEY, next INTEGER NOT NULL, found TEXT NOT NULL) STRICT;
";

/// By what coups, and what happens at the cage, are found.
const SEARCHED: &str = "
CREATE TABLE place (name TEXT PRIMARY KEY, next INTEGER NOT NULL, head TEXT NOT NULL, follows TEXT NOT NULL) STRICT;
CREATE TABLE coup (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, coup INTEGER NOT NULL, began INTEGER NOT NULL, until INTEGER NOT NULL,
    dealt INTEGER NOT NULL, void INTEGER NOT NULL, winner TEXT, cards TEXT NOT NULL,
    UNIQUE (name, coup)) STRICT;
CREATE INDEX coup_began ON coup (began, coup, name);
CREATE INDEX coup_name ON coup (name, began, coup);
CREATE INDEX coup_number ON coup (coup);
CREATE INDEX coup_winner ON coup (winner, began, coup, name);
CREATE INDEX coup_void ON coup (void, began, coup, name);
CREATE INDEX coup_long ON coup (until) WHERE until - began > 3600000;
CREATE TABLE told (coup INTEGER PRIMARY KEY, found BLOB NOT NULL) STRICT;
CREATE TABLE word (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, word TEXT NOT NULL, UNIQUE (kind, word)) STRICT;
CREATE TABLE term (word INTEGER NOT NULL, began INTEGER NOT NULL, coup INTEGER NOT NULL, PRIMARY KEY (word, began, coup)) STRICT, WITHOUT ROWID;
CREATE TABLE amount (amount INTEGER NOT NULL, coup INTEGER NOT NULL, PRIMARY KEY (amount, coup)) STRICT, WITHOUT ROWID;
CREATE INDEX amount_of ON amount (coup, amount);
CREATE TABLE cage (
    event INTEGER PRIMARY KEY, at INTEGER NOT NULL, fact TEXT NOT NULL, person TEXT NOT NULL, second TEXT, patron TEXT, name TEXT,
    number INTEGER, worth INTEGER, told TEXT NOT NULL) STRICT;
CREATE INDEX cage_fact ON cage (fact, number);
CREATE INDEX cage_person ON cage (person);
CREATE INDEX cage_second ON cage (second);
CREATE INDEX cage_patron ON cage (patron);
CREATE INDEX cage_name ON cage (name);
CREATE INDEX cage_at ON cage (at);
CREATE INDEX cage_worth ON cage (worth);
";

/// Where reading a table stands.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Follows {
    /// The coup under way.
    on: Option<u32>,
    /// The last coup that has begun.
    begun: u32,
    /// Shoes played so far.
    shoe: u32,
    /// Everybody who has acted at the table.
    names: BTreeSet<String>,
    /// The coups that matters name, by the matter's number.
    matters: BTreeMap<u32, u32>,
    /// How far what stands beside was read.
    beside: ReadBeside,
}

/// How far what stands beside a table's events was read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct ReadBeside {
    /// Notes on who keyed what.
    keyed: u64,
    /// Proposals.
    proposals: u64,
    /// Who made the proposals that nobody has decided.
    proposed: BTreeMap<u32, String>,
}

impl Follows {
    /// The coup to which an event belongs.
    fn coup_of(&self, fact: &Fact) -> Option<u32> {
        let coming = Some(self.on.unwrap_or(self.begun + 1));
        match fact {
            Fact::Trouble(
                trouble::Fact::SettlementUndone { coup, .. }
                | trouble::Fact::WagerForfeited { coup, .. }
                | trouble::Fact::WagerCorrected { coup, .. }
                | trouble::Fact::RecordCorrected { coup, .. }
                | trouble::Fact::PaymentRighted { coup, .. }
                | trouble::Fact::SettledOnPaper { coup, .. },
            ) => Some(*coup),
            Fact::Trouble(
                trouble::Fact::CoupVoided { number }
                | trouble::Fact::CoupReopened { number }
                | trouble::Fact::CoupInvalidated { number, .. },
            )
            | Fact::Deal(deal::Fact::CoupStarted { number, .. }) => Some(*number),
            Fact::Trouble(trouble::Fact::OpenItemSettled { item }) => Some(item.coup),
            Fact::Trouble(trouble::Fact::MatterOpened { matter }) => matter.coup().or(coming),
            Fact::Trouble(trouble::Fact::MatterDecided { id, .. }) => {
                self.matters.get(id).copied().or(coming)
            }
            _ => coming,
        }
    }

    fn take(&mut self, event: &Event) {
        self.names.insert(event.by.name.to_string());
        match &event.fact {
            Fact::Cards(cards::Fact::PlayStarted) => self.shoe += 1,
            Fact::Deal(deal::Fact::CoupStarted { number, .. }) => {
                (self.on, self.begun) = (Some(*number), *number)
            }
            Fact::Trouble(trouble::Fact::CoupReopened { number }) => self.on = Some(*number),
            Fact::Trouble(trouble::Fact::MatterOpened { matter }) => {
                self.matters.extend(matter.coup().map(|coup| (matter.id, coup)));
            }
            Fact::Pay(pay::Fact::CoupEnded { .. }) => self.on = None,
            _ => {}
        }
    }
}

/// What stands beside the events of a table: by command who keyed it, and by first event who proposed and approved it.
#[derive(Default)]
struct Beside {
    keyed: BTreeMap<String, String>,
    approved: BTreeMap<u64, (Option<String>, String)>,
}

/// The index.
pub struct Index {
    /// What is kept from one opening to the next.
    kept: SqlitePool,
    /// What is searched.
    file: SqlitePool,
    /// The file of it, to fill and to copy it.
    copied: Option<Copied>,
    /// Entries of the log read since it was opened.
    read: AtomicU64,
    /// One search at a time brings it up to date.
    turn: Mutex<Turn>,
}

/// A file without a name, and where a copy of it is kept.
struct Copied {
    file: Arc<File>,
    kept: Option<Arc<SealedCopy>>,
}

/// Whoever has it may write into the index.
#[derive(Default)]
pub(super) struct Turn {
    /// What was kept is in it, or it was begun anew.
    is_filled: bool,
    /// How many entries of the log had been read when it was last kept.
    kept_at: u64,
}

impl Index {
    /// Opens what is kept there, or makes it anew, and begins an index beside it. Where no file can be kept it is kept in memory; where
    /// nothing can be sealed, no copy of it is kept.
    pub async fn open(path: &Path, seals: Option<Seals>) -> Result<Index, Denial> {
        let filed = async {
            let kept = kept(SqliteConnectOptions::new().filename(path).create_if_missing(true)).await?;
            Ok((kept, nameless(path).await?))
        };
        let filed: Result<_, sqlx::Error> = filed.await;
        match filed {
            Ok((kept, (file, nameless))) => {
                let copy =
                    seals.map(|seals| Arc::new(SealedCopy::new(path.with_file_name("coups.kept"), seals)));
                let copied = Some(Copied { file: Arc::new(nameless), kept: copy });
                Ok(Index { kept, file, copied, read: AtomicU64::new(0), turn: Mutex::default() })
            }
            Err(fault) => {
                tracing::warn!(%fault, "the index of coups cannot be kept in a file; it is kept in memory");
                Index::in_memory().await
            }
        }
    }

    /// One that is kept in memory, for a log that does not hold.
    pub async fn in_memory() -> Result<Index, Denial> {
        let memory = || SqliteConnectOptions::new().in_memory(true);
        let kept = kept(memory()).await.map_err(broken)?;
        let file = connected(memory()).await.map_err(broken)?;
        sqlx::raw_sql(SEARCHED).execute(&file).await.map_err(broken)?;
        let turn = Mutex::new(Turn { is_filled: true, kept_at: 0 });
        Ok(Index { kept, file, copied: None, read: AtomicU64::new(0), turn })
    }

    /// Fills the file with the copy that was kept, as far as the log goes on from it; or begins it anew.
    async fn fill(&self, archive: &Archive) -> Result<(), Denial> {
        let Some(copied) = &self.copied else { return Ok(()) };
        if let Some(copy) = copied.kept.clone() {
            let (begun, file) = (Instant::now(), copied.file.clone());
            let filled = tokio::task::spawn_blocking(move || copy.fill(&file)).await;
            match filled.map_err(|error| Denial::ours(&error))? {
                Ok(true) if self.is_of(archive).await => {
                    tracing::info!(
                        seconds = begun.elapsed().as_secs_f64(),
                        "the index of coups is as it was kept"
                    );
                    return self.hold_alone().await.map_err(broken);
                }
                Ok(true) => {
                    tracing::warn!("the index of coups that was kept is of another log; it is made anew")
                }
                Ok(false) => {}
                Err(fault) => {
                    tracing::warn!(%fault, "the index of coups that was kept cannot be read; it is made anew")
                }
            }
        }
        copied.file.set_len(0).map_err(|fault| broken(sqlx::Error::Io(fault)))?;
        self.hold_alone().await.map_err(broken)?;
        sqlx::raw_sql(SEARCHED).execute(&self.file).await.map(drop).map_err(broken)
    }

    /// From here on the database need not look whether the file was written by anybody else.
    async fn hold_alone(&self) -> Result<(), sqlx::Error> {
        sqlx::raw_sql("PRAGMA locking_mode = EXCLUSIVE").execute(&self.file).await.map(drop)
    }

    /// Does the log have, at every place up to which it was read, what was read there?
    async fn is_of(&self, archive: &Archive) -> bool {
        let places = sqlx::query("SELECT name, next, head FROM place").fetch_all(&self.file).await;
        let Ok(places) = places else { return false };
        for row in places {
            let (name, next): (String, i64) = (row.get("name"), row.get("next"));
            let stream = match name.as_str() {
                PLACE => Stream::new(CAGE, STREAM),
                table => Stream::new(TABLE, table),
            };
            let (Ok(stream), Some(last)) = (stream, next.unsigned_abs().checked_sub(1)) else { return false };
            let Ok(entries) = archive.store().read(&stream, last, 1).await else { return false };
            let fits = |entry: &Entry| {
                entry.end() == last + 1 && entry.head().to_string() == row.get::<String, _>("head")
            };
            if !entries.first().is_some_and(fits) {
                return false;
            }
        }
        true
    }

    /// Keeps a copy, if so many entries of the log were read since the last.
    pub(super) async fn keep_copy(&self, least: u64) {
        let mut turn = self.turn.lock().await;
        let read = self.entries_read();
        let Some(copied) = self.copied.as_ref().filter(|_| turn.is_filled && read - turn.kept_at >= least)
        else {
            return;
        };
        let Some(copy) = copied.kept.clone() else { return };
        let file = copied.file.clone();
        // Whoever has the turn writes nothing meanwhile, so that the file is whole.
        match tokio::task::spawn_blocking(move || copy.keep(&file)).await {
            Ok(Ok(())) => turn.kept_at = read,
            Ok(Err(fault)) => {
                tracing::warn!(%fault, "the index of coups could not be kept; it is made anew next time")
            }
            Err(error) => {
                tracing::warn!(%error, "the index of coups could not be kept; it is made anew next time")
            }
        }
    }

    /// What is searched.
    pub fn file(&self) -> &SqlitePool {
        &self.file
    }

    /// Waits until nobody else writes, and until what was kept is there.
    pub(super) async fn turn(&self, archive: &Archive) -> Result<MutexGuard<'_, Turn>, Denial> {
        let mut turn = self.turn.lock().await;
        if !turn.is_filled {
            self.fill(archive).await?;
            turn.is_filled = true;
        }
        Ok(turn)
    }

    /// How many entries of the log were read since it was opened.
    pub fn entries_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Reads what has come of a table since.
    pub async fn catch_up(&self, archive: &Archive, table: &str) -> Result<(), Denial> {
        let _turn = self.turn(archive).await?;
        let stream = Stream::new(TABLE, table).map_err(LedgerError::from)?;
        let row = sqlx::query("SELECT next FROM place WHERE name = ?").bind(table);
        let row = row.fetch_optional(&self.file).await.map_err(broken)?;
        let next = row.map_or(0, |row| row.get::<i64, _>("next")) as u64;
        // Where the table stands is asked first: what stands beside later events is read with those.
        let last = archive.store().last(&stream).await.map_err(|fault| super::denied(fault.into()))?;
        let end = last.map_or(0, |entry| entry.end());
        if end <= next {
            return Ok(());
        }
        let row = sqlx::query("SELECT follows FROM place WHERE name = ?").bind(table);
        let row = row.fetch_optional(&self.file).await.map_err(broken)?;
        let mut follows: Follows =
            row.and_then(|row| serde_json::from_str(row.get("follows")).ok()).unwrap_or_default();
        let (beside, read) = self.beside(archive, table, &follows).await.map_err(super::denied)?;
        let mut next = next;
        while next < end {
            let entries = self.part(archive, &stream, next..end).await.map_err(super::denied)?;
            let Some((read_to, head)) = entries.last().map(|last| (last.end(), last.head().to_string()))
            else {
                return Ok(());
            };
            let mut coups = BTreeMap::new();
            for entry in &entries {
                self.take(table, entry, &beside, &mut follows, &mut coups).await?;
            }
            next = read_to;
            // What stands beside was read once the last part is: until then it is read again.
            if next >= end {
                follows.beside = read.clone();
            }
            let coups: Vec<CoupFound> = coups.into_values().collect();
            self.keep(table, (next, &head), &follows, &coups).await.map_err(broken)?;
        }
        Ok(())
    }

    /// Some entries of a stream, as many as are kept together.
    pub(super) async fn part(
        &self,
        archive: &Archive,
        stream: &Stream,
        range: Range<u64>,
    ) -> Result<Vec<Entry>, ArchiveFault> {
        let mut entries = Vec::new();
        self.each(archive, stream, range.start, |entry| {
            let wanted = entry.end() <= range.end;
            if wanted {
                entries.push(entry);
            }
            wanted && entries.len() < PART
        })
        .await?;
        Ok(entries)
    }

    async fn each(
        &self,
        archive: &Archive,
        stream: &Stream,
        from: u64,
        mut take: impl FnMut(Entry) -> bool,
    ) -> Result<(), ArchiveFault> {
        archive
            .each_entry(stream, from, |entry| {
                self.read.fetch_add(1, Ordering::Relaxed);
                Ok(take(entry))
            })
            .await
    }

    async fn beside(
        &self,
        archive: &Archive,
        table: &str,
        follows: &Follows,
    ) -> Result<(Beside, ReadBeside), ArchiveFault> {
        let (mut beside, mut read) = (Beside::default(), follows.beside.clone());
        let keyed = Stream::new(KEYED, table).map_err(LedgerError::from)?;
        self.each(archive, &keyed, follows.beside.keyed, |entry| {
            read.keyed = entry.end();
            beside.keyed.insert(entry.command.as_str().to_owned(), entry.by.name);
            true
        })
        .await?;
        let proposals = Stream::new(PROPOSAL, table).map_err(LedgerError::from)?;
        self.each(archive, &proposals, follows.beside.proposals, |entry| {
            read.proposals = entry.end();
            for record in entry.records() {
                match serde_json::from_str::<ProposalFact>(record.payload.text()) {
                    Ok(ProposalFact::Made { number, .. }) => {
                        read.proposed.insert(number, entry.by.name.clone());
                    }
                    Ok(ProposalFact::Approved { number, seq, .. }) => {
                        beside.approved.insert(seq, (read.proposed.remove(&number), entry.by.name.clone()));
                    }
                    Ok(ProposalFact::Refused { number, .. }) => drop(read.proposed.remove(&number)),
                    Err(_) => {}
                }
            }
            true
        })
        .await?;
        Ok((beside, read))
    }

    /// Takes in an entry of a table.
    async fn take(
        &self,
        table: &str,
        entry: &Entry,
        beside: &Beside,
        follows: &mut Follows,
        coups: &mut BTreeMap<u32, CoupFound>,
    ) -> Result<(), Denial> {
        let keyed = beside.keyed.get(entry.command.as_str());
        let approved = beside.approved.range(entry.first..entry.end()).next().map(|(_, people)| people);
        for record in entry.records() {
            let Ok(Some(event)) = ledger::event::<Table>(&record) else { continue };
            let number = follows.coup_of(&event.fact);
            follows.take(&event);
            let Some(number) = number else { continue };
            if let btree_map::Entry::Vacant(place) = coups.entry(number) {
                let known = self.known(table, number).await.map_err(broken)?;
                let new = || CoupFound::new(table, number, event.at, record.sequence);
                place.insert(known.unwrap_or_else(new));
            }
            let Some(coup) = coups.get_mut(&number) else { continue };
            let is_name = |name: &str| follows.names.contains(name);
            coup.see(&CoupEvent { sequence: record.sequence, event: &event, is_name: &is_name });
            if matches!(event.fact, Fact::Deal(deal::Fact::CoupStarted { .. })) {
                coup.shoe = follows.shoe;
            }
            if let Some(name) = keyed {
                coup.people.insert(name.clone());
                coup.keyed_by.insert(name.clone());
            }
            if let Some((proposer, approver)) = approved {
                coup.proposers.extend(proposer.clone());
                coup.approvers.insert(approver.clone());
                coup.people.extend(proposer.iter().chain([approver]).cloned());
            }
        }
        Ok(())
    }

    async fn known(&self, table: &str, coup: u32) -> Result<Option<CoupFound>, sqlx::Error> {
        let row = sqlx::query(
            "SELECT found FROM told WHERE coup = (SELECT id FROM coup WHERE name = ? AND coup = ?)",
        );
        let row = row.bind(table).bind(coup);
        let row = row.fetch_optional(&self.file).await?;
        Ok(row.and_then(|row| read(&row)))
    }

    /// Keeps what was read and how far, together.
    async fn keep(
        &self,
        table: &str,
        (next, head): (u64, &str),
        follows: &Follows,
        coups: &[CoupFound],
    ) -> Result<(), sqlx::Error> {
        let mut turn = self.file.begin().await?;
        keep_coups(&mut turn, coups).await?;
        let place = "INSERT INTO place (name, next, head, follows) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET \
                     next = excluded.next, head = excluded.head, follows = excluded.follows";
        let place = sqlx::query(place).bind(table).bind(next as i64).bind(head).bind(written(follows)?);
        place.execute(&mut *turn).await?;
        turn.commit().await
    }

    /// Takes coups in that stand in no log, to measure what a search costs.
    pub async fn take_in(&self, coups: &[CoupFound]) -> Result<(), Denial> {
        let mut turn = self.turn.lock().await;
        if !turn.is_filled {
            self.hold_alone().await.map_err(broken)?;
            sqlx::raw_sql(SEARCHED).execute(&self.file).await.map_err(broken)?;
            turn.is_filled = true;
        }
        let mut work = self.file.begin().await.map_err(broken)?;
        keep_coups(&mut work, coups).await.map_err(broken)?;
        work.commit().await.map_err(broken)
    }

    /// A coup by its number.
    pub async fn coup(&self, table: &str, number: u32) -> Result<Option<CoupFound>, Denial> {
        self.known(table, number).await.map_err(broken)
    }

    /// Keeps how a table stood before this record, and what else was found up to there, in place of what was found before.
    pub(super) async fn keep_mark(
        &self,
        table: &str,
        next: u64,
        standing: &str,
        found: &str,
    ) -> Result<(), Denial> {
        let packed = packed(standing).map_err(|error| broken(sqlx::Error::Io(error)))?;
        let mut turn = self.kept.begin().await.map_err(broken)?;
        let mark = sqlx::query("INSERT OR REPLACE INTO mark VALUES (?, ?, ?)").bind(table).bind(next as i64);
        mark.bind(packed).execute(&mut *turn).await.map_err(broken)?;
        let keeps =
            sqlx::query("INSERT OR REPLACE INTO found VALUES (?, ?, ?)").bind(table).bind(next as i64);
        keeps.bind(found).execute(&mut *turn).await.map_err(broken)?;
        turn.commit().await.map_err(broken)
    }

    /// The last mark of a table that is no later than this record.
    pub(super) async fn mark(&self, table: &str, sequence: u64) -> Result<Option<(u64, String)>, Denial> {
        let sql = "SELECT next, standing FROM mark WHERE name = ? AND next <= ? ORDER BY next DESC LIMIT 1";
        let up_to = i64::try_from(sequence).unwrap_or(i64::MAX);
        let row =
            sqlx::query(sql).bind(table).bind(up_to).fetch_optional(&self.kept).await.map_err(broken)?;
        let mark = row.map(|row| (row.get::<i64, _>(0).unsigned_abs(), row.get::<Vec<u8>, _>(1)));
        Ok(mark.and_then(|(next, standing)| Some((next, unpacked(&standing).ok()?))))
    }

    /// What else was found of a table, and up to which record.
    pub(super) async fn found(&self, table: &str) -> Result<Option<(u64, String)>, Denial> {
        let row = sqlx::query("SELECT next, found FROM found WHERE name = ?").bind(table);
        let row = row.fetch_optional(&self.kept).await.map_err(broken)?;
        Ok(row.map(|row| (row.get::<i64, _>(0).unsigned_abs(), row.get(1))))
    }

    /// Keeps a copy, if it has read anything since the last, and lets go of the file.
    pub async fn close(&self) {
        self.keep_copy(1).await;
        self.file.close().await;
        self.kept.close().await;
    }
}

/// One connection, which stays: a file without a name is gone with its last.
async fn connected(options: SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    let pool = SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
    pool.connect_with(options).await
}

async fn kept(options: SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
    let file = connected(options).await?;
    let layout: i64 = sqlx::query("PRAGMA user_version").fetch_one(&file).await?.get(0);
    if layout != LAYOUT {
        for known in ["place", "coup", "told", "term", "amount", "mark", "found", "cage"] {
            let drops = format!("DROP TABLE IF EXISTS {known}");
            sqlx::raw_sql(sqlx::AssertSqlSafe(drops)).execute(&file).await?;
        }
        sqlx::raw_sql(KEPT).execute(&file).await?;
        let layout = format!("PRAGMA user_version = {LAYOUT}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(layout)).execute(&file).await?;
    }
    Ok(file)
}

/// What is searched, in a new file beside what is kept. It loses its name before anything is in it, so that the system gives it back when
/// the house ends, however that ends.
async fn nameless(beside: &Path) -> Result<(SqlitePool, File), sqlx::Error> {
    static MADE: AtomicU64 = AtomicU64::new(0);
    let nth = MADE.fetch_add(1, Ordering::Relaxed);
    let path = beside.with_extension(format!("{}-{nth}", std::process::id()));
    // One that a house left that ended just here.
    let _ = std::fs::remove_file(&path);
    let new = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path)?;
    // A journal would need the name.
    let options = SqliteConnectOptions::new().filename(&path).journal_mode(SqliteJournalMode::Memory);
    let file = connected(options.synchronous(SqliteSynchronous::Off)).await;
    std::fs::remove_file(&path)?;
    Ok((file?, new))
}

/// Takes coups into the index, in place of what it had of them.
async fn keep_coups(turn: &mut SqliteConnection, coups: &[CoupFound]) -> Result<(), sqlx::Error> {
    let (mut told, mut terms, mut amounts) = (Vec::new(), Vec::new(), Vec::new());
    for coup in coups {
        let keeps = "INSERT INTO coup (name, coup, began, until, dealt, void, winner, cards) VALUES (?, ?, ?, ?, ?, ?, ?, ?) \
                     ON CONFLICT (name, coup) DO UPDATE SET began = excluded.began, until = excluded.until, dealt = excluded.dealt, \
                     void = excluded.void, winner = excluded.winner, cards = excluded.cards RETURNING id";
        let row = sqlx::query(keeps).bind(&coup.table).bind(coup.coup).bind(coup.from.0).bind(coup.until.0);
        let row = row.bind(coup.dealt).bind(coup.void).bind(coup.winner_word()).bind(coup.cards_text());
        let id: i64 = row.fetch_one(&mut *turn).await?.get("id");
        // Apart from what is searched, so that a search reads no more than it compares.
        told.push((id, packed(&written(coup)?)?));
        terms.extend(coup.terms().into_iter().map(|term| (term, coup.from.0, id)));
        amounts.extend(coup.amounts.iter().map(|amount| (*amount, id)));
    }
    for rows in told.chunks(ROWS) {
        let mut keeps = QueryBuilder::<Sqlite>::new("INSERT OR REPLACE INTO told (coup, found) ");
        keeps.push_values(rows, |mut row, (id, found)| {
            row.push_bind(*id).push_bind(found);
        });
        keeps.build().execute(&mut *turn).await?;
    }
    let known = words(turn, terms.iter().map(|((kind, word), ..)| (*kind, word.as_str())).collect()).await?;
    let terms: BTreeSet<(i64, i64, i64)> = terms
        .iter()
        .filter_map(|((kind, word), began, id)| Some((*known.get(&(*kind, word.as_str()))?, *began, *id)))
        .collect();
    // In the order of the index, which is quickest.
    for rows in terms.into_iter().collect::<Vec<_>>().chunks(ROWS) {
        let mut keeps = QueryBuilder::<Sqlite>::new("INSERT OR IGNORE INTO term (word, began, coup) ");
        keeps.push_values(rows, |mut row, (word, began, id)| {
            row.push_bind(*word).push_bind(*began).push_bind(*id);
        });
        keeps.build().execute(&mut *turn).await?;
    }
    amounts.sort_unstable();
    for rows in amounts.chunks(ROWS) {
        let mut keeps = QueryBuilder::<Sqlite>::new("INSERT OR IGNORE INTO amount (amount, coup) ");
        keeps.push_values(rows, |mut row, (amount, id)| {
            row.push_bind(*amount).push_bind(*id);
        });
        keeps.build().execute(&mut *turn).await?;
    }
    Ok(())
}

/// The number of each word; those that are new get one.
async fn words<'w>(
    turn: &mut SqliteConnection,
    all: BTreeSet<(&'w str, &'w str)>,
) -> Result<BTreeMap<(&'w str, &'w str), i64>, sqlx::Error> {
    let mut known = BTreeMap::new();
    for words in all.into_iter().collect::<Vec<_>>().chunks(ROWS) {
        let mut keeps = QueryBuilder::<Sqlite>::new("INSERT OR IGNORE INTO word (kind, word) ");
        keeps.push_values(words, |mut row, (kind, word)| {
            row.push_bind(*kind).push_bind(*word);
        });
        keeps.build().execute(&mut *turn).await?;
        let mut asks = QueryBuilder::<Sqlite>::new("WITH asked (kind, word) AS (");
        asks.push_values(words, |mut row, (kind, word)| {
            row.push_bind(*kind).push_bind(*word);
        });
        asks.push(") SELECT (SELECT id FROM word WHERE word.kind = asked.kind AND word.word = asked.word) FROM asked");
        // A list of values is gone through in its order.
        let rows = asks.build().fetch_all(&mut *turn).await?;
        known.extend(words.iter().zip(rows).map(|(word, row)| (*word, row.get::<i64, _>(0))));
    }
    Ok(known)
}

fn packed(text: &str) -> std::io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes())?;
    packed.finish()
}

fn unpacked(bytes: &[u8]) -> std::io::Result<String> {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).map(|_| text)
}

fn written(value: &impl Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|fault| sqlx::Error::Encode(fault.into()))
}

pub(super) fn read(row: &SqliteRow) -> Option<CoupFound> {
    serde_json::from_str(&unpacked(row.get("found")).ok()?).ok()
}

pub(super) fn broken(fault: sqlx::Error) -> Denial {
    Denial::ours(&format!("the index of coups: {fault}"))
}
