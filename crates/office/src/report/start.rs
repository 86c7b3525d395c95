//! Where a table's log is walked from: the last place at which its table and its accounts were kept, so that a report reads its own period
//! and what lies between, not everything before it.

use super::current::Source;
use crate::standing::{Come, WalkState};
use archive::{Archive, ArchiveFault, Walk};
use baccarat::book::Book;
use ledger::{Ledger, LedgerError, Projection, Stream};
use merkle::Hash;
use std::sync::Arc;
use table::Time;

/// A table and its accounts at some place of its log.
const START: Projection = Projection { kind: "start", form: 1 };

/// As many records must lie between two places for the later one to be kept.
const APART: u64 = 5_000;

/// A walk that has come to this event: from the last place before it at which the table was kept, or from the beginning. Where it came far,
/// it is kept for the next.
pub(super) async fn walk_to(
    Source { archive, ledger, places }: Source<'_>,
    stream: &Stream,
    book: Arc<Book>,
    last: u64,
) -> Result<Walk, ArchiveFault> {
    let marked = match places {
        Some(places) => places.nearest(archive, stream, last + 1).await?,
        None => None,
    };
    let kept = last_kept(archive, stream, last).await?;
    let nearest = kept.into_iter().chain(marked).max_by_key(|(next, _)| *next);
    let (from, mut walk) = nearest.unwrap_or_else(|| (0, Walk::new(book)));
    if from > last {
        return Ok(walk);
    }
    archive.walk_on(stream, &mut walk, from..=last, |_, _| Ok::<_, ArchiveFault>(())).await?;
    if last - from >= APART
        && let Err(fault) = keep(ledger, stream, &walk, last).await
    {
        tracing::warn!(%fault, "where a table stood could not be kept; the next report takes longer");
    }
    Ok(walk)
}

/// The last place that was kept, if it is not after this event, and the event that comes next there.
async fn last_kept(archive: &Archive, stream: &Stream, last: u64) -> Result<Option<Come>, ArchiveFault> {
    let kept = START.last(archive.store(), stream).await?.filter(|kept| kept.sequence <= last + 1);
    let Some(kept) = kept else { return Ok(None) };
    let Ok(standing) = serde_json::from_str::<WalkState>(&kept.text) else { return Ok(None) };
    let book = archive.book(kept.book, None).await?.book;
    Ok(standing.walk(book, kept.book).map(|walk| (kept.sequence, walk)))
}

/// Keeps where a walk has come to, if that is later than what was kept before.
async fn keep(ledger: &Ledger, stream: &Stream, walk: &Walk, last: u64) -> Result<(), LedgerError> {
    let Some(standing) = WalkState::of(walk) else { return Ok(()) };
    let known = START.last(&**ledger.store(), stream).await?;
    if known.is_some_and(|known| known.sequence > last) {
        return Ok(());
    }
    let Some(entry) = ledger.store().read(stream, last, 1).await?.into_iter().next() else { return Ok(()) };
    let (head, at): (Hash, Time) = (entry.head(), entry.at);
    let text = serde_json::to_string(&standing).map_err(|error| LedgerError::Damaged {
        place: format!("{stream}, sequence {last}"),
        message: error.to_string(),
    })?;
    START.keep(ledger, stream, (last + 1, head), &text, at).await
}
