//! What processors with registers of sixteen words do at once: sixteen blocks of a stream of ChaCha8, where the crate makes four with
//! half as wide registers, and sixty-four cards looked up in a table. What comes of it is the same.

/// How many bytes come at once: sixteen blocks of 64.
pub(crate) const AT_ONCE: usize = 1_024;

/// How many bytes four blocks have, which stand side by side.
#[cfg(target_arch = "x86_64")]
const OF_FOUR: usize = AT_ONCE / 4;

#[cfg(target_arch = "x86_64")]
pub(crate) use wide::{fill, look_up};

/// How many places the loops over a shoe take at once: as many bytes as the widest registers have.
pub(crate) const WIDE: usize = 64;

/// Something that is done in steps while something else is.
pub(crate) trait Meanwhile {
    /// One step of it.
    fn step(&mut self);
}

/// Nothing.
impl Meanwhile for () {
    #[inline(always)]
    fn step(&mut self) {}
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{AT_ONCE, Meanwhile, OF_FOUR, WIDE};
    use std::arch::x86_64::{
        __m128i, __m512i, _mm_set_epi32, _mm512_add_epi32, _mm512_add_epi64, _mm512_broadcast_i32x4,
        _mm512_rol_epi32, _mm512_set_epi64, _mm512_shuffle_epi8, _mm512_shuffle_epi32, _mm512_shuffle_i32x4,
        _mm512_xor_si512,
    };

    /// Four blocks side by side: each of the four rows has four words of each block.
    type Blocks = [__m512i; 4];

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn quarter_round([a, b, c, d]: Blocks) -> Blocks {
        let a = _mm512_add_epi32(a, b);
        let d = _mm512_rol_epi32::<16>(_mm512_xor_si512(d, a));
        let c = _mm512_add_epi32(c, d);
        let b = _mm512_rol_epi32::<12>(_mm512_xor_si512(b, c));
        let a = _mm512_add_epi32(a, b);
        let d = _mm512_rol_epi32::<8>(_mm512_xor_si512(d, a));
        let c = _mm512_add_epi32(c, d);
        let b = _mm512_rol_epi32::<7>(_mm512_xor_si512(b, c));
        [a, b, c, d]
    }

