//! Chips that somebody carries about, between one table and the next.

use super::asked::Visitor;
use crate::house::House;
use crate::problem::Problem;
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use baccarat::chips::Money;
use serde::Serialize;
use std::sync::Arc;
use utoipa::{OpenApi, ToSchema};

/// Your own chips, but for those at a table.
#[derive(Serialize, ToSchema)]
pub struct OwnChips {
    /// Taken along from a table, or bought at the window. They come along to the next table at which you arrive.
    #[schema(value_type = i64)]
    carried: Money,
}

/// Chips of yours that are at no table. A house without a cage keeps none.
#[utoipa::path(get, path = "/api/v1/chips", responses(
    (status = 200, body = OwnChips), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn own_chips(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Json<OwnChips>, Problem> {
    let name = &super::own_limits::player(&visitor)?.name;
    let carried = match &house.floor.cage {
        Some(cage) => cage.read(&house.floor.ledger).await?.state().carried_by(Some(&name.0)),
        None => Money(0),
    };
    Ok(Json(OwnChips { carried }))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(own_chips))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new().route("/chips", get(own_chips))
}
