//! Acts that take two people: one proposes, another approves. This is the house's own rule, beside whatever the book asks for.

use crate::role::{Power, Role};
use serde::{Deserialize, Serialize};
use table::{Act, Remedy, bets, cards, deal, pay, trouble};
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
            Act::Trouble(trouble::Act::Invalidate { .. })
            | Act::Trouble(trouble::Act::Decide { remedy: Remedy::Void, .. }) => Some(DualControl::Void),
            Act::Trouble(trouble::Act::Decide { remedy: Remedy::Granted, .. })
            | Act::Trouble(trouble::Act::SettleOpenItem { .. }) => Some(DualControl::Correction),
            Act::Trouble(trouble::Act::DecideDispute { award: Some(_), .. }) if role != Role::Inspector => {
                Some(DualControl::Award)
            }

            // These leave things as they are, or a patron's chips where they are.
            Act::Trouble(trouble::Act::Decide { remedy: Remedy::Denied | Remedy::GoesOn, .. })
            | Act::Trouble(trouble::Act::DecideDispute { .. })
            | Act::Trouble(trouble::Act::OpenDispute { .. })
            | Act::Trouble(trouble::Act::AskReview { .. }) => None,

            // One supervisor is enough for what the book asks of a supervisor in the course of play.
            Act::Cards(cards::Act::LetPlayersCut)
            | Act::Cards(cards::Act::ReplaceCards { .. })
            | Act::Cards(cards::Act::OrderShuffle { .. })
            | Act::Cards(cards::Act::VerifyCards)
            | Act::Cards(cards::Act::Approve { .. })
            | Act::Bets(bets::Act::DirectNoBetCoup { .. })
            | Act::Deal(deal::Act::ForfeitCards { .. })
            | Act::Trouble(trouble::Act::ShuffleByConsent)
            | Act::Trouble(trouble::Act::AnswerDevice { .. })
            | Act::Trouble(trouble::Act::Sanction { .. })
            | Act::Trouble(trouble::Act::HandOver { .. })
            | Act::Pay(pay::Act::DecideRemainder { .. }) => None,

            // A ruling that has no place above takes two until somebody has given it one.
            other => {
                (other.power(Role::Supervisor.at_table()) == Power::Rule).then_some(DualControl::Correction)
            }
        }
    }
}
