//! The witness: what it remembers of each log, and how it answers.

use crate::note::{PublicKey, cosignature_line, origin};
use crate::request::AddCheckpoint;
use ed25519_dalek::{Signer, SigningKey};
use merkle::{Hash, sha256, verify_consistency};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How a witness turns a checkpoint down; each has its status in the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turned {
    /// 400: it cannot be read.
    Unreadable(String),
    /// 403: the log's key is not known, or the signature is not its own.
    UnknownKey,
    /// 404: the log is not known.
    UnknownLog,
    /// 409: the witness has another size than the request starts from. Behind means that the sender has an older log.
    OtherSize {
        /// The size it has.
        known: u64,
    },
    /// 422: the proof does not show that the log has only grown.
    NotGrown,
    /// 500: it could not be kept.
    Disk(String),
}

impl Turned {
    /// The status of the answer.
    pub fn status(&self) -> u16 {
        match self {
            Turned::Unreadable(_) => 400,
            Turned::UnknownKey => 403,
            Turned::UnknownLog => 404,
            Turned::OtherSize { .. } => 409,
            Turned::NotGrown => 422,
            Turned::Disk(_) => 500,
        }
    }

    /// The body of the answer: after 409 the size that the witness has.
    pub fn body(&self) -> String {
        match self {
            Turned::Unreadable(why) | Turned::Disk(why) => format!("{why}\n"),
            Turned::UnknownKey => {
                "the checkpoint is not signed by the key that is known of this log\n".into()
            }
            Turned::UnknownLog => "this log is not known here\n".into(),
            Turned::OtherSize { known } => format!("{known}\n"),
            Turned::NotGrown => {
                "the proof does not lead from the checkpoint that is known to this one\n".into()
            }
        }
    }
}

/// A checkpoint that was taken, with the line that says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cosigned {
    /// The witness's signature, one line of a note.
    pub line: String,
}

/// What is remembered of one log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Known {
    key: String,
    size: u64,
    root: Hash,
}

/// Remembers the last checkpoint of each log that it knows, in one file, and signs only what has grown from it.
pub struct Witness {
    name: String,
    key: SigningKey,
    file: PathBuf,
    logs: BTreeMap<String, Known>,
}

impl Witness {
    /// Opens a witness of this name with what its file remembers, if there is one.
    pub fn open(name: &str, seed: &[u8; 32], file: &Path) -> io::Result<Witness> {
        let logs = match std::fs::read(file) {
            Ok(bytes) => serde_json::from_slice(&bytes)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(error),
        };
        let key = SigningKey::from_bytes(seed);
        Ok(Witness { name: name.to_owned(), key, file: file.to_owned(), logs })
    }

    /// The key by which its signatures are checked.
    pub fn public(&self) -> PublicKey {
        PublicKey(*self.key.verifying_key().as_bytes())
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gets to know a log by its key. What is remembered of it already stays.
    pub fn know(&mut self, key: &PublicKey) -> io::Result<()> {
        let known = Known { key: key.to_string(), size: 0, root: sha256(&[]) };
        if self.logs.contains_key(&origin(key)) {
            return Ok(());
        }
        self.logs.insert(origin(key), known);
        self.keep()
    }

    /// Answers `POST /add-checkpoint`, at a time in seconds. What is answered with a signature is on the disk.
    pub fn add_checkpoint(&mut self, body: &str, seconds: u64) -> Result<Cosigned, Turned> {
        let asked = AddCheckpoint::read(body).map_err(|bad| Turned::Unreadable(bad.0))?;
        let AddCheckpoint { old, proof, note } = asked;
        let known = self.logs.get(&note.checkpoint.origin).ok_or(Turned::UnknownLog)?;
        let key = PublicKey::read(&known.key).ok_or(Turned::UnknownKey)?;
        note.check(&key).map_err(|_| Turned::UnknownKey)?;
        let (size, root) = (note.checkpoint.size, note.checkpoint.root);
        if old > size {
            return Err(Turned::Unreadable("`old` is more than the size of the checkpoint".into()));
        }
        if old != known.size {
            return Err(Turned::OtherSize { known: known.size });
        }
        verify_consistency((known.size, known.root), (size, root), &proof).map_err(|_| Turned::NotGrown)?;
        if size != known.size {
            let kept = Known { key: known.key.clone(), size, root };
            self.logs.insert(note.checkpoint.origin.clone(), kept);
            self.keep().map_err(|error| Turned::Disk(format!("{}: {error}", self.file.display())))?;
        }
        let signature = self.key.sign(note.cosigned_text(seconds).as_bytes()).to_bytes();
        Ok(Cosigned { line: cosignature_line(&self.name, &self.public(), seconds, &signature) })
    }

    fn keep(&self) -> io::Result<()> {
        let beside = self.file.with_extension("new");
        let mut file = File::create(&beside)?;
        file.write_all(&serde_json::to_vec_pretty(&self.logs)?)?;
        file.sync_all()?;
        std::fs::rename(&beside, &self.file)?;
        match self.file.parent().filter(|folder| *folder != Path::new("")) {
            Some(folder) => File::open(folder)?.sync_all(),
            None => File::open(".")?.sync_all(),
        }
    }
}
