//! A tree that grows by leaves and proves what it holds.

use crate::hash::{Hash, node_hash, sha256};

/// A growing tree. It keeps the hashes of leaves, never their data.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// At height h, the hashes of all full subtrees of 2^h leaves, from the left.
    full: Vec<Vec<Hash>>,
}

impl Tree {
    /// A tree without leaves.
    pub fn new() -> Tree {
        Tree::default()
    }

    /// Adds a leaf, given by its [`leaf_hash`](crate::leaf_hash), to the right of all others.
    pub fn push(&mut self, leaf: Hash) {
        let (mut height, mut hash) = (0, leaf);
        loop {
            if self.full.len() == height {
                self.full.push(Vec::new());
            }
            let row = &mut self.full[height];
            row.push(hash);
            // Two neighbours complete a subtree one higher.
            if row.len() % 2 == 1 {
                return;
            }
            hash = node_hash(row[row.len() - 2], hash);
            height += 1;
        }
    }

    /// How many leaves there are.
    pub fn len(&self) -> u64 {
        self.full.first().map_or(0, |leaves| leaves.len() as u64)
    }

    /// Has it no leaf?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The root over all leaves; the SHA-256 of nothing if there are none.
    pub fn root(&self) -> Hash {
        self.subtree(0, self.len())
    }

    /// The root as it was over the first `size` leaves, if there are as many.
    pub fn root_at(&self, size: u64) -> Option<Hash> {
        (size <= self.len()).then(|| self.subtree(0, size))
    }

    /// The path that proves a leaf to be in its place in the tree of the first `size` leaves: the hashes beside the
    /// way from the leaf up to the root. Nothing if there is no such leaf or tree.
    pub fn inclusion(&self, index: u64, size: u64) -> Option<Vec<Hash>> {
        (index < size && size <= self.len()).then(|| {
            let mut path = Vec::new();
            let (mut start, mut count) = (0, size);
            while count > 1 {
                let left = left_of(count);
                if index < start + left {
                    path.push(self.subtree(start + left, count - left));
                    count = left;
                } else {
                    path.push(self.subtree(start, left));
                    start += left;
                    count -= left;
                }
            }
            path.reverse();
            path
        })
    }

    /// What proves that the tree of the first `new` leaves begins with the tree of the first `old`. Nothing if there
    /// are no such trees.
    pub fn consistency(&self, old: u64, new: u64) -> Option<Vec<Hash>> {
        (old <= new && new <= self.len()).then(|| {
            let mut proof = Vec::new();
            if old == 0 || old == new {
                return proof;
            }
            let (mut start, mut count, mut old) = (0, new, old);
            // The old root needs no mention as long as it is a whole subtree of the new tree.
            let mut whole = true;
            while old != count {
                let left = left_of(count);
                if old <= left {
                    proof.push(self.subtree(start + left, count - left));
                    count = left;
                } else {
                    proof.push(self.subtree(start, left));
                    start += left;
                    count -= left;
                    old -= left;
                    whole = false;
                }
            }
            if !whole {
                proof.push(self.subtree(start, count));
            }
            proof.reverse();
            proof
        })
    }

    /// The root over `count` leaves from `start`, where `start` is where such a subtree begins.
    fn subtree(&self, start: u64, count: u64) -> Hash {
        if count == 0 {
            return sha256(&[]);
        }
        if count.is_power_of_two() {
            return self.full[count.trailing_zeros() as usize][(start / count) as usize];
        }
        let left = left_of(count);
        node_hash(self.subtree(start, left), self.subtree(start + left, count - left))
    }
}

impl FromIterator<Hash> for Tree {
    fn from_iter<I: IntoIterator<Item = Hash>>(leaves: I) -> Tree {
        let mut tree = Tree::new();
        leaves.into_iter().for_each(|leaf| tree.push(leaf));
        tree
    }
}

/// How many of so many leaves, at least two, lie to the left: the largest power of two that leaves some on the right.
fn left_of(count: u64) -> u64 {
    1 << (count - 1).ilog2()
}
