//! What the house is doing, as figures for Prometheus.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
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
}

impl Metrics {
    /// All at nothing.
    pub fn new() -> Metrics {
        let seconds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];
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
            answered: Histogram::new(seconds),
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
        metrics
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

    /// Does any of the staff watch?
    pub fn staff_watching(&self) -> bool {
        self.staff.get() > 0
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
