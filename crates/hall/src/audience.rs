//! What happened in a tournament, as each audience is told of it.

use serde::Serialize;
use tournament::{Event, Fact, State};
use utoipa::ToSchema;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ContestEvent {
    /// Its number in the tournament's log.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What sort of thing, such as `wager-placed`.
    pub fact: String,
    /// What happened, in English.
    pub message: String,
    /// The clauses that it rests on.
    pub clauses: Vec<String>,
    /// What an announced form shows, and the salt that was hashed with it, so that anybody can hold it against its seal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<OpenedForm>,
    /// The seal of a form that was taken, by which anybody can hold what is announced later against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
    /// By whom; left out for those who only watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Who keyed it for an entrant; left out for those who only watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyed_by: Option<String>,
}

/// A form that was announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpenedForm {
    /// The coup that it was for.
    pub coup: u32,
    /// Whose it is.
    pub entrant: String,
    /// The type of wager; none if it was left out.
    pub wager: Option<String>,
    /// The amount; none if it was left out.
    pub amount: Option<i64>,
    /// The salt.
    pub salt: String,
}

/// The form that an event opens.
fn opened(fact: &Fact, state: &State) -> Option<OpenedForm> {
    let Fact::FormOpened { table, seat, coup, opening } = fact else { return None };
    Some(OpenedForm {
        coup: *coup,
        entrant: state.table(*table)?.seats.get(seat)?.name.to_string(),
        wager: opening.wager.as_ref().map(ToString::to_string),
        amount: opening.amount.map(|amount| amount.0),
        salt: opening.salt.to_string(),
    })
}

/// Who is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Anybody.
    Public,
    /// Staff and those who watch.
    Staff,
}

/// Is this for staff alone?
pub(crate) fn is_internal(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::FindingReported { .. }
            | Fact::ReportDropped { .. }
            | Fact::DirectorAsked { .. }
            | Fact::CountDiffers { .. }
            | Fact::CountsAlike { .. }
            | Fact::Proposed { .. }
            | Fact::ProposalApproved { .. }
            | Fact::ProposalRejected { .. }
            | Fact::EntryRefused { .. }
    )
}

/// An event as it is told; nothing if it is not for this audience. The state is that after it.
///
/// Nobody is told what one of two has counted before both have: the second counts without knowing.
pub fn disclosed_to(seq: u64, event: &Event, state: &State, audience: Audience) -> Option<ContestEvent> {
    if audience == Audience::Public && is_internal(&event.fact) {
        return None;
    }
    let message = match &event.fact {
        Fact::Counted { table, by, .. } => format!("{by} has counted the chips of table {table}"),
        fact => fact.to_text(state),
    };
    let fact = serde_json::to_value(&event.fact).ok()?;
    let fact = fact.get("fact")?.as_str()?.to_owned();
    let clauses = event.cites.clauses.iter().map(ToString::to_string).collect();
    let by = (audience == Audience::Staff).then(|| event.by.name.to_string());
    let form = opened(&event.fact, state);
    let seal = match &event.fact {
        Fact::FormTaken { seal, .. } => Some(seal.to_string()),
        _ => None,
    };
    Some(ContestEvent { seq, at: event.at.0, fact, message, clauses, form, seal, by, keyed_by: None })
}
