//! A ledger opened to be read from the command line.

use super::TableOf;
use crate::failure::{Exit, Failure};
use crate::files::library;
use archive::{Archive, ArchiveFault, Bound, Step, Walk};
use baccarat::book::Book;
use ledger::{LedgerError, StoreError, Stream};
use std::path::Path;
use std::sync::Arc;

/// A ledger, and what waits for its answers.
pub struct Source {
    runtime: tokio::runtime::Runtime,
    archive: Archive,
}

impl Source {
    /// Opens the ledger in a folder.
    pub fn open(folder: &Path) -> Result<Source, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let store =
            runtime.block_on(ledger::store::read_only(folder)).map_err(|error| unreadable(folder, &error))?;
        Ok(Source { runtime, archive: Archive::over(store) })
    }

    /// What is kept there.
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Waits for something.
    pub fn block_on<F: Future>(&self, later: F) -> F::Output {
        self.runtime.block_on(later)
    }

    /// The table that is asked for.
    pub fn table(&self, asked: &TableOf) -> Result<Stream, Failure> {
        let tables = self.block_on(self.archive.tables())?;
        let names = || tables.iter().map(Stream::name).collect::<Vec<_>>().join(", ");
        match (&asked.table, tables.as_slice()) {
            (_, []) => Err(Failure::refused("this ledger holds no table")),
            (None, [only]) => Ok(only.clone()),
            (None, _) => Err(Failure::usage(format!("say which --table: allowed are {}", names()))),
            (Some(name), tables) => {
                let found = tables.iter().find(|stream| stream.name() == name).cloned();
                found.ok_or_else(|| Failure::usage(format!("no table `{name}`: allowed are {}", names())))
            }
        }
    }

    /// The book under which a table's log begins.
    pub fn book_of(&self, stream: &Stream, file: Option<&str>) -> Result<Bound, Failure> {
        let given = given(file)?;
        Ok(self.block_on(self.archive.book_of(stream, given.as_ref()))?)
    }

    /// Walks a table's log up to an event, or to its end. Each event is shown before it is taken in.
    pub fn walk(
        &self,
        stream: &Stream,
        book: Arc<Book>,
        last: Option<u64>,
        see: impl FnMut(&Walk, Step<'_>) -> Result<(), Failure>,
    ) -> Result<Walk, Failure> {
        self.block_on(self.archive.walk(stream, book, last, see))
    }
}

/// The text of a book's file, and of the file it is based on.
pub fn given(file: Option<&str>) -> Result<Option<[String; 2]>, Failure> {
    file.map(|name| library::texts_of(name, &library::open(name)?)).transpose()
}

fn unreadable(folder: &Path, error: &StoreError) -> Failure {
    let exit = Exit::Unreadable;
    Failure { exit, text: format!("cannot read the ledger in {}: {error}", folder.display()) }
}

/// What a ledger says is wrong.
pub fn refused(error: LedgerError) -> Failure {
    Failure::refused(error.to_string())
}

impl From<ArchiveFault> for Failure {
    fn from(fault: ArchiveFault) -> Failure {
        let exit = if fault.is_missing() { Exit::Usage } else { Exit::Refused };
        Failure { exit, text: fault.to_string() }
    }
}
