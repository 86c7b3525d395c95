//! What the house is doing, as figures for Prometheus.

use ledger::{Committed, Room};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::sync::Arc;
use std::time::Duration;
use table::{Event, Fact, cards, pay};
use tokio::sync::Notify;

/// The figures.
pub struct Metrics {
    /// Told whenever a shoe was revealed and the next sealed, so that it is signed soon.
    pub sealed: Arc<Notify>,
    registry: Registry,
    events: Counter,
    coups: Counter,
    shoes: Counter,
    accepted: Counter,
    refused: Counter,
    requests: Counter,
    faults: Counter,
    sign_ins: Counter,
    failed_sign_ins: Counter,
    watchers: Gauge,
    staff: Gauge,
    late: Counter,
    turned_away: Counter,
    answered: Histogram,
    entries: Counter,
    appended: Histogram,
    lag: Histogram,
    gaps: Counter,
    log_bytes: Gauge,
    archived: Gauge,
    free_bytes: Gauge,
    lease: Gauge,
    signed: Family<Signatory, Gauge>,
}

/// Who signed where the log stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Signatory {
    /// The name of a witness, or `house`.
    by: String,
}

impl Metrics {
    /// All at nothing.
    pub fn new() -> Metrics {
        let seconds = || [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5].into_iter();
        let syncs = [0.0001, 0.0002, 0.0005].into_iter().chain(seconds());
        let mut metrics = Metrics {
            sealed: Arc::default(),
            registry: Registry::with_prefix("croupier"),
            events: Counter::default(),
            coups: Counter::default(),
            shoes: Counter::default(),
            accepted: Counter::default(),
            refused: Counter::default(),
            requests: Counter::default(),
            faults: Counter::default(),
            sign_ins: Counter::default(),
            failed_sign_ins: Counter::default(),
            watchers: Gauge::default(),
            staff: Gauge::default(),
            late: Counter::default(),
            turned_away: Counter::default(),
            answered: Histogram::new(seconds()),
            entries: Counter::default(),
            appended: Histogram::new(syncs),
            lag: Histogram::new(seconds()),
            gaps: Counter::default(),
            log_bytes: Gauge::default(),
            archived: Gauge::default(),
            free_bytes: Gauge::default(),
            lease: Gauge::default(),
            signed: Family::default(),
        };
        let registry = &mut metrics.registry;
        registry.register("events", "Events recorded at tables", metrics.events.clone());
        registry.register("coups", "Coups finished", metrics.coups.clone());
        registry.register("shoes", "Shoes shuffled", metrics.shoes.clone());
        registry.register(
            "commands_accepted",
            "Commands of people that were carried out",
            metrics.accepted.clone(),
        );
        registry.register(
            "commands_refused",
            "Commands of people that were turned down",
            metrics.refused.clone(),
        );
        registry.register("requests", "Requests answered", metrics.requests.clone());
        registry.register("faults", "Requests answered with a fault of the house", metrics.faults.clone());
        registry.register("sign_ins", "People who signed in", metrics.sign_ins.clone());
        registry.register(
            "sign_ins_failed",
            "Attempts to sign in that failed",
            metrics.failed_sign_ins.clone(),
        );
        registry.register("watchers", "Live feeds that are open", metrics.watchers.clone());
        registry.register("staff_watchers", "Live feeds of staff that are open", metrics.staff.clone());
        registry.register(
            "watchers_late",
            "Times that a feed fell behind and caught up",
            metrics.late.clone(),
        );
        registry.register(
            "connections_turned_away",
            "Connections that were one too many",
            metrics.turned_away.clone(),
        );
        registry.register("answer_seconds", "Time from request to answer", metrics.answered.clone());
        metrics.register_log();
        metrics
    }

