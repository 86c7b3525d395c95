//! Checking proofs, with nothing at hand but roots.

use crate::hash::{Hash, node_hash, sha256};
use std::fmt;

/// Why a proof proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofFault {
    /// The tree of this size has no leaf of this number, or is no longer than the older tree.
    OutOfRange,
    /// The proof has too few or too many hashes.
    Length {
        /// How many it has.
        found: usize,
    },
    /// It leads to another root.
    OtherRoot {
        /// Where it leads.
        found: Hash,
    },
    /// It does not lead to the older root.
    OtherOldRoot {
        /// Where it leads.
        found: Hash,
    },
}

impl fmt::Display for ProofFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofFault::OutOfRange => f.write_str("there is no such place in a tree of this size"),
            ProofFault::Length { found } => {
                write!(f, "the proof has {found} hashes, which is not the number for this place and size")
            }
            ProofFault::OtherRoot { found } => write!(f, "the proof leads to another root, {found}"),
            ProofFault::OtherOldRoot { found } => write!(f, "the proof leads to another older root, {found}"),
        }
    }
}

impl std::error::Error for ProofFault {}

/// Is this leaf (by its [`leaf_hash`](crate::leaf_hash)) at this place of the tree with this size and root?
pub fn verify_inclusion(
    leaf: Hash,
    index: u64,
    size: u64,
    path: &[Hash],
    root: Hash,
) -> Result<(), ProofFault> {
    if index >= size {
        return Err(ProofFault::OutOfRange);
    }
    let wrong_length = ProofFault::Length { found: path.len() };
    let (mut place, mut last, mut hash) = (index, size - 1, leaf);
    for beside in path {
        if last == 0 {
            return Err(wrong_length);
        }
        if place % 2 == 1 || place == last {
            hash = node_hash(*beside, hash);
            // A last node without a neighbour goes up unchanged.
            while place % 2 == 0 && place != 0 {
                place /= 2;
                last /= 2;
            }
        } else {
            hash = node_hash(hash, *beside);
        }
        place /= 2;
        last /= 2;
    }
    match (last, hash == root) {
        (0, true) => Ok(()),
        (0, false) => Err(ProofFault::OtherRoot { found: hash }),
        _ => Err(wrong_length),
    }
}

/// Does the tree with the new size and root begin with the tree with the old ones?
pub fn verify_consistency(
    (old_size, old_root): (u64, Hash),
    (new_size, new_root): (u64, Hash),
    proof: &[Hash],
) -> Result<(), ProofFault> {
    let wrong_length = ProofFault::Length { found: proof.len() };
    if old_size > new_size {
        return Err(ProofFault::OutOfRange);
    }
    if old_size == 0 || old_size == new_size {
        let empty = sha256(&[]);
        return match (proof.is_empty(), old_size) {
            (false, _) => Err(wrong_length),
            (true, 0) if old_root != empty => Err(ProofFault::OtherOldRoot { found: empty }),
            (true, 0) => Ok(()),
            (true, _) if old_root != new_root => Err(ProofFault::OtherRoot { found: old_root }),
            (true, _) => Ok(()),
        };
    }
    let (mut place, mut last) = (old_size - 1, new_size - 1);
    while place % 2 == 1 {
        place /= 2;
        last /= 2;
    }
    // If the old tree is a whole subtree of the new one, the proof begins at its root, which need not be told.
    let (seed, rest) = match (place, proof) {
        (0, rest) => (old_root, rest),
        (_, [seed, rest @ ..]) => (*seed, rest),
        (_, []) => return Err(wrong_length),
    };
    let (mut old, mut new) = (seed, seed);
    for beside in rest {
        if last == 0 {
            return Err(wrong_length);
        }
        if place % 2 == 1 || place == last {
            old = node_hash(*beside, old);
            new = node_hash(*beside, new);
            while place % 2 == 0 && place != 0 {
                place /= 2;
                last /= 2;
            }
        } else {
            new = node_hash(new, *beside);
        }
        place /= 2;
        last /= 2;
    }
    match (last, old == old_root, new == new_root) {
        (0, true, true) => Ok(()),
        (0, false, _) => Err(ProofFault::OtherOldRoot { found: old }),
        (0, true, false) => Err(ProofFault::OtherRoot { found: new }),
        _ => Err(wrong_length),
    }
}
