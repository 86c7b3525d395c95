//! One of several nodes of a house. Every node serves browsers; one of them at a time holds the lease of the log and is in charge of all
//! tables, and the others ask it over NATS. Whoever is in charge and falls silent is followed by another, with the same coup and the same
//! cards.

mod answering;
mod bus;
mod figures;
mod front;
mod resume;

use crate::api::guard::set_standing_headers;
use crate::app::app;
use crate::connections::{self, Doors, Peer};
use crate::house::House;
use crate::problem::Problem;
use crate::serve::{Port, ServeFault, signal, tls};
use crate::settings::{HouseSettings, NodeSettings};
use crate::vaulted::prepare;
use crate::web::assets;
use async_nats::Subscriber;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bus::Bus;
use figures::Figures;
use floor::metrics::Metrics;
use ledger::Store;
use ledger::store::{Candidate, LeaseState, Place};
use shoe::{Custody, VaultProcess};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

/// How often a node looks at the lease.
const LOOK: Duration = Duration::from_millis(250);
/// How long a node that could not open the house leaves it to others.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// How long a message to itself may be on its way before a node takes it that NATS does not carry what it says.
const ECHO: Duration = Duration::from_secs(1);
/// How often the node in charge looks whether it is heard.
const LISTENS: Duration = Duration::from_millis(500);
/// How long one that did not answer counts as silent, where nobody asks again.
const A_WHILE: Duration = Duration::from_secs(5);
/// How long a node that gave way takes no charge, so that another one does.
const GIVES_WAY: Duration = Duration::from_secs(6);

/// How a node's time in charge ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Charge {
    /// The house could not be opened.
    NotOpened,
    /// The lease or the log was lost, or the node stops.
    Over,
    /// It was given to those whom it could not answer.
    GaveWay,
}

/// A node.
pub struct Node {
    settings: HouseSettings,
    own: NodeSettings,
    bus: Bus,
    /// How the lease stood when it was last read.
    lease: watch::Sender<Option<LeaseState>>,
    /// The house, while this node is in charge of it.
    here: RwLock<Option<HouseInCharge>>,
    /// The number of the lease whose holder did not answer when it was last asked, and when that was.
    unheard: Mutex<Option<(u64, Instant)>>,
    figures: Figures,
    metrics: Arc<Metrics>,
    stop: watch::Sender<bool>,
}

/// The house, where this node is in charge.
#[derive(Clone)]
struct HouseInCharge {
    house: Arc<House>,
    app: Router,
    epoch: u64,
}

impl Node {
    fn here(&self) -> Option<HouseInCharge> {
        self.here.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_here(&self, here: Option<HouseInCharge>) {
        *self.here.write().unwrap_or_else(PoisonError::into_inner) = here;
    }

    fn saw(&self, standing: LeaseState) {
        self.lease.send_if_modified(|known| {
            if known.as_ref().is_some_and(|known| known.epoch != standing.epoch) {
                self.figures.lease_changed();
            }
            let changed = known.as_ref() != Some(&standing);
            *known = Some(standing);
            changed
        });
    }

    fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// The holder of this lease did not answer, or did.
    fn heard(&self, epoch: u64, answered: bool) {
        let unheard = (!answered).then(|| (epoch, Instant::now()));
        *self.unheard.lock().unwrap_or_else(PoisonError::into_inner) = unheard;
    }

    /// The number of the lease, if its holder did not answer a while ago and nobody was answered since.
    fn unheard(&self) -> Option<u64> {
        let (epoch, at) = (*self.unheard.lock().unwrap_or_else(PoisonError::into_inner))?;
        let now = self.lease.borrow().as_ref().map(|standing| standing.epoch);
        (now == Some(epoch) && at.elapsed() < A_WHILE).then_some(epoch)
    }
}

/// Runs a node until a signal ends it; tells with `opened` once it takes connections.
pub fn run_until_signal(settings: HouseSettings, opened: impl FnOnce(SocketAddr)) -> Result<(), ServeFault> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // What asks the vault or the drawer waits on its thread.
        .worker_threads(std::thread::available_parallelism().map_or(4, |threads| threads.get().max(4)))
        .enable_all()
        .build()
        .map_err(|error| ServeFault::NotOpened(format!("cannot start: {error}")))?;
    connections::prepare_process();
    runtime.block_on(serve(settings, opened, signal()))
}

