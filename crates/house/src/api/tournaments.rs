//! Tournaments: the list, a tournament as each role sees it, its draws and its feed, and commands to it.

use super::asked::{Body, Path, Visitor};
use super::contests::{DrawRecord, Followed, Part, asking, beginning, live, prove, running, with_power};
use super::feed::Watching;
use super::page::Page;
use super::tables::{check_ready, own_id, tagged};
use super::watch::file;
use crate::house::House;
use crate::problem::Problem;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use baccarat::chips::Money;
use bytes::Bytes;
use floor::flush::frame;
use floor::runner::SessionChange;
use hall::Hall;
use hall::audience::ContestEvent;
use hall::contest::{Contest, ContestAnswer, ContestFlush, FormWritten};
use hall::typed::TypedTournamentAct;
use hall::view::{ContestHistory, ContestView, Contests, WouldFollow};
use merkle::Hash;
use people::clock;
use people::role::{Power, may};
use people::viewer::{Asker, Person};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::Name;
use table::state::Session;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tournament::Act;
use utoipa::{IntoParams, OpenApi, ToSchema};

fn hall(house: &House) -> Result<&Arc<Hall>, Problem> {
    running(&house.hall)
}

/// Tournaments, the newest first, page by page. The answer has an `ETag`; asked with it as `If-None-Match`, nothing is sent while nothing is
/// new (304).
#[utoipa::path(get, path = "/api/v1/tournaments", params(Page),
    responses((status = 200, body = Contests), (status = 304, description = "Nothing is new"), (status = "4XX", body = Problem),
    (status = 503, body = Problem)))]
pub async fn list(
    State(house): State<Arc<House>>,
    headers: HeaderMap,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Response, Problem> {
    let page = Page::asked(page)?;
    let contests = hall(&house)?.page(page.before, page.limit());
    Ok(tagged(&headers, serde_json::to_vec(&contests).map_err(|error| Problem::ours(&error))?))
}

/// A tournament to be begun.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Beginning {
    /// Yours to choose, once for each tournament: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    /// The text of its conditions file, as docs/tournaments.md describes it.
    conditions: String,
}

/// Begin a tournament with its conditions. Every fault of theirs is told at once, with line and clause.
#[utoipa::path(post, path = "/api/v1/tournaments", request_body = Beginning,
    responses((status = 200, body = ContestView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn begin(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<Beginning>, Problem>,
) -> Result<Json<ContestView>, Problem> {
    let person = beginning(&house, &visitor)?;
    let Body(Beginning { id, conditions }) = body?;
    check_ready(&house)?;
    let contest = hall(&house)?.begin(&own_id(&person, &id)?, &person, &conditions, clock::now()).await?;
    Ok(Json(contest.view(&visitor.viewer(), clock::now()).await))
}

/// A tournament as your role sees it.
#[utoipa::path(get, path = "/api/v1/tournaments/{tournament}", params(("tournament" = String, Path)),
    responses((status = 200, body = ContestView), (status = 404, body = Problem), (status = 503, body = Problem)))]
pub async fn view(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<ContestView>, Problem> {
    let contest = hall(&house)?.contest(&id)?;
    Ok(Json(contest.view(&visitor.viewer(), clock::now()).await))
}

/// The text of a tournament's conditions, as they were written.
#[utoipa::path(get, path = "/api/v1/tournaments/{tournament}/conditions", params(("tournament" = String, Path)),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = Problem),
    (status = 503, body = Problem)))]
pub async fn conditions(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let text = hall(&house)?.contest(&id)?.conditions().await;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// Which part of what has happened.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HistoryPage {
    /// What happened before this event; the newest without.
    before: Option<u64>,
    /// The most events, up to 200; 50 without.
    limit: Option<usize>,
}

/// What has happened, the newest first: everybody hears what is public, staff and those who watch also by whose hand.
#[utoipa::path(get, path = "/api/v1/tournaments/{tournament}/events",
    params(("tournament" = String, Path), HistoryPage),
    responses((status = 200, body = ContestHistory), (status = 404, body = Problem), (status = 503, body = Problem)))]
pub async fn events(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
    asked: Result<Query<HistoryPage>, QueryRejection>,
) -> Result<Json<ContestHistory>, Problem> {
    let Query(asked) = asked.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let contest = hall(&house)?.contest(&id)?;
    Ok(Json(contest.history(&visitor.viewer(), asked.before, asked.limit.unwrap_or(50)).await?))
}

