//! Promotions: the list, a promotion as each role sees it, its terms, draw and tickets, its feed, and commands to it.

use super::asked::{Body, Path, Visitor};
use super::contests::{DrawRecord, DrawSealed, Followed, Part, asking, beginning, live, prove, running};
use super::feed::Watching;
use super::tables::{check_ready, own_id, patron_named};
use crate::house::House;
use crate::problem::Problem;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bytes::Bytes;
use floor::flush::frame;
use people::denial::Denial;
use people::role::{Power, may};
use people::viewer::{Asker, Person};
use prizes::Prizes;
use prizes::audience::{Audience, PromotionEvent};
use prizes::offer::{Offer, Outcome};
use prizes::typed::TypedPromotionAct;
use prizes::view::{PromotionView, PromotionWouldFollow, Promotions};
use promotion::{Act, Proof};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::Name;
use tokio::sync::watch;
use utoipa::{IntoParams, OpenApi, ToSchema};

fn prizes(house: &House) -> Result<&Arc<Prizes>, Problem> {
    running(&house.prizes)
}

/// Every promotion, the one that closes last first.
#[utoipa::path(get, path = "/api/v1/promotions",
    responses((status = 200, body = Promotions), (status = 503, body = Problem)))]
pub async fn list(State(house): State<Arc<House>>) -> Result<Json<Promotions>, Problem> {
    Ok(Json(prizes(&house)?.list()))
}

/// A promotion to be begun.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PromotionBeginning {
    /// Yours to choose, once for each promotion: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    /// The text of its terms file, as docs/promotions.md describes it.
    terms: String,
}

/// Begin a promotion with its terms. Every fault of theirs is told at once, with line and clause.
#[utoipa::path(post, path = "/api/v1/promotions", request_body = PromotionBeginning,
    responses((status = 200, body = PromotionView), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn begin(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<PromotionBeginning>, Problem>,
) -> Result<Json<PromotionView>, Problem> {
    let person = beginning(&house, &visitor)?;
    let prizes = prizes(&house)?;
    let Body(PromotionBeginning { id, terms }) = body?;
    check_ready(&house)?;
    let offer = prizes.begin(&own_id(&person, &id)?, &person, &terms).await?;
    Ok(Json(offer.view(&visitor.viewer(), prizes.now()).await))
}

/// A promotion as your role sees it: tickets are numbers, but for your own.
#[utoipa::path(get, path = "/api/v1/promotions/{promotion}", params(("promotion" = String, Path)),
    responses((status = 200, body = PromotionView), (status = 404, body = Problem), (status = 503, body = Problem)))]
pub async fn view(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<PromotionView>, Problem> {
    let prizes = prizes(&house)?;
    Ok(Json(prizes.offer(&id)?.view(&visitor.viewer(), prizes.now()).await))
}

/// The text of a promotion's terms, as they were last written.
#[utoipa::path(get, path = "/api/v1/promotions/{promotion}/terms", params(("promotion" = String, Path)),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = Problem),
    (status = 503, body = Problem)))]
pub async fn terms(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<Response, Problem> {
    let prizes = prizes(&house)?;
    let text = prizes.offer(&id)?.terms(prizes.ledger()).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// How a ticket was earned.
#[derive(ToSchema)]
#[allow(dead_code)]
pub struct TicketEarned {
    /// `form` or `wager`.
    by: String,
    /// At which table, by a wager.
    table: Option<String>,
    /// In which coup, by a wager.
    coup: Option<u32>,
}

/// A ticket as its proof shows it.
#[derive(ToSchema)]
#[allow(dead_code)]
pub struct ProvenTicket {
    /// Counted from 1, without a gap.
    number: u32,
    /// Whose: yours.
    holder: String,
    /// How it was earned.
    earned: TicketEarned,
    /// When, in milliseconds since 1970.
    at: i64,
    /// It was taken back.
    taken_back: bool,
}

/// The proof that a ticket of yours is in the draw, as docs/promotions.md describes it.
#[derive(ToSchema)]
#[allow(dead_code)]
pub struct TicketProof {
    /// Which promotion.
    promotion: String,
    /// The ticket.
    ticket: ProvenTicket,
    /// Its salt, which only you are given.
    salt: String,
    /// Its place in the list, counted from 0.
    place: u64,
    /// How many tickets the list has.
    count: u64,
    /// The hashes that lead from the ticket to the root.
    path: Vec<String>,
    /// The published root.
    root: String,
}

/// Whose proofs.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ProofsOf {
    /// A patron who does not sign in here, for whom `give-proofs` is on record; for whoever runs promotions.
    #[serde(default, rename = "for")]
    #[param(rename = "for")]
    patron: Option<String>,
}

/// The proofs of your own tickets, once entries are closed. Nobody is given another's, but for the desk, which prints them for a patron who
/// has no page here, on record.
#[utoipa::path(get, path = "/api/v1/promotions/{promotion}/tickets", params(("promotion" = String, Path), ProofsOf),
    responses((status = 200, body = Vec<TicketProof>), (status = "4XX", body = Problem),
    (status = 503, body = Problem)))]
