//! The secret of a shoe.

use crate::entropy::{NoEntropy, Source};
use crate::memory::Secret;

/// The 32 bytes from which a shoe is shuffled and its cards are salted. They can be neither printed nor copied by
/// accident, and are wiped when dropped.
pub(crate) struct Seed(Secret);

impl Seed {
    /// A seed that nobody knows.
    pub(crate) fn fresh(source: Source) -> Result<Seed, NoEntropy> {
        Secret::filled(|place| source(place)).map(Seed)
    }

    /// A seed that was drawn before: kept in the vault's file, or of a demonstration.
    pub(crate) fn kept(bytes: &[u8; 32]) -> Seed {
        Seed(Secret::copied(bytes))
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        self.0.bytes()
    }
}
