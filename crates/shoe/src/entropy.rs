//! The operating system's random bytes. No other module asks for any, and this one takes nothing from anybody.

use serde::{Deserialize, Serialize};
use std::fmt;
use zeroize::Zeroizing;

/// The operating system gave no random bytes. A table cannot shuffle until it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoEntropy(pub(crate) String);

impl fmt::Display for NoEntropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the operating system gives no random bytes: {}", self.0)
    }
}

impl std::error::Error for NoEntropy {}

/// Where fresh bytes come from: [`fill`] and, in the tests of this crate, one that fails.
pub(crate) type Source = fn(&mut [u8]) -> Result<(), NoEntropy>;

/// Fills a place with fresh bytes.
pub(crate) fn fill(place: &mut [u8]) -> Result<(), NoEntropy> {
    getrandom::fill(place).map_err(|error| NoEntropy(error.to_string()))
}

/// Some fresh bytes.
pub(crate) fn fresh<const N: usize>(source: Source) -> Result<Zeroizing<[u8; N]>, NoEntropy> {
    let mut bytes = Zeroizing::new([0; N]);
    source(&mut *bytes)?;
    Ok(bytes)
}
