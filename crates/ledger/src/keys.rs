//! Which key signs the log, on record: pinned when the log begins, adopted once for an older log, changed by both keys.

use crate::error::LedgerError;
use crate::key::is_signed;
use crate::record::{Entry, Stream};
use crate::store::Store;
use aggregate::Time;
use serde::{Deserialize, Serialize};

/// The kind of stream that tells which key signs.
pub const KEY: &str = "key";
pub(crate) const KEY_KIND: &str = "key-1";

/// The stream of keys.
pub(crate) fn stream() -> Stream {
    Stream::of(KEY, "ledger")
}

/// The record that a key signs from here on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyRecord {
    /// The key, in hexadecimal digits.
    pub key: String,
    /// The key that signed until now, where there was one on record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The log had been signed with the key before any key was on record.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adopted: bool,
    /// When, in milliseconds.
    pub time: Time,
    /// The key's signature of [`KeyRecord::text`].
    pub signature: String,
    /// That of the key before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature_of_previous: Option<String>,
}

impl KeyRecord {
    /// What is signed.
    pub fn text(&self) -> String {
        let previous = self.previous.as_deref().unwrap_or("none");
        format!("croupier-key-1\nkey {}\nprevious {previous}\ntime {}\n", self.key, self.time.0)
    }

    /// Have the key and the one before it signed it?
    pub fn holds(&self) -> bool {
        let text = self.text();
        let previous = match (&self.previous, &self.signature_of_previous) {
            (None, None) => true,
            (Some(key), Some(signature)) => is_signed(key, signature, &text),
            _ => false,
        };
        previous && is_signed(&self.key, &self.signature, &text)
    }
}

/// The record that an entry of the stream of keys tells.
pub(crate) fn record(entry: &Entry) -> Result<KeyRecord, LedgerError> {
    let damaged = |message: String| LedgerError::Damaged {
        place: format!("{}, sequence {}", entry.stream, entry.first),
        message: format!("payload: {message}"),
    };
    match entry.records.as_slice() {
        [one] if one.payload.kind() == KEY_KIND => {
            serde_json::from_str(one.payload.text()).map_err(|error| damaged(error.to_string()))
        }
        _ => Err(damaged(format!("expected one record of kind {KEY_KIND}"))),
    }
}

/// The keys that sign a log, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// All of them, in order.
    pub all: Vec<KeyRecord>,
}

impl Keys {
    /// Reads them from a log. They are taken as they are; [`verify`](crate::verify()) checks them.
    pub async fn read(store: &dyn Store) -> Result<Keys, LedgerError> {
        let entries = store.read(&stream(), 0, u32::MAX).await?;
        Ok(Keys { all: entries.iter().map(record).collect::<Result<_, _>>()? })
    }

    /// The key that signs now, if one is on record.
    pub fn pinned(&self) -> Option<&str> {
        self.all.last().map(|last| last.key.as_str())
    }
}
