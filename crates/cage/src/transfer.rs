//! A fill or a credit: chips on their way between the cage and a float.

use baccarat::pieces::Pieces;
use serde::{Deserialize, Serialize};

/// Chips that go between the cage and a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TransferKind {
    /// To the float.
    Fill,
    /// From the float.
    Credit,
}

/// How far a transfer has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Asked for.
    Requested,
    /// Approved.
    Approved,
    /// Counted out; the chips are on their way.
    Sent,
    /// Somebody carries them.
    Carried,
    /// Received and counted.
    Received,
    /// Stopped: the counts differ.
    Stopped,
    /// Stopped, and what was found is back in the cage.
    Resolved,
    /// Given up before any chips moved.
    Cancelled,
}

impl Stage {
    /// Is nothing more to be done?
    pub fn is_over(self) -> bool {
        matches!(self, Stage::Received | Stage::Resolved | Stage::Cancelled)
    }
}

/// Whoever did a step, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// How far it came with it.
    pub stage: Stage,
    /// Who, as they signed.
    pub name: String,
    /// In which role.
    pub role: String,
    /// When.
    pub at: i64,
}

/// A fill or a credit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    /// Its number, which is that of its slip.
    pub number: u32,
    /// Which way.
    pub kind: TransferKind,
    /// Which table.
    pub table: String,
    /// Which chips.
    pub pieces: Pieces,
    /// How far it has come.
    pub stage: Stage,
    /// What was counted on arrival, where that differs.
    pub counted: Option<Pieces>,
    /// Who did what, in order.
    pub steps: Vec<Step>,
}

impl Transfer {
    /// Whoever did this step.
    pub fn by(&self, stage: Stage) -> Option<&str> {
        self.steps.iter().find(|step| step.stage == stage).map(|step| step.name.as_str())
    }

    /// Are its chips on their way?
    pub fn is_on_the_way(&self) -> bool {
        matches!(self.stage, Stage::Sent | Stage::Carried | Stage::Stopped)
    }
}
