//! The doors: connections as they come in, with or without TLS. Nobody keeps one open by doing nothing, and nobody takes
//! them all. Under TLS a browser speaks HTTP/2 and has one connection for everything; in the clear it is HTTP/1.1.

use crate::settings::HouseSettings;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::http::request::Parts;
use floor::metrics::Metrics;
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tower::ServiceExt;

/// How long a client may take to agree on a key.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// How long a client may take to ask something: from when it may until the last line before the body.
const HEAD: Duration = Duration::from_secs(20);
/// The longest request without its body.
const LONGEST_HEAD: usize = 16 * 1024;
/// The most requests that one connection may have open at once: every feed of a browser is one line, so pages need few.
const AT_ONCE: u32 = 32;
/// How a client and the house agree on HTTP/2 before they speak.
pub(crate) const HTTP2: &[u8] = b"h2";
/// How long a client may take nothing of what it is sent.
const TAKES_NOTHING: Duration = Duration::from_secs(30);
/// How long those who are still being answered may take when the house stops.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// The most connections, whoever they are from.
const MOST: usize = 20_000;
/// After an error that is not of the connection, such as too many open files, the next is taken so much later.
const PAUSE: Duration = Duration::from_millis(200);

/// The address of whoever has connected.
#[derive(Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The address of the peer of a request; nothing in a test without a socket.
pub(crate) fn peer(parts: &Parts) -> Option<SocketAddr> {
    parts.extensions.get::<Peer>().map(|Peer(address)| *address)
}

/// The addresses that are counted as one: for a network of the newer kind, all of a customer's.
pub(crate) fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => IpAddr::V6((long.to_bits() >> 64 << 64).into()),
        short => short,
    }
}

/// How many connections there are from where.
#[derive(Default)]
struct Crowd(Mutex<(usize, HashMap<IpAddr, usize>)>);

impl Crowd {
    /// Lets one more in, unless there are too many already.
    fn enter(self: &Arc<Crowd>, from: IpAddr, most: usize) -> Option<Entered> {
        let from = neighbourhood(from);
        let mut crowd = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_address) = &mut *crowd;
        let here = by_address.entry(from).or_default();
        if *all >= MOST || *here >= most {
            if *here == 0 {
                by_address.remove(&from);
            }
            return None;
        }
        (*all, *here) = (*all + 1, *here + 1);
        Some(Entered(self.clone(), from))
    }
}

/// A connection that counts as long as this lives.
struct Entered(Arc<Crowd>, IpAddr);

impl Drop for Entered {
    fn drop(&mut self) {
        let mut crowd = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, by_address) = &mut *crowd;
        *all -= 1;
        if let Some(here) = by_address.get_mut(&self.1) {
            *here -= 1;
            if *here == 0 {
                by_address.remove(&self.1);
            }
        }
    }
}

/// How the doors are kept.
#[derive(Clone)]
pub(crate) struct Doors {
    /// How many connections one address may have.
    most: usize,
    /// Counts those that were one too many.
    metrics: Arc<Metrics>,
    stopping: watch::Receiver<bool>,
}

impl Doors {
    /// By the settings of a house.
    pub(crate) fn of(
        settings: &HouseSettings,
        metrics: Arc<Metrics>,
        stopping: watch::Receiver<bool>,
    ) -> Doors {
        // A proxy stands for everybody.
        let most = if settings.proxy { MOST } else { settings.connections_an_address as usize };
        Doors { most, metrics, stopping }
    }
}

