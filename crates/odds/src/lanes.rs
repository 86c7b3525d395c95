//! Several numbers worked side by side, one for each of several compositions.

use crate::count::Count;
use std::array;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// Four numbers side by side. Written as plain arrays: a compiler told of wide registers uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Lanes(pub(crate) [i64; Lanes::WIDTH]);

impl Lanes {
    /// How many numbers stand side by side.
    pub(crate) const WIDTH: usize = 4;

    /// The most cards in any lane. Processors multiply 32 bits by 32 side by side but not 64 by 64, so lanes are
    /// kept to shoes where the largest factor, below 4N³, fits in 32 bits. Fifteen decks do.
    pub(crate) const MOST_CARDS: u32 = 780;
}

const _: () = assert!(4 * (Lanes::MOST_CARDS as i64).pow(3) <= i32::MAX as i64);

impl Count for Lanes {
    #[inline(always)]
    fn of(number: i32) -> Lanes {
        Lanes([i64::from(number); Lanes::WIDTH])
    }

    #[inline(always)]
    fn times(self, factor: Lanes) -> Lanes {
        let product = |lane: usize| u64::from(self.0[lane] as u32) * u64::from(factor.0[lane] as u32);
        Lanes(array::from_fn(|lane| product(lane) as i64))
    }
}

impl Add for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn add(self, other: Lanes) -> Lanes {
        Lanes(array::from_fn(|lane| self.0[lane] + other.0[lane]))
    }
}

impl Sub for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn sub(self, other: Lanes) -> Lanes {
        Lanes(array::from_fn(|lane| self.0[lane] - other.0[lane]))
    }
}

impl Mul for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn mul(self, other: Lanes) -> Lanes {
        Lanes(array::from_fn(|lane| self.0[lane] * other.0[lane]))
    }
}

impl AddAssign for Lanes {
    #[inline(always)]
    fn add_assign(&mut self, other: Lanes) {
        *self = *self + other;
    }
}

impl SubAssign for Lanes {
    #[inline(always)]
    fn sub_assign(&mut self, other: Lanes) {
        *self = *self - other;
    }
}