/// Runs a node until `stop`; tells with `opened` once it takes connections.
pub async fn serve(
    settings: HouseSettings,
    opened: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeFault> {
    let not_opened = ServeFault::NotOpened;
    let (Some(own), Place::Server(server)) = (settings.node.clone(), settings.place()) else {
        return Err(not_opened("these are not the settings of a node".to_owned()));
    };
    let tls = settings.tls.as_ref().map(|(certificate, key)| tls(certificate, key)).transpose();
    let tls = tls.map_err(not_opened)?;
    let port = Port::take(settings.listen).map_err(not_opened)?;
    prepare(&settings).map_err(not_opened)?;
    let first = Candidate::new(&server, &own.name).map_err(|fault| not_opened(fault.to_string()))?;
    let bus = Bus::open(&own, first.holder()).await.map_err(not_opened)?;
    let node = Arc::new(Node {
        own,
        bus,
        lease: watch::Sender::new(None),
        here: RwLock::default(),
        unheard: Mutex::default(),
        figures: Figures::new(),
        metrics: Arc::new(Metrics::new()),
        stop: watch::Sender::new(false),
        settings,
    });
    // It waits to take charge; whatever can be done before is.
    drop(tokio::task::spawn_blocking(people::make_ready));
    let socket = port.open().map_err(not_opened)?;
    let address = socket.local_addr().map_err(|error| not_opened(error.to_string()))?;
    tokio::spawn(node.clone().hear());
    let runs = tokio::spawn(node.clone().run(server, first));
    opened(address);
    let stopping = node.clone();
    let stopper = tokio::spawn(async move {
        stop.await;
        tracing::info!("the node stops");
        stopping.stop.send_replace(true);
    });
    let doors = Doors::of(&node.settings, node.metrics.clone(), node.stop.subscribe());
    connections::open(&doors, socket, tls.map(TlsAcceptor::from), routes(node.clone())).await;
    stopper.abort();
    node.stop.send_replace(true);
    // It gives the lease back, so that another need not wait.
    let _ = runs.await;
    Ok(())
}

/// What a node answers: files and how it stands by itself, everything else by whoever is in charge.
fn routes(node: Arc<Node>) -> Router {
    Router::new()
        .route("/assets/{*name}", get(assets::get))
        .route("/health/live", get(|| async { "alive\n" }))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
        .fallback(asked)
        .layer(axum::middleware::map_response(|mut response: Response| async {
            set_standing_headers(response.headers_mut());
            response
        }))
        .with_state(node)
}

/// Is there somebody who answers?
async fn ready(State(node): State<Arc<Node>>) -> (StatusCode, &'static str) {
    let in_charge = match node.here() {
        Some(here) => here.house.is_ready(),
        // It passes everything on, and needs NATS for that.
        None => {
            let held = node.lease.borrow().as_ref().is_some_and(|standing| standing.holder.is_some());
            held && node.bus.is_heard(ECHO).await
        }
    };
    match in_charge && !node.is_stopping() {
        true => (StatusCode::OK, "ready\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
    }
}

/// Figures are for those on the machine itself.
async fn metrics(State(node): State<Arc<Node>>, request: Request) -> Response {
    let from = request.extensions().get::<Peer>().map(|Peer(address)| address.ip());
    if !from.is_none_or(|from| from.is_loopback()) {
        return Problem::not_yours("figures are told on the machine itself").into_response();
    }
    let epoch = node.lease.borrow().as_ref().map_or(0, |standing| standing.epoch);
    let house = match node.here() {
        Some(here) => {
            here.house.measure().await;
            here.house.metrics.written()
        }
        None => "# EOF\n".to_owned(),
    };
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], node.figures.written(epoch, node.here().is_some()) + &house)
        .into_response()
}

/// Everything else.
async fn asked(State(node): State<Arc<Node>>, request: Request) -> Response {
    // Feeds go on when another node takes charge, also those of the house in this one.
    let feed = request.uri().path().ends_with("/feed");
    match node.here().filter(|_| !feed) {
        Some(here) => match here.app.oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        },
        None => front::forward(&node, request).await,
    }
}

/// Ends once other nodes ask for the lease because NATS carries nothing from this one, though it carries what they say.
async fn is_wished_away(node: &Node, store: &dyn Store) {
    loop {
        match node.bus.is_heard(ECHO).await {
            true => tokio::time::sleep(LISTENS).await,
            false if matches!(store.is_wished().await, Ok(true)) => return,
            false => tokio::time::sleep(LOOK).await,
        }
    }
}

/// Ends once somebody else holds the lease.
async fn is_fenced(store: &dyn Store) {
    while !store.is_fenced() {
        tokio::time::sleep(LOOK).await;
    }
}

