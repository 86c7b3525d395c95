//! What surveillance and inspectors ask: coups found and stepped through, what was in force, notes, verifying, evidence.
//!
//! Everything here is read from the log by a connection of its own, so that it is there while tables are out of service, and
//! when the log does not hold. It only reads; notes, looks and case files are put on record by the ledger.

mod asking;
mod cage_events;
mod case_file;
pub mod finder;
mod in_force;
mod index;
mod marks;
mod note;
mod replay;
mod sealed_copy;
mod sight;
mod verification;

pub use cage_events::{CageEvent, CageFound, CageSearch};
pub use case_file::{CASE, CaseRecord, CaseRequest, DisputeView};
pub use finder::{CoupFound, DealtCard, Found, Search};
pub use in_force::{InForce, Moment};
pub use index::Index;
pub use note::{NewNote, NoteKind, NoteView, Notes, NotesWanted};
pub use replay::{Frame, FrameStake, Replay};
pub use sight::{CompositionView, LeftOf, MomentOdds};
pub use verification::{VerificationView, VerifyRequest, last_whole};

use crate::report::Current;
use archive::{Archive, ArchiveFault};
use finder::Finder;
use ledger::store::Place;
use ledger::{Ledger, LedgerError, Stream, store};
use marks::Marks;
use people::denial::Denial;
use people::{Names, Seals};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use table::TABLE;
use verification::Verification;

/// The index is kept whenever so many entries of the log were read, so that no more than those are read again after a fall.
const OFTEN: u64 = 100_000;

/// What is told of a log that cannot be read as asked.
pub fn denied(fault: ArchiveFault) -> Denial {
    match fault {
        ArchiveFault::NoCoup { coup, .. } => Denial::not_found(format!("coup {coup} was not dealt here")),
        ArchiveFault::NoDispute { dispute, .. } => {
            Denial::not_found(format!("there is no dispute {dispute} at this table"))
        }
        ArchiveFault::NoEvent { asked, last, .. } => {
            Denial::not_found(format!("there is no event {asked}; the last one is {last}"))
        }
        ArchiveFault::NotSigned { .. } => Denial::conflict("not-signed", fault.to_string()),
        ArchiveFault::Ledger(LedgerError::Stopped { why }) => Denial::out_of_service(why),
        // Inspectors are told what is wrong with a log, word for word.
        other => Denial::conflict("log-does-not-hold", other.to_string()),
    }
}

/// What surveillance and inspectors ask.
pub struct Watch {
    place: Place,
    archive: Archive,
    index: Arc<Index>,
    ledger: Ledger,
    /// The log holds, so that what was found in it may be kept.
    holds: bool,
    finders: Mutex<BTreeMap<String, Arc<tokio::sync::Mutex<Finder>>>>,
    notes: Notes,
    verification: Verification,
    /// Inspectors on record whom the list of people lacks.
    missing: OnceLock<Vec<String>>,
}

impl Watch {
    /// Reads the log there by a connection of its own. The index of coups is kept in this file, and beside it as it was sealed.
    pub async fn open(
        place: &Place,
        ledger: &Ledger,
        (index, seals): (&Path, Option<Seals>),
        holds: bool,
    ) -> Result<Watch, Denial> {
        let store = store::read_only(place).await.map_err(|fault| denied(fault.into()))?;
        let archive = Archive::over(store);
        let notes = Notes::open(&archive, ledger.clone()).await.map_err(denied)?;
        Ok(Watch {
            place: place.clone(),
            archive,
            index: Arc::new(Index::open(index, seals).await?),
            ledger: ledger.clone(),
            holds,
            finders: Mutex::default(),
            notes,
            verification: Verification::default(),
            missing: OnceLock::new(),
        })
    }

    /// The log.
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Notes.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Remembers which inspectors are on record and are not in the list of people.
    pub fn missing(&self, names: Vec<String>) {
        for name in &names {
            tracing::error!(name, "an inspector is on record and not in the list of people");
        }
        // It is told once, when the house opens.
        let _ = self.missing.set(names);
    }

    /// Inspectors who are on record and not in the list of people, though no inspector let them go.
    pub fn missing_inspectors(&self) -> &[String] {
        self.missing.get().map(Vec::as_slice).unwrap_or_default()
    }

