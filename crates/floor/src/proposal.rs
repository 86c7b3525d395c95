//! Proposals: what one person asks for and another approves. They are kept in the ledger, in a stream for each table, which tells
//! who proposed what and why, and who approved or refused it. An approval is recorded in the same commit as what it lets happen.

use crate::typed::TypedAct;
use baccarat::basis::ClauseNumber;
use ledger::{By, CommandId, Draft, Ledger, LedgerError, Payload, Record, Stream};
use merkle::{Hash, sha256};
use people::clock::later;
use people::denial::Denial;
use people::role::Role;
use people::two_person::DualControl;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::state::{Phase, State};
use table::{Act, Event, Name, Time, trouble};
use utoipa::ToSchema;

/// The kind of stream that holds a table's proposals.
pub const PROPOSAL: &str = "proposal";
const MADE: &str = "proposal-made-1";
const APPROVED: &str = "proposal-approved-1";
const REFUSED: &str = "proposal-refused-1";

/// Nobody approves a proposal that is older than this: things look different by then.
const LASTS: u64 = 30 * 60 * 1_000;
/// The most that may wait at one table.
const MOST_OPEN: usize = 20;
/// The most that are shown of those that are done with.
const MOST_SHOWN: usize = 50;
/// The longest reason.
pub const LONGEST_WHY: usize = 500;

/// Something that one person has proposed.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Its number at this table.
    pub number: u32,
    /// What is proposed.
    pub act: Act,
    /// As what it counts.
    pub counts: DualControl,
    /// Why.
    pub why: String,
    /// Who proposes it.
    pub by: Person,
    /// When.
    pub at: Time,
    /// The table's last event when it was made.
    pub seq: u64,
    /// What has become of it.
    pub standing: ProposalState,
}

/// What has become of a proposal.
#[derive(Clone, Debug, PartialEq)]
pub enum ProposalState {
    /// It waits for somebody.
    Open,
    /// Somebody approved it, and it happened.
    Approved {
        /// Who.
        by: Person,
        /// When.
        at: Time,
        /// The first event of it.
        seq: u64,
    },
    /// Somebody refused it, or whoever made it took it back.
    Refused {
        /// Who.
        by: Person,
        /// When.
        at: Time,
        /// Why.
        why: String,
    },
}

#[derive(Serialize, Deserialize)]
struct Made {
    number: u32,
    act: Act,
    counts: DualControl,
    why: String,
    seq: u64,
}

#[derive(Serialize, Deserialize)]
struct Approved {
    number: u32,
    seq: u64,
}

#[derive(Serialize, Deserialize)]
struct Refused {
    number: u32,
    why: String,
}

/// The proposals of a table.
pub struct Proposals {
    stream: Stream,
    all: Vec<Proposal>,
    /// Which id made which.
    made: BTreeMap<String, (u32, Hash)>,
}

impl Proposals {
    /// Reads them from the ledger.
    pub async fn open(table: &str, ledger: &Ledger) -> Result<Proposals, LedgerError> {
        let stream = Stream::new(PROPOSAL, table)?;
        let mut proposals = Proposals { stream, all: Vec::new(), made: BTreeMap::new() };
        let mut from = 0;
        loop {
            let page = ledger.store().read(&proposals.stream, from, 1_000).await?;
            let Some(last) = page.last() else { return Ok(proposals) };
            from = last.end();
            for entry in &page {
                for record in entry.records() {
                    proposals.recall(&record)?;
                }
            }
        }
    }

    fn recall(&mut self, record: &Record<'_>) -> Result<(), LedgerError> {
        let damaged = |message: String| LedgerError::Damaged {
            place: format!("{}, sequence {}", record.entry.stream, record.sequence),
            message,
        };
        let text = record.payload.text();
        let bad = |error: serde_json::Error| damaged(format!("payload: {error}"));
        let By { name, role } = &record.entry.by;
        let role = Role::ALL.into_iter().find(|known| known.word() == role);
        let role = role.ok_or_else(|| damaged("role: none of this house".into()))?;
        let (by, at) = (Person { name: Name::from(name.as_str()), role }, record.entry.at);
        match record.payload.kind() {
            MADE => {
                let made: Made = serde_json::from_str(text).map_err(bad)?;
                let id = record.entry.command.as_str().to_owned();
                self.take_in(id, record.entry.request, made, by, at);
            }
            APPROVED => {
                let Approved { number, seq } = serde_json::from_str(text).map_err(bad)?;
                self.stand(number, ProposalState::Approved { by, at, seq });
            }
            REFUSED => {
                let Refused { number, why } = serde_json::from_str(text).map_err(bad)?;
                self.stand(number, ProposalState::Refused { by, at, why });
            }
            other => return Err(damaged(format!("kind: found {other}"))),
        }
        Ok(())
    }

