//! Opening the doors: sockets, TLS, signals.

use crate::api::app;
use crate::house::House;
use crate::settings::HouseSettings;
use axum::Router;
use axum::extract::ConnectInfo;
use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::server::TlsStream;
use tokio_rustls::{TlsAcceptor, rustls};

/// How long a client may take to agree on a key.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// How long those who are still being answered may take when the house stops.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// Opens a house and keeps it open until a signal ends it; tells with `opened` once the doors are open.
pub fn run_until_signal(
    settings: HouseSettings,
    opened: impl FnOnce(&House, SocketAddr),
) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start: {error}"))?;
    runtime.block_on(serve(settings, opened, signal()))
}

/// Opens a house and keeps it open until `stop`; tells with `opened` once the doors are open.
pub async fn serve(
    settings: HouseSettings,
    opened: impl FnOnce(&House, SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), String> {
    let tls = settings.tls.as_ref().map(|(certificate, key)| tls(certificate, key)).transpose()?;
    // The port is taken first, so that a second house says so at once, and opened last: whoever connects meanwhile waits.
    let socket = TcpListener::bind(settings.listen)
        .await
        .map_err(|error| format!("cannot listen on {}: {error}", settings.listen))?;
    let address = socket.local_addr().map_err(|error| error.to_string())?;
    let (house, tasks) = House::open(settings).await?;
    opened(&house, address);
    let stopping = house.clone();
    let stopped = async move {
        stop.await;
        tracing::info!("the house stops");
        stopping.begin_to_stop();
    };
    let routes = app(house.clone());
    let served = match tls {
        None => until(run(Plain(socket), routes, stopped), &house).await,
        Some(config) => until(run(Encrypted::on(socket, config), routes, stopped), &house).await,
    };
    house.stop(tasks).await;
    served.map_err(|error| format!("the server failed: {error}"))
}

/// Serves until it is done, but after a stop only for so long.
async fn until(served: impl Future<Output = io::Result<()>>, house: &House) -> io::Result<()> {
    let mut stopping = house.stopping();
    let late = async move {
        // Ends with the house.
        let _ = stopping.wait_for(|stop| *stop).await;
        tokio::time::sleep(LAST_WORDS).await;
    };
    tokio::select! {
        served = served => served,
        () = late => Ok(()),
    }
}

async fn run<L>(
    listener: L,
    routes: Router,
    stopped: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()>
where
    L: Listener<Addr = SocketAddr>,
    Peer: for<'a> Connected<IncomingStream<'a, L>>,
{
    // Whoever connects is known by address.
    let service = routes.into_make_service_with_connect_info::<Peer>();
    axum::serve(listener, service).with_graceful_shutdown(stopped).await
}

/// The address of whoever has connected.
#[derive(Clone, Copy)]
struct Peer(SocketAddr);

impl Connected<IncomingStream<'_, Plain>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Plain>) -> Peer {
        Peer(*stream.remote_addr())
    }
}

impl Connected<IncomingStream<'_, Encrypted>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Encrypted>) -> Peer {
        Peer(*stream.remote_addr())
    }
}

/// The address of the peer of a request.
pub(crate) fn peer(parts: &axum::http::request::Parts) -> Option<SocketAddr> {
    parts.extensions.get::<ConnectInfo<Peer>>().map(|ConnectInfo(Peer(address))| *address)
}

/// Ends with the first signal that asks the process to end.
pub async fn signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut terminate), Ok(mut interrupt)) =
            (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
        else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}

fn tls(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, String> {
    let told = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect)
        .map_err(|error| told(certificate, &error))?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| told(key, &error))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(|error| told(certificate, &error))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

/// Connections as they come.
struct Plain(TcpListener);

impl Listener for Plain {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        let (stream, from) = Listener::accept(&mut self.0).await;
        // A card waits for nothing.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, %from, "small messages may wait");
        }
        (stream, from)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// Connections that have agreed on a key. One that takes its time keeps no other waiting.
struct Encrypted {
    ready: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
    address: io::Result<SocketAddr>,
}

impl Encrypted {
    fn on(socket: TcpListener, config: Arc<ServerConfig>) -> Encrypted {
        let (sent, ready) = mpsc::channel(64);
        let address = socket.local_addr();
        let acceptor = TlsAcceptor::from(config);
        tokio::spawn(async move {
            let mut socket = Plain(socket);
            loop {
                let (stream, from) = Listener::accept(&mut socket).await;
                let (acceptor, sent) = (acceptor.clone(), sent.clone());
                tokio::spawn(async move {
                    match tokio::time::timeout(HANDSHAKE, acceptor.accept(stream)).await {
                        // The house may have stopped meanwhile.
                        Ok(Ok(stream)) => _ = sent.send((stream, from)).await,
                        Ok(Err(error)) => tracing::debug!(%error, %from, "no key was agreed on"),
                        Err(_) => tracing::debug!(%from, "took too long to agree on a key"),
                    }
                });
            }
        });
        Encrypted { ready, address }
    }
}

impl Listener for Encrypted {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TlsStream<TcpStream>, SocketAddr) {
        match self.ready.recv().await {
            Some(connected) => connected,
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        match &self.address {
            Ok(address) => Ok(*address),
            Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
        }
    }
}
