//! The HTTP API. `docs/api.md` shows it with examples; `/api/v1/openapi.json` is made from what stands here.

pub(crate) mod asked;
mod books;
pub(crate) mod cage;
mod calls;
mod contests;
mod described;
mod feed;
pub(crate) mod guard;
mod own_chips;
mod own_coups;
mod own_limits;
mod page;
pub(crate) mod people;
pub(crate) mod pit;
mod practice;
mod promotions;
pub(crate) mod reports;
mod roster;
mod scan;
pub(crate) mod school;
mod session;
pub(crate) mod shifts;
mod shoes;
mod tables;
mod tournaments;
mod typed;
mod vouchers;
pub(crate) mod watch;

pub use asked::Visitor;

use crate::house::House;
use crate::problem::Problem;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::Value;
use std::sync::Arc;
use utoipa::OpenApi;

/// The longest body of a request.
pub const LONGEST: usize = 16 * 1024;

/// What belongs to no single file.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Croupier",
        description = "Baccarat by the book: tables, live feeds, sealed shoes and the rule library. \
                       Amounts are whole numbers of the smallest unit; docs/api.md shows every request with curl."
    ),
    components(schemas(
        Problem,
        floor::view::PublicEvent,
        floor::view::PlayerEvent,
        floor::view::StaffEvent
    ))
)]
struct Description;

/// The API as OpenAPI: what each file describes of itself, together.
pub fn description() -> Value {
    let files = [
        session::Api::openapi(),
        tables::Api::openapi(),
        own_limits::Api::openapi(),
        own_chips::Api::openapi(),
        own_coups::Api::openapi(),
        scan::Api::openapi(),
        calls::Api::openapi(),
        pit::Api::openapi(),
        roster::Api::openapi(),
        feed::Api::openapi(),
        shoes::Api::openapi(),
        books::Api::openapi(),
        people::Api::openapi(),
        reports::Api::openapi(),
        school::Api::openapi(),
        practice::Api::openapi(),
        shifts::Api::openapi(),
        vouchers::Api::openapi(),
        cage::Api::openapi(),
        watch::Api::openapi(),
        tournaments::Api::openapi(),
        promotions::Api::openapi(),
    ];
    let mut api = files.into_iter().fold(Description::openapi(), utoipa::openapi::OpenApi::merge_from);
    described::complete(&mut api);
    typed::with_types(serde_json::to_value(api).unwrap_or_default())
}

/// Everything under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    let files = [
        session::routes(),
        tables::routes(),
        own_limits::routes(),
        own_chips::routes(),
        own_coups::routes(),
        scan::routes(),
        calls::routes(),
        pit::routes(),
        roster::routes(),
        feed::routes(),
        shoes::routes(),
        books::routes(),
        people::routes(),
        reports::routes(),
        school::routes(),
        practice::routes(),
        shifts::routes(),
        vouchers::routes(),
        cage::routes(),
        watch::routes(),
        tournaments::routes(),
        promotions::routes(),
    ];
    files
        .into_iter()
        .fold(Router::new(), Router::merge)
        .route("/openapi.json", get(|| async { Json(description()) }))
        .fallback(|| async { Problem::not_found("there is nothing here; see /api/v1/openapi.json") })
        .method_not_allowed_fallback(|| async { Problem::method_not_allowed() })
}
