//! Fills and credits: asked for, approved by another, counted out, carried, received and counted.
//!
//! Each step is somebody's own. Whoever asks does not approve, whoever counts out does not receive, and the carrier has no other part
//! in it, so that chips cannot leave the cage for a float, or a float for the cage, on the word of fewer than four people. Only the dealer
//! who asked may be the one who receives.

use crate::acts::{CageFact, CageReason, Signed};
use crate::bank::{PIT, chips, no, only, reason, second};
use crate::state::Cage;
use crate::transfer::{Stage, Transfer, TransferKind};
use crate::{CageRefusal, Judged};
use aggregate::By;
use baccarat::pieces::Pieces;

impl Cage {
    fn at_stage(&self, number: u32, stage: Stage) -> Result<&Transfer, CageRefusal> {
        let none = || no(CageReason::NoSuchNumber, format!("there is no fill or credit {number} under way"));
        let transfer = self.transfers.get(&number).ok_or_else(none)?;
        match transfer.stage == stage {
            true => Ok(transfer),
            false => {
                let message =
                    format!("{number} is {:?}; this comes after {stage:?}", transfer.stage).to_lowercase();
                Err(no(CageReason::OutOfOrder, message))
            }
        }
    }

    fn another(&self, by: &By, transfer: &Transfer, stages: &[Stage]) -> Result<(), CageRefusal> {
        match stages.iter().any(|stage| transfer.by(*stage) == Some(&by.name)) {
            true => {
                let message =
                    format!("{} has a part in {} already; this is for another", by.name, transfer.number);
                Err(no(CageReason::AnotherPerson, message))
            }
            false => Ok(()),
        }
    }

    pub(crate) fn judge_request(&self, by: &By, kind: TransferKind, table: &str, pieces: &Pieces) -> Judged {
        only(by, &["dealer", "supervisor", "manager"])?;
        self.is_serving()?;
        self.knows(table)?;
        chips(pieces)?;
        if kind == TransferKind::Credit {
            self.are_out(pieces)?;
        }
        let (number, table, pieces) = (self.last_transfer + 1, table.to_owned(), pieces.clone());
        Ok(vec![CageFact::Requested { number, kind, table, pieces }])
    }

    pub(crate) fn judge_approval(&self, by: &By, number: u32) -> Judged {
        only(by, PIT)?;
        let transfer = self.at_stage(number, Stage::Requested)?;
        self.another(by, transfer, &[Stage::Requested])?;
        Ok(vec![CageFact::Approved { number }])
    }

    pub(crate) fn judge_send(&self, by: &By, number: u32, pieces: &Pieces) -> Judged {
        let transfer = self.at_stage(number, Stage::Approved)?;
        match transfer.kind {
            TransferKind::Fill => only(by, &["cage"])?,
            TransferKind::Credit => only(by, &["dealer"])?,
        }
        self.is_serving()?;
        self.another(by, transfer, &[Stage::Approved])?;
        if *pieces != transfer.pieces {
            let message = format!("counted out are {pieces}; approved are {}", transfer.pieces);
            return Err(no(CageReason::NotAsAsked, message));
        }
        if transfer.kind == TransferKind::Fill && !self.pieces.has(pieces) {
            return Err(no(CageReason::NotEnough, format!("the cage has {}", self.pieces)));
        }
        Ok(vec![CageFact::Sent { number }])
    }

    pub(crate) fn judge_carry(&self, by: &By, number: u32) -> Judged {
        only(by, &["dealer", "supervisor", "manager", "cage", "surveillance"])?;
        let transfer = self.at_stage(number, Stage::Sent)?;
        self.another(by, transfer, &[Stage::Requested, Stage::Approved, Stage::Sent])?;
        Ok(vec![CageFact::Carried { number }])
    }

    /// What is counted on arrival is what was counted out, or nothing arrives.
    pub(crate) fn judge_receive(&self, by: &By, number: u32, pieces: &Pieces) -> Judged {
        let transfer = self.at_stage(number, Stage::Carried)?;
        match transfer.kind {
            TransferKind::Fill => only(by, &["dealer"])?,
            TransferKind::Credit => only(by, &["cage"])?,
        }
        self.another(by, transfer, &[Stage::Sent, Stage::Carried, Stage::Approved])?;
        if !pieces.are_chips() {
            return Err(no(CageReason::NotAnAmount, format!("found {pieces}; allowed are chips")));
        }
        Ok(vec![match *pieces == transfer.pieces {
            true => CageFact::Received { number },
            false => CageFact::Stopped { number, counted: pieces.clone() },
        }])
    }

    pub(crate) fn judge_resolve(
        &self,
        by: &By,
        number: u32,
        found: &Pieces,
        (signed, why): (&Signed, &str),
    ) -> Judged {
        only(by, &["manager"])?;
        second(by, signed)?;
        reason(why)?;
        let transfer = self.at_stage(number, Stage::Stopped)?;
        let part = |name: &str| transfer.steps.iter().any(|step| step.name == name);
        if part(&by.name) || part(&signed.name) {
            let message = "whoever had a part in it does not say what came out";
            return Err(no(CageReason::AnotherPerson, message));
        }
        if !found.are_chips() {
            return Err(no(CageReason::NotAnAmount, format!("found {found}; allowed are chips")));
        }
        let missing = transfer.pieces.worth() - found.worth();
        let (found, second, why) = (found.clone(), signed.clone(), why.to_owned());
        Ok(vec![CageFact::Resolved { number, found, missing, second, why }])
    }

    pub(crate) fn judge_cancel(&self, by: &By, number: u32, why: &str) -> Judged {
        only(by, &["dealer", "supervisor", "manager", "cage"])?;
        reason(why)?;
        let open = self
            .transfers
            .get(&number)
            .is_some_and(|transfer| matches!(transfer.stage, Stage::Requested | Stage::Approved));
        match open {
            true => Ok(vec![CageFact::Cancelled { number, why: why.to_owned() }]),
            false => Err(no(CageReason::OutOfOrder, "only what has not moved yet is given up")),
        }
    }
}
