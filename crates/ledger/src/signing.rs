//! Signing the log: which key may, put on record, and checkpoints of where every stream stands.

use crate::checkpoint::{
    self, CHECKPOINT_KIND, Checkpoint, Checkpoints, Order, Signed, head_leaf, order_leaf,
};
use crate::draft::Draft;
use crate::error::LedgerError;
use crate::head::Head;
use crate::key::{Key, NoKey};
use crate::keys::{self, KEY_KIND, KeyRecord, Keys};
use crate::ledger::Ledger;
use crate::record::{CommandId, Payload};
use crate::stream_head::Locked;
use crate::tip::{DueEdge, EDGE, Tip};
use aggregate::{By, Time};
use merkle::Hash;
use std::collections::BTreeMap;

/// The number of entries that are read at a time.
const PAGE: u32 = 1_000;

/// What stands for the signature in a checkpoint that is not signed yet.
pub const SIGNATURE_HERE: &str = "{signature}";

/// A checkpoint that is to be signed.
pub struct Unsigned<'c> {
    /// The root; in place of the signature stands [`SIGNATURE_HERE`].
    pub signed: &'c Signed,
    /// The proof that the tree begins with that of the checkpoint before.
    pub proof: Vec<Hash>,
    /// The whole checkpoint as it is recorded, but for its signature.
    pub payload: &'c str,
}

/// Whoever holds the key of checkpoints: the key itself, or a vault, which signs only what extends what it signed last.
pub trait Signs: Send + Sync {
    /// The public key, in hexadecimal digits.
    fn public(&self) -> String;

    /// Signs the text of a checkpoint's root.
    fn sign(&self, checkpoint: &Unsigned<'_>) -> Result<String, NoKey>;

    /// Signs the record of which key signs the log.
    fn sign_key(&self, record: &KeyRecord) -> Result<String, NoKey>;
}

impl Signs for Key {
    fn public(&self) -> String {
        Key::public(self)
    }

    fn sign(&self, checkpoint: &Unsigned<'_>) -> Result<String, NoKey> {
        Ok(self.signature(&checkpoint.signed.text()))
    }

    fn sign_key(&self, record: &KeyRecord) -> Result<String, NoKey> {
        Ok(self.signature(&record.text()))
    }
}

impl Ledger {
    /// Signs where every stream stands, and records it. If nothing has moved since the last checkpoint, that one comes back.
    pub async fn checkpoint(&self, signer: &dyn Signs, by: By, at: Time) -> Result<Checkpoint, LedgerError> {
        let stream = checkpoint::stream();
        let standing = self.lock(&stream).await?;
        let mut known = self.tip().lock().await;
        // Until it is known anew it is not known: what fails midway may have been recorded.
        let mut tip = match known.take() {
            Some(tip) => tip,
            None => Tip::read(&**self.store()).await?,
        };
        let last = tip.last().map_or(Order::NONE, |last| last.order);
        let (heads, order) = self.moved_since(last).await?;
        let own = |head: &Head| head.stream == stream.as_str();
        if let Some(last) = tip.last()
            && heads.iter().all(own)
        {
            let last = last.clone();
            *known = Some(tip);
            return Ok(last);
        }
        let leaves: Vec<Hash> = heads.iter().map(head_leaf).chain([order_leaf(&order)]).collect();
        let mut edge = tip.edge().clone();
        leaves.iter().for_each(|leaf| edge.push(*leaf));
        let (key, signature) = (signer.public(), SIGNATURE_HERE.to_owned());
        let signed = Signed { size: edge.len(), root: edge.root(), time: at, key, signature };
        let proof = tip.edge().consistency(&leaves);
        let mut checkpoint = Checkpoint { heads, order, signed };
        let payload = Payload::new(CHECKPOINT_KIND, &checkpoint)?;
        let unsigned = Unsigned { signed: &checkpoint.signed, proof, payload: payload.text() };
        let signature = signer.sign(&unsigned).map_err(|fault| LedgerError::Unsigned(fault.to_string()));
        checkpoint.signed.signature = match signature {
            Ok(signature) => signature,
            Err(fault) => {
                *known = Some(tip);
                return Err(fault);
            }
        };
        self.record_checkpoint(standing, &mut tip, checkpoint.clone(), by).await?;
        // Without it the next opening only takes longer; if the ledger has stopped, the next checkpoint says so.
        if let Ok(Some(DueEdge { reached, text })) = tip.due_to_be_kept() {
            let _ = EDGE.keep(self, &stream, reached, &text, at).await;
        }
        *known = Some(tip);
        Ok(checkpoint)
    }

    async fn record_checkpoint(
        &self,
        standing: Locked,
        tip: &mut Tip,
        checkpoint: Checkpoint,
        by: By,
    ) -> Result<(), LedgerError> {
        let command: CommandId = checkpoint.signed.root.to_string().parse()?;
        let payload = Payload::new(CHECKPOINT_KIND, &checkpoint)?;
        let following = Ledger::follow(
            standing,
            Draft::note(checkpoint::stream(), command, checkpoint.signed.time, by, payload),
        );
        let entry = following.1.clone();
        self.take(vec![following]).await?;
        tip.push(&entry, checkpoint);
        Ok(())
    }

