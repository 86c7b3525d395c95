//! The secret of a shoe.

use crate::entropy::{self, NoEntropy, Source};
use zeroize::Zeroizing;

/// The 32 bytes from which a shoe is shuffled and its cards are salted. They can be neither printed nor copied by
/// accident, and are wiped when dropped.
pub(crate) struct Seed(Zeroizing<[u8; 32]>);

impl Seed {
    /// A seed that nobody knows.
    pub(crate) fn fresh(source: Source) -> Result<Seed, NoEntropy> {
        Ok(Seed(entropy::fresh(source)?))
    }

    /// A seed that was drawn before: kept in the vault's file, or of a demonstration.
    pub(crate) fn kept(bytes: Zeroizing<[u8; 32]>) -> Seed {
        Seed(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}
