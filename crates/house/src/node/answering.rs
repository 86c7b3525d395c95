//! What the node in charge does for the others: their requests go through its own house, and the answers back in numbered parts.

use super::bus::{AnswerPart, Ask, ForwardedRequest, PART, PartKind};
use super::{HouseInCharge, Node};
use crate::connections::Peer;
use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Request, Response};
use bytes::Bytes;
use futures_core::Stream;
use std::collections::{HashMap, HashSet};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

/// The most requests of other nodes that are answered at once, feeds among them.
const AT_ONCE: usize = 20_000;
/// How many numbers of requests are remembered of each node, so that none is carried out twice.
const REMEMBERED: u64 = 8_192;
/// A request that was sent so many renewals of the lease ago, a second each, is too old.
const TOO_OLD: u64 = 12;
/// A node that was silent for so long waits for nothing any more.
const SILENT: Duration = Duration::from_secs(12);

/// What is known of the other nodes.
#[derive(Default)]
struct Others(Mutex<HashMap<String, Other>>);

/// What becomes of a request.
#[derive(Debug)]
enum Taken {
    /// It is carried out; whoever waits for its answer can be gone.
    Now(watch::Receiver<()>),
    /// It was taken before: NATS carries a message twice if it likes.
    Before,
    /// Whether it was taken before is not known any more, or it is for another lease.
    TooOld,
}

struct Other {
    heard: Instant,
    newest: u64,
    seen: HashSet<u64>,
    /// Ends the answers that nobody waits for.
    open: HashMap<u64, watch::Sender<()>>,
}

impl Others {
    fn with<T>(&self, from: &str, change: impl FnOnce(&mut Other) -> T) -> T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Other { heard: Instant::now(), newest: 0, seen: HashSet::new(), open: HashMap::new() };
        let other = all.entry(from.to_owned()).or_insert_with(new);
        other.heard = Instant::now();
        change(other)
    }

    /// Takes a request that was not seen before.
    fn takes(&self, from: &str, id: u64) -> Taken {
        self.with(from, |other| {
            if id + REMEMBERED <= other.newest {
                return Taken::TooOld;
            }
            if !other.seen.insert(id) {
                return Taken::Before;
            }
            other.newest = other.newest.max(id);
            if other.seen.len() as u64 > 2 * REMEMBERED {
                let oldest = other.newest.saturating_sub(REMEMBERED);
                other.seen.retain(|seen| *seen > oldest);
            }
            let (open, waits) = watch::channel(());
            other.open.insert(id, open);
            Taken::Now(waits)
        })
    }

    fn ended(&self, from: &str, id: u64) {
        if let Some(other) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get_mut(from) {
            other.open.remove(&id);
        }
    }

    /// Lets go of what nodes wait for that are gone. Which requests of theirs were seen stays known, so that none comes again.
    fn forget_silent(&self) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.values_mut().filter(|other| other.heard.elapsed() >= SILENT).for_each(|other| other.open.clear());
    }
}

impl Node {
    /// Answers other nodes as long as this one is in charge.
    pub(super) async fn answer(
        self: Arc<Node>,
        here: HouseInCharge,
        subject: String,
        mut asks: async_nats::Subscriber,
    ) {
        let (others, room) = (Arc::new(Others::default()), Arc::new(Semaphore::new(AT_ONCE)));
        let mut seconds = tokio::time::interval(Duration::from_secs(1));
        loop {
            let message = tokio::select! {
                message = next(&mut asks) => message,
                _ = seconds.tick() => {
                    others.forget_silent();
                    continue;
                }
            };
            let Some(message) = message else { return };
            let Some((ask, body)) = self.bus.opened::<Ask>(&subject, &message) else {
                self.figures.forged();
                continue;
            };
            match ask {
                Ask::Here { from } => others.with(&from, |_| {}),
                Ask::Gone { from, id } => others.ended(&from, id),
                Ask::Request(asked) => {
                    let too_old = here.house.floor.ledger.store().beat() > asked.beat + TOO_OLD;
                    let taken = match asked.epoch == here.epoch && !too_old {
                        true => others.takes(&asked.from, asked.id),
                        false => Taken::TooOld,
                    };
                    // It is being answered, or was. Another answer to the same question would make neither whole.
                    if matches!(taken, Taken::Before) {
                        self.figures.repeated();
                        continue;
                    }
                    let (Taken::Now(waits), Ok(held)) = (taken, room.clone().try_acquire_owned()) else {
                        let sent = AnswerPart { id: asked.id, part: 0, what: PartKind::NotHere };
                        // It asks again in any case.
                        let _ = self.bus.send(&self.bus.answers(&asked.from), &sent, b"").await;
                        continue;
                    };
                    let (node, here, others) = (self.clone(), here.clone(), others.clone());
                    tokio::spawn(async move {
                        let (from, id) = (asked.from.clone(), asked.id);
                        node.answer_one(&here, asked, body, waits).await;
                        others.ended(&from, id);
                        drop(held);
                    });
                }
            }
        }
    }

