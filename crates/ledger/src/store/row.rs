//! An entry as a row of a database has it, whichever database that is.

use crate::head::Head;
use crate::record::{Chained, Entry, Payload, Stream};
use crate::store::StoreError;
use aggregate::{By, Time};
use merkle::Hash;

/// Something that cannot be read as what it should be.
pub(super) fn damaged(place: impl ToString, message: impl ToString) -> StoreError {
    StoreError::Damaged { place: place.to_string(), message: message.to_string() }
}

/// The records of an entry, one to a line: hash, kind, payload.
fn packed(records: &[Chained]) -> String {
    let size = records.iter().map(|record| record.payload.text().len() + 100).sum();
    let mut text = String::with_capacity(size);
    let mut digits = [0; 64];
    for Chained { payload, hash } in records {
        // The buffer is as long as a hash has digits, so this cannot fail.
        let _ = hex::encode_to_slice(hash.0, &mut digits);
        text.push_str(std::str::from_utf8(&digits).unwrap_or_default());
        text.push(' ');
        text.push_str(payload.kind());
        text.push(' ');
        text.push_str(payload.text());
        text.push('\n');
    }
    text
}

fn unpacked(text: &str) -> Option<Vec<Chained>> {
    let line = |line: &str| {
        let (hash, rest) = line.split_once(' ')?;
        let (kind, payload) = rest.split_once(' ')?;
        Some(Chained { payload: Payload::read(kind, payload), hash: hash.parse().ok()? })
    };
    text.strip_suffix('\n')?.split('\n').map(line).collect()
}

/// Where an entry left its stream, from the columns that tell it.
pub(super) fn head(stream: &str, first: i64, records: &str) -> Result<Head, StoreError> {
    let wrong = |message: String| damaged(format!("{}, sequence {first}", stream.escape_debug()), message);
    let named: Stream = stream.parse().map_err(|bad| wrong(format!("stream: {bad}")))?;
    let start = u64::try_from(first).map_err(|_| wrong("sequence: less than 0".to_owned()))?;
    let lines = records.strip_suffix('\n');
    let last = lines.map(|lines| lines.rsplit_once('\n').map_or(lines, |(_, last)| last));
    let hash = last.and_then(|last| last.split_once(' ')?.0.parse().ok());
    let hash = hash.ok_or_else(|| wrong("records: not lines of hash, kind and payload".to_owned()))?;
    let many = records.bytes().filter(|byte| *byte == b'\n').count() as u64;
    Ok(Head { stream: named.to_string(), length: start + many, hash })
}

/// An entry as a row has it.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    pub(super) stream: String,
    pub(super) first: i64,
    pub(super) at: i64,
    pub(super) actor: String,
    pub(super) role: String,
    pub(super) command: String,
    pub(super) request: Vec<u8>,
    pub(super) book: Vec<u8>,
    pub(super) previous: Vec<u8>,
    pub(super) records: String,
}

impl Columns {
    pub(super) fn of(entry: &Entry) -> Columns {
        Columns {
            stream: entry.stream.as_str().to_owned(),
            first: entry.first as i64,
            at: entry.at.0,
            actor: entry.by.name.clone(),
            role: entry.by.role.clone(),
            command: entry.command.as_str().to_owned(),
            request: entry.request.0.to_vec(),
            book: entry.book.0.to_vec(),
            previous: entry.previous.0.to_vec(),
            records: packed(&entry.records),
        }
    }

