//! The pit: what would follow from an act, and what takes two people.

use super::asked::{Body, Visitor};
use super::tables::own_id;
use crate::house::House;
use crate::problem::Problem;
use crate::proposal::{Follows, ProposalSeen, reason};
use crate::role::Role;
use crate::viewer::Person;
use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::Act;
use utoipa::ToSchema;

/// Somebody who works here, or a refusal.
fn staff(visitor: &Visitor) -> Result<Person, Problem> {
    let person = &visitor.signed_in()?.person;
    match person.role {
        Role::Player => Err(Problem::not_yours("this is for staff")),
        _ => Ok(person.clone()),
    }
}

/// An act to be judged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Judge {
    /// The act, as in a command.
    #[schema(value_type = Object, example = json!({"act": "fill", "amount": 500000, "signed": "Dora"}))]
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
pub struct ProposalsSeen {
    /// Those that wait, and the last of those that do not, newest first.
    proposals: Vec<ProposalSeen>,
}

/// What is proposed at a table, with what would follow if you approved it.
#[utoipa::path(get, path = "/api/v1/tables/{table}/proposals", params(("table" = String, Path)), responses(
    (status = 200, body = ProposalsSeen), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn proposals(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
) -> Result<Json<ProposalsSeen>, Problem> {
    let person = staff(&visitor)?;
    let proposals = house.table(&table)?.proposals(person).await?;
    Ok(Json(ProposalsSeen { proposals }))
}

/// Something that takes two people.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Propose {
    /// Yours to choose, as with a command.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    /// The act, as in a command.
    #[schema(value_type = Object, example = json!({"act": "invalidate", "ground": "rule-breach", "coup": 12, "why": "a card was marked"}))]
    act: Act,
    /// Why.
    why: String,
}

/// Propose something that takes two people.
#[utoipa::path(post, path = "/api/v1/tables/{table}/proposals", params(("table" = String, Path)), request_body = Propose, responses(
    (status = 200, body = ProposalSeen), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn propose(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    body: Result<Body<Propose>, Problem>,
) -> Result<Json<ProposalSeen>, Problem> {
    let person = staff(&visitor)?;
    let table = house.table(&table)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Propose { id, act, why }) = body?;
    let id = own_id(&person, &id)?;
    let why = reason(&why)?;
    visitor.signed_in()?.confirmed()?;
    Ok(Json(table.propose(id, person, act, why).await?))
}

/// An approval.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Approve {
    /// What you were shown that would follow: `follows.effect` of the proposal.
    effect: String,
}

/// Approve a proposal; what it lets happen happens at once, or is turned down by the book.
#[utoipa::path(post, path = "/api/v1/tables/{table}/proposals/{number}/approve",
    params(("table" = String, Path), ("number" = u32, Path)), request_body = Approve, responses(
    (status = 200, body = ProposalSeen), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn approve(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path((table, number)): Path<(String, String)>,
    body: Result<Body<Approve>, Problem>,
) -> Result<Json<ProposalSeen>, Problem> {
    let person = staff(&visitor)?;
    let (table, number) = (house.table(&table)?, numbered(&number)?);
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Approve { effect }) = body?;
    visitor.signed_in()?.confirmed()?;
    Ok(Json(table.approve(number, person, effect).await?))
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
    (status = 200, body = ProposalSeen), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn refuse(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path((table, number)): Path<(String, String)>,
    body: Result<Body<Refuse>, Problem>,
) -> Result<Json<ProposalSeen>, Problem> {
    let person = staff(&visitor)?;
    let (table, number) = (house.table(&table)?, numbered(&number)?);
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Refuse { why }) = body?;
    Ok(Json(table.refuse(number, person, reason(&why)?).await?))
}

fn numbered(number: &str) -> Result<u32, Problem> {
    number.parse().map_err(|_| Problem::not_found("there is no such proposal at this table"))
}
