//! Acts that take two people: one proposes, another approves. This is the house's own rule, beside whatever the book asks for.

use crate::role::{Power, Role};
use serde::{Deserialize, Serialize};
use table::{Act, Remedy};
use utoipa::ToSchema;

/// What two people do together, as it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DualControl {
    /// A coup loses its effect.
    Void,
    /// What happened is put right: a hand reconstructed, chips that were left open moved.
    Correction,
    /// A dispute moves chips.
    Award,
}

impl DualControl {
    /// All of them.
    pub const ALL: [DualControl; 3] = [DualControl::Void, DualControl::Correction, DualControl::Award];

    /// Does this act take two people of the house, and as what does it count? The regulator's own decision takes nobody's
    /// approval.
    pub fn of(act: &Act, role: Role) -> Option<DualControl> {
        match act {
            Act::Invalidate { .. } | Act::Decide { remedy: Remedy::Void, .. } => Some(DualControl::Void),
            Act::Decide { remedy: Remedy::Granted, .. } | Act::SettleOpenItem { .. } => {
                Some(DualControl::Correction)
            }
            Act::DecideDispute { award: Some(_), .. } if role != Role::Inspector => Some(DualControl::Award),

            // These leave things as they are, or a patron's chips where they are.
            Act::Decide { remedy: Remedy::Denied | Remedy::GoesOn, .. }
            | Act::DecideDispute { .. }
            | Act::OpenDispute { .. }
            | Act::AskReview { .. } => None,

            // One supervisor is enough for what the book asks of a supervisor in the course of play.
            Act::LetPlayersCut
            | Act::ReplaceCards { .. }
            | Act::OrderShuffle { .. }
            | Act::VerifyCards
            | Act::Approve { .. }
            | Act::DirectNoBetCoup { .. }
            | Act::ForfeitCards { .. }
            | Act::ShuffleByConsent
            | Act::AnswerDevice { .. }
            | Act::Sanction { .. }
            | Act::HandOver { .. }
            | Act::DecideRemainder { .. } => None,

            // A ruling that has no place above takes two until somebody has given it one.
            other => (Power::of(other, Role::Supervisor) == Power::Rule).then_some(DualControl::Correction),
        }
    }
}