    async fn answer_one(
        &self,
        here: &HouseInCharge,
        asked: ForwardedRequest,
        body: Bytes,
        mut waits: watch::Receiver<()>,
    ) {
        let (subject, id) = (self.bus.answers(&asked.from), asked.id);
        let response = match request(asked, body) {
            Some(request) => {
                let answered = here.app.clone().oneshot(request);
                tokio::select! {
                    answered = answered => answered.unwrap_or_else(|never| match never {}),
                    // As if a browser had closed its connection.
                    () = is_gone(&mut waits) => return,
                }
            }
            None => Response::builder().status(400).body(Body::empty()).unwrap_or_default(),
        };
        let (head, body) = response.into_parts();
        let text = |(name, value): (&HeaderName, &HeaderValue)| {
            Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
        };
        let headers = head.headers.iter().filter_map(text).collect();
        let mut part = 0;
        let mut tell = async |what: PartKind, bytes: &[u8]| {
            let sent = AnswerPart { id, part, what };
            part += 1;
            self.bus.send(&subject, &sent, bytes).await.is_ok()
        };
        if !here.house.is_trusted() {
            tell(PartKind::NotHere, b"").await;
            return;
        }
        if !tell(PartKind::Head { status: head.status.as_u16(), headers }, b"").await {
            return;
        }
        let stopping = here.house.stopping();
        let mut frames = pin!(body.into_data_stream());
        loop {
            let frame = tokio::select! {
                frame = std::future::poll_fn(|context| frames.as_mut().poll_next(context)) => frame,
                // Whoever waited is gone, or its node is.
                () = is_gone(&mut waits) => return,
            };
            if !here.house.is_trusted() {
                return;
            }
            let is_feed = head.headers.get("content-type").is_some_and(|kind| kind == "text/event-stream");
            if is_feed && *stopping.borrow() {
                tell(PartKind::Stops, b"").await;
                return;
            }
            match frame {
                Some(Ok(bytes)) => {
                    for bytes in bytes.chunks(PART) {
                        if !tell(PartKind::More, bytes).await {
                            return;
                        }
                    }
                }
                Some(Err(_)) => return,
                None => break,
            }
        }
        tell(PartKind::End, b"").await;
    }
}

/// Ends when nobody waits any more: then the other end is dropped.
async fn is_gone(waits: &mut watch::Receiver<()>) {
    while waits.changed().await.is_ok() {}
}

/// The request as the house takes it.
fn request(asked: ForwardedRequest, body: Bytes) -> Option<Request<Body>> {
    let mut request = Request::builder().method(asked.method.as_str()).uri(&asked.path);
    for (name, value) in &asked.headers {
        request = request.header(name, value);
    }
    let mut request = request.body(Body::from(body)).ok()?;
    if let Some(peer) = asked.peer {
        request.extensions_mut().insert(Peer(peer));
    }
    Some(request)
}

/// The next message; nothing when there will be none.
pub(super) async fn next(from: &mut async_nats::Subscriber) -> Option<Bytes> {
    let mut from = std::pin::Pin::new(from);
    std::future::poll_fn(|context| from.as_mut().poll_next(context)).await.map(|message| message.payload)
}

#[cfg(test)]
mod tests {
    use super::{Others, REMEMBERED, Taken};

    #[test]
    fn a_request_that_comes_twice_is_taken_once() {
        let others = Others::default();
        assert!(matches!(others.takes("n1", 7), Taken::Now(_)));
        assert!(matches!(others.takes("n1", 7), Taken::Before));
        // Also after it was answered, and another node's request of the same number is another one.
        others.ended("n1", 7);
        assert!(matches!(others.takes("n1", 7), Taken::Before));
        assert!(matches!(others.takes("n2", 7), Taken::Now(_)));
        // What came so long ago that nobody knows of it is not taken either.
        assert!(matches!(others.takes("n1", 7 + REMEMBERED), Taken::Now(_)));
        assert!(matches!(others.takes("n1", 7), Taken::TooOld));
    }
}
