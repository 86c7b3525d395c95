//! Opening the house to the world, and stopping it: the port, TLS, signals.

use crate::app::app;
use crate::connections::{self, Doors};
use crate::house::House;
use crate::settings::HouseSettings;
use crate::vaulted::Vaulted;
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use std::future::Future;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpSocket};
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::{TlsAcceptor, rustls};

/// The most that may wait to be let in.
const WAITING: u32 = 4_096;

/// Why a house is not open any more, or never was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServeFault {
    /// It could not be opened.
    NotOpened(String),
    /// Its log takes nothing any more: a write or a sync failed. What was acknowledged is on disk.
    LogStopped(String),
}

impl std::fmt::Display for ServeFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ServeFault::NotOpened(why) => f.write_str(why),
            ServeFault::LogStopped(why) => {
                write!(f, "the log takes nothing any more: {why}; what was acknowledged is on disk")
            }
        }
    }
}

impl std::error::Error for ServeFault {}

/// Opens a house and keeps it open until a signal ends it; tells with `opened` once the doors are open.
pub fn run_until_signal(
    settings: HouseSettings,
    vault: Vaulted,
    opened: impl FnOnce(&House, SocketAddr),
) -> Result<(), ServeFault> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| ServeFault::NotOpened(format!("cannot start: {error}")))?;
    connections::prepare_process();
    runtime.block_on(serve(settings, vault, opened, signal()))
}

/// Opens a house and keeps it open until `stop`; tells with `opened` once the doors are open.
pub async fn serve(
    settings: HouseSettings,
    vault: Vaulted,
    opened: impl FnOnce(&House, SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeFault> {
    let tls = settings.tls.as_ref().map(|(certificate, key)| tls(certificate, key)).transpose();
    let tls = tls.map_err(ServeFault::NotOpened)?;
    // The port is taken first, so that a second house says so at once; nobody can connect before all is found in order.
    let port = Port::take(settings.listen).map_err(ServeFault::NotOpened)?;
    let (house, tasks) = House::open(settings, vault).await.map_err(ServeFault::NotOpened)?;
    let socket = match port.open() {
        Ok(socket) => socket,
        Err(message) => {
            house.stop(tasks).await;
            return Err(ServeFault::NotOpened(message));
        }
    };
    let address = socket.local_addr().map_err(|error| ServeFault::NotOpened(error.to_string()))?;
    opened(&house, address);
    let stopping = house.clone();
    let stopper = tokio::spawn(async move {
        stop.await;
        tracing::info!("the house stops");
        stopping.begin_to_stop();
    });
    let doors = Doors::of(&house.settings, house.metrics.clone(), house.stopping());
    connections::open(&doors, socket, tls.map(TlsAcceptor::from), app(house.clone())).await;
    stopper.abort();
    let stopped = house.floor.ledger.stopped().map(str::to_owned);
    house.stop(tasks).await;
    stopped.map_or(Ok(()), |why| Err(ServeFault::LogStopped(why)))
}

/// The port on which the house listens, taken and not yet open.
pub(crate) struct Port(TcpSocket, SocketAddr);

impl Port {
    pub(crate) fn take(address: SocketAddr) -> Result<Port, String> {
        let taken = || {
            let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
            // A house that was stopped a moment ago leaves its port behind.
            #[cfg(unix)]
            socket.set_reuseaddr(true)?;
            socket.bind(address)?;
            Ok(socket)
        };
        taken().map(|socket| Port(socket, address)).map_err(|error| cannot_listen(address, &error))
    }

    pub(crate) fn open(self) -> Result<TcpListener, String> {
        self.0.listen(WAITING).map_err(|error| cannot_listen(self.1, &error))
    }
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error) -> String {
    let hint = match error.kind() {
        std::io::ErrorKind::AddrInUse => "; is the house open already? --listen or `listen` takes another",
        _ => "",
    };
    format!("cannot listen on {address}: {error}{hint}")
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

pub(crate) fn tls(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, String> {
    let message = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect)
        .map_err(|error| message(certificate, &error))?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| message(key, &error))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(|error| message(certificate, &error))?;
    config.alpn_protocols = vec![connections::HTTP2.to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}
