//! Where a promotion stands.

use crate::acts::{Act, Claimant, DenialGround, PaymentPart};
use crate::passed_why::PassedWhy;
use crate::pile::Tickets;
use crate::terms::{Prize, Terms};
use crate::ticket::{Proof, ProvenList, Ticket};
use baccarat::chips::Money;
use baccarat::rules::promotion::{IntegrityOf, NoticeTo, PromotionNotice};
use draw::{Record, Sealed};
use merkle::Hash;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use table::{Actor, Name, Time};

/// How far a promotion has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Its terms are being written.
    #[default]
    Draft,
    /// They were lodged.
    Lodged,
    /// Entries are taken.
    Open,
    /// Entries are closed, the list is published.
    Closed,
    /// The order is drawn.
    Drawn,
    /// It ended without a draw.
    Ended,
}

impl Stage {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Draft => "draft",
            Stage::Lodged => "lodged",
            Stage::Open => "open",
            Stage::Closed => "closed",
            Stage::Drawn => "drawn",
            Stage::Ended => "ended",
        }
    }
}

/// An attempt to reach a winner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// By which way.
    pub channel: String,
    /// When.
    pub at: Time,
    /// The winner was reached.
    pub reached: bool,
    /// It is one of the ways of the book.
    pub counts: bool,
}

/// How a prize stands once it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrizeState {
    /// The ticket that has it now.
    pub ticket: Option<u32>,
    /// When that ticket was drawn for it.
    pub since: Time,
    /// Tickets that were passed over, and why.
    pub passed: Vec<(u32, PassedWhy)>,
    /// By when the winner has to be sought.
    pub sought_until: Option<Time>,
    /// Attempts to reach the winner.
    pub attempts: Vec<Attempt>,
    /// Whoever has it was found to be there, or not, where the terms ask for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub present: Option<bool>,
    /// Cash instead is granted.
    pub cash_granted: bool,
    /// The claim by which it was awarded.
    pub awarded: Option<u32>,
    /// Nobody gets it.
    pub lapsed: bool,
}

impl PrizeState {
    /// Is an attempt to reach the winner still owed?
    pub fn is_owed(&self) -> bool {
        self.sought_until.is_some()
            && self.awarded.is_none()
            && !self.lapsed
            && !self.attempts.iter().any(|attempt| attempt.counts)
    }
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum ClaimStanding {
    /// Nothing yet.
    Made,
    /// The prize was handed over.
    Awarded,
    /// It was denied.
    Denied {
        /// On what ground.
        ground: DenialGround,
        /// Why.
        reason: String,
    },
}

/// A claim to a prize.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// To which prize.
    pub prize: u32,
    /// By whom.
    pub by: Name,
    /// When.
    pub at: Time,
    /// The ticket that had the prize then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticket: Option<u32>,
    /// Meets the terms, once the operator has looked.
    pub eligible: Option<bool>,
    /// Cash is taken instead of the prize.
    pub cash: Option<Money>,
    /// How cash is paid.
    pub parts: Vec<PaymentPart>,
    /// What became of it.
    pub standing: ClaimStanding,
    /// The record of a denial, once it is closed.
    pub record: Option<Vec<Claimant>>,
    /// What the prize was worth when the claim was denied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub denied_worth: Option<Money>,
}

/// A dispute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    /// By whom.
    pub by: Name,
    /// About what.
    pub about: String,
    /// How it was decided.
    pub decision: Option<String>,
    /// Whoever is not satisfied with that.
    pub contested_by: Vec<Name>,
}

/// Something that somebody was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// What.
    pub what: PromotionNotice,
    /// Whom.
    pub to: NoticeTo,
    /// By name, where it is a person.
    pub person: Option<Name>,
    /// In which words.
    pub text: String,
    /// When.
    pub at: Time,
}

/// Something that waits for a second person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// Its number, counted from 1.
    pub number: u32,
    /// What is proposed.
    pub what: Act,
    /// By whom.
    pub by: Actor,
}

