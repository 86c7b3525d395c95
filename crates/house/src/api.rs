//! The HTTP API. `docs/api.md` shows it with examples; `/api/v1/openapi.json` is made from what stands here.

mod asked;
mod books;
mod calls;
mod described;
mod feed;
mod guard;
pub(crate) mod people;
pub(crate) mod pit;
pub(crate) mod reports;
mod scan;
mod session;
pub(crate) mod shifts;
mod shoes;
mod tables;
pub(crate) mod watch;

pub use asked::Visitor;

use crate::house::House;
use crate::problem::Problem;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::OpenApi;

/// The longest body of a request.
pub const LONGEST: usize = 16 * 1024;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Croupier",
        description = "Baccarat by the book: tables, live feeds, sealed shoes and the rule library. \
                       Amounts are whole numbers of the smallest unit; docs/api.md shows every request with curl."
    ),
    paths(
        session::sign_in,
        session::sign_in_by_link,
        session::confirm,
        session::who,
        session::sign_out,
        tables::lobby,
        tables::view,
        tables::roads,
        tables::coups,
        tables::coup,
        tables::command,
        scan::scan,
        calls::call,
        calls::answer,
        pit::pit,
        pit::pit_feed,
        pit::slips,
        pit::slip,
        pit::judge,
        pit::proposals,
        pit::propose,
        pit::approve,
        pit::refuse,
        feed::feed,
        shoes::shoes,
        shoes::record,
        shoes::verify,
        books::library,
        books::book,
        books::policy,
        people::people,
        people::add,
        people::password,
        people::remove,
        reports::report,
        shifts::shifts,
        shifts::begin,
        shifts::end,
        watch::overview,
        watch::coups,
        watch::replay,
        watch::evidence,
        watch::composition,
        watch::in_force,
        watch::notes,
        watch::write_note,
        watch::verify,
        watch::verification,
        watch::disputes,
        watch::freeze,
        watch::case,
    ),
    components(schemas(
        Problem,
        crate::view::PublicEvent,
        crate::view::PlayerEvent,
        crate::view::StaffEvent
    ))
)]
struct Description;

/// The API as OpenAPI.
pub fn description() -> utoipa::openapi::OpenApi {
    let mut api = Description::openapi();
    described::complete(&mut api);
    api
}

/// Everything the house answers.
pub fn app(house: Arc<House>) -> Router {
    let api = Router::new()
        .route("/session", get(session::who).post(session::sign_in).delete(session::sign_out))
        .route("/session/link", post(session::sign_in_by_link))
        .route("/session/confirm", post(session::confirm))
        .route("/tables", get(tables::lobby))
        .route("/tables/{table}", get(tables::view))
        .route("/tables/{table}/feed", get(feed::feed))
        .route("/tables/{table}/roads", get(tables::roads))
        .route("/tables/{table}/coups", get(tables::coups))
        .route("/tables/{table}/coups/{number}", get(tables::coup))
        .route("/tables/{table}/commands", post(tables::command))
        .route("/tables/{table}/scan", post(scan::scan))
        .route("/tables/{table}/calls", post(calls::call))
        .route("/tables/{table}/calls/{number}/answer", post(calls::answer))
        .route("/pit", get(pit::pit))
        .route("/pit/feed", get(pit::pit_feed))
        .route("/tables/{table}/slips", get(pit::slips))
        .route("/tables/{table}/slips/{number}", get(pit::slip))
        .route("/tables/{table}/judge", post(pit::judge))
        .route("/tables/{table}/proposals", get(pit::proposals).post(pit::propose))
        .route("/tables/{table}/proposals/{number}/approve", post(pit::approve))
        .route("/tables/{table}/proposals/{number}/refuse", post(pit::refuse))
        .route("/tables/{table}/shoes", get(shoes::shoes))
        .route("/tables/{table}/shoes/{number}", get(shoes::record))
        .route("/tables/{table}/shoes/{number}/verify", post(shoes::verify))
        .route("/books", get(books::library))
        .route("/books/{book}", get(books::book))
        .route("/policy", get(books::policy))
        .route("/people", get(people::people).post(people::add))
        .route("/people/{name}/password", post(people::password))
        .route("/people/{name}/remove", post(people::remove))
        .route("/reports/{report}", get(reports::report))
        .route("/shifts", get(shifts::shifts).post(shifts::begin))
        .route("/shifts/{number}/end", post(shifts::end))
        .route("/watch", get(watch::overview))
        .route("/watch/coups", get(watch::coups))
        .route("/watch/notes", get(watch::notes).post(watch::write_note))
        .route("/watch/verify", get(watch::verification).post(watch::verify))
        .route("/watch/tables/{table}/composition", get(watch::composition))
        .route("/watch/tables/{table}/coups/{number}", get(watch::replay))
        .route("/watch/tables/{table}/coups/{number}/evidence", get(watch::evidence))
        .route("/watch/tables/{table}/disputes", get(watch::disputes))
        .route("/watch/tables/{table}/disputes/{dispute}/case", get(watch::case).post(watch::freeze))
        .route("/watch/tables/{table}/in-force", get(watch::in_force))
        .route("/openapi.json", get(|| async { Json(description()) }))
        .fallback(|| async { Problem::not_found("there is nothing here; see /api/v1/openapi.json") })
        .method_not_allowed_fallback(|| async { Problem::method_not_allowed() });
    Router::new()
        .nest("/api/v1", api)
        .route("/health/live", get(|| async { "alive\n" }))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
        .merge(crate::pages::routes())
        .layer(middleware::from_fn_with_state(house.clone(), guard::guard))
        .layer(DefaultBodyLimit::max(LONGEST))
        .with_state(house)
}

async fn ready(State(house): State<Arc<House>>) -> (StatusCode, &'static str) {
    match house.is_ready() {
        true => (StatusCode::OK, "ready\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
    }
}

/// Figures are for those on the machine itself.
async fn metrics(State(house): State<Arc<House>>, asked::PeerAddress(from): asked::PeerAddress) -> Response {
    if !from.is_none_or(|from: IpAddr| from.is_loopback()) {
        return Problem::not_yours("figures are told on the machine itself").into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], house.metrics.written()).into_response()
}
