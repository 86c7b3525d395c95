//! Time that a test holds: it stands still until it is told to go on. Builds for release have no such thing.

use super::{CLOCK, later, now};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::Time;
use tokio::sync::watch;

static TIME: LazyLock<watch::Sender<Option<Time>>> = LazyLock::new(|| watch::Sender::new(None));
/// One test at a time.
static TURN: Mutex<()> = Mutex::new(());

/// The time of every house of this process, held. Once it is let go, time runs on from where it stood.
pub struct Held {
    _turn: MutexGuard<'static, ()>,
}

/// Holds the time of the house. Whoever else wants to hold it waits.
pub fn hold() -> Held {
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let now = now();
    TIME.send_replace(Some(now));
    Held { _turn: turn }
}

impl Held {
    /// So much time passes, at once.
    pub fn pass(&self, time: Duration) {
        let passed = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        TIME.send_modify(|held| *held = held.map(|held| later(held, passed)));
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let read = CLOCK.read();
        if let Some(held) = time() {
            let _ = CLOCK.course().go_on_from(held, read);
        }
        TIME.send_replace(None);
    }
}

/// What the time is, if somebody holds it.
pub(super) fn time() -> Option<Time> {
    *TIME.borrow()
}

pub(super) async fn wait_until(time: Time) {
    let mut held = TIME.subscribe();
    loop {
        let stands = held.borrow_and_update().is_some();
        let left = u64::try_from(time.0.saturating_sub(now().0)).unwrap_or(0);
        if left == 0 {
            return;
        }
        let changed = held.changed();
        if stands {
            let _ = changed.await;
        } else {
            let _ = tokio::time::timeout(Duration::from_millis(left), changed).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn held_time_stands_still_and_whoever_waits_is_woken_when_it_has_passed() {
        let held = hold();
        let begun = now();
        tokio::time::sleep(Duration::from_millis(5)).await;
        assert_eq!(now(), begun);
        let waiting = tokio::spawn(wait_until(later(begun, 60_000)));
        held.pass(Duration::from_millis(59_999));
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        held.pass(Duration::from_millis(1));
        waiting.await.unwrap();
        assert_eq!(now(), later(begun, 60_000));
        drop(held);
        assert!(now() >= later(begun, 60_000), "time never goes back");
        wait_until(later(now(), 2)).await;
    }
}
