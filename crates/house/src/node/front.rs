//! What a node does that is not in charge: it passes requests on, asks again where nobody answers, and keeps live feeds going while somebody
//! else takes charge.

use super::answering::next;
use super::bus::{AnswerPart, Ask, ForwardedRequest, PartKind};
use super::resume::Passing;
use super::{HouseInCharge, Node};
use crate::api::LONGEST;
use crate::connections::Peer;
use crate::house::House;
use crate::problem::Problem;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_core::Stream;
use ledger::store::LeaseState;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};
use tower::ServiceExt;

/// How long the node in charge may take to begin its answer.
const ANSWER: Duration = Duration::from_secs(2);
/// How long somebody who answers is looked for.
const IN_ALL: Duration = Duration::from_secs(8);
/// How long it is waited before somebody is asked again who was not there.
const AGAIN: Duration = Duration::from_millis(100);
/// How long an answer that was begun may stop in the middle; a feed says every five seconds that it is there.
const SILENCE: Duration = Duration::from_secs(7);
/// How long a feed waits for somebody who goes on with it.
const FEED_WAITS: Duration = Duration::from_secs(60);
/// How long somebody may take to send a body.
const BODY: Duration = Duration::from_secs(10);
/// How often other nodes are told that this one is there.
const HERE: Duration = Duration::from_secs(3);

/// What of a request's head the node in charge needs.
const PASSED_ON: [HeaderName; 14] = [
    header::ACCEPT,
    header::ACCEPT_LANGUAGE,
    header::ACCEPT_ENCODING,
    header::AUTHORIZATION,
    header::CONTENT_TYPE,
    header::COOKIE,
    header::HOST,
    header::IF_MATCH,
    header::IF_NONE_MATCH,
    header::ORIGIN,
    header::RANGE,
    HeaderName::from_static("last-event-id"),
    HeaderName::from_static("sec-fetch-site"),
    HeaderName::from_static("x-forwarded-for"),
];

/// What a browser asked.
struct Wanted {
    method: Method,
    path: String,
    headers: HeaderMap,
    peer: Option<SocketAddr>,
    body: Bytes,
}

/// An answer that was begun.
struct Begun {
    status: StatusCode,
    headers: HeaderMap,
    rest: Rest,
}

/// The parts of an answer that are to come.
struct Rest {
    node: Arc<Node>,
    id: u64,
    holder: String,
    epoch: u64,
    parts: mpsc::Receiver<(AnswerPart, Bytes)>,
    next: u64,
}

impl Drop for Rest {
    /// Nobody waits any more; whoever answers is told, so that it does not go on for nobody.
    fn drop(&mut self) {
        let (node, id, holder) = (self.node.clone(), self.id, self.holder.clone());
        node.bus.forget(id);
        // Without a runtime the process ends, and everything with it.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let gone = Ask::Gone { from: node.bus.own.clone(), id };
                // It ends by itself some seconds later otherwise.
                let _ = node.bus.send(&node.bus.asks(&holder), &gone, b"").await;
            });
        }
    }
}

/// Why there is no answer, or no more of one.
enum Lost {
    /// Nothing was done: whoever was asked is not in charge, or nobody was.
    NotHere,
    /// Nobody knows whether something was done.
    Silent,
    /// The house stops there, and goes on elsewhere.
    Stops,
}

/// Where a part of an answer belongs.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    Next,
    /// It came before.
    Repeated,
    /// Something before it is missing.
    AfterAGap,
}

/// Where this part belongs, when that one is expected.
fn place(part: u64, expected: u64) -> Place {
    match part.cmp(&expected) {
        std::cmp::Ordering::Equal => Place::Next,
        std::cmp::Ordering::Less => Place::Repeated,
        std::cmp::Ordering::Greater => Place::AfterAGap,
    }
}

impl Rest {
    /// The next part. One that is missing is as bad as silence; one that NATS carried twice is taken once.
    async fn next(&mut self, patience: Duration) -> Result<(PartKind, Bytes), Lost> {
        let until = Instant::now() + patience;
        loop {
            let Some((answer, body)) = self.received(until).await else { return Err(Lost::Silent) };
            match place(answer.part, self.next) {
                Place::Repeated => continue,
                Place::AfterAGap => {
                    self.node.figures.gap();
                    return Err(Lost::Silent);
                }
                Place::Next => self.next += 1,
            }
            return match answer.what {
                PartKind::NotHere => Err(Lost::NotHere),
                PartKind::Stops => Err(Lost::Stops),
                said => Ok((said, body)),
            };
        }
    }

