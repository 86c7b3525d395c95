//! A scanning shoe tells what has left it.

use super::asked::{Body, Path, Visitor};
use super::tables::{check_ready, own_id};
use crate::house::House;
use crate::problem::Problem;
use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use floor::scanned::Scanned;
use floor::scanner::ScanAnswer;
use floor::view::StaffEvent;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{OpenApi, ToSchema};

/// What a scanning shoe has read.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScanRequest {
    /// Yours to choose, once for each card: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    /// The card, such as `7H`, or `cutting-card`.
    card: String,
}

/// Where it went.
#[derive(Serialize, ToSchema)]
pub struct Taken {
    /// The number of the last event.
    seq: u64,
    /// What happened.
    events: Vec<StaffEvent>,
    /// How many cards are still to be burnt before the burn is on record.
    left: u8,
}

/// A card has left the scanning shoe: it goes where it is due, or is told as not due.
#[utoipa::path(post, path = "/api/v1/tables/{table}/scan", params(("table" = String, Path)),
    request_body = ScanRequest, responses(
    (status = 200, body = Taken), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn scan(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    body: Result<Body<ScanRequest>, Problem>,
) -> Result<Json<Taken>, Problem> {
    let person = match &visitor.shoe {
        Some(shoe) => shoe.person.clone(),
        None => visitor.signed_in()?.person.clone(),
    };
    let table = house.table(&table)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(ScanRequest { id, card }) = body?;
    let id = own_id(&person, &id)?;
    let scanned: Scanned =
        card.parse().map_err(|message| Problem::unprocessable(format!("card: {message}")))?;
    check_ready(&house)?;
    let ScanAnswer { recorded, left } = table.scan(id, person, scanned).await?;
    let events = recorded.numbered().map(|(seq, event)| StaffEvent::of(seq, event, None)).collect();
    Ok(Json(Taken { seq: recorded.last(), events, left }))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(scan))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new().route("/tables/{table}/scan", post(scan))
}
