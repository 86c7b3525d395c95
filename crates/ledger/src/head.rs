//! Where a stream stands.

use merkle::Hash;
use serde::{Deserialize, Serialize};

/// Where a stream stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The stream.
    pub stream: String,
    /// How many records it had.
    pub length: u64,
    /// The hash of the last of them.
    pub hash: Hash,
}
