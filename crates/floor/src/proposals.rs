//! The proposals of a table: a register that tells who proposed what and why, and who approved or refused it. An approval is recorded in
//! the same commit as what it lets happen.

use crate::proposal::{PairView, Proposal, ProposalState, in_order};
use aggregate::{Register, RegisterCommand, RegisterEvent, RegisterRefusal, Text, Unreadable, Written};
use ledger::By;
use people::denial::Denial;
use people::role::Role;
use people::two_person::DualControl;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use table::{Act, Name, Time};

/// The kind of stream that holds a table's proposals.
pub const PROPOSAL: &str = "proposal";
const MADE: &str = "proposal-made-1";
const APPROVED: &str = "proposal-approved-1";
const REFUSED: &str = "proposal-refused-1";

/// The most that may wait at one table.
const MOST_OPEN: usize = 20;
/// The most that are kept and shown of those that are done with.
const MOST_SHOWN: usize = 50;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ProposalAct {
    /// Something is proposed.
    Make {
        /// What.
        what: Act,
        /// As what it counts.
        counts: DualControl,
        /// Why.
        why: String,
        /// The table's last event.
        seq: u64,
    },
    /// It is approved, and happens.
    Approve {
        /// Its number.
        number: u32,
        /// The first event of it.
        seq: u64,
        /// At whose console, by PIN, if not in the approver's own session.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        console: Option<String>,
    },
    /// It is refused, or taken back.
    Refuse {
        /// Its number.
        number: u32,
        /// Why.
        why: String,
    },
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum ProposalFact {
    /// Something was proposed.
    Made {
        /// Its number.
        number: u32,
        /// What.
        act: Act,
        /// As what it counts.
        counts: DualControl,
        /// Why.
        why: String,
        /// The table's last event.
        seq: u64,
    },
    /// It was approved.
    Approved {
        /// Its number.
        number: u32,
        /// The first event of it.
        seq: u64,
        /// At whose console, by PIN, if not in the approver's own session.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        console: Option<String>,
    },
    /// It was refused.
    Refused {
        /// Its number.
        number: u32,
        /// Why.
        why: String,
    },
}

/// Why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProposalReason {
    /// It is not for this role.
    NotYours,
    /// Too many wait.
    TooManyProposals,
    /// There is no such proposal.
    NoSuchProposal,
    /// Nobody approves what they proposed.
    SelfApproval,
    /// Somebody has approved or refused it.
    AlreadyDecided,
    /// It has waited for too long.
    Lapsed,
}

/// The proposals of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposals {
    /// How many there were.
    made: u32,
    /// Those that wait, and the last of the others, in order.
    kept: Vec<Proposal>,
    /// How often each pair has decided together.
    pairs: Vec<PairView>,
}

type Turned = RegisterRefusal<ProposalReason>;

fn person(by: &By) -> Option<Person> {
    let role = Role::ALL.into_iter().find(|role| role.word() == by.role)?;
    Some(Person { name: Name::from(by.name.as_str()), role })
}

/// As the register knows somebody.
pub fn signed(person: &Person) -> By {
    By::new(&*person.name.0, person.role.word())
}

impl Proposals {
    /// Those that wait for somebody.
    pub fn waiting(&self, now: Time) -> impl Iterator<Item = &Proposal> {
        self.kept.iter().filter(move |proposal| proposal.waits(now))
    }

    /// Those that wait, and the last of those that do not, newest first.
    pub fn latest(&self, now: Time) -> Vec<&Proposal> {
        let done = self.kept.iter().rev().filter(|proposal| !proposal.waits(now)).take(MOST_SHOWN);
        let mut latest: Vec<&Proposal> = self.waiting(now).chain(done).collect();
        latest.sort_by_key(|proposal| std::cmp::Reverse(proposal.number));
        latest
    }

    /// Every pair that has decided something, most often first.
    pub fn pairs(&self) -> Vec<PairView> {
        in_order(self.pairs.iter().cloned())
    }