    fn take_in(&mut self, id: String, request: Hash, made: Made, by: Person, at: Time) {
        let Made { number, act, counts, why, seq } = made;
        self.made.insert(id, (number, request));
        self.all.push(Proposal { number, act, counts, why, by, at, seq, standing: ProposalState::Open });
    }

    fn stand(&mut self, number: u32, standing: ProposalState) {
        if let Some(proposal) = self.all.iter_mut().find(|proposal| proposal.number == number) {
            proposal.standing = standing;
        }
    }

    /// All of them, in order.
    pub fn all(&self) -> &[Proposal] {
        &self.all
    }

    /// Those that wait for somebody.
    pub fn waiting(&self, now: Time) -> impl Iterator<Item = &Proposal> {
        self.all.iter().filter(move |proposal| proposal.waits(now))
    }

    /// Those that wait, and the last of those that do not, newest first.
    pub fn message(&self, now: Time) -> Vec<&Proposal> {
        let done = self.all.iter().rev().filter(|proposal| !proposal.waits(now)).take(MOST_SHOWN);
        let mut message: Vec<&Proposal> = self.waiting(now).chain(done).collect();
        message.sort_by_key(|proposal| std::cmp::Reverse(proposal.number));
        message
    }

    /// The one with this number.
    pub fn find(&self, number: u32) -> Result<&Proposal, Denial> {
        let found = self.all.iter().find(|proposal| proposal.number == number);
        found.ok_or_else(|| Denial::not_found("there is no such proposal at this table"))
    }

    /// Puts a proposal on record. The same id makes one only once.
    pub async fn make(
        &mut self,
        ledger: &Ledger,
        id: &CommandId,
        (by, at, seq): (&Person, Time, u64),
        (act, counts, why): (Act, DualControl, String),
    ) -> Result<u32, MakeFault> {
        let content =
            serde_json::to_vec(&(&act, &why)).map_err(|error| MakeFault::Denied(Denial::ours(&error)))?;
        let request = sha256(&[&content]);
        match self.made.get(id.as_str()) {
            Some((number, known)) if *known == request => return Ok(*number),
            Some(_) => return Err(MakeFault::Denied(Denial::same_id())),
            None => {}
        }
        if self.waiting(at).count() >= MOST_OPEN {
            let message = format!("{MOST_OPEN} proposals wait at this table; somebody decides those first");
            return Err(MakeFault::Denied(Denial::conflict("too-many-proposals", message)));
        }
        let number = self.all.len() as u32 + 1;
        let made = Made { number, act, counts, why, seq };
        let payload = Payload::new(MADE, &made).map_err(LedgerError::from)?;
        let mut draft = Draft::note(self.stream.clone(), id.clone(), at, signed(by), payload);
        draft.request = request;
        ledger.append(draft).await?;
        self.take_in(id.as_str().to_owned(), request, made, by.clone(), at);
        Ok(number)
    }

    /// The record of an approval, to be committed with what it lets happen.
    pub fn approval(
        &self,
        number: u32,
        id: &CommandId,
        by: &Person,
        at: Time,
        seq: u64,
    ) -> Result<Draft, LedgerError> {
        let payload = Payload::new(APPROVED, &Approved { number, seq })?;
        Ok(Draft::note(self.stream.clone(), id.clone(), at, signed(by), payload))
    }

    /// The approval is on record.
    pub fn approved(&mut self, number: u32, by: Person, at: Time, seq: u64) {
        self.stand(number, ProposalState::Approved { by, at, seq });
    }

    /// Puts a refusal on record.
    pub async fn refuse(
        &mut self,
        ledger: &Ledger,
        number: u32,
        by: &Person,
        at: Time,
        why: String,
    ) -> Result<(), LedgerError> {
        let id: CommandId = format!("refused:{number}").parse()?;
        let payload = Payload::new(REFUSED, &Refused { number, why: why.clone() })?;
        ledger.append(Draft::note(self.stream.clone(), id, at, signed(by), payload)).await?;
        self.stand(number, ProposalState::Refused { by: by.clone(), at, why });
        Ok(())
    }
}

/// Why a proposal could not be made.
pub enum MakeFault {
    /// It is told to whoever asked.
    Denied(Denial),
    /// The ledger did not take it.
    Ledger(LedgerError),
}

impl From<LedgerError> for MakeFault {
    fn from(fault: LedgerError) -> MakeFault {
        MakeFault::Ledger(fault)
    }
}

fn signed(person: &Person) -> By {
    By::new(&*person.name.0, person.role.word())
}

impl Proposal {
    /// Until when it may be approved.
    pub fn until(&self) -> Time {
        later(self.at, LASTS)
    }