    /// Every table of the log, also those that the settings no longer name.
    pub async fn tables(&self) -> Result<Vec<String>, Denial> {
        Ok(self
            .archive
            .tables()
            .await
            .map_err(denied)?
            .iter()
            .map(|stream| stream.name().to_owned())
            .collect())
    }

    /// The stream of a table that the log knows.
    pub async fn stream(&self, table: &str) -> Result<Stream, Denial> {
        let none = || Denial::not_found("there is no such table");
        let stream = Stream::new(TABLE, table).map_err(|_| none())?;
        let first = self.archive.store().read(&stream, 0, 1).await.map_err(|fault| denied(fault.into()))?;
        match first.is_empty() {
            true => Err(none()),
            false => Ok(stream),
        }
    }

    /// What finds coups of a table, brought up to the end of its log.
    pub async fn finder(&self, table: &str) -> Result<tokio::sync::OwnedMutexGuard<Finder>, Denial> {
        let known = self.lock().get(table).cloned();
        let finder = match known {
            Some(finder) => finder,
            None => {
                let stream = self.stream(table).await?;
                let bound = self.archive.book_of(&stream, None).await.map_err(denied)?;
                let (index, ledger) = (self.index.clone(), self.ledger.clone());
                let kept = self.holds.then_some(Marks { index, ledger });
                let finder = Finder::new(self.archive.clone(), stream, bound, kept);
                let finder = Arc::new(tokio::sync::Mutex::new(finder));
                self.lock().entry(table.to_owned()).or_insert(finder).clone()
            }
        };
        let mut finder = finder.lock_owned().await;
        if self.holds {
            self.index.catch_up(&self.archive, table).await?;
        }
        finder.catch_up().await;
        Ok(finder)
    }

    /// Reports go on from the places that are kept here of every table's log.
    pub fn lend_places(&self, current: &Current) {
        if self.holds {
            let (index, ledger) = (self.index.clone(), self.ledger.clone());
            current.go_by(Arc::new(Marks { index, ledger }));
        }
    }

    /// Brings what is kept of every table up to the end of its log, as long as it may, so that nobody who looks waits for it.
    pub async fn keep_up(&self, goes_on: impl Fn() -> bool) -> Result<(), Denial> {
        if self.holds {
            for table in self.tables().await? {
                if !goes_on() {
                    return Ok(());
                }
                self.finder(&table).await.map(drop)?;
            }
            self.index.keep_copy(OFTEN).await;
        }
        Ok(())
    }

    /// Coups that fit, newest first, by the index.
    pub async fn search(&self, search: &Search, names: &Names, limit: usize) -> Result<Found, Denial> {
        let pattern = search.pattern().map_err(Denial::unprocessable)?;
        let before = search.before.as_deref().map(|before| {
            finder::place(before).ok_or_else(|| {
                Denial::unprocessable(format!(
                    "before: found {before}; allowed is what an answer gave as `before`"
                ))
            })
        });
        let before = before.transpose()?;
        // Also where there is no table yet.
        drop(self.index.turn(&self.archive).await?);
        match &search.table {
            Some(table) => {
                self.stream(table).await?;
                self.index.catch_up(&self.archive, table).await?;
            }
            None => {
                for table in self.tables().await? {
                    self.index.catch_up(&self.archive, &table).await?;
                }
            }
        }
        let found = self.index.search((search, names), &pattern, before, limit + 1).await?;
        Ok(Found::of(found, limit).of_names(search, names))
    }

    /// What happened at the cage that fits, newest first. Of a log that does not hold nothing is kept.
    pub async fn search_cage(
        &self,
        search: &CageSearch,
        names: &Names,
        limit: usize,
    ) -> Result<CageFound, Denial> {
        match self.holds {
            true => self.index.search_cage(&self.archive, (search, names), limit).await,
            false => Index::in_memory().await?.search_cage(&self.archive, (search, names), limit).await,
        }
    }

    /// How many entries of the log the index has read since it was opened.
    pub fn indexed(&self) -> u64 {
        self.index.entries_read()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<tokio::sync::Mutex<Finder>>>> {
        self.finders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets go of the file.
    pub async fn close(&self) {
        self.verification.stop().await;
        self.index.close().await;
        if let Err(fault) = self.archive.store().close().await {
            tracing::error!(%fault, "the log was not closed by those who watch");
        }
    }
}