    /// The one with this number.
    pub fn find(&self, number: u32) -> Result<&Proposal, Denial> {
        self.known(number).map_err(denial)
    }

    fn known(&self, number: u32) -> Result<&Proposal, Turned> {
        let found = self.kept.iter().find(|proposal| proposal.number == number);
        found.ok_or_else(|| {
            RegisterRefusal::new(
                ProposalReason::NoSuchProposal,
                "there is no such proposal at this table, or it was done with long ago",
            )
        })
    }

    fn open(&self, number: u32, now: Time) -> Result<&Proposal, Turned> {
        let proposal = self.known(number)?;
        let done = |what: &str, by: &Person| {
            let message = format!("{} has {what} it", by.name);
            Err(RegisterRefusal::new(ProposalReason::AlreadyDecided, message))
        };
        match &proposal.standing {
            ProposalState::Approved { by, .. } => done("approved", by),
            ProposalState::Refused { by, .. } => done("refused", by),
            ProposalState::Open if !proposal.waits(now) => Err(RegisterRefusal::new(
                ProposalReason::Lapsed,
                "nobody approved it within 30 minutes; propose it again",
            )),
            ProposalState::Open => Ok(proposal),
        }
    }

    fn decided(&mut self, number: u32, standing: ProposalState) {
        let Some(proposal) = self.kept.iter_mut().find(|proposal| proposal.number == number) else { return };
        proposal.standing = standing;
        if let Some(pair) = PairView::of(proposal) {
            let same = |known: &&mut PairView| {
                (&known.proposed, &known.approved) == (&pair.proposed, &pair.approved)
            };
            match self.pairs.iter_mut().find(same) {
                Some(known) => known.add(&pair),
                None => self.pairs.push(pair),
            }
        }
    }

    /// Forgets the first of those that are done with, so that the state does not grow for ever.
    fn forget(&mut self, now: Time) {
        let mut beyond =
            self.kept.iter().filter(|proposal| !proposal.waits(now)).count().saturating_sub(MOST_SHOWN);
        self.kept.retain(|proposal| {
            let forgotten = beyond > 0 && !proposal.waits(now);
            beyond -= usize::from(forgotten);
            !forgotten
        });
    }
}

