//! Where the checkpoints of a log have come to: the last of them, and as much of their tree as it takes to go on and to prove that it has
//! only grown. However many checkpoints there are, a few are read: the edge of the tree is kept now and then.

use crate::checkpoint::{self, Checkpoint, Signed};
use crate::error::LedgerError;
use crate::frontier::Frontier;
use crate::head::Head;
use crate::projection::Projection;
use crate::record::{CommandId, Entry, Stream};
use crate::store::Store;
use merkle::Hash;

/// The number of checkpoints after which the edge of the tree is kept anew.
const EVERY: u64 = 256;
/// The number of checkpoints that are read at a time.
const PAGE: u32 = 64;

/// The edge of the tree, as it is kept.
pub(crate) const EDGE: Projection = Projection { kind: "edge", form: 1 };

/// Where the checkpoints of a log have come to.
#[derive(Clone, Debug)]
pub struct Tip {
    /// The last of them.
    last: Option<Checkpoint>,
    /// The edge of the tree over all.
    edge: Frontier,
    /// The number of checkpoints.
    length: u64,
    /// The hash of the last one's record.
    head: Hash,
    /// The number of checkpoints that are in what was kept.
    kept: u64,
}

impl Default for Tip {
    /// Before the first checkpoint.
    fn default() -> Tip {
        Tip { last: None, edge: Frontier::default(), length: 0, head: Hash::NONE, kept: 0 }
    }
}

/// The edge of the tree as it is due to be kept: how far it reaches, and its text.
pub(crate) struct DueEdge {
    pub(crate) reached: (u64, Hash),
    pub(crate) text: String,
}

impl Tip {
    /// Reads it from a log. Checkpoints are taken as they are; [`verify`](crate::verify()) checks them.
    pub async fn read(store: &dyn Store) -> Result<Tip, LedgerError> {
        let mut tip = Tip::kept(store).await?;
        tip.go_on(store, |_| {}).await?;
        let signed = tip.last.as_ref().map(|last| (last.signed.size, last.signed.root));
        if tip.kept > 0 && signed != Some((tip.edge.len(), tip.edge.root())) {
            // What was kept does not lead to what is signed: everything is read.
            tip = Tip::default();
            tip.go_on(store, |_| {}).await?;
        }
        Ok(tip)
    }

    /// As it was kept, or at the beginning.
    async fn kept(store: &dyn Store) -> Result<Tip, LedgerError> {
        let Some(kept) = EDGE.last(store, &checkpoint::stream()).await? else { return Ok(Tip::default()) };
        let Ok(edge) = serde_json::from_str::<Frontier>(&kept.text) else { return Ok(Tip::default()) };
        let last = store.read(&checkpoint::stream(), kept.sequence.saturating_sub(1), 1).await?;
        let last = last.first().map(checkpoint::checkpoint).transpose()?;
        Ok(Tip { last, edge, length: kept.sequence, head: kept.head, kept: kept.sequence })
    }

