//! A record of the log: what it carries, its canonical bytes, its hash.
//!
//! `docs/ledger.md` describes the encoding for those who write a verifier of their own.

use crate::canonical::{self, NotCanonical};
use crate::head::Head;
use aggregate::{By, Time};
use merkle::{Hash, sha256};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The name and version of the encoding, with which the bytes of every record begin.
pub const FORMAT: &[u8] = b"croupier-ledger-1\n";

/// A text that cannot be what it was given for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadText {
    /// What it was given for.
    pub what: &'static str,
    /// What was found.
    pub found: String,
    /// What is allowed.
    pub allowed: &'static str,
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no {}: allowed are {}", self.found.escape_debug(), self.what, self.allowed)
    }
}

impl std::error::Error for BadText {}

fn bad(what: &'static str, found: &str, allowed: &'static str) -> BadText {
    BadText { what, found: found.chars().take(80).collect(), allowed }
}

/// A stream: a chain of records of its own. Its kind says what the records are about, its name about which one, as in
/// `table/main hall 3`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stream(String);

impl Stream {
    /// The stream of this kind and name.
    pub fn new(kind: &str, name: &str) -> Result<Stream, BadText> {
        let allowed = "small letters and dashes, at most 32";
        let spelt = |letter: u8| letter.is_ascii_lowercase() || letter == b'-';
        if kind.is_empty() || kind.len() > 32 || !kind.bytes().all(spelt) {
            return Err(bad("kind of stream", kind, allowed));
        }
        let allowed = "1 to 64 characters, none a control character, no blank at either end";
        let length = name.chars().count();
        if !(1..=64).contains(&length) || name.chars().any(char::is_control) || name.trim() != name {
            return Err(bad("name of a stream", name, allowed));
        }
        Ok(Stream(format!("{kind}/{name}")))
    }

    /// A stream of whose spelling we are sure.
    pub(crate) fn of(kind: &'static str, name: &'static str) -> Stream {
        Stream(format!("{kind}/{name}"))
    }

    /// The stream of the same name and another kind, of whose spelling we are sure.
    pub fn beside(&self, kind: &str) -> Stream {
        Stream(format!("{kind}/{}", self.name()))
    }

    /// What its records are about.
    pub fn kind(&self) -> &str {
        self.0.split_once('/').map_or("", |(kind, _)| kind)
    }

    /// About which one.
    pub fn name(&self) -> &str {
        self.0.split_once('/').map_or("", |(_, name)| name)
    }

    /// Kind and name with a slash between.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Stream {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Stream, BadText> {
        let (kind, name) =
            text.split_once('/').ok_or_else(|| bad("stream", text, "a kind, a slash and a name"))?;
        Stream::new(kind, name)
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The id under which a command is accepted once. Whoever sends the command chooses it; a UUID does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandId(String);

impl CommandId {
    /// The id as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CommandId {
    type Err = BadText;

    fn from_str(text: &str) -> Result<CommandId, BadText> {
        let spelt = |letter: u8| letter.is_ascii_alphanumeric() || b"-_.:/".contains(&letter);
        if text.is_empty() || text.len() > 128 || !text.bytes().all(spelt) {
            return Err(bad("command id", text, "1 to 128 letters, digits and - _ . : /"));
        }
        Ok(CommandId(text.to_owned()))
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What a record tells: of what kind it is, and a canonical JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payload {
    kind: String,
    text: String,
}

impl Payload {
    /// A value of some kind, such as `table-event-1`.
    pub fn new(kind: &str, value: &impl Serialize) -> Result<Payload, BadPayload> {
        let text = canonical::canonical(value).map_err(BadPayload::Text)?;
        Ok(Payload { kind: Payload::kind_of(kind).map_err(BadPayload::Kind)?, text })
    }

    /// What an aggregate has written, in its one spelling.
    pub(crate) fn of(written: aggregate::Written) -> Result<Payload, BadPayload> {
        let text = canonical::sorted(&written.json).map_err(BadPayload::Text)?;
        Ok(Payload { kind: Payload::kind_of(written.kind).map_err(BadPayload::Kind)?, text })
    }

    /// The same for whoever reads it.
    pub(crate) fn as_text(&self) -> aggregate::Text<'_> {
        aggregate::Text { kind: &self.kind, json: &self.text }
    }

    /// What was read from a log, not yet checked.
    pub(crate) fn read(kind: &str, text: &str) -> Payload {
        Payload { kind: kind.to_owned(), text: text.to_owned() }
    }

    fn kind_of(kind: &str) -> Result<String, BadText> {
        let spelt = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
        if kind.is_empty() || kind.len() > 64 || !kind.bytes().all(spelt) {
            return Err(bad("kind of record", kind, "small letters, digits and dashes, at most 64"));
        }
        Ok(kind.to_owned())
    }

    /// Kind and text are spelt as they must be.
    pub(crate) fn check(&self) -> Result<(), BadPayload> {
        Payload::kind_of(&self.kind).map_err(BadPayload::Kind)?;
        canonical::check(&self.text).map_err(BadPayload::Text)
    }

    /// Of what kind it is.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The canonical JSON.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Why something cannot be the payload of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadPayload {
    /// Its kind is misspelt.
    Kind(BadText),
    /// It has no canonical text, or another.
    Text(NotCanonical),
}

impl fmt::Display for BadPayload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPayload::Kind(bad) => bad.fmt(f),
            BadPayload::Text(bad) => bad.fmt(f),
        }
    }
}

