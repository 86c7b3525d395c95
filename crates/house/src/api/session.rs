//! Signing in and out.

use super::asked::{Body, DEVICE, GUEST, Path, PeerAddress, Visitor, cookie_name, secure};
use crate::connections::neighbourhood;
use crate::house::House;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use people::names::in_demonstration;
use people::role::Role;
use people::viewer::Person;
use people::{LONGEST_PASSWORD, Secrets, Session, Token};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{Name, Time};
use utoipa::{OpenApi, ToSchema};

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    name: String,
    password: String,
    /// The six digits of your second factor, if you have one.
    #[serde(default)]
    factor: Option<String>,
}

/// A link of a demonstration house.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ByLink {
    link: String,
    /// What a guest wants to be called.
    #[serde(default)]
    name: Option<String>,
}

/// Who is signed in.
#[derive(Serialize, ToSchema)]
pub struct Who {
    name: String,
    role: Role,
    #[schema(value_type = i64)]
    since: Time,
    /// Until when what only somebody confirmed may do is taken from you.
    #[schema(value_type = Option<i64>)]
    confirmed_until: Option<Time>,
    /// You work here and have no second factor yet: nothing is taken from you until you have set one.
    factor_first: bool,
}

impl Who {
    fn of(house: &House, session: &Session) -> Who {
        Who {
            name: session.person.name.to_string(),
            role: session.person.role,
            since: session.since,
            confirmed_until: session.confirmed_until,
            factor_first: house.wants_factor(session),
        }
    }
}

/// A proof that it is you: your password, or in a demonstration house the link of your role.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    #[serde(default)]
    password: Option<String>,
    /// The six digits of your second factor.
    #[serde(default)]
    factor: Option<String>,
    #[serde(default)]
    link: Option<String>,
}

/// Lets somebody in under a new token; whoever they were before, they are no longer.
async fn let_in(
    house: &House,
    before: &Visitor,
    (token, session): (Token, Session),
) -> Result<Response, Problem> {
    if let (Ok(_), Some(old)) = (before.present(), &before.token) {
        house.people.sign_out(old).await?;
    }
    house.metrics.signed_in(true);
    let secure = if secure(house) { "; Secure" } else { "" };
    let cookie =
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict{secure}", cookie_name(house), token.as_str());
    let mut response = Json(Who::of(house, &session)).into_response();
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

pub(super) fn may_try(house: &House, from: Option<std::net::IpAddr>) -> Result<(), Problem> {
    match from {
        Some(from) => house.sign_ins.take(&neighbourhood(from)).map_err(Problem::too_many),
        None => Ok(()),
    }
}

/// Sign in with name and password.
#[utoipa::path(post, path = "/api/v1/session", request_body = Credentials, responses(
    (status = 200, body = Who), (status = "4XX", body = Problem)))]
pub async fn sign_in(
    State(house): State<Arc<House>>,
    PeerAddress(from): PeerAddress,
    visitor: Visitor,
    Body(Credentials { name, password, factor }): Body<Credentials>,
) -> Result<Response, Problem> {
    // A browser that is known counts by itself: strangers at the same address do not use up its tries.
    match house.people.knows_browser(&name, visitor.device.as_deref()).await? {
        true => house.by_name.take(&name).map_err(Problem::too_many)?,
        false => may_try(&house, from)?,
    }
    if password.chars().count() > LONGEST_PASSWORD || name.chars().count() > 64 {
        house.metrics.signed_in(false);
        return Err(Problem::wrong_password());
    }
    let network = from.map(|from| neighbourhood(from).to_string());
    let secrets = Secrets { password, factor, device: visitor.device.clone(), network };
    let signed_in = house.people.sign_in(&name, secrets, |role| house.lets_in(role)).await;
    if signed_in.is_err() {
        house.metrics.signed_in(false);
    }
    let (token, session, device) = signed_in?;
    let mut response = let_in(&house, &visitor, (token, session)).await?;
    // A browser in which somebody has signed in is told from strangers who guess at the name.
    keep_in_browser(&house, &mut response, DEVICE, &device);
    Ok(response)
}

/// Has the browser keep something for a year.
fn keep_in_browser(house: &House, response: &mut Response, name: &str, value: &str) {
    let secure = if secure(house) { "; Secure" } else { "" };
    let kept = format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000{secure}");
    if let Ok(kept) = HeaderValue::from_str(&kept) {
        response.headers_mut().append(header::SET_COOKIE, kept);
    }
}

/// Sign in by a link of a demonstration house. A guest who comes back in the same browser is the same guest, with the same chips; one who
/// gives a name is a new one.
#[utoipa::path(post, path = "/api/v1/session/link", request_body = ByLink, responses(
    (status = 200, body = Who), (status = "4XX", body = Problem)))]
