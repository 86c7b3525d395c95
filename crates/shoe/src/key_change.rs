//! Which key a vault signs with, and how another takes its place: by a record that both have signed.

use ed25519_dalek::{Signature, VerifyingKey};
use serde::{Deserialize, Serialize};

/// The record that another key signs from now on, as the log has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyChange {
    /// The key, in hexadecimal digits.
    pub key: String,
    /// The key that signed until then.
    pub previous: String,
    /// When, in milliseconds.
    pub time: i64,
    /// The key's signature of its introduction.
    pub signature: String,
    /// That of the key before it.
    pub signature_of_previous: String,
}

impl KeyChange {
    /// Have both keys signed it?
    pub fn holds(&self) -> bool {
        let text = introduction(&self.key, Some(&self.previous), self.time);
        is_signed(&self.key, &self.signature, &text)
            && is_signed(&self.previous, &self.signature_of_previous, &text)
    }
}

/// What a key signs to say that it signs the log from now on, after another or as the first.
pub(crate) fn introduction(key: &str, previous: Option<&str>, time: i64) -> String {
    format!("croupier-key-1\nkey {key}\nprevious {}\ntime {time}\n", previous.unwrap_or("none"))
}

/// Is this what is signed for a checkpoint of this tree? The vault signs nothing else under that name, so that no text that means
/// something else is ever put before it.
pub(crate) fn is_checkpoint(text: &str, size: u64, root: merkle::Hash) -> bool {
    let begins = format!("croupier-checkpoint-1\nsize {size}\nroot {root}\ntime ");
    let time = text.strip_prefix(&begins).and_then(|rest| rest.strip_suffix('\n'));
    time.is_some_and(|time| time.parse::<i64>().is_ok_and(|read| read.to_string() == time))
}

fn is_signed(key: &str, signature: &str, text: &str) -> bool {
    let key = hex::decode(key).ok().and_then(|bytes| VerifyingKey::from_bytes(&bytes.try_into().ok()?).ok());
    let signature = hex::decode(signature).ok().and_then(|bytes| bytes.try_into().ok());
    match (key, signature) {
        (Some(key), Some(signature)) => {
            key.verify_strict(text.as_bytes(), &Signature::from_bytes(&signature)).is_ok()
        }
        _ => false,
    }
}
