//! Which program made a document, so that it can be made again.

use serde::Serialize;

/// Which program made a document, and from what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Build {
    /// The version of Croupier.
    pub version: String,
    /// The commit that it was built from.
    pub commit: String,
    /// The compiler that built it.
    pub toolchain: String,
    /// The SHA-256 of the list of its dependencies.
    pub lock_sha256: String,
    /// The SHA-256 of the program itself.
    pub binary_sha256: String,
}
