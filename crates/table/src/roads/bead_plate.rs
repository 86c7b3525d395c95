//! The bead plate: every result, ties among them, filling column after column.

use super::grid::Spot;
use super::result::RoadResult;
use schemars::JsonSchema;
use serde::Serialize;

/// A result on the bead plate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Bead {
    /// The result.
    #[serde(flatten)]
    pub result: RoadResult,
    /// Its square.
    pub at: Spot,
}

impl Bead {
    /// The bead of the result with this index.
    pub(super) fn nth(index: u32, result: RoadResult) -> Bead {
        Bead { result, at: Spot::filling(index) }
    }
}
