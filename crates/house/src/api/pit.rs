//! The pit: every table at a glance, slips, what would follow from an act, and what takes two people.

use super::asked::{Body, Path, PeerAddress, Visitor};
use super::contests::{Followed, live};
use super::feed::Watching;
use super::tables::own_id;
use crate::house::House;
use crate::problem::Problem;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use bytes::Bytes;
use floor::flush::frame;
use floor::proposal::{Follows, PairView, ProposalView, pairs_together, reason};
use floor::runner::{Approver, Running};
use floor::slip::Slip;
use floor::typed::TypedAct;
use floor::view::PitTable;
use people::clock;
use people::denial::Denial;
use people::role::Role;
use people::two_person::DualControl;
use people::viewer::{Person, Viewer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use table::{Act, Time};
use tokio::time::{Interval, interval};
use utoipa::{OpenApi, ToSchema};

/// Somebody who works here, or a refusal.
fn staff(visitor: &Visitor) -> Result<Person, Problem> {
    let person = &visitor.signed_in()?.person;
    match person.role {
        Role::Player => Err(Problem::not_yours("this is for staff")),
        _ => Ok(person.clone()),
    }
}

/// Somebody who may look at the pit, or a refusal.
pub(crate) fn keeper(visitor: &Visitor) -> Result<Person, Problem> {
    let person = staff(visitor)?;
    match sees_pit(person.role) {
        true => Ok(person),
        false => Err(Problem::not_yours(format!("a {} does not see the pit", person.role))),
    }
}

/// May this role look at the pit?
fn sees_pit(role: Role) -> bool {
    matches!(role, Role::Supervisor | Role::Manager | Role::Surveillance | Role::Inspector)
}

/// Whether a manager and an inspector have both accepted.
#[derive(Serialize, ToSchema)]
pub struct ShoeAccepted {
    /// Both have; the table goes on with another shoe.
    accepted: bool,
}

/// Accept that the shoe was given up because vault and log do not agree. The table is closed until a manager and an inspector
/// have both done so.
#[utoipa::path(post, path = "/api/v1/tables/{table}/shoe/accept", params(("table" = String, Path)), responses(
    (status = 200, body = ShoeAccepted), (status = "4XX", body = Problem)))]
pub async fn accept_shoe(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
) -> Result<Json<ShoeAccepted>, Problem> {
    let person = staff(&visitor)?;
    let table = house.table(&table)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    visitor.signed_in()?.confirmed()?;
    let first = floor::cards::accepted_by(&house.floor.ledger, &table.id).await.map_err(Denial::from)?;
    if let Some(first) = first.filter(|first| *first != *person.name.0) {
        house.people.may_second(&person, &first).await?;
    }
    Ok(Json(ShoeAccepted { accepted: table.accept_shoe(person).await? }))
}

/// The pit at a glance.
#[derive(Serialize, ToSchema)]
pub struct Pit {
    /// The time by the house's clock.
    #[schema(value_type = i64)]
    now: Time,
    /// Every table.
    tables: Vec<PitTable>,
    /// Which two people have decided together, and how often, at all tables.
    pairs: Vec<PairView>,
}

async fn at_a_glance(house: &House) -> Result<Pit, Problem> {
    let mut tables = Vec::new();
    for table in house.tables().iter() {
        tables.push(table.at_a_glance().await?);
    }
    let pairs = pairs_together(tables.iter().flat_map(|table| table.pairs.clone()));
    Ok(Pit { now: clock::now(), tables, pairs })
}

/// Every table at a glance.
#[utoipa::path(get, path = "/api/v1/pit", responses(
    (status = 200, body = Pit), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn pit(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Json<Pit>, Problem> {
    keeper(&visitor)?;
    Ok(Json(at_a_glance(&house).await?))
}

/// The pit, live: `view` with all of it, then `changed` with each table that has changed.
#[utoipa::path(get, path = "/api/v1/pit/feed", responses(
    (status = 200, content_type = "text/event-stream", body = String), (status = "4XX", body = Problem)))]
