//! What takes two people: one proposes, another approves, and only then it happens.

use crate::acts::Act;
use crate::facts::Fact;
use crate::refusal::{Reason, Refusal};
use crate::state::Proposal;
use crate::work::Work;
use table::{Actor, Citation, Name};

impl Work<'_> {
    /// May this be proposed?
    pub(crate) fn may_propose(&self, what: &Act) -> Result<(), Refusal> {
        if !what.takes_two() {
            let message = format!("{} takes one person; ask for it", what.word());
            return self.refuse(Reason::NeedsTwo, message, Citation::default());
        }
        if let Some(open) = self.state.proposals.iter().find(|proposal| proposal.what == *what) {
            let message = format!("it is proposed under number {}", open.number);
            return self.refuse(Reason::AlreadyDone, message, Citation::default());
        }
        Ok(())
    }

    /// It waits for somebody else from now on.
    pub(crate) fn record_proposal(&mut self, what: &Act, cites: Citation) {
        let (number, what, by) = (self.state.proposed + 1, Box::new(what.clone()), self.by.clone());
        self.push(Fact::Proposed { number, what, by }, cites);
    }

    /// Somebody else approves it; what was proposed is to happen now.
    pub(crate) fn record_approval(&mut self, number: u32) -> Result<Proposal, Refusal> {
        let proposal = self.proposal(number)?;
        if proposal.by.name == self.by.name {
            let message = format!("{} proposed it; somebody else approves", self.by.name);
            return self.refuse(Reason::NeedsTwo, message, Citation::default());
        }
        self.push(Fact::ProposalApproved { number }, Citation::default());
        Ok(proposal)
    }

    /// The same tournament, as somebody asks whom another confirms.
    pub(crate) fn on_behalf<'b>(&'b self, by: &'b Actor, confirmed_by: &'b Name) -> Work<'b> {
        Work {
            book: self.book,
            conditions: self.conditions,
            state: self.state.clone(),
            by,
            confirmed_by: Some(confirmed_by),
            at: self.at,
            events: Vec::new(),
        }
    }

    fn proposal(&self, number: u32) -> Result<Proposal, Refusal> {
        match self.state.proposals.iter().find(|proposal| proposal.number == number) {
            Some(proposal) => Ok(proposal.clone()),
            None => self.refuse(
                Reason::OutOfOrder,
                format!("no proposal {number} waits for somebody"),
                Citation::default(),
            ),
        }
    }

    pub(crate) fn reject(&mut self, number: u32) -> Result<(), Refusal> {
        self.proposal(number)?;
        self.push(Fact::ProposalRejected { number }, Citation::default());
        Ok(())
    }
}
