//! Who is there: whose page is open, and when somebody was last heard of.

use people::clock::later;
use std::collections::HashMap;
use std::sync::{Arc, Weak};
use table::{Name, Time};

/// Whoever is away for this long gives up the seat, so that others find one.
const AWAY_MS: u64 = 60 * 1_000;

/// An open page of somebody; they are there as long as it is kept.
pub type OpenPage = Arc<()>;

/// How often is looked whose page is still open.
pub const LOOK_MS: u64 = 10 * 1_000;

/// When somebody was last heard of, and their pages.
#[derive(Default)]
struct Sign {
    heard: Time,
    page: Weak<()>,
    /// A page was open when it was last looked.
    open: bool,
}

/// The patrons of a table, and when each was last heard of.
#[derive(Default)]
pub struct Presence(HashMap<Name, Sign>);

impl Presence {
    /// Somebody has asked for something.
    pub fn heard(&mut self, name: &Name, now: Time) {
        self.0.entry(name.clone()).or_default().heard = now;
    }

    /// Somebody opens a page.
    pub fn follows(&mut self, name: &Name, now: Time) -> OpenPage {
        let sign = self.0.entry(name.clone()).or_default();
        let here = sign.page.upgrade().unwrap_or_default();
        *sign = Sign { heard: now, page: Arc::downgrade(&here), open: true };
        here
    }

    /// Has this patron a page open here?
    pub fn is_here(&self, name: &Name) -> bool {
        self.0.get(name).is_some_and(|sign| sign.page.strong_count() > 0)
    }

    /// Has this patron ever been heard of here, by a page or a request of their own?
    pub fn knows(&self, name: &Name) -> bool {
        self.0.contains_key(name)
    }

    /// Has this patron been away for too long? Whoever was never heard of is as if heard now, and so is whoever has just closed the last
    /// page.
    pub fn away(&mut self, name: &Name, now: Time) -> bool {
        let sign = self.0.entry(name.clone()).or_insert_with(|| Sign { heard: now, ..Sign::default() });
        let open = sign.page.strong_count() > 0;
        if open || std::mem::replace(&mut sign.open, open) {
            sign.heard = now;
        }
        now >= later(sign.heard, AWAY_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_no_page_open_and_says_nothing_is_away_after_a_minute() {
        let (mut presence, ann) = (Presence::default(), Name::from("Ann"));
        let second = |n: i64| Time(n * 1_000);
        assert!(!presence.away(&ann, second(0)), "never heard of before");
        assert!(!presence.away(&ann, second(59)));
        assert!(presence.away(&ann, second(60)));

        presence.heard(&ann, second(70));
        assert!(!presence.away(&ann, second(129)));
        let pages = [presence.follows(&ann, second(129)), presence.follows(&ann, second(130))];
        assert!(!presence.away(&ann, second(600)), "two pages are open");
        let [first, second_page] = pages;
        drop(first);
        assert!(!presence.away(&ann, second(700)), "one page is open");
        drop(second_page);
        assert!(!presence.away(&ann, second(770)), "it was open when it was last looked");
        assert!(!presence.away(&ann, second(829)));
        assert!(presence.away(&ann, second(830)));
    }
}