/// Where a promotion stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// How far it has come.
    pub stage: Stage,
    /// Its terms, once they are set.
    pub terms: Option<Terms>,
    /// What regulations prescribe.
    pub prescribed: Vec<String>,
    /// The ways in which the current terms can be got.
    pub channels: BTreeSet<String>,
    /// Marketing material.
    pub materials: Vec<String>,
    /// Approvals of later changes.
    pub approvals: Vec<String>,
    /// Who oversees the draw.
    pub scrutineer: Option<Name>,
    /// When it started.
    pub opened_at: Option<Time>,
    /// What the house committed to.
    pub sealed: Option<Sealed>,
    /// The secret from which tickets get their salts.
    pub ticket_key: Option<Hash>,
    /// All tickets, taken back or not.
    pub tickets: Tickets,
    /// The published list.
    pub list: Arc<Vec<String>>,
    /// Its root.
    pub root: Option<Hash>,
    /// The two who made the draw ready; from then on a text from outside holds it.
    pub ready: Option<(Name, Name)>,
    /// The draw.
    pub draw: Option<Arc<Record>>,
    /// When it was held.
    pub drawn_at: Option<Time>,
    /// How far down the order prizes have gone.
    pub next: usize,
    /// The prizes, once drawn.
    pub prizes: Vec<PrizeState>,
    /// Results were published.
    pub published: bool,
    /// Claims.
    pub claims: Vec<Claim>,
    /// Disputes.
    pub disputes: Vec<Dispute>,
    /// What was found compromised.
    pub compromised: Vec<IntegrityOf>,
    /// What is postponed.
    pub postponed: Vec<IntegrityOf>,
    /// Since when something is postponed: until it is validated no period runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rests_since: Option<Time>,
    /// The hashes of the terms after each change of them since the start, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<Hash>,
    /// The draw was cancelled.
    pub cancelled: bool,
    /// What was sent.
    pub notices: Vec<Notice>,
    /// What waits for a second person.
    pub proposals: Vec<Proposal>,
    /// How many proposals there have been.
    pub proposed: u32,
    /// Who was handed the proofs of their tickets at the desk.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub proofs_given: BTreeSet<Name>,
}

impl State {
    /// A ticket by its number.
    pub fn ticket(&self, number: u32) -> Option<&Ticket> {
        self.tickets.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// A prize by its number: what the terms say, and how it stands.
    pub fn prize(&self, number: u32) -> Option<(&Prize, &PrizeState)> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        Some((self.terms.as_ref()?.prizes.get(index)?, self.prizes.get(index)?))
    }

    /// A claim by its number.
    pub fn claim(&self, number: u32) -> Option<&Claim> {
        self.claims.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// The tickets that are in the draw, or would be if entries closed now.
    pub fn live_tickets(&self) -> impl Iterator<Item = &Ticket> {
        self.tickets.live()
    }

    /// Those of them that are a person's.
    pub fn live_tickets_of<'s>(&'s self, holder: &'s Name) -> impl Iterator<Item = &'s Ticket> {
        self.tickets.of(holder).filter(|(taken_back, _)| !taken_back).map(|(_, ticket)| ticket)
    }

    /// Proofs of all tickets of a person, once the list is published. Nobody is given another's.
    pub fn proofs(&self, holder: &Name) -> Vec<Proof> {
        let (Some(terms), Some(key)) = (&self.terms, &self.ticket_key) else { return Vec::new() };
        let own = self.live_tickets_of(holder);
        let list = ProvenList::new(&self.list);
        own.filter_map(|ticket| list.prove(&terms.id, ticket, ticket.salt(key))).collect()
    }

    /// Winners whom nobody has tried to reach though the time for it is over: prize and the moment.
    pub fn overdue(&self, now: Time) -> Vec<(u32, Time)> {
        // While something is postponed nobody may be notified, so nobody can be late with it.
        if self.rests_since.is_some() {
            return Vec::new();
        }
        let late = |(index, prize): (usize, &PrizeState)| {
            let until = prize.sought_until.filter(|until| prize.is_owed() && now >= *until)?;
            Some((u32::try_from(index).ok()? + 1, until))
        };
        self.prizes.iter().enumerate().filter_map(late).collect()
    }

    /// Denied claims, for ever.
    pub fn denials(&self) -> impl Iterator<Item = &Claim> {
        self.claims.iter().filter(|claim| matches!(claim.standing, ClaimStanding::Denied { .. }))
    }
}
