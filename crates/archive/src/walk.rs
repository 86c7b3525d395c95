//! Going through a table's log event by event, with the table and its accounts alongside.

use crate::archive::Archive;
use crate::fault::ArchiveFault;
use accounts::{Accounts, Entry as Booked, Meters, WinReport};
use aggregate::Aggregate;
use baccarat::book::Book;
use ledger::{Entry, LedgerError, Record, Stream};
use merkle::Hash;
use std::ops::RangeInclusive;
use std::sync::Arc;
use table::state::Phase;
use table::{Event, Fact, Table, deal, notice, trouble};

/// A table on its way through its log.
#[derive(Clone)]
pub struct Walk {
    /// The book it is played under.
    pub book: Arc<Book>,
    /// The hash of the book's edition, once anything has happened.
    pub edition: Option<Hash>,
    /// The table as it stands; none before it has opened.
    pub table: Option<Table>,
    /// Its accounts.
    pub accounts: Accounts,
    /// Its meters.
    pub meters: Meters,
    /// Its win so far.
    pub shift: WinReport,
    /// The first thing that did not add up, where a walk goes on all the same.
    pub fault: Option<String>,
}

/// An event about to be taken in.
pub struct Step<'s> {
    /// The record that tells of it.
    pub record: &'s Record<'s>,
    /// The event.
    pub event: &'s Event,
    /// The coup it belongs to, if it belongs to one.
    pub coup: Option<u32>,
}

impl Walk {
    /// Nothing has happened yet.
    pub fn new(book: Arc<Book>) -> Walk {
        let accounts = Accounts::new(&book);
        let shift = WinReport::since(&accounts);
        Walk { book, edition: None, table: None, accounts, meters: Meters::default(), shift, fault: None }
    }

    /// The coup to which an event belongs that comes now. Wagers belong to the coup that they are made for.
    pub fn coup_of(&self, fact: &Fact) -> Option<u32> {
        match fact {
            Fact::Trouble(trouble::Fact::SettlementUndone { coup, .. })
            | Fact::Trouble(trouble::Fact::WagerForfeited { coup, .. })
            | Fact::Trouble(trouble::Fact::SettledOnPaper { coup, .. }) => return Some(*coup),
            Fact::Trouble(trouble::Fact::OpenItemSettled { item }) => return Some(item.coup),
            Fact::Trouble(trouble::Fact::MatterOpened { matter }) if matter.coup().is_some() => {
                return matter.coup();
            }
            Fact::Trouble(trouble::Fact::CoupVoided { number })
            | Fact::Trouble(trouble::Fact::CoupReopened { number }) => return Some(*number),
            Fact::Trouble(trouble::Fact::CoupInvalidated { number, .. })
            | Fact::Deal(deal::Fact::CoupStarted { number, .. }) => return Some(*number),
            _ => {}
        }
        let state = self.table.as_ref()?.state();
        // What is decided belongs to the coup that it is about, as what was reported does.
        if let Fact::Trouble(trouble::Fact::MatterDecided { id, .. }) = fact
            && let Some(coup) =
                state.matters.iter().find(|matter| matter.id == *id).and_then(|known| known.coup())
        {
            return Some(coup);
        }
        match &state.phase {
            Phase::Coup(coup) => Some(coup.number),
            Phase::Betting(_) => Some(state.coups + 1),
            Phase::Preparing(_) | Phase::Closed => None,
        }
    }

    /// Takes in an event. What cannot have happened, and accounts that do not agree, are told.
    pub fn take(&mut self, event: &Event) -> Result<Option<Booked>, String> {
        let booked = self.accounts.post(event).map_err(|fault| format!("accounts: {fault}"))?;
        self.change_table(event)?;
        self.agree()?;
        self.meters.take(event, booked.as_ref());
        self.shift.take(event, booked.as_ref());
        Ok(booked)
    }

    /// Takes in an event of a log that may have been altered: the table goes on, its accounts as long as they add up.
    fn take_anyway(&mut self, event: &Event) -> Result<(), String> {
        let posted = match self.fault {
            None => self.accounts.post(event).map(drop).map_err(|fault| format!("accounts: {fault}")),
            Some(_) => Ok(()),
        };
        self.change_table(event)?;
        posted?;
        if self.fault.is_none() { self.agree() } else { Ok(()) }
    }

    fn change_table(&mut self, event: &Event) -> Result<(), String> {
        match (&mut self.table, &event.fact) {
            (None, Fact::Notice(notice::Fact::TableOpened { settings, .. })) => {
                if let Some(bad) = settings.check(&self.book).first() {
                    return Err(format!("the book does not allow {}: {}", bad.setting, bad.message));
                }
                self.table = Table::replay(self.book.clone(), std::slice::from_ref(event));
            }
            (Some(table), Fact::Notice(notice::Fact::TableOpened { settings, .. })) => {
                if !matches!(table.state().phase, Phase::Closed) {
                    return Err("the table is opened twice".to_owned());
                }
                if let Some(bad) = settings.check(&self.book).first() {
                    return Err(format!("the book does not allow {}: {}", bad.setting, bad.message));
                }
                table.apply(event);
            }
            (None, _) => return Err("the first event does not open a table".to_owned()),
            (Some(table), _) => table.apply(event),
        }
        Ok(())
    }

