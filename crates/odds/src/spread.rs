//! How far results lie apart: mean and variance of nets, each with the number of ways it comes about.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

/// The mean net.
pub(crate) fn mean<'a>(draws: i128, nets: impl Iterator<Item = (i128, &'a BigRational)>) -> BigRational {
    let sum = nets.fold(BigRational::zero(), |sum, (ways, net)| sum + net * whole(ways));
    sum / whole(draws)
}

/// The mean squared distance from the mean.
pub(crate) fn variance<'a>(
    draws: i128,
    nets: impl Iterator<Item = (i128, &'a BigRational)> + Clone,
) -> BigRational {
    let mean = mean(draws, nets.clone());
    let squares = nets.fold(BigRational::zero(), |sum, (ways, net)| sum + net * net * whole(ways));
    squares / whole(draws) - &mean * &mean
}

/// A fraction for display: the nearest floating-point number.
pub(crate) fn for_display(fraction: &BigRational) -> f64 {
    fraction.to_f64().unwrap_or(f64::NAN)
}

/// This part of all draws, reduced.
pub(crate) fn share(ways: i128, draws: i128) -> BigRational {
    BigRational::new(ways.into(), draws.into())
}

fn whole(number: i128) -> BigRational {
    BigRational::from_integer(number.into())
}
