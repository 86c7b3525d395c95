//! What every request passes before it is answered: how often, from which page, and what browsers are told with the answer.

use super::asked;
use crate::connections::neighbourhood;
use crate::house::House;
use crate::problem::Problem;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often somebody who waits for an answer looks whether this house may still give it.
const LOOK: Duration = Duration::from_millis(250);

/// Nothing but what the house itself serves, and no frame around it but its own.
const CONTENT: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; \
                       base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

const ALWAYS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Lets a request through, or not.
pub async fn guard(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let api = request.uri().path().starts_with("/api/");
    let (parts, body) = request.into_parts();
    let turned_down = turned_down(&house, &parts);
    let mut response = match turned_down {
        Some(problem) => problem.into_response(),
        // Whoever waits for a database that does not answer is told so in time to ask another node.
        None => tokio::select! {
            biased;
            response = next.run(Request::from_parts(parts, body)) => response,
            () = loses_trust(&house) => not_in_charge().into_response(),
        },
    };
    // Also what was worked out while the lease ran out: whoever is in charge now may know better.
    if !house.is_trusted() {
        response = not_in_charge().into_response();
    }
    let headers = response.headers_mut();
    set_standing_headers(headers);
    if asked::secure(&house) {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    if api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    house.metrics.answered(begun.elapsed(), response.status().is_server_error());
    response
}

/// Ends once another node may be in charge.
async fn loses_trust(house: &House) {
    while house.is_trusted() {
        tokio::time::sleep(LOOK).await;
    }
}

/// Another node may be in charge.
fn not_in_charge() -> Problem {
    Problem::out_of_service("the database does not answer, and another node may be in charge; ask again")
}

/// What browsers are told with every answer.
pub(crate) fn set_standing_headers(headers: &mut HeaderMap) {
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

fn turned_down(house: &House, parts: &axum::http::request::Parts) -> Option<Problem> {
    if !house.is_trusted() {
        return Some(not_in_charge());
    }
    if let Some(from) = asked::from(parts, house)
        && let Err(wait) = house.by_address.take(&neighbourhood(from))
    {
        return Some(Problem::too_many(wait));
    }
    let changes = !matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    (changes && !is_own_page(house, &parts.headers)).then(Problem::wrong_origin)
}

/// Does this come from a page of the house, or from no page at all?
fn is_own_page(house: &House, headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").map(|site| site.as_bytes());
    if site.is_some_and(|site| site != b"same-origin" && site != b"none") {
        return false;
    }
    match headers.get(header::ORIGIN) {
        None => true,
        Some(origin) => house.settings.origins.iter().any(|own| own.as_bytes() == origin.as_bytes()),
    }
}
