//! Places of a table's log at which it was kept how the table stood, so that any moment is near to one, however long the log is. What is
//! kept lies in the index; the log says what it stands for, and nothing else is believed.

use super::index::Index;
use crate::standing::{Nearest, Places, WalkState};
use aggregate::Aggregate;
use archive::{Archive, ArchiveFault, Walk};
use ledger::{Ledger, Projection, Stream};
use people::denial::Denial;
use std::sync::Arc;
use table::{Table, Time};

/// How a table and its accounts stood, in the form of the table's state.
const MARK: Projection = Projection { kind: "mark", form: <Table as Aggregate>::STATE_FORM };

/// What was found of a table's coups up to a mark.
const FOUND: Projection = Projection { kind: "found", form: 1 };

/// The number of records between two marks.
pub(super) const APART: u64 = 2_000;

/// The marks of a log that holds.
#[derive(Clone)]
pub(super) struct Marks {
    pub(super) index: Arc<Index>,
    pub(super) ledger: Ledger,
}

/// What the index does not do is told as a fault of the log's reading.
pub(super) fn unread(stream: &Stream, denial: &Denial) -> ArchiveFault {
    ArchiveFault::Impossible { place: stream.to_string(), message: denial.message.clone() }
}

impl Marks {
    /// Keeps how a table stood before this record, with what else was found up to there.
    pub(super) async fn keep(
        &self,
        stream: &Stream,
        next: u64,
        walk: &Walk,
        found: &str,
    ) -> Result<(), ArchiveFault> {
        let Some(standing) = WalkState::of(walk) else { return Ok(()) };
        let text = serde_json::to_string(&standing).map_err(|error| ArchiveFault::Impossible {
            place: format!("{stream}, sequence {next}"),
            message: error.to_string(),
        })?;
        let Some(before) = next.checked_sub(1) else { return Ok(()) };
        let entry = self.ledger.store().read(stream, before, 1).await?.into_iter().next();
        // A mark lies between two entries.
        let Some(entry) = entry.filter(|entry| entry.end() == next) else { return Ok(()) };
        let (head, at): (_, Time) = (entry.head(), entry.at);
        MARK.vouch(&self.ledger, stream, (next, head), &text, at).await?;
        FOUND.vouch(&self.ledger, stream, (next, head), found, at).await?;
        self.index
            .keep_mark(stream.name(), next, &text, found)
            .await
            .map_err(|denial| unread(stream, &denial))
    }

    /// The last mark that is no later than this record: the record that comes next there, and the walk.
    pub(super) async fn before(
        &self,
        archive: &Archive,
        stream: &Stream,
        sequence: u64,
    ) -> Result<Option<(u64, Walk)>, ArchiveFault> {
        let kept =
            self.index.mark(stream.name(), sequence).await.map_err(|denial| unread(stream, &denial))?;
        let Some((next, text)) = kept else { return Ok(None) };
        let Some(kept) = MARK.vouched(archive.store(), stream, next, text).await? else { return Ok(None) };
        let Ok(standing) = serde_json::from_str::<WalkState>(&kept.text) else { return Ok(None) };
        let book = archive.book(kept.book, None).await?.book;
        Ok(standing.walk(book, kept.book).map(|walk| (next, walk)))
    }

    /// The last mark of all, with what else was found up to there.
    pub(super) async fn last(
        &self,
        archive: &Archive,
        stream: &Stream,
    ) -> Result<Option<(u64, Walk, String)>, ArchiveFault> {
        let found = self.index.found(stream.name()).await.map_err(|denial| unread(stream, &denial))?;
        let Some((next, found)) = found else { return Ok(None) };
        let Some(found) = FOUND.vouched(archive.store(), stream, next, found).await? else { return Ok(None) };
        let found = found.text;
        let mark = self.before(archive, stream, next).await?.filter(|(place, _)| *place == next);
        Ok(mark.map(|(next, walk)| (next, walk, found)))
    }
}

impl Places for Marks {
    fn nearest<'a>(&'a self, archive: &'a Archive, stream: &'a Stream, sequence: u64) -> Nearest<'a> {
        Box::pin(self.before(archive, stream, sequence))
    }
}
