//! A player's own coups, over all tables.

use super::asked::Visitor;
use super::page::most;
use crate::house::House;
use crate::problem::Problem;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::routing::get;
use axum::{Json, Router};
use floor::view::CoupView;
use office::watch::{CoupFound, Search};
use people::Names;
use people::denial::Denial;
use people::role::Role;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::Time;
use utoipa::{IntoParams, OpenApi, ToSchema};

/// How often further coups are looked for while too few were found on which somebody had a wager.
const LOOKS: usize = 8;

/// Which of your coups.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct OwnSearch {
    /// At this table.
    table: Option<String>,
    /// Under way at this time or later, in milliseconds.
    from: Option<i64>,
    /// Under way at this time or earlier.
    until: Option<i64>,
    /// Those before this one: what the answer before gave as `before`.
    before: Option<String>,
    /// The most that are wanted, up to 100; 20 if not given.
    limit: Option<usize>,
}

/// Coups with your wagers, newest first.
#[derive(Serialize, ToSchema)]
pub struct OwnCoups {
    coups: Vec<OwnCoup>,
    /// Ask with this as `before` for those that came earlier; nothing if there are none.
    before: Option<String>,
}

/// A coup on which you had a wager.
#[derive(Serialize, ToSchema)]
pub struct OwnCoup {
    /// The table.
    table: String,
    /// What people call it.
    table_name: String,
    /// Its book.
    book: String,
    /// When it ended.
    #[schema(value_type = i64)]
    at: Time,
    /// The coup.
    #[serde(flatten)]
    coup: CoupView,
}

/// Coups on which you had a wager, at all tables, newest first.
#[utoipa::path(get, path = "/api/v1/coups", params(OwnSearch), responses(
    (status = 200, body = OwnCoups), (status = "4XX", body = Problem)))]
pub async fn own_coups(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    query: Result<Query<OwnSearch>, QueryRejection>,
) -> Result<Json<OwnCoups>, Problem> {
    let Query(asked) = query.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let person = &visitor.signed_in()?.person;
    if person.role != Role::Player {
        return Err(Denial::not_yours(format!("a {} does not play", person.role)).into());
    }
    if let Some(table) = &asked.table {
        house.table(table)?;
    }
    let wanted = most(asked.limit);
    let mut search = Search {
        patron: Some(person.name.to_string()),
        table: asked.table,
        from: asked.from,
        until: asked.until,
        before: asked.before,
        ..Search::default()
    };
    // Somebody may have acted in a coup and had no wager on it. One whose wager went back without a result has had one.
    let mut coups = Vec::new();
    for _ in 0..LOOKS {
        let found = house.watch.search(&search, &Names::default(), wanted - coups.len()).await?;
        for found_coup in &found.coups {
            coups.extend(own(&house, &visitor, found_coup).await?);
        }
        search.before = found.before;
        if search.before.is_none() || coups.len() >= wanted {
            break;
        }
    }
    Ok(Json(OwnCoups { coups, before: search.before }))
}

/// A coup as whoever asks may see it, if they had a wager on it. A table tells nothing that it has not shown yet.
async fn own(house: &House, visitor: &Visitor, found: &CoupFound) -> Result<Option<OwnCoup>, Problem> {
    // A table that the settings no longer name shows nothing.
    let Ok(table) = house.table(&found.table) else { return Ok(None) };
    let page = table.coups(visitor.viewer(), found.coup.checked_add(1), 1).await?;
    let coup = page.coups.into_iter().find(|coup| coup.number == found.coup && !coup.yours.is_empty());
    Ok(coup.map(|coup| {
        let (table_name, book) =
            table.posted(|posted| (posted.lobby.name.clone(), posted.lobby.book.clone()));
        OwnCoup { table: found.table.clone(), table_name, book, at: found.until, coup }
    }))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(own_coups))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new().route("/coups", get(own_coups))
}