pub async fn pit_feed(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Response, Problem> {
    let (first, followed) = followed(&house, &visitor).await?;
    Ok(live(&house, first, followed))
}

/// How often it is looked whether a table has changed.
const LOOKS: Duration = Duration::from_millis(400);

/// The pit as somebody begins to follow it: all of it, and what comes after.
pub(super) async fn followed(house: &Arc<House>, visitor: &Visitor) -> Result<(Bytes, FollowedPit), Problem> {
    let person = keeper(visitor)?;
    let version = |table: &Running| (table.id.to_string(), table.posted(|posted| posted.version));
    let versions = house.tables().iter().map(version).collect();
    let first = frame("view", None, &at_a_glance(house).await?);
    let watching = Watching::new(house.clone(), Viewer::Person(person), visitor.token.clone(), None);
    Ok((first, FollowedPit { watching, versions, looks: interval(LOOKS) }))
}

/// The pit that a browser follows.
pub(super) struct FollowedPit {
    watching: Watching,
    /// Which version of each table was told last.
    versions: BTreeMap<String, u64>,
    looks: Interval,
}

impl Followed for FollowedPit {
    /// The tables that have changed; nothing where one was retired, so that all of it is told anew.
    type Change = Option<Vec<Running>>;

    fn watching(&self) -> &Watching {
        &self.watching
    }

    async fn change(&mut self) -> Option<Self::Change> {
        loop {
            self.looks.tick().await;
            let tables = self.watching.house().tables();
            let mut known = std::mem::take(&mut self.versions);
            let changed = tables.iter().filter(|table| {
                let version = table.posted(|posted| posted.version);
                self.versions.insert(table.id.to_string(), version);
                known.remove(&*table.id) != Some(version)
            });
            let changed: Vec<Running> = changed.cloned().collect();
            if !known.is_empty() {
                return Some(None);
            }
            if !changed.is_empty() {
                return Some(Some(changed));
            }
        }
    }

    async fn message(&self, change: Self::Change) -> Bytes {
        let mut message = Vec::new();
        match change {
            None => {
                if let Ok(whole) = at_a_glance(&self.watching.house()).await {
                    message.extend_from_slice(&frame("view", None, &whole));
                }
            }
            Some(tables) => {
                for table in tables {
                    // A table that closes right now is told with the next look.
                    let Ok(seen) = table.at_a_glance().await else { continue };
                    message.extend_from_slice(&frame("changed", None, &seen));
                }
            }
        }
        if message.is_empty() {
            message.extend_from_slice(b": here\n\n");
        }
        Bytes::from(message)
    }
}

/// The last slips of a table.
#[derive(Serialize, ToSchema)]
pub struct Slips {
    /// Newest first.
    slips: Vec<Slip>,
}

/// The last slips of a table.
#[utoipa::path(get, path = "/api/v1/tables/{table}/slips", params(("table" = String, Path)), responses(
    (status = 200, body = Slips), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn slips(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
) -> Result<Json<Slips>, Problem> {
    keeper(&visitor)?;
    Ok(Json(Slips { slips: house.table(&table)?.at_a_glance().await?.slips }))
}

/// A slip, by the number of its event.
#[utoipa::path(get, path = "/api/v1/tables/{table}/slips/{number}",
    params(("table" = String, Path), ("number" = u64, Path)), responses(
    (status = 200, body = Slip), (status = "4XX", body = Problem)))]
pub async fn slip(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path((table, number)): Path<(String, String)>,
) -> Result<Json<Slip>, Problem> {
    keeper(&visitor)?;
    let number = number.parse().map_err(|_| Problem::not_found("there is no such slip at this table"))?;
    Ok(Json(office::slip::read(&house.floor, &table, number).await?))
}

/// An act to be judged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Judge {
    /// The act, as in a command.
    #[schema(value_type = TypedAct, example = json!({"act": "fill", "amount": 500000, "signed": "Dora"}))]
    act: Act,
}

