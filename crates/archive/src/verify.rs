//! Everything checked: every record and chain, every checkpoint, every table and its accounts, every shoe.

use crate::archive::Archive;
use crate::editions::Shelf;
use crate::fault::ArchiveFault;
use crate::openings::{Held, ShownCards};
use crate::restored::PutBacks;
use crate::shoes::{SHOE, shoe_stream};
use crate::walk::Walk;
use accounts::{ContestAccounts, PrizeAccounts};
use aggregate::Aggregate;
use ledger::store::Place;
use ledger::{Against, CommandId, Editions, Entry, Judges, Store, StoreError, StoreFuture, Stream};
use merkle::Hash;
use promotion::vouchers::Vouchers;
use promotion::{PROMOTION, Promotion};
use serde::Serialize;
use shoe::Sealed;
use shoe::record::Line;
use std::sync::Arc;
use table::Table;
use tournament::{TOURNAMENT, Tournament};

/// Adds judges of registers that this crate does not know.
pub type Registers = for<'e> fn(Judges<'e>) -> Judges<'e>;

/// The judges of everything that this crate knows.
pub fn judges(shelf: &Shelf) -> Judges<'_> {
    Judges::of::<Table>(shelf).and::<Tournament>(shelf).and::<Promotion>(shelf).and_plain::<Vouchers>()
}

/// What somebody holds a log against, besides itself.
#[derive(Clone, Debug, Default)]
pub struct Witnesses {
    /// Roots that witnesses keep.
    pub roots: Vec<Hash>,
    /// The public key that must have signed every checkpoint, in hexadecimal digits.
    pub key: Option<String>,
    /// The text of a book that neither the ledger nor Croupier knows, and of the book it is based on.
    pub book: Option<[String; 2]>,
    /// Whoever verifies knows that this is the log it always was ([`Against::vouched`]).
    pub vouched: bool,
    /// Who else decides recorded commands again.
    pub registers: Option<Registers>,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "stage", rename_all = "kebab-case")]
pub enum Progress {
    /// How many of the entries are read and checked.
    Records {
        /// The number that is done.
        done: u64,
        /// The number in all.
        of: u64,
    },
    /// How many of the tables had their accounts held against them.
    Tables {
        /// The number that is done.
        done: u64,
        /// The number in all.
        of: u64,
    },
    /// How many of the shoes are checked.
    Shoes {
        /// The number that is done.
        done: u64,
        /// The number in all.
        of: u64,
    },
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// How many records there are.
    pub records: u64,
    /// The number of streams they are in.
    pub streams: u64,
    /// How many events were replayed at their tables, chips counted after each.
    pub replayed: u64,
    /// How many commands were decided again, accepted and refused.
    pub decided: u64,
    /// How many events could only be replayed, since what was asked is not on record: nobody can tell from the log whether they follow.
    pub not_decided: u64,
    /// The key that the log has on record.
    pub key: Option<String>,
    /// How many checkpoints are signed.
    pub checkpoints: u64,
    /// What each table, each tournament and each promotion came to, in words.
    pub tables: Vec<String>,
    /// How many shoes are finished and hold.
    pub shoes: u64,
    /// How many are still in use.
    pub in_use: u64,
    /// How many were lost with their vault and given up when two people put the log back: nobody can reveal them.
    #[serde(default, skip_serializing_if = "is_none")]
    pub lost: u64,
    /// How many cards were keyed where real ones are dealt: that is believed, and no seal proves it.
    #[serde(default, skip_serializing_if = "is_none")]
    pub from_felt: u64,
    /// How many cards the house's own dealer showed of which no shoe's record says what they are: the shoe was lost, or its record is
    /// not there.
    #[serde(default, skip_serializing_if = "is_none")]
    pub believed: u64,
    /// Where today's rulings differ from earlier ones by which it was decided. That is not wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<String>,
    /// Everything that is wrong.
    pub faults: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

impl Verified {
    /// Is nothing wrong?
    pub fn holds(&self) -> bool {
        self.faults.is_empty()
    }
}

/// A store that tells how far it was read.
struct Counted<'p> {
    store: Arc<dyn Store>,
    of: u64,
    tell: &'p (dyn Fn(Progress) + Sync),
}

