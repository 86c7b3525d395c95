//! The house's signature under its log: checkpoints, made often, on demand and when the house stops.
//!
//! The key is the vault's, which signs only what extends what it signed last.

use ledger::{KeyRecord, Ledger, LedgerError, NoKey, Signed, Signs, Tip, Unsigned};
use merkle::Hash;
use people::act_record::recorder;
use people::clock;
use shoe::{Custody, Growth};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::{Mutex, Notify, watch};
use witness::{AddCheckpoint, Checkpoint, Note, PublicKey, origin};

/// How often where everything stands is signed, if anything has moved.
const EVERY: Duration = Duration::from_secs(60);

/// How long a signature that is asked for waits for others.
const TOGETHER: Duration = Duration::from_secs(2);

/// Signs where every stream of the log stands.
pub struct Signer {
    vault: RwLock<Result<Arc<dyn Custody>, String>>,
    key: String,
    ledger: Ledger,
    /// One at a time.
    turn: Mutex<()>,
    /// Told when it should sign soon.
    soon: Arc<Notify>,
}

impl Signs for Signer {
    fn public(&self) -> String {
        self.key.clone()
    }

    fn sign(&self, checkpoint: &Unsigned<'_>) -> Result<String, NoKey> {
        let Unsigned { signed, proof, payload } = checkpoint;
        let growth = Growth {
            size: signed.size,
            root: signed.root,
            proof: proof.clone(),
            text: signed.text(),
            checkpoint: (*payload).to_owned(),
        };
        let vault = self.vault().map_err(NoKey::because)?;
        let signatures = vault.sign(&growth).map_err(|fault| NoKey::because(fault.to_string()))?;
        Ok(signatures.text)
    }

    fn sign_key(&self, record: &KeyRecord) -> Result<String, NoKey> {
        if record.previous.is_some() {
            return Err(NoKey::because(
                "a vault's key is followed by another only while the house is closed",
            ));
        }
        let vault = self.vault().map_err(NoKey::because)?;
        vault.introduce(record.time.0).map_err(|fault| NoKey::because(fault.to_string()))
    }
}

impl Signer {
    /// Signs with the vault's key, or not at all if there is no vault; soon after it is told so.
    pub fn new(
        vault: Result<Arc<dyn Custody>, String>,
        key: String,
        ledger: Ledger,
        soon: Arc<Notify>,
    ) -> Signer {
        Signer { vault: RwLock::new(vault), key, ledger, turn: Mutex::default(), soon }
    }

    fn vault(&self) -> Result<Arc<dyn Custody>, String> {
        self.vault.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Lets go of the vault: nothing more is signed.
    pub fn close(&self) {
        let mut vault = self.vault.write().unwrap_or_else(PoisonError::into_inner);
        *vault = Err("the house is closed".to_owned());
    }

    /// The public key, in hexadecimal digits.
    pub fn public(&self) -> String {
        self.key.clone()
    }

    /// Signs where everything stands. If nothing has moved, the last signed root comes back.
    pub async fn sign(&self) -> Result<Signed, LedgerError> {
        let _turn = self.turn.lock().await;
        Ok(self.ledger.checkpoint(self, recorder(), clock::now()).await?.signed)
    }

    /// What a witness is sent who has so many leaves: the last checkpoint, and the proof that the log has only grown since.
    /// Nothing if there is no checkpoint yet, or none that is as old.
    pub async fn request(&self, old: u64) -> Result<Option<AddCheckpoint>, LedgerError> {
        let _turn = self.turn.lock().await;
        let unsigned = |message: String| LedgerError::Unsigned(message);
        let store = &**self.ledger.store();
        let tip = Tip::read(store).await?;
        let Some(checkpoint) = tip.last() else { return Ok(None) };
        let last = &checkpoint.signed;
        let vault = self.vault().map_err(unsigned)?;
        let known = vault.standing().map_err(|fault| unsigned(fault.to_string()))?.signed;
        let known = known.map_or(0, |known| known.size);
        let growth = Growth {
            size: last.size,
            root: last.root,
            proof: tip.grown_since(known, store).await?.unwrap_or_default(),
            text: last.text(),
            checkpoint: serde_json::to_string(checkpoint).map_err(|error| unsigned(error.to_string()))?,
        };
        let signatures = vault.sign(&growth).map_err(|fault| unsigned(fault.to_string()))?;
        let Some(proof) = tip.grown_since(old, store).await? else { return Ok(None) };
        Ok(self.note(last.size, last.root, &signatures.note).map(|note| AddCheckpoint { old, proof, note }))
    }

    fn note(&self, size: u64, root: Hash, signature: &str) -> Option<Note> {
        let key = PublicKey::read(&self.key)?;
        let signature = hex::decode(signature).ok()?.try_into().ok()?;
        Some(Note::signed(Checkpoint { origin: origin(&key), size, root }, &key, &signature))
    }

    /// Signs every minute, and when a shoe was sealed or revealed, until the house stops; `then` is done after each.
    pub async fn keep_signing<F: Future<Output = ()>>(
        self: Arc<Signer>,
        mut stop: watch::Receiver<bool>,
        mut then: impl FnMut() -> F,
    ) {
        let mut again = tokio::time::interval(EVERY);
        loop {
            tokio::select! {
                _ = again.tick() => {}
                // Many tables may shuffle at once; one signature is enough for all of them.
                () = async { self.soon.notified().await; tokio::time::sleep(TOGETHER).await } => {}
                _ = stop.changed() => return,
            }
            if let Err(fault) = self.sign().await {
                tracing::error!(%fault, "where the log stands could not be signed");
            }
            then().await;
        }
    }
}
