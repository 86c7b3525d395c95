//! Everything the house answers, as one application: the API, the pages, and what machines ask.

use crate::api::asked::PeerAddress;
use crate::api::{self, LONGEST, guard};
use crate::house::House;
use crate::problem::Problem;
use crate::rooms;
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::net::IpAddr;
use std::sync::Arc;

/// Everything the house answers.
pub fn app(house: Arc<House>) -> Router {
    Router::new()
        .nest("/api/v1", api::routes())
        .route("/health/live", get(|| async { "alive\n" }))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
        .merge(rooms::routes())
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
async fn metrics(State(house): State<Arc<House>>, PeerAddress(from): PeerAddress) -> Response {
    if !from.is_none_or(|from: IpAddr| from.is_loopback()) {
        return Problem::not_yours("figures are told on the machine itself").into_response();
    }
    house.measure().await;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], house.metrics.written()).into_response()
}
