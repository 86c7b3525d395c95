//! What happened in a tournament, as each audience is told of it.

use baccarat::chips::Money;
use serde::Serialize;
use std::collections::BTreeMap;
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
    /// What stands in that, by name, to be said in another language: texts, words such as `hid-chips`, amounts in the smallest unit, times
    /// in milliseconds since 1970. `as` tells apart what one sort of thing can come to.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub values: BTreeMap<String, String>,
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

/// What stands in a message and is said in other languages too. Of what is sealed or counted by one of two nothing is among them.
const TOLD: [&str; 42] = [
    "name",
    "fee",
    "commission",
    "refund",
    "entrants",
    "table",
    "at",
    "seat",
    "seconds",
    "amount",
    "number",
    "each",
    "passes",
    "forms",
    "until",
    "instead_of",
    "about",
    "why",
    "fee_back",
    "finding",
    "because",
    "direction",
    "least",
    "most",
    "coup",
    "marker",
    "wager",
    "to",
    "by",
    "counts_as",
    "stack",
    "decision",
    "game",
    "place",
    "places",
    "pool",
    "money",
    "session",
    "by_house",
    "fees",
    "what",
    "worth",
];

/// What stands in a fact, by name. Whose a seat is, is looked up in the state after it.
fn values(fact: &Fact, written: &serde_json::Value, state: &State) -> BTreeMap<String, String> {
    let plain = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let fields = written.as_object().into_iter().flatten();
    let mut values: BTreeMap<String, String> = fields
        .filter(|(name, _)| TOLD.contains(&name.as_str()))
        .filter_map(|(name, value)| Some((name.clone(), plain(value)?)))
        .collect();
    let named = |table: &u8, seat: &u8| {
        let seat = state.table(*table).and_then(|table| table.seats.get(seat));
        seat.map_or_else(none, |seat| seat.name.to_string())
    };
    let number =
        |name: &str| written.get(name).and_then(serde_json::Value::as_u64).map(|number| number as u8);
    if let (None, Some(table), Some(seat)) = (values.get("name"), number("table"), number("seat")) {
        values.insert("name".to_owned(), named(&table, &seat));
    }
    let more: Vec<(&str, String)> = match fact {
        Fact::GuaranteeSet { added } => {
            let less = (added.0 < 0).then(|| ("as", "less".to_owned()));
            less.into_iter().chain([("amount", added.0.abs().to_string())]).collect()
        }
        Fact::TablesNamed { tables } => vec![("number", tables.len().to_string())],
        Fact::NumbersSet { numbers } => vec![("list", joined(numbers))],
        Fact::DrawSealed { sealed } => vec![("number", sealed.number.to_string())],
        Fact::DrawListed { list, .. } => vec![("number", list.len().to_string())],
        Fact::Seated { seats, .. } => {
            let seats = seats.iter().map(|seat| format!("{} {}-{}", seat.name, seat.table, seat.seat));
            vec![("list", joined(seats))]
        }
        Fact::SessionBegun { until: Some(_), .. } => vec![("as", "until".to_owned())],
        Fact::AbsenceRuled { deduct: true, .. } => vec![("as", "deduct".to_owned())],
        Fact::Disqualified { chips_kept: true, .. } => vec![("as", "kept".to_owned())],
        Fact::CoupOpened { marker: Some(_), .. } => vec![("as", "marker".to_owned())],
        Fact::FormOpened { opening, .. } => {
            let wager = opening.wager.as_ref().map_or_else(none, ToString::to_string);
            vec![
                ("wager", wager),
                ("amount", opening.amount.map_or_else(none, |amount| amount.0.to_string())),
            ]
        }
        Fact::CoupSettled { table, settled, .. } => {
            let one = settled.iter().map(|one| {
                let sign = if one.net.0 > 0 { "+" } else { "" };
                format!("{} {:#} ({sign}{:#})", named(table, &one.seat), one.stake, one.net)
            });
            vec![("list", joined(one))]
        }
        Fact::CoupVoided { counted: true, .. } => vec![("as", "counted".to_owned())],
        Fact::PlayEnded { early: true, .. } => vec![("as", "early".to_owned())],
        Fact::DisputeDecided { extended, .. } => vec![("seconds", (extended / 1_000).to_string())],
        Fact::CountAgreed { counts, .. }
        | Fact::CountsAlike { counts, .. }
        | Fact::CountDecided { counts, .. } => {
            vec![(
                "list",
                joined(counts.iter().map(|(seat, amount): &(u8, Money)| format!("{seat}: {amount:#}"))),
            )]
        }
        Fact::ChipsReturned { missing, .. } if !missing.is_empty() => {
            let missing = missing.iter().map(|(chip, many)| format!("{many} × {chip:#}"));
            vec![("as", "missing".to_owned()), ("list", joined(missing))]
        }
        Fact::PlayOffCalled { table, seats, .. } => {
            vec![("list", joined(seats.iter().map(|seat| named(table, seat))))]
        }
        Fact::RoundsCalled { players, .. } => vec![("list", joined(players))],
        Fact::PlacesConfirmed { places, .. } => {
            vec![(
                "list",
                joined(places.iter().map(|one| format!("{} {} {:#}", one.place, one.name, one.stack))),
            )]
        }
        Fact::SessionClosed { next, advance, .. } => {
            let which = match (next.is_empty(), advance.is_empty()) {
                (true, true) => Some("last"),
                (_, true) => None,
                _ => Some("through"),
            };
            let which = which.map(|which| ("as", which.to_owned()));
            which.into_iter().chain([("list", joined(next)), ("others", joined(advance))]).collect()
        }
        Fact::PointsAdded { points, .. } => {
            vec![("list", joined(points.iter().map(|(name, points)| format!("{name} {points}"))))]
        }
        Fact::Awarded { prizes, .. } => {
            let one = prizes.iter().map(|one| {
                let goods: String = one.goods.iter().map(|goods| format!(" + {goods}")).collect();
                format!("{} {} {:#}{goods}", one.place, one.name, one.money)
            });
            vec![("list", joined(one))]
        }
        Fact::Refunded { buy_ins, .. } => vec![("amount", buy_ins.0.to_string())],
        Fact::Proposed { what, by, .. } => vec![("name", by.name.to_string()), ("act", what.word())],
        _ => Vec::new(),
    };
    values.extend(more.into_iter().map(|(name, value)| (name.to_owned(), value)));
    values
}

/// What is not there, or nobody's.
fn none() -> String {
    "-".to_owned()
}

fn joined(parts: impl IntoIterator<Item = impl ToString>) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| part.to_string()).collect();
    if parts.is_empty() { none() } else { parts.join(", ") }
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
    let written = serde_json::to_value(&event.fact).ok()?;
    let values = values(&event.fact, &written, state);
    let fact = written.get("fact")?.as_str()?.to_owned();
    let clauses = event.cites.clauses.iter().map(ToString::to_string).collect();
    let by = (audience == Audience::Staff).then(|| event.by.name.to_string());
    let form = opened(&event.fact, state);
    let seal = match &event.fact {
        Fact::FormTaken { seal, .. } => Some(seal.to_string()),
        _ => None,
    };
    Some(ContestEvent { seq, at: event.at.0, fact, message, values, clauses, form, seal, by, keyed_by: None })
}