/// What would follow if you did this now; nothing happens. A refusal comes with its clauses, as it would for the command.
#[utoipa::path(post, path = "/api/v1/tables/{table}/judge", params(("table" = String, Path)), request_body = Judge, responses(
    (status = 200, body = Follows), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn judge(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    body: Result<Body<Judge>, Problem>,
) -> Result<Json<Follows>, Problem> {
    let person = staff(&visitor)?;
    let table = house.table(&table)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Judge { act }) = body?;
    Ok(Json(table.judge(person, act).await?))
}

/// Proposals of a table.
#[derive(Serialize, ToSchema)]
pub struct ProposalsView {
    /// Those that wait, and the last of those that do not, newest first.
    proposals: Vec<ProposalView>,
}

/// What is proposed at a table, with what would follow if you approved it.
#[utoipa::path(get, path = "/api/v1/tables/{table}/proposals", params(("table" = String, Path)), responses(
    (status = 200, body = ProposalsView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn proposals(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
) -> Result<Json<ProposalsView>, Problem> {
    let person = staff(&visitor)?;
    let proposals = house.table(&table)?.proposals(person).await?;
    Ok(Json(ProposalsView { proposals }))
}

/// Something that takes two people.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Propose {
    /// Yours to choose, as with a command.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    /// The act, as in a command.
    #[schema(value_type = TypedAct, example = json!({"act": "invalidate", "ground": "rule-breach", "coup": 12, "why": "a card was marked"}))]
    act: Act,
    /// Why.
    why: String,
}

/// Propose something that takes two people.
#[utoipa::path(post, path = "/api/v1/tables/{table}/proposals", params(("table" = String, Path)), request_body = Propose, responses(
    (status = 200, body = ProposalView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn propose(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    body: Result<Body<Propose>, Problem>,
) -> Result<Json<ProposalView>, Problem> {
    let person = staff(&visitor)?;
    let table = house.table(&table)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Propose { id, act, why }) = body?;
    let id = own_id(&person, &id)?;
    let why = reason(&why)?;
    // Whoever only says what has happened moves nothing by it: whoever approves it proves that it is them.
    if !DualControl::depends_on_effects(&act) {
        visitor.signed_in()?.confirmed()?;
    }
    Ok(Json(table.propose(id, person, act, why).await?))
}

/// An approval.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Approve {
    /// What you were shown that would follow: `follows.effect` of the proposal.
    effect: String,
    /// Who approves at this console by their own PIN; whoever is signed in if it is left out.
    #[serde(default)]
    pin: Option<OwnPin>,
}

/// Somebody at a colleague's console, who proves by their own PIN that it is them.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnPin {
    /// Their name.
    name: String,
    /// Their PIN.
    pin: String,
}

/// Whoever approves: somebody at this console by PIN, or whoever is signed in and has just confirmed.
async fn approver(
    house: &House,
    visitor: &Visitor,
    from: Option<IpAddr>,
    pin: Option<OwnPin>,
) -> Result<Approver, Problem> {
    let person = staff(visitor)?;
    let Some(OwnPin { name, pin }) = pin else {
        visitor.signed_in()?.confirmed()?;
        return Ok(Approver { person, console: None });
    };
    let approver = proved_by_pin(house, visitor, from, OwnPin { name, pin }).await?;
    Ok(Approver { person: approver, console: Some(person.name) })
}

/// Somebody of the staff who proves by their own PIN, at whatever console, that it is them. Tries are counted for whoever is signed in at
/// the console, and for the PIN: what strangers at the same address do takes nothing away.
pub(crate) async fn proved_by_pin(
    house: &House,
    visitor: &Visitor,
    from: Option<IpAddr>,
    OwnPin { name, pin }: OwnPin,
) -> Result<Person, Problem> {
    let console = &visitor.signed_in()?.person.name;
    house.by_name.take(&console.to_string()).map_err(Problem::too_many)?;
    // In a demonstration whoever came by a role's link signs by the PIN that was printed beside it.
    if let Some(person) = house.links.as_ref().and_then(|links| links.signer(&name, &pin)) {
        house.lets_in(person.role)?;
        return Ok(person);
    }
    let network = from.map(|from| from.to_string());
    let person = house.people.prove_pin(&name, &pin, network.as_deref()).await?;
    house.lets_in(person.role)?;
    Ok(person)
}

