//! What happened in a promotion, as each audience is told of it. Whose ticket it is, nobody else is told.

use people::role::Role;
use people::viewer::{Person, Viewer};
use promotion::{Event, Fact, State};
use serde::Serialize;
use std::collections::BTreeMap;
use table::Name;
use utoipa::ToSchema;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PromotionEvent {
    /// Its number in the promotion's log.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What sort of thing, such as `prize-drawn`.
    pub fact: String,
    /// What happened, in English.
    pub message: String,
    /// What stands in that, by name, to be said in another language: texts, words such as `not-present`, amounts in the smallest unit, times
    /// in milliseconds since 1970.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub values: BTreeMap<String, String>,
    /// The clauses that it rests on.
    pub clauses: Vec<String>,
    /// By whom; for those who run or watch promotions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Who keyed it for a patron; for those who run or watch promotions, and for that patron.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyed_by: Option<String>,
}

/// Who is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Anybody: numbers of tickets, no names.
    Public,
    /// A player: the same, and what concerns themselves.
    Own(Name),
    /// Those who run promotions and those who watch.
    Desk,
}

impl Audience {
    /// The audience that somebody belongs to.
    pub fn of(person: &Person) -> Audience {
        match person.role {
            Role::Player => Audience::Own(person.name.clone()),
            Role::Dealer | Role::Cage | Role::Device => Audience::Public,
            Role::Supervisor | Role::Manager | Role::Surveillance | Role::Inspector => Audience::Desk,
        }
    }

    /// The audience of whoever looks.
    pub fn of_viewer(viewer: &Viewer) -> Audience {
        match viewer {
            Viewer::Anybody => Audience::Public,
            Viewer::Person(person) => Audience::of(person),
        }
    }
}

/// Is this about that person?
fn concerns(fact: &Fact, name: &Name, state: &State) -> bool {
    let claims = |claim: &u32| state.claim(*claim).is_some_and(|claim| claim.by == *name);
    let disputes = |dispute: &u32| {
        let known = state.disputes.get((*dispute as usize).wrapping_sub(1));
        known.is_some_and(|dispute| dispute.by == *name)
    };
    match fact {
        Fact::TicketIssued { ticket } => ticket.holder == *name,
        Fact::TicketTakenBack { number } => {
            state.ticket(*number).is_some_and(|ticket| ticket.holder == *name)
        }
        Fact::PrizeDrawn { holder, .. }
        | Fact::TicketPassed { holder, .. }
        | Fact::WinnerSought { holder, .. } => holder == name,
        Fact::Claimed { by, .. } | Fact::DisputeOpened { by, .. } | Fact::Contested { by, .. } => by == name,
        Fact::Awarded { to, .. } => to == name,
        Fact::ProofsGiven { holder, .. } => holder == name,
        Fact::FoundPresent { prize, .. } => {
            let ticket = state.prize(*prize).and_then(|(_, held)| state.ticket(held.ticket?));
            ticket.is_some_and(|ticket| ticket.holder == *name)
        }
        Fact::FoundEligible { claim, .. }
        | Fact::CashChosen { claim, .. }
        | Fact::PaymentChosen { claim, .. }
        | Fact::Denied { claim, .. } => claims(claim),
        Fact::DisputeDecided { dispute, .. } => disputes(dispute),
        Fact::NoticeSent { person, .. } => person.as_ref() == Some(name),
        _ => false,
    }
}

/// What anybody may hear of a fact, without a name; nothing if it is not for everybody.
fn to_all(fact: &Fact, state: &State) -> Option<String> {
    Some(match fact {
        Fact::TicketIssued { ticket } => format!("ticket {} issued", ticket.number),
        Fact::Drawn { .. } => "order drawn".to_owned(),
        Fact::PrizeDrawn { prize, ticket, .. } => format!("prize {prize} to ticket {ticket}"),
        Fact::TicketPassed { prize, ticket, why, .. } => {
            format!("prize {prize} passes ticket {ticket}: {}", why.word())
        }
        Fact::Awarded { prize, .. } => format!("prize {prize} awarded"),
        Fact::DrawReady { .. } => "the draw is ready".to_owned(),
        Fact::TermsSet { .. }
        | Fact::Lodged { .. }
        | Fact::ChannelOpened { .. }
        | Fact::Opened { .. }
        | Fact::Amended { .. }
        | Fact::TicketTakenBack { .. }
        | Fact::Closed { .. }
        | Fact::PrizeLapsed { .. }
        | Fact::ResultsPublished { .. }
        | Fact::Postponed { .. }
        | Fact::Validated { .. }
        | Fact::DrawCancelled
        | Fact::EndedWithoutAward => fact.to_text(state),
        Fact::Prescribed { .. }
        | Fact::MaterialRegistered { .. }
        | Fact::ScrutineerNominated { .. }
        | Fact::WinnerSought { .. }
        | Fact::Notified { .. }
        | Fact::Claimed { .. }
        | Fact::FoundPresent { .. }
        | Fact::FoundEligible { .. }
        | Fact::CashGranted { .. }
        | Fact::CashChosen { .. }
        | Fact::PaymentChosen { .. }
        | Fact::Denied { .. }
        | Fact::DenialClosed { .. }
        | Fact::DenialDiscarded { .. }
        | Fact::ProofsGiven { .. }
        | Fact::DisputeOpened { .. }
        | Fact::DisputeDecided { .. }
        | Fact::Contested { .. }
        | Fact::Compromised { .. }
        | Fact::NoticeSent { .. }
        | Fact::Proposed { .. }
        | Fact::ProposalApproved { .. }
        | Fact::ProposalRejected { .. } => return None,
    })
}

