//! Who is there: whose page is open, and when somebody was last heard of.

use people::clock::later;
use std::collections::HashMap;
use std::sync::{Arc, Weak};
use table::{Name, Time};

/// Whoever is away for this long gives up the seat, so that others find one.
const AWAY_MS: u64 = 10 * 60 * 1_000;

/// An open page of somebody; they are there as long as it is kept.
pub type OpenPage = Arc<()>;

/// The patrons of a table, and when each was last heard of.
#[derive(Default)]
pub struct Presence(HashMap<Name, (Time, Weak<()>)>);

impl Presence {
    /// Somebody has asked for something.
    pub fn heard(&mut self, name: &Name, now: Time) {
        self.0.entry(name.clone()).or_default().0 = now;
    }

    /// Somebody opens a page.
    pub fn follows(&mut self, name: &Name, now: Time) -> OpenPage {
        let (heard, page) = self.0.entry(name.clone()).or_default();
        *heard = now;
        let here = page.upgrade().unwrap_or_default();
        *page = Arc::downgrade(&here);
        here
    }

    /// Has this patron been away for too long? Whoever was never heard of is as if heard now.
    pub fn away(&mut self, name: &Name, now: Time) -> bool {
        let (heard, page) = self.0.entry(name.clone()).or_insert_with(|| (now, Weak::new()));
        if page.strong_count() > 0 {
            *heard = now;
        }
        now >= later(*heard, AWAY_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_no_page_open_and_says_nothing_is_away_after_ten_minutes() {
        let (mut presence, ann) = (Presence::default(), Name::from("Ann"));
        let minute = |n: i64| Time(n * 60_000);
        assert!(!presence.away(&ann, minute(0)), "never heard of before");
        assert!(!presence.away(&ann, minute(9)));
        assert!(presence.away(&ann, minute(10)));

        presence.heard(&ann, minute(11));
        assert!(!presence.away(&ann, minute(20)));
        let pages = [presence.follows(&ann, minute(20)), presence.follows(&ann, minute(21))];
        assert!(!presence.away(&ann, minute(600)), "two pages are open");
        let [first, second] = pages;
        drop(first);
        assert!(!presence.away(&ann, minute(700)), "one page is open");
        drop(second);
        assert!(!presence.away(&ann, minute(709)));
        assert!(presence.away(&ann, minute(710)));
    }
}
