//! One vault for several nodes: whoever comes under the newest lease is answered, and nobody else.

use merkle::Hash;
use shoe::{
    Closing, Custody, Drawing, Grant, Keeper, Keys, NodeSecret, Vault, VaultAt, VaultDoor, VaultFault,
    VaultProcess, serve_shared,
};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// A vault that runs beside the test.
struct Shared {
    stop: Arc<AtomicBool>,
    serves: Option<JoinHandle<()>>,
    at: VaultAt,
}

impl Shared {
    fn open(folder: &Path, at: &VaultAt) -> Shared {
        let vault = Vault::open(&folder.join("vault"), &Keys::beside(&folder.join("key"))).ok().unwrap();
        let door = VaultDoor::open(at).unwrap();
        let at = match &door {
            VaultDoor::Tcp(door) => VaultAt::Address(door.local_addr().unwrap().to_string()),
            VaultDoor::Unix(_) => at.clone(),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let stops = stop.clone();
        let serves = std::thread::spawn(move || serve_shared(&vault, &door, &secret(), &stops).unwrap());
        Shared { stop, serves: Some(serves), at }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.serves.take().unwrap().join().unwrap();
    }
}

fn secret() -> NodeSecret {
    NodeSecret::new([9; 32])
}

fn is_fenced<T>(answer: Result<T, VaultFault>) -> bool {
    matches!(answer, Err(VaultFault::Fenced { .. }))
}

fn followed_by_another(at: &VaultAt, folder: &Path) {
    let shared = Shared::open(folder, at);
    let at = shared.at.clone();
    let table = "one".parse().unwrap();
    let first = VaultProcess::shared(&at, &secret(), 3).unwrap();
    first.seal(&table, 1, Hash::NONE, 8).unwrap();
    first.cut(&table, 1, 30).unwrap();
    let closing = Closing { length: 7, hash: merkle::sha256(&[b"closing"]) };
    let grant = Grant { drawing: Drawing::Coup(1), from: 0, closing };
    first.grant(&table, 1, grant).unwrap();
    let card = first.card(&table, 1, 0, closing).unwrap();

    // Another follows: the same card under the same closing, and none under another.
    let second = VaultProcess::shared(&at, &secret(), 4).unwrap();
    assert_eq!(second.card(&table, 1, 0, closing).unwrap(), card);
    let other = Closing { length: 8, hash: merkle::sha256(&[b"another"]) };
    assert!(second.grant(&table, 1, Grant { closing: other, ..grant }).is_err());
    assert!(second.card(&table, 1, 0, other).is_err());
    // Whoever was before is answered nothing, on its old line or a new one.
    assert!(is_fenced(first.card(&table, 1, 1, closing)));
    assert!(is_fenced(first.grant(&table, 1, grant)));
    assert!(is_fenced(first.standing()));
    // Nor is anything done for them: the shoe is neither ended nor barred, none is sealed, and nothing is remembered.
    let before = second.standing().unwrap();
    assert!(is_fenced(first.abandon(&table, 1, "it was asleep")));
    assert!(is_fenced(first.finish(&table, 1)));
    assert!(is_fenced(first.bar(&table, 1, "it was asleep")));
    assert!(is_fenced(first.seal(&"other".parse().unwrap(), 1, Hash::NONE, 8)));
    assert!(is_fenced(first.remember(merkle::sha256(&[b"an older log"]))));
    assert_eq!(second.standing().unwrap(), before);
    assert_eq!(second.held(&"other".parse().unwrap()).unwrap(), None);
    let held = second.held(&table).unwrap().unwrap();
    assert_eq!((held.ending, held.barred), (None, None));
    let next = Closing { length: 9, hash: merkle::sha256(&[b"the next closing"]) };
    let drawn = Grant { drawing: Drawing::Coup(2), from: 6, closing: next };
    second.grant(&table, 1, drawn).unwrap();
    second.card(&table, 1, 6, next).unwrap();
    assert!(is_fenced(VaultProcess::shared(&at, &secret(), 3).map(drop)));
    assert_eq!(second.people_key().unwrap(), second.people_key().unwrap());

    // The vault is started again: the node goes on, and what is over stays so.
    drop(shared);
    let shared = Shared::open(folder, &at);
    assert_eq!(second.card(&table, 1, 1, closing).unwrap(), second.card(&table, 1, 1, closing).unwrap());
    assert!(is_fenced(VaultProcess::shared(&at, &secret(), 3).map(drop)));
    drop((first, second));
    drop(shared);
}

#[test]
fn the_newest_lease_is_answered_on_a_socket_of_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    followed_by_another(&VaultAt::Path(folder.path().join("vault.sock")), folder.path());
}

#[test]
fn the_newest_lease_is_answered_on_a_trusted_line() {
    let folder = tempfile::tempdir().unwrap();
    followed_by_another(&VaultAt::from("127.0.0.1:0"), folder.path());
}

#[test]
fn whoever_has_not_the_secret_is_answered_nothing() {
    use std::io::{BufRead, BufReader, Read, Write};
    let folder = tempfile::tempdir().unwrap();
    let at = VaultAt::Path(folder.path().join("vault.sock"));
    let _shared = Shared::open(folder.path(), &at);
    assert!(VaultProcess::shared(&at, &NodeSecret::new([8; 32]), 1).is_err());
    let path = folder.path().join("vault.sock");
    let stranger = std::os::unix::net::UnixStream::connect(path).unwrap();
    let mut lines = BufReader::new(stranger.try_clone().unwrap());
    let mut hello = String::new();
    lines.read_line(&mut hello).unwrap();
    assert!(hello.starts_with("croupier-vault-1 "), "{hello}");
    (&stranger).write_all(format!("{} 99 {}\n", "0".repeat(64), "0".repeat(64)).as_bytes()).unwrap();
    // The vault may have closed the line already, which is an answer too.
    let _ = (&stranger).write_all(b"{\"id\":1,\"question\":\"vault-state\"}\n");
    let mut rest = Vec::new();
    // The line is closed, with nothing said.
    let _ = lines.read_to_end(&mut rest);
    assert!(rest.is_empty(), "{}", String::from_utf8_lossy(&rest));
    // What a stranger claimed counts for nothing.
    assert!(VaultProcess::shared(&at, &secret(), 1).is_ok());
}