pub async fn sign_in_by_link(
    State(house): State<Arc<House>>,
    PeerAddress(from): PeerAddress,
    visitor: Visitor,
    Body(ByLink { link, name }): Body<ByLink>,
) -> Result<Response, Problem> {
    may_try(&house, from)?;
    let role = house.links.as_ref().and_then(|links| links.role(&link)).ok_or_else(|| {
        house.metrics.signed_in(false);
        Problem::wrong_link()
    })?;
    house.lets_in(role)?;
    if role == Role::Player {
        return guest_by_link(&house, &visitor, name.as_deref()).await;
    }
    let person = Person { name: Name::from(in_demonstration(role)), role };
    let_in(&house, &visitor, house.people.admit(person).await?).await
}

/// Lets a guest in: the one whom this browser was before, or a new one.
async fn guest_by_link(house: &House, visitor: &Visitor, name: Option<&str>) -> Result<Response, Problem> {
    if let Some(name) = name {
        people::check_name(name).map_err(|message| Problem::unprocessable(format!("name: {message}")))?;
    }
    let before = match visitor.guest.as_deref().filter(|_| name.is_none()) {
        Some(kept) => house.people.returning_guest(kept).await?,
        None => None,
    };
    if let Some(guest) = before {
        // Whoever is in already stays in, so that other pages of this browser go on.
        return match visitor.session.as_ref().filter(|session| session.person == guest) {
            Some(session) => Ok(Json(Who::of(house, session)).into_response()),
            None => let_in(house, visitor, house.people.admit(guest).await?).await,
        };
    }
    let guest = house.people.guest(name).await?;
    let kept = house.people.keep_guest(&guest.name).await?;
    let mut response = let_in(house, visitor, house.people.admit(guest).await?).await?;
    keep_in_browser(house, &mut response, GUEST, &kept);
    Ok(response)
}

/// Prove again who you are. What rules, money and disputes take is taken from you for five minutes.
#[utoipa::path(post, path = "/api/v1/session/confirm", request_body = Proof, responses(
    (status = 200, body = Who), (status = "4XX", body = Problem)))]
pub async fn confirm(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    proof: Result<Body<Proof>, Problem>,
) -> Result<Json<Who>, Problem> {
    let mut session = visitor.signed_in()?.clone();
    let Body(proof) = proof?;
    let proved = proved(&house, &visitor, &session.person, proof).await;
    if proved.is_err() {
        house.metrics.signed_in(false);
    }
    proved?;
    let token = visitor.token.as_deref().unwrap_or_default();
    session.confirmed_until = Some(house.people.confirm(token).ok_or_else(Problem::not_signed_in)?);
    Ok(Json(Who::of(&house, &session)))
}

async fn proved(house: &House, visitor: &Visitor, person: &Person, proof: Proof) -> Result<(), Problem> {
    let role = match (proof, &house.links) {
        (Proof { link: Some(link), password: None, factor: None }, Some(links)) => {
            links.role(&link).ok_or_else(Problem::wrong_link)?
        }
        (Proof { password: Some(password), factor, link: None }, _) => {
            if password.chars().count() > LONGEST_PASSWORD {
                return Err(Problem::wrong_password());
            }
            let secrets = Secrets { password, factor, device: visitor.device.clone(), network: None };
            house.people.prove(&person.name.0, &secrets).await?
        }
        _ => {
            let message = "allowed is `password`, or `link` in a demonstration house";
            return Err(Problem::unprocessable(message));
        }
    };
    match role == person.role {
        true => Ok(()),
        false => Err(Problem::wrong_password()),
    }
}

/// Who is signed in.
#[utoipa::path(get, path = "/api/v1/session", responses((status = 200, body = Who), (status = 401, body = Problem)))]
pub async fn who(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Json<Who>, Problem> {
    visitor.present().map(|session| Json(Who::of(&house, session)))
}

/// A second factor to set up.
#[derive(Serialize, ToSchema)]
pub struct FactorView {
    /// The secret, as authenticator programs take it.
    secret: String,
    /// The same as a link that such programs open.
    otpauth: String,
}

/// A second factor, proved by what it shows.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FactorSet {
    password: String,
    secret: String,
    /// The six digits it shows.
    factor: String,
}

/// A fresh second factor, for staff who have none. It counts once it is set.
#[utoipa::path(post, path = "/api/v1/session/factor", responses((status = 200, body = FactorView), (status = "4XX", body = Problem)))]
pub async fn fresh_factor(
    State(house): State<Arc<House>>,
    visitor: Visitor,
) -> Result<Json<FactorView>, Problem> {
    let fresh = house.people.fresh_factor(&visitor.present()?.person)?;
    Ok(Json(FactorView { secret: fresh.secret, otpauth: fresh.link }))
}