pub async fn tickets(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
    query: Result<Query<ProofsOf>, QueryRejection>,
) -> Result<Json<Vec<Proof>>, Problem> {
    let Query(ProofsOf { patron }) =
        query.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let person = &visitor.signed_in()?.person;
    let offer = prizes(&house)?.offer(&id)?;
    let Some(patron) = patron else { return Ok(Json(offer.proofs(&person.name).await)) };
    if !may(person.role, Power::Set) {
        return Err(Problem::not_yours(format!("a {} may not do this", person.role)));
    }
    no_page_here(&house, &patron).await?;
    let given = offer.proofs_given(&Name::from(patron.as_str())).await;
    Ok(Json(
        given.ok_or_else(|| Problem::not_yours("it is not on record that these proofs were handed over"))?,
    ))
}

/// A prize of a published draw.
#[derive(ToSchema)]
#[allow(dead_code)]
pub struct PublishedPrize {
    /// What it is.
    what: String,
    /// Its value, in the smallest unit.
    value: i64,
    /// The ticket that has it.
    ticket: Option<u32>,
    /// Tickets that were passed over, each with the declared reason.
    passed: Vec<(u32, String)>,
}

/// A ticket that was taken back, and the coup that brought it and no longer counts.
#[derive(ToSchema)]
#[allow(dead_code)]
pub struct TicketUndone {
    /// The ticket.
    ticket: u32,
    /// At which table it was earned.
    table: String,
    /// In which coup.
    coup: u32,
}

/// What anybody may have of a promotion's draw: `croupier promotion verify` and `croupier_verify.py` check it.
#[derive(ToSchema)]
#[allow(dead_code)]
pub struct PublishedDraw {
    /// `croupier-promotion-1`.
    method: String,
    /// The promotion's id.
    promotion: String,
    /// Its name.
    name: String,
    /// The hash of its terms.
    terms: String,
    /// The hashes of the terms after each approved change since the start; left out if there was none.
    versions: Option<Vec<String>>,
    /// When the draw is due, in milliseconds since 1970.
    due: i64,
    /// When it was held, in milliseconds since 1970; left out before.
    held: Option<i64>,
    /// When this was written, in milliseconds since 1970.
    as_of: i64,
    /// What the house committed to.
    sealed: Option<DrawSealed>,
    /// How many tickets were issued.
    issued: u32,
    /// Those that were taken back.
    taken_back: Vec<u32>,
    /// The coups by which they were.
    undone: Option<Vec<TicketUndone>>,
    /// The list, once entries are closed: numbers and salted hashes.
    list: Vec<String>,
    /// Its root.
    root: Option<String>,
    /// The draw.
    draw: Option<DrawRecord>,
    /// The prizes.
    prizes: Vec<PublishedPrize>,
    /// What is postponed.
    postponed: Vec<String>,
    /// The draw was cancelled.
    cancelled: bool,
}

/// The published record of a promotion's draw. It names nobody.
#[utoipa::path(get, path = "/api/v1/promotions/{promotion}/draw", params(("promotion" = String, Path)),
    responses((status = 200, body = PublishedDraw), (status = 404, body = Problem), (status = 503, body = Problem)))]
