//! A whole number of ways in a floating-point one, for one composition: exact, and quicker to multiply than an integer.

use crate::count::Count;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// A whole number up to 2⁵³, which an `f64` holds exactly.
///
/// `FUSED` says that the code is compiled for a processor that multiplies and adds in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct One<const FUSED: bool>(f64);

impl<const FUSED: bool> From<u16> for One<FUSED> {
    #[inline(always)]
    fn from(number: u16) -> Self {
        One(f64::from(number))
    }
}

impl<const FUSED: bool> From<One<FUSED>> for i128 {
    #[inline(always)]
    fn from(one: One<FUSED>) -> i128 {
        i128::from(one.0 as i64)
    }
}

impl<const FUSED: bool> Count for One<FUSED> {
    #[inline(always)]
    fn of(number: i32) -> Self {
        One(f64::from(number))
    }

    #[inline(always)]
    fn plus_product(self, one: Self, other: Self) -> Self {
        match FUSED {
            true => One(one.0.mul_add(other.0, self.0)),
            false => self + one * other,
        }
    }

    #[inline(always)]
    fn product_less(one: Self, other: Self, less: Self) -> Self {
        match FUSED {
            true => One(one.0.mul_add(other.0, -less.0)),
            false => one * other - less,
        }
    }
}

impl<const FUSED: bool> Add for One<FUSED> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        One(self.0 + other.0)
    }
}

impl<const FUSED: bool> Sub for One<FUSED> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        One(self.0 - other.0)
    }
}

impl<const FUSED: bool> Mul for One<FUSED> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        One(self.0 * other.0)
    }
}

impl<const FUSED: bool> AddAssign for One<FUSED> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<const FUSED: bool> SubAssign for One<FUSED> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
