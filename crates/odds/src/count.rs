//! A number of ways: one integer, or several side by side.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// A number the closed form can be worked with: `i64`, `i128`, or lanes of whole numbers.
///
/// All ways of drawing six of N cards come to less than N⁶, and no step of the closed form exceeds that, so the
/// type to use follows from the number of cards alone. A count may come out as −1 where a card is taken from a value that
/// has none; it is then always weighed by that value's 0.
pub(crate) trait Count:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + AddAssign
    + SubAssign
    + std::fmt::Debug
    + 'static
{
    /// This number, in every lane.
    fn of(number: i32) -> Self;

    /// This and a product.
    #[inline(always)]
    fn plus_product(self, one: Self, other: Self) -> Self {
        self + one * other
    }

    /// What is left of a product.
    #[inline(always)]
    fn product_less(one: Self, other: Self, less: Self) -> Self {
        one * other - less
    }

    /// Twice as many.
    #[inline(always)]
    fn twice(self) -> Self {
        self + self
    }
}

/// The most cards for which every sum of ways fits in an `i64`.
pub(crate) const MOST_CARDS_IN_64_BITS: u32 = 1_448;

const _: () = assert!((MOST_CARDS_IN_64_BITS as i128).pow(6) <= i64::MAX as i128);

impl Count for i64 {
    #[inline(always)]
    fn of(number: i32) -> i64 {
        i64::from(number)
    }
}

impl Count for i128 {
    #[inline(always)]
    fn of(number: i32) -> i128 {
        i128::from(number)
    }
}

/// Ordered ways to draw so many cards out of `cards`: N(N−1)(N−2)…
#[inline(always)]
pub(crate) fn ordered_draws<C: Count>(cards: C, drawn: i32) -> C {
    let mut ways = C::of(1);
    for taken in 0..drawn {
        ways = ways * (cards - C::of(taken));
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_cards_of_eight_decks_are_drawn_in_the_published_number_of_ways() {
        assert_eq!(ordered_draws(416i64, 6), 4_998_398_275_503_360);
        assert_eq!(ordered_draws(416i128, 6), 4_998_398_275_503_360);
        assert_eq!(ordered_draws(6i64, 6), 720);
    }
}
