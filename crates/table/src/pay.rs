//! Paying: wagers settled, the coup ended, the float.

pub(crate) mod end;
pub(crate) mod float;
pub(crate) mod settling;

pub use crate::acts::pay::Act;
pub use crate::facts::pay::Fact;

use crate::person::Actor;
use crate::refusal::Refusal;
use crate::state::Phase;
use crate::table::{Facts, Table};

impl Table {
    pub(crate) fn judge_pay(&self, act: &Act, by: &Actor) -> Result<Facts, Refusal> {
        match act {
            Act::Settle => self.judge_settle(by),
            Act::CollectCards => self.judge_collect(by),
            Act::DecideRemainder { patron, pays } => self.judge_remainder(by, patron, *pays),
            Act::Fill { amount, signed, pieces } => self.judge_fill(by, *amount, signed, pieces.as_ref()),
            Act::Credit { amount, signed, pieces } => self.judge_credit(by, *amount, signed, pieces.as_ref()),
            Act::CountFloat { count, signed, pieces } => {
                self.judge_count(by, *count, signed, pieces.as_ref())
            }
            Act::CorrectFloat { count, why, pieces } => self.judge_correct(by, *count, why, pieces.as_ref()),
            Act::TakeDropBox => self.judge_take_box(by),
            Act::ChangeChips { gives, gets } => self.judge_change_chips(by, gives, gets),
        }
    }

    pub(crate) fn apply_pay(&mut self, fact: &Fact) {
        match fact {
            Fact::WagerSettled { id, result, .. } => self.apply_settled(*id, result),
            Fact::RemainderDecided { patron, paid, .. } => self.apply_remainder(patron, *paid),
            Fact::CoupEnded { .. } => self.end_coup(),
            Fact::FloatFilled { amount, .. } => {
                self.state.float += *amount;
                self.state.brought += *amount;
            }
            Fact::FloatCredited { amount, .. } => {
                self.state.float -= *amount;
                self.state.brought -= *amount;
            }
            Fact::FloatCorrected { counted, expected, pieces, .. } => {
                self.state.float += *counted - *expected;
                self.state.brought += *counted - *expected;
                if matches!(self.state.phase, Phase::Closed) {
                    self.state.left.clone_from(pieces);
                }
            }
            Fact::DropBoxTaken { cash, vouchers } => {
                self.state.drop -= *cash;
                self.state.vouchers -= *vouchers;
            }
            Fact::FloatCounted { pieces, .. } => self.state.counted.clone_from(pieces),
            Fact::PlayCounted { by } => {
                self.state.float += *by;
                self.state.brought += *by;
            }
            Fact::ChipsChanged { .. } | Fact::AllSettled { .. } => {}
        }
    }
}
