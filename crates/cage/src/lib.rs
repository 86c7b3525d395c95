//! The cage of a house: whose chips are where, cash for chips and back, fills and credits, drop boxes.
//!
//! One register for the whole house. It has no clock, file or random number, and knows no rule of the game: what happens at tables
//! comes to it in the same commit as it happens there. After every fact all chips that were ever issued are somewhere, and all cash
//! was either brought to the house or taken from a patron: [`Cage::chips`] and [`Cage::cash`] say where.

mod acts;
mod apply;
mod bank;
mod boxes;
mod holdings;
mod state;
mod transfer;
mod transfers;
mod window;

pub use acts::{CageAct, CageFact, CageReason, Signed};
pub use baccarat::pieces::Pieces;
pub use holdings::{CashHeld, ChipsHeld};
pub use state::{AtTable, Cage, DropBox, Holder, Served, box_difference, folded, is_unnamed};
pub use transfer::{Stage, Step, Transfer, TransferKind};

use aggregate::{Register, RegisterCommand, RegisterEvent, RegisterRefusal};

/// The kind of stream that holds the register.
pub const CAGE: &str = "cage";
/// The name of the stream: a house has one cage.
pub const STREAM: &str = "house";

/// Why the cage turned something down.
pub type CageRefusal = RegisterRefusal<CageReason>;

type Judged = Result<Vec<CageFact>, CageRefusal>;

impl Register for Cage {
    const STREAMS: [&'static str; 3] = [CAGE, "cage-answer", "cage-snapshot"];
    const FORM: u32 = 4;
    const FACT: &'static str = "cage-1";
    const TURNED_DOWN: &'static str = "cage-refusal-1";

    type Act = CageAct;
    type Fact = CageFact;
    type Reason = CageReason;

    fn judge(&self, asked: &RegisterCommand<CageAct>) -> Judged {
        let by = &asked.by;
        match &asked.act {
            CageAct::SetThresholds { second, identity, together } => {
                self.judge_thresholds(*second, *identity, *together)
            }
            CageAct::KnowWorths { worths } => self.judge_worths(worths),
            CageAct::AdoptTable { table, chips } => self.judge_adoption(table, *chips),
            CageAct::IssueChips { pieces, second, why } => self.judge_issue(by, pieces, second, why),
            CageAct::MoveCash { amount, second, why } => self.judge_move(by, *amount, second, why),
            CageAct::CountBank { opens, cash, pieces, second } => {
                self.judge_count(by, *opens, *cash, pieces, second)
            }
            CageAct::Buy { patron, pieces, identity, second } => {
                self.judge_buy(by, patron.as_deref(), pieces, (identity.as_deref(), second.as_ref()))
            }
            CageAct::Redeem { patron, pieces, identity, second } => {
                self.judge_redeem(by, patron.as_deref(), pieces, (identity.as_deref(), second.as_ref()))
            }
            CageAct::Colour { gives, gets } => self.judge_colour(by, gives, gets),
            CageAct::FromTable { table, patron, chips } => self.judge_from_table(table, patron, *chips),
            CageAct::ToTable { table, patron, chips, unnamed } => {
                self.judge_to_table(table, patron, *chips, *unnamed)
            }
            CageAct::CorrectTable { table, by: amount, second } => {
                self.judge_correction(by, table, *amount, second)
            }
            CageAct::SetPlay { table, keyed } => self.judge_play(table, *keyed),
            CageAct::CountPlay { table, by: amount } => self.judge_play_count(table, *amount),
            CageAct::Request { kind, table, pieces } => self.judge_request(by, *kind, table, pieces),
            CageAct::Approve { number } => self.judge_approval(by, *number),
            CageAct::Send { number, pieces } => self.judge_send(by, *number, pieces),
            CageAct::Carry { number } => self.judge_carry(by, *number),
            CageAct::Receive { number, pieces } => self.judge_receive(by, *number, pieces),
            CageAct::Resolve { number, found, second, why } => {
                self.judge_resolve(by, *number, found, (second, why.as_str()))
            }
            CageAct::Cancel { number, why } => self.judge_cancel(by, *number, why),
            CageAct::TakeBox { table, keyed, dealers } => self.judge_box(table, *keyed, dealers),
            CageAct::CountBox { number, cash } => self.judge_box_count(by, *number, *cash),
        }
    }

    fn take(&mut self, happened: &RegisterEvent<CageFact>) {
        self.apply(happened);
    }

    /// What was keyed as bought in, by how much a count differs and what it found are the house's to say and no part of what was asked.
    fn is_same_act(recorded: &CageAct, asked: &CageAct) -> bool {
        match (recorded, asked) {
            (CageAct::TakeBox { table, .. }, CageAct::TakeBox { table: again, .. }) => table == again,
            (
                CageAct::CorrectTable { table, second, .. },
                CageAct::CorrectTable { table: again, second: signed, .. },
            ) => (table, second) == (again, signed),
            (CageAct::CountPlay { table, .. }, CageAct::CountPlay { table: again, .. }) => table == again,
            _ => recorded == asked,
        }
    }
}
