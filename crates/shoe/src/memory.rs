//! Secrets in memory: each in a place of its own that is kept out of swap, and wiped.

use std::sync::atomic::{AtomicBool, Ordering};
use zeroize::Zeroizing;

/// Some secret could not be kept out of swap.
static UNLOCKED: AtomicBool = AtomicBool::new(false);

/// 32 secret bytes. They stay where they were first written: moving this moves only the way to them.
pub(crate) struct Secret(Box<Zeroizing<[u8; 32]>>);

impl Secret {
    /// A place for a secret, filled by `fill`.
    pub(crate) fn filled<E>(fill: impl FnOnce(&mut [u8; 32]) -> Result<(), E>) -> Result<Secret, E> {
        let mut place = Box::new(Zeroizing::new([0; 32]));
        fill(&mut place)?;
        Ok(Secret(place))
    }

    /// A secret that is elsewhere too.
    pub(crate) fn copied(bytes: &[u8; 32]) -> Secret {
        let mut place = Box::new(Zeroizing::new([0; 32]));
        place.copy_from_slice(bytes);
        Secret(place)
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Keeps the pages of these bytes out of swap until the process ends. Other secrets may share a page, so none is let go before.
pub(crate) fn lock(bytes: &[u8]) {
    if bytes.is_empty() {
        return;
    }
    match region::lock(bytes.as_ptr(), bytes.len()) {
        Ok(guard) => std::mem::forget(guard),
        Err(_) => UNLOCKED.store(true, Ordering::Relaxed),
    }
}

/// Are all secrets so far kept out of swap?
pub(crate) fn is_locked() -> bool {
    !UNLOCKED.load(Ordering::Relaxed)
}
