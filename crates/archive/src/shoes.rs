//! The public records of sealed shoes, as a log keeps them: a stream for each shoe, a line in each record.

use crate::archive::Archive;
use crate::fault::ArchiveFault;
use ledger::{BadPayload, BadText, NotCanonical, Payload, Record, Stream};
use shoe::record::Line;

/// The kind of stream that holds the public record of one shoe: `shoe/TABLE.NUMBER`.
pub const SHOE: &str = "shoe";
/// The kind of payload that holds a line of it, as a JSON text: the very line that was published.
pub const SHOE_LINE: &str = "shoe-line-1";

/// The stream of a shoe.
pub fn shoe_stream(table: &str, number: u32) -> Result<Stream, BadText> {
    Stream::new(SHOE, &format!("{table}.{number}"))
}

/// A line of a shoe's public record, to be recorded.
pub fn shoe_payload(line: &Line) -> Result<Payload, BadPayload> {
    let text = serde_json::to_string(line);
    Payload::new(
        SHOE_LINE,
        &text.map_err(|error| BadPayload::Text(NotCanonical::NotJson(error.to_string())))?,
    )
}

/// The line that a record holds.
pub fn shoe_line(record: &Record<'_>) -> Result<Line, ArchiveFault> {
    let message = |message: String| ArchiveFault::Impossible {
        place: format!("{}, sequence {}", record.entry.stream, record.sequence),
        message,
    };
    if record.payload.kind() != SHOE_LINE {
        return Err(message(format!("found {}; a shoe has {SHOE_LINE}", record.payload.kind())));
    }
    let text: String =
        serde_json::from_str(record.payload.text()).map_err(|error| message(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| message(error.to_string()))
}

impl Archive {
    /// The shoes of a table that are on record, by number.
    pub async fn shoes(&self, table: &str) -> Result<Vec<(u32, Stream)>, ArchiveFault> {
        let own = self.store().streams_of(SHOE).await?;
        let number = |stream: &Stream| -> Option<u32> {
            stream.name().strip_prefix(table)?.strip_prefix('.')?.parse().ok()
        };
        let mut shoes: Vec<(u32, Stream)> =
            own.into_iter().filter_map(|stream| Some((number(&stream)?, stream))).collect();
        shoes.sort();
        Ok(shoes)
    }

    /// The public record of a shoe; nothing if there is no such shoe.
    pub async fn shoe(&self, stream: &Stream) -> Result<Vec<Line>, ArchiveFault> {
        let mut lines = Vec::new();
        self.each_entry(stream, 0, |entry| {
            for record in entry.records() {
                lines.push(shoe_line(&record)?);
            }
            Ok::<_, ArchiveFault>(true)
        })
        .await?;
        Ok(lines)
    }
}