pub async fn published(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<Response, Problem> {
    let prizes = prizes(&house)?;
    let record = prizes.offer(&id)?.published(prizes.now()).await;
    let record = record.ok_or_else(|| Problem::not_found("nothing of it is published"))?;
    Ok(Json(record).into_response())
}

/// Everything that happened in a promotion, and what is wrong with its published draw.
#[derive(Serialize, ToSchema)]
pub struct PromotionEvidence {
    /// What happened, in order.
    pub events: Vec<PromotionEvent>,
    /// Everything that is wrong with what is published; nothing if it holds.
    pub faults: Vec<String>,
}

/// Everything on record about a promotion: for those who run promotions and those who watch.
#[utoipa::path(get, path = "/api/v1/promotions/{promotion}/evidence", params(("promotion" = String, Path)),
    responses((status = 200, body = PromotionEvidence), (status = "4XX", body = Problem),
    (status = 503, body = Problem)))]
pub async fn evidence(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<PromotionEvidence>, Problem> {
    let person = &visitor.signed_in()?.person;
    let audience = Audience::of(person);
    if audience != Audience::Desk {
        return Err(Problem::not_yours(format!("a {} may not do this", person.role)));
    }
    let prizes = prizes(&house)?;
    let offer = prizes.offer(&id)?;
    let events = offer.record(prizes.ledger(), &audience).await?;
    let faults = offer.published(prizes.now()).await.map(|published| published.faults()).unwrap_or_default();
    Ok(Json(PromotionEvidence { events, faults }))
}

/// Something asked of a promotion.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PromotionCommanded {
    /// Yours to choose, once for each thing you want: 8 to 64 letters, digits, `-` or `_`.
    #[schema(pattern = "^[A-Za-z0-9_-]{8,64}$")]
    id: String,
    /// What you ask for.
    #[schema(value_type = TypedPromotionAct, example = json!({"act": "enter"}))]
    act: Act,
    /// The patron who comes to the desk, for whom whoever runs the promotion keys it: `enter` and `claim` for everybody, everything else for
    /// those who do not sign in here.
    #[serde(default, rename = "for")]
    patron: Option<String>,
}

/// The patron for whom something is keyed, as the house knows them. Whoever signs in here chooses for themselves.
async fn keyed_for(
    house: &House,
    person: &Person,
    named: Option<String>,
    act: &Act,
) -> Result<Asker, Problem> {
    let Some(named) = named else { return Ok(Asker::own(person.clone())) };
    if !may(person.role, Power::Set) {
        return Err(Problem::not_yours(format!("a {} may not do this", person.role)));
    }
    let patron = patron_named(house, &named).await?;
    if !matches!(act, Act::Enter | Act::Claim { .. }) {
        no_page_here(house, &patron).await?;
    }
    Ok(Asker { person: person.clone(), patron: Some(Name::from(patron)) })
}

/// Nobody is given at the desk what somebody else reads on a page of their own.
async fn no_page_here(house: &House, patron: &str) -> Result<(), Problem> {
    match house.people.signs_in(patron).await.map_err(Denial::from)? {
        false => Ok(()),
        true => Err(Problem::conflict(
            "signs-in",
            format!("{patron} signs in here; allowed is that they do it themselves"),
        )),
    }
}

/// What came of it: the same under the same id for ever.
#[derive(Serialize, ToSchema)]
pub struct PromotionAnswered {
    /// The number of the last event.
    seq: u64,
    /// What happened, as your role is told of it.
    events: Vec<PromotionEvent>,
}

impl From<Outcome> for PromotionAnswered {
    fn from(Outcome { seq, events }: Outcome) -> PromotionAnswered {
        PromotionAnswered { seq, events }
    }
}

