//! That a log was put back from a copy: two people say so on record, and the key that signs the log signs it with that as its last entry.

use crate::fault::ArchiveFault;
use ledger::{Checkpoint, Checkpoints, LedgerError, Store, Stream};

/// The stream in which it stands.
pub const RESTORED_AT: &str = "restored/house";

/// More put-backs than any house sees.
const MOST: u32 = 1_000;

/// Is the entry at this place the record that the log was put back?
pub async fn is_put_back_at(store: &dyn Store, position: u64) -> Result<bool, LedgerError> {
    let page = store.all(position.saturating_sub(1), 1).await?;
    Ok(page.iter().any(|(at, entry)| {
        *at == position && entry.as_ref().is_ok_and(|entry| entry.stream.as_str() == RESTORED_AT)
    }))
}

/// Each time that the log was put back, by its checkpoint. Whoever only writes into a log has no key to sign that with.
pub(crate) struct PutBacks {
    checkpoints: Checkpoints,
    /// Their places among all checkpoints.
    places: Vec<usize>,
}

impl PutBacks {
    pub(crate) async fn read(store: &dyn Store) -> Result<PutBacks, ArchiveFault> {
        let stream: Stream = RESTORED_AT.parse().map_err(LedgerError::from)?;
        let entries = store.read(&stream, 0, MOST).await.map_err(LedgerError::from)?;
        let (mut checkpoints, mut places) = (Checkpoints::default(), Vec::new());
        if !entries.is_empty() {
            checkpoints = Checkpoints::read(store).await?;
        }
        for (place, checkpoint) in checkpoints.all().iter().enumerate() {
            let signs = entries.iter().any(|entry| entry.at == checkpoint.signed.time);
            if signs && is_put_back_at(store, checkpoint.order.position).await? {
                places.push(place);
            }
        }
        Ok(PutBacks { checkpoints, places })
    }

    /// Was this shoe in use when the log was put back, and the next one sealed after that? The copy has no vault, so that nobody can
    /// reveal it.
    pub(crate) fn gave_up(&self, shoe: &Stream, next: &Stream) -> bool {
        let all = self.checkpoints.all();
        let moved = |of: &[Checkpoint], stream: &Stream| {
            of.iter().any(|one| one.heads.iter().any(|head| head.stream == stream.as_str()))
        };
        self.places.iter().any(|place| {
            let (before, after) = all.split_at(place + 1);
            moved(before, shoe) && !moved(after, shoe) && !moved(before, next)
        })
    }
}
