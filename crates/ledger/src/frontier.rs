//! The right edge of a hash tree, from which it goes on growing without its leaves.

use merkle::{Hash, node_hash, sha256};
use serde::{Deserialize, Serialize};

/// What must be known of a tree to add leaves to it and to know its root: as many hashes as its size has binary ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frontier {
    /// The number of leaves.
    size: u64,
    /// The roots of its full subtrees, the biggest first.
    full: Vec<Hash>,
}

impl Frontier {
    /// Adds a leaf to the right of all others.
    pub(crate) fn push(&mut self, leaf: Hash) {
        let mut hash = leaf;
        // Each full subtree of the same size completes one twice as big.
        for _ in 0..self.size.trailing_ones() {
            if let Some(left) = self.full.pop() {
                hash = node_hash(left, hash);
            }
        }
        self.full.push(hash);
        self.size += 1;
    }

    /// The number of leaves.
    pub(crate) fn len(&self) -> u64 {
        self.size
    }

    /// The root over all leaves.
    pub(crate) fn root(&self) -> Hash {
        root_of(&self.full)
    }

    /// The proof of RFC 6962, section 2.1.2, that a tree which has these leaves after it begins with it.
    pub(crate) fn consistency(&self, leaves: &[Hash]) -> Vec<Hash> {
        let mut proof = Vec::new();
        if self.size > 0 {
            prove(&self.full, self.size, leaves, true, &mut proof);
        }
        proof
    }
}

/// The root over full subtrees, the biggest first.
fn root_of(full: &[Hash]) -> Hash {
    let mut full = full.iter().rev();
    let last = full.next().copied().unwrap_or_else(|| sha256(&[]));
    full.fold(last, |right, left| node_hash(*left, right))
}

/// The proof for a subtree that had so many leaves, whose full subtrees these are, before these came; `whole` while nothing lies left of it.
fn prove(full: &[Hash], old: u64, leaves: &[Hash], whole: bool, proof: &mut Vec<Hash>) {
    if leaves.is_empty() {
        if !whole {
            proof.push(root_of(full));
        }
        return;
    }
    // The biggest power of two below the size.
    let left = (old + leaves.len() as u64).next_power_of_two() / 2;
    match (full.split_first(), old.checked_sub(left).filter(|over| *over > 0)) {
        (Some((first, rest)), Some(over)) => {
            prove(rest, over, leaves, false, proof);
            proof.push(*first);
        }
        _ => {
            let (within, after) = leaves.split_at(usize::try_from(left - old).unwrap_or(leaves.len()));
            prove(full, old, within, whole, proof);
            let mut right = Frontier::default();
            after.iter().for_each(|leaf| right.push(*leaf));
            proof.push(right.root());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use merkle::{Tree, leaf_hash};

    #[test]
    fn it_has_the_root_of_the_whole_tree_at_every_size() {
        let (mut tree, mut frontier) = (Tree::new(), Frontier::default());
        assert_eq!(frontier.root(), tree.root());
        for leaf in 0..70_u32 {
            let leaf = leaf_hash(&leaf.to_be_bytes());
            tree.push(leaf);
            frontier.push(leaf);
            assert_eq!((frontier.len(), frontier.root()), (tree.len(), tree.root()));
            assert_eq!(frontier.full.len() as u32, tree.len().count_ones());
        }
    }

    #[test]
    fn it_proves_growth_as_the_whole_tree_does() {
        let leaves: Vec<Hash> = (0..70_u32).map(|leaf| leaf_hash(&leaf.to_be_bytes())).collect();
        let (mut tree, mut frontier) = (Tree::new(), Frontier::default());
        leaves.iter().for_each(|leaf| tree.push(*leaf));
        for old in 0..leaves.len() {
            for new in old..=leaves.len() {
                let proof = tree.consistency(old as u64, new as u64).unwrap_or_default();
                assert_eq!(frontier.consistency(&leaves[old..new]), proof, "{old} to {new}");
            }
            frontier.push(leaves[old]);
        }
    }
}
