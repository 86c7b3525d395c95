//! Old entries put together in a segment, packed: what a store keeps in place of their rows, and gives back as it took them.
//!
//! A segment is text, packed by gzip: a line that names the format, then for each entry a line of JSON with what its records have in common,
//! and a line for each record with its kind and its payload. Hashes are worked out again when it is read, so that whatever was
//! altered in it no longer fits the entries after it; the hash of the text itself, which the store keeps, says at once which segment is
//! not what it was.

use super::row::damaged;
use crate::head::Head;
use crate::record::{BadText, CommandId, Entry, Payload, Stream};
use crate::store::{StoreError, StoreFuture};
use aggregate::{By, Time};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io::{Read, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// The name and version of the format.
const FORMAT: &str = "croupier-segment-1";

/// The number of entries of a segment: few enough that one is read in a moment and that nobody waits for long while rows leave.
pub(super) const ENTRIES: usize = 1_024;

/// The most text that a segment may have once it is unpacked.
const LONGEST: u64 = 1 << 30;

/// The number of segments that stay in memory after they were read.
const AT_HAND: usize = 4;

/// What the records of an entry have in common. What follows from the entry before it in its stream is left out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    stream: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<u64>,
    at: i64,
    actor: String,
    role: String,
    command: String,
    /// Where it is not the hash of the first payload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    request: Option<Hash>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    book: Option<Hash>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    previous: Option<Hash>,
    /// The number of its records.
    records: usize,
}

/// Where a stream stood in a segment.
#[derive(Clone, Copy)]
struct Stood {
    end: u64,
    head: Hash,
    book: Hash,
}

impl Stood {
    fn after(entry: &Entry) -> Stood {
        Stood { end: entry.end(), head: entry.head(), book: entry.book }
    }
}

/// Old entries together.
pub(super) struct Segment {
    /// The position of the first.
    pub(super) first: u64,
    /// The hash of its text.
    pub(super) hash: Hash,
    /// The text, packed.
    pub(super) bytes: Vec<u8>,
    /// The sequences that it holds of each stream.
    pub(super) streams: BTreeMap<Stream, Range<u64>>,
    /// The key of each command.
    pub(super) keys: Vec<i64>,
}

/// By what a command is found: the first bytes of a hash of its stream and its id. Two may have the same; whoever finds one looks at the id.
pub(super) fn key(stream: &str, command: &str) -> i64 {
    let Hash(bytes) = sha256(&[stream.as_bytes(), b"\n", command.as_bytes()]);
    let [a, b, c, d, e, f, g, h, ..] = bytes;
    i64::from_be_bytes([a, b, c, d, e, f, g, h])
}

impl Segment {
    /// Packs entries that follow each other from this position on, and reads them again: what does not come back as it was is not
    /// put away.
    pub(super) fn pack(first: u64, entries: &[Entry]) -> Result<Segment, StoreError> {
        let text = written(entries);
        let place = place(first, (first + entries.len() as u64).saturating_sub(1));
        let failed = |error: std::io::Error| StoreError::Failed(format!("{place}: {error}"));
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(text.as_bytes()).map_err(failed)?;
        let bytes = packed.finish().map_err(failed)?;
        let hash = sha256(&[text.as_bytes()]);
        if unpack(&place, hash, &bytes)? != entries {
            return Err(damaged(place, "an entry does not follow from its records, and stays where it is"));
        }
        let mut streams: BTreeMap<Stream, Range<u64>> = BTreeMap::new();
        for entry in entries {
            streams.entry(entry.stream.clone()).or_insert(entry.first..0).end = entry.end();
        }
        let keys = entries.iter().map(|entry| key(entry.stream.as_str(), entry.command.as_str())).collect();
        Ok(Segment { first, hash, bytes, streams, keys })
    }
}

/// A segment by the positions of its entries.
fn place(first: u64, last: u64) -> String {
    format!("the segment of entries {first} to {last}")
}