/// A proposal at a console, as whoever gives their PIN sees it: with what would follow if they approved.
#[utoipa::path(post, path = "/api/v1/tables/{table}/proposals/{number}/look",
    params(("table" = String, Path), ("number" = u32, Path)), request_body = OwnPin, responses(
    (status = 200, body = ProposalView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn look(
    State(house): State<Arc<House>>,
    PeerAddress(from): PeerAddress,
    visitor: Visitor,
    Path((table, number)): Path<(String, String)>,
    body: Result<Body<OwnPin>, Problem>,
) -> Result<Json<ProposalView>, Problem> {
    let person = staff(&visitor)?;
    let (table, number) = (house.table(&table)?, numbered(&number)?);
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(pin) = body?;
    let approver = approver(&house, &visitor, from, Some(pin)).await?;
    let seen = table.proposals(approver.person).await?;
    let found = seen.into_iter().find(|proposal| proposal.number == number);
    Ok(Json(found.ok_or_else(|| Problem::not_found("there is no such proposal at this table"))?))
}

/// Approve a proposal; what it lets happen happens at once, or is turned down by the book.
#[utoipa::path(post, path = "/api/v1/tables/{table}/proposals/{number}/approve",
    params(("table" = String, Path), ("number" = u32, Path)), request_body = Approve, responses(
    (status = 200, body = ProposalView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn approve(
    State(house): State<Arc<House>>,
    PeerAddress(from): PeerAddress,
    visitor: Visitor,
    Path((table, number)): Path<(String, String)>,
    body: Result<Body<Approve>, Problem>,
) -> Result<Json<ProposalView>, Problem> {
    let person = staff(&visitor)?;
    let (table, number) = (house.table(&table)?, numbered(&number)?);
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Approve { effect, pin }) = body?;
    let approver = approver(&house, &visitor, from, pin).await?;
    let proposed = table.proposals(approver.person.clone()).await?;
    if let Some(proposal) = proposed.iter().find(|proposal| proposal.number == number) {
        house.people.may_second(&approver.person, &proposal.by).await?;
    }
    Ok(Json(table.approve(number, approver, effect).await?))
}

/// A refusal.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Refuse {
    /// Why.
    why: String,
}

/// Refuse a proposal, or take your own back.
#[utoipa::path(post, path = "/api/v1/tables/{table}/proposals/{number}/refuse",
    params(("table" = String, Path), ("number" = u32, Path)), request_body = Refuse, responses(
    (status = 200, body = ProposalView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn refuse(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path((table, number)): Path<(String, String)>,
    body: Result<Body<Refuse>, Problem>,
) -> Result<Json<ProposalView>, Problem> {
    let person = staff(&visitor)?;
    let (table, number) = (house.table(&table)?, numbered(&number)?);
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Refuse { why }) = body?;
    Ok(Json(table.refuse(number, person, reason(&why)?).await?))
}

fn numbered(number: &str) -> Result<u32, Problem> {
    number.parse().map_err(|_| Problem::not_found("there is no such proposal at this table"))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(pit, pit_feed, slips, slip, accept_shoe, judge, proposals, propose, look, approve, refuse))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/pit", get(pit))
        .route("/pit/feed", get(pit_feed))
        .route("/tables/{table}/slips", get(slips))
        .route("/tables/{table}/slips/{number}", get(slip))
        .route("/tables/{table}/shoe/accept", post(accept_shoe))
        .route("/tables/{table}/judge", post(judge))
        .route("/tables/{table}/proposals", get(proposals).post(propose))
        .route("/tables/{table}/proposals/{number}/look", post(look))
        .route("/tables/{table}/proposals/{number}/approve", post(approve))
        .route("/tables/{table}/proposals/{number}/refuse", post(refuse))
}
