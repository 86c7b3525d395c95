//! Trouble: irregularities, failed devices, conduct and disputes, and what the book makes of them.

pub(crate) mod conduct;
pub(crate) mod dispute;
pub(crate) mod malfunction;
pub(crate) mod matter;
pub(crate) mod possible;
pub(crate) mod precedence;
pub(crate) mod report;
pub(crate) mod ruling;
pub(crate) mod undo;
pub(crate) mod window;

pub use crate::acts::trouble::Act;
pub use crate::facts::trouble::Fact;

use crate::person::Actor;
use crate::refusal::Refusal;
use crate::table::{Facts, Table};
use crate::time::Time;
use conduct::Invalidated;

impl Table {
    pub(crate) fn judge_trouble(&self, act: &Act, by: &Actor, at: Time) -> Result<Facts, Refusal> {
        match act {
            Act::Report { report } => self.judge_report(by, report, at),
            Act::Decide { matter, remedy, why } => self.judge_decision(by, *matter, *remedy, why),
            Act::Resume => self.judge_resume(by),
            Act::ShuffleByConsent => self.judge_shuffle_by_consent(by),
            Act::SettleOpenItem { patron, coup } => self.judge_open_item(by, patron, *coup),

            Act::ReportDevice => self.judge_device_failed(by),
            Act::AnswerDevice { condition, holds, why } => {
                self.judge_answer(by, self.failed_device()?, *condition, *holds, why)
            }
            Act::NameDamaged { cards, why } => self.judge_damage(by, self.failed_device()?, cards, why),
            Act::TakeStep { step } => self.judge_step(by, self.failed_device()?, *step),
            Act::ReplaceDamaged { cards, new_deck, back } => {
                self.judge_replace_damaged(by, self.failed_device()?, cards, *new_deck, back.as_ref())
            }

            Act::ReportBreach { ban, who, what } => self.judge_breach(by, *ban, who, what),
            Act::Sanction { breach, measures, why } => self.judge_sanction(by, *breach, measures, why),
            Act::HandOver { breach, to, police } => self.judge_hand_over(by, *breach, to, *police),
            Act::Invalidate { ground, coup, cheat, forfeit, why } => {
                let (ground, coup, cheat, forfeit) = (*ground, *coup, cheat.as_ref(), *forfeit);
                self.judge_invalidate(by, &Invalidated { ground, coup, cheat, forfeit, why })
            }

            Act::OpenDispute { about, patron } => self.judge_open_dispute(by, about, patron.as_ref()),
            Act::DecideDispute { dispute, finding, award, why } => {
                self.judge_dispute_decision(by, self.dispute(*dispute)?, *finding, *award, why)
            }
            Act::AskReview { dispute } => self.judge_review(by, self.dispute(*dispute)?),
        }
    }
}