fn written(entries: &[Entry]) -> String {
    let mut text = format!("{FORMAT}\n");
    let mut stood: HashMap<&Stream, Stood> = HashMap::new();
    for entry in entries {
        let before = stood.insert(&entry.stream, Stood::after(entry));
        let first = entry.records.first().map(|record| sha256(&[record.payload.text().as_bytes()]));
        let heading = Heading {
            stream: entry.stream.as_str().to_owned(),
            first: before.is_none_or(|before| before.end != entry.first).then_some(entry.first),
            at: entry.at.0,
            actor: entry.by.name.clone(),
            role: entry.by.role.clone(),
            command: entry.command.as_str().to_owned(),
            request: (first != Some(entry.request)).then_some(entry.request),
            book: before.is_none_or(|before| before.book != entry.book).then_some(entry.book),
            previous: before.is_none_or(|before| before.head != entry.previous).then_some(entry.previous),
            records: entry.records.len(),
        };
        // What is written is texts, numbers and hashes, which JSON has.
        text.push_str(&serde_json::to_string(&heading).unwrap_or_default());
        text.push('\n');
        for record in &entry.records {
            text.push_str(record.payload.kind());
            text.push(' ');
            text.push_str(record.payload.text());
            text.push('\n');
        }
    }
    text
}

/// The entries of a segment whose text has this hash.
pub(super) fn unpack(place: &str, hash: Hash, bytes: &[u8]) -> Result<Vec<Entry>, StoreError> {
    let mut text = String::new();
    let unpacked = GzDecoder::new(bytes).take(LONGEST).read_to_string(&mut text);
    unpacked.map_err(|error| damaged(place, error))?;
    if sha256(&[text.as_bytes()]) != hash {
        return Err(damaged(place, "it is not what was put away"));
    }
    let mut lines = text.lines();
    if lines.next() != Some(FORMAT) {
        return Err(damaged(place, format!("its first line is not {FORMAT}")));
    }
    let mut stood: HashMap<Stream, Stood> = HashMap::new();
    let mut entries = Vec::new();
    while let Some(line) = lines.next() {
        let entry = read_entry(line, &mut lines, &stood).map_err(|message| damaged(place, message))?;
        stood.insert(entry.stream.clone(), Stood::after(&entry));
        entries.push(entry);
    }
    Ok(entries)
}

fn read_entry<'t>(
    heading: &str,
    lines: &mut impl Iterator<Item = &'t str>,
    stood: &HashMap<Stream, Stood>,
) -> Result<Entry, String> {
    let heading: Heading = serde_json::from_str(heading).map_err(|error| error.to_string())?;
    let spelt = |bad: BadText| bad.to_string();
    let stream: Stream = heading.stream.parse().map_err(spelt)?;
    let before = stood.get(&stream);
    let missing = || format!("{stream}: nothing says what comes before an entry");
    let payload = |line: &str| line.split_once(' ').map(|(kind, text)| Payload::read(kind, text));
    let payloads: Vec<Payload> = lines.take(heading.records).filter_map(payload).collect();
    if payloads.len() != heading.records {
        return Err(format!("{stream}: an entry lacks records"));
    }
    let asked = payloads.first().map(|first| sha256(&[first.text().as_bytes()]));
    let entry = Entry {
        first: heading.first.or(before.map(|before| before.end)).ok_or_else(missing)?,
        at: Time(heading.at),
        by: By { name: heading.actor, role: heading.role },
        command: heading.command.parse().map_err(spelt)?,
        request: heading.request.or(asked).ok_or_else(missing)?,
        book: heading.book.or(before.map(|before| before.book)).ok_or_else(missing)?,
        previous: heading.previous.or(before.map(|before| before.head)).ok_or_else(missing)?,
        records: Vec::new(),
        stream: stream.clone(),
    };
    Ok(entry.chain(payloads))
}

/// Segments that were read last.
#[derive(Default)]
pub(super) struct AtHand(Mutex<VecDeque<(u64, Arc<Vec<Entry>>)>>);

impl AtHand {
    /// The segment that begins at this position, if it is at hand.
    fn find(&self, first: u64) -> Option<Arc<Vec<Entry>>> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.iter().find(|(known, _)| *known == first).map(|(_, entries)| entries.clone())
    }

    /// Keeps it at hand, in place of the one that has been for longest.
    fn keep(&self, first: u64, entries: Vec<Entry>) -> Arc<Vec<Entry>> {
        let entries = Arc::new(entries);
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|(known, _)| *known != first);
        held.push_back((first, entries.clone()));
        if held.len() > AT_HAND {
            held.pop_front();
        }
        entries
    }
}