/// A tournament with everything that proves it, as docs/evidence.md has it: for staff and those who watch. Where everything stands is
/// signed first.
#[utoipa::path(get, path = "/api/v1/tournaments/{tournament}/evidence", params(("tournament" = String, Path)), responses(
    (status = 200, description = "A file, as docs/evidence.md has it", body = BTreeMap<String, Value>),
    (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn evidence(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    with_power(&visitor, Power::See)?;
    let contest = hall(&house)?.contest(&id)?;
    if contest.is_count_open().await {
        let message =
            "one of two has counted the chips of a table; the record is read once the second count is in";
        return Err(Problem::conflict("second-count-open", message));
    }
    if let Err(fault) = house.signer.sign().await {
        // What was signed before may be enough.
        tracing::warn!(%fault, "where the log stands could not be signed");
    }
    Ok(file(&format!("tournament-{id}.json"), contest.evidence().await?))
}

/// A draw, once its seed is revealed.
#[utoipa::path(get, path = "/api/v1/tournaments/{tournament}/draws/{number}",
    params(("tournament" = String, Path), ("number" = u32, Path)),
    responses((status = 200, body = DrawRecord), (status = 404, body = Problem), (status = 503, body = Problem)))]
pub async fn drawn(
    State(house): State<Arc<House>>,
    Path((id, number)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let contest = hall(&house)?.contest(&id)?;
    let none = || Problem::not_found("there is no such draw, or it is not over");
    let number = number.parse().map_err(|_| none())?;
    let record = contest.draw(number).await.ok_or_else(none)?;
    Ok(Json(record).into_response())
}

/// Something asked of a tournament.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContestCommanded {
    /// Yours to choose, once for each thing you want: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    /// What you ask for.
    #[schema(value_type = TypedTournamentAct, example = json!({"act": "open-coup", "table": 1}))]
    act: Act,
    /// The entrant without an account or a device for whom staff key it.
    #[serde(default, rename = "for")]
    entrant: Option<String>,
}

/// What came of it: the same under the same id for ever.
#[derive(Serialize, ToSchema)]
pub struct ContestAnswered {
    /// The number of the last event.
    seq: u64,
    /// What happened, as your role is told of it.
    events: Vec<ContestEvent>,
}

impl From<ContestAnswer> for ContestAnswered {
    fn from(ContestAnswer { seq, events }: ContestAnswer) -> ContestAnswered {
        ContestAnswered { seq, events }
    }
}

