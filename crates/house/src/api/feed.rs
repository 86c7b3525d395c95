//! Tables, live: Server-Sent Events that go on where they were left, of one table or of several over one connection, with tournaments,
//! promotions and the pit beside them.

use super::asked::{Path, Visitor};
use super::contests::live_over;
use super::{pit, promotions, tournaments};
use crate::house::House;
use crate::problem::Problem;
use axum::Router;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use axum::routing::get;
use bytes::{Bytes, BytesMut};
use floor::flush::{Flush, frame};
use floor::presence::OpenPage;
use floor::runner::{Running, Since, Subscription};
use futures_core::Stream;
use people::viewer::Viewer;
use serde::Deserialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{mpsc, watch};
use utoipa::{IntoParams, OpenApi};

/// The most tables that one feed follows.
const MOST_TABLES: usize = 24;
/// How often a feed says that it is still there.
const HERE: Duration = Duration::from_secs(5);

/// Where to go on.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct After {
    /// The last event that you have.
    after: Option<u64>,
    /// So many of the last events come first, as far as they are at hand, if you have none.
    last: Option<u64>,
}

/// A table, live.
#[utoipa::path(get, path = "/api/v1/tables/{table}/feed", params(("table" = String, Path), After), responses(
    (status = 200, content_type = "text/event-stream", body = String), (status = "4XX", body = Problem),
    (status = 503, body = Problem)))]
pub async fn feed(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    Path(table): Path<String>,
    after: Result<Query<After>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Query(After { after, last: events }) =
        after.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok());
    let table = house.table(&table)?.clone();
    let (sent, received) = mpsc::channel(4);
    let since = last.or(after).map(Since::After).or(events.map(Since::Last));
    begin(&house, &visitor, table, since, Line { sent, marker: None }).await?;
    Ok(streamed(received))
}

/// Which tables one feed follows.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Followed {
    /// The ids of at most 24 tables, parted by commas; behind a colon the last event of that table that you have: `act:812,nz`. A
    /// tournament or a promotion stands among them as `tournament/ID` or `promotion/ID`, and the pit as `pit/all`, each told from its whole
    /// view on.
    tables: String,
}

/// Several tables, live, over one connection: a message `table` names the table of every message up to the next one of its kind.
#[utoipa::path(get, path = "/api/v1/feed", params(Followed), responses(
    (status = 200, content_type = "text/event-stream", body = String), (status = "4XX", body = Problem)))]
