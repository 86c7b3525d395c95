//! What a witness is asked: `POST /add-checkpoint`.

use crate::note::{Note, NoteFault, number};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use merkle::Hash;
use std::fmt;

/// The most hashes a proof of growth may have.
const LONGEST_PROOF: usize = 63;

/// A newer checkpoint, with the proof that the log has only grown since the one that the witness has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddCheckpoint {
    /// How many leaves the log had at the checkpoint that the witness has; 0 if it has none.
    pub old: u64,
    /// The proof of RFC 6962, section 2.1.2.
    pub proof: Vec<Hash>,
    /// The newer checkpoint.
    pub note: Note,
}

/// Why a request cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRequest(pub String);

impl fmt::Display for BadRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadRequest {}

impl From<NoteFault> for BadRequest {
    fn from(fault: NoteFault) -> BadRequest {
        BadRequest(fault.to_string())
    }
}

impl AddCheckpoint {
    /// Reads the body of a request.
    pub fn read(body: &str) -> Result<AddCheckpoint, BadRequest> {
        let bad = |message: &str| BadRequest(message.to_owned());
        let (head, note) = body.split_once("\n\n").ok_or(bad("no empty line before the checkpoint"))?;
        let mut lines = head.lines();
        let old = lines.next().and_then(|line| line.strip_prefix("old ")).and_then(number);
        let old = old.ok_or(bad("the first line is not `old` and a number"))?;
        let hash = |line: &str| STANDARD.decode(line).ok()?.try_into().ok().map(Hash);
        let proof: Option<Vec<Hash>> = lines.map(hash).collect();
        let proof = proof.ok_or(bad("a line of the proof is not 32 bytes in base 64"))?;
        if proof.len() > LONGEST_PROOF {
            return Err(bad("the proof has more than 63 lines"));
        }
        Ok(AddCheckpoint { old, proof, note: Note::read(note)? })
    }
}

impl fmt::Display for AddCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "old {}", self.old)?;
        self.proof.iter().try_for_each(|hash| writeln!(f, "{}", STANDARD.encode(hash.0)))?;
        write!(f, "\n{}", self.note)
    }
}
