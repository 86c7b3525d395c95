//! `croupier-draw-1`: an order drawn so that anybody can check it.
//!
//! The house commits to a seed before it knows the list, publishes the root of the list before anybody knows the mix, and
//! takes the mix from outside. Neither the house nor whoever gives the mix can then choose the order. Draws are numbered and
//! each names the seal of the one before, so that none is quietly repeated. `docs/draw.md` is the specification.
//!
//! This crate knows no clock, file or random number: the seed and the mix are handed to it.

mod record;
mod stream;

pub use record::{Apart, DrawFault, Record, check_chain};

use merkle::{Hash, Tree, leaf_hash, sha256};
use serde::{Deserialize, Serialize};
use stream::Stream;

/// The name of the method. A change of any byte below is a new method with a new name.
pub const METHOD: &str = "croupier-draw-1";

/// How many orders are tried before a restriction counts as impossible.
pub const MOST_TRIES: u32 = 100_000;

/// What the house commits to before there is a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sealed {
    /// Counted from 1, without a gap.
    pub number: u32,
    /// What is drawn for.
    pub purpose: String,
    /// The seal of the draw before; zeros for the first.
    pub previous: Hash,
    /// The hash of the secret seed.
    pub seed_hash: Hash,
}

impl Sealed {
    /// Commits to a seed.
    pub fn new(number: u32, purpose: impl Into<String>, previous: Hash, seed: &[u8; 32]) -> Sealed {
        Sealed { number, purpose: purpose.into(), previous, seed_hash: seed_hash(seed) }
    }

    /// The seal: the hash of everything that is committed to.
    pub fn seal(&self) -> Hash {
        let text = format!(
            "{METHOD}\nnumber {}\npurpose {}\nprevious {}\nseed-hash {}\n",
            self.number, self.purpose, self.previous, self.seed_hash
        );
        sha256(&[text.as_bytes()])
    }
}

/// The hash that commits to a seed.
pub fn seed_hash(seed: &[u8; 32]) -> Hash {
    sha256(&[b"croupier-draw-1 seed", seed])
}

/// The root of a numbered list: the RFC 6962 tree whose leaves are the entries' texts in order.
pub fn list_root(list: &[String]) -> Hash {
    let mut tree = Tree::new();
    list.iter().for_each(|entry| tree.push(leaf_hash(entry.as_bytes())));
    tree.root()
}

/// The order that a seed, a root and a mix give to a list of so many, and how many orders were passed over because they
/// did not fit. Nothing if none of [`MOST_TRIES`] fits.
pub fn order(
    seed: &[u8; 32],
    root: Hash,
    mix: &str,
    count: usize,
    fits: impl Fn(&[usize]) -> bool,
) -> Option<(Vec<usize>, u32)> {
    let mix = sha256(&[mix.as_bytes()]);
    let key = sha256(&[b"croupier-draw-1 key", seed, &root.0, &mix.0]);
    let mut stream = Stream::new(&key.0);
    (0..MOST_TRIES).find_map(|passed_over| {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            let other = stream.below(last as u32 + 1) as usize;
            order.swap(last, other);
        }
        fits(&order).then_some((order, passed_over))
    })
}
