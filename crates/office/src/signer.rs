//! The house's signature under its log: checkpoints, made often, on demand and when the house stops.

use ledger::{Key, Ledger, LedgerError, NoKey, Signed};
use people::act_record::recorder;
use people::clock;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often where everything stands is signed, if anything has moved.
const EVERY: Duration = Duration::from_secs(60);

/// Signs where every stream of the log stands.
pub struct Signer {
    key: Key,
    ledger: Ledger,
}

impl Signer {
    /// Signs with the key in this file, which is made if it is not there.
    pub fn open(path: &Path, ledger: Ledger) -> Result<Signer, NoKey> {
        Ok(Signer { key: Key::open(path)?, ledger })
    }

    /// The public key, in hexadecimal digits.
    pub fn public(&self) -> String {
        self.key.public()
    }

    /// Signs where everything stands. If nothing has moved, the last signed root comes back.
    pub async fn sign(&self) -> Result<Signed, LedgerError> {
        Ok(self.ledger.checkpoint(&self.key, recorder(), clock::now()).await?.signed)
    }

    /// Signs every minute until the house stops.
    pub async fn keep_signing(self: Arc<Signer>, mut stop: watch::Receiver<bool>) {
        let mut again = tokio::time::interval(EVERY);
        loop {
            tokio::select! {
                _ = again.tick() => {
                    if let Err(fault) = self.sign().await {
                        tracing::error!(%fault, "where the log stands could not be signed");
                    }
                }
                _ = stop.changed() => return,
            }
        }
    }
}
