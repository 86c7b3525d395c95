//! What a node does, as figures for Prometheus: beside those of the house, which only the node in charge has.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// The figures of a node.
pub(super) struct Figures {
    lease_changes: AtomicU64,
    took_charge: AtomicU64,
    gave_way: AtomicU64,
    asked: AtomicU64,
    asked_again: AtomicU64,
    unanswered: AtomicU64,
    feeds_open: AtomicU64,
    feeds_resumed: AtomicU64,
    feed_gaps: AtomicU64,
    forged: AtomicU64,
}

impl Figures {
    pub(super) fn new() -> Figures {
        let none = AtomicU64::default;
        Figures {
            lease_changes: none(),
            took_charge: none(),
            gave_way: none(),
            asked: none(),
            asked_again: none(),
            unanswered: none(),
            feeds_open: none(),
            feeds_resumed: none(),
            feed_gaps: none(),
            forged: none(),
        }
    }

    pub(super) fn lease_changed(&self) {
        self.lease_changes.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn took_charge(&self) {
        self.took_charge.fetch_add(1, Ordering::Relaxed);
    }

    /// It gave the charge to nodes that did not hear it.
    pub(super) fn gave_way(&self) {
        self.gave_way.fetch_add(1, Ordering::Relaxed);
    }

    /// Somebody was asked, for the first time or again.
    pub(super) fn asks(&self, again: bool) {
        (if again { &self.asked_again } else { &self.asked }).fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn unanswered(&self) {
        self.unanswered.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn feed_opens(&self) {
        self.feeds_open.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn feed_ends(&self) {
        self.feeds_open.fetch_sub(1, Ordering::Relaxed);
    }

    pub(super) fn feed_resumed(&self) {
        self.feeds_resumed.fetch_add(1, Ordering::Relaxed);
    }

    /// Something of an answer was lost on the way.
    pub(super) fn gap(&self) {
        self.feed_gaps.fetch_add(1, Ordering::Relaxed);
    }

    /// A message was not of a node.
    pub(super) fn forged(&self) {
        self.forged.fetch_add(1, Ordering::Relaxed);
    }

    /// As Prometheus reads them, without the end.
    pub(super) fn written(&self, epoch: u64, in_charge: bool) -> String {
        let now = |figure: &AtomicU64| figure.load(Ordering::Relaxed);
        let gauges = [
            ("node_lease_number", "The number of the lease, as this node last read it", epoch),
            ("node_in_charge", "Is this node in charge?", u64::from(in_charge)),
            ("node_feeds_open", "Live feeds that this node carries from another", now(&self.feeds_open)),
        ];
        let counters = [
            (
                "node_lease_changes",
                "Changes of who is in charge that this node saw",
                now(&self.lease_changes),
            ),
            ("node_took_charge", "Times that this node took charge", now(&self.took_charge)),
            (
                "node_gave_way",
                "Times that this node gave the charge to others because they did not hear it",
                now(&self.gave_way),
            ),
            ("node_asked", "Requests that this node passed on", now(&self.asked)),
            ("node_asked_again", "Requests that it had to pass on again", now(&self.asked_again)),
            ("node_unanswered", "Requests that nobody answered in time", now(&self.unanswered)),
            (
                "node_feeds_resumed",
                "Feeds that went on with another node, or after a gap",
                now(&self.feeds_resumed),
            ),
            ("node_gaps", "Answers of which something was lost between nodes", now(&self.feed_gaps)),
            ("node_messages_refused", "Messages between nodes that had no valid seal", now(&self.forged)),
        ];
        let mut text = String::new();
        for (kind, end, all) in [("gauge", "", &gauges[..]), ("counter", "_total", &counters[..])] {
            for (name, about, value) in all {
                // A text takes everything.
                let _ = writeln!(
                    text,
                    "# HELP croupier_{name} {about}.\n# TYPE croupier_{name} {kind}\ncroupier_{name}{end} {value}"
                );
            }
        }
        text
    }
}
