//! A table opened again: its log, and everything that is derived from it, where it was left.

use crate::cards::{Cards, CardsFault, Replayed, command_id, read_record};
use crate::commit::{Commit, take_edition};
use crate::config::{CardsFrom, TableConfig};
use crate::keyed_by::{self, KEYED, Keyed};
use crate::metrics::Metrics;
use crate::shown::{Shown, ShownKept};
use aggregate::Aggregate;
use archive::{ArchiveFault, Shelf};
use baccarat::rules::people::Role as BooksRole;
use ledger::{CommandId, Edition, Entry, Ledger, LedgerError, Log, Projection, Record, Stream};
use merkle::Hash;
use people::clock;
use serde::{Deserialize, Serialize};
use shoe::{Closing, Keeper, TableName};
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::Arc;
use table::driver::staff as staff_actor;
use table::state::State;
use table::{TABLE, Table, TableCommand, Time};

/// Why a table cannot be run.
#[derive(Debug)]
pub enum CannotRun {
    /// Its log does not let it.
    Ledger(LedgerError),
    /// Its cards do not.
    Cards(CardsFault),
    /// Its past cannot be read.
    Past(ArchiveFault),
}

impl fmt::Display for CannotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotRun::Ledger(fault) => fault.fmt(f),
            CannotRun::Cards(fault) => fault.fmt(f),
            CannotRun::Past(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for CannotRun {}

impl From<LedgerError> for CannotRun {
    fn from(fault: LedgerError) -> CannotRun {
        CannotRun::Ledger(fault)
    }
}

impl From<CardsFault> for CannotRun {
    fn from(fault: CardsFault) -> CannotRun {
        CannotRun::Cards(fault)
    }
}

impl From<ArchiveFault> for CannotRun {
    fn from(fault: ArchiveFault) -> CannotRun {
        CannotRun::Past(fault)
    }
}

/// A table that was opened.
pub(crate) struct Opened {
    /// Its log and its cards.
    pub(crate) commit: Commit,
    /// What was shown of it.
    pub(crate) shown: Shown,
    /// What is derived from its log, as it is kept.
    pub(crate) keeping: Keeping,
}

/// Opens a table, new or where it was left. What is on record is shown at once.
pub(crate) async fn open(
    config: &TableConfig,
    ledger: &Ledger,
    shelf: &Shelf,
    keeper: Arc<dyn Keeper>,
    metrics: Arc<Metrics>,
) -> Result<Opened, CannotRun> {
    let stream = Stream::new(TABLE, &config.id).map_err(LedgerError::from)?;
    let log = open_log(config, ledger, &stream, shelf).await?;
    let (past, shown) = Past::read(config, ledger, &log, shelf, metrics).await?;
    let shown = shown.ok_or(LedgerError::NoSuchStream(stream))?;
    check_dealt_alike(config, log.state(), ledger).await?;
    let cards = match config.cards {
        CardsFrom::Felt => None,
        CardsFrom::Sealed => {
            let name: TableName = config.id.parse().map_err(|bad| CardsFault::Differs(format!("{bad}")))?;
            let decks = log.state().state().settings.decks;
            Some(Cards::open(keeper, name, config.book.hash, decks, ledger, past.cards).await?)
        }
    };
    let commit = Commit::new(&config.id, ledger.clone(), log, cards, past.latest);
    let shoe = commit.table().state().shoe.number;
    let keeping = Keeping { kept: past.kept, marks: past.mark.into_iter().collect(), shoe };
    Ok(Opened { commit, shown, keeping })
}

/// The log of a table: begun, or gone on with under the edition of the book that its last entry names. A newer edition is taken
/// where the table is at rest.
async fn open_log(
    config: &TableConfig,
    ledger: &Ledger,
    stream: &Stream,
    shelf: &Shelf,
) -> Result<Log<Table>, CannotRun> {
    let now = clock::now();
    let edition = Edition { hash: config.book.hash, rules: config.book.book.clone() };
    let begun = ledger.store().read(stream, 0, 1).await.map_err(LedgerError::from)?;
    if begun.is_empty() {
        // That the cards come from sealed shoes stands in the log, so that their records cannot be left out unnoticed; and that they are
        // real ones, so that nobody looks for a record of them.
        let mut settings = Box::new(config.settings.clone());
        settings.sealed = config.cards == CardsFrom::Sealed;
        settings.felt = config.cards == CardsFrom::Felt;
        let by = staff_actor(BooksRole::Operator);
        let opens = TableCommand::Open { settings, by, at: now };
        return Ok(ledger.found(&config.id, edition, &command_id("open")?, &opens).await?);
    }
    let mut log: Log<Table> = ledger.resume(&config.id, shelf).await?;
    take_edition(&mut log, config, now).await?;
    Ok(log)
}

/// A table is dealt either by people or from sealed shoes, for as long as its log goes.
async fn check_dealt_alike(config: &TableConfig, table: &Table, ledger: &Ledger) -> Result<(), CardsFault> {
    let sealed = !read_record(ledger, &config.id, 1).await?.is_empty();
    let message = match config.cards {
        CardsFrom::Felt if sealed => {
            "its log tells of sealed shoes; a table dealt by people needs an id of its own"
        }
        CardsFrom::Sealed if !sealed && table.state().shoe.drawn + u16::from(table.state().coups > 0) > 0 => {
            "its log tells of cards dealt by people; a table with sealed shoes needs an id of its own"
        }
        _ => return Ok(()),
    };
    Err(CardsFault::Differs(message.to_owned()))
}

/// What is derived from a table's log and kept, so that a house opens without going through it.
const KEPT: Projection = Projection { kind: "floor", form: 1 };

/// A log grows by so many records before what is derived from it is worth keeping anew, whatever else happens.
const EVERY: u64 = 5_000;

/// As many are enough where a shoe ends or the table stops.
const WORTH: u64 = 200;

/// What is kept stands so many records behind, at least: these are gone through at opening, and whoever comes back and has missed some of
/// them is told those, not the whole table.
const BEHIND: u64 = 200;

/// Everything that is derived from a table's log, as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Derived {
    /// The form of the table's state.
    form: u32,
    /// The table's state.
    state: State,
    /// The latest time of any event.
    latest: Time,
    /// What the events say of the cards.
    cards: Replayed,
    /// What was shown.
    shown: ShownKept,
    /// How far the notes were read of who keyed what.
    keyed: u64,
}

