//! Tables: the lobby, a table's view, its roads and coups, and commands to it.

use super::asked::{Body, Visitor};
use super::page::Page;
use crate::house::House;
use crate::problem::Problem;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bytes::Bytes;
use floor::Recorded;
use floor::admission::Request;
use floor::keyed_by::Keyed;
use floor::typed::{TypedAct, TypedRoads};
use floor::view::audience::Published;
use floor::view::{CoupView, Coups, Lobby, PlayerEvent, StaffEvent, View};
use merkle::sha256;
use people::role::{Power, Role, may};
use people::viewer::{Asker, Person};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{About, Act, Name};
use utoipa::{OpenApi, ToSchema};

/// The most acts that may go under one id.
const MOST_ACTS: usize = 16;

/// JSON that everybody is told alike, with a tag: whoever has it already is told only that nothing is new.
fn tagged(asked: &HeaderMap, json: impl Into<Bytes>) -> Response {
    let json = json.into();
    let tag = format!("\"{}\"", &sha256(&[&json[..]]).to_string()[..20]);
    let about = [
        (header::CONTENT_TYPE, "application/json"),
        (header::ETAG, tag.as_str()),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    let known = asked.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok()).unwrap_or_default();
    match known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag) {
        true => (StatusCode::NOT_MODIFIED, about).into_response(),
        false => (about, json).into_response(),
    }
}

/// Every table. The answer has an `ETag`; asked with it as `If-None-Match`, nothing is sent while nothing is new (304).
#[utoipa::path(get, path = "/api/v1/tables", responses((status = 200, body = Lobby), (status = 304, description = "Nothing is new")))]
pub async fn lobby(State(house): State<Arc<House>>, headers: HeaderMap) -> Result<Response, Problem> {
    let tables = house.tables().iter().map(|table| table.posted(|posted| posted.lobby.clone()));
    let json =
        serde_json::to_vec(&Lobby { tables: tables.collect() }).map_err(|error| Problem::ours(&error))?;
    Ok(tagged(&headers, json))
}

/// A table as your role sees it.
#[utoipa::path(get, path = "/api/v1/tables/{table}", params(("table" = String, Path)), responses(
    (status = 200, body = View), (status = 404, body = Problem), (status = 503, body = Problem)))]
pub async fn view(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
) -> Result<Json<View>, Problem> {
    Ok(Json(house.table(&table)?.view(visitor.viewer()).await?))
}

/// The five roads of the shoe in play.
#[utoipa::path(get, path = "/api/v1/tables/{table}/roads", params(("table" = String, Path)), responses(
    (status = 200, body = RoadsView), (status = 304, description = "Nothing is new"),
    (status = 404, body = Problem)))]
pub async fn roads(
    State(house): State<Arc<House>>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    Ok(tagged(&headers, house.table(&table)?.posted(|posted| posted.roads.clone())))
}

/// Finished coups, newest first, with your own wagers.
#[utoipa::path(get, path = "/api/v1/tables/{table}/coups", params(("table" = String, Path), Page), responses(
    (status = 200, body = Coups), (status = "4XX", body = Problem)))]
pub async fn coups(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<Coups>, Problem> {
    let page = Page::asked(page)?;
    Ok(Json(house.table(&table)?.coups(visitor.viewer(), page.before, page.limit()).await?))
}

/// A finished coup.
#[utoipa::path(get, path = "/api/v1/tables/{table}/coups/{number}",
    params(("table" = String, Path), ("number" = u32, Path)), responses(
    (status = 200, body = CoupView), (status = "4XX", body = Problem)))]
pub async fn coup(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path((table, number)): Path<(String, String)>,
) -> Result<Json<CoupView>, Problem> {
    let gone = || Problem::not_found("there is no such coup, or it is not over");
    let number: u32 = number.parse().map_err(|_| gone())?;
    let before = Some(number.checked_add(1).ok_or_else(gone)?);
    let found = house.table(&table)?.coups(visitor.viewer(), before, 1).await?;
    found.coups.into_iter().find(|coup| coup.number == number).map(Json).ok_or_else(gone)
}

/// The five roads of a shoe.
#[derive(ToSchema)]
#[allow(dead_code)]
pub struct RoadsView {
    /// The shoe's number.
    shoe: u32,
    /// The last coup in them.
    coup: u32,
    /// The roads as docs/roads.md has them.
    #[schema(value_type = TypedRoads)]
    roads: (),
}

