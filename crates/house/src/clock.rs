//! The time of the house, and the times at which its automatic dealer acts.

use std::time::{SystemTime, UNIX_EPOCH};
use table::Time;

/// The time now, in milliseconds since 1970.
pub fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// This much later.
pub fn later(time: Time, milliseconds: u64) -> Time {
    Time(time.0.saturating_add(i64::try_from(milliseconds).unwrap_or(i64::MAX)))
}

/// When the automatic dealer goes on by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deadlines {
    /// Betting closes, where the book has no clock of its own and somebody has bet.
    pub betting: Option<Time>,
    /// A patron who was asked is taken to decline.
    pub answer: Option<Time>,
    /// The next card may be dealt, or the cards collected: everybody has had time to look.
    pub pace: Option<Time>,
}
