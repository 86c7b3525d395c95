//! Checkpoints: a signed root over where every stream stood, of which a witness keeps 32 bytes.
//!
//! Every checkpoint adds leaves to one growing tree: where each stream stands that has moved since the one before, and the order
//! in which entries of all streams were taken. It is itself a record, of the stream `checkpoint/ledger`.

use crate::error::LedgerError;
use crate::head::Head;
use crate::key::is_signed;
use crate::record::{Entry, Stream};
use crate::store::Store;
use aggregate::Time;
use merkle::{Hash, ProofFault, Tree, leaf_hash, sha256, verify_consistency};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The kind of stream that holds checkpoints.
pub const CHECKPOINT: &str = "checkpoint";
pub(crate) const CHECKPOINT_KIND: &str = "checkpoint-1";
/// The number of checkpoints that are read at a time.
const PAGE: u32 = 1_000;

/// The stream of checkpoints.
pub(crate) fn stream() -> Stream {
    Stream::of(CHECKPOINT, "ledger")
}

/// How far the entries of all streams had come, and in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The position of the last entry.
    pub position: u64,
    /// The hash over the heads of all entries in order.
    pub hash: Hash,
}

impl Order {
    pub(crate) const NONE: Order = Order { position: 0, hash: Hash::NONE };

    /// The order after one more entry, of which this is the last record's hash.
    pub(crate) fn then(self, head: Hash) -> Order {
        Order { position: self.position + 1, hash: sha256(&[&self.hash.0, &head.0]) }
    }
}

/// A signed root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signed {
    /// How many leaves the tree has.
    pub size: u64,
    /// Its root: the 32 bytes that a witness keeps.
    pub root: Hash,
    /// When, in milliseconds.
    pub time: Time,
    /// The public key, in hexadecimal digits.
    pub key: String,
    /// The Ed25519 signature of [`Signed::text`], in hexadecimal digits.
    pub signature: String,
}

impl Signed {
    /// What is signed.
    pub fn text(&self) -> String {
        format!("croupier-checkpoint-1\nsize {}\nroot {}\ntime {}\n", self.size, self.root, self.time.0)
    }

    /// Has its key signed it?
    pub fn holds(&self) -> bool {
        is_signed(&self.key, &self.signature, &self.text())
    }
}

/// A checkpoint: the leaves it added, and the signed root over all leaves so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The streams that had moved since the checkpoint before, in order.
    pub heads: Vec<Head>,
    /// The order of all entries.
    pub order: Order,
    /// The root.
    pub signed: Signed,
}

impl Checkpoint {
    /// The leaves it added: the heads, then the order.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = Hash> {
        self.heads.iter().map(head_leaf).chain([order_leaf(&self.order)])
    }
}

/// The leaf that says where a stream stood.
pub fn head_leaf(head: &Head) -> Hash {
    let mut bytes = b"croupier-head-1\n".to_vec();
    bytes.extend_from_slice(&(head.stream.len() as u32).to_be_bytes());
    bytes.extend_from_slice(head.stream.as_bytes());
    bytes.extend_from_slice(&head.length.to_be_bytes());
    bytes.extend_from_slice(&head.hash.0);
    leaf_hash(&bytes)
}

/// The leaf that says in which order entries were taken.
pub fn order_leaf(order: &Order) -> Hash {
    let mut bytes = b"croupier-order-1\n".to_vec();
    bytes.extend_from_slice(&order.position.to_be_bytes());
    bytes.extend_from_slice(&order.hash.0);
    leaf_hash(&bytes)
}

/// What a witness is sent: a newer root, signed, and the proof that the tree has only grown since the root that the witness has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The size of the tree when it had the root that the witness keeps.
    pub old_size: u64,
    /// The newer root.
    pub signed: Signed,
    /// The proof of RFC 6962, section 2.1.2.
    pub proof: Vec<Hash>,
}

/// Why a witness does not accept a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Distrust {
    /// The signature is not that of the key.
    NotSigned,
    /// It is signed with another key than the witness knows.
    OtherKey {
        /// The key that was used.
        found: String,
    },
    /// The tree has not merely grown.
    NotGrown(ProofFault),
}

impl fmt::Display for Distrust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Distrust::NotSigned => f.write_str("the signature does not hold"),
            Distrust::OtherKey { found } => write!(f, "it is signed with another key, {found}"),
            Distrust::NotGrown(fault) => write!(f, "the log has not merely grown: {fault}"),
        }
    }
}

impl std::error::Error for Distrust {}

impl Statement {
    /// The root that a witness who keeps this one, and knows this public key, keeps from now on.
    pub fn accept(&self, kept: Hash, key: &str) -> Result<Hash, Distrust> {
        if self.signed.key != key {
            return Err(Distrust::OtherKey { found: self.signed.key.clone() });
        }
        if !self.signed.holds() {
            return Err(Distrust::NotSigned);
        }
        let new = (self.signed.size, self.signed.root);
        verify_consistency((self.old_size, kept), new, &self.proof).map_err(Distrust::NotGrown)?;
        Ok(self.signed.root)
    }
}