    /// What is told of the log and of the feeds that follow it.
    fn register_log(&mut self) {
        let registry = &mut self.registry;
        registry.register("entries", "Entries recorded in the log", self.entries.clone());
        registry.register("append_seconds", "Time of a commit until it is durable", self.appended.clone());
        let lag = "Time from a flush of a table until a feed takes it";
        registry.register("feed_lag_seconds", lag, self.lag.clone());
        let gaps = "Feeds that came back too late for what is at hand and were given the whole view";
        registry.register("feed_gaps", gaps, self.gaps.clone());
        registry.register("log_bytes", "Room that the log takes", self.log_bytes.clone());
        registry.register("log_archived", "Entries of the log that are in segments", self.archived.clone());
        let free = "Room that is left on the disk of the house";
        registry.register("disk_free_bytes", free, self.free_bytes.clone());
        let lease =
            "The number of the log's lease, which grows with every change of who writes; 0 without one";
        registry.register("lease_number", lease, self.lease.clone());
        let signed = "Age of the last signature on the log, by the house and by each witness; -1 without one";
        registry.register("signature_age_seconds", signed, self.signed.clone());
    }

    /// Something happened at a table.
    pub fn happened(&self, event: &Event) {
        self.events.inc();
        match event.fact {
            Fact::Pay(pay::Fact::CoupEnded { .. }) => _ = self.coups.inc(),
            Fact::Cards(cards::Fact::Shuffled) => {
                self.shoes.inc();
                self.sealed.notify_one();
            }
            _ => {}
        }
    }

    /// A command was answered.
    pub fn commanded(&self, accepted: bool) {
        if accepted {
            self.accepted.inc()
        } else {
            self.refused.inc()
        };
    }

    /// A request was answered.
    pub fn answered(&self, after: Duration, fault: bool) {
        self.requests.inc();
        self.answered.observe(after.as_secs_f64());
        if fault {
            self.faults.inc();
        }
    }

    /// Somebody signed in, or tried to.
    pub fn signed_in(&self, well: bool) {
        if well {
            self.sign_ins.inc()
        } else {
            self.failed_sign_ins.inc()
        };
    }

    /// A feed opened.
    pub fn watches(&self, staff: bool) {
        self.watchers.inc();
        if staff {
            self.staff.inc();
        }
    }

    /// A feed ended.
    pub fn leaves(&self, staff: bool) {
        self.watchers.dec();
        if staff {
            self.staff.dec();
        }
    }

    /// A feed fell behind.
    pub fn fell_behind(&self) {
        self.late.inc();
    }

    /// A connection was one too many.
    pub fn turned_away(&self) {
        self.turned_away.inc();
    }

    /// Entries are durable.
    pub fn committed(&self, commit: Committed) {
        self.entries.inc_by(commit.entries as u64);
        self.appended.observe(commit.took.as_secs_f64());
    }

    /// A feed takes what was flushed this long ago.
    pub fn took_flush(&self, after: Duration) {
        self.lag.observe(after.as_secs_f64());
    }

    /// A feed wants to go on from where nothing is at hand any more.
    pub fn has_gap(&self) {
        self.gaps.inc();
    }

    /// The room that the log takes, and that is left on the disk of the house where that is known.
    pub fn has_room(&self, room: Room, free: Option<u64>) {
        let gauge = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
        self.log_bytes.set(gauge(room.bytes));
        self.archived.set(gauge(room.archived));
        self.lease.set(gauge(room.lease));
        if let Some(free) = free {
            self.free_bytes.set(gauge(free));
        }
    }

    /// Whoever signed the log did so this many seconds ago, or never.
    pub fn signed(&self, by: &str, seconds: Option<i64>) {
        self.signed.get_or_create(&Signatory { by: by.to_owned() }).set(seconds.unwrap_or(-1));
    }

    /// In the form that Prometheus reads.
    pub fn written(&self) -> String {
        let mut text = String::new();
        if encode(&mut text, &self.registry).is_err() {
            text.clear();
        }
        text
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics::new()
    }
}
