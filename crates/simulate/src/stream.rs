//! Chance: a stream of random words for each shoe.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The random words of the shoes of one seed. Shoe *k* has the *k*-th stream of ChaCha8 under the seed's key, so that it
/// can be dealt alone.
pub(crate) struct Streams(ChaCha8Rng);

impl Streams {
    pub(crate) fn of(seed: u64) -> Streams {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        // Apart from whatever else is drawn from a seed.
        key[8..16].copy_from_slice(b"simulate");
        Streams(ChaCha8Rng::from_seed(key))
    }

    /// Goes to the start of a shoe's words.
    #[inline(always)]
    pub(crate) fn start(&mut self, shoe: u64) {
        self.0.set_stream(shoe);
        self.0.set_block_pos(0);
    }

    /// The next words, sixteen bits each.
    #[inline(always)]
    pub(crate) fn fill(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }

    /// One further word, after those that filled whole groups of four bytes.
    pub(crate) fn further(&mut self) -> u16 {
        self.0.next_u32() as u16
    }
}

/// The smallest low half for which a word times `bound` is fair: words under it would favour some numbers.
pub(crate) fn floor(bound: u16) -> u16 {
    ((1_u32 << 16) % u32::from(bound)) as u16
}
