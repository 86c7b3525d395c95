//! Exact fractions in answers.

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::ToPrimitive;
use serde::{Serialize, Serializer};
use std::fmt;

/// A fraction that is never rounded. It is serialised as text, such as `-114753351728/10847218479825`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exact(pub BigRational);

impl Exact {
    /// The nearest floating-point number, for display.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().unwrap_or(f64::NAN)
    }

    /// A small fraction.
    pub fn of(ratio: Ratio<i64>) -> Exact {
        Exact(fraction(ratio))
    }
}

/// A small fraction as one of any size.
pub(crate) fn fraction(ratio: Ratio<i64>) -> BigRational {
    BigRational::new(BigInt::from(*ratio.numer()), BigInt::from(*ratio.denom()))
}

impl From<BigRational> for Exact {
    fn from(value: BigRational) -> Exact {
        Exact(value)
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