/// Lets people in until the house stops; then those who are being answered have a little time.
pub(crate) async fn open(doors: &Doors, socket: TcpListener, tls: Option<TlsAcceptor>, routes: Router) {
    let crowd = Arc::new(Crowd::default());
    let mut stops = pin!(stops(doors));
    // Everybody inside holds an end of this.
    let (inside, mut empty) = mpsc::channel::<()>(1);
    loop {
        let accepted = tokio::select! {
            accepted = socket.accept() => accepted,
            () = stops.as_mut() => break,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if of_the_connection(&error) => continue,
            Err(error) => {
                tracing::error!(%error, "no connection can be taken");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let Some(entered) = crowd.enter(from.ip(), doors.most) else {
            tracing::debug!(%from, "too many connections");
            doors.metrics.turned_away();
            continue;
        };
        prepare(&stream);
        let (tls, routes, doors) = (tls.clone(), routes.clone(), doors.clone());
        let inside = inside.clone();
        tokio::spawn(async move {
            let _held = (entered, inside);
            match tls {
                None => serve(stream, from, routes, &doors).await,
                Some(tls) => match tokio::time::timeout(HANDSHAKE, tls.accept(stream)).await {
                    Ok(Ok(stream)) if speaks_http2(&stream) => {
                        serve_http2(stream, from, routes, &doors).await
                    }
                    Ok(Ok(stream)) => serve(stream, from, routes, &doors).await,
                    Ok(Err(error)) => tracing::debug!(%error, %from, "no key was agreed on"),
                    Err(_) => tracing::debug!(%from, "took too long to agree on a key"),
                },
            }
        });
    }
    drop((inside, socket));
    // Whoever is not done by then is cut off.
    let _ = tokio::time::timeout(LAST_WORDS, empty.recv()).await;
}

/// Ends when the house begins to stop.
async fn stops(doors: &Doors) {
    let mut stopping = doors.stopping.clone();
    // It ends with the house too.
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// Is it only this connection that failed?
fn of_the_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// A card waits for nothing, and whoever takes nothing is let go.
fn prepare(stream: &TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "small messages may wait");
    }
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::net::sockopt::set_tcp_user_timeout(stream, TAKES_NOTHING.as_millis() as u32) {
        tracing::debug!(%error, "a connection may stay open though nothing is taken");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = TAKES_NOTHING;
}

/// Was HTTP/2 agreed on?
fn speaks_http2(stream: &TlsStream<TcpStream>) -> bool {
    stream.get_ref().1.alpn_protocol() == Some(HTTP2)
}

/// How many requests of a connection are being answered. One counts until the last of its answer is sent.
#[derive(Clone)]
struct Answering(Arc<watch::Sender<usize>>);

impl Answering {
    fn begin(&self) -> BeingAnswered {
        self.0.send_modify(|count| *count += 1);
        BeingAnswered(self.0.clone())
    }

    /// Ends once nothing has been asked for as long as a client may take to ask.
    async fn idle(&self) {
        let mut count = self.0.subscribe();
        loop {
            // The sender is held here, so that neither of these ends by itself.
            let _ = count.wait_for(|count| *count == 0).await;
            if tokio::time::timeout(HEAD, count.wait_for(|count| *count > 0)).await.is_err() {
                return;
            }
        }
    }
}

/// A request that is being answered, as long as this lives.
struct BeingAnswered(Arc<watch::Sender<usize>>);

impl Drop for BeingAnswered {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// The body of an answer that is being sent.
struct Sent {
    body: Body,
    _being: BeingAnswered,
}

impl hyper::body::Body for Sent {
    type Data = bytes::Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<bytes::Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}

/// One connection on which many requests are answered at once, from its first to its last.
async fn serve_http2(stream: TlsStream<TcpStream>, from: SocketAddr, routes: Router, doors: &Doors) {
    let answering = Answering(Arc::new(watch::Sender::new(0)));
    let counted = answering.clone();
    let answer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(from));
        let (routes, being) = (routes.clone(), counted.begin());
        async move {
            let response = routes.oneshot(request.map(Body::new)).await?;
            Ok::<_, std::convert::Infallible>(response.map(|body| Sent { body, _being: being }))
        }
    });
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_concurrent_streams(AT_ONCE)
        .max_header_list_size(LONGEST_HEAD as u32)
        .keep_alive_interval(Some(HEAD))
        .keep_alive_timeout(HEAD)
        .serve_connection(TokioIo::new(stream), answer);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stops(doors) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
        () = answering.idle() => {
            connection.as_mut().graceful_shutdown();
            // Whoever is still in the middle of a request then has had their time.
            tokio::time::timeout(HANDSHAKE, connection).await.unwrap_or(Ok(()))
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, %from, "a connection ended");
    }
}

/// One connection, from its first request to its last.
async fn serve(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    from: SocketAddr,
    routes: Router,
    doors: &Doors,
) {
    let answer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(from));
        routes.clone().oneshot(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_header_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), answer);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stops(doors) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, %from, "a connection ended");
    }
}

/// Lets the process have as many connections as the system allows it, and nobody else read what it writes.
pub(crate) fn prepare_process() {
    #[cfg(unix)]
    {
        use rustix::fs::Mode;
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, umask};
        umask(Mode::RWXG | Mode::RWXO);
        let allowed = getrlimit(Resource::Nofile);
        let raised = Rlimit { current: allowed.maximum, maximum: allowed.maximum };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::debug!(%error, "the number of connections stays as it was");
        }
    }
}