impl Register for Proposals {
    const STREAMS: [&'static str; 3] = [PROPOSAL, "proposal-answer", "proposal-snapshot"];
    const FORM: u32 = 1;
    const FACT: &'static str = MADE;
    const TURNED_DOWN: &'static str = "proposal-refusal-1";

    type Act = ProposalAct;
    type Fact = ProposalFact;
    type Reason = ProposalReason;

    fn judge(&self, asked: &RegisterCommand<ProposalAct>) -> Result<Vec<ProposalFact>, Turned> {
        let not_yours = |what: &str| {
            let message = format!("a {} may not {what} this", asked.by.role);
            RegisterRefusal::new(ProposalReason::NotYours, message)
        };
        let role = person(&asked.by).map(|person| person.role);
        let fact = match &asked.act {
            ProposalAct::Make { what, counts, why, seq } => {
                if !role.is_some_and(|role| counts.may_propose(role)) {
                    return Err(not_yours("propose"));
                }
                if self.waiting(asked.at).count() >= MOST_OPEN {
                    let message =
                        format!("{MOST_OPEN} proposals wait at this table; somebody decides those first");
                    return Err(RegisterRefusal::new(ProposalReason::TooManyProposals, message));
                }
                let (number, act) = (self.made.saturating_add(1), what.clone());
                ProposalFact::Made { number, act, counts: *counts, why: why.clone(), seq: *seq }
            }
            ProposalAct::Approve { number, seq, console } => {
                let proposal = self.open(*number, asked.at)?;
                if !role.is_some_and(|role| proposal.counts.may_approve(role)) {
                    return Err(not_yours("approve"));
                }
                if proposal.by.name.0.to_lowercase() == asked.by.name.to_lowercase() {
                    let message = format!("{} proposed it; somebody else approves", proposal.by.name);
                    return Err(RegisterRefusal::new(ProposalReason::SelfApproval, message));
                }
                ProposalFact::Approved { number: *number, seq: *seq, console: console.clone() }
            }
            ProposalAct::Refuse { number, why } => {
                let proposal = self.open(*number, asked.at)?;
                let theirs = *proposal.by.name.0 == *asked.by.name;
                if !theirs && !role.is_some_and(|role| proposal.counts.may_approve(role)) {
                    return Err(not_yours("refuse"));
                }
                ProposalFact::Refused { number: *number, why: why.clone() }
            }
        };
        Ok(vec![fact])
    }

    fn take(&mut self, RegisterEvent { fact, by, at }: &RegisterEvent<ProposalFact>) {
        let Some(by) = person(by) else { return };
        let at = *at;
        match fact.clone() {
            ProposalFact::Made { number, act, counts, why, seq } => {
                self.made = self.made.max(number);
                self.forget(at);
                let standing = ProposalState::Open;
                self.kept.push(Proposal { number, act, counts, why, by, at, seq, standing });
            }
            ProposalFact::Approved { number, seq, .. } => {
                self.decided(number, ProposalState::Approved { by, at, seq });
            }
            ProposalFact::Refused { number, why } => {
                self.decided(number, ProposalState::Refused { by, at, why });
            }
        }
    }

    /// Where the table stood is the house's to say, and no part of what was asked.
    fn is_same_act(recorded: &ProposalAct, asked: &ProposalAct) -> bool {
        match (recorded, asked) {
            (ProposalAct::Make { what, why, .. }, ProposalAct::Make { what: other, why: words, .. }) => {
                (what, why) == (other, words)
            }
            (recorded, asked) => recorded == asked,
        }
    }

    fn followed(act: &ProposalAct, facts: &[&ProposalFact]) -> bool {
        match (act, facts) {
            (ProposalAct::Make { what, why, .. }, [ProposalFact::Made { act, why: words, .. }]) => {
                (what, why) == (act, words)
            }
            (ProposalAct::Approve { number, .. }, [ProposalFact::Approved { number: known, .. }])
            | (ProposalAct::Refuse { number, .. }, [ProposalFact::Refused { number: known, .. }]) => {
                number == known
            }
            _ => false,
        }
    }

    fn write_fact(fact: &ProposalFact) -> Result<Written, serde_json::Error> {
        let kind = match fact {
            ProposalFact::Made { .. } => MADE,
            ProposalFact::Approved { .. } => APPROVED,
            ProposalFact::Refused { .. } => REFUSED,
        };
        Written::new(kind, fact)
    }

    fn read_fact(written: Text<'_>) -> Result<ProposalFact, Unreadable> {
        let fact: ProposalFact = serde_json::from_str(written.json)?;
        let kind = Self::write_fact(&fact)?.kind;
        match kind == written.kind {
            true => Ok(fact),
            false => Err(Unreadable(format!("found {}, expected {kind}", written.kind))),
        }
    }
}

/// A proposal that was just made, as the event tells it.
pub fn made(event: &RegisterEvent<ProposalFact>) -> Option<Proposal> {
    let mut proposals = Proposals::default();
    proposals.take(event);
    proposals.kept.pop()
}

/// A refusal of the register, as it is answered.
pub fn denial(refusal: RegisterRefusal<ProposalReason>) -> Denial {
    let RegisterRefusal { reason, message } = refusal;
    match reason {
        ProposalReason::NotYours => Denial::not_yours(message),
        ProposalReason::SelfApproval => Denial::self_approval(message),
        ProposalReason::NoSuchProposal => Denial::not_found(message),
        ProposalReason::TooManyProposals => Denial::conflict("too-many-proposals", message),
        ProposalReason::AlreadyDecided => Denial::conflict("already-decided", message),
        ProposalReason::Lapsed => Denial::conflict("lapsed", message),
    }
}