/// What anybody may hear of what stands in a fact.
const OF_ALL: [&str; 9] = ["number", "prize", "ticket", "why", "of", "how", "channel", "approval", "tickets"];
/// What others hear who may hear all of it. No secret, no list and no file is among them.
const OF_FACT: [&str; 18] = [
    "holder", "claim", "by", "to", "what", "reason", "decision", "about", "dispute", "amount", "cash",
    "until", "reached", "counts", "late", "item", "person", "text",
];
const OF_PEOPLE: [&str; 7] = ["first", "second", "mixed_by", "name", "present", "eligible", "reopens"];

/// What stands in a fact, by name.
fn values(fact: &Fact, written: &serde_json::Value, all: bool) -> BTreeMap<String, String> {
    let plain = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        serde_json::Value::Bool(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
        _ => None,
    };
    let may = |name: &str| {
        OF_ALL.contains(&name) || (all && (OF_FACT.contains(&name) || OF_PEOPLE.contains(&name)))
    };
    let fields = written.as_object().into_iter().flatten();
    let mut values: BTreeMap<String, String> = fields
        .filter(|(name, _)| may(name))
        .filter_map(|(name, value)| Some((name.clone(), plain(value)?)))
        .collect();
    let mut add = |name: &str, value: String| values.insert(name.to_owned(), value);
    match fact {
        Fact::TermsSet { terms } => drop(add("name", terms.name.clone())),
        Fact::Opened { sealed, .. } => drop(add("number", sealed.number.to_string())),
        Fact::TicketIssued { ticket } => {
            add("ticket", ticket.number.to_string());
            if all {
                add("holder", ticket.holder.to_string());
                add("earned", ticket.earned.to_string());
            }
        }
        Fact::Closed { list, .. } => drop(add("tickets", list.len().to_string())),
        Fact::Proposed { what, proposer, .. } if all => {
            add("name", proposer.name.to_string());
            add("act", what.word());
        }
        Fact::DenialClosed { claimants, .. } if all => {
            let who = claimants.iter().map(|one| format!("{}, {}", one.name, one.address));
            add("claimants", who.collect::<Vec<_>>().join("; "));
        }
        Fact::TicketTakenBack { number } => drop(add("ticket", number.to_string())),
        _ => {}
    }
    values
}

/// An event as it is told; nothing if it is not for this audience. Not even those who run a promotion are told whose a ticket is before
/// it is drawn.
pub fn render(seq: u64, event: &Event, state: &State, audience: &Audience) -> Option<PromotionEvent> {
    let message = match audience {
        Audience::Public => to_all(&event.fact, state)?,
        Audience::Own(name) if concerns(&event.fact, name, state) => event.fact.to_text(state),
        Audience::Own(_) => to_all(&event.fact, state)?,
        Audience::Desk => match &event.fact {
            Fact::TicketIssued { ticket } => format!("ticket {} issued by {}", ticket.number, ticket.earned),
            fact => fact.to_text(state),
        },
    };
    let written = serde_json::to_value(&event.fact).ok()?;
    let fact = written.get("fact")?.as_str()?.to_owned();
    let mut values = match audience {
        Audience::Public => values(&event.fact, &written, false),
        Audience::Own(name) => values(&event.fact, &written, concerns(&event.fact, name, state)),
        Audience::Desk => values(&event.fact, &written, true),
    };
    // Whose a ticket is, is told to nobody but its holder before it is drawn.
    if *audience == Audience::Desk && matches!(event.fact, Fact::TicketIssued { .. }) {
        values.remove("holder");
    }
    let clauses = event.cites.clauses.iter().map(ToString::to_string).collect();
    // Who hands in a form has its ticket.
    let named = *audience == Audience::Desk && !matches!(event.fact, Fact::TicketIssued { .. });
    let by = named.then(|| event.by.name.to_string());
    let told = match audience {
        Audience::Public => false,
        Audience::Own(name) => event.by.name == *name,
        Audience::Desk => true,
    };
    let keyed_by = event.keyed_by.as_ref().filter(|_| told).map(|desk| desk.name.to_string());
    Some(PromotionEvent { seq, at: event.at.0, fact, message, values, clauses, by, keyed_by })
}