impl Node {
    /// Looks at the lease, and takes it when it is free.
    async fn run(self: Arc<Node>, server: ledger::store::Server, first: Candidate) {
        let (mut candidate, mut clock_logged) = (first, false);
        // Heard before the lease is taken, so that nothing is lost that others ask the moment they see it.
        let mut asks = self.bus.hear(&self.bus.asks(candidate.holder())).await;
        let mut not_before = Instant::now();
        let mut stopping = self.stop.subscribe();
        while !self.is_stopping() {
            // Whoever is in charge and cannot be heard by anybody is asked to give way; if NATS itself is gone, nobody would be better.
            candidate.wish(match self.unheard() {
                Some(epoch) if self.bus.is_heard(ECHO).await => Some(epoch),
                _ => None,
            });
            match candidate.look().await {
                Ok(standing) => self.saw(standing),
                // Whoever was in charge may still be: only they can say.
                Err(fault) => tracing::debug!(%fault, "the lease cannot be read"),
            }
            let apart = candidate.clock_apart();
            if apart.is_some() && !clock_logged {
                tracing::error!(
                    milliseconds = apart,
                    "this machine's clock is not the database's: this node takes no charge"
                );
            }
            clock_logged = apart.is_some();
            if candidate.is_free() && Instant::now() >= not_before {
                match candidate.take().await {
                    Ok(Some(store)) => {
                        let held = candidate.holder().to_owned();
                        match self.own(store, &held, asks).await {
                            Charge::NotOpened => self.pause(AFTER_FAILURE, &mut stopping).await,
                            Charge::GaveWay => not_before = Instant::now() + GIVES_WAY,
                            Charge::Over => {}
                        }
                        // A name is held once.
                        match Candidate::new(&server, &self.own.name) {
                            Ok(next) => candidate = next,
                            Err(fault) => tracing::error!(%fault, "this node cannot take the lease again"),
                        }
                        asks = self.bus.hear(&self.bus.asks(candidate.holder())).await;
                    }
                    Ok(None) => {}
                    Err(fault) => tracing::warn!(%fault, "the lease could not be taken"),
                }
            }
            self.pause(LOOK, &mut stopping).await;
        }
    }

    async fn pause(&self, time: Duration, stopping: &mut watch::Receiver<bool>) {
        // Whoever stops does not wait.
        let _ = tokio::time::timeout(time, stopping.wait_for(|stop| *stop)).await;
    }

    /// Opens the house under a lease that was taken, and keeps it until the lease or the log is lost.
    async fn own(
        self: &Arc<Node>,
        store: Arc<dyn Store>,
        holder: &str,
        asks: Result<Subscriber, String>,
    ) -> Charge {
        let (epoch, begun) = (store.epoch(), Instant::now());
        tracing::info!(epoch, "this node takes charge");
        self.saw(LeaseState { epoch, holder: Some(holder.to_owned()), beat: store.beat() });
        // What others ask while the house opens waits for it: nobody has to ask again.
        let subject = self.bus.asks(holder);
        let asks = match asks {
            Ok(asks) => asks,
            Err(why) => return self.cannot_open(store, &why).await,
        };
        let (at, secret) = (self.own.vault.clone(), self.own.secret.clone());
        let vault = tokio::task::spawn_blocking(move || VaultProcess::shared(&at, &secret, epoch)).await;
        let vault: Arc<dyn Custody> = match vault {
            Ok(Ok(vault)) => Arc::new(vault),
            Ok(Err(fault)) => return self.cannot_open(store, &fault.to_string()).await,
            Err(error) => return self.cannot_open(store, &error.to_string()).await,
        };
        let opened = House::open_over(self.settings.clone(), Ok(vault), Some(store.clone())).await;
        let (house, tasks) = match opened {
            Ok(opened) => opened,
            Err(why) => return self.cannot_open(store, &why).await,
        };
        let app = app(house.clone());
        self.set_here(Some(HouseInCharge { house: house.clone(), app: app.clone(), epoch }));
        let answers = tokio::spawn(self.clone().answer(
            HouseInCharge { house: house.clone(), app, epoch },
            subject,
            asks,
        ));
        let took = begun.elapsed();
        self.figures.took_charge(took);
        tracing::info!(epoch, milliseconds = took.as_millis(), "the house is open here");
        let (mut ends, mut stops) = (house.stopping(), self.stop.subscribe());
        let mut how = Charge::Over;
        tokio::select! {
            // The log takes nothing any more.
            _ = ends.wait_for(|ends| *ends) => {}
            () = is_fenced(&*store) => tracing::warn!(epoch, "another node has taken the lease"),
            _ = stops.wait_for(|stop| *stop) => {}
            () = is_wished_away(self, &*store) => {
                tracing::warn!(epoch, "other nodes do not hear this one: it gives way");
                self.figures.gave_way();
                how = Charge::GaveWay;
            }
        }
        house.begin_to_stop();
        // What is being answered may end: feeds are told that another follows.
        if self.is_stopping() {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        self.set_here(None);
        answers.abort();
        let closes = async move { house.stop(tasks).await };
        match self.is_stopping() {
            true => closes.await,
            // The lease is given back with it; whoever waits for it would take it at last in any case.
            false if how == Charge::GaveWay => {
                drop(tokio::time::timeout(GIVES_WAY, tokio::spawn(closes)).await)
            }
            // One that lost its lease may wait for a database that does not answer; this node goes on meanwhile.
            false => drop(tokio::spawn(closes)),
        }
        how
    }

    async fn cannot_open(&self, store: Arc<dyn Store>, why: &str) -> Charge {
        tracing::error!(why, "this node cannot open the house; it leaves it to another");
        if let Err(fault) = store.close().await {
            tracing::warn!(%fault, "the lease could not be given back");
        }
        Charge::NotOpened
    }
}
