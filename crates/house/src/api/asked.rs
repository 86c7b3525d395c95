//! Who asks, from where, and what.

use crate::connections;
use crate::house::House;
use crate::problem::Problem;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{CONTENT_TYPE, COOKIE};
use axum::http::request::Parts;
use bytes::Bytes;
use people::Session;
use people::denial::Denial;
use people::role::Role;
use people::viewer::{Person, Viewer};
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

/// The name of the cookie that tells a browser in which somebody has signed in from others.
pub const DEVICE: &str = "croupier-device";

/// The name of the cookie by which a guest of a demonstration is found again.
pub const GUEST: &str = "croupier-guest";

/// The header with which a page asks something by itself, whoever may be there.
pub const UNATTENDED: &str = "croupier-unattended";

/// The name of the cookie of a session; with TLS one that browsers let no other site set.
pub fn cookie_name(house: &House) -> &'static str {
    if secure(house) { "__Host-croupier" } else { "croupier" }
}

/// Do browsers reach the house only by TLS?
pub fn secure(house: &House) -> bool {
    house.settings.tls.is_some() || house.settings.origins.iter().all(|origin| origin.starts_with("https://"))
}

/// Whoever asks: somebody signed in, or anybody.
pub struct Visitor {
    /// The session of a person, if there is one.
    pub session: Option<Session>,
    /// The session of a scanning shoe, which is nobody anywhere but where shoes tell their cards.
    pub shoe: Option<Session>,
    /// The token that proves it.
    pub token: Option<String>,
    /// What the browser keeps since somebody signed in there.
    pub device: Option<String>,
    /// What the browser keeps of a guest of a demonstration.
    pub guest: Option<String>,
    /// Whose session sleeps under the token, until their PIN wakes it.
    pub asleep: Option<Person>,
    /// The session of somebody who works here and has no second factor yet: they are nobody until they have set one.
    pub enrols: Option<Session>,
}

impl Visitor {
    /// As a table sees them.
    pub fn viewer(&self) -> Viewer {
        self.session.as_ref().map_or(Viewer::Anybody, |session| Viewer::Person(session.person.clone()))
    }

    /// Somebody signed in, or a refusal.
    pub fn signed_in(&self) -> Result<&Session, Problem> {
        self.session.as_ref().ok_or_else(|| match (&self.asleep, &self.enrols) {
            (Some(_), _) => Denial::asleep().into(),
            (None, Some(_)) => Denial::second_factor_first().into(),
            (None, None) => Problem::not_signed_in(),
        })
    }

    /// The same, also of somebody who has yet to set a second factor.
    pub fn present(&self) -> Result<&Session, Problem> {
        self.enrols.as_ref().map_or_else(|| self.signed_in(), Ok)
    }
}

impl FromRequestParts<Arc<House>> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Visitor, Infallible> {
        let name = cookie_name(house);
        let cookies = parts.headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs: Vec<(&str, &str)> = cookies
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .collect();
        let found = |name: &str| {
            let found = pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
            found.filter(|value| value.len() == 64)
        };
        let (token, device, guest) = (found(name), found(DEVICE), found(GUEST));
        // A page that is open and only listens, or asks by itself from time to time, does not keep a session alive.
        let listens = parts.uri.path().ends_with("/feed") || parts.headers.contains_key(UNATTENDED);
        let session = token.as_deref().and_then(|token| match listens {
            true => house.people.peek(token),
            false => house.people.session(token),
        });
        let session = session.filter(|session| house.lets_in(session.person.role).is_ok());
        let asleep = token.as_deref().filter(|_| session.is_none());
        let asleep = asleep.and_then(|token| house.people.sleeping(token));
        let is_shoe = |session: &Session| session.person.role == Role::Device;
        let (shoe, session) = (session.clone().filter(is_shoe), session.filter(|session| !is_shoe(session)));
        let lacks = |session: &Session| house.wants_factor(session);
        let (enrols, session) = (session.clone().filter(lacks), session.filter(|session| !lacks(session)));
        Ok(Visitor { session, shoe, token, device, guest, asleep, enrols })
    }
}

/// The address of whoever asks; nothing in a test without a socket.
pub struct PeerAddress(pub Option<IpAddr>);

impl FromRequestParts<Arc<House>> for PeerAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<PeerAddress, Infallible> {
        Ok(PeerAddress(from(parts, house)))
    }
}

/// The address of whoever asks. A proxy adds it at the end of what it was given; one that cannot be read is nobody's.
pub fn from(parts: &Parts, house: &House) -> Option<IpAddr> {
    let peer = connections::peer(parts).map(|address| address.ip());
    let message = parts.headers.get_all("x-forwarded-for").iter().next_back();
    match message.filter(|_| house.settings.proxy) {
        None => peer,
        Some(message) => {
            let last =
                message.to_str().ok().and_then(|message| message.rsplit(',').next()?.trim().parse().ok());
            Some(last.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
        }
    }
}

/// What a path names, and a problem like any other where it names nothing that can be.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Problem> {
        let found = axum::extract::Path::from_request_parts(parts, state).await;
        found
            .map(|axum::extract::Path(named)| Path(named))
            .map_err(|rejection| Problem::bad_request(rejection.body_text()))
    }
}

/// How long somebody may take to send a body.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// A body in JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<House>> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Body<T>, Problem> {
        let kind =
            request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err(Problem::unsupported_type());
        }
        let read = tokio::time::timeout(LONGEST_WAIT, Bytes::from_request(request, house));
        let bytes = read.await.map_err(|_| Problem::too_slow())?.map_err(|rejection| match rejection {
            BytesRejection::FailedToBufferBody(_) => Problem::too_large(super::LONGEST),
            other => Problem::bad_request(other.body_text()),
        })?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => Problem::unprocessable(error.to_string()),
            _ => Problem::bad_request(format!("not JSON: {error}")),
        })
    }
}
