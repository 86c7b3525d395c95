//! Time that a test holds: it stands still, or runs, and as much of it passes at once as the test says. Builds for release have no such thing.

use super::{now, unheld};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::Time;
use tokio::sync::watch;

static TIME: LazyLock<watch::Sender<Option<Course>>> = LazyLock::new(|| watch::Sender::new(None));
/// One test at a time.
static TURN: Mutex<()> = Mutex::new(());

/// How held time goes.
#[derive(Clone, Copy)]
enum Course {
    /// Not at all.
    Stands(Time),
    /// As it would by itself, so many milliseconds ahead.
    Runs(i64),
}

impl Course {
    fn now(self) -> Time {
        match self {
            Course::Stands(at) => at,
            Course::Runs(ahead) => Time(unheld().0.saturating_add(ahead)),
        }
    }
}

/// The time of every house of this process, held. Once it is let go the time is what it would have been, so that what one test lets pass
/// is nothing to the next; whatever was opened under it is closed first.
pub struct Held {
    _turn: MutexGuard<'static, ()>,
}

/// While somebody has it, nobody else holds the time.
pub(super) fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds the time of the house. Whoever else wants to hold it waits.
pub fn hold() -> Held {
    let turn = turn();
    let now = now();
    TIME.send_replace(Some(Course::Stands(now)));
    Held { _turn: turn }
}

impl Held {
    /// So much time passes, at once.
    pub fn pass(&self, time: Duration) {
        let passed = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        self.set(|held| match held {
            Course::Stands(at) => Course::Stands(Time(at.0.saturating_add(passed))),
            Course::Runs(ahead) => Course::Runs(ahead.saturating_add(passed)),
        });
    }

    /// From now on it runs by itself.
    pub fn run(&self) {
        self.set(|held| Course::Runs(held.now().0.saturating_sub(unheld().0)));
    }

    /// It stands still again.
    pub fn stand(&self) {
        self.set(|held| Course::Stands(held.now()));
    }

    fn set(&self, change: impl Fn(Course) -> Course) {
        TIME.send_modify(|held| *held = held.map(&change));
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        TIME.send_replace(None);
    }
}

/// What the time is, if somebody holds it.
pub(super) fn time() -> Option<Time> {
    let held = *TIME.borrow();
    held.map(Course::now)
}

pub(super) async fn wait_until(time: Time) {
    let mut held = TIME.subscribe();
    loop {
        let stands = matches!(*held.borrow_and_update(), Some(Course::Stands(_)));
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
    use crate::clock::later;

    #[tokio::test]
    async fn held_time_stands_still_and_whoever_waits_is_woken_when_it_has_passed() {
        let steady = std::time::Instant::now();
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
        held.run();
        wait_until(later(now(), 2)).await;
        held.stand();
        held.pass(Duration::from_secs(60));
        assert!(now() >= later(begun, 120_002), "it runs from where it stood, and may pass all the same");
        drop(held);
        let passed = u64::try_from(steady.elapsed().as_millis()).unwrap();
        assert!(now() <= later(begun, passed + 2), "what was let pass is gone with whoever let it");
        wait_until(later(now(), 2)).await;
    }
}
