//! The time of the house.

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
