//! The key that signs checkpoints, and the file that keeps it.

use crate::private_file::write_once;
use ed25519_dalek::{Signer, SigningKey};
use std::fmt;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use zeroize::Zeroizing;

/// A key that signs. It cannot be printed or copied.
pub struct Key(SigningKey);

/// Why there is no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoKey(String);

impl NoKey {
    /// For this reason.
    pub fn because(why: impl Into<String>) -> NoKey {
        NoKey(why.into())
    }
}

impl fmt::Display for NoKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoKey {}

impl Key {
    /// Reads the key from a file that only its owner may read. If there is none, one is drawn from the operating system's
    /// random bytes and written there.
    pub fn open(path: &Path) -> Result<Key, NoKey> {
        let message = |why: String| NoKey(format!("the key {}: {why}", path.display()));
        match std::fs::File::open(path) {
            Ok(mut file) => {
                let about = file.metadata().map_err(|error| message(error.to_string()))?;
                if about.mode() & 0o077 != 0 {
                    let found = about.mode() & 0o777;
                    return Err(message(format!("others may read it (mode {found:o}); allowed is mode 600")));
                }
                if about.len() != 32 {
                    return Err(message(format!("found {} bytes, a key has 32", about.len())));
                }
                let mut seed = Zeroizing::new([0; 32]);
                file.read_exact(seed.as_mut()).map_err(|error| message(error.to_string()))?;
                Ok(Key(SigningKey::from_bytes(&seed)))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let mut seed = Zeroizing::new([0; 32]);
                getrandom::fill(seed.as_mut()).map_err(|error| message(error.to_string()))?;
                write_once(path, seed.as_ref()).map_err(|error| message(error.to_string()))?;
                Ok(Key(SigningKey::from_bytes(&seed)))
            }
            Err(error) => Err(message(error.to_string())),
        }
    }

    /// Reads the key from its file, which has to be there: where a log is signed already, a key made anew would be another signer.
    pub fn existing(path: &Path) -> Result<Key, NoKey> {
        match path.try_exists() {
            Ok(true) => Key::open(path),
            Ok(false) => Err(NoKey(format!("the key {} is not there", path.display()))),
            Err(error) => Err(NoKey(format!("the key {}: {error}", path.display()))),
        }
    }

    /// The 32 bytes by which others check what it signs, in hexadecimal digits.
    pub fn public(&self) -> String {
        hex::encode(self.0.verifying_key().as_bytes())
    }

    pub(crate) fn signature(&self, text: &str) -> String {
        hex::encode(self.0.sign(text.as_bytes()).to_bytes())
    }
}

/// Did the owner of this key sign this text?
pub(crate) fn is_signed(key: &str, signature: &str, text: &str) -> bool {
    let key = hex::decode(key).ok().and_then(|bytes| bytes.try_into().ok());
    let key = key.and_then(|bytes: [u8; 32]| ed25519_dalek::VerifyingKey::from_bytes(&bytes).ok());
    let signature = hex::decode(signature).ok().and_then(|bytes| bytes.try_into().ok());
    match (key, signature) {
        (Some(key), Some(bytes)) => {
            let signature = ed25519_dalek::Signature::from_bytes(&bytes);
            key.verify_strict(text.as_bytes(), &signature).is_ok()
        }
        _ => false,
    }
}