/// What is derived from a table's log at one place of it.
struct Mark {
    sequence: u64,
    head: Hash,
    derived: Derived,
}

/// What is derived from a table's log while it runs, and how far it is kept. Without it the table only opens more slowly.
pub(crate) struct Keeping {
    /// The sequence up to which it is kept.
    kept: u64,
    /// The last places that may be kept, the older first.
    marks: VecDeque<Mark>,
    /// The shoe in which the table was when this was looked at last.
    shoe: u32,
}

impl Keeping {
    /// Keeps what is derived from a table's log, where enough has come since: less where a shoe ends or the table stops.
    pub(crate) async fn look(&mut self, commit: &mut Commit, shown: &Shown, stops: bool) {
        let store = commit.ledger().store();
        if commit.ledger().stopped().is_some() || !store.is_trusted() {
            return;
        }
        let shoe = commit.table().state().shoe.number;
        let rests = std::mem::replace(&mut self.shoe, shoe) != shoe || stops;
        if rests {
            commit.keep_snapshot(WORTH).await;
        }
        if let Err(fault) = self.mark(commit, shown).await {
            tracing::warn!(%fault, "what is derived from a table's log is not known");
        }
        let far = commit.sequence().saturating_sub(BEHIND);
        let Some(place) = self.marks.iter().rposition(|mark| mark.sequence <= far) else { return };
        let enough = if rests { WORTH } else { EVERY };
        if self.marks[place].sequence - self.kept.min(self.marks[place].sequence) < enough {
            return;
        }
        // Those before it are of no more use. Even if it fails, it is not tried again at once.
        let mark = self.marks.drain(..=place).next_back();
        let Some(mark) = mark else { return };
        self.kept = mark.sequence;
        if let Err(fault) = keep(commit, &mark).await {
            tracing::warn!(%fault, "what is derived from a table's log could not be kept");
        }
    }

