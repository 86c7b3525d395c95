//! Paying: wagers settled, the coup ended, the float.

pub(crate) mod end;
pub(crate) mod float;
pub(crate) mod settling;

pub use crate::acts::pay::Act;
pub use crate::facts::pay::Fact;

use crate::person::Actor;
use crate::refusal::Refusal;
use crate::table::{Facts, Table};

impl Table {
    pub(crate) fn judge_pay(&self, act: &Act, by: &Actor) -> Result<Facts, Refusal> {
        match act {
            Act::Settle => self.judge_settle(by),
            Act::CollectCards => self.judge_collect(by),
            Act::DecideRemainder { patron, pays } => self.judge_remainder(by, patron, *pays),
            Act::Fill { amount, signed } => self.judge_fill(by, *amount, signed),
            Act::Credit { amount, signed } => self.judge_credit(by, *amount, signed),
            Act::CountFloat { count, signed } => self.judge_count(by, *count, signed),
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
            Fact::FloatCounted { .. } | Fact::AllSettled { .. } => {}
        }
    }
}
