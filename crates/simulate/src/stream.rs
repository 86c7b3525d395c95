//! Chance: a stream of random words for each shoe.

use crate::blocks::{AT_ONCE, Meanwhile};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The random words of the shoes of one seed. Shoe *k* has the *k*-th stream of ChaCha8 under the seed's key, so that it
/// can be dealt alone.
pub(crate) struct Streams {
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    key: [u32; 8],
    chance: ChaCha8Rng,
}

impl Streams {
    pub(crate) fn of(seed: u64) -> Streams {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        // Apart from whatever else is drawn from a seed.
        key[8..16].copy_from_slice(b"simulate");
        let word =
            |at: usize| u32::from_le_bytes([key[4 * at], key[4 * at + 1], key[4 * at + 2], key[4 * at + 3]]);
        Streams { key: std::array::from_fn(word), chance: ChaCha8Rng::from_seed(key) }
    }

    /// Goes to the start of a shoe's words.
    pub(crate) fn start(&mut self, shoe: u64) {
        self.chance.set_stream(shoe);
        self.chance.set_block_pos(0);
    }

    /// The next words, sixteen bits each.
    pub(crate) fn fill(&mut self, bytes: &mut [u8]) {
        self.chance.fill_bytes(bytes);
    }

    /// One further word, after those that filled whole groups of four bytes.
    pub(crate) fn further(&mut self) -> u16 {
        self.chance.next_u32() as u16
    }

    /// The words of a shoe from its start, as [`Streams::fill`] gives them. Whoever calls has time for something else when they are made.
    pub(crate) fn fill_shoe(&mut self, shoe: u64, bytes: &mut [[u8; AT_ONCE]], _: &mut impl Meanwhile) {
        self.start(shoe);
        self.fill(bytes.as_flattened_mut());
    }

    /// The same, on a processor with registers of sixteen words, and something else meanwhile.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl,avx512vbmi")]
    pub(crate) fn fill_shoe_with_avx512(
        &self,
        shoe: u64,
        bytes: &mut [[u8; AT_ONCE]],
        meanwhile: &mut impl Meanwhile,
    ) {
        let mut first = 0;
        for bytes in bytes {
            crate::blocks::fill(&self.key, shoe, first, bytes, meanwhile);
            first += (AT_ONCE / 64) as u64;
        }
    }

    /// Some four bytes of a shoe's words, wherever they stand: the low half of them.
    pub(crate) fn further_at(&mut self, shoe: u64, place: usize) -> u16 {
        self.start(shoe);
        self.chance.set_word_pos(place as u128);
        self.further()
    }
}

/// The smallest low half for which a word times `bound` is fair: words under it would favour some numbers.
pub(crate) fn floor(bound: u16) -> u16 {
    ((1_u32 << 16) % u32::from(bound)) as u16
}
