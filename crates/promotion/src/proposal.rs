//! What takes two people: one proposes, another approves, and only then it happens.

use crate::acts::Act;
use crate::facts::Fact;
use crate::refusal::{Reason, Refusal};
use crate::state::Proposal;
use crate::work::{Judged, Work, refuse};
use table::{Actor, Citation, Name};

/// Stands for whoever will approve what is tried.
pub(crate) const SOMEBODY: &str = "a second person";

impl Work<'_> {
    /// May this be proposed?
    pub(crate) fn may_propose(&self, what: &Act) -> Judged {
        if !what.takes_two() {
            let message = format!("{} takes one person; allowed is to ask for it", what.word());
            return refuse(Reason::NeedsTwo, message, Citation::default());
        }
        if matches!(what, Act::Draw { .. }) {
            let message =
                "two people make a draw ready, and whoever is outside mixes it; allowed is ready-draw";
            return refuse(Reason::NotFromOutside, message, Citation::default());
        }
        if let Some(open) = self.state.proposals.iter().find(|proposal| proposal.what == *what) {
            let message = format!("it is proposed under number {}", open.number);
            return refuse(Reason::AlreadyDone, message, Citation::default());
        }
        Ok(())
    }

    /// It waits for somebody else from now on.
    pub(crate) fn record_proposal(&mut self, what: &Act, cites: Citation) {
        let (number, what, proposer) = (self.state.proposed + 1, Box::new(what.clone()), self.by.clone());
        self.push(Fact::Proposed { number, what, proposer }, cites);
    }

    /// Somebody else approves it; what was proposed is to happen now.
    pub(crate) fn record_approval(&mut self, number: u32) -> Result<Proposal, Refusal> {
        let proposal = self.proposal(number)?;
        if proposal.by.name == self.by.name {
            let message = format!("{} proposed it; allowed is somebody else", self.by.name);
            return Err(Refusal::new(Reason::NeedsTwo, message, Citation::default()));
        }
        self.push(Fact::ProposalApproved { number }, Citation::default());
        Ok(proposal)
    }

    /// The same promotion, as somebody asks whom another confirms.
    pub(crate) fn on_behalf<'b>(&'b self, by: &'b Actor, confirmed_by: &'b Name) -> Work<'b> {
        Work {
            book: self.book,
            state: self.state.clone(),
            by,
            confirmed_by: Some(confirmed_by),
            keyed_by: None,
            at: self.at,
            events: Vec::new(),
        }
    }

    fn proposal(&self, number: u32) -> Result<Proposal, Refusal> {
        let found = self.state.proposals.iter().find(|proposal| proposal.number == number);
        found.cloned().ok_or_else(|| {
            let message = format!("no proposal {number} waits for somebody");
            Refusal::new(Reason::NoSuchThing, message, Citation::default())
        })
    }

    /// Whoever approves approves what was proposed: once it would be about something else, it is to be proposed again.
    pub(crate) fn put_aside(&mut self, of: impl Fn(&Act) -> bool) {
        let open: Vec<u32> =
            self.state.proposals.iter().filter(|open| of(&open.what)).map(|open| open.number).collect();
        for number in open {
            self.push(Fact::ProposalRejected { number }, Citation::default());
        }
    }

    pub(crate) fn reject(&mut self, number: u32) -> Judged {
        self.proposal(number)?;
        self.push(Fact::ProposalRejected { number }, Citation::default());
        Ok(())
    }
}
