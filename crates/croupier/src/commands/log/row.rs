//! A record as programs read it.

use ledger::Record;
use serde_json::{Value, json};

/// Everything that a record carries, under the names of the format.
pub fn json(record: &Record<'_>) -> Value {
    let entry = record.entry;
    // What is no JSON cannot be in a log that verifies; it is shown as the text it is.
    let payload = serde_json::from_str(record.payload.text());
    json!({
        "stream": entry.stream.as_str(),
        "sequence": record.sequence,
        "at": entry.at,
        "actor": entry.by.name,
        "role": entry.by.role,
        "command": entry.command.as_str(),
        "request": entry.request.to_string(),
        "book": entry.book.to_string(),
        "kind": record.payload.kind(),
        "payload": payload.unwrap_or_else(|_| Value::String(record.payload.text().to_owned())),
        "previous": record.previous.to_string(),
        "hash": record.hash.to_string(),
    })
}

/// The same on a line of its own.
pub fn line(record: &Record<'_>) -> String {
    format!("{}\n", json(record))
}