    /// Down the columns, then down the diagonals: the words of every block are moved round by one, two and three places, and back.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn double_round(blocks: Blocks) -> Blocks {
        const BY_ONE: i32 = 0b00_11_10_01;
        const BY_TWO: i32 = 0b01_00_11_10;
        const BY_THREE: i32 = 0b10_01_00_11;
        let [a, b, c, d] = quarter_round(blocks);
        let b = _mm512_shuffle_epi32::<BY_ONE>(b);
        let c = _mm512_shuffle_epi32::<BY_TWO>(c);
        let d = _mm512_shuffle_epi32::<BY_THREE>(d);
        let [a, b, c, d] = quarter_round([a, b, c, d]);
        let b = _mm512_shuffle_epi32::<BY_THREE>(b);
        let c = _mm512_shuffle_epi32::<BY_TWO>(c);
        let d = _mm512_shuffle_epi32::<BY_ONE>(d);
        [a, b, c, d]
    }

    /// The same four words in every block.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn row([one, two, three, four]: [u32; 4]) -> __m512i {
        _mm512_broadcast_i32x4(_mm_set_epi32(four as i32, three as i32, two as i32, one as i32))
    }

    /// Four blocks of a stream, from block `first` on, before the first round.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn start(key: &[u32; 8], stream: u64, first: u64) -> Blocks {
        let &[k0, k1, k2, k3, k4, k5, k6, k7] = key;
        let count = row([first as u32, (first >> 32) as u32, stream as u32, (stream >> 32) as u32]);
        let each = _mm512_set_epi64(0, 3, 0, 2, 0, 1, 0, 0);
        [
            row([0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]),
            row([k0, k1, k2, k3]),
            row([k4, k5, k6, k7]),
            _mm512_add_epi64(count, each),
        ]
    }

    /// Four blocks after the last round, one after the other.
    #[inline]
    #[target_feature(enable = "avx512f")]
    #[allow(unsafe_code)]
    fn put(after: Blocks, start: Blocks, bytes: &mut [u8; OF_FOUR]) {
        // Two words of a selector pick quarters of the first register, two of the second.
        const FIRST_TWO: i32 = 0b01_00_01_00;
        const LAST_TWO: i32 = 0b11_10_11_10;
        const EVEN: i32 = 0b10_00_10_00;
        const ODD: i32 = 0b11_01_11_01;
        let a = _mm512_add_epi32(after[0], start[0]);
        let b = _mm512_add_epi32(after[1], start[1]);
        let c = _mm512_add_epi32(after[2], start[2]);
        let d = _mm512_add_epi32(after[3], start[3]);
        let (first_ab, last_ab) =
            (_mm512_shuffle_i32x4::<FIRST_TWO>(a, b), _mm512_shuffle_i32x4::<LAST_TWO>(a, b));
        let (first_cd, last_cd) =
            (_mm512_shuffle_i32x4::<FIRST_TWO>(c, d), _mm512_shuffle_i32x4::<LAST_TWO>(c, d));
        let blocks = [
            _mm512_shuffle_i32x4::<EVEN>(first_ab, first_cd),
            _mm512_shuffle_i32x4::<ODD>(first_ab, first_cd),
            _mm512_shuffle_i32x4::<EVEN>(last_ab, last_cd),
            _mm512_shuffle_i32x4::<ODD>(last_ab, last_cd),
        ];
        // SAFETY: four registers of 64 bytes, of which every value is allowed as bytes.
        *bytes = unsafe { std::mem::transmute::<Blocks, [u8; OF_FOUR]>(blocks) };
    }

    /// What a table has for each value below sixteen. It is one instruction, which a compiler does not make of a loop.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    #[allow(unsafe_code)]
    pub(crate) fn look_up(table: &[u8; 16], values: &[u8; WIDE], found: &mut [u8; WIDE]) {
        // SAFETY: registers of as many bytes, of which every value is allowed, both ways.
        *found = unsafe {
            let table = _mm512_broadcast_i32x4(std::mem::transmute::<[u8; 16], __m128i>(*table));
            let values = std::mem::transmute::<[u8; WIDE], __m512i>(*values);
            std::mem::transmute::<__m512i, [u8; WIDE]>(_mm512_shuffle_epi8(table, values))
        };
    }

    /// Fills `bytes` with sixteen blocks of a stream, from block `first` on. Between any two of its sixteen parts something else is done,
    /// which is why it takes little longer than the longer of both: these are sums in wide registers, which wait for no memory.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vl,avx512vbmi")]
    pub(crate) fn fill(
        key: &[u32; 8],
        stream: u64,
        first: u64,
        bytes: &mut [u8; AT_ONCE],
        meanwhile: &mut impl Meanwhile,
    ) {
        let starts = [
            start(key, stream, first),
            start(key, stream, first + 4),
            start(key, stream, first + 8),
            start(key, stream, first + 12),
        ];
        // Four groups in turn, so that none waits for itself.
        let [mut one, mut two, mut three, mut four] = starts;
        for _ in 0..4 {
            one = double_round(one);
            meanwhile.step();
            two = double_round(two);
            meanwhile.step();
            three = double_round(three);
            meanwhile.step();
            four = double_round(four);
            meanwhile.step();
        }
        let (groups, _) = bytes.as_chunks_mut::<OF_FOUR>();
        for ((group, start), bytes) in [one, two, three, four].into_iter().zip(starts).zip(groups) {
            put(group, start, bytes);
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use chacha20::ChaCha8Rng;
    use chacha20::rand_core::{Rng, SeedableRng};

    #[test]
    #[allow(unsafe_code)]
    fn the_words_are_those_of_the_crate() {
        if !std::arch::is_x86_feature_detected!("avx512vbmi") {
            return;
        }
        let key: [u32; 8] = std::array::from_fn(|at| 0x0101_0101 * at as u32 + 7);
        let mut seed = [0; 32];
        for (bytes, word) in seed.chunks_exact_mut(4).zip(key) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let mut expected = ChaCha8Rng::from_seed(seed);
        for stream in [0, 1, 77, u64::MAX] {
            for first in [0, 16, u64::from(u32::MAX) - 5] {
                let (mut here, mut there) = ([0; AT_ONCE], [0; AT_ONCE]);
                // SAFETY: the processor has just been found to have all that the function asks for.
                unsafe { fill(&key, stream, first, &mut here, &mut ()) };
                expected.set_stream(stream);
                expected.set_block_pos(first);
                expected.fill_bytes(&mut there);
                assert_eq!(here, there, "stream {stream} from block {first}");
            }
        }
    }
}
