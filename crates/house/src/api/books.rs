//! The rule library, and the house's own policy.

use crate::house::House;
use crate::library::{self, BookView, Library};
use crate::policy::{POLICY, Policy};
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use std::sync::Arc;

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
