//! Which key signs the log, on record: pinned when the log begins, adopted once for an older log, changed by both keys.

use crate::checkpoint::{Checkpoints, Signs};
use crate::key::{NoKey, is_signed};
use crate::ledger::{Draft, Ledger, LedgerError};
use crate::record::{CommandId, Entry, Payload, Stream};
use crate::store::Store;
use aggregate::{By, Time};
use serde::{Deserialize, Serialize};

/// The kind of stream that tells which key signs.
pub const KEY: &str = "key";
const KEY_KIND: &str = "key-1";

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

    fn new(
        key: &dyn Signs,
        previous: Option<&dyn Signs>,
        adopted: bool,
        time: Time,
    ) -> Result<KeyRecord, LedgerError> {
        let unsigned = KeyRecord {
            key: key.public(),
            previous: previous.map(|previous| previous.public()),
            adopted,
            time,
            signature: String::new(),
            signature_of_previous: None,
        };
        let refused = |why: NoKey| LedgerError::Key { why: why.to_string() };
        let signature = key.sign_key(&unsigned).map_err(refused)?;
        let signature_of_previous =
            previous.map(|previous| previous.sign_key(&unsigned)).transpose().map_err(refused)?;
        Ok(KeyRecord { signature, signature_of_previous, ..unsigned })
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

impl Ledger {
    /// Puts on record which key signs this log, before anything is signed. It is on record once; another key is turned down.
    pub async fn pin_key(&self, key: &dyn Signs, by: By, at: Time) -> Result<(), LedgerError> {
        let keys = Keys::read(&**self.store()).await?;
        if let Some(pinned) = keys.pinned() {
            return is_pinned(pinned, key);
        }
        if Checkpoints::newest(&**self.store()).await?.is_some() {
            let why = "the log was signed before a key was on record; its key has to be adopted".to_owned();
            return Err(LedgerError::Key { why });
        }
        self.record_key(KeyRecord::new(key, None, false, at)?, by).await
    }

    /// Puts on record which key has signed this log so far and goes on to do so, for a log from before keys were on record. Only the
    /// key that has signed all of it is adopted, and only once.
    pub async fn adopt_key(&self, key: &dyn Signs, by: By, at: Time) -> Result<(), LedgerError> {
        let keys = Keys::read(&**self.store()).await?;
        if let Some(pinned) = keys.pinned() {
            return is_pinned(pinned, key);
        }
        let checkpoints = Checkpoints::read(&**self.store()).await?;
        let own = key.public();
        if let Some(other) = checkpoints.all().iter().find(|checkpoint| checkpoint.signed.key != own) {
            let why = format!("the log is signed with another key, {}; given is {own}", other.signed.key);
            return Err(LedgerError::Key { why });
        }
        self.record_key(KeyRecord::new(key, None, checkpoints.last().is_some(), at)?, by).await
    }

    /// Has another key sign from now on; both keys sign the record that says so.
    pub async fn rotate_key(
        &self,
        old: &dyn Signs,
        new: &dyn Signs,
        by: By,
        at: Time,
    ) -> Result<(), LedgerError> {
        let keys = Keys::read(&**self.store()).await?;
        match keys.pinned() {
            Some(pinned) if *pinned == new.public() => Ok(()),
            Some(pinned) => {
                is_pinned(pinned, old)?;
                self.record_key(KeyRecord::new(new, Some(old), false, at)?, by).await
            }
            None => Err(LedgerError::Key { why: "no key is on record yet".to_owned() }),
        }
    }

    async fn record_key(&self, record: KeyRecord, by: By) -> Result<(), LedgerError> {
        let (command, at): (CommandId, Time) = (record.key.parse()?, record.time);
        let payload = Payload::new(KEY_KIND, &record)?;
        self.append_own(Draft::note(stream(), command, at, by, payload)).await.map(drop)
    }
}

fn is_pinned(pinned: &str, key: &dyn Signs) -> Result<(), LedgerError> {
    match pinned == key.public() {
        true => Ok(()),
        false => {
            let why = format!("the log is signed by the key {pinned}; given is {}", key.public());
            Err(LedgerError::Key { why })
        }
    }
}
