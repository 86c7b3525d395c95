//! A line between browser and house that can be cut, slowed down, stalled and weighed.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A port that leads to the house as long as the line stands.
pub struct Line {
    /// Where browsers come in.
    pub address: SocketAddr,
    stands: watch::Sender<bool>,
    passed: Passed,
}

/// What passes over a line, and how long each piece takes.
#[derive(Clone, Default)]
struct Passed {
    to_browser: Arc<AtomicU64>,
    delay_ms: Arc<AtomicU64>,
    /// How often it has stalled: connections from before the last time carry no answer any more.
    stalls: Arc<AtomicU64>,
}

impl Line {
    /// A line to a house that will listen there.
    pub async fn to(house: SocketAddr) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stands, watched) = watch::channel(true);
        let passed = Passed::default();
        let passes = passed.clone();
        tokio::spawn(async move {
            while let Ok((browser, _)) = listener.accept().await {
                tokio::spawn(carry(browser, house, watched.clone(), passes.clone()));
            }
        });
        Line { address, stands, passed }
    }

    /// How many bytes have come to browsers over it.
    pub fn bytes(&self) -> u64 {
        self.passed.to_browser.load(Ordering::Relaxed)
    }

    /// From now on every piece that goes either way takes this long.
    pub fn slow_down(&self, delay: Duration) {
        self.passed.delay_ms.store(delay.as_millis().try_into().unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Whatever is connected now stays so, and carries no answer any more; new connections carry.
    pub fn stall(&self) {
        self.passed.stalls.fetch_add(1, Ordering::Relaxed);
    }

    /// Cuts it: every connection breaks, and new ones are dropped.
    pub fn cut(&self) {
        self.stands.send_replace(false);
    }

    /// Mends it.
    pub fn mend(&self) {
        self.stands.send_replace(true);
    }
}

async fn carry(browser: TcpStream, house: SocketAddr, mut stands: watch::Receiver<bool>, passed: Passed) {
    if !*stands.borrow() {
        return;
    }
    let Ok(house) = TcpStream::connect(house).await else { return };
    let ((from_browser, to_browser), (from_house, to_house)) = (browser.into_split(), house.into_split());
    let asked = Passed { delay_ms: passed.delay_ms.clone(), ..Passed::default() };
    tokio::select! {
        () = pump(from_house, to_browser, passed) => {}
        () = pump(from_browser, to_house, asked) => {}
        _ = stands.wait_for(|stands| !stands) => {}
    }
}

/// Carries whatever comes until one end closes.
async fn pump(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, passed: Passed) {
    let mut piece = vec![0; 16 * 1024];
    let stalls = passed.stalls.load(Ordering::Relaxed);
    while let Ok(length @ 1..) = from.read(&mut piece).await {
        if passed.stalls.load(Ordering::Relaxed) != stalls {
            std::future::pending::<()>().await;
        }
        let delay = Duration::from_millis(passed.delay_ms.load(Ordering::Relaxed));
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        passed.to_browser.fetch_add(length as u64, Ordering::Relaxed);
        if to.write_all(&piece[..length]).await.is_err() {
            break;
        }
    }
}
