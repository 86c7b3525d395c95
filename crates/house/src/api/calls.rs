//! Calls for a supervisor.

use super::asked::{Body, Path, Visitor};
use super::tables::{check_ready, own_id};
use crate::house::House;
use crate::problem::Problem;
use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use floor::call::Call;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::{OpenApi, ToSchema};

/// A call for a supervisor.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Calling {
    /// Yours to choose, once for each call: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    /// Why, in up to 200 characters.
    #[serde(default)]
    why: String,
}

/// Call a supervisor to a table.
#[utoipa::path(post, path = "/api/v1/tables/{table}/calls", params(("table" = String, Path)),
    request_body = Calling, responses((status = 200, body = Call), (status = "4XX", body = Problem)))]
pub async fn call(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    body: Result<Body<Calling>, Problem>,
) -> Result<Json<Call>, Problem> {
    let person = visitor.signed_in()?.person.clone();
    let table = house.table(&table)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Calling { id, why }) = body?;
    let id = own_id(&person, &id)?;
    check_ready(&house)?;
    Ok(Json(table.call(id, person, why).await?))
}

/// That somebody comes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Coming {
    /// Yours to choose, once for each answer: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
}

/// Answer a call: you are there.
#[utoipa::path(post, path = "/api/v1/tables/{table}/calls/{number}/answer",
    params(("table" = String, Path), ("number" = u32, Path)),
    request_body = Coming, responses((status = 200, body = Call), (status = "4XX", body = Problem)))]
pub async fn answer(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path((table, number)): Path<(String, String)>,
    body: Result<Body<Coming>, Problem>,
) -> Result<Json<Call>, Problem> {
    let person = visitor.signed_in()?.person.clone();
    let table = house.table(&table)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Coming { id }) = body?;
    let id = own_id(&person, &id)?;
    let number = number.parse().map_err(|_| Problem::not_found("there is no such call"))?;
    check_ready(&house)?;
    Ok(Json(table.answer_call(id, person, number).await?))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(call, answer))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/tables/{table}/calls", post(call))
        .route("/tables/{table}/calls/{number}/answer", post(answer))
}