impl Store for Counted<'_> {
    fn append<'a>(&'a self, entries: &'a [Entry]) -> StoreFuture<'a, ()> {
        self.store.append(entries)
    }

    fn last<'a>(&'a self, stream: &'a Stream) -> StoreFuture<'a, Option<Entry>> {
        self.store.last(stream)
    }

    fn read<'a>(&'a self, stream: &'a Stream, from: u64, most: u32) -> StoreFuture<'a, Vec<Entry>> {
        self.store.read(stream, from, most)
    }

    fn all(&self, after: u64, most: u32) -> StoreFuture<'_, Vec<(u64, Result<Entry, StoreError>)>> {
        (self.tell)(Progress::Records { done: after.min(self.of), of: self.of });
        self.store.all(after, most)
    }

    fn command<'a>(&'a self, stream: &'a Stream, id: &'a CommandId) -> StoreFuture<'a, Option<Entry>> {
        self.store.command(stream, id)
    }

    fn command_in<'a>(
        &'a self,
        streams: [&'a Stream; 2],
        id: &'a CommandId,
    ) -> StoreFuture<'a, Option<Entry>> {
        self.store.command_in(streams, id)
    }

    fn streams(&self) -> StoreFuture<'_, Vec<Stream>> {
        self.store.streams()
    }

    fn streams_of<'a>(&'a self, kind: &'a str) -> StoreFuture<'a, Vec<Stream>> {
        self.store.streams_of(kind)
    }

    fn keep_snapshot<'a>(&'a self, stream: &'a Stream, hash: Hash, bytes: &'a [u8]) -> StoreFuture<'a, ()> {
        self.store.keep_snapshot(stream, hash, bytes)
    }

    fn snapshot(&self, hash: Hash) -> StoreFuture<'_, Option<Vec<u8>>> {
        self.store.snapshot(hash)
    }

    fn check(&self, most: u64) -> StoreFuture<'_, Vec<String>> {
        self.store.check(most)
    }

    fn archive(&self, up_to: u64) -> StoreFuture<'_, u64> {
        self.store.archive(up_to)
    }

    fn room(&self) -> StoreFuture<'_, ledger::Room> {
        self.store.room()
    }

    fn retire<'a>(&'a self, to: &'a Place) -> StoreFuture<'a, ()> {
        self.store.retire(to)
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.store.close()
    }
}

impl Archive {
    /// Checks everything, and tells how far it has come. An error means that the store cannot be read at all; whatever is wrong
    /// with what it holds is told.
    pub async fn verify(
        &self,
        witnesses: &Witnesses,
        tell: &(dyn Fn(Progress) + Sync),
    ) -> Result<Verified, ArchiveFault> {
        let mut verified = Verified::default();
        let tables = self.tables().await.unwrap_or_default();
        let shelf = Shelf::read(self.store(), witnesses.book.as_ref()).await?;
        for stream in &tables {
            if let Err(fault) = self.book_of(stream, witnesses.book.as_ref()).await {
                verified.faults.push(format!("{stream}: its events were not replayed: {fault}"));
            }
        }
        let (witnessed, key) = (witnesses.roots.clone(), witnesses.key.clone());
        let judges = judges(&shelf);
        let judges = match witnesses.registers {
            Some(registers) => registers(judges),
            None => judges,
        };
        let against = Against { witnessed, key, judges, vouched: witnesses.vouched, ..Against::default() };
        let counted = Counted { store: self.shared(), of: self.entries().await, tell };
        let report = ledger::verify(&counted, &against).await?;
        verified.faults.extend(report.faults.iter().map(ToString::to_string));
        verified.earlier.extend(report.earlier.iter().map(ToString::to_string));
        verified.records = report.records();
        verified.streams = report.streams.len() as u64;
        verified.replayed = report.replayed;
        verified.decided = report.decided;
        verified.not_decided = report.folded;
        verified.key = report.key;
        verified.checkpoints = report.checkpoints;
        for (done, stream) in tables.iter().enumerate() {
            tell(Progress::Tables { done: done as u64, of: tables.len() as u64 });
            match self.accounts_of(stream, &shelf).await {
                Ok((message, held)) => {
                    verified.tables.extend(message);
                    verified.faults.extend(held.faults);
                    verified.from_felt += held.from_felt;
                    verified.believed += held.believed;
                }
                Err(fault) => verified.faults.push(fault.to_string()),
            }
        }
        for stream in self.store().streams_of(TOURNAMENT).await.unwrap_or_default() {
            match self.accounts_of_contest(&stream, &shelf).await {
                Ok(message) => verified.tables.extend(message),
                Err(fault) => verified.faults.push(fault.to_string()),
            }
        }
        for stream in self.store().streams_of(PROMOTION).await.unwrap_or_default() {
            match self.accounts_of_promotion(&stream, &shelf).await {
                Ok(message) => verified.tables.extend(message),
                Err(fault) => verified.faults.push(fault.to_string()),
            }
        }
        self.verify_shoes(&mut verified, tell).await;
        verified.faults.dedup();
        Ok(verified)
    }

