//! Messages between nodes over core NATS. It may lose, repeat, hold back or invent any: each is sealed by the nodes' secret over the subject
//! and everything it says, answers are numbered, and whoever misses something asks again.

use crate::settings::NodeSettings;
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shoe::NodeSecret;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;

/// The most messages of one answer that wait for a browser.
const WAITING: usize = 256;
/// The most messages that wait at a node; whoever sends more has to ask again.
const MAILBOX: usize = 8_192;
/// The longest part of an answer: NATS takes a megabyte unless it is told otherwise.
pub(super) const PART: usize = 256 * 1024;
/// The purpose under which messages are sealed.
const SEALED: &str = "a message between nodes";

/// What is asked of the node in charge.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Ask {
    /// A request of a browser; its body follows.
    Request(ForwardedRequest),
    /// Nobody waits for this answer any more.
    Gone { from: String, id: u64 },
    /// The node is there: its answers go on.
    Here { from: String },
}

/// A request of a browser, as another node passes it on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ForwardedRequest {
    /// The name of the node's process.
    pub(super) from: String,
    /// The number of the request, which the process uses once.
    pub(super) id: u64,
    /// The lease under which it is asked.
    pub(super) epoch: u64,
    /// How often that lease had been renewed: the only clock that nodes share.
    pub(super) beat: u64,
    pub(super) method: String,
    pub(super) path: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) peer: Option<SocketAddr>,
}

/// A part of an answer; what it carries follows.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct AnswerPart {
    /// The number of the request.
    pub(super) id: u64,
    /// The number of the part, from 0.
    pub(super) part: u64,
    pub(super) what: PartKind,
}

/// What a part is.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum PartKind {
    /// The head of the answer.
    Head { status: u16, headers: Vec<(String, String)> },
    /// More of its body.
    More,
    /// That was all.
    End,
    /// The house stops here; another node goes on.
    Stops,
    /// Nothing was done: this node is not in charge, or has too much to do.
    NotHere,
}

/// The line to the other nodes.
pub(super) struct Bus {
    client: Client,
    secret: NodeSecret,
    house: String,
    /// The name of this process.
    pub(super) own: String,
    next: AtomicU64,
    waiting: Mutex<HashMap<u64, mpsc::Sender<(AnswerPart, Bytes)>>>,
}

impl Bus {
    /// Connects, also where no server answers yet.
    pub(super) async fn open(own: &NodeSettings, name: &str) -> Result<Bus, String> {
        let mut options = ConnectOptions::new()
            .name(format!("croupier {name}"))
            .retry_on_initial_connect()
            .connection_timeout(Duration::from_secs(2))
            .ping_interval(Duration::from_secs(2))
            .reconnect_delay_callback(|tries| Duration::from_millis(if tries < 2 { 20 } else { 250 }))
            .client_capacity(MAILBOX)
            .subscription_capacity(MAILBOX)
            .event_callback(|event| async move {
                match event {
                    Event::Connected => tracing::info!("NATS is there"),
                    Event::Disconnected => tracing::warn!("NATS is gone"),
                    Event::SlowConsumer(_) => tracing::warn!("messages came faster than they were read"),
                    _ => {}
                }
            });
        if let Some((user, password)) = &own.credentials {
            options = options.user_and_password(user.clone(), password.clone());
        }
        let servers: Result<Vec<async_nats::ServerAddr>, _> =
            own.news.iter().map(|server| server.parse()).collect();
        let servers = servers.map_err(|error| format!("news: {error}"))?;
        let client = options.connect(servers).await.map_err(|error| format!("NATS: {error}"))?;
        let house = hex::encode(&own.secret.seal("the name of the house", &[])[..8]);
        let (secret, own) = (own.secret.clone(), name.to_owned());
        Ok(Bus { client, secret, house, own, next: AtomicU64::new(1), waiting: Mutex::default() })
    }

    /// Where this holder of the lease is asked. It names the process, so that one that was in charge before is never asked.
    pub(super) fn asks(&self, holder: &str) -> String {
        format!("croupier.{}.{holder}.ask", self.house)
    }

    /// Where this process is told.
    pub(super) fn answers(&self, process: &str) -> String {
        format!("croupier.{}.{process}.answers", self.house)
    }

    /// Hears what comes under a subject.
    pub(super) async fn hear(&self, subject: &str) -> Result<Subscriber, String> {
        self.client.subscribe(subject.to_owned()).await.map_err(|error| error.to_string())
    }

    /// Sends a message. Whether it arrives nobody says.
    pub(super) async fn send(&self, subject: &str, says: &impl Serialize, body: &[u8]) -> Result<(), String> {
        let says = serde_json::to_vec(says).map_err(|error| error.to_string())?;
        let seal = self.secret.seal(SEALED, &[subject.as_bytes(), &says, body]);
        let length = u32::try_from(says.len()).map_err(|error| error.to_string())?;
        let message = [&seal[..], &length.to_be_bytes(), &says, body].concat();
        self.client.publish(subject.to_owned(), message.into()).await.map_err(|error| error.to_string())
    }

    /// Opens a message, if it is from a node of this house and for this subject.
    pub(super) fn opened<T: DeserializeOwned>(&self, subject: &str, message: &Bytes) -> Option<(T, Bytes)> {
        let (seal, rest) = message.split_at_checked(32)?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let (says, body) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        if !self.secret.holds(SEALED, &[subject.as_bytes(), says, body], seal) {
            return None;
        }
        Some((serde_json::from_slice(says).ok()?, message.slice_ref(body)))
    }

    /// A number for a request, and where its answer comes in.
    pub(super) fn expect(&self) -> (u64, mpsc::Receiver<(AnswerPart, Bytes)>) {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = mpsc::channel(WAITING);
        self.lock().insert(id, sender);
        (id, receiver)
    }

    /// Nobody waits for this answer any more.
    pub(super) fn forget(&self, id: u64) {
        self.lock().remove(&id);
    }

    /// Gives a part to whoever waits for it. Who has no room for it has lost it, and finds the gap.
    pub(super) fn give(&self, part: AnswerPart, body: Bytes) {
        let id = part.id;
        let mut waiting = self.lock();
        if waiting.get(&id).is_some_and(|sender| sender.try_send((part, body)).is_err()) {
            waiting.remove(&id);
        }
    }

    /// Does NATS carry what this process says, so far as that it hears itself?
    pub(super) async fn is_heard(&self, patience: Duration) -> bool {
        let (id, mut parts) = self.expect();
        let echo = AnswerPart { id, part: 0, what: PartKind::End };
        let subject = self.answers(&self.own);
        let heard = async { self.send(&subject, &echo, b"").await.is_ok() && parts.recv().await.is_some() };
        let heard = tokio::time::timeout(patience, heard).await.unwrap_or(false);
        self.forget(id);
        heard
    }

    /// Does anybody wait?
    pub(super) fn is_expecting(&self) -> bool {
        !self.lock().is_empty()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u64, mpsc::Sender<(AnswerPart, Bytes)>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
