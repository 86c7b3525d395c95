//! The people of the house: who has a password; taking in, other roles and resets by two people; enrolment; letting go.

use super::asked::{Body, Path, PeerAddress, Visitor};
use super::session::may_try;
use crate::house::House;
use crate::problem::Problem;
use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use people::role::Role;
use people::viewer::Person;
use people::{Approved, Change, Enrolling, Known, Pending, PersonHappened, Proposed, WishedChange};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::Name;
use utoipa::{OpenApi, ToSchema};

/// Everybody with a password, what waits for a second person, and what was done about people.
#[derive(Serialize, ToSchema)]
pub struct PeopleView {
    /// Everybody with a password, by name.
    pub people: Vec<Known>,
    /// Changes that wait for a second person, or for the person concerned, newest first.
    pub pending: Vec<Pending>,
    /// What was done about people, newest first.
    pub done: Vec<PersonHappened>,
}

/// A change about somebody, for a second person to approve.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeRequest {
    /// Yours to choose, once for each thing you want.
    id: String,
    change: Change,
    name: String,
    /// Needed for somebody new and for another role.
    #[serde(default)]
    role: Option<Role>,
    /// The new name, for another name.
    #[serde(default)]
    to: Option<String>,
    why: String,
}

/// A reason.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    why: String,
}

/// Nothing but the question.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// The two halves that let somebody enrol.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Halves {
    link: String,
    code: String,
}

/// Who is about to enrol.
#[derive(Serialize, ToSchema)]
pub struct EnrollingView {
    name: String,
    role: Role,
    /// The secret of the second factor, as authenticator programs take it; staff have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    /// The same as a link that such programs open.
    #[serde(skip_serializing_if = "Option::is_none")]
    otpauth: Option<String>,
}

/// What somebody sets when they enrol.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Enrol {
    link: String,
    code: String,
    password: String,
    /// The six digits that the second factor shows; staff need them.
    #[serde(default)]
    factor: Option<String>,
}

/// Who has enrolled.
#[derive(Serialize, ToSchema)]
pub struct Enrolled {
    name: String,
    role: Role,
}

/// Managers and inspectors see to people, once they have proved again who they are; surveillance may look.
fn who(visitor: &Visitor, looks: bool) -> Result<Person, Problem> {
    let person = visitor.signed_in()?.person.clone();
    match person.role {
        Role::Manager | Role::Inspector => {
            if !looks {
                visitor.signed_in()?.confirmed()?;
            }
            Ok(person)
        }
        Role::Surveillance if looks => Ok(person),
        _ => Err(Problem::not_yours("people are seen to by a manager, and the regulator's by an inspector")),
    }
}

/// Everybody with a password.
#[utoipa::path(get, path = "/api/v1/people", responses((status = 200, body = PeopleView), (status = "4XX", body = Problem)))]
pub async fn people(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Json<PeopleView>, Problem> {
    seen(&house, &visitor).await.map(Json)
}

/// The same for the page.
pub async fn seen(house: &House, visitor: &Visitor) -> Result<PeopleView, Problem> {
    let person = who(visitor, true)?;
    let people = house.people.known(person.role).await?;
    let pending = house.people.pending(person.role).await?;
    Ok(PeopleView { people, pending, done: house.people.done(&house.floor.ledger).await? })
}

/// Propose to take somebody in, to give another role or another name, to reset an account, or to let somebody go. Somebody else approves; the link is shown
/// once.
#[utoipa::path(post, path = "/api/v1/people/changes", request_body = ChangeRequest,
    responses((status = 200, body = Proposed), (status = "4XX", body = Problem)))]
pub async fn propose(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<ChangeRequest>, Problem>,
) -> Result<Json<Proposed>, Problem> {
    let by = who(&visitor, false)?;
    let Body(ChangeRequest { id, change, name, role, to, why }) = body?;
    let wished = WishedChange { change, name, to, role, why };
    Ok(Json(house.people.propose(&house.floor.ledger, &by, &id, wished).await?))
}

/// Approve a change that somebody else proposed. The code is shown once.
#[utoipa::path(post, path = "/api/v1/people/changes/{number}/approve", params(("number" = u32, Path)), request_body = Nothing,
    responses((status = 200, body = Approved), (status = "4XX", body = Problem)))]
pub async fn approve(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(number): Path<String>,
    body: Result<Body<Nothing>, Problem>,
) -> Result<Json<Approved>, Problem> {
    let by = who(&visitor, false)?;
    let Body(Nothing {}) = body?;
    let approved = house.people.approve(&house.floor.ledger, &by, numbered(&number)?).await?;
    // Whoever has other secrets, another role or another name from now on, or is let go, is on duty no more.
    house.sign_off(&Name::from(approved.name.as_str())).await;
    Ok(Json(approved))
}

/// Refuse a change, or take back your own.
#[utoipa::path(post, path = "/api/v1/people/changes/{number}/refuse", params(("number" = u32, Path)), request_body = Reason,
    responses((status = 200, body = PeopleView), (status = "4XX", body = Problem)))]
pub async fn refuse(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(number): Path<String>,
    body: Result<Body<Reason>, Problem>,
) -> Result<Json<PeopleView>, Problem> {
    let by = who(&visitor, false)?;
    let Body(Reason { why }) = body?;
    house.people.refuse(&house.floor.ledger, &by, numbered(&number)?, why).await?;
    seen(&house, &visitor).await.map(Json)
}

fn numbered(number: &str) -> Result<u32, Problem> {
    number.parse().map_err(|_| Problem::not_found("there is no such change that waits"))
}

/// Who is about to enrol with these halves, and the second factor to set up.
#[utoipa::path(post, path = "/api/v1/enrol/begin", request_body = Halves,
    responses((status = 200, body = EnrollingView), (status = "4XX", body = Problem)))]
pub async fn begin(
    State(house): State<Arc<House>>,
    PeerAddress(from): PeerAddress,
    Body(Halves { link, code }): Body<Halves>,
) -> Result<Json<EnrollingView>, Problem> {
    may_try(&house, from)?;
    let Enrolling { name, role, factor } = house.people.enrolling(&link, &code).await?;
    let (secret, otpauth) = factor.map(|factor| (factor.secret, factor.link)).unzip();
    Ok(Json(EnrollingView { name, role, secret, otpauth }))
}

/// Set your own secrets. Nobody else ever sees them.
#[utoipa::path(post, path = "/api/v1/enrol", request_body = Enrol,
    responses((status = 200, body = Enrolled), (status = "4XX", body = Problem)))]
pub async fn enrol(
    State(house): State<Arc<House>>,
    PeerAddress(from): PeerAddress,
    Body(Enrol { link, code, password, factor }): Body<Enrol>,
) -> Result<Json<Enrolled>, Problem> {
    may_try(&house, from)?;
    let enrolled = house.people.enrol(&house.floor.ledger, (&link, &code), password, factor.as_deref());
    let Person { name, role } = enrolled.await?;
    // Whoever has another role now is on duty in none.
    house.sign_off(&name).await;
    Ok(Json(Enrolled { name: name.to_string(), role }))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(people, propose, approve, refuse, begin, enrol))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/people", get(people))
        .route("/people/changes", post(propose))
        .route("/people/changes/{number}/approve", post(approve))
        .route("/people/changes/{number}/refuse", post(refuse))
        .route("/enrol/begin", post(begin))
        .route("/enrol", post(enrol))
}