/// Something asked of a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Commanded {
    /// Yours to choose, once for each thing you want: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    /// One act or several, which happen all or not at all.
    #[schema(value_type = Vec<TypedAct>, min_items = 1, max_items = 16,
        example = json!([{"act": "place", "box": 3, "wager": "player", "amount": 2500, "kind": "chips"}]))]
    acts: Vec<Act>,
    /// The patron without an account or a device for whom staff key it, at a table dealt by people.
    #[serde(default, rename = "for")]
    patron: Option<String>,
    /// The coup it is meant for. A player's wager must say it; whatever names another coup than the one that is on is refused.
    #[serde(default)]
    coup: Option<u32>,
    /// The shoe it is meant for, such as a cut.
    #[serde(default)]
    shoe: Option<u32>,
}

/// What came of it: the same under the same id for ever.
#[derive(Serialize, ToSchema)]
pub struct Answered {
    /// The number of the last event.
    seq: u64,
    /// What happened, as your role is told of it.
    events: Events,
}

/// Events as a role is told of them.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum Events {
    /// A player's.
    Player(Vec<PlayerEvent>),
    /// Staff's.
    Staff(Vec<StaffEvent>),
}

impl Answered {
    /// What was put on record, as it is told to whoever asked for it. It depends on the record alone.
    pub fn of(recorded: Recorded, asker: &Asker) -> Answered {
        let seq = recorded.last();
        let keyed_by = asker.patron.as_ref().map(|_| Keyed::from(&asker.person.actor()));
        let events = recorded.numbered();
        let published =
            events.map(|(seq, event)| Published::answer(seq, event.clone()).keyed_by(keyed_by.clone()));
        let events = match asker.person.role {
            Role::Player => {
                Events::Player(published.filter_map(|event| event.to_player(&asker.person.name)).collect())
            }
            _ => Events::Staff(published.map(|event| event.to_staff()).collect()),
        };
        Answered { seq, events }
    }
}

/// The id under which somebody's wish is recorded: two people may choose the same one.
pub fn own_id(person: &Person, id: &str) -> Result<String, Problem> {
    let spelt = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !(8..=64).contains(&id.len()) || !id.bytes().all(spelt) {
        return Err(Problem::unprocessable("id: allowed are 8 to 64 letters, digits, - and _"));
    }
    let own = sha256(&[person.name.0.as_bytes()]).to_string();
    Ok(format!("{}:{id}", &own[..16]))
}

/// Nothing is begun in a house that is about to stop.
pub fn check_ready(house: &House) -> Result<(), Problem> {
    match house.is_ready() {
        true => Ok(()),
        false => Err(Problem::out_of_service("the house is about to stop")),
    }
}

/// Ask something of a table. The answer comes when it is on disk.
#[utoipa::path(post, path = "/api/v1/tables/{table}/commands", params(("table" = String, Path)),
    request_body = Commanded, responses(
    (status = 200, body = Answered), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn command(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    body: Result<Body<Commanded>, Problem>,
) -> Result<Json<Answered>, Problem> {
    let person = visitor.signed_in()?.person.clone();
    let table = house.table(&table)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Commanded { id, acts, patron, coup, shoe }) = body?;
    let id = own_id(&person, &id)?;
    if acts.is_empty() || acts.len() > MOST_ACTS {
        return Err(Problem::unprocessable(format!(
            "acts: found {}; allowed are 1 to {MOST_ACTS}",
            acts.len()
        )));
    }
    check_ready(&house)?;
    if let Some(patron) = patron.as_deref().filter(|_| may(person.role, Power::Deal)) {
        house.people.keep_for_patron(patron).await?;
    }
    let confirms = |act: &Act| {
        let role = person.role.at_table();
        may(person.role, act.power(role)) && act.info().needs_confirming(role)
    };
    if acts.iter().any(confirms) {
        visitor.signed_in()?.confirmed()?;
    }
    let asker = Asker { person: person.clone(), patron: patron.map(Name::from) };
    let request = Request { asker: asker.clone(), acts, about: About { coup, shoe } };
    let recorded = table.command(id, request).await?;
    Ok(Json(Answered::of(recorded, &asker)))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(lobby, view, roads, coups, coup, command))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/tables", get(lobby))
        .route("/tables/{table}", get(view))
        .route("/tables/{table}/roads", get(roads))
        .route("/tables/{table}/coups", get(coups))
        .route("/tables/{table}/coups/{number}", get(coup))
        .route("/tables/{table}/commands", post(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_an_answer_is_told_only_that_nothing_is_new() {
        let first = tagged(&HeaderMap::new(), "{}");
        let tag = first.headers()[header::ETAG].clone();
        assert_eq!(
            (first.status(), &first.headers()[header::CACHE_CONTROL]),
            (StatusCode::OK, &"no-cache".parse().expect("plain"))
        );
        let asked = HeaderMap::from_iter([(header::IF_NONE_MATCH, tag)]);
        assert_eq!(tagged(&asked, "{}").status(), StatusCode::NOT_MODIFIED);
        assert_eq!(tagged(&asked, "{\"new\":1}").status(), StatusCode::OK);
    }
}
