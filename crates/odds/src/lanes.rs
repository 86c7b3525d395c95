//! Several numbers worked side by side, one for each of several compositions.

use crate::count::Count;
use std::array;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// How many numbers stand side by side.
pub(crate) const WIDTH: usize = 8;

/// Whole numbers side by side, each in an `f64`: these are exact up to 2⁵³, and processors multiply them side by side,
/// as they hardly do with whole numbers of 64 bits. Written as plain arrays: a compiler told of wide registers uses them.
///
/// `FUSED` says that the code is compiled for a processor that multiplies and adds in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Lanes<const FUSED: bool>(pub(crate) [f64; WIDTH]);

/// The most cards in any lane: every count the closed form meets is then exact. Eight decks have fewer.
pub(crate) const MOST_CARDS_IN_LANES: u32 = 456;

const _: () = assert!((MOST_CARDS_IN_LANES as u64).pow(6) <= 1 << f64::MANTISSA_DIGITS);

impl<const FUSED: bool> Lanes<FUSED> {
    /// The same numbers as integers.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(crate) fn whole(self) -> [i64; WIDTH] {
        // SAFETY: every number here is a count of ways to draw from at most [`MOST_CARDS_IN_LANES`], so far within an `i64`.
        // A checked conversion is not done side by side.
        self.0.map(|number| unsafe { number.to_int_unchecked() })
    }
}

impl<const FUSED: bool> Count for Lanes<FUSED> {
    #[inline(always)]
    fn of(number: i32) -> Self {
        Lanes([f64::from(number); WIDTH])
    }

    #[inline(always)]
    fn plus_product(self, one: Self, other: Self) -> Self {
        match FUSED {
            true => Lanes(array::from_fn(|lane| one.0[lane].mul_add(other.0[lane], self.0[lane]))),
            false => self + one * other,
        }
    }

    #[inline(always)]
    fn product_less(one: Self, other: Self, less: Self) -> Self {
        match FUSED {
            true => Lanes(array::from_fn(|lane| one.0[lane].mul_add(other.0[lane], -less.0[lane]))),
            false => one * other - less,
        }
    }
}

impl<const FUSED: bool> Add for Lanes<FUSED> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Lanes(array::from_fn(|lane| self.0[lane] + other.0[lane]))
    }
}

impl<const FUSED: bool> Sub for Lanes<FUSED> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Lanes(array::from_fn(|lane| self.0[lane] - other.0[lane]))
    }
}

impl<const FUSED: bool> Mul for Lanes<FUSED> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Lanes(array::from_fn(|lane| self.0[lane] * other.0[lane]))
    }
}

impl<const FUSED: bool> AddAssign for Lanes<FUSED> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<const FUSED: bool> SubAssign for Lanes<FUSED> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
