//! The secret that the nodes of a house and its vault share: by it they know that a message is from one of them.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::path::Path;
use zeroize::Zeroizing;

/// The secret of a house's nodes.
#[derive(Clone)]
pub struct NodeSecret(Zeroizing<[u8; 32]>);

impl NodeSecret {
    /// From these bytes.
    pub fn new(bytes: [u8; 32]) -> NodeSecret {
        NodeSecret(Zeroizing::new(bytes))
    }

    /// From its file: 64 hexadecimal digits, the same for every node and the vault.
    pub fn read(path: &Path) -> Result<NodeSecret, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut bytes = Zeroizing::new([0; 32]);
        hex::decode_to_slice(text.trim(), &mut *bytes)
            .map_err(|_| format!("{}: allowed are 64 hexadecimal digits", path.display()))?;
        Ok(NodeSecret(bytes))
    }

    fn hash(&self, purpose: &str, parts: &[&[u8]]) -> Hmac<Sha256> {
        // The key, filled up to a block of the hash.
        let mut block = Zeroizing::new([0; 64]);
        block[..32].copy_from_slice(&*self.0);
        let mut hash = Hmac::<Sha256>::new((&*block).into());
        for part in std::iter::once(purpose.as_bytes()).chain(parts.iter().copied()) {
            hash.update(&(part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        hash
    }

    /// What only somebody with the secret can have written under these parts.
    pub fn seal(&self, purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
        self.hash(purpose, parts).finalize().into_bytes().into()
    }

    /// Was this written by somebody with the secret, for this purpose and under these parts?
    pub fn holds(&self, purpose: &str, parts: &[&[u8]], seal: &[u8]) -> bool {
        self.hash(purpose, parts).verify_slice(seal).is_ok()
    }

    /// Another secret, made from this one.
    pub fn derived(&self, purpose: &str, parts: &[&[u8]]) -> NodeSecret {
        NodeSecret::new(self.seal(purpose, parts))
    }
}
