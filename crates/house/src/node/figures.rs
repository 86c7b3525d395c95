//! What a node does, as figures for Prometheus: beside those of the house, which only the node in charge has.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

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
    repeated: AtomicU64,
    /// In milliseconds.
    opened_in: AtomicU64,
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
            repeated: none(),
            opened_in: none(),
        }
    }

    pub(super) fn lease_changed(&self) {
        self.lease_changes.fetch_add(1, Ordering::Relaxed);
    }

    /// The house is open here, this long after the lease was taken.
    pub(super) fn took_charge(&self, after: Duration) {
        self.opened_in.store(u64::try_from(after.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
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

    /// A request came that was taken before.
    pub(super) fn repeated(&self) {
        self.repeated.fetch_add(1, Ordering::Relaxed);
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
            (
                "node_messages_repeated",
                "Requests of other nodes that came more than once and were carried out once",
                now(&self.repeated),
            ),
        ];
        let mut text = String::new();
        // A text takes everything.
        let _ = writeln!(
            text,
            "# HELP croupier_node_opening_seconds Time from taking the lease until the house was open here, the last time.\n\
             # TYPE croupier_node_opening_seconds gauge\ncroupier_node_opening_seconds {:.3}",
            now(&self.opened_in) as f64 / 1e3
        );
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

#[cfg(test)]
mod tests {
    use super::Figures;
    use std::collections::BTreeSet;
    use std::time::Duration;

    /// What an operator reads of a node's figures, and what the node writes, are the same.
    #[test]
    fn every_figure_of_a_node_is_written_and_described() {
        let figures = Figures::new();
        let text = figures.written(7, true);
        let written: BTreeSet<&str> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split(' ').next())
            .collect();
        let page = include_str!("../../../../docs/house.md");
        let described: BTreeSet<&str> =
            page.split('`').filter(|word| word.starts_with("croupier_node_")).collect();
        assert_eq!(written, described);
    }

    #[test]
    fn figures_count_what_happens() {
        let figures = Figures::new();
        figures.lease_changed();
        figures.took_charge(Duration::from_millis(321));
        figures.gave_way();
        figures.asks(false);
        figures.asks(true);
        figures.asks(true);
        figures.unanswered();
        figures.feed_opens();
        figures.feed_opens();
        figures.feed_ends();
        figures.feed_resumed();
        figures.gap();
        figures.forged();
        figures.repeated();
        let text = figures.written(7, true);
        for line in [
            "croupier_node_lease_number 7",
            "croupier_node_in_charge 1",
            "croupier_node_opening_seconds 0.321",
            "croupier_node_lease_changes_total 1",
            "croupier_node_took_charge_total 1",
            "croupier_node_gave_way_total 1",
            "croupier_node_asked_total 1",
            "croupier_node_asked_again_total 2",
            "croupier_node_unanswered_total 1",
            "croupier_node_feeds_open 1",
            "croupier_node_feeds_resumed_total 1",
            "croupier_node_gaps_total 1",
            "croupier_node_messages_refused_total 1",
            "croupier_node_messages_repeated_total 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
        assert!(figures.written(7, false).contains("croupier_node_in_charge 0"));
    }
}
