//! What happened at the cage, found by whose hand it was, whom and which table it concerns, its kind, amount and time. Kept in the index beside the
//! coups, so that a search reads none of the log but what has come since.

use super::index::{Index, broken};
use archive::Archive;
use baccarat::chips::Money;
use cage::{CAGE, Cage, CageFact, STREAM, folded};
use ledger::{Entry, LedgerError, Stream};
use people::Names;
use people::denial::Denial;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::{QueryBuilder, Row, Sqlite};
use table::Time;
use utoipa::{IntoParams, ToSchema};

/// Under which name the index keeps how far the cage was read; no table is called so.
pub(super) const PLACE: &str = "cage/house";

/// What may be looked for at the cage. Whatever is left out does not matter.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct CageSearch {
    /// About this table.
    pub table: Option<String>,
    /// This person did it, or was the second of two, however the name is written.
    pub person: Option<String>,
    /// It concerns this patron, however the name is written.
    pub patron: Option<String>,
    /// An event of this kind, such as `bought`, `redeemed`, `stopped` or `chips-issued`.
    pub fact: Option<String>,
    /// At this time or later, in milliseconds.
    pub from: Option<i64>,
    /// At this time or earlier.
    pub until: Option<i64>,
    /// Worth this much or more, in the smallest unit.
    pub amount_from: Option<i64>,
    /// Worth this much or less.
    pub amount_to: Option<i64>,
    /// Those before this one: what the answer before gave as `before`.
    pub before: Option<u64>,
    /// The most that are wanted, up to 100; 20 if not given.
    pub limit: Option<usize>,
}

/// Something that happened at the cage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CageEvent {
    /// Its place in the cage's log.
    pub event: u64,
    /// When.
    #[schema(value_type = i64)]
    pub at: Time,
    /// Who did it.
    pub by: String,
    /// In which role.
    pub role: String,
    /// The second of two.
    pub second: Option<String>,
    /// Of which kind it is.
    pub fact: String,
    /// The patron whom it concerns.
    pub patron: Option<String>,
    /// The table that it concerns.
    pub table: Option<String>,
    /// The number of the fill, credit, box or slip.
    pub number: Option<u32>,
    /// What it is worth, without its sign.
    pub worth: Option<i64>,
    /// The whole of it, as the log has it.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub whole: Value,
}

/// What was found at the cage.
#[derive(Debug, Serialize, ToSchema)]
pub struct CageFound {
    /// Newest first.
    pub events: Vec<CageEvent>,
    /// How many fit in all.
    pub all: usize,
    /// What to ask with for those before; nothing where these are the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
}

/// What an event of the cage concerns: patron, table, number, worth, second person.
struct Concerns<'f> {
    patron: Option<&'f str>,
    table: Option<&'f str>,
    number: Option<u32>,
    worth: Option<Money>,
    second: Option<&'f str>,
}