/// All checkpoints of a log, and their tree.
#[derive(Clone, Debug, Default)]
pub struct Checkpoints {
    all: Vec<Checkpoint>,
    tree: Tree,
}

impl Checkpoints {
    /// Reads them from a log. They are taken as they are; [`verify`](crate::verify) checks them.
    pub async fn read(store: &dyn Store) -> Result<Checkpoints, LedgerError> {
        let mut checkpoints = Checkpoints::default();
        let mut from = 0;
        loop {
            let page = store.read(&stream(), from, PAGE).await?;
            let Some(last) = page.last() else { return Ok(checkpoints) };
            from = last.end();
            for entry in &page {
                checkpoints.push(checkpoint(entry)?);
            }
        }
    }

    /// The last checkpoint of a log, read alone.
    pub async fn newest(store: &dyn Store) -> Result<Option<Checkpoint>, LedgerError> {
        store.last(&stream()).await?.as_ref().map(self::checkpoint).transpose()
    }

    fn push(&mut self, checkpoint: Checkpoint) {
        checkpoint.leaves().for_each(|leaf| self.tree.push(leaf));
        self.all.push(checkpoint);
    }

    /// Does a log end with the checkpoint of this payload? It is the one that was signed last in most logs, and then no other need be
    /// read.
    pub async fn end_with(store: &dyn Store, payload: &str) -> Result<bool, LedgerError> {
        let Ok(signed) = serde_json::from_str::<Checkpoint>(payload) else { return Ok(false) };
        let last = store.last(&stream()).await?;
        let last = last.as_ref().and_then(|entry| self::checkpoint(entry).ok());
        Ok(last.is_some_and(|last| last.signed.root == signed.signed.root))
    }

    /// All of them, in order.
    pub fn all(&self) -> &[Checkpoint] {
        &self.all
    }

    /// The last.
    pub fn last(&self) -> Option<&Checkpoint> {
        self.all.last()
    }

    /// The one with this root.
    pub fn find(&self, root: Hash) -> Option<&Checkpoint> {
        self.all.iter().find(|checkpoint| checkpoint.signed.root == root)
    }

    /// The tree over all of them.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// What to send to a witness who keeps this root; to one who keeps nothing yet, send the last checkpoint's `signed`.
    /// Nothing if no checkpoint has this root: then the witness has seen another log, or a newer one.
    pub fn statement(&self, kept: Hash) -> Option<Statement> {
        let old_size = self.find(kept)?.signed.size;
        let signed = self.last()?.signed.clone();
        let proof = self.tree.consistency(old_size, signed.size)?;
        Some(Statement { old_size, signed, proof })
    }

    /// Where a stream stood at the first checkpoint that has so many of its records, with the leaf's place in the tree and the
    /// path that proves it under the last root.
    pub fn inclusion(&self, stream: &Stream, length: u64) -> Option<Inclusion> {
        let mut index = 0;
        for checkpoint in &self.all {
            for head in &checkpoint.heads {
                if head.stream == stream.as_str() && head.length >= length {
                    let signed = self.last()?.signed.clone();
                    let path = self.tree.inclusion(index, signed.size)?;
                    return Some(Inclusion { head: head.clone(), index, path, signed });
                }
                index += 1;
            }
            index += 1;
        }
        None
    }
}

/// The proof that a stream stood somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inclusion {
    /// Where it stood.
    pub head: Head,
    /// The place of the leaf that says so.
    pub index: u64,
    /// The path from the leaf to the root.
    pub path: Vec<Hash>,
    /// The root.
    pub signed: Signed,
}

impl Inclusion {
    /// Does the path lead to the root, and is that signed?
    pub fn holds(&self) -> bool {
        let Inclusion { head, index, path, signed } = self;
        let proved = merkle::verify_inclusion(head_leaf(head), *index, signed.size, path, signed.root);
        proved.is_ok() && signed.holds()
    }
}

/// The checkpoint that an entry of the stream tells.
pub(crate) fn checkpoint(entry: &Entry) -> Result<Checkpoint, LedgerError> {
    let damaged = |message: String| LedgerError::Damaged {
        place: format!("{}, sequence {}", entry.stream, entry.first),
        message: format!("payload: {message}"),
    };
    match entry.records.as_slice() {
        [one] if one.payload.kind() == CHECKPOINT_KIND => {
            serde_json::from_str(one.payload.text()).map_err(|error| damaged(error.to_string()))
        }
        _ => Err(damaged(format!("expected one record of kind {CHECKPOINT_KIND}"))),
    }
}