/// Ask something of a tournament. The answer comes when it is on disk. What decides about money or disqualifies somebody is proposed by
/// one person and approved by another, each of whom has proved again who they are.
#[utoipa::path(post, path = "/api/v1/tournaments/{tournament}/commands", params(("tournament" = String, Path)),
    request_body = ContestCommanded, responses(
    (status = 200, body = ContestAnswered), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn command(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Result<Body<ContestCommanded>, Problem>,
) -> Result<Json<ContestAnswered>, Problem> {
    visitor.signed_in()?;
    let contest = hall(&house)?.contest(&id)?;
    let person = asking(&house, &visitor)?;
    let Body(ContestCommanded { id, act, entrant }) = body?;
    let id = own_id(&person, &id)?;
    check_ready(&house)?;
    if let Some(entrant) = entrant.as_deref().filter(|_| may(person.role, Power::Deal)) {
        house.people.keep_for_patron(entrant).await?;
    }
    let part = match &act {
        Act::Propose { .. } => Part::Proposes,
        Act::Approve { proposal } => Part::Approves(contest.proposer(*proposal).await),
        _ => Part::None,
    };
    prove(&house, &visitor, &person, part).await?;
    if let Act::NameOfficial { name, .. } = &act
        && may(person.role, Power::Set)
    {
        // A name alone makes nobody the one who runs it: that takes an account of somebody who works at tables.
        house.people.who_may(&name.0, Power::Deal).await?;
    }
    if let Some(done) = at_table(&house, &contest, &id, &person, &act).await? {
        return Ok(Json(done.into()));
    }
    let asker = Asker { person, patron: entrant.map(Name::from) };
    Ok(Json(contest.command(&id, &asker, act, clock::now()).await?.into()))
}

/// What goes to a table of the house too: both have it on record, or neither.
async fn at_table(
    house: &House,
    contest: &Contest,
    id: &str,
    person: &Person,
    act: &Act,
) -> Result<Option<ContestAnswer>, Problem> {
    let (Act::TakeTable { table } | Act::LeaveTable { table } | Act::FirstCard { table }) = act else {
        return Ok(None);
    };
    let (dealt_at, named) = contest.dealt_at(*table).await;
    let session = Session { tournament: contest.id.clone(), table: *table };
    let (name, change) = match act {
        Act::TakeTable { .. } => (dealt_at.or(named), Some(SessionChange::Begins(session))),
        // Where it is dealt at none any more, the tournament says so, or the answer that it gave before.
        Act::LeaveTable { .. } => (dealt_at.or(named), Some(SessionChange::Ends(session))),
        _ => (dealt_at, None),
    };
    let Some(name) = name else { return Ok(None) };
    let running = match house.table(&name) {
        Ok(running) => running,
        Err(_) if matches!(act, Act::FirstCard { .. }) => return Ok(None),
        Err(_) => {
            return Err(Problem::conflict(
                "no-such-table",
                format!("the house has no table `{name}`: a table is taken by its name in the house"),
            ));
        }
    };
    let done = match change {
        Some(change) => running.change_session(id.to_owned(), person.clone(), change).await?,
        None if may(person.role, Power::Deal) => running.deal_for_session(id.to_owned()).await?,
        None => return Err(Problem::not_yours(format!("a {} may not do this", person.role))),
    };
    Ok(Some(done))
}

/// Something that might be asked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContestTried {
    /// What.
    #[schema(value_type = TypedTournamentAct, example = json!({"act": "begin"}))]
    act: Act,
    /// The entrant for whom staff would key it.
    #[serde(default, rename = "for")]
    entrant: Option<String>,
}

/// What would follow if you asked for this now. Nothing happens.
#[utoipa::path(post, path = "/api/v1/tournaments/{tournament}/judge", params(("tournament" = String, Path)),
    request_body = ContestTried, responses((status = 200, body = WouldFollow), (status = "4XX", body = Problem),
    (status = 503, body = Problem)))]
pub async fn judge(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Result<Body<ContestTried>, Problem>,
) -> Result<Json<WouldFollow>, Problem> {
    visitor.signed_in()?;
    let contest = hall(&house)?.contest(&id)?;
    let person = asking(&house, &visitor)?;
    let Body(ContestTried { act, entrant }) = body?;
    let asker = Asker { person, patron: entrant.map(Name::from) };
    Ok(Json(WouldFollow { events: contest.judge(&asker, act, clock::now()).await? }))
}

/// An undisclosed wager. It is kept sealed until it is announced: the log, the feed and everybody's view have its hash alone.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FormHandedIn {
    /// Yours to choose, once for each form: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    /// The coup it is meant for.
    coup: u32,
    /// The type of wager; what is left out is left out on the form.
    #[serde(default)]
    wager: Option<String>,
    /// The amount.
    #[serde(default)]
    amount: Option<i64>,
    /// 64 hexadecimal digits that nobody can guess. With them anybody can check what was sealed once it is opened.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    salt: String,
}

/// Hand in a form.
#[utoipa::path(post, path = "/api/v1/tournaments/{tournament}/forms", params(("tournament" = String, Path)),
    request_body = FormHandedIn, responses((status = 200, body = ContestAnswered), (status = "4XX", body = Problem),
    (status = 503, body = Problem)))]
pub async fn hand_in(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Result<Body<FormHandedIn>, Problem>,
) -> Result<Json<ContestAnswered>, Problem> {
    visitor.signed_in()?;
    let contest = hall(&house)?.contest(&id)?;
    let person = asking(&house, &visitor)?;
    let Body(FormHandedIn { id, coup, wager, amount, salt }) = body?;
    let id = own_id(&person, &id)?;
    let wager = wager.map(|wager| wager.parse()).transpose();
    let wager = wager.map_err(|_| Problem::unprocessable("wager: allowed is the id of a wager"))?;
    let salt: Hash =
        salt.parse().map_err(|_| Problem::unprocessable("salt: allowed are 64 hexadecimal digits"))?;
    check_ready(&house)?;
    let form = FormWritten { coup, wager, amount: amount.map(Money), salt };
    Ok(Json(contest.hand_in(&id, &person, form, clock::now()).await?.into()))
}

