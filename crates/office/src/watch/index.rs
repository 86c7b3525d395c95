//! The index by which coups are found: a projection of the log, with how far each table was read. A search asks the index and reads none of
//! the log but what has come since.
//!
//! It is made anew from the log each time that the house opens, in a file without a name, which no other process can open: whoever writes
//! on the disk hides nothing from those who watch. What is kept from one opening to the next is how tables stood at some places, for which
//! the log vouches.
//!
//! What happens between two coups belongs to the coming one, unless it is about another: a decision belongs to the coup that the matter is
//! about.

use super::finder::{CoupEvent, CoupFound, Search};
use archive::{Archive, ArchiveFault};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use floor::keyed_by::KEYED;
use floor::proposals::{PROPOSAL, ProposalFact};
use ledger::{Entry, LedgerError, Stream};
use people::Names;
use people::denial::Denial;
use serde::{Deserialize, Serialize};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{QueryBuilder, Row, Sqlite};
use std::collections::{BTreeMap, BTreeSet, btree_map};
use std::io::{Read, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use table::{Event, Fact, TABLE, Table, Time, cards, deal, pay, trouble};
use tokio::sync::{Mutex, MutexGuard};

/// The layout of what is kept. Another one is made anew.
const LAYOUT: i64 = 8;
/// What is told of a coup that fits.
const FOUND: &str = "(SELECT found FROM told WHERE told.coup = coup.id) AS found";
/// The number of entries that are read and kept together.
const PART: usize = 2_000;

/// What is kept from one opening to the next; nothing of it is believed for which the log does not vouch.
const KEPT: &str = "
CREATE TABLE mark (name TEXT NOT NULL, next INTEGER NOT NULL, standing BLOB NOT NULL, PRIMARY KEY (name, next)) STRICT;
CREATE TABLE found (name TEXT PRIMARY KEY, next INTEGER NOT NULL, found TEXT NOT NULL) STRICT;
";

/// By what coups, and what happens at the cage, are found.
const SEARCHED: &str = "
CREATE TABLE place (name TEXT PRIMARY KEY, next INTEGER NOT NULL, follows TEXT NOT NULL) STRICT;
CREATE TABLE coup (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, coup INTEGER NOT NULL, began INTEGER NOT NULL, until INTEGER NOT NULL,
    dealt INTEGER NOT NULL, void INTEGER NOT NULL, winner TEXT, cards TEXT NOT NULL,
    UNIQUE (name, coup)) STRICT;
CREATE INDEX coup_began ON coup (began, coup, name);
CREATE INDEX coup_winner ON coup (winner, began, coup, name);
CREATE INDEX coup_void ON coup (void, began, coup, name);
CREATE TABLE told (coup INTEGER PRIMARY KEY, found TEXT NOT NULL) STRICT;
CREATE TABLE term (kind TEXT NOT NULL, word TEXT NOT NULL, coup INTEGER NOT NULL, PRIMARY KEY (kind, word, coup)) STRICT, WITHOUT ROWID;
CREATE TABLE amount (amount INTEGER NOT NULL, coup INTEGER NOT NULL, PRIMARY KEY (amount, coup)) STRICT, WITHOUT ROWID;
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
    /// Entries of the log read since it was opened.
    read: AtomicU64,
    /// One search at a time brings it up to date.
    turn: Mutex<()>,
}

impl Index {
    /// Opens what is kept there, or makes it anew, and begins an index beside it. Where no file can be kept it is kept in memory.
    pub async fn open(path: &Path) -> Result<Index, Denial> {
        let filed = async {
            let kept = kept(SqliteConnectOptions::new().filename(path).create_if_missing(true)).await?;
            Ok((kept, nameless(path).await?))
        };
        let filed: Result<_, sqlx::Error> = filed.await;
        match filed {
            Ok((kept, file)) => Ok(Index { kept, file, read: AtomicU64::new(0), turn: Mutex::new(()) }),
            Err(fault) => {
                tracing::warn!(%fault, "the index of coups cannot be kept in a file; it is kept in memory");
                Index::in_memory().await
            }
        }
    }

    /// One that is kept in memory, for a log that does not hold.
    pub(super) async fn in_memory() -> Result<Index, Denial> {
        let memory = || SqliteConnectOptions::new().in_memory(true);
        let kept = kept(memory()).await.map_err(broken)?;
        let file = connected(memory()).await.map_err(broken)?;
        sqlx::raw_sql(SEARCHED).execute(&file).await.map_err(broken)?;
        Ok(Index { kept, file, read: AtomicU64::new(0), turn: Mutex::new(()) })
    }

    pub(super) fn file(&self) -> &SqlitePool {
        &self.file
    }