impl std::error::Error for BadPayload {}

/// A payload and the hash of the record that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chained {
    /// What it tells.
    pub payload: Payload,
    /// The hash of its record.
    pub hash: Hash,
}

/// What one command left in one stream: one record or several, in one place of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The stream.
    pub stream: Stream,
    /// The sequence of the first record.
    pub first: u64,
    /// When.
    pub at: Time,
    /// By whom.
    pub by: By,
    /// Under which id.
    pub command: CommandId,
    /// The hash of what was asked under this id.
    pub request: Hash,
    /// The hash of the book in force; [`Hash::NONE`] where none is.
    pub book: Hash,
    /// The hash of the record before the first; [`Hash::NONE`] at the beginning of the stream.
    pub previous: Hash,
    /// The records, at least one.
    pub records: Vec<Chained>,
}

impl Entry {
    /// Chains payloads to what comes before them.
    pub(crate) fn chain(mut self, payloads: Vec<Payload>) -> Entry {
        self.records = Vec::with_capacity(payloads.len());
        let mut previous = self.previous;
        let mut bytes = Vec::new();
        for (place, payload) in payloads.into_iter().enumerate() {
            let hash = self.hash(&mut bytes, self.first + place as u64, &payload, previous);
            self.records.push(Chained { payload, hash });
            previous = hash;
        }
        self
    }

    /// The hash that one of its records must have after this one.
    pub(crate) fn hash(&self, bytes: &mut Vec<u8>, sequence: u64, payload: &Payload, previous: Hash) -> Hash {
        bytes.clear();
        bytes.extend_from_slice(FORMAT);
        let mut field = |value: &[u8]| {
            bytes.extend_from_slice(&(value.len() as u32).to_be_bytes());
            bytes.extend_from_slice(value);
        };
        field(self.stream.as_str().as_bytes());
        field(&sequence.to_be_bytes());
        field(&self.at.0.to_be_bytes());
        field(self.by.name.as_bytes());
        field(self.by.role.as_bytes());
        field(self.command.as_str().as_bytes());
        field(&self.request.0);
        field(&self.book.0);
        field(payload.kind.as_bytes());
        field(payload.text.as_bytes());
        field(&previous.0);
        sha256(&[bytes])
    }

    /// The sequence that comes after its last record.
    pub fn end(&self) -> u64 {
        self.first + self.records.len() as u64
    }

    /// The hash of its last record.
    pub fn head(&self) -> Hash {
        self.records.last().map_or(self.previous, |record| record.hash)
    }

    /// Where it left its stream.
    pub(crate) fn left(&self) -> Head {
        Head { stream: self.stream.to_string(), length: self.end(), hash: self.head() }
    }

    /// Its records one by one, each with everything that it carries.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        self.records.iter().enumerate().map(|(place, chained)| Record {
            entry: self,
            sequence: self.first + place as u64,
            payload: &chained.payload,
            previous: if place == 0 { self.previous } else { self.records[place - 1].hash },
            hash: chained.hash,
        })
    }
}

/// One record with everything that it carries.
#[derive(Clone, Copy, Debug)]
pub struct Record<'e> {
    /// What it has in common with the other records of its command: stream, time, who, command, request, book.
    pub entry: &'e Entry,
    /// Its place in the stream, counted from 0 without a gap.
    pub sequence: u64,
    /// What it tells.
    pub payload: &'e Payload,
    /// The hash of the record before it.
    pub previous: Hash,
    /// Its own hash, as it was stored.
    pub hash: Hash,
}

impl Record<'_> {
    /// Its canonical bytes, of which [`Record::hash`] must be the SHA-256.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.entry.hash(&mut bytes, self.sequence, self.payload, self.previous);
        bytes
    }
}

/// What an aggregate wrote, or why it cannot stand in a log.
pub(crate) fn written(
    written: Result<aggregate::Written, serde_json::Error>,
) -> Result<aggregate::Written, BadPayload> {
    written.map_err(|error| BadPayload::Text(NotCanonical::NotJson(error.to_string())))
}