    /// Does it wait for somebody?
    pub fn waits(&self, now: Time) -> bool {
        self.standing == ProposalState::Open && now < self.until()
    }

    /// May this person approve it, as far as the house has a say? Whoever proposed it is known by name, in whatever role or session
    /// they come back.
    pub fn may_approve(&self, person: &Person, state: &State) -> Result<(), Denial> {
        if person.name == self.by.name {
            let message = format!("{} proposed it; somebody else approves", self.by.name);
            return Err(Denial::self_approval(message));
        }
        concerns(&self.act, person, state)
    }

    /// Is there still something to decide?
    pub fn still_waits(&self, now: Time) -> Result<(), Denial> {
        let done = |what: &str, by: &Person| {
            Err(Denial::conflict("already-decided", format!("{} has {what} it", by.name)))
        };
        match &self.standing {
            ProposalState::Approved { by, .. } => done("approved", by),
            ProposalState::Refused { by, .. } => done("refused", by),
            ProposalState::Open if now >= self.until() => {
                Err(Denial::conflict("lapsed", "nobody approved it within 30 minutes; propose it again"))
            }
            ProposalState::Open => Ok(()),
        }
    }
}

/// Nobody proposes or approves what moves their own chips.
pub fn concerns(act: &Act, person: &Person, state: &State) -> Result<(), Denial> {
    let concerned: Vec<&Name> = match act {
        Act::Trouble(trouble::Act::Invalidate { cheat, .. }) => cheat.iter().collect(),
        Act::Trouble(trouble::Act::SettleOpenItem { patron, .. }) => vec![patron],
        Act::Trouble(trouble::Act::DecideDispute { dispute, .. }) => {
            let found = state.disputes.iter().find(|known| known.id == *dispute);
            found.map(|found| found.patron.iter().chain([&found.by.name]).collect()).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    match concerned.contains(&&person.name) {
        true => Err(Denial::self_approval(format!("it concerns {}; others decide", person.name))),
        false => Ok(()),
    }
}

/// The same act with everything named that would otherwise be taken from the moment at which it is carried out.
pub fn pinned(act: Act, state: &State) -> Act {
    match act {
        Act::Trouble(trouble::Act::Invalidate { ground, coup, cheat, forfeit, affected, why }) => {
            let present = match &state.phase {
                Phase::Coup(under_way) => Some(under_way.number),
                _ => state.record.last().map(|record| record.coup.number),
            };
            let coup = coup.or(present);
            Act::Trouble(trouble::Act::Invalidate { ground, coup, cheat, forfeit, affected, why })
        }
        act => act,
    }
}

/// What would follow from an act if it were carried out now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Follows {
    /// In whose name and role.
    pub by: String,
    /// The role of the book in which that is.
    pub role: String,
    /// What would happen, in words.
    pub events: Vec<FollowsEvent>,
    /// Stands for exactly this: an approval names it, so that nobody approves what they did not see.
    pub effect: String,
}

/// One event that would follow.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FollowsEvent {
    /// In words.
    pub message: String,
    /// Under which clauses.
    #[schema(value_type = Vec<String>)]
    pub clauses: Vec<ClauseNumber>,
    /// Topics on which the book says nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub silences: Vec<String>,
}

impl Follows {
    /// What these events tell, in the name of whoever they are by.
    pub fn of(events: &[Event]) -> Follows {
        let message = |event: &Event| FollowsEvent {
            message: event.fact.to_string(),
            clauses: event.cites.clauses.clone(),
            silences: event.cites.silences.clone(),
        };
        let facts: Vec<&table::Fact> = events.iter().map(|event| &event.fact).collect();
        let by = events.first().map(|event| &event.by);
        let content = serde_json::to_vec(&(by, facts)).unwrap_or_default();
        Follows {
            by: by.map(|by| by.name.to_string()).unwrap_or_default(),
            role: by.map(|by| by.role.to_string()).unwrap_or_default(),
            events: events.iter().map(message).collect(),
            effect: sha256(&[&content]).to_string(),
        }
    }
}

/// A proposal as staff see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProposalView {
    /// Its number at this table.
    pub number: u32,
    /// What is proposed.
    #[schema(value_type = TypedAct)]
    pub act: Act,
    /// As what it counts.
    pub counts: DualControl,
    /// Why.
    pub why: String,
    /// Who proposes it.
    pub by: String,
    /// In which role.
    pub role: Role,
    /// When.
    #[schema(value_type = i64)]
    pub at: Time,
    /// The table's last event when it was made.
    pub seq: u64,
    /// Until when it may be approved.
    #[schema(value_type = i64)]
    pub until: Time,
    /// `open`, `approved`, `refused`, or `lapsed`.
    pub standing: String,
    /// Who approved or refused it, when, and why if it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<DecidedView>,
    /// What would follow if you approved it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows: Option<Follows>,
    /// Why you may not approve it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Denial>,
}

