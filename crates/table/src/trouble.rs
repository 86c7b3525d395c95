//! Trouble: irregularities, failed devices, conduct and disputes, and what the book makes of them.

pub(crate) mod claim;
pub(crate) mod conduct;
pub(crate) mod corrected_wager;
pub(crate) mod correction;
pub(crate) mod dispute;
pub(crate) mod exposed;
pub(crate) mod forgotten;
pub(crate) mod found_wager;
pub(crate) mod malfunction;
pub(crate) mod matter;
pub(crate) mod possible;
pub(crate) mod precedence;
pub(crate) mod recall;
pub(crate) mod reconstruction;
pub(crate) mod report;
pub(crate) mod resume;
pub(crate) mod ruling;
pub(crate) mod settled_again;
pub(crate) mod undo;
pub(crate) mod wrong_payment;
pub(crate) mod wrongly_settled;

pub use crate::acts::trouble::Act;
pub use crate::facts::trouble::Fact;

use crate::event::Event;
use crate::facts;
use crate::person::Actor;
use crate::refusal::Refusal;
use crate::state::record::SettledStake;
use crate::table::{Facts, Table};
use crate::time::Time;
use baccarat::rules::rulings::Irregularity;
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
            Act::Invalidate { ground, coup, cheat, forfeit, affected, why } => {
                let (ground, coup, cheat) = (*ground, *coup, cheat.as_ref());
                let (forfeit, affected) = (*forfeit, *affected);
                self.judge_invalidate(by, &Invalidated { ground, coup, cheat, forfeit, affected, why })
            }

            Act::OpenDispute { about, patron } => self.judge_open_dispute(by, about, patron.as_ref()),
            Act::DecideDispute { dispute, finding, award, why } => {
                self.judge_dispute_decision(by, self.dispute(*dispute)?, *finding, *award, why)
            }
            Act::AskReview { dispute } => self.judge_review(by, self.dispute(*dispute)?),
        }
    }

    pub(crate) fn apply_trouble(&mut self, fact: &Fact, event: &Event) {
        match fact {
            Fact::CoupReopened { number } => self.reopen_coup(*number),
            Fact::CoupReconstructed { .. } => {
                let number = self.state.coups;
                self.state.results.retain(|result| result.coup != number);
            }
            Fact::CoupVoided { number } | Fact::CoupInvalidated { number, .. } => self.void(*number),
            Fact::CoupsRecalled { coups } => self.apply_recalled(coups),
            Fact::Disordered => self.state.shoe.disordered = true,
            Fact::SettlementUndone { coup, stake, result, how } => {
                let settled = SettledStake { stake: stake.clone(), result: result.clone() };
                self.apply_undone(*coup, &settled, *how);
            }
            Fact::SettledOnPaper { coup, stake, result } => self.apply_on_paper(*coup, stake, result),
            Fact::WagerCorrected { coup, stake, was } => self.apply_wager_corrected(*coup, stake, was),
            Fact::RecordCorrected { coup, player, banker, corrected } => {
                self.apply_record_corrected(*coup, player, banker, corrected)
            }
            Fact::PaymentRighted { coup, stake, was, right, open } => {
                if *open {
                    self.leave_payment_open(*coup, stake, *was, *right);
                }
            }
            Fact::OpenItemSettled { item } => self.apply_open_item(item),
            Fact::MatterOpened { matter } => {
                self.state.opened.matters = matter.id;
                self.state.matters.push((**matter).clone());
            }
            Fact::MatterDecided { id, decision } => {
                let decided = self.state.matters.iter_mut().find(|matter| matter.id == *id);
                if let Some(matter) = decided {
                    matter.decided = Some(decision.clone());
                }
            }
            Fact::DeviceFailed
            | Fact::DeviceAnswered { .. }
            | Fact::DamageNamed { .. }
            | Fact::DeviceRuled { .. }
            | Fact::DeviceStepTaken { .. }
            | Fact::CoupInterrupted => self.apply_device(fact, &event.by),
            Fact::BreachReported { .. }
            | Fact::Sanctioned { .. }
            | Fact::HandedOver { .. }
            | Fact::WagerForfeited { .. } => self.apply_conduct(fact, &event.by),
            Fact::DisputeOpened { .. }
            | Fact::DisputeDecided { .. }
            | Fact::DisputeSettled { .. }
            | Fact::ReviewAsked { .. }
            | Fact::DisputeReferred { .. } => self.apply_dispute(fact, &event.by, event.at),
            // Whoever got cards that were somebody else's has handled them.
            Fact::Ruled { verdict } => {
                let passed = [Irregularity::WrongRecipient, Irregularity::DeliveredWithoutWager];
                if passed.contains(&verdict.when) {
                    self.state.shoe.handled = true;
                    self.state.shoe.touched = true;
                }
            }
            Fact::WindowOpened { .. }
            | Fact::CoupResumed
            | Fact::PlayGoesOn
            | Fact::ThirdCardForgotten { .. }
            | Fact::SettledByOtherMethod { .. }
            | Fact::SettlementReopened
            | Fact::EarlierStand => {}
        }
    }

    /// Takes in an event: each fact goes to its room. This is the last of the rooms, so it knows the others.
    pub(crate) fn take_in(&mut self, event: &Event) {
        self.state.last = self.state.last.max(event.at);
        self.advance_coup(&event.fact);
        let held = self.state.record.len();
        match &event.fact {
            facts::Fact::People(fact) => self.apply_people(fact),
            facts::Fact::Cards(fact) => self.apply_cards(fact, event),
            facts::Fact::Bets(fact) => self.apply_bets(fact),
            facts::Fact::Deal(fact) => self.apply_deal(fact),
            facts::Fact::Pay(fact) => {
                if let facts::pay::Fact::CoupEnded { .. } = fact {
                    self.device_after_coup();
                }
                self.apply_pay(fact);
            }
            facts::Fact::Notice(fact) => self.apply_notice(fact),
            facts::Fact::Trouble(fact) => self.apply_trouble(fact, event),
        }
        // Coups were put away, and what is closed of them may go.
        if self.state.record.len() < held {
            self.forget_closed();
        }
        // A stake put down or settled changes nothing of the way this table deals or settles.
        let about_stakes = matches!(
            event.fact,
            facts::Fact::Bets(facts::bets::Fact::WagerPlaced { .. })
                | facts::Fact::Pay(facts::pay::Fact::WagerSettled { .. })
        );
        if !about_stakes {
            self.refit();
        }
    }
}
