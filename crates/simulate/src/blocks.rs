//! The words of ChaCha8, for processors with registers of sixteen words: sixteen blocks of a stream at once, where the crate makes four
//! with half as wide registers. They are the same words.

/// How many bytes come at once: sixteen blocks of 64.
pub(crate) const AT_ONCE: usize = 1_024;

/// How many blocks stand side by side in a row.
const SIDE_BY_SIDE: usize = 4;

/// One of the four rows of four blocks: four words of each. Written as a plain array: a compiler told of wide registers uses one.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([u32; 4 * SIDE_BY_SIDE]);

// Plain loops: what goes through a function of the library's for arrays may be left outside the code for wide registers.
impl Row {
    /// The same four words in every block.
    #[inline(always)]
    fn of(words: [u32; 4]) -> Row {
        let mut row = Row([0; 4 * SIDE_BY_SIDE]);
        for at in 0..4 * SIDE_BY_SIDE {
            row.0[at] = words[at % 4];
        }
        row
    }

    #[inline(always)]
    fn plus(mut self, other: Row) -> Row {
        for at in 0..4 * SIDE_BY_SIDE {
            self.0[at] = self.0[at].wrapping_add(other.0[at]);
        }
        self
    }

    /// What differs, its bits rotated by so many.
    #[inline(always)]
    fn xor_and_rotate(mut self, other: Row, by: u32) -> Row {
        for at in 0..4 * SIDE_BY_SIDE {
            self.0[at] = (self.0[at] ^ other.0[at]).rotate_left(by);
        }
        self
    }

    /// The words of every block moved round by so many places.
    #[inline(always)]
    fn moved(self, by: usize) -> Row {
        let mut row = self;
        for at in 0..4 * SIDE_BY_SIDE {
            row.0[at] = self.0[at / 4 * 4 + (at + by) % 4];
        }
        row
    }
}

/// Four blocks side by side, row by row.
type Blocks = [Row; 4];

#[inline(always)]
fn quarter_round([a, b, c, d]: Blocks) -> Blocks {
    let a = a.plus(b);
    let d = d.xor_and_rotate(a, 16);
    let c = c.plus(d);
    let b = b.xor_and_rotate(c, 12);
    let a = a.plus(b);
    let d = d.xor_and_rotate(a, 8);
    let c = c.plus(d);
    let b = b.xor_and_rotate(c, 7);
    [a, b, c, d]
}

/// Down the columns, then down the diagonals.
#[inline(always)]
fn double_round(blocks: Blocks) -> Blocks {
    let [a, b, c, d] = quarter_round(blocks);
    let [a, b, c, d] = quarter_round([a, b.moved(1), c.moved(2), d.moved(3)]);
    [a, b.moved(3), c.moved(2), d.moved(1)]
}

/// Fills `bytes` with sixteen blocks of a stream, from block `first` on.
#[inline(always)]
pub(crate) fn fill(key: &[u32; 8], stream: u64, first: u64, bytes: &mut [u8; AT_ONCE]) {
    let &[k0, k1, k2, k3, k4, k5, k6, k7] = key;
    let constant = Row::of([0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
    let counts = |group: usize| {
        let mut count = Row::of([0, 0, stream as u32, (stream >> 32) as u32]);
        for block in 0..SIDE_BY_SIDE {
            let number = first + (SIDE_BY_SIDE * group + block) as u64;
            count.0[4 * block] = number as u32;
            count.0[4 * block + 1] = (number >> 32) as u32;
        }
        count
    };
    let (low, high) = (Row::of([k0, k1, k2, k3]), Row::of([k4, k5, k6, k7]));
    let start = [
        [constant, low, high, counts(0)],
        [constant, low, high, counts(1)],
        [constant, low, high, counts(2)],
        [constant, low, high, counts(3)],
    ];
    // Four groups in turn, so that none waits for itself.
    let [mut one, mut two, mut three, mut four] = start;
    for _ in 0..4 {
        one = double_round(one);
        two = double_round(two);
        three = double_round(three);
        four = double_round(four);
    }
    let groups = [one, two, three, four];
    for (group, bytes) in bytes.chunks_exact_mut(AT_ONCE / 4).enumerate() {
        let [a, b, c, d] = groups[group];
        let [e, f, g, h] = start[group];
        let rows = [a.plus(e), b.plus(f), c.plus(g), d.plus(h)];
        for (block, bytes) in bytes.chunks_exact_mut(64).enumerate() {
            for (row, bytes) in bytes.chunks_exact_mut(16).enumerate() {
                for (word, bytes) in bytes.chunks_exact_mut(4).enumerate() {
                    bytes.copy_from_slice(&rows[row].0[4 * block + word].to_le_bytes());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha8Rng;
    use chacha20::rand_core::{Rng, SeedableRng};

    #[test]
    fn the_words_are_those_of_the_crate() {
        let key: [u32; 8] = std::array::from_fn(|at| 0x0101_0101 * at as u32 + 7);
        let mut seed = [0; 32];
        for (bytes, word) in seed.chunks_exact_mut(4).zip(key) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let mut expected = ChaCha8Rng::from_seed(seed);
        for stream in [0, 1, 77, u64::MAX] {
            for first in [0, 16, u64::from(u32::MAX) - 5] {
                let (mut here, mut there) = ([0; AT_ONCE], [0; AT_ONCE]);
                fill(&key, stream, first, &mut here);
                expected.set_stream(stream);
                expected.set_block_pos(first);
                expected.fill_bytes(&mut there);
                assert_eq!(here, there, "stream {stream} from block {first}");
            }
        }
    }
}
