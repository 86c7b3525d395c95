//! Tables: the lobby, a table's view, its roads and coups, and commands to it.

use super::asked::{Body, Path, PeerAddress, Visitor};
use super::cage::{more_than_out, tell_doubt};
use super::page::Page;
use super::pit::{OwnPin, proved_by_pin};
use crate::house::House;
use crate::problem::Problem;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bytes::Bytes;
use floor::Recorded;
use floor::admission::Request;
use floor::keyed_by::{self, Keyed};
use floor::runner::{rests_on_count, signature_of};
use floor::typed::{TypedAct, TypedRoads};
use floor::view::audience::Published;
use floor::view::board::Readiness;
use floor::view::{CoupView, Coups, Lobby, PlayerEvent, StaffEvent, View};
use merkle::sha256;
use people::denial::Denial;
use people::role::{Power, Role, may};
use people::viewer::{Asker, Person};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;
use table::{About, Act, Event, Name, Remedy, pay, trouble};
use utoipa::{OpenApi, ToSchema};

/// The most acts that may go under one id.
pub const MOST_ACTS: usize = 16;

/// JSON that everybody is told alike, with a tag: whoever has it already is told only that nothing is new.
pub(super) fn tagged(asked: &HeaderMap, json: impl Into<Bytes>) -> Response {
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
    let json = serde_json::to_vec(&Lobby { tables: house.lobby() }).map_err(|error| Problem::ours(&error))?;
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
    /// How often each wager won.
    boxes: BoxesView,
}

/// How often each wager of the table won in this shoe.
#[derive(ToSchema)]
#[allow(dead_code)]
pub struct BoxesView {
    /// How many coups were counted: all that are over and not void.
    coups: u32,
    /// By the id of the wager; one that never won is left out.
    won: std::collections::BTreeMap<String, u32>,
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
    /// Whoever signs for it, by their own PIN, where it takes a signature: a fill, a credit, a count.
    #[serde(default)]
    signed: Option<OwnPin>,
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