fn concerns(fact: &CageFact) -> Concerns<'_> {
    use CageFact as F;
    let mut of = Concerns { patron: None, table: None, number: None, worth: None, second: None };
    match fact {
        F::ThresholdsSet { .. } | F::WorthsKnown { .. } => {}
        F::TableAdopted { table, chips } => (of.table, of.worth) = (Some(table.as_str()), Some(*chips)),
        F::ChipsIssued { pieces, second, .. } => {
            (of.worth, of.second) = (Some(pieces.worth()), Some(second.name.as_str()));
        }
        F::CashMoved { amount, second, .. } => {
            (of.worth, of.second) = (Some(*amount), Some(second.name.as_str()));
        }
        F::BankCounted { cash, pieces, second, .. } => {
            (of.worth, of.second) = (Some(*cash + pieces.worth()), Some(second.name.as_str()));
        }
        F::Bought { slip, patron, pieces, second, .. } | F::Redeemed { slip, patron, pieces, second, .. } => {
            (of.patron, of.number) = (patron.as_deref(), Some(*slip));
            (of.worth, of.second) =
                (Some(pieces.worth()), second.as_ref().map(|second| second.name.as_str()));
        }
        F::Coloured { gives, .. } => of.worth = Some(gives.worth()),
        F::CarriedOff { table, patron, chips } | F::BroughtTo { table, patron, chips, .. } => {
            (of.table, of.patron, of.worth) = (Some(table.as_str()), Some(patron.as_str()), Some(*chips));
        }
        F::TableCorrected { table, by, second } => {
            (of.table, of.worth, of.second) = (Some(table.as_str()), Some(*by), Some(second.name.as_str()));
        }
        F::PlaySet { table, .. } => of.table = Some(table.as_str()),
        F::PlayCounted { table, by } => (of.table, of.worth) = (Some(table.as_str()), Some(*by)),
        F::Requested { number, table, pieces, .. } => {
            (of.number, of.table, of.worth) = (Some(*number), Some(table.as_str()), Some(pieces.worth()));
        }
        F::Approved { number } | F::Sent { number } | F::Carried { number } | F::Received { number } => {
            of.number = Some(*number);
        }
        F::Cancelled { number, .. } => of.number = Some(*number),
        F::Stopped { number, counted } => (of.number, of.worth) = (Some(*number), Some(counted.worth())),
        F::Resolved { number, found, second, .. } => {
            (of.number, of.worth, of.second) =
                (Some(*number), Some(found.worth()), Some(second.name.as_str()));
        }
        F::BoxTaken { number, table, keyed, .. } => {
            (of.number, of.table, of.worth) = (Some(*number), Some(table.as_str()), Some(*keyed));
        }
        F::BoxCountedOnce { number, cash } => (of.number, of.worth) = (Some(*number), Some(*cash)),
        F::BoxCounted { number, cash, first, .. } => {
            (of.number, of.worth, of.second) = (Some(*number), Some(*cash), Some(first.as_str()));
        }
        F::BoxCountsDiffer { number, second, .. } => (of.number, of.worth) = (Some(*number), Some(*second)),
    }
    of
}

fn events_of(entry: &Entry) -> Result<Vec<CageEvent>, LedgerError> {
    let recorded = ledger::events::<Cage>(entry)?;
    let event = |(sequence, event): (u64, aggregate::RegisterEvent<CageFact>)| {
        let whole = serde_json::to_value(&event.fact).unwrap_or_default();
        let of = concerns(&event.fact);
        CageEvent {
            event: sequence,
            at: event.at,
            by: event.by.name.clone(),
            role: event.by.role.clone(),
            second: of.second.map(str::to_owned),
            fact: whole["cage"].as_str().unwrap_or_default().to_owned(),
            patron: of.patron.map(str::to_owned),
            table: of.table.map(str::to_owned),
            number: of.number,
            worth: of.worth.map(|worth| worth.0.saturating_abs()),
            whole,
        }
    };
    Ok(recorded.into_iter().map(event).collect())
}

impl Index {
    /// Events of the cage that fit, newest first.
    pub(super) async fn search_cage(
        &self,
        archive: &Archive,
        (search, names): (&CageSearch, &Names),
        limit: usize,
    ) -> Result<CageFound, Denial> {
        self.catch_up_cage(archive).await?;
        let mut counts = wanted("SELECT COUNT(*) FROM cage WHERE 1", (search, names));
        let all: i64 = counts.build().fetch_one(self.file()).await.map_err(broken)?.get(0);
        let mut finds = wanted("SELECT told FROM cage WHERE 1", (search, names));
        if let Some(before) = search.before {
            finds.push(" AND event < ").push_bind(i64::try_from(before).unwrap_or(i64::MAX));
        }
        finds.push(" ORDER BY event DESC LIMIT ").push_bind(limit as i64 + 1);
        let rows = finds.build().fetch_all(self.file()).await.map_err(broken)?;
        let mut events: Vec<CageEvent> =
            rows.iter().filter_map(|row| serde_json::from_str(row.get("told")).ok()).collect();
        let goes_on = events.len() > limit;
        events.truncate(limit);
        let before = events.last().filter(|_| goes_on).map(|last| last.event);
        Ok(CageFound { events, all: usize::try_from(all).unwrap_or_default(), before })
    }

