//! Time as it is handed to whatever judges.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Milliseconds since some fixed start, given with every command. Nothing that judges has a clock of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Time(pub i64);

impl Time {
    /// This much later.
    pub fn plus_seconds(self, seconds: u32) -> Time {
        Time(self.0.saturating_add(i64::from(seconds) * 1_000))
    }

    /// This much later.
    pub fn plus_minutes(self, minutes: u16) -> Time {
        self.plus_seconds(u32::from(minutes) * 60)
    }

    /// How many seconds are left from here to then, counting one that has begun.
    pub fn seconds_until(self, then: Time) -> i64 {
        then.0.saturating_sub(self.0).max(0).saturating_add(999).div_euclid(1_000)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.div_euclid(1_000);
        write!(f, "{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
    }
}
