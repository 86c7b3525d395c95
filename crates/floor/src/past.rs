//! A table opened again: its log, and everything that is derived from it, where it was left.

use crate::cards::{Cards, CardsFault, Replayed, command_id, read_record};
use crate::commit::{Commit, take_edition};
use crate::config::{CardsFrom, TableConfig};
use crate::keyed_by::{self, Keyed};
use crate::metrics::Metrics;
use crate::shown::Shown;
use aggregate::Aggregate;
use archive::{ArchiveFault, Shelf};
use baccarat::rules::people::Role as BooksRole;
use ledger::{CommandId, Edition, Ledger, LedgerError, Log, Record, Stream};
use merkle::Hash;
use people::clock;
use shoe::{Closing, Keeper, TableName};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use table::driver::staff as staff_actor;
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

/// Opens a table, new or where it was left. What is on record is shown at once.
pub async fn open(
    config: &TableConfig,
    ledger: &Ledger,
    keeper: Arc<dyn Keeper>,
    metrics: Arc<Metrics>,
) -> Result<(Commit, Shown), CannotRun> {
    let stream = Stream::new(TABLE, &config.id).map_err(LedgerError::from)?;
    let mut shelf = Shelf::read(&**ledger.store(), None).await?;
    shelf.add(config.book.texts.clone());
    let log = open_log(config, ledger, &stream, &shelf).await?;
    let (past, shown) = Past::read(config, ledger, &stream, &shelf, metrics).await?;
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
    Ok((Commit::new(&config.id, ledger.clone(), log, cards, past.latest), shown))
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
        let (by, settings) = (staff_actor(BooksRole::Operator), Box::new(config.settings.clone()));
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

/// What is read of a table's past when the house opens.
struct Past {
    latest: Time,
    cards: Replayed,
    /// The edition of the book in force.
    edition: Hash,
}

impl Past {
    async fn read(
        config: &TableConfig,
        ledger: &Ledger,
        stream: &Stream,
        shelf: &Shelf,
        metrics: Arc<Metrics>,
    ) -> Result<(Past, Option<Shown>), CannotRun> {
        let mut past = Past { latest: Time::default(), cards: Replayed::default(), edition: Hash::NONE };
        let mut shown: Option<Shown> = None;
        let keyed = keyed_by::read(ledger, stream.name()).await?;
        let mut from = 0;
        loop {
            let page = ledger.store().read(stream, from, 1_000).await.map_err(LedgerError::from)?;
            let Some(last) = page.last() else { return Ok((past, shown)) };
            from = last.end();
            for record in page.iter().flat_map(|entry| entry.records()) {
                match &mut shown {
                    Some(shown) => past.follow(&record, shown, shelf, &keyed)?,
                    None => shown = past.begin(config, &record, shelf, &metrics)?,
                }
            }
        }
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
