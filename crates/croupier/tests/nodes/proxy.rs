//! A line that can be held, slowed and cut: connections go through it to where it leads.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What becomes of what is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Way {
    /// It passes.
    Open,
    /// It is kept until the line is open again; nobody is told.
    Held,
    /// It comes a fifth of a second late.
    Slow,
    /// Every connection is ended, and no new one is made.
    Cut,
}

/// The line.
pub struct Proxy {
    pub port: u16,
    inner: Arc<Inner>,
}

struct Inner {
    way: AtomicU8,
    to: SocketAddr,
    open: Mutex<Vec<TcpStream>>,
    passed: AtomicUsize,
}

impl Proxy {
    /// A line to this port of this machine.
    pub fn to(port: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let own = listener.local_addr().unwrap().port();
        let inner = Arc::new(Inner {
            way: AtomicU8::new(Way::Open as u8),
            to: SocketAddr::from(([127, 0, 0, 1], port)),
            open: Mutex::default(),
            passed: AtomicUsize::new(0),
        });
        let accepts = inner.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let inner = accepts.clone();
                thread::spawn(move || inner.carry(client));
            }
        });
        Proxy { port: own, inner }
    }

    /// From now on this becomes of what is sent.
    pub fn set(&self, way: Way) {
        self.inner.way.store(way as u8, Ordering::SeqCst);
        if way == Way::Cut {
            for stream in self.inner.open.lock().unwrap().drain(..) {
                let _ = stream.shutdown(Shutdown::Both);
            }
        }
    }
}

impl Inner {
    fn is(&self, way: Way) -> bool {
        self.way.load(Ordering::SeqCst) == way as u8
    }

    fn carry(self: Arc<Inner>, client: TcpStream) {
        while self.is(Way::Held) {
            thread::sleep(Duration::from_millis(20));
        }
        if self.is(Way::Cut) {
            return;
        }
        let Ok(server) = TcpStream::connect(self.to) else { return };
        let both = [&client, &server].map(|stream| stream.try_clone().unwrap());
        self.open.lock().unwrap().extend(both);
        let back = self.clone();
        let (from, to) = (server.try_clone().unwrap(), client.try_clone().unwrap());
        thread::spawn(move || back.pass(from, to));
        self.pass(client, server);
    }

    fn pass(&self, mut from: TcpStream, mut to: TcpStream) {
        let mut place = [0; 1 << 14];
        while let Ok(more @ 1..) = from.read(&mut place) {
            while self.is(Way::Held) {
                thread::sleep(Duration::from_millis(20));
            }
            if self.is(Way::Slow) {
                thread::sleep(Duration::from_millis(200));
            }
            self.passed.fetch_add(more, Ordering::Relaxed);
            if self.is(Way::Cut) || to.write_all(&place[..more]).is_err() {
                break;
            }
        }
        let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
    }
}