/// Set your first second factor. Two people reset an account whose second factor is lost.
#[utoipa::path(put, path = "/api/v1/session/factor", request_body = FactorSet,
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn set_factor(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<FactorSet>, Problem>,
) -> Result<StatusCode, Problem> {
    let person = visitor.present()?.person.clone();
    let Body(FactorSet { password, secret, factor }) = body?;
    let token = visitor.token.as_deref().unwrap_or_default();
    let proof = Secrets { password, factor: None, device: visitor.device.clone(), network: None };
    house.people.set_factor((&person, token), &proof, &secret, &factor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A PIN.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// Six to eight digits.
    pin: String,
}

/// Set the PIN by which you come back to a session that fell asleep at a console. Only staff who have just confirmed.
#[utoipa::path(put, path = "/api/v1/session/pin", request_body = Pin, responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn set_pin(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    body: Result<Body<Pin>, Problem>,
) -> Result<StatusCode, Problem> {
    let session = visitor.signed_in()?;
    let Body(Pin { pin }) = body?;
    session.confirmed()?;
    house.people.set_pin(&session.person, &pin).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Come back to your session after 15 minutes without a sign of you. Three wrong PINs end it.
#[utoipa::path(post, path = "/api/v1/session/pin", request_body = Pin, responses(
    (status = 200, body = Who), (status = "4XX", body = Problem)))]
pub async fn wake(
    State(house): State<Arc<House>>,
    PeerAddress(from): PeerAddress,
    visitor: Visitor,
    body: Result<Body<Pin>, Problem>,
) -> Result<Json<Who>, Problem> {
    let Some(token) = &visitor.token else { return Err(Problem::not_signed_in()) };
    let Body(Pin { pin }) = body?;
    // Three wrong ones end a session that sleeps; only whoever has none is counted with the others at the same address.
    if visitor.asleep.is_none() {
        may_try(&house, from)?;
    }
    let session = house.people.wake(token, &pin).await?;
    house.lets_in(session.person.role)?;
    Ok(Json(Who::of(&house, &session)))
}

/// A session of yours.
#[derive(Serialize, ToSchema)]
pub struct OwnSession {
    id: String,
    #[schema(value_type = i64)]
    since: Time,
    /// When you were last seen in it.
    #[schema(value_type = i64)]
    seen: Time,
    /// The one that asks.
    this: bool,
}

/// Your sessions.
#[derive(Serialize, ToSchema)]
pub struct OwnSessions {
    sessions: Vec<OwnSession>,
}

/// Where you are signed in.
#[utoipa::path(get, path = "/api/v1/sessions", responses((status = 200, body = OwnSessions), (status = 401, body = Problem)))]
pub async fn sessions(
    State(house): State<Arc<House>>,
    visitor: Visitor,
) -> Result<Json<OwnSessions>, Problem> {
    let own = visitor.signed_in()?;
    let this = visitor.token.as_deref().map(|token| merkle::sha256(&[token.as_bytes()]).to_string());
    let all = house.people.sessions_of(&own.person.name).into_iter();
    let sessions = all.map(|(id, session)| OwnSession {
        this: this.as_ref().is_some_and(|this| this.starts_with(&id)),
        id,
        since: session.since,
        seen: session.seen(),
    });
    Ok(Json(OwnSessions { sessions: sessions.collect() }))
}

/// End one of your sessions.
#[utoipa::path(delete, path = "/api/v1/sessions/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = "4XX", body = Problem)))]
pub async fn revoke(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    house.people.revoke(&visitor.signed_in()?.person.name, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sign out.
#[utoipa::path(delete, path = "/api/v1/session", responses((status = 204), (status = 401, body = Problem)))]
pub async fn sign_out(State(house): State<Arc<House>>, visitor: Visitor) -> Result<Response, Problem> {
    visitor.present()?;
    if let Some(token) = &visitor.token {
        house.people.sign_out(token).await?;
    }
    let gone = format!("{}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0", cookie_name(&house));
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, gone)]).into_response())
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(
    sign_in,
    sign_in_by_link,
    confirm,
    who,
    sign_out,
    fresh_factor,
    set_factor,
    set_pin,
    wake,
    sessions,
    revoke
))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/session", get(who).post(sign_in).delete(sign_out))
        .route("/session/link", post(sign_in_by_link))
        .route("/session/confirm", post(confirm))
        .route("/session/factor", post(fresh_factor).put(set_factor))
        .route("/session/pin", post(wake).put(set_pin))
        .route("/sessions", get(sessions))
        .route("/sessions/{id}", delete(revoke))
}
