//! What happened in a promotion.

use crate::acts::{Act, Claimant, DenialGround, PaymentPart};
use crate::passed_why::PassedWhy;
use crate::terms::Terms;
use crate::ticket::Ticket;
use baccarat::chips::Money;
use baccarat::rules::promotion::{IntegrityOf, NoticeTo, PromotionNotice};
use draw::{Record, Sealed};
use merkle::Hash;
use serde::{Deserialize, Serialize};
use table::{Actor, Citation, Name, Time};

/// What happened, by whose hand, citing which clauses. Once logged, never altered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What.
    pub fact: Fact,
    /// By whom.
    pub by: Actor,
    /// Who keyed it for them; nothing where they did so themselves.
    pub keyed_by: Option<Actor>,
    /// When.
    pub at: Time,
    /// What it rests on.
    pub cites: Citation,
}

/// What happened. Prizes, claims and disputes are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Fact {
    TermsSet {
        terms: Box<Terms>,
    },
    Prescribed {
        item: String,
    },
    Lodged {
        hash: Hash,
    },
    MaterialRegistered {
        what: String,
    },
    ChannelOpened {
        channel: String,
    },
    ScrutineerNominated {
        name: Name,
    },
    Opened {
        sealed: Sealed,
        ticket_key: Hash,
    },
    Amended {
        terms: Box<Terms>,
        approval: String,
    },
    TicketIssued {
        ticket: Ticket,
    },
    TicketTakenBack {
        number: u32,
    },
    Closed {
        list: Vec<String>,
        root: Hash,
    },
    DrawReady {
        first: Name,
        second: Name,
    },
    Drawn {
        record: Box<Record>,
        mixed_by: Name,
    },
    PrizeDrawn {
        prize: u32,
        ticket: u32,
        holder: Name,
    },
    TicketPassed {
        prize: u32,
        ticket: u32,
        holder: Name,
        why: PassedWhy,
    },
    PrizeLapsed {
        prize: u32,
    },
    WinnerSought {
        prize: u32,
        holder: Name,
        until: Time,
    },
    ResultsPublished {
        how: String,
    },
    Notified {
        prize: u32,
        channel: String,
        reached: bool,
        counts: bool,
        late: bool,
    },
    Claimed {
        claim: u32,
        prize: u32,
        by: Name,
        how: String,
    },
    FoundPresent {
        prize: u32,
        present: bool,
    },
    FoundEligible {
        claim: u32,
        eligible: bool,
    },
    CashGranted {
        prize: u32,
    },
    CashChosen {
        claim: u32,
        amount: Money,
    },
    PaymentChosen {
        claim: u32,
        parts: Vec<PaymentPart>,
    },
    Awarded {
        claim: u32,
        prize: u32,
        to: Name,
        cash: Option<Money>,
        parts: Vec<PaymentPart>,
    },
    Denied {
        claim: u32,
        ground: DenialGround,
        reason: String,
    },
    DenialClosed {
        claim: u32,
        claimants: Vec<Claimant>,
        reason: String,
    },
    DenialDiscarded {
        claim: u32,
    },
    ProofsGiven {
        holder: Name,
        tickets: u32,
    },
    DisputeOpened {
        dispute: u32,
        by: Name,
        about: String,
    },
    DisputeDecided {
        dispute: u32,
        decision: String,
        /// The denied claim that is open again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reopens: Option<u32>,
    },
    Contested {
        dispute: u32,
        by: Name,
    },
    Compromised {
        of: IntegrityOf,
        why: String,
    },
    Postponed {
        of: IntegrityOf,
    },
    Validated {
        of: IntegrityOf,
        how: String,
    },
    DrawCancelled,
    EndedWithoutAward,
    NoticeSent {
        what: PromotionNotice,
        to: NoticeTo,
        person: Option<Name>,
        text: String,
    },
    Proposed {
        number: u32,
        what: Box<Act>,
        proposer: Actor,
    },
    ProposalApproved {
        number: u32,
    },
    ProposalRejected {
        number: u32,
    },
}
