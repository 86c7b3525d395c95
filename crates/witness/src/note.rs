//! A checkpoint as a signed note: where a log stood, and who says so.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, VerifyingKey};
use merkle::{Hash, sha256};
use std::fmt;

/// The kind of signature that the owner of a log makes: Ed25519 over the text of the note.
const LOG: u8 = 0x01;
/// The kind that a witness makes: Ed25519 over the time and the text.
const COSIGNATURE: u8 = 0x04;

/// What a log is called: its own key names it, so no two houses share a name.
pub fn origin(key: &PublicKey) -> String {
    format!("croupier/{}", &sha256(&[&key.0]).to_string()[..16])
}

/// Where a log stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Which log.
    pub origin: String,
    /// How many leaves its tree had.
    pub size: u64,
    /// The root over them.
    pub root: Hash,
}

impl Checkpoint {
    /// The text that is signed.
    pub fn text(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.size, STANDARD.encode(self.root.0))
    }

    fn read(text: &str) -> Option<Checkpoint> {
        let mut lines = text.lines();
        let origin = lines.next().filter(|line| !line.is_empty())?.to_owned();
        let size = number(lines.next()?)?;
        let root = STANDARD.decode(lines.next()?).ok()?.try_into().ok()?;
        Some(Checkpoint { origin, size, root: Hash(root) })
    }
}

/// A number as the specification has it: decimal digits without a leading zero.
pub(crate) fn number(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let leads = text.len() > 1 && text.starts_with('0');
    text.parse().ok().filter(|_| plain && !leads)
}

/// The 32 bytes by which signatures are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PublicKey(pub [u8; 32]);

impl PublicKey {
    /// From 64 hexadecimal digits.
    pub fn read(text: &str) -> Option<PublicKey> {
        hex::decode(text).ok()?.try_into().ok().map(PublicKey)
    }

    fn id(&self, name: &str, kind: u8) -> [u8; 4] {
        let Hash(bytes) = sha256(&[name.as_bytes(), b"\n", &[kind], &self.0]);
        [bytes[0], bytes[1], bytes[2], bytes[3]]
    }

    fn verifies(&self, text: &[u8], signature: &[u8]) -> bool {
        let (Ok(key), Ok(signature)) = (VerifyingKey::from_bytes(&self.0), signature.try_into()) else {
            return false;
        };
        key.verify_strict(text, &Signature::from_bytes(signature)).is_ok()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// What is wrong with a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteFault {
    /// It is not a note with a checkpoint in it.
    Unreadable,
    /// No signature of this key is on it, or one that does not hold.
    NotSigned,
}

impl fmt::Display for NoteFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoteFault::Unreadable => "this is not a checkpoint as c2sp.org/tlog-checkpoint has it",
            NoteFault::NotSigned => "the log's own signature is missing or does not hold",
        })
    }
}

impl std::error::Error for NoteFault {}

/// A checkpoint with its signatures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What is signed.
    pub checkpoint: Checkpoint,
    text: String,
    /// Name, then key id and signature.
    signatures: Vec<(String, Vec<u8>)>,
}

impl Note {
    /// A checkpoint with the signature of its log's key over [`Checkpoint::text`].
    pub fn signed(checkpoint: Checkpoint, key: &PublicKey, signature: &[u8; 64]) -> Note {
        let text = checkpoint.text();
        let name = checkpoint.origin.clone();
        let bytes = [&key.id(&name, LOG)[..], signature].concat();
        Note { checkpoint, text, signatures: vec![(name, bytes)] }
    }

    /// Reads a note.
    pub fn read(text: &str) -> Result<Note, NoteFault> {
        let (body, lines) = text.split_once("\n\n").ok_or(NoteFault::Unreadable)?;
        let body = format!("{body}\n");
        let checkpoint = Checkpoint::read(&body).ok_or(NoteFault::Unreadable)?;
        let signatures = lines.lines().map(signature_line).collect::<Option<Vec<_>>>();
        let signatures = signatures.filter(|all| !all.is_empty()).ok_or(NoteFault::Unreadable)?;
        Ok(Note { checkpoint, text: body, signatures })
    }

    /// Is it signed by the log's key?
    pub fn check(&self, key: &PublicKey) -> Result<(), NoteFault> {
        let id = key.id(&self.checkpoint.origin, LOG);
        let by_log =
            |(name, bytes): &&(String, Vec<u8>)| *name == self.checkpoint.origin && bytes.starts_with(&id);
        let found = self.signatures.iter().find(by_log);
        match found.is_some_and(|(_, bytes)| key.verifies(self.text.as_bytes(), &bytes[4..])) {
            true => Ok(()),
            false => Err(NoteFault::NotSigned),
        }
    }

    /// What a witness signs: the time, in seconds, and the text.
    pub fn cosigned_text(&self, seconds: u64) -> String {
        format!("cosignature/v1\ntime {seconds}\n{}", self.text)
    }

    /// When this witness signed it, if it did.
    pub fn cosigned(&self, line: &str, witness: &str, key: &PublicKey) -> Option<u64> {
        let (name, bytes) = signature_line(line.trim_end_matches('\n'))?;
        let rest = bytes.strip_prefix(&key.id(witness, COSIGNATURE)).filter(|_| name == witness)?;
        let (time, signature) = rest.split_first_chunk::<8>()?;
        let seconds = u64::from_be_bytes(*time);
        key.verifies(self.cosigned_text(seconds).as_bytes(), signature).then_some(seconds)
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text)?;
        self.signatures
            .iter()
            .try_for_each(|(name, bytes)| writeln!(f, "\u{2014} {name} {}", STANDARD.encode(bytes)))
    }
}

/// The line of a witness's signature.
pub(crate) fn cosignature_line(name: &str, key: &PublicKey, seconds: u64, signature: &[u8; 64]) -> String {
    let bytes = [&key.id(name, COSIGNATURE)[..], &seconds.to_be_bytes(), signature].concat();
    format!("\u{2014} {name} {}\n", STANDARD.encode(bytes))
}

fn signature_line(line: &str) -> Option<(String, Vec<u8>)> {
    let (name, bytes) = line.strip_prefix("\u{2014} ")?.rsplit_once(' ')?;
    let bytes = STANDARD.decode(bytes).ok().filter(|bytes| bytes.len() > 4)?;
    Some((name.to_owned(), bytes))
}