    /// Whatever part comes in, unless it is too late or the lease is somebody else's now.
    async fn received(&mut self, until: Instant) -> Option<(AnswerPart, Bytes)> {
        let mut lease = self.node.lease.subscribe();
        let epoch = self.epoch;
        // The database may be out of reach for a while; only another lease says that this one is over.
        let other =
            lease.wait_for(move |standing| standing.as_ref().is_some_and(|standing| standing.epoch != epoch));
        tokio::select! {
            part = timeout_at(until, self.parts.recv()) => part.ok().flatten(),
            _ = other => self.parts.try_recv().ok(),
        }
    }
}

impl Node {
    /// Hears answers, and tells those who answer that this node is there.
    pub(super) async fn hear(self: Arc<Node>) {
        let subject = self.bus.answers(&self.bus.own);
        let mut answers = match self.bus.hear(&subject).await {
            Ok(answers) => answers,
            Err(why) => return tracing::error!(why, "answers of other nodes cannot be heard"),
        };
        let mut here = tokio::time::interval(HERE);
        loop {
            tokio::select! {
                message = next(&mut answers) => {
                    let Some(message) = message else { return };
                    match self.bus.opened::<AnswerPart>(&subject, &message) {
                        Some((part, body)) => self.bus.give(part, body),
                        None => self.figures.forged(),
                    }
                }
                _ = here.tick() => {
                    let holder = self.lease.borrow().as_ref().and_then(|standing| standing.holder.clone());
                    if let Some(holder) = holder.filter(|_| self.bus.is_expecting()) {
                        let (asks, here) = (self.bus.asks(&holder), Ask::Here { from: self.bus.own.clone() });
                        // The next one may arrive. This task must not wait for a server that is gone.
                        let _ = timeout(AGAIN, self.bus.send(&asks, &here, b"")).await;
                    }
                }
            }
        }
    }

    /// Asks whoever is in charge, once, and waits until the answer begins.
    async fn ask(self: &Arc<Node>, wanted: &Wanted, path: &str, after: Option<u64>) -> Result<Begun, Lost> {
        let standing = self.lease.borrow().clone();
        let Some(LeaseState { epoch, holder: Some(holder), beat }) = standing else {
            return Err(Lost::NotHere);
        };
        let (id, parts) = self.bus.expect();
        let mut rest = Rest { node: self.clone(), id, holder, epoch, parts, next: 0 };
        let passed = |name: &HeaderName| {
            let values = wanted.headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
            values.map(|value| (name.as_str().to_owned(), value.to_owned())).collect::<Vec<_>>()
        };
        let mut headers: Vec<(String, String)> = PASSED_ON.iter().flat_map(passed).collect();
        if let Some(after) = after {
            headers.retain(|(name, _)| name != "last-event-id");
            headers.push(("last-event-id".to_owned(), after.to_string()));
        }
        let asked = ForwardedRequest {
            from: self.bus.own.clone(),
            id,
            epoch,
            beat,
            method: wanted.method.to_string(),
            path: path.to_owned(),
            headers,
            peer: wanted.peer,
        };
        let subject = self.bus.asks(&rest.holder);
        let ask = Ask::Request(asked);
        let sent = timeout(ANSWER, self.bus.send(&subject, &ask, &wanted.body)).await;
        if !matches!(sent, Ok(Ok(()))) {
            self.heard(epoch, false);
            return Err(Lost::Silent);
        }
        let first = rest.next(ANSWER).await;
        self.heard(epoch, !matches!(first, Err(Lost::Silent)));
        match first? {
            (PartKind::Head { status, headers }, _) => {
                let status = StatusCode::from_u16(status).map_err(|_| Lost::Silent)?;
                let header = |(name, value): (String, String)| {
                    Some((HeaderName::try_from(name).ok()?, HeaderValue::try_from(value).ok()?))
                };
                let mut all = HeaderMap::new();
                headers.into_iter().filter_map(header).for_each(|(name, value)| _ = all.append(name, value));
                Ok(Begun { status, headers: all, rest })
            }
            _ => Err(Lost::Silent),
        }
    }
}