    fn agree(&self) -> Result<(), String> {
        let table = self.table.as_ref().ok_or("the table cannot open with these settings")?;
        self.accounts.agrees(table.state()).map_err(|fault| format!("accounts and table differ: {fault}"))
    }
}

impl Archive {
    /// Walks a table's log up to an event, or to its end. Each event is shown before it is taken in.
    pub async fn walk<E: From<ArchiveFault>>(
        &self,
        stream: &Stream,
        book: Arc<Book>,
        last: Option<u64>,
        see: impl FnMut(&Walk, Step<'_>) -> Result<(), E>,
    ) -> Result<Walk, E> {
        let mut walk = Walk::new(book);
        let came = self.walk_on(stream, &mut walk, 0..=last.unwrap_or(u64::MAX), see).await?;
        match (last, came) {
            (Some(asked), came) if came.is_none_or(|came| came < asked) => {
                let last = came.unwrap_or_default();
                Err(ArchiveFault::NoEvent { stream: stream.clone(), asked, last }.into())
            }
            _ => Ok(walk),
        }
    }

    /// Goes on with a walk that has come to the first of these events. Says which record came last; nothing if none came. If this
    /// fails, the walk has come to the event before the one that is told.
    pub async fn walk_on<E: From<ArchiveFault>>(
        &self,
        stream: &Stream,
        walk: &mut Walk,
        events: RangeInclusive<u64>,
        mut see: impl FnMut(&Walk, Step<'_>) -> Result<(), E>,
    ) -> Result<Option<u64>, E> {
        let mut came = None;
        self.each_step(stream, walk, events, |walk, record, event| {
            let event = event.map_err(ArchiveFault::from)?;
            came = Some(record.sequence);
            let Some(event) = event else { return Ok(()) };
            let coup = walk.coup_of(&event.fact);
            see(walk, Step { record, event: &event, coup })?;
            walk.take(&event).map(drop).map_err(|message| {
                let place = format!("{stream}, sequence {}", record.sequence);
                E::from(ArchiveFault::Impossible { place, message })
            })
        })
        .await?;
        Ok(came)
    }

    /// Goes on with a walk through a log that may have been altered, as far as it can be read. Whatever does not add up is told in
    /// [`Walk::fault`], the first of it, and does not end the walk.
    pub async fn walk_anyway(
        &self,
        stream: &Stream,
        walk: &mut Walk,
        events: RangeInclusive<u64>,
        mut see: impl FnMut(&Walk, Step<'_>),
    ) -> Result<(), ArchiveFault> {
        self.each_step(stream, walk, events, |walk, record, event| {
            let taken = match event {
                Ok(Some(event)) => {
                    let coup = walk.coup_of(&event.fact);
                    see(walk, Step { record, event: &event, coup });
                    walk.take_anyway(&event)
                }
                Ok(None) => Ok(()),
                Err(error) => Err(error.to_string()),
            };
            if let (Err(message), None) = (taken, &walk.fault) {
                walk.fault = Some(format!("{stream}, sequence {}: {message}", record.sequence));
            }
            Ok::<_, ArchiveFault>(())
        })
        .await
    }

    /// Hands over the records of a range one by one, each with the event that it tells, and keeps the walk under the edition in force.
    async fn each_step<E: From<ArchiveFault>>(
        &self,
        stream: &Stream,
        walk: &mut Walk,
        events: RangeInclusive<u64>,
        mut take: impl FnMut(&mut Walk, &Record<'_>, Result<Option<Event>, LedgerError>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (first, last) = events.into_inner();
        let mut from = first;
        loop {
            let page = self.page(stream, from).await.map_err(E::from)?;
            let Some(end) = page.last().map(Entry::end) else { return Ok(()) };
            for entry in &page {
                if entry.first > last {
                    return Ok(());
                }
                self.keep_edition(walk, entry).await.map_err(E::from)?;
                for record in entry.records().filter(|record| (first..=last).contains(&record.sequence)) {
                    take(walk, &record, ledger::event::<Table>(&record))?;
                }
            }
            from = end;
        }
    }

    /// Changes the book of a walk where an entry was recorded under another edition.
    async fn keep_edition(&self, walk: &mut Walk, entry: &Entry) -> Result<(), ArchiveFault> {
        if walk.edition.replace(entry.book).is_none_or(|before| before == entry.book) {
            return Ok(());
        }
        let book = self.book(entry.book, None).await?.book;
        if let Some(table) = &walk.table {
            let next = table.with_rules(&book).ok_or_else(|| ArchiveFault::Impossible {
                place: format!("{}, sequence {}", entry.stream, entry.first),
                message: "the table cannot go on under this edition".to_owned(),
            })?;
            walk.table = Some(next);
        }
        walk.accounts.take_book(&book);
        walk.book = book;
        Ok(())
    }
}
