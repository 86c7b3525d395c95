//! A proposal: what one person asks for and another approves; what would follow from it, and how staff see it. Those of a table are
//! kept in `proposals`.

use crate::typed::{TypedAct, TypedStaffFact, fields_apart};
use baccarat::basis::ClauseNumber;
use merkle::sha256;
use people::clock::later;
use people::denial::Denial;
use people::role::Role;
use people::two_person::DualControl;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::state::{Phase, State};
use table::{Act, Event, Fact, Name, Time, trouble};
use utoipa::ToSchema;

/// Nobody approves a proposal that is older than this: things look different by then.
const LASTS: u64 = 30 * 60 * 1_000;
/// The longest reason.
pub const LONGEST_WHY: usize = 500;

/// Something that one person has proposed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
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
    /// What. Fields that it calls `at` or `by` are told as `fact_at` and `fact_by`.
    #[serde(flatten, serialize_with = "fields_apart")]
    #[schema(value_type = TypedStaffFact)]
    pub fact: Fact,
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
            fact: event.fact.clone(),
            message: event.fact.to_string(),
            clauses: event.cites.clauses.clone(),
            silences: event.cites.silences.clone(),
        };
        let facts: Vec<&Fact> = events.iter().map(|event| &event.fact).collect();
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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

impl PairView {
    /// The pair that has approved this proposal, with nothing else counted; nothing if nobody has approved it.
    pub fn of(proposal: &Proposal) -> Option<PairView> {
        let ProposalState::Approved { by, at, .. } = &proposal.standing else { return None };
        let mut pair = PairView {
            proposed: proposal.by.name.to_string(),
            approved: by.name.to_string(),
            voids: 0,
            corrections: 0,
            awards: 0,
            last: *at,
        };
        *match proposal.counts {
            DualControl::Void => &mut pair.voids,
            DualControl::Correction => &mut pair.corrections,
            DualControl::Award => &mut pair.awards,
        } += 1;
        Some(pair)
    }

    /// These counts too, of the same pair.
    pub fn add(&mut self, other: &PairView) {
        self.voids += other.voids;
        self.corrections += other.corrections;
        self.awards += other.awards;
        self.last = self.last.max(other.last);
    }
}

/// The pairs of several tables together.
pub fn pairs_together(tables: impl Iterator<Item = PairView>) -> Vec<PairView> {
    let mut all: BTreeMap<(String, String), PairView> = BTreeMap::new();
    for pair in tables {
        let known = all.entry((pair.proposed.clone(), pair.approved.clone()));
        known.and_modify(|sum| sum.add(&pair)).or_insert(pair);
    }
    in_order(all.into_values())
}

/// Most often first. The same two the other way round are a pair of their own.
pub fn in_order(pairs: impl Iterator<Item = PairView>) -> Vec<PairView> {
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
