//! A table and its accounts at some place of its log, as they are kept, so that a walk goes on from there.

use accounts::Accounts;
use aggregate::Aggregate;
use archive::{Archive, ArchiveFault, Walk};
use baccarat::book::Book;
use ledger::Stream;
use merkle::Hash;
use serde::{Deserialize, Serialize};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use table::Table;
use table::state::State;

/// The record that comes next at some place, and a walk that has come there.
pub(crate) type Come = (u64, Walk);

/// What is found on asking for a place.
pub(crate) type Nearest<'a> = Pin<Box<dyn Future<Output = Result<Option<Come>, ArchiveFault>> + Send + 'a>>;

/// Places of tables' logs, all along them, from which a walk goes on.
pub(crate) trait Places: Send + Sync {
    /// The last place that is no later than this record.
    fn nearest<'a>(&'a self, archive: &'a Archive, stream: &'a Stream, sequence: u64) -> Nearest<'a>;
}

/// A table and its accounts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WalkState {
    /// The form of the table's state.
    form: u32,
    state: State,
    accounts: Accounts,
}

impl WalkState {
    /// Where a walk has come to; nothing before the table has opened, or where something did not add up.
    pub(crate) fn of(walk: &Walk) -> Option<WalkState> {
        let table = walk.table.as_ref().filter(|_| walk.fault.is_none())?;
        let (state, accounts) = (table.state().clone(), walk.accounts.clone());
        Some(WalkState { form: Table::STATE_FORM, state, accounts })
    }

    /// A walk that goes on from here, under the book of this edition.
    pub(crate) fn walk(self, book: Arc<Book>, edition: Hash) -> Option<Walk> {
        let table = Table::restore(book.clone(), self.state).filter(|_| self.form == Table::STATE_FORM)?;
        self.accounts.agrees(table.state()).ok()?;
        let (edition, accounts) = (Some(edition), self.accounts);
        Some(Walk { edition, accounts, table: Some(table), ..Walk::new(book) })
    }
}