    /// Records a checkpoint that was signed before the house stopped and could not record it, if the log still is what it says.
    pub async fn record_signed(&self, payload: &str, by: By) -> Result<(), LedgerError> {
        if Checkpoints::end_with(&**self.store(), payload).await? {
            return Ok(());
        }
        let standing = self.lock(&checkpoint::stream()).await?;
        let mut known = self.tip().lock().await;
        let mut tip = Tip::read(&**self.store()).await?;
        if let Some(checkpoint) = tip.lacking(payload, &**self.store()).await? {
            self.record_checkpoint(standing, &mut tip, checkpoint, by).await?;
        }
        *known = Some(tip);
        Ok(())
    }

    /// Where the streams stand that have moved since, in order, and how far all entries have come.
    async fn moved_since(&self, mut order: Order) -> Result<(Vec<Head>, Order), LedgerError> {
        let mut heads: BTreeMap<String, Head> = BTreeMap::new();
        loop {
            let page = self.store().heads(order.position, PAGE).await?;
            if page.is_empty() {
                return Ok((heads.into_values().collect(), order));
            }
            for (position, head) in page {
                if position != order.position + 1 {
                    let place = format!("entry {}", order.position + 1);
                    return Err(LedgerError::Damaged { place, message: "missing".into() });
                }
                let head = head?;
                order = order.then(head.hash);
                match heads.get_mut(&head.stream) {
                    Some(known) => *known = head,
                    None => drop(heads.insert(head.stream.clone(), head)),
                }
            }
        }
    }

    /// Puts on record which key signs this log, before anything is signed. It is on record once; another key is turned down.
    pub async fn pin_key(&self, key: &dyn Signs, by: By, at: Time) -> Result<(), LedgerError> {
        let keys = Keys::read(&**self.store()).await?;
        if let Some(pinned) = keys.pinned() {
            return is_pinned(pinned, key);
        }
        if Checkpoints::newest(&**self.store()).await?.is_some() {
            let why = "the log was signed before a key was on record; its key has to be adopted".to_owned();
            return Err(LedgerError::Key { why });
        }
        self.record_key(signed_record(key, None, false, at)?, by).await
    }

    /// Puts on record which key has signed this log so far and goes on to do so, for a log from before keys were on record. Only the
    /// key that has signed all of it is adopted, and only once.
    pub async fn adopt_key(&self, key: &dyn Signs, by: By, at: Time) -> Result<(), LedgerError> {
        let keys = Keys::read(&**self.store()).await?;
        if let Some(pinned) = keys.pinned() {
            return is_pinned(pinned, key);
        }
        let checkpoints = Checkpoints::read(&**self.store()).await?;
        let own = key.public();
        if let Some(other) = checkpoints.all().iter().find(|checkpoint| checkpoint.signed.key != own) {
            let why = format!("the log is signed with another key, {}; given is {own}", other.signed.key);
            return Err(LedgerError::Key { why });
        }
        self.record_key(signed_record(key, None, checkpoints.last().is_some(), at)?, by).await
    }

    /// Has another key sign from now on; both keys sign the record that says so.
    pub async fn rotate_key(
        &self,
        old: &dyn Signs,
        new: &dyn Signs,
        by: By,
        at: Time,
    ) -> Result<(), LedgerError> {
        let keys = Keys::read(&**self.store()).await?;
        match keys.pinned() {
            Some(pinned) if *pinned == new.public() => Ok(()),
            Some(pinned) => {
                is_pinned(pinned, old)?;
                self.record_key(signed_record(new, Some(old), false, at)?, by).await
            }
            None => Err(LedgerError::Key { why: "no key is on record yet".to_owned() }),
        }
    }

    async fn record_key(&self, record: KeyRecord, by: By) -> Result<(), LedgerError> {
        let (command, at): (CommandId, Time) = (record.key.parse()?, record.time);
        let payload = Payload::new(KEY_KIND, &record)?;
        self.append_own(Draft::note(keys::stream(), command, at, by, payload)).await.map(drop)
    }
}

/// The record of a key that signs from now on, signed by it and by the one before it.
fn signed_record(
    key: &dyn Signs,
    previous: Option<&dyn Signs>,
    adopted: bool,
    time: Time,
) -> Result<KeyRecord, LedgerError> {
    let unsigned = KeyRecord {
        key: key.public(),
        previous: previous.map(|previous| previous.public()),
        adopted,
        time,
        signature: String::new(),
        signature_of_previous: None,
    };
    let refused = |why: NoKey| LedgerError::Key { why: why.to_string() };
    let signature = key.sign_key(&unsigned).map_err(refused)?;
    let signature_of_previous =
        previous.map(|previous| previous.sign_key(&unsigned)).transpose().map_err(refused)?;
    Ok(KeyRecord { signature, signature_of_previous, ..unsigned })
}

fn is_pinned(pinned: &str, key: &dyn Signs) -> Result<(), LedgerError> {
    match pinned == key.public() {
        true => Ok(()),
        false => {
            let why = format!("the log is signed by the key {pinned}; given is {}", key.public());
            Err(LedgerError::Key { why })
        }
    }
}
