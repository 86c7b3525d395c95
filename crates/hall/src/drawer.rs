//! Where sealed forms lie until they are announced: files that are encrypted under a key of the house, which is kept apart.
//!
//! Where several nodes are one house, the same lies in its database, and the key comes from the vault that they share.
//!
//! A form is in the drawer, and synced, before the log hears of its seal; so whatever the log has sealed can be opened, also after
//! the power has failed. Seeds of draws are made from the key, the tournament and the number of the draw, and are kept nowhere.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use ledger::{Store, Stream};
use merkle::{Hash, sha256};
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::runtime::{Handle, RuntimeFlavor};
use tournament::Opening;

/// Bytes of a nonce.
const NONCE: usize = 24;
/// Bytes that a form is made up to before it is encrypted.
const FORM: usize = 512;

/// The drawer of a house.
pub struct Drawer {
    forms: Forms,
    key: [u8; 32],
}

/// Where the forms lie.
enum Forms {
    Folder(PathBuf),
    Store(Arc<dyn Store>),
}

/// The kind of the names under which a database keeps forms.
const FORM_KIND: &str = "form";

impl Drawer {
    /// Opens the drawer, and makes it and its key where there is none.
    pub fn open(folder: &Path, key: &Path) -> io::Result<Drawer> {
        private_folder(folder)?;
        let key = match std::fs::read(key) {
            Ok(bytes) => bytes.try_into().map_err(|_| bad(key, "does not hold 32 bytes"))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut bytes = [0; 32];
                getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
                if let Some(folder) = key.parent() {
                    private_folder(folder)?;
                }
                write_private(key, &bytes)?;
                bytes
            }
            Err(error) => return Err(error),
        };
        Ok(Drawer { forms: Forms::Folder(folder.to_owned()), key })
    }

    /// The drawer in a database that several nodes share.
    pub fn shared(store: Arc<dyn Store>, key: [u8; 32]) -> Drawer {
        Drawer { forms: Forms::Store(store), key }
    }

    /// The seed of a draw: the same for ever, and known to nobody without the key.
    pub fn seed(&self, tournament: &str, number: u32) -> [u8; 32] {
        let about = format!("croupier draw seed\n{tournament}\n{number}\n");
        sha256(&[&self.key, about.as_bytes(), &self.key]).0
    }

    /// Keeps a form under its seal. The same form may come again.
    pub fn put(&self, seal: Hash, form: &Opening) -> io::Result<()> {
        if let Forms::Folder(folder) = &self.forms
            && path(folder, seal).exists()
        {
            return Ok(());
        }
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|error| io::Error::other(error.to_string()))?;
        let plain = padded(serde_json::to_vec(form)?);
        let payload = Payload { msg: &plain, aad: &seal.0 };
        let hidden = XChaCha20Poly1305::new((&self.key).into())
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_| io::Error::other("the form cannot be encrypted"))?;
        let bytes = [&nonce[..], &hidden].concat();
        match &self.forms {
            Forms::Folder(folder) => {
                write_private(&path(folder, seal), &bytes)?;
                File::open(folder)?.sync_all()
            }
            Forms::Store(store) => {
                let name = Stream::new(FORM_KIND, &hex::encode(seal.0)).map_err(io::Error::other)?;
                waited_for(store.keep_snapshot(&name, seal, &bytes))?.map_err(io::Error::other)
            }
        }
    }

    fn kept(&self, seal: Hash) -> Option<Vec<u8>> {
        match &self.forms {
            Forms::Folder(folder) => std::fs::read(path(folder, seal)).ok(),
            Forms::Store(store) => waited_for(store.snapshot(seal)).ok()?.ok()?,
        }
    }

    /// The form under a seal; nothing if there is none, or if it is not what it was.
    pub fn get(&self, seal: Hash) -> Option<Opening> {
        let bytes = self.kept(seal)?;
        let (nonce, hidden) = bytes.split_at_checked(NONCE)?;
        let nonce: [u8; NONCE] = nonce.try_into().ok()?;
        let payload = Payload { msg: hidden, aad: &seal.0 };
        let plain = XChaCha20Poly1305::new((&self.key).into()).decrypt(&XNonce::from(nonce), payload).ok()?;
        serde_json::from_slice(&plain).ok()
    }
}

fn path(folder: &Path, seal: Hash) -> PathBuf {
    folder.join(hex::encode(seal.0))
}

/// Waits for the database on the thread that asks; the others go on meanwhile.
fn waited_for<T>(answer: impl Future<Output = T>) -> io::Result<T> {
    let runtime = Handle::try_current().map_err(io::Error::other)?;
    match runtime.runtime_flavor() {
        RuntimeFlavor::CurrentThread => {
            Err(io::Error::other("a drawer in a database takes a runtime of several threads"))
        }
        _ => Ok(tokio::task::block_in_place(|| runtime.block_on(answer))),
    }
}

/// Blanks at the end, so that the size of a file tells neither the type of a wager nor how many digits its amount has.
fn padded(mut plain: Vec<u8>) -> Vec<u8> {
    plain.resize(plain.len().next_multiple_of(FORM), b' ');
    plain
}

fn bad(path: &Path, what: &str) -> io::Error {
    io::Error::other(format!("{} {what}", path.display()))
}

fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(folder)
}

/// Writes a file that only its owner may read, whole or not at all.
fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = path.with_extension("part");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = options.open(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&part, path)
}
