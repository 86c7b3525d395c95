//! The line between a vault and whoever asks it: a socket of this machine or of a network, and what proves on it who speaks.
//!
//! The two ends of a vault that several nodes share prove to each other that they have the nodes' secret, and every line carries a seal over
//! its number and its text. Nothing is hidden from whoever can listen: cards that were granted cross it, so it is a line that is trusted
//! not to be listened to.

use crate::entropy;
use crate::node_secret::NodeSecret;
use std::fmt;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::time::Duration;

/// How a line begins, so that whoever speaks something else is told apart.
pub(crate) const HELLO: &str = "croupier-vault-1";

/// Where a vault is asked that several nodes share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VaultAt {
    /// On a socket of this machine.
    Path(PathBuf),
    /// On a trusted line, such as `10.0.0.5:8400`.
    Address(String),
}

impl From<&str> for VaultAt {
    /// What has a slash is a path.
    fn from(text: &str) -> VaultAt {
        match text.contains('/') {
            true => VaultAt::Path(text.into()),
            false => VaultAt::Address(text.to_owned()),
        }
    }
}

impl fmt::Display for VaultAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VaultAt::Path(path) => write!(f, "{}", path.display()),
            VaultAt::Address(address) => f.write_str(address),
        }
    }
}

/// A socket of either kind.
pub(crate) enum Socket {
    Unix(UnixStream),
    Tcp(TcpStream),
}

impl Socket {
    pub(crate) fn connect(at: &VaultAt, patience: Duration) -> io::Result<Socket> {
        match at {
            VaultAt::Path(path) => UnixStream::connect(path).map(Socket::Unix),
            VaultAt::Address(address) => {
                let mut found = std::net::ToSocketAddrs::to_socket_addrs(address)?;
                let first = found.next().ok_or_else(|| io::Error::other("no such address"))?;
                let socket = TcpStream::connect_timeout(&first, patience)?;
                socket.set_nodelay(true)?;
                Ok(Socket::Tcp(socket))
            }
        }
    }

    pub(crate) fn try_clone(&self) -> io::Result<Socket> {
        match self {
            Socket::Unix(socket) => socket.try_clone().map(Socket::Unix),
            Socket::Tcp(socket) => socket.try_clone().map(Socket::Tcp),
        }
    }

    pub(crate) fn set_read_timeout(&self, patience: Option<Duration>) -> io::Result<()> {
        match self {
            Socket::Unix(socket) => socket.set_read_timeout(patience),
            Socket::Tcp(socket) => socket.set_read_timeout(patience),
        }
    }

    pub(crate) fn shutdown(&self) {
        // It may be down already.
        let _ = match self {
            Socket::Unix(socket) => socket.shutdown(Shutdown::Both),
            Socket::Tcp(socket) => socket.shutdown(Shutdown::Both),
        };
    }
}

impl Read for Socket {
    fn read(&mut self, place: &mut [u8]) -> io::Result<usize> {
        match self {
            Socket::Unix(socket) => socket.read(place),
            Socket::Tcp(socket) => socket.read(place),
        }
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Socket::Unix(socket) => socket.write(bytes),
            Socket::Tcp(socket) => socket.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Socket::Unix(socket) => socket.as_fd(),
            Socket::Tcp(socket) => socket.as_fd(),
        }
    }
}

/// Where a shared vault listens.
pub enum VaultDoor {
    /// On a socket of this machine.
    Unix(UnixListener),
    /// On a network.
    Tcp(TcpListener),
}

