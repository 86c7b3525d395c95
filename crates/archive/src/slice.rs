//! A part of a stream with what leads from it to a signed root.

use crate::archive::Archive;
use crate::fault::ArchiveFault;
use ledger::{Checkpoints, Inclusion, Record, Signed, Stream};
use serde::Serialize;
use std::ops::RangeInclusive;

/// A part of a stream, up to where a checkpoint has it.
#[derive(Clone, Debug, Serialize)]
pub struct Slice {
    head: ledger::Head,
    index: u64,
    path: Vec<merkle::Hash>,
    records: Vec<Written>,
}

impl Slice {
    /// Is this record in it?
    pub(crate) fn has(&self, sequence: u64) -> bool {
        self.records.iter().any(|record| record.sequence == sequence)
    }

    /// How many records it has.
    pub(crate) fn records(&self) -> usize {
        self.records.len()
    }

    /// The sequence of its last record, if it has any.
    pub(crate) fn last(&self) -> Option<u64> {
        self.records.last().map(|record| record.sequence)
    }
}

/// A record, field by field.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    sequence: u64,
    time: i64,
    actor: String,
    role: String,
    command: String,
    request: merkle::Hash,
    book: merkle::Hash,
    kind: String,
    /// The very text that is hashed.
    payload: String,
    previous: merkle::Hash,
    hash: merkle::Hash,
}

impl Written {
    /// A record.
    pub fn of(record: &Record<'_>) -> Written {
        let entry = record.entry;
        Written {
            sequence: record.sequence,
            time: entry.at.0,
            actor: entry.by.name.clone(),
            role: entry.by.role.clone(),
            command: entry.command.to_string(),
            request: entry.request,
            book: entry.book,
            kind: record.payload.kind().to_owned(),
            payload: record.payload.text().to_owned(),
            previous: record.previous,
            hash: record.hash,
        }
    }
}

impl Archive {
    /// The last signed root.
    pub(crate) fn signed(
        &self,
        checkpoints: &Checkpoints,
        stream: &Stream,
        sequence: u64,
    ) -> Result<Signed, ArchiveFault> {
        let last = checkpoints.last().map(|last| last.signed.clone());
        last.ok_or_else(|| ArchiveFault::NotSigned { stream: stream.clone(), sequence })
    }

    /// Records of a stream, and those after them up to the first checkpoint that has them.
    pub(crate) async fn slice(
        &self,
        stream: &Stream,
        wanted: RangeInclusive<u64>,
        checkpoints: &Checkpoints,
    ) -> Result<Slice, ArchiveFault> {
        let (first, last) = wanted.into_inner();
        let inclusion = checkpoints.inclusion(stream, last + 1);
        let inclusion =
            inclusion.ok_or_else(|| ArchiveFault::NotSigned { stream: stream.clone(), sequence: last })?;
        let Inclusion { head, index, path, .. } = inclusion;
        let mut records = Vec::new();
        self.each_entry(stream, first, |entry| {
            let fits = |record: &Record<'_>| (first..head.length).contains(&record.sequence);
            records.extend(entry.records().filter(fits).map(|record| Written::of(&record)));
            Ok::<_, ArchiveFault>(entry.end() < head.length)
        })
        .await?;
        Ok(Slice { head, index, path, records })
    }
}