    pub(super) async fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// How many entries of the log were read since it was opened.
    pub fn entries_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Reads what has come of a table since.
    pub async fn catch_up(&self, archive: &Archive, table: &str) -> Result<(), Denial> {
        let _turn = self.turn.lock().await;
        let stream = Stream::new(TABLE, table).map_err(LedgerError::from)?;
        let row = sqlx::query("SELECT next, follows FROM place WHERE name = ?").bind(table);
        let row = row.fetch_optional(&self.file).await.map_err(broken)?;
        let next = row.as_ref().map_or(0, |row| row.get::<i64, _>("next")) as u64;
        let mut follows: Follows =
            row.and_then(|row| serde_json::from_str(row.get("follows")).ok()).unwrap_or_default();
        // Where the table stands is asked first: what stands beside later events is read with those.
        let last = archive.store().last(&stream).await.map_err(|fault| super::denied(fault.into()))?;
        let end = last.map_or(0, |entry| entry.end());
        if end <= next {
            return Ok(());
        }
        let (beside, read) = self.beside(archive, table, &follows).await.map_err(super::denied)?;
        let mut next = next;
        while next < end {
            let entries = self.part(archive, &stream, next..end).await.map_err(super::denied)?;
            let Some(read_to) = entries.last().map(Entry::end) else { return Ok(()) };
            let mut coups = BTreeMap::new();
            for entry in &entries {
                self.take(table, entry, &beside, &mut follows, &mut coups).await?;
            }
            next = read_to;
            // What stands beside was read once the last part is: until then it is read again.
            if next >= end {
                follows.beside = read.clone();
            }
            self.keep(table, next, &follows, coups.into_values()).await.map_err(broken)?;
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
        next: u64,
        follows: &Follows,
        coups: impl Iterator<Item = CoupFound>,
    ) -> Result<(), sqlx::Error> {
        let mut turn = self.file.begin().await?;
        for coup in coups {
            let keeps = "INSERT INTO coup (name, coup, began, until, dealt, void, winner, cards) VALUES (?, ?, ?, ?, ?, ?, ?, ?) \
                         ON CONFLICT (name, coup) DO UPDATE SET began = excluded.began, until = excluded.until, dealt = excluded.dealt, \
                         void = excluded.void, winner = excluded.winner, cards = excluded.cards RETURNING id";
            let row =
                sqlx::query(keeps).bind(&coup.table).bind(coup.coup).bind(coup.from.0).bind(coup.until.0);
            let row = row.bind(coup.dealt).bind(coup.void).bind(coup.winner_word()).bind(coup.cards_text());
            let id: i64 = row.fetch_one(&mut *turn).await?.get("id");
            // Apart from what is searched, so that a search reads no more than it compares.
            let whole = sqlx::query("INSERT OR REPLACE INTO told (coup, found) VALUES (?, ?)").bind(id);
            whole.bind(written(&coup)?).execute(&mut *turn).await?;
            for (kind, word) in coup.terms() {
                let term = sqlx::query("INSERT OR IGNORE INTO term (kind, word, coup) VALUES (?, ?, ?)");
                term.bind(kind).bind(word).bind(id).execute(&mut *turn).await?;
            }
            for amount in &coup.amounts {
                let kept = sqlx::query("INSERT OR IGNORE INTO amount (amount, coup) VALUES (?, ?)");
                kept.bind(amount).bind(id).execute(&mut *turn).await?;
            }
        }
        let place = "INSERT INTO place (name, next, follows) VALUES (?, ?, ?) \
                     ON CONFLICT (name) DO UPDATE SET next = excluded.next, follows = excluded.follows";
        let place = sqlx::query(place).bind(table).bind(next as i64).bind(written(follows)?);
        place.execute(&mut *turn).await?;
        turn.commit().await
    }

    /// Coups that fit, newest first, after those that were told before; and how many there are in all.
    pub async fn search(
        &self,
        (search, names): (&Search, &Names),
        pattern: &[String],
        before: Option<(Time, u32, &str)>,
        limit: usize,
    ) -> Result<(Vec<CoupFound>, usize), Denial> {
        // What has happened since the last coup is found by what happened; no coup is told that was not dealt, where none is looked for.
        let dealt = if search.picks() { "1" } else { "dealt" };
        let mut counts =
            wanted(&format!("SELECT COUNT(*) FROM coup WHERE {dealt}"), (search, names), pattern);
        let all: i64 = counts.build().fetch_one(&self.file).await.map_err(broken)?.get(0);
        let mut finds = wanted(&format!("SELECT {FOUND} FROM coup WHERE {dealt}"), (search, names), pattern);
        if let Some((from, coup, table)) = before {
            finds.push(" AND (began, coup, name) < (").push_bind(from.0).push(", ").push_bind(coup);
            finds.push(", ").push_bind(table.to_owned()).push(")");
        }
        finds.push(" ORDER BY began DESC, coup DESC, name DESC LIMIT ").push_bind(limit as i64);
        let rows = finds.build().fetch_all(&self.file).await.map_err(broken)?;
        Ok((rows.iter().filter_map(read).collect(), usize::try_from(all).unwrap_or_default()))
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

    /// Lets go of the file.
    pub async fn close(&self) {
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
async fn nameless(beside: &Path) -> Result<SqlitePool, sqlx::Error> {
    static MADE: AtomicU64 = AtomicU64::new(0);
    let nth = MADE.fetch_add(1, Ordering::Relaxed);
    let path = beside.with_extension(format!("{}-{nth}", std::process::id()));
    // One that a house left that ended just here.
    let _ = std::fs::remove_file(&path);
    std::fs::OpenOptions::new().write(true).create_new(true).open(&path)?;
    // A journal would need the name.
    let options = SqliteConnectOptions::new().filename(&path).journal_mode(SqliteJournalMode::Memory);
    let options = options.synchronous(SqliteSynchronous::Off).locking_mode(SqliteLockingMode::Exclusive);
    let file = connected(options).await;
    std::fs::remove_file(&path)?;
    let file = file?;
    sqlx::raw_sql(SEARCHED).execute(&file).await?;
    Ok(file)
}

/// The question that a search is.
fn wanted(head: &str, (search, names): (&Search, &Names), pattern: &[String]) -> QueryBuilder<Sqlite> {
    let mut asks = QueryBuilder::new(head);
    if let Some(table) = &search.table {
        asks.push(" AND name = ").push_bind(table.clone());
    }
    if let Some(coup) = search.coup {
        asks.push(" AND coup = ").push_bind(coup);
    }
    if let Some(from) = search.from {
        asks.push(" AND until >= ").push_bind(from);
    }
    if let Some(until) = search.until {
        asks.push(" AND began <= ").push_bind(until);
    }
    if let Some(winner) = &search.winner {
        asks.push(" AND winner = ").push_bind(winner.clone());
    }
    if let Some(void) = search.void {
        asks.push(" AND void = ").push_bind(void);
    }
    for (kind, words) in search.terms(pattern, names) {
        asks.push(" AND id IN (SELECT coup FROM term WHERE kind = ").push_bind(kind).push(" AND word IN (");
        let mut listed = asks.separated(", ");
        words.into_iter().for_each(|word| {
            listed.push_bind(word);
        });
        asks.push("))");
    }
    if search.amount_from.is_some() || search.amount_to.is_some() {
        asks.push(" AND id IN (SELECT coup FROM amount WHERE amount BETWEEN ");
        asks.push_bind(search.amount_from.unwrap_or(i64::MIN)).push(" AND ");
        asks.push_bind(search.amount_to.unwrap_or(i64::MAX)).push(")");
    }
    if !pattern.is_empty() {
        let cards: Vec<String> = pattern
            .iter()
            .map(|card| if card.len() == 1 { format!("{card}?") } else { card.clone() })
            .collect();
        asks.push(" AND cards GLOB ").push_bind(format!("*{}*", cards.join(" ")));
    }
    asks
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

fn read(row: &SqliteRow) -> Option<CoupFound> {
    serde_json::from_str(row.get("found")).ok()
}

pub(super) fn broken(fault: sqlx::Error) -> Denial {
    Denial::ours(&format!("the index of coups: {fault}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is searched by, an index leads to it: no coup is looked at that does not fit, and those that do come in their order.
    #[tokio::test]
    async fn searches_by_winner_and_by_void_are_led_by_an_index() {
        let index = Index::in_memory().await.unwrap();
        let by = [
            (Search { winner: Some("tie".to_owned()), ..Search::default() }, "coup_winner"),
            (Search { void: Some(true), ..Search::default() }, "coup_void"),
            (Search::default(), "coup_began"),
        ];
        for (search, expected) in by {
            let mut asks = wanted(
                &format!("EXPLAIN QUERY PLAN SELECT {FOUND} FROM coup WHERE dealt"),
                (&search, &Names::default()),
                &[],
            );
            asks.push(" ORDER BY began DESC, coup DESC, name DESC LIMIT 50");
            let rows = asks.build().fetch_all(&index.file).await.unwrap();
            let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
            assert!(plan.iter().any(|step| step.contains(expected)), "{expected}: {plan:?}");
            assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{plan:?}");
        }
    }
}