/// Passes a request on, and gives the answer.
pub(super) async fn forward(node: &Arc<Node>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let peer = parts.extensions.get::<Peer>().map(|Peer(address)| *address);
    // One byte more than is taken, so that whoever is in charge says that it is too long.
    let body = match timeout(BODY, axum::body::to_bytes(body, LONGEST + 1)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return Problem::too_large(LONGEST).into_response(),
        Err(_) => return Problem::too_slow().into_response(),
    };
    let path = parts.uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
    let wanted = Wanted { method: parts.method, path, headers: parts.headers, peer, body };
    let begun = Instant::now();
    let mut again = false;
    while begun.elapsed() < IN_ALL && !node.is_stopping() {
        // It may have become this one meanwhile.
        if let Some(here) = node.here() {
            let house = here.house.clone();
            let response = match here.app.oneshot(local(&wanted)).await {
                Ok(response) => response,
                Err(never) => match never {},
            };
            if !is_feed(response.headers()) {
                return response;
            }
            let (head, body) = response.into_parts();
            return feed(node, wanted, (head.status, head.headers), Source::Near(Near::of(&house, body)));
        }
        node.figures.asks(again);
        again = true;
        let lost = match node.ask(&wanted, &wanted.path, None).await {
            Ok(Begun { status, headers, rest }) if is_feed(&headers) => {
                return feed(node, wanted, (status, headers), Source::Far(rest));
            }
            Ok(answer) => match answer.whole().await {
                Ok(response) => return response,
                Err(lost) => lost,
            },
            Err(lost) => lost,
        };
        if matches!(lost, Lost::Silent) && !may_be_repeated(&wanted) {
            node.figures.unanswered();
            return Problem::out_of_service(
                "nobody answered in time, and whether it was done is not known; look before you ask again",
            )
            .into_response();
        }
        tokio::time::sleep(AGAIN).await;
    }
    node.figures.unanswered();
    Problem::out_of_service("no node is in charge just now; ask again").into_response()
}

/// May this be asked again when nobody knows whether it was done? What only reads may, what sets something to what it already is, and a command
/// under an id, which is carried out once.
fn may_be_repeated(wanted: &Wanted) -> bool {
    #[derive(serde::Deserialize)]
    struct Command {
        #[serde(rename = "id")]
        _id: String,
    }
    match wanted.method {
        Method::POST | Method::PATCH => serde_json::from_slice::<Command>(&wanted.body).is_ok(),
        _ => true,
    }
}

/// The same request for the house in this process.
fn local(wanted: &Wanted) -> Request {
    let mut request = Request::new(Body::from(wanted.body.clone()));
    *request.method_mut() = wanted.method.clone();
    *request.headers_mut() = wanted.headers.clone();
    if let Ok(path) = wanted.path.parse() {
        *request.uri_mut() = path;
    }
    if let Some(peer) = wanted.peer {
        request.extensions_mut().insert(Peer(peer));
    }
    request
}

/// Is this the head of a live feed?
fn is_feed(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream")
}

/// Who tells a feed: another node, or the house in this one.
enum Source {
    Far(Rest),
    Near(Near),
}

/// A feed of the house in this process.
struct Near {
    body: Pin<Box<axum::body::BodyDataStream>>,
    stopping: tokio::sync::watch::Receiver<bool>,
}

impl Near {
    fn of(house: &House, body: Body) -> Near {
        Near { body: Box::pin(body.into_data_stream()), stopping: house.stopping() }
    }
}

impl Source {
    async fn next(&mut self) -> Result<(PartKind, Bytes), Lost> {
        let near = match self {
            Source::Far(rest) => return rest.next(SILENCE).await,
            Source::Near(near) => near,
        };
        let frame = std::future::poll_fn(|context| near.body.as_mut().poll_next(context)).await;
        // What it says when it stops is not for somebody who goes on elsewhere.
        match frame {
            _ if *near.stopping.borrow() => Err(Lost::Stops),
            Some(Ok(bytes)) => Ok((PartKind::More, bytes)),
            Some(Err(_)) => Err(Lost::Silent),
            None => Ok((PartKind::End, Bytes::new())),
        }
    }
}

impl Begun {
    /// Waits for all of it: an answer of which the end is missing is asked for again.
    async fn whole(mut self) -> Result<Response, Lost> {
        let mut whole = Vec::new();
        loop {
            match self.rest.next(SILENCE).await? {
                (PartKind::More, bytes) => whole.extend_from_slice(&bytes),
                (PartKind::End, _) => break,
                _ => return Err(Lost::Silent),
            }
        }
        // How the other node framed it says nothing of how this one does.
        self.headers.remove(header::TRANSFER_ENCODING);
        let mut response = Response::new(Body::from(whole));
        (*response.status_mut(), *response.headers_mut()) = (self.status, self.headers);
        Ok(response)
    }
}

