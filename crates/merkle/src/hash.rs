//! A hash, how it is written, and how leaves and nodes are hashed.

use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// The 32 bytes of a SHA-256, written as 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// Stands where there is nothing before.
    pub const NONE: Hash = Hash([0; 32]);

    /// Its digits, without asking for memory: a log has a dozen of them for every card.
    fn digits<'d>(&self, digits: &'d mut [u8; 64]) -> &'d str {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        for (two, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            two[0] = DIGITS[usize::from(byte >> 4)];
            two[1] = DIGITS[usize::from(byte & 15)];
        }
        std::str::from_utf8(digits).unwrap_or_default()
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.digits(&mut [0; 64]))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.digits(&mut [0; 64]))
    }
}

/// A text that is not a hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAHash(String);

impl fmt::Display for NotAHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a hash: write 64 digits 0-9 or a-f", self.0)
    }
}

impl std::error::Error for NotAHash {}

impl FromStr for Hash {
    type Err = NotAHash;

    /// Only small letters are taken, so that a hash has one spelling.
    fn from_str(text: &str) -> Result<Hash, NotAHash> {
        let refuse = || NotAHash(text.chars().take(70).collect());
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| refuse())?;
        match text.contains(|letter: char| letter.is_ascii_uppercase()) {
            true => Err(refuse()),
            false => Ok(Hash(bytes)),
        }
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> String {
        hash.to_string()
    }
}

impl TryFrom<String> for Hash {
    type Error = NotAHash;

    fn try_from(text: String) -> Result<Hash, NotAHash> {
        text.parse()
    }
}

/// The SHA-256 of some pieces, one after the other.
pub fn sha256(pieces: &[&[u8]]) -> Hash {
    let mut hasher = Sha256::new();
    pieces.iter().for_each(|piece| hasher.update(piece));
    Hash(hasher.finalize().into())
}

/// The hash of a leaf: SHA-256 of a zero byte and its data.
pub fn leaf_hash(data: &[u8]) -> Hash {
    sha256(&[&[0], data])
}

/// The hash of a node: SHA-256 of a byte of one and the hashes below it.
pub fn node_hash(left: Hash, right: Hash) -> Hash {
    sha256(&[&[1], &left.0, &right.0])
}
