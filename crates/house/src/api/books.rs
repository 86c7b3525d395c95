//! The rule library, and the house's own policy.

use super::asked::Path;
use crate::house::House;
use crate::library::{self, BookView, Library};
use crate::policy::{POLICY, Policy};
use crate::problem::Problem;
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use std::sync::Arc;
use utoipa::OpenApi;

/// Every book of the house.
#[utoipa::path(get, path = "/api/v1/books", responses((status = 200, body = Library)))]
pub async fn library(State(house): State<Arc<House>>) -> Json<Library> {
    Json(Library { books: house.books().map(library::title).collect() })
}

/// A book: clauses, wagers, and their exact odds on a full shoe.
#[utoipa::path(get, path = "/api/v1/books/{book}", params(("book" = String, Path)), responses(
    (status = 200, body = BookView), (status = 404, body = Problem)))]
pub async fn book(
    State(house): State<Arc<House>>,
    Path(book): Path<String>,
) -> Result<Json<BookView>, Problem> {
    // The first to ask waits while the odds are worked out, and keeps nobody else waiting.
    let found = tokio::task::spawn_blocking(move || house.book(&book).cloned());
    found.await.map_err(|error| Problem::ours(&error))?.map(Json)
}

/// What happens on a lost connection or an interrupted coup.
#[utoipa::path(get, path = "/api/v1/policy", responses((status = 200, body = Policy)))]
pub async fn policy() -> Json<Policy> {
    Json(POLICY)
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(library, book, policy))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/books", get(library))
        .route("/books/{book}", get(book))
        .route("/policy", get(policy))
}
