//! What is derived from a stream and kept, so that whoever derives it goes on from there instead of from the stream's beginning.
//!
//! What is kept stands in the log: a record of a stream beside, with the sequence, the hash of the record before it, and the hash of
//! the text that is kept. A text that does not fit all three is as good as none, and losing it costs time, nothing else.

use crate::error::LedgerError;
use crate::record::{CommandId, Entry, Stream};
use crate::store::Store;
use crate::whole::check_whole;
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};

pub(crate) const STANDS_FOR_KIND: &str = "snapshot-1";

/// What a text that is kept stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StandsFor {
    /// The form of the text.
    pub(crate) form: u32,
    /// The sequence of the first record that is not in it.
    pub(crate) sequence: u64,
    /// The hash of the last record that is.
    pub(crate) head: Hash,
    /// The hash of the text.
    pub(crate) state: Hash,
}

/// Something that is derived from streams of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Projection {
    /// The kind of stream, beside the one it is derived from, that says what is kept.
    pub kind: &'static str,
    /// The number of the form in which it is written. One of another form is passed over.
    pub form: u32,
}

/// What was kept of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The sequence of the first record that is not in it.
    pub sequence: u64,
    /// The hash of the last record that is.
    pub head: Hash,
    /// The edition that was in force there.
    pub book: Hash,
    /// The text.
    pub text: String,
}

impl Projection {
    /// A text that is kept elsewhere, if it stands for a stream up to this sequence by what the log says.
    pub async fn vouched(
        self,
        store: &dyn Store,
        stream: &Stream,
        sequence: u64,
        text: String,
    ) -> Result<Option<Kept>, LedgerError> {
        let entry = store.command(&stream.beside(self.kind), &self.id_at(sequence)?).await?;
        let Some(entry) = entry else { return Ok(None) };
        let Some((stands_for, book)) = self.stands_for(store, stream, &entry).await? else { return Ok(None) };
        let StandsFor { head, state, .. } = stands_for;
        let is_it = stands_for.sequence == sequence && sha256(&[text.as_bytes()]) == state;
        Ok(is_it.then_some(Kept { sequence, head, book, text }))
    }

    pub(crate) fn id_at(self, sequence: u64) -> Result<CommandId, LedgerError> {
        Ok(format!("{sequence}.{}", self.form).parse()?)
    }

    /// What was kept of a stream last, if it stands for what the log says it stands for.
    pub async fn last(self, store: &dyn Store, stream: &Stream) -> Result<Option<Kept>, LedgerError> {
        let Some(entry) = store.last(&stream.beside(self.kind)).await? else { return Ok(None) };
        let Some((stands_for, book)) = self.stands_for(store, stream, &entry).await? else { return Ok(None) };
        let Some(bytes) = store.snapshot(stands_for.state).await? else { return Ok(None) };
        if sha256(&[&bytes]) != stands_for.state {
            return Ok(None);
        }
        let StandsFor { sequence, head, .. } = stands_for;
        Ok(String::from_utf8(bytes).ok().map(|text| Kept { sequence, head, book, text }))
    }

    /// What an entry says that a text of this form stands for, with the edition in force there, if the entry is whole and the stream was so.
    async fn stands_for(
        self,
        store: &dyn Store,
        stream: &Stream,
        entry: &Entry,
    ) -> Result<Option<(StandsFor, Hash)>, LedgerError> {
        if check_whole(entry, entry.first, entry.previous).is_some() {
            return Ok(None);
        }
        let Some(stands_for) = stands_for(entry).filter(|said| said.form == self.form) else {
            return Ok(None);
        };
        let Some(before) = stands_for.sequence.checked_sub(1) else { return Ok(None) };
        let found = store.read(stream, before, 1).await?;
        let whole = |entry: &&Entry| check_whole(entry, entry.first, entry.previous).is_none();
        let Some(before) = found.first().filter(whole) else { return Ok(None) };
        let is_so = (before.end(), before.head()) == (stands_for.sequence, stands_for.head);
        Ok(is_so.then_some((stands_for, before.book)))
    }
}

/// What a text stands for, if the record that says so is whole.
pub(crate) fn stands_for(entry: &Entry) -> Option<StandsFor> {
    match entry.records.as_slice() {
        [one] if one.payload.kind() == STANDS_FOR_KIND => serde_json::from_str(one.payload.text()).ok(),
        _ => None,
    }
}