/// Ask something of a promotion. The answer comes when it is on disk. The draw, and whatever hands a prize over or takes it from
/// somebody, is proposed by one person and approved by another, each of whom has proved again who they are.
#[utoipa::path(post, path = "/api/v1/promotions/{promotion}/commands", params(("promotion" = String, Path)),
    request_body = PromotionCommanded, responses(
    (status = 200, body = PromotionAnswered), (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn command(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Result<Body<PromotionCommanded>, Problem>,
) -> Result<Json<PromotionAnswered>, Problem> {
    visitor.signed_in()?;
    let prizes = prizes(&house)?;
    let offer = prizes.offer(&id)?;
    let person = asking(&house, &visitor)?;
    let Body(PromotionCommanded { id, mut act, patron }) = body?;
    let id = own_id(&person, &id)?;
    check_ready(&house)?;
    let asker = keyed_for(&house, &person, patron, &act).await?;
    if let Act::GiveProofs { holder } = &mut act
        && may(person.role, Power::Set)
    {
        *holder = Name::from(patron_named(&house, &holder.0).await?);
        no_page_here(&house, &holder.0).await?;
    }
    let part = match &act {
        Act::Propose { .. } => Part::Proposes,
        Act::Approve { proposal } => Part::Approves(offer.proposer(*proposal).await),
        _ => Part::None,
    };
    prove(&house, &visitor, &person, part).await?;
    Ok(Json(prizes.command(&offer, &id, &asker, act).await?.into()))
}

/// Something that might be asked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PromotionTried {
    /// What.
    #[schema(value_type = TypedPromotionAct, example = json!({"act": "enter"}))]
    act: Act,
    /// The patron for whom it would be keyed.
    #[serde(default, rename = "for")]
    patron: Option<String>,
}

/// What would follow if you asked for this now. Nothing happens.
#[utoipa::path(post, path = "/api/v1/promotions/{promotion}/judge", params(("promotion" = String, Path)),
    request_body = PromotionTried, responses((status = 200, body = PromotionWouldFollow),
    (status = "4XX", body = Problem), (status = 503, body = Problem)))]
pub async fn judge(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Result<Body<PromotionTried>, Problem>,
) -> Result<Json<PromotionWouldFollow>, Problem> {
    visitor.signed_in()?;
    let prizes = prizes(&house)?;
    let offer = prizes.offer(&id)?;
    let person = asking(&house, &visitor)?;
    let Body(PromotionTried { act, patron }) = body?;
    let asker = keyed_for(&house, &person, patron, &act).await?;
    Ok(Json(PromotionWouldFollow { events: offer.judge(&asker, act, prizes.now()).await? }))
}

/// A promotion, live: `view` first, and again whenever something has happened.
#[utoipa::path(get, path = "/api/v1/promotions/{promotion}/feed", params(("promotion" = String, Path)),
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

/// A promotion as somebody begins to follow it: the whole view, and what comes after.
pub(super) async fn followed(
    house: &Arc<House>,
    visitor: &Visitor,
    id: &str,
) -> Result<(Bytes, FollowedOffer), Problem> {
    let prizes = prizes(house)?.clone();
    let offer = prizes.offer(id)?;
    // Changes are listened for before the first look, so that none falls between.
    let changes = offer.changes();
    let watching = Watching::new(house.clone(), visitor.viewer(), visitor.token.clone(), None);
    let followed = FollowedOffer { watching, prizes, offer, changes };
    let first = followed.message(()).await;
    Ok((first, followed))
}

/// A promotion that a browser follows.
pub(super) struct FollowedOffer {
    watching: Watching,
    prizes: Arc<Prizes>,
    offer: Arc<Offer>,
    changes: watch::Receiver<u64>,
}

impl Followed for FollowedOffer {
    type Change = ();

    fn watching(&self) -> &Watching {
        &self.watching
    }

    async fn change(&mut self) -> Option<()> {
        self.changes.changed().await.ok()
    }

    async fn message(&self, (): ()) -> Bytes {
        let view = self.offer.view(self.watching.viewer(), self.prizes.now()).await;
        frame("view", Some(view.seq), &view)
    }
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(list, begin, view, terms, tickets, published, evidence, command, judge, feed))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/promotions", get(list).post(begin))
        .route("/promotions/{promotion}", get(view))
        .route("/promotions/{promotion}/terms", get(terms))
        .route("/promotions/{promotion}/tickets", get(tickets))
        .route("/promotions/{promotion}/draw", get(published))
        .route("/promotions/{promotion}/evidence", get(evidence))
        .route("/promotions/{promotion}/commands", post(command))
        .route("/promotions/{promotion}/judge", post(judge))
        .route("/promotions/{promotion}/feed", get(feed))
}
