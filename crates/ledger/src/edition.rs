//! Editions: the rules that something is judged by, known by the hash of their text.

use merkle::Hash;

/// Rules and the hash by which records name them.
#[derive(Clone, Debug)]
pub struct Edition<R> {
    /// The hash of their text; [`Hash::NONE`] where there is none.
    pub hash: Hash,
    /// The rules.
    pub rules: R,
}

/// Finds rules by their hash.
pub trait Editions<R>: Sync {
    /// The rules of this hash, if they are known.
    fn find(&self, hash: Hash) -> Option<R>;
}

impl<R, F: Fn(Hash) -> Option<R> + Sync> Editions<R> for F {
    fn find(&self, hash: Hash) -> Option<R> {
        self(hash)
    }
}