pub async fn feed_of_several(
    State(house): State<Arc<House>>,
    visitor: Visitor,
    followed: Result<Query<Followed>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Problem> {
    let Query(Followed { tables }) =
        followed.map_err(|rejection| Problem::bad_request(rejection.body_text()))?;
    let tables = places(&tables)?;
    let (sent, received) = mpsc::channel(tables.len() * 4);
    for (id, after) in tables {
        let marker = frame("table", None, &id);
        let line = Line { sent: sent.clone(), marker: Some(marker.clone()) };
        let begun = begin_any(&house, &visitor, (&id, after), line).await;
        // A table that cannot be followed leaves the others as they are.
        if let Err(problem) = begun {
            let refused = frame("refused", None, &serde_json::json!({ "status": problem.code().as_u16() }));
            // Nobody has left yet: the answer begins with this.
            let _ = sent.send(marked(Some(&marker), refused)).await;
        }
    }
    Ok(streamed(received))
}

/// Begins to follow a table, or what else may stand among the tables of a feed.
async fn begin_any(
    house: &Arc<House>,
    visitor: &Visitor,
    (id, after): (&str, Option<u64>),
    line: Line,
) -> Result<(), Problem> {
    match id.split_once('/') {
        None => begin(house, visitor, house.table(id)?.clone(), after.map(Since::After), line).await,
        Some(("tournament", id)) => {
            let (first, followed) = tournaments::followed(house, visitor, id).await?;
            live_over(house, first, followed, line);
            Ok(())
        }
        Some(("promotion", id)) => {
            let (first, followed) = promotions::followed(house, visitor, id).await?;
            live_over(house, first, followed, line);
            Ok(())
        }
        Some(("pit", "all")) => {
            let (first, followed) = pit::followed(house, visitor).await?;
            live_over(house, first, followed, line);
            Ok(())
        }
        Some((kind, _)) => Err(Problem::not_found(format!("there is no {kind} to follow"))),
    }
}

/// The tables that a feed is to follow, each with the last event that is known of it.
fn places(tables: &str) -> Result<Vec<(String, Option<u64>)>, Problem> {
    let mut places: Vec<(String, Option<u64>)> = Vec::new();
    for place in tables.split(',') {
        let (id, after) = match place.split_once(':') {
            None => (place, None),
            Some((id, after)) => {
                let number = after.parse().map_err(|_| {
                    Problem::bad_request(format!(
                        "tables: found `{after}` behind `{id}:`; allowed is the number of an event"
                    ))
                })?;
                (id, Some(number))
            }
        };
        if id.is_empty() || places.iter().any(|(known, _)| known == id) {
            return Err(Problem::bad_request(format!(
                "tables: found `{tables}`; allowed are ids of tables, each once, parted by commas"
            )));
        }
        places.push((id.to_owned(), after));
    }
    match places.len() {
        0..=MOST_TABLES => Ok(places),
        many => Err(Problem::bad_request(format!(
            "tables: found {many} tables; allowed are at most {MOST_TABLES}"
        ))),
    }
}

/// Begins to follow a table. Where one connection carries several, each message is put behind its table's marker.
async fn begin(
    house: &Arc<House>,
    visitor: &Visitor,
    table: Running,
    since: Option<Since>,
    line: Line,
) -> Result<(), Problem> {
    let viewer = visitor.viewer();
    let following = table.follow(viewer.clone(), since).await?;
    let watching = Watching::new(house.clone(), viewer, visitor.token.clone(), following.here);
    let begun = (following.first, following.seq, following.rest);
    let stopping = house.stopping();
    tokio::spawn(watch(watching, table, begun, line, stopping));
    Ok(())
}

/// Where the messages of one table go. Where it carries several, each is put behind what names its table.
pub struct Line {
    /// To whoever follows it.
    pub sent: mpsc::Sender<Bytes>,
    /// What names the table.
    pub marker: Option<Bytes>,
}

impl Line {
    /// Sends a message; `false` if nobody is there any more.
    pub async fn send(&self, message: Bytes) -> bool {
        self.sent.send(marked(self.marker.as_ref(), message)).await.is_ok()
    }
}

/// A message behind the marker of its table.
fn marked(marker: Option<&Bytes>, message: Bytes) -> Bytes {
    match marker {
        None => message,
        Some(marker) => {
            let mut both = BytesMut::with_capacity(marker.len() + message.len());
            both.extend_from_slice(marker);
            both.extend_from_slice(&message);
            both.freeze()
        }
    }
}

/// These messages as an answer that goes on.
pub(super) fn streamed(messages: mpsc::Receiver<Bytes>) -> Response {
    let mut response = Response::new(Body::from_stream(Frames(messages)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Proxies that hold answers back would hold back the cards.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// Somebody who watches, counted as long as this lives.
pub(super) struct Watching {
    house: Arc<House>,
    viewer: Viewer,
    token: Option<String>,
    _here: Option<OpenPage>,
}

impl Watching {
    pub(super) fn new(
        house: Arc<House>,
        viewer: Viewer,
        token: Option<String>,
        here: Option<OpenPage>,
    ) -> Watching {
        house.metrics.watches(viewer.staff().is_some());
        Watching { house, viewer, token, _here: here }
    }

    /// Who watches.
    pub(super) fn viewer(&self) -> &Viewer {
        &self.viewer
    }

    /// The house that is watched.
    pub(super) fn house(&self) -> Arc<House> {
        self.house.clone()
    }

    /// Is whoever watches still signed in as when they came?
    pub(super) fn holds(&self) -> bool {
        let Viewer::Person(person) = &self.viewer else { return true };
        let session = self.token.as_deref().and_then(|token| self.house.people.peek(token));
        session.is_some_and(|session| session.person == *person && !self.house.wants_factor(&session))
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.house.metrics.leaves(self.viewer.staff().is_some());
    }
}

type Begun = (Bytes, u64, Subscription);

async fn watch(
    watching: Watching,
    table: Running,
    (first, mut seq, mut rest): Begun,
    line: Line,
    mut stopping: watch::Receiver<bool>,
) {
    if !line.send(first).await {
        return;
    }
    let mut here = tokio::time::interval_at(tokio::time::Instant::now() + HERE, HERE);
    let mut behind = false;
    loop {
        if std::mem::take(&mut behind) {
            // Too slow: the rest is told from the record, so that nothing is missed.
            watching.house.metrics.fell_behind();
            let Ok(again) = table.follow(watching.viewer.clone(), Some(Since::After(seq))).await else {
                break;
            };
            (seq, rest) = (again.seq, again.rest);
            if !line.send(again.first).await {
                return;
            }
        }
        let message = tokio::select! {
            flush = rest.recv() => match flush {
                Ok(flush) => coalesced(&watching, flush, &mut rest, &mut seq, &mut behind),
                Err(RecvError::Closed) => break,
                Err(RecvError::Lagged(_)) => {
                    behind = true;
                    continue;
                }
            },
            _ = here.tick() => match watching.holds() {
                true => Bytes::from_static(b": here\n\n"),
                false => break,
            },
            _ = stopping.changed() => break,
            () = line.sent.closed() => return,
        };
        if !line.send(message).await {
            return;
        }
    }
    // Whoever is gone need not be told.
    line.send(frame("bye", None, &serde_json::json!({}))).await;
}

/// Everything that waits goes out in one write.
fn coalesced(
    watching: &Watching,
    flush: Arc<Flush>,
    rest: &mut Subscription,
    seq: &mut u64,
    behind: &mut bool,
) -> Bytes {
    let (viewer, metrics) = (&watching.viewer, &watching.house.metrics);
    *seq = flush.seq;
    metrics.took_flush(flush.made.elapsed());
    let first = flush.frame(viewer);
    let mut all: Option<BytesMut> = None;
    loop {
        match rest.try_recv() {
            Ok(flush) => {
                *seq = flush.seq;
                all.get_or_insert_with(|| BytesMut::from(&first[..])).extend_from_slice(&flush.frame(viewer));
            }
            Err(error) => {
                *behind = matches!(error, TryRecvError::Lagged(_));
                return all.map_or(first, BytesMut::freeze);
            }
        }
    }
}

/// The messages of a feed as the body of an answer.
struct Frames(mpsc::Receiver<Bytes>);

impl Stream for Frames {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(Ok))
    }
}

/// The endpoints of this file, as the description of the API has them.
#[derive(OpenApi)]
#[openapi(paths(feed, feed_of_several))]
pub struct Api;

/// The routes of this file, under `/api/v1`.
pub fn routes() -> Router<Arc<House>> {
    Router::new().route("/tables/{table}/feed", get(feed)).route("/feed", get(feed_of_several))
}