    /// The entry, or which field of it cannot be what it should be.
    pub(super) fn entry(self) -> Result<Entry, StoreError> {
        let place = format!("{}, sequence {}", self.stream.escape_debug(), self.first);
        let hash = |bytes: Vec<u8>, field: &str| {
            bytes.try_into().map(Hash).map_err(|_| damaged(&place, format!("{field}: not 32 bytes")))
        };
        let records = unpacked(&self.records)
            .ok_or_else(|| damaged(&place, "records: not lines of hash, kind and payload"))?;
        Ok(Entry {
            stream: self.stream.parse().map_err(|bad| damaged(&place, format!("stream: {bad}")))?,
            first: u64::try_from(self.first).map_err(|_| damaged(&place, "sequence: less than 0"))?,
            at: Time(self.at),
            by: By { name: self.actor, role: self.role },
            command: self.command.parse().map_err(|bad| damaged(&place, format!("command: {bad}")))?,
            request: hash(self.request, "request")?,
            book: hash(self.book, "book")?,
            previous: hash(self.previous, "previous")?,
            records,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whole::check_whole;
    use merkle::sha256;

    /// Entries of 1 to 12 records, one after the other.
    fn log(records: u64) -> Vec<Entry> {
        let (mut entries, mut first, mut previous) = (Vec::new(), 0, Hash::NONE);
        while first < records {
            let count = 1 + (first * 7 + 3) % 12;
            let payload = |place| {
                let message = serde_json::json!({"fact": {"fact": "card-dealt", "to": "player", "card": "AS"}, "n": place});
                Payload::new("table-event-1", &message).unwrap()
            };
            let entry = Entry {
                stream: Stream::new("table", "one").unwrap(),
                first,
                at: Time(1_000 * first as i64),
                by: By::new("dealer", "dealer"),
                command: format!("c{first}").parse().unwrap(),
                request: sha256(&[&first.to_be_bytes()]),
                book: sha256(&[b"book"]),
                previous,
                records: Vec::new(),
            }
            .chain((first..first + count).map(payload).collect());
            (first, previous) = (entry.end(), entry.head());
            entries.push(entry);
        }
        entries
    }

    #[test]
    fn a_row_tells_where_its_entry_left_the_stream_without_being_read_as_a_whole() {
        for entry in log(200) {
            let Columns { stream, first, records, .. } = Columns::of(&entry);
            assert_eq!(head(&stream, first, &records).unwrap(), entry.left());
            let bad = [
                ("nothing", first, records.as_str()),
                (stream.as_str(), -1, records.as_str()),
                (stream.as_str(), first, ""),
                (stream.as_str(), first, "x\n"),
            ];
            for (stream, first, records) in bad {
                assert!(
                    matches!(head(stream, first, records), Err(StoreError::Damaged { .. })),
                    "{stream} {first} {records}"
                );
            }
        }
    }

    #[test]
    fn every_single_byte_change_of_a_row_is_noticed() {
        let step = if std::env::var_os("CROUPIER_FULL").is_some() { 1 } else { 127 };
        let (mut changes, mut place) = (0_u64, 0_usize);
        for entry in log(10_000) {
            let row = Columns::of(&entry);
            let (first, previous) = (entry.first, entry.previous);
            assert!(row.clone().entry().is_ok_and(|entry| check_whole(&entry, first, previous).is_none()));
            for (column, length) in lengths(&row).into_iter().enumerate() {
                for byte in 0..length {
                    place += 1;
                    if place % step != 0 {
                        continue;
                    }
                    let by = 1 + (place * 31 % 255) as u8;
                    changes += 1;
                    // Text that is no longer UTF-8 is not read at all.
                    let Some(changed) = change(&row, column, byte, by) else { continue };
                    let noticed = match changed.entry() {
                        Ok(entry) => check_whole(&entry, first, previous).is_some(),
                        Err(error) => matches!(error, StoreError::Damaged { .. }),
                    };
                    assert!(noticed, "sequence {first}, column {column}, byte {byte}, by {by}");
                }
            }
        }
        assert!(changes > 10_000, "{changes}");
    }

    fn lengths(row: &Columns) -> [usize; 10] {
        let Columns { stream, actor, role, command, request, book, previous, records, .. } = row;
        let texts = [stream, actor, role, command, records].map(String::len);
        let hashes = [request, book, previous].map(Vec::len);
        [texts[0], 8, 8, texts[1], texts[2], texts[3], hashes[0], hashes[1], hashes[2], texts[4]]
    }

    fn change(row: &Columns, column: usize, byte: usize, by: u8) -> Option<Columns> {
        let mut row = row.clone();
        let text = |text: &mut String| {
            let mut bytes = std::mem::take(text).into_bytes();
            bytes[byte] ^= by;
            *text = String::from_utf8(bytes).ok()?;
            Some(())
        };
        match column {
            0 => text(&mut row.stream)?,
            1 => row.first ^= i64::from(by) << (8 * byte),
            2 => row.at ^= i64::from(by) << (8 * byte),
            3 => text(&mut row.actor)?,
            4 => text(&mut row.role)?,
            5 => text(&mut row.command)?,
            6 => row.request[byte] ^= by,
            7 => row.book[byte] ^= by,
            8 => row.previous[byte] ^= by,
            _ => text(&mut row.records)?,
        }
        Some(row)
    }
}