/// Who decided a proposal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DecidedView {
    /// Who.
    pub by: String,
    /// In which role.
    pub role: Role,
    /// When.
    #[schema(value_type = i64)]
    pub at: Time,
    /// Why, if it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The first event of what happened, if it was approved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

impl ProposalView {
    /// A proposal, and nothing of what would follow.
    pub fn of(proposal: &Proposal, now: Time) -> ProposalView {
        let decided = |by: &Person, at: Time, why: Option<&String>, seq: Option<u64>| DecidedView {
            by: by.name.to_string(),
            role: by.role,
            at,
            why: why.cloned(),
            seq,
        };
        let (standing, decided) = match &proposal.standing {
            ProposalState::Open if proposal.waits(now) => ("open", None),
            ProposalState::Open => ("lapsed", None),
            ProposalState::Approved { by, at, seq } => ("approved", Some(decided(by, *at, None, Some(*seq)))),
            ProposalState::Refused { by, at, why } => ("refused", Some(decided(by, *at, Some(why), None))),
        };
        ProposalView {
            number: proposal.number,
            act: proposal.act.clone(),
            counts: proposal.counts,
            why: proposal.why.clone(),
            by: proposal.by.name.to_string(),
            role: proposal.by.role,
            at: proposal.at,
            seq: proposal.seq,
            until: proposal.until(),
            standing: standing.to_owned(),
            decided,
            follows: None,
            refused: None,
        }
    }

    /// With what would follow, or why it would not.
    pub fn judged(mut self, judged: Result<Follows, Denial>) -> ProposalView {
        match judged {
            Ok(follows) => self.follows = Some(follows),
            Err(problem) => self.refused = Some(problem),
        }
        self
    }
}

/// How often two people have decided together, and what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PairView {
    /// Who proposed.
    pub proposed: String,
    /// Who approved.
    pub approved: String,
    /// Coups made void.
    pub voids: u32,
    /// Corrections.
    pub corrections: u32,
    /// Awards in disputes.
    pub awards: u32,
    /// The last time.
    #[schema(value_type = i64)]
    pub last: Time,
}

/// Every pair that has decided something, most often first. The same two the other way round are a pair of their own.
pub fn pairs<'p>(proposals: impl Iterator<Item = &'p Proposal>) -> Vec<PairView> {
    let mut pairs: BTreeMap<(Name, Name), PairView> = BTreeMap::new();
    for proposal in proposals {
        let ProposalState::Approved { by, at, .. } = &proposal.standing else { continue };
        let key = (proposal.by.name.clone(), by.name.clone());
        let pair = pairs.entry(key).or_insert_with(|| PairView {
            proposed: proposal.by.name.to_string(),
            approved: by.name.to_string(),
            voids: 0,
            corrections: 0,
            awards: 0,
            last: *at,
        });
        pair.last = pair.last.max(*at);
        *match proposal.counts {
            DualControl::Void => &mut pair.voids,
            DualControl::Correction => &mut pair.corrections,
            DualControl::Award => &mut pair.awards,
        } += 1;
    }
    in_order(pairs.into_values())
}

/// The pairs of several tables together.
pub fn pairs_together(tables: impl Iterator<Item = PairView>) -> Vec<PairView> {
    let mut all: BTreeMap<(String, String), PairView> = BTreeMap::new();
    for pair in tables {
        let sum = all.entry((pair.proposed.clone(), pair.approved.clone())).or_insert_with(|| PairView {
            voids: 0,
            corrections: 0,
            awards: 0,
            ..pair.clone()
        });
        sum.voids += pair.voids;
        sum.corrections += pair.corrections;
        sum.awards += pair.awards;
        sum.last = sum.last.max(pair.last);
    }
    in_order(all.into_values())
}

fn in_order(pairs: impl Iterator<Item = PairView>) -> Vec<PairView> {
    let mut pairs: Vec<PairView> = pairs.collect();
    pairs.sort_by_key(|pair| std::cmp::Reverse((pair.voids, pair.corrections + pair.awards)));
    pairs
}

/// A reason as it may stand in the log, or what is wrong with it.
pub fn reason(why: &str) -> Result<String, Denial> {
    let why = why.trim();
    let length = why.chars().count();
    if !(1..=LONGEST_WHY).contains(&length) || why.chars().any(|c| c.is_control() && c != '\n') {
        let message = format!(
            "why: found {length} characters; allowed are 1 to {LONGEST_WHY}, none a control character"
        );
        return Err(Denial::unprocessable(message));
    }
    Ok(why.to_owned())
}