    /// Reads what has come of the cage since. Later steps of a transfer or a box are kept with the table and the worth with
    /// which it began.
    async fn catch_up_cage(&self, archive: &Archive) -> Result<(), Denial> {
        let _turn = self.turn(archive).await?;
        let stream = Stream::new(CAGE, STREAM).map_err(LedgerError::from)?;
        loop {
            let row = sqlx::query("SELECT next FROM place WHERE name = ?").bind(PLACE);
            let row = row.fetch_optional(self.file()).await.map_err(broken)?;
            let next = row.map_or(0, |row| row.get::<i64, _>(0)) as u64;
            let entries = self.part(archive, &stream, next..u64::MAX).await.map_err(super::denied)?;
            let Some(last) = entries.last() else { return Ok(()) };
            let mut turn = self.file().begin().await.map_err(broken)?;
            for entry in &entries {
                for mut event in events_of(entry)? {
                    if let Some(began) = began_with(&event.fact).filter(|_| event.table.is_none()) {
                        let asked = "SELECT name, worth FROM cage WHERE fact = ? AND number = ?";
                        let asked = sqlx::query(asked).bind(began).bind(event.number);
                        let asked = asked.fetch_optional(&mut *turn);
                        if let Some(row) = asked.await.map_err(broken)? {
                            event.table = row.get(0);
                            event.worth = event.worth.or_else(|| row.get(1));
                        }
                    }
                    let keeps =
                        sqlx::query("INSERT OR REPLACE INTO cage VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
                    let keeps = keeps.bind(event.event as i64).bind(event.at.0).bind(&event.fact);
                    let keeps = keeps.bind(folded(&event.by)).bind(event.second.as_deref().map(folded));
                    let keeps = keeps.bind(event.patron.as_deref().map(folded)).bind(&event.table);
                    let text = serde_json::to_string(&event).map_err(|fault| Denial::ours(&fault))?;
                    let keeps = keeps.bind(event.number).bind(event.worth).bind(text);
                    keeps.execute(&mut *turn).await.map_err(broken)?;
                }
            }
            let place = sqlx::query(
                "INSERT OR REPLACE INTO place (name, next, head, follows) VALUES (?, ?, ?, '{}')",
            );
            let place = place.bind(PLACE).bind(last.end() as i64).bind(last.head().to_string());
            place.execute(&mut *turn).await.map_err(broken)?;
            turn.commit().await.map_err(broken)?;
        }
    }
}

/// The event with which a transfer or a box begins, for its later steps.
fn began_with(fact: &str) -> Option<&'static str> {
    match fact {
        "approved" | "sent" | "carried" | "received" | "stopped" | "resolved" | "cancelled" => {
            Some("requested")
        }
        "box-counted-once" | "box-counts-differ" | "box-counted" => Some("box-taken"),
        _ => None,
    }
}

/// The question that a search is.
fn wanted(head: &str, (search, names): (&CageSearch, &Names)) -> QueryBuilder<Sqlite> {
    let mut asks = QueryBuilder::new(head);
    if let Some(fact) = &search.fact {
        asks.push(" AND fact = ").push_bind(fact.clone());
    }
    if let Some(table) = &search.table {
        asks.push(" AND name = ").push_bind(table.clone());
    }
    if let Some(patron) = &search.patron {
        asks.push(" AND patron = ").push_bind(folded(patron));
    }
    if let Some(person) = &search.person {
        asks.push(" AND (");
        for (nth, name) in names.of(person.trim()).iter().map(|name| folded(name)).enumerate() {
            asks.push(if nth == 0 { "person = " } else { " OR person = " }).push_bind(name.clone());
            asks.push(" OR second = ").push_bind(name);
        }
        asks.push(")");
    }
    if let Some(from) = search.from {
        asks.push(" AND at >= ").push_bind(from);
    }
    if let Some(until) = search.until {
        asks.push(" AND at <= ").push_bind(until);
    }
    if let Some(least) = search.amount_from {
        asks.push(" AND worth >= ").push_bind(least);
    }
    if let Some(most) = search.amount_to {
        asks.push(" AND worth <= ").push_bind(most);
    }
    asks
}