/// A segment as a store lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// The position of its first entry.
    pub(super) first: u64,
    /// The position of its last.
    pub(super) last: u64,
    /// The hash of its text.
    pub(super) hash: Hash,
}

/// What a store that has segments is asked for.
pub(super) trait Segments: Sync {
    /// The first segment that ends after this position.
    fn after(&self, position: u64) -> StoreFuture<'_, Option<Listed>>;

    /// The segment that holds this sequence of a stream.
    fn of<'a>(&'a self, stream: &'a Stream, sequence: u64) -> StoreFuture<'a, Option<Listed>>;

    /// The last segment that holds anything of a stream.
    fn last_of<'a>(&'a self, stream: &'a Stream) -> StoreFuture<'a, Option<Listed>>;

    /// Segments with a command of one of these keys.
    fn with(&self, keys: [i64; 2]) -> StoreFuture<'_, Vec<Listed>>;

    /// What is kept of a segment.
    fn bytes(&self, listed: Listed) -> StoreFuture<'_, Vec<u8>>;

    /// Segments that were read last.
    fn at_hand(&self) -> &AtHand;
}

/// The entries of a segment.
async fn entries(segments: &dyn Segments, listed: Listed) -> Result<Arc<Vec<Entry>>, StoreError> {
    if let Some(known) = segments.at_hand().find(listed.first) {
        return Ok(known);
    }
    let place = place(listed.first, listed.last);
    let entries = unpack(&place, listed.hash, &segments.bytes(listed).await?)?;
    if entries.len() as u64 != listed.last + 1 - listed.first {
        return Err(damaged(place, format!("it holds {} entries", entries.len())));
    }
    Ok(segments.at_hand().keep(listed.first, entries))
}

/// Entries of a stream from the one that holds this sequence, at most so many, as far as they are in segments; then those that were found in
/// rows, as far as they follow.
pub(super) async fn read(
    segments: &dyn Segments,
    (stream, from, most): (&Stream, u64, u32),
    rows: Vec<Entry>,
) -> Result<Vec<Entry>, StoreError> {
    let (mut found, mut next, most): (Vec<Entry>, u64, usize) = (Vec::new(), from, most as usize);
    while found.len() < most
        && let Some(listed) = segments.of(stream, next).await?
    {
        let all = entries(segments, listed).await?;
        let wanted = all.iter().filter(|entry| entry.stream == *stream && entry.end() > next);
        found.extend(wanted.take(most - found.len()).cloned());
        match found.last().map(Entry::end) {
            Some(end) if end > next => next = end,
            _ => break,
        }
    }
    let more = most - found.len();
    found.extend(rows.into_iter().filter(|entry| entry.end() > next).take(more));
    Ok(found)
}

/// Entries of all streams after this position, at most so many, if the next one is in a segment.
pub(super) async fn all(
    segments: &dyn Segments,
    after: u64,
    most: u32,
) -> Result<Option<Vec<(u64, Result<Entry, StoreError>)>>, StoreError> {
    let listed = segments.after(after).await?.filter(|listed| listed.first <= after + 1);
    let Some(listed) = listed else { return Ok(None) };
    let positions = after + 1..=listed.last.min(after.saturating_add(most.into()));
    let place = |position: u64| usize::try_from(position - listed.first).unwrap_or(usize::MAX);
    Ok(Some(match entries(segments, listed).await {
        Ok(all) => {
            let entry = |position| all.get(place(position)).map(|entry| (position, Ok(entry.clone())));
            positions.filter_map(entry).collect()
        }
        // One segment that cannot be read does not keep the others back.
        Err(error) => positions.map(|position| (position, Err(error.clone()))).collect(),
    }))
}