    /// Takes down where the table stands, where all of it has been shown and some has come since it was done last.
    async fn mark(&mut self, commit: &Commit, shown: &Shown) -> Result<(), LedgerError> {
        let (ledger, log, sequence) = (commit.ledger(), commit.log(), commit.sequence());
        let last = self.marks.back().map_or(self.kept, |mark| mark.sequence);
        if sequence - last.min(sequence) < BEHIND {
            return Ok(());
        }
        let Some(shown) = shown.kept() else { return Ok(()) };
        let keyed = ledger.store().last(&log.stream().beside(KEYED)).await?.map_or(0, |last| last.end());
        let derived = Derived {
            form: Table::STATE_FORM,
            state: log.state().state().clone(),
            latest: commit.not_before(Time::default()),
            cards: commit.cards.as_ref().map(Cards::replayed).unwrap_or_default(),
            shown,
            keyed,
        };
        // The newest may be too near; the one before it is far enough.
        while self.marks.len() > 1 {
            self.marks.pop_front();
        }
        self.marks.push_back(Mark { sequence, head: log.head(), derived });
        Ok(())
    }
}

async fn keep(commit: &Commit, mark: &Mark) -> Result<(), LedgerError> {
    let (ledger, stream) = (commit.ledger(), commit.log().stream());
    let unwritten = |error: serde_json::Error| LedgerError::Damaged {
        place: format!("{stream}, sequence {}", mark.sequence),
        message: error.to_string(),
    };
    let text = serde_json::to_string(&mark.derived).map_err(unwritten)?;
    KEPT.keep(ledger, stream, (mark.sequence, mark.head), &text, mark.derived.latest).await
}

/// What is read of a table's past when the house opens.
struct Past {
    latest: Time,
    cards: Replayed,
    /// The edition of the book in force.
    edition: Hash,
    /// The sequence up to which it was kept.
    kept: u64,
    /// Where the table stood some records before the last.
    mark: Option<Mark>,
}

impl Past {
    /// From what was kept and the records after it, or else from all records.
    async fn read(
        config: &TableConfig,
        ledger: &Ledger,
        log: &Log<Table>,
        shelf: &Shelf,
        metrics: Arc<Metrics>,
    ) -> Result<(Past, Option<Shown>), CannotRun> {
        if let Some((past, shown, keyed)) = Past::kept(config, ledger, log, shelf, &metrics).await? {
            let from = past.kept;
            let read =
                past.follow_all(config, ledger, log, shelf, (Some(shown), from, keyed, &metrics)).await?;
            // What was kept is believed only if it leads to the table that the log leads to.
            if read.1.as_ref().is_some_and(|shown| shown.table().state() == log.state().state()) {
                return Ok(read);
            }
        }
        let (latest, cards, edition) = (Time::default(), Replayed::default(), Hash::NONE);
        let past = Past { latest, cards, edition, kept: 0, mark: None };
        past.follow_all(config, ledger, log, shelf, (None, 0, 0, &metrics)).await
    }