    /// What happened at a practice table, which is on nobody's record.
    pub fn at_practice(seq: u64, events: Vec<Event>) -> Answered {
        let first = seq.saturating_sub(events.len() as u64);
        let numbered = (first + 1..).zip(events);
        let events = numbered.map(|(seq, event)| Published::answer(seq, event).to_staff()).collect();
        Answered { seq, events: Events::Staff(events) }
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
    PeerAddress(from): PeerAddress,
    visitor: Visitor,
    Path(table): Path<String>,
    body: Result<Body<Commanded>, Problem>,
) -> Result<Json<Answered>, Problem> {
    let person = visitor.signed_in()?.person.clone();
    let table = house.table(&table)?;
    house.by_person.take(&person.name).map_err(Problem::too_many)?;
    let Body(Commanded { id, acts, mut patron, coup, shoe, signed }) = body?;
    let id = own_id(&person, &id)?;
    if acts.is_empty() || acts.len() > MOST_ACTS {
        return Err(Problem::unprocessable(format!(
            "acts: found {}; allowed are 1 to {MOST_ACTS}",
            acts.len()
        )));
    }
    check_ready(&house)?;
    if let Some(name) = patron.as_mut().filter(|_| may(person.role, Power::Deal)) {
        *name = patron_named(&house, name).await?;
    }
    let confirms = |act: &Act| {
        let role = person.role.at_table();
        may(person.role, act.power(role)) && act.info().needs_confirming(role)
    };
    if acts.iter().any(confirms) {
        visitor.signed_in()?.confirmed()?;
    }
    // Who may not ask for it at all hears that, and is not asked for a count or anybody's PIN.
    let may_ask = |act: &Act| may(person.role, act.power(person.role.at_table()));
    let answers = |act: &&Act| signature_of(act).is_some() || rests_on_count(act).is_some();
    if acts.iter().filter(answers).all(may_ask) {
        check_counted(&house, &acts)?;
        check_signed(&house, &visitor, from, &acts, signed).await?;
    }
    let granted = acts.iter().filter_map(|act| match act {
        Act::Trouble(trouble::Act::Decide { matter, remedy: Remedy::Granted, .. }) => Some(*matter),
        _ => None,
    });
    let granted: Vec<_> = granted.collect();
    if !granted.is_empty() && person.role != Role::Player {
        // Who grants what a colleague reported, or keyed for a patron, says the second of two words: a colleague whom one has made oneself
        // is no second person.
        for known in table.at_a_glance().await?.matters {
            let by = &known.matter.by;
            if !granted.contains(&known.matter.id) {
                continue;
            }
            let first = match by.role == Role::Player.at_table() {
                true => keyed_by::hands_of(&house.floor.ledger, &table.id, &by.name)
                    .await
                    .map_err(Denial::from)?,
                false => BTreeSet::from([by.name.to_string()]),
            };
            for first in first.iter().filter(|first| **first != *person.name.0) {
                house.people.may_second(&person, first).await?;
            }
        }
    }
    let asker = Asker { person: person.clone(), patron: patron.map(Name::from) };
    let counted = acts.iter().filter_map(|act| match act {
        Act::Pay(pay::Act::CountFloat { pieces, .. }) => pieces.clone(),
        _ => None,
    });
    let counted: Vec<_> = counted.collect();
    let doubt = more_than_out(&house, &counted).await?;
    let request = Request { asker: asker.clone(), acts, about: About { coup, shoe }, device: None };
    let recorded = table.command(id.clone(), request).await?;
    tell_doubt(&table, id, &asker.person, doubt).await;
    Ok(Json(Answered::of(recorded, &asker)))
}

/// A patron as the house knows them, however the name was written; whoever gives no name is called `#` and a number.
pub(crate) async fn patron_named(house: &House, name: &str) -> Result<String, Problem> {
    match cage::is_unnamed(name) {
        true => Ok(name.to_owned()),
        false => Ok(house.people.keep_for_patron(name).await?),
    }
}

/// What rests on a count takes that count in the same command, at every table, so that somebody has signed for it.
fn check_counted(house: &House, acts: &[Act]) -> Result<(), Problem> {
    let counts = |act: &Act| matches!(act, Act::Pay(pay::Act::CountFloat { pieces: None, .. }));
    if house.floor.cage.is_some() && acts.iter().any(counts) {
        let message = "pieces: in a house with a cage a float is counted by what each chip is worth";
        return Err(Denial::conflict("count-by-worth", message).into());
    }
    let counted = |count| {
        let is =
            |act: &Act| matches!(act, Act::Pay(pay::Act::CountFloat { count: known, .. }) if *known == count);
        acts.iter().any(is)
    };
    if acts.iter().filter_map(rests_on_count).any(|count| !counted(count)) {
        let message =
            "acts: what rests on a count takes that count, signed, in the same command: count-float";
        return Err(Denial::conflict("not-counted", message).into());
    }
    Ok(())
}

/// Nobody's signature is a name that another typed, nor that of the house's own dealer: whoever signs gives their own PIN, at every table.
async fn check_signed(
    house: &House,
    visitor: &Visitor,
    from: Option<IpAddr>,
    acts: &[Act],
    pin: Option<OwnPin>,
) -> Result<(), Problem> {
    let mut named = acts.iter().filter_map(signature_of);
    let Some(first) = named.next() else { return Ok(()) };
    let Some(pin) = pin else {
        let message = format!("signed: {first} signs by their own PIN; a typed name is no signature");
        return Err(Denial::conflict("own-pin-first", message).into());
    };
    let signer = proved_by_pin(house, visitor, from, pin).await?;
    // A colleague whom one has made oneself is no second person.
    let keyed_by = &visitor.signed_in()?.person.name;
    if signer.name != *keyed_by {
        house.people.may_second(&signer, &keyed_by.0).await?;
    }
    match *first == signer.name && named.all(|name| *name == signer.name) {
        true => Ok(()),
        false => {
            Err(Denial::conflict("own-pin-first", format!("signed: {} is not {first}", signer.name)).into())
        }
    }
}

/// The coup for whose cards somebody is ready.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadyFor {
    coup: u32,
}

/// Say that you are ready for the cards. Once everybody who plays at the table is, the dealer does not wait for the clock. Whoever bets again
/// says it again. A clock that the book sets is never shortened.
#[utoipa::path(post, path = "/api/v1/tables/{table}/ready", params(("table" = String, Path)), request_body = ReadyFor, responses(
    (status = 200, body = Readiness), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn ready(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    body: Result<Body<ReadyFor>, Problem>,
) -> Result<Json<Readiness>, Problem> {
    let session = visitor.signed_in()?;
    if session.person.role != Role::Player {
        return Err(Denial::not_yours(format!("a {} does not play", session.person.role)).into());
    }
    let Body(ReadyFor { coup }) = body?;
    check_ready(&house)?;
    house.by_person.take(&session.person.name).map_err(Problem::too_many)?;
    Ok(Json(house.table(&table)?.ready(session.person.name.clone(), coup).await?))
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(lobby, view, roads, coups, coup, command, ready))]
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
        .route("/tables/{table}/ready", post(ready))
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