    /// How many entries there are. Positions have no gap in a log that holds; in another it is a guess.
    async fn entries(&self) -> u64 {
        let (mut there, mut beyond) = (0_u64, 1_u64);
        loop {
            match self.store().all(beyond - 1, 1).await {
                Ok(page) if !page.is_empty() => (there, beyond) = (beyond, beyond.saturating_mul(2)),
                _ => break,
            }
        }
        while beyond - there > 1 {
            let middle = there + (beyond - there) / 2;
            match self.store().all(middle - 1, 1).await {
                Ok(page) if !page.is_empty() => there = middle,
                _ => beyond = middle,
            }
        }
        there
    }

    /// Posts a table's events one by one, each held against the table, and the cards against what its shoes opened. Says what it
    /// came to, and which cards are not the shoe's.
    async fn accounts_of(
        &self,
        stream: &Stream,
        shelf: &Shelf,
    ) -> Result<(Option<String>, Held), ArchiveFault> {
        let first = self.store().read(stream, 0, 1).await?;
        let Some(book) = first.first().and_then(|entry| shelf.find(entry.book)) else {
            return Ok((None, Held::default()));
        };
        // The table may be dealing on while its log is read: what its shoes have opened is read after this, so that it has every card up to here.
        let end = self.store().last(stream).await?.map_or(0, |last| last.end());
        let mut cards = ShownCards::new(self.opened(stream.name()).await?);
        let mut events = 0_u64;
        let look = |walk: &Walk, step: crate::Step<'_>| {
            events += 1;
            if step.record.sequence < end {
                cards.take(walk, &step);
            }
            Ok::<_, ArchiveFault>(())
        };
        let walk = self.walk(stream, book, None, look).await?;
        let message = format!(
            "{stream}: {} coups, a win of {}; accounts and table agree after each of {events} events",
            walk.meters.coups,
            walk.shift.win()
        );
        let held = cards.hold(stream, &walk);
        // Whoever reads it knows at which tables real cards lie; at another one it is a lie.
        let message = match held.from_felt {
            0 => message,
            1 => format!("{message}; 1 card as it was keyed, from no sealed shoe"),
            keyed => format!("{message}; {keyed} cards as they were keyed, from no sealed shoe"),
        };
        Ok((Some(message), held))
    }

    /// Posts a promotion's events one by one, each held against the promotion. Says what it came to.
    async fn accounts_of_promotion(
        &self,
        stream: &Stream,
        shelf: &Shelf,
    ) -> Result<Option<String>, ArchiveFault> {
        let first = self.store().read(stream, 0, 1).await?;
        let Some(book) = first.first().and_then(|entry| shelf.find(entry.book)) else { return Ok(None) };
        let (mut accounts, mut promotion) = (PrizeAccounts::default(), None::<Promotion>);
        let mut posted = 0_u64;
        self.each_entry(stream, 0, |entry| {
            for (sequence, event) in ledger::events::<Promotion>(&entry)? {
                let apart = |message: String| ArchiveFault::Impossible {
                    place: format!("{stream} {sequence}"),
                    message,
                };
                accounts.post(&event).map_err(|fault| apart(format!("accounts: {fault}")))?;
                match &mut promotion {
                    Some(promotion) => Aggregate::apply(promotion, &event),
                    None => promotion = Promotion::begin(&book, &event),
                }
                if let Some(promotion) = &promotion {
                    let differs = |fault| apart(format!("accounts and promotion differ: {fault}"));
                    accounts.agrees(promotion.state()).map_err(differs)?;
                }
                posted += 1;
            }
            Ok::<_, ArchiveFault>(true)
        })
        .await?;
        Ok(Some(format!(
            "{stream}: prizes worth {} handed over, {} still due; accounts and promotion agree after each of {posted} events",
            accounts.handed_over(),
            accounts.still_due()
        )))
    }

    /// Posts a tournament's events one by one, each held against the tournament. Says what it came to.
    async fn accounts_of_contest(
        &self,
        stream: &Stream,
        shelf: &Shelf,
    ) -> Result<Option<String>, ArchiveFault> {
        let first = self.store().read(stream, 0, 1).await?;
        let Some(book) = first.first().and_then(|entry| shelf.find(entry.book)) else { return Ok(None) };
        let (mut accounts, mut tournament) = (ContestAccounts::default(), None::<Tournament>);
        let mut posted = 0_u64;
        self.each_entry(stream, 0, |entry| {
            for (sequence, event) in ledger::events::<Tournament>(&entry)? {
                let apart = |message: String| ArchiveFault::Impossible {
                    place: format!("{stream} {sequence}"),
                    message,
                };
                accounts.post(&event).map_err(|fault| apart(format!("accounts: {fault}")))?;
                match &mut tournament {
                    Some(tournament) => Aggregate::apply(tournament, &event),
                    None => tournament = Tournament::begin(&book, &event),
                }
                if let Some(tournament) = &tournament {
                    let differs = |fault| apart(format!("accounts and tournament differ: {fault}"));
                    accounts.agrees(tournament.state()).map_err(differs)?;
                }
                posted += 1;
            }
            Ok::<_, ArchiveFault>(true)
        })
        .await?;
        let fund = tournament.map(|tournament| tournament.state().fund.clone()).unwrap_or_default();
        Ok(Some(format!(
            "{stream}: a pool of {}, {} paid out; accounts and tournament agree after each of {posted} events",
            fund.pool(),
            fund.paid
        )))
    }

    /// Checks every shoe, those in use as far as they have come, and that they follow on one another.
    async fn verify_shoes(&self, verified: &mut Verified, tell: &(dyn Fn(Progress) + Sync)) {
        let streams = self.store().streams_of(SHOE).await.unwrap_or_default();
        let mut sealed: Vec<Sealed> = Vec::new();
        let mut open: Vec<(String, u32)> = Vec::new();
        for (done, stream) in streams.iter().enumerate() {
            tell(Progress::Shoes { done: done as u64, of: streams.len() as u64 });
            let lines = match self.shoe(stream).await {
                Ok(lines) => lines,
                Err(fault) => {
                    verified.faults.push(fault.to_string());
                    continue;
                }
            };
            if let Some(Line::Sealed { of, .. }) = lines.first() {
                if *stream.name() != format!("{}.{}", of.table, of.number) {
                    verified
                        .faults
                        .push(format!("{stream}: it was sealed as shoe {} of {}", of.number, of.table));
                }
                if !lines.iter().any(|line| matches!(line, Line::Revealed(_))) {
                    open.push((of.table.to_string(), of.number));
                }
                sealed.push(of.clone());
            }
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let checked = match lines.iter().any(|line| matches!(line, Line::Revealed(_))) {
                true => shoe::verify::verify(&text).map(|_| verified.shoes += 1),
                // The cards that it has opened lay where they were sealed.
                false => shoe::verify::verify_unfinished(&text),
            };
            if let Err(faults) = checked {
                verified.faults.extend(faults.iter().map(|fault| format!("{stream}: {fault}")));
            }
        }
        verified.faults.extend(shoe::verify::verify_sequence(&sealed));
        let followed = |(table, number): &(String, u32)| {
            sealed.iter().any(|other| other.table.to_string() == *table && other.number > *number)
        };
        let (unrevealed, in_use): (Vec<_>, Vec<_>) = open.into_iter().partition(followed);
        verified.in_use += in_use.len() as u64;
        self.verify_lost(unrevealed, verified).await;
    }

    /// A shoe that was in use when the log was put back is lost; any other that was never revealed is a fault.
    async fn verify_lost(&self, unrevealed: Vec<(String, u32)>, verified: &mut Verified) {
        if unrevealed.is_empty() {
            return;
        }
        let put_backs = match PutBacks::read(self.store()).await {
            Ok(put_backs) => put_backs,
            Err(fault) => return verified.faults.push(fault.to_string()),
        };
        for (table, number) in unrevealed {
            let (shoe, next) = (shoe_stream(&table, number), shoe_stream(&table, number + 1));
            match (shoe, next) {
                (Ok(shoe), Ok(next)) if put_backs.gave_up(&shoe, &next) => verified.lost += 1,
                _ => verified.faults.push(format!(
                    "{SHOE}/{table}.{number}: it was never revealed, and another shoe followed"
                )),
            }
        }
    }
}
