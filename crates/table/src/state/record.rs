//! What is kept of a coup once it is over, so that it can be undone or put right later.

use crate::person::Name;
use crate::state::past::PutAway;
use crate::state::{Coup, Settled, Stake};
use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A stake and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SettledStake {
    /// The stake as it lay.
    pub stake: Stake,
    /// What became of it.
    pub result: Settled,
}

impl SettledStake {
    /// Does it stand off and ride, and lie there still as this stake?
    pub(crate) fn rides(&self, lying: &Stake) -> bool {
        self.result.stays && self.stake == *lying
    }
}

/// A coup that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoupRecord {
    /// The coup as it ended.
    pub coup: Coup,
    /// The number of its shoe.
    pub shoe: u32,
    /// What was settled in it, in order.
    pub settled: Vec<SettledStake>,
    /// How many coups the shoe had left while it was played.
    pub coups_left: Option<u8>,
    /// Whether a tie had already earned its shoe the extra coup.
    pub tie_used: bool,
    /// What staff were told of it, noted when it is put away.
    #[serde(default, skip_serializing_if = "CoupReports::is_nothing")]
    pub told: CoupReports,
}

/// What staff were told of a coup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoupReports {
    /// The first matter that a patron brought up about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matter: Option<u32>,
    /// Somebody told of it while that was in time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub claimed: bool,
}

impl CoupReports {
    fn is_nothing(&self) -> bool {
        *self == CoupReports::default()
    }
}

/// Coups that came back from the log, all that were put away together. What each holds is for the table and whoever reads the log; interfaces
/// need not know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenCoups", into = "WrittenCoups")]
pub struct RecalledCoups {
    /// The coups.
    pub coups: Vec<CoupRecord>,
    /// What they were folded into, the last fold first.
    pub folded: Vec<Vec<PutAway>>,
}

/// As they are written: the coups alone, where nothing was folded.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WrittenCoups {
    Alone(Vec<CoupRecord>),
    Folded { coups: Vec<CoupRecord>, folded: Vec<Vec<PutAway>> },
}

impl From<WrittenCoups> for RecalledCoups {
    fn from(written: WrittenCoups) -> RecalledCoups {
        match written {
            WrittenCoups::Alone(coups) => RecalledCoups { coups, folded: Vec::new() },
            WrittenCoups::Folded { coups, folded } => RecalledCoups { coups, folded },
        }
    }
}

impl From<RecalledCoups> for WrittenCoups {
    fn from(recalled: RecalledCoups) -> WrittenCoups {
        let RecalledCoups { coups, folded } = recalled;
        match folded.is_empty() {
            true => WrittenCoups::Alone(coups),
            false => WrittenCoups::Folded { coups, folded },
        }
    }
}

impl From<Vec<CoupRecord>> for RecalledCoups {
    fn from(coups: Vec<CoupRecord>) -> RecalledCoups {
        RecalledCoups { coups, folded: Vec::new() }
    }
}

impl RecalledCoups {
    /// Nothing came.
    pub fn is_empty(&self) -> bool {
        self.coups.is_empty() && self.folded.is_empty()
    }
}

impl JsonSchema for RecalledCoups {
    fn schema_name() -> Cow<'static, str> {
        "RecalledCoups".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": {} })
    }
}

/// Chips that should have moved and could not, because the patron is gone or short of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenItem {
    /// Whose.
    pub patron: Name,
    /// From which coup.
    pub coup: u32,
    /// How much.
    pub amount: Money,
    /// Of what.
    pub kind: ChipKind,
    /// The patron owes it to the house; otherwise the house owes it to the patron.
    pub patron_owes: bool,
}