/// A live feed: it goes on in this browser whoever is in charge.
fn feed(node: &Arc<Node>, wanted: Wanted, head: (StatusCode, HeaderMap), source: Source) -> Response {
    let (sent, received) = mpsc::channel(8);
    let mut response = Response::new(Body::from_stream(Passed(received)));
    (*response.status_mut(), *response.headers_mut()) = head;
    response.headers_mut().remove(header::TRANSFER_ENCODING);
    let node = node.clone();
    tokio::spawn(async move {
        node.figures.feed_opens();
        carry(&node, &wanted, source, &sent).await;
        node.figures.feed_ends();
    });
    response
}

/// Carries a feed until the browser leaves or it ends; goes on with another node where the one that told it falls silent.
async fn carry(node: &Arc<Node>, wanted: &Wanted, first: Source, sent: &mpsc::Sender<Bytes>) {
    let mut passing = Passing::default();
    let mut rest = Some(first);
    let mut silent_since = Instant::now();
    while silent_since.elapsed() < FEED_WAITS && !node.is_stopping() {
        let Some(tells) = &mut rest else {
            match go_on(node, wanted, &passing, sent).await {
                GoesOn::Over => return,
                GoesOn::NotYet => continue,
                GoesOn::With(tells) => rest = Some(tells),
            }
            node.figures.feed_resumed();
            continue;
        };
        let part = tokio::select! {
            part = tells.next() => part,
            () = sent.closed() => return,
        };
        match part {
            Ok((PartKind::More, bytes)) => {
                silent_since = Instant::now();
                let whole = passing.take(&bytes);
                if !whole.is_empty() && sent.send(whole).await.is_err() {
                    return;
                }
            }
            Ok(_) => return,
            Err(_) => {
                passing.cut();
                rest = None;
            }
        }
    }
}

enum GoesOn {
    With(Source),
    /// Nobody answers yet.
    NotYet,
    /// Whoever is in charge does not go on with it, or the browser is gone.
    Over,
}

/// Looks for somebody who goes on where a feed was cut off. The browser hears meanwhile that its line is there.
async fn go_on(node: &Arc<Node>, wanted: &Wanted, passing: &Passing, sent: &mpsc::Sender<Bytes>) -> GoesOn {
    if sent.send(Bytes::from_static(b": here\n\n")).await.is_err() {
        return GoesOn::Over;
    }
    let (path, after) = (passing.path(&wanted.path), passing.last());
    // This node may be in charge now.
    let begun = match node.here() {
        Some(here) => near(here, wanted, &path, after).await,
        None => node.ask(wanted, &path, after).await.map(|begun| {
            let Begun { status, headers, rest } = begun;
            (status, headers, Source::Far(rest))
        }),
    };
    match begun {
        Ok((StatusCode::OK, headers, source)) if is_feed(&headers) => GoesOn::With(source),
        Ok((status, ..)) if status.is_server_error() => {
            tokio::time::sleep(AGAIN).await;
            GoesOn::NotYet
        }
        Ok(_) => GoesOn::Over,
        Err(_) => {
            tokio::time::sleep(AGAIN).await;
            GoesOn::NotYet
        }
    }
}

/// A feed of the house in this process, from where it was cut off.
async fn near(
    here: HouseInCharge,
    wanted: &Wanted,
    path: &str,
    after: Option<u64>,
) -> Result<(StatusCode, HeaderMap, Source), Lost> {
    let mut request = local(wanted);
    *request.uri_mut() = path.parse().map_err(|_| Lost::Silent)?;
    if let Some(after) = after {
        request.headers_mut().insert("last-event-id", HeaderValue::from(after));
    }
    let response = match here.app.oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    let (head, body) = response.into_parts();
    Ok((head.status, head.headers, Source::Near(Near::of(&here.house, body))))
}

/// The messages of a feed as the body of an answer.
struct Passed(mpsc::Receiver<Bytes>);

impl Stream for Passed {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(Ok))
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, place};

    #[test]
    fn a_part_that_comes_twice_is_taken_once_and_one_that_is_missing_is_noticed() {
        let mut expected = 0;
        let places: Vec<Place> = [0, 0, 1, 0, 1, 2, 4]
            .into_iter()
            .map(|part| {
                let found = place(part, expected);
                expected += u64::from(found == Place::Next);
                found
            })
            .collect();
        use Place::{AfterAGap, Next, Repeated};
        assert_eq!(places, [Next, Repeated, Next, Repeated, Repeated, Next, AfterAGap]);
    }
}