/// A look at a form.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Looking {
    /// Yours to choose, once for each look: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
}

/// What a form shows.
#[derive(Serialize, ToSchema)]
pub struct FormShown {
    /// The type of wager.
    wager: Option<String>,
    /// The amount.
    amount: Option<i64>,
}

/// Look at somebody's form, to examine it: for the supervisor alone, and on record before it is shown.
#[utoipa::path(post, path = "/api/v1/tournaments/{tournament}/forms/{name}/look",
    params(("tournament" = String, Path), ("name" = String, Path)), request_body = Looking,
    responses((status = 200, body = FormShown), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn look(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path((id, name)): Path<(String, String)>,
    body: Result<Body<Looking>, Problem>,
) -> Result<Json<FormShown>, Problem> {
    with_power(&visitor, Power::Rule)?;
    let contest = hall(&house)?.contest(&id)?;
    let person = asking(&house, &visitor)?;
    let Body(Looking { id }) = body?;
    let id = own_id(&person, &id)?;
    check_ready(&house)?;
    let form = contest.look(&id, &person, &Name::from(name.as_str()), clock::now()).await?;
    Ok(Json(FormShown {
        wager: form.wager.map(|wager| wager.to_string()),
        amount: form.amount.map(|amount| amount.0),
    }))
}

/// What happened in one go.
#[derive(Serialize)]
struct Happened<'f> {
    seq: u64,
    events: &'f [ContestEvent],
    view: &'f ContestView,
}

/// A tournament, live: first `view`, then `happened` with what happened and the view after it.
#[utoipa::path(get, path = "/api/v1/tournaments/{tournament}/feed", params(("tournament" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 404, body = Problem),
    (status = 503, body = Problem)))]
pub async fn feed(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let (first, followed) = followed(&house, &visitor, &id).await?;
    Ok(live(&house, first, followed))
}

/// A tournament as somebody begins to follow it: the whole view, and what comes after.
pub(super) async fn followed(
    house: &Arc<House>,
    visitor: &Visitor,
    id: &str,
) -> Result<(Bytes, FollowedContest), Problem> {
    let contest = hall(house)?.contest(id)?;
    let viewer = visitor.viewer();
    let (view, rest) = contest.follow(&viewer, clock::now()).await;
    let watching = Watching::new(house.clone(), viewer, visitor.token.clone(), None);
    Ok((frame("view", Some(view.seq), &view), FollowedContest { watching, contest, rest }))
}

/// A tournament that a browser follows.
pub(super) struct FollowedContest {
    watching: Watching,
    contest: Arc<Contest>,
    rest: Receiver<Arc<ContestFlush>>,
}

impl Followed for FollowedContest {
    /// Nothing where the browser was too slow: what it missed is in the view.
    type Change = Option<Arc<ContestFlush>>;

    fn watching(&self) -> &Watching {
        &self.watching
    }

    async fn change(&mut self) -> Option<Self::Change> {
        match self.rest.recv().await {
            Ok(flush) => Some(Some(flush)),
            Err(RecvError::Lagged(_)) => Some(None),
            Err(RecvError::Closed) => None,
        }
    }

    async fn message(&self, flush: Self::Change) -> Bytes {
        let view = self.contest.view(self.watching.viewer(), clock::now()).await;
        let Some(flush) = flush else { return frame("view", Some(view.seq), &view) };
        let events = flush.to(self.watching.viewer());
        frame("happened", Some(flush.seq), &Happened { seq: flush.seq, events, view: &view })
    }
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(
    list, begin, view, conditions, events, evidence, drawn, command, judge, hand_in, look, feed
))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/tournaments", get(list).post(begin))
        .route("/tournaments/{tournament}", get(view))
        .route("/tournaments/{tournament}/conditions", get(conditions))
        .route("/tournaments/{tournament}/events", get(events))
        .route("/tournaments/{tournament}/evidence", get(evidence))
        .route("/tournaments/{tournament}/draws/{number}", get(drawn))
        .route("/tournaments/{tournament}/commands", post(command))
        .route("/tournaments/{tournament}/judge", post(judge))
        .route("/tournaments/{tournament}/forms", post(hand_in))
        .route("/tournaments/{tournament}/forms/{name}/look", post(look))
        .route("/tournaments/{tournament}/feed", get(feed))
}
