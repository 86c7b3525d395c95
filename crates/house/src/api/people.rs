//! The people of the house: who has a password, taking in, letting go, new passwords.

use super::asked::{Body, Visitor};
use crate::house::House;
use crate::problem::Problem;
use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use people::role::Role;
use people::viewer::Person;
use people::{Done, Known, PersonHappened, Wish};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{OpenApi, ToSchema};

/// Everybody with a password, and what was done about people.
#[derive(Serialize, ToSchema)]
pub struct PeopleView {
    /// Everybody with a password, by name.
    pub people: Vec<Known>,
    /// What was done about people, newest first.
    pub done: Vec<PersonHappened>,
}

/// Somebody new.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPerson {
    /// Yours to choose, once for each thing you want.
    id: String,
    name: String,
    role: Role,
    password: String,
    why: String,
}

/// A new password for somebody.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// Yours to choose, once for each thing you want.
    id: String,
    password: String,
    why: String,
}

/// Somebody is let go.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LetGo {
    /// Yours to choose, once for each thing you want.
    id: String,
    why: String,
}

/// Managers and inspectors see to people; surveillance may look.
fn who(visitor: &Visitor, looks: bool) -> Result<Person, Problem> {
    let person = visitor.signed_in()?.person.clone();
    match person.role {
        Role::Manager | Role::Inspector => Ok(person),
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
    Ok(PeopleView { people, done: house.people.done(&house.floor.ledger).await? })
}

async fn wish(
    house: &House,
    visitor: &Visitor,
    by: &Person,
    wish: Wish,
) -> Result<Json<PeopleView>, Problem> {
    house.people.wish(&house.floor.ledger, by, wish).await?;
    seen(house, visitor).await.map(Json)
}

/// Take somebody in.
#[utoipa::path(post, path = "/api/v1/people", request_body = NewPerson,
    responses((status = 200, body = PeopleView), (status = "4XX", body = Problem)))]
pub async fn add(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<NewPerson>, Problem>,
) -> Result<Json<PeopleView>, Problem> {
    let by = who(&visitor, false)?;
    let Body(NewPerson { id, name, role, password, why }) = body?;
    let wished = Wish { id, act: Done::Added, name, role: Some(role), password: Some(password), why };
    wish(&house, &visitor, &by, wished).await
}

/// Give somebody a new password. Whoever is signed in under the old one is signed out.
#[utoipa::path(post, path = "/api/v1/people/{name}/password", params(("name" = String, Path)), request_body = NewPassword,
    responses((status = 200, body = PeopleView), (status = "4XX", body = Problem)))]
pub async fn password(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(name): Path<String>,
    body: Result<Body<NewPassword>, Problem>,
) -> Result<Json<PeopleView>, Problem> {
    let by = who(&visitor, false)?;
    let Body(NewPassword { id, password, why }) = body?;
    let wished = Wish { id, act: Done::NewPassword, name, role: None, password: Some(password), why };
    wish(&house, &visitor, &by, wished).await
}

/// Let somebody go. Their name stays on record and can be taken in again.
#[utoipa::path(post, path = "/api/v1/people/{name}/remove", params(("name" = String, Path)), request_body = LetGo,
    responses((status = 200, body = PeopleView), (status = "4XX", body = Problem)))]
pub async fn remove(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(name): Path<String>,
    body: Result<Body<LetGo>, Problem>,
) -> Result<Json<PeopleView>, Problem> {
    let by = who(&visitor, false)?;
    let Body(LetGo { id, why }) = body?;
    let wished = Wish { id, act: Done::Removed, name, role: None, password: None, why };
    wish(&house, &visitor, &by, wished).await
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(people, add, password, remove))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/people", get(people).post(add))
        .route("/people/{name}/password", post(password))
        .route("/people/{name}/remove", post(remove))
}
