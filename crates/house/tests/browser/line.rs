//! A line between browser and house that can be cut.

use std::net::SocketAddr;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A port that leads to the house as long as the line stands.
pub struct Line {
    /// Where browsers come in.
    pub address: SocketAddr,
    stands: watch::Sender<bool>,
}

impl Line {
    /// A line to a house that will listen there.
    pub async fn to(house: SocketAddr) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stands, watched) = watch::channel(true);
        tokio::spawn(async move {
            while let Ok((browser, _)) = listener.accept().await {
                tokio::spawn(carry(browser, house, watched.clone()));
            }
        });
        Line { address, stands }
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

async fn carry(mut browser: TcpStream, house: SocketAddr, mut stands: watch::Receiver<bool>) {
    if !*stands.borrow() {
        return;
    }
    let Ok(mut house) = TcpStream::connect(house).await else { return };
    tokio::select! {
        _ = copy_bidirectional(&mut browser, &mut house) => {}
        _ = stands.wait_for(|stands| !stands) => {}
    }
}