    /// What was kept last, with the number of notes that are in it of who keyed what.
    async fn kept(
        config: &TableConfig,
        ledger: &Ledger,
        log: &Log<Table>,
        shelf: &Shelf,
        metrics: &Arc<Metrics>,
    ) -> Result<Option<(Past, Shown, u64)>, CannotRun> {
        let Some(kept) = KEPT.last(&**ledger.store(), log.stream()).await? else { return Ok(None) };
        let derived = serde_json::from_str(&kept.text).ok();
        let Some(derived) = derived.filter(|derived: &Derived| derived.form == Table::STATE_FORM) else {
            return Ok(None);
        };
        let Derived { state, latest, cards, shown, keyed, .. } = derived;
        let Some(table) = Table::restore(shelf.book(kept.book)?, state) else { return Ok(None) };
        let past = Past { latest, cards, edition: kept.book, kept: kept.sequence, mark: None };
        Ok(Some((past, Shown::go_on(config, table, shown, metrics.clone()), keyed)))
    }

    async fn follow_all(
        mut self,
        config: &TableConfig,
        ledger: &Ledger,
        log: &Log<Table>,
        shelf: &Shelf,
        (mut shown, mut from, mut notes, metrics): (Option<Shown>, u64, u64, &Arc<Metrics>),
    ) -> Result<(Past, Option<Shown>), CannotRun> {
        let keyed = keyed_by::read(ledger, log.stream().name(), notes).await?;
        let far = log.sequence().saturating_sub(BEHIND);
        loop {
            let page = ledger.store().read(log.stream(), from, 1_000).await.map_err(LedgerError::from)?;
            let Some(last) = page.last() else { return Ok((self, shown)) };
            from = last.end();
            for entry in &page {
                for record in entry.records() {
                    match &mut shown {
                        Some(shown) => self.follow(&record, shown, shelf, &keyed)?,
                        None => shown = self.begin(config, &record, shelf, metrics)?,
                    }
                }
                notes += u64::from(keyed.contains_key(&entry.command));
                // An entry that is far enough from the end, and not much farther: what is kept stands there.
                if self.mark.is_none()
                    && (far.saturating_sub(BEHIND)..=far).contains(&entry.end())
                    && let Some(shown) = &shown
                {
                    self.mark = self.marked(shown, entry, notes);
                }
            }
        }
    }

    /// Where the table stands after this entry.
    fn marked(&self, shown: &Shown, entry: &Entry, keyed: u64) -> Option<Mark> {
        let derived = Derived {
            form: Table::STATE_FORM,
            state: shown.table().state().clone(),
            latest: self.latest,
            cards: self.cards.clone(),
            shown: shown.kept()?,
            keyed,
        };
        Some(Mark { sequence: entry.end(), head: entry.head(), derived })
    }

    /// The first event opens the table.
    fn begin(
        &mut self,
        config: &TableConfig,
        record: &Record<'_>,
        shelf: &Shelf,
        metrics: &Arc<Metrics>,
    ) -> Result<Option<Shown>, CannotRun> {
        let Some(event) = ledger::event::<Table>(record)? else { return Ok(None) };
        self.edition = record.entry.book;
        self.latest = event.at;
        let table = Table::replay(shelf.book(self.edition)?, std::slice::from_ref(&event));
        let mut shown = table.map(|table| Shown::new(config, table, metrics.clone()));
        if let Some(shown) = &mut shown {
            shown.opened(record.sequence, &event);
        }
        Ok(shown)
    }

    fn follow(
        &mut self,
        record: &Record<'_>,
        shown: &mut Shown,
        shelf: &Shelf,
        keyed: &HashMap<CommandId, Keyed>,
    ) -> Result<(), CannotRun> {
        let book = record.entry.book;
        if book != self.edition
            && let Some(table) = shown.table().with_rules(&shelf.book(book)?)
        {
            shown.replace_table(table);
        }
        self.edition = book;
        let Some(event) = ledger::event::<Table>(record)? else { return Ok(()) };
        self.latest = self.latest.max(event.at);
        let at = Closing { length: record.entry.end(), hash: record.entry.head() };
        self.cards.follow(&event, shown.table(), at);
        shown.recall(record.sequence, event, keyed.get(&record.entry.command).cloned());
        Ok(())
    }
}