impl VaultDoor {
    /// Opens it. A socket that an earlier vault left behind is removed; of one that still answers, its owner keeps it.
    pub fn open(at: &VaultAt) -> io::Result<VaultDoor> {
        match at {
            VaultAt::Path(path) => {
                if UnixStream::connect(path).is_ok() {
                    return Err(io::Error::new(io::ErrorKind::AddrInUse, "another vault answers there"));
                }
                if path.exists() {
                    std::fs::remove_file(path)?;
                }
                let door = UnixListener::bind(path)?;
                std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o660))?;
                door.set_nonblocking(true)?;
                Ok(VaultDoor::Unix(door))
            }
            VaultAt::Address(address) => {
                let door = TcpListener::bind(address)?;
                door.set_nonblocking(true)?;
                Ok(VaultDoor::Tcp(door))
            }
        }
    }

    /// The next who comes; nothing if nobody waits.
    pub(crate) fn next(&self) -> Option<Socket> {
        match self {
            VaultDoor::Unix(door) => {
                let (socket, _) = door.accept().ok()?;
                socket.set_nonblocking(true).ok()?;
                Some(Socket::Unix(socket))
            }
            VaultDoor::Tcp(door) => {
                let (socket, _) = door.accept().ok()?;
                socket.set_nonblocking(true).and_then(|()| socket.set_nodelay(true)).ok()?;
                Some(Socket::Tcp(socket))
            }
        }
    }
}

impl AsFd for VaultDoor {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            VaultDoor::Unix(door) => door.as_fd(),
            VaultDoor::Tcp(door) => door.as_fd(),
        }
    }
}

/// A fresh number that nobody can guess.
pub(crate) fn nonce() -> io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    entropy::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// What both ends of a shared line prove themselves by, once each has named a number.
pub(crate) struct Meeting {
    pub(crate) vaults: [u8; 32],
    pub(crate) nodes: [u8; 32],
    pub(crate) epoch: u64,
}

impl Meeting {
    fn parts<'m>(&'m self, epoch: &'m [u8; 8]) -> [&'m [u8]; 3] {
        [&self.vaults, &self.nodes, epoch]
    }

    /// What the node proves itself by.
    pub(crate) fn node(&self, secret: &NodeSecret) -> [u8; 32] {
        secret.seal("vault: a node", &self.parts(&self.epoch.to_be_bytes()))
    }

    /// Is it a node?
    pub(crate) fn is_node(&self, secret: &NodeSecret, seal: &[u8]) -> bool {
        secret.holds("vault: a node", &self.parts(&self.epoch.to_be_bytes()), seal)
    }

    /// What the vault proves itself by.
    pub(crate) fn vault(&self, secret: &NodeSecret) -> [u8; 32] {
        secret.seal("vault: the vault", &self.parts(&self.epoch.to_be_bytes()))
    }

    /// Is it the vault?
    pub(crate) fn is_vault(&self, secret: &NodeSecret, seal: &[u8]) -> bool {
        secret.holds("vault: the vault", &self.parts(&self.epoch.to_be_bytes()), seal)
    }

    /// The seals of lines from here on: those that the node sends and those that the vault sends.
    pub(crate) fn seals(&self, secret: &NodeSecret) -> (LineSeal, LineSeal) {
        let key = |purpose| secret.derived(purpose, &self.parts(&self.epoch.to_be_bytes()));
        let seal = |purpose| LineSeal { key: key(purpose), number: 0 };
        (seal("vault: lines of the node"), seal("vault: lines of the vault"))
    }
}

/// Seals lines of one direction, each under its number, so that none is left out, repeated or put in.
pub(crate) struct LineSeal {
    key: NodeSecret,
    number: u64,
}

impl LineSeal {
    /// The line as it is sent; `line` ends with a new line.
    pub(crate) fn put(&mut self, line: &[u8]) -> Vec<u8> {
        self.number += 1;
        let seal = self.key.seal("", &[&self.number.to_be_bytes(), line]);
        [hex::encode(seal).as_bytes(), b" ", line].concat()
    }

    /// The line that came, if it is the next one.
    pub(crate) fn take<'l>(&mut self, line: &'l [u8]) -> io::Result<&'l [u8]> {
        let bad = || io::Error::new(io::ErrorKind::InvalidData, "a line has no seal of the nodes' secret");
        let (seal, rest) = line.split_at_checked(64).ok_or_else(bad)?;
        let text = rest.strip_prefix(b" ").ok_or_else(bad)?;
        let seal = hex::decode(seal).map_err(|_| bad())?;
        self.number += 1;
        match self.key.holds("", &[&self.number.to_be_bytes(), text], &seal) {
            true => Ok(text),
            false => Err(bad()),
        }
    }
}