/// Where those entries left their streams.
pub(super) async fn heads(
    segments: &dyn Segments,
    after: u64,
    most: u32,
) -> Result<Option<Vec<(u64, Result<Head, StoreError>)>>, StoreError> {
    let found = all(segments, after, most).await?;
    let left =
        |(position, entry): (u64, Result<Entry, StoreError>)| (position, entry.map(|entry| entry.left()));
    Ok(found.map(|found| found.into_iter().map(left).collect()))
}

/// The last entry of a stream of which no row is left.
pub(super) async fn last(segments: &dyn Segments, stream: &Stream) -> Result<Option<Entry>, StoreError> {
    let Some(listed) = segments.last_of(stream).await? else { return Ok(None) };
    let all = entries(segments, listed).await?;
    Ok(all.iter().rev().find(|entry| entry.stream == *stream).cloned())
}

/// What a command left in one of these streams, if that is in a segment.
pub(super) async fn command(
    segments: &dyn Segments,
    streams: [&Stream; 2],
    id: &CommandId,
) -> Result<Option<Entry>, StoreError> {
    let keys = streams.map(|stream| key(stream.as_str(), id.as_str()));
    for listed in segments.with(keys).await? {
        let all = entries(segments, listed).await?;
        let is = |entry: &&Entry| entry.command == *id && streams.contains(&&entry.stream);
        if let Some(entry) = all.iter().find(is) {
            return Ok(Some(entry.clone()));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries of two streams by turns.
    fn log(count: u64) -> Vec<Entry> {
        let mut stood: HashMap<Stream, Stood> = HashMap::new();
        let entry = |number: u64| {
            let stream = Stream::new("note", if number.is_multiple_of(3) { "one" } else { "two" }).unwrap();
            let before = stood.get(&stream).copied();
            let payload = |place: u64| {
                Payload::new("note-1", &serde_json::json!({"n": number, "of": place, "text": "ä\n"})).unwrap()
            };
            let entry = Entry {
                first: before.map_or(0, |before| before.end),
                at: Time(number as i64 * 1_000 - 5_000),
                by: By::new("ann lee", "dealer"),
                command: format!("c{number}").parse().unwrap(),
                request: if number.is_multiple_of(2) {
                    sha256(&[&number.to_be_bytes()])
                } else {
                    sha256(&[payload(0).text().as_bytes()])
                },
                book: if number < count / 2 { Hash::NONE } else { sha256(&[b"book"]) },
                previous: before.map_or(Hash::NONE, |before| before.head),
                records: Vec::new(),
                stream: stream.clone(),
            };
            let entry = entry.chain((0..1 + number % 4).map(payload).collect());
            stood.insert(stream, Stood::after(&entry));
            entry
        };
        (1..=count).map(entry).collect()
    }

    #[test]
    fn what_is_packed_comes_back_as_it_was_also_from_the_middle_of_a_stream() {
        let entries = log(60);
        for (first, part) in [(1, &entries[..]), (31, &entries[30..]), (60, &entries[59..])] {
            let segment = Segment::pack(first, part).unwrap();
            assert_eq!(unpack("it", segment.hash, &segment.bytes).unwrap(), part);
            let records: u64 = segment.streams.values().map(|range| range.end - range.start).sum();
            assert_eq!(records, part.iter().map(|entry| entry.records.len() as u64).sum::<u64>());
        }
    }

    #[test]
    fn every_changed_byte_of_a_segment_is_noticed() {
        let entries = log(20);
        let segment = Segment::pack(1, &entries).unwrap();
        for place in 0..segment.bytes.len() {
            let mut bytes = segment.bytes.clone();
            bytes[place] ^= 0x15;
            // A few bytes of the packing mean nothing; whatever comes back is what was put away.
            if let Ok(found) = unpack("it", segment.hash, &bytes) {
                assert_eq!(found, entries, "byte {place}");
            }
        }
        assert!(unpack("it", segment.hash, &segment.bytes[..segment.bytes.len() / 2]).is_err());
        assert!(unpack("it", sha256(&[b"another"]), &segment.bytes).is_err());
    }

    #[test]
    fn an_entry_whose_hashes_do_not_follow_is_not_packed() {
        let mut entries = log(5);
        entries[2].records[0].hash = Hash::NONE;
        assert!(matches!(Segment::pack(1, &entries), Err(StoreError::Damaged { .. })));
    }
}