    /// Takes in what comes after it, leaf by leaf; before each the edge is shown.
    async fn go_on(
        &mut self,
        store: &dyn Store,
        mut see: impl FnMut(NextLeaf<'_>),
    ) -> Result<(), LedgerError> {
        loop {
            let page = store.read(&checkpoint::stream(), self.length, PAGE).await?;
            if page.is_empty() {
                return Ok(());
            }
            for entry in &page {
                let checkpoint = checkpoint::checkpoint(entry)?;
                for leaf in checkpoint.leaves() {
                    see(NextLeaf { edge: &self.edge, leaf });
                    self.edge.push(leaf);
                }
                self.took(entry, checkpoint);
            }
        }
    }

    fn took(&mut self, entry: &Entry, checkpoint: Checkpoint) {
        (self.length, self.head, self.last) = (entry.end(), entry.head(), Some(checkpoint));
    }

    /// Takes in a checkpoint that was recorded now.
    pub(crate) fn push(&mut self, entry: &Entry, checkpoint: Checkpoint) {
        checkpoint.leaves().for_each(|leaf| self.edge.push(leaf));
        self.took(entry, checkpoint);
    }

    /// The last checkpoint.
    pub fn last(&self) -> Option<&Checkpoint> {
        self.last.as_ref()
    }

    /// The edge of the tree.
    pub(crate) fn edge(&self) -> &Frontier {
        &self.edge
    }

    /// How far the edge reaches and its text, if enough has come since it was kept for it to be kept anew. Without it opening only takes
    /// longer; even if keeping it fails, it is not due again at once.
    pub(crate) fn due_to_be_kept(&mut self) -> Result<Option<DueEdge>, LedgerError> {
        if self.length - self.kept < EVERY {
            return Ok(None);
        }
        self.kept = self.length;
        let text = serde_json::to_string(&self.edge).map_err(|error| LedgerError::Damaged {
            place: format!("{}, sequence {}", checkpoint::stream(), self.length),
            message: error.to_string(),
        })?;
        Ok(Some(DueEdge { reached: (self.length, self.head), text }))
    }

    /// A checkpoint that was signed and may not have been recorded, if the log lacks it. It is an error if the log is not one in
    /// which it was signed: older, or another.
    pub async fn lacking(&self, payload: &str, store: &dyn Store) -> Result<Option<Checkpoint>, LedgerError> {
        let unsigned = |message: String| LedgerError::Unsigned(message);
        let checkpoint: Checkpoint =
            serde_json::from_str(payload).map_err(|error| unsigned(format!("not a checkpoint: {error}")))?;
        let Signed { size, root, .. } = checkpoint.signed;
        // A checkpoint is recorded under its root.
        let id: CommandId = root.to_string().parse()?;
        let known = store.command(&checkpoint::stream(), &id).await?;
        if known
            .as_ref()
            .map(checkpoint::checkpoint)
            .transpose()?
            .is_some_and(|known| known.signed.root == root)
        {
            return Ok(None);
        }
        let mut edge = self.edge.clone();
        checkpoint.leaves().for_each(|leaf| edge.push(leaf));
        if (edge.len(), edge.root()) != (size, root) {
            let found = self.edge.len();
            return Err(unsigned(format!(
                "a checkpoint of {size} leaves was signed, and the log, with checkpoints of {found}, is not the one that led to it"
            )));
        }
        for head in &checkpoint.heads {
            let entries = match (head.stream.parse::<Stream>(), head.length.checked_sub(1)) {
                (Ok(stream), Some(last)) => store.read(&stream, last, 1).await?,
                _ => Vec::new(),
            };
            if !entries.iter().any(|entry| entry.end() == head.length && entry.head() == head.hash) {
                let Head { stream, length, .. } = head;
                return Err(unsigned(format!(
                    "{stream} had {length} records when a checkpoint was signed, and the log does not have them"
                )));
            }
        }
        Ok(Some(checkpoint))
    }

    /// The proof that the tree, as it was with so many leaves, is the beginning of what it is now: what somebody is sent who knows it as it
    /// was. Nothing if it never had so few, or has fewer.
    pub async fn grown_since(&self, old: u64, store: &dyn Store) -> Result<Option<Vec<Hash>>, LedgerError> {
        let size = self.edge.len();
        if old == size || old == 0 {
            return Ok(Some(Vec::new()));
        }
        if old > size {
            return Ok(None);
        }
        // From what was kept, unless that is already further.
        let mut from = Tip::kept(store).await?;
        if from.edge.len() > old {
            from = Tip::default();
        }
        let (mut begun, mut since): (Option<Frontier>, Vec<Hash>) = (None, Vec::new());
        from.go_on(store, |NextLeaf { edge, leaf }| {
            if edge.len() == old {
                begun = Some(edge.clone());
            }
            // What was recorded after this tip is not part of it.
            if (old..size).contains(&edge.len()) {
                since.push(leaf);
            }
        })
        .await?;
        Ok(begun.map(|begun| begun.consistency(&since)))
    }
}

/// A leaf, and the edge of the tree before it.
struct NextLeaf<'t> {
    edge: &'t Frontier,
    leaf: Hash,
}
