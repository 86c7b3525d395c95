//! How often somebody may ask.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The most that are kept in mind; beyond that, those who have not asked for longest are forgotten.
const KEPT: usize = 50_000;

/// A bucket for each one who asks: a number at once, and a number a second.
pub struct RateLimit<K> {
    burst: f64,
    per_second: f64,
    buckets: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Hash + Eq + Clone> RateLimit<K> {
    /// How many at once, and how many a second after that.
    pub fn new(burst: u32, per_second: f64) -> RateLimit<K> {
        RateLimit { burst: f64::from(burst), per_second, buckets: Mutex::default() }
    }

    /// Counts one more; says after how many seconds it would have been allowed, if it is not.
    pub fn take(&self, who: &K) -> Result<(), u64> {
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= KEPT {
            let full = self.burst / self.per_second;
            buckets.retain(|_, (_, since)| now.duration_since(*since).as_secs_f64() < full);
            if buckets.len() >= KEPT {
                buckets.clear();
            }
        }
        let (left, since) = buckets.entry(who.clone()).or_insert((self.burst, now));
        *left = (*left + now.duration_since(*since).as_secs_f64() * self.per_second).min(self.burst);
        *since = now;
        if *left >= 1.0 {
            *left -= 1.0;
            return Ok(());
        }
        Err(((1.0 - *left) / self.per_second).ceil().max(1.0) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_and_then_no_more() {
        let limit = RateLimit::new(3, 0.01);
        assert_eq!(
            (0..5).map(|_| limit.take(&1).is_ok()).collect::<Vec<_>>(),
            [true, true, true, false, false]
        );
        assert!(limit.take(&2).is_ok());
        assert!(limit.take(&1).is_err_and(|wait| wait > 60));
    }
}
