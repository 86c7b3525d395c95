//! What people have been shown of a table. The log may be ahead: what is on record is shown in time, so that a coup that was put
//! on record in one go is seen card by card. Views, feeds and roads come from here; commands are judged on what is on record.

use crate::commit::Recorded;
use crate::config::TableConfig;
use crate::flush::Flush;
use crate::hits::Hits;
use crate::keyed_by::Keyed;
use crate::metrics::Metrics;
use crate::tally::{Tally, TallyKept};
use crate::timing::Pace;
use crate::view::audience::Published;
use crate::view::visit::{self, Visits};
use people::clock::later;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;
use table::{Event, Fact, Name, Table, Time, bets, cards, deal, pay};
use tokio::sync::broadcast::{
    self,
    error::{RecvError, TryRecvError},
};

/// Number of recent events kept for clients that reconnect.
const AT_HAND: usize = 2_000;
/// Number of messages that may wait for a slow watcher before it has to catch up.
const WAITING: usize = 64;

/// An event that is on record and has not been shown.
struct Queued {
    seq: u64,
    event: Event,
    keyed_by: Option<Keyed>,
}

/// A table as people have been shown it.
pub struct Shown {
    table: Table,
    /// The last event that was shown.
    pub seq: Option<u64>,
    /// The visits of patrons.
    pub visits: Visits,
    /// How often each wager won in this shoe.
    pub hits: Hits,
    /// What the pit keeps of it.
    pub tally: Tally,
    queue: VecDeque<Queued>,
    /// Nothing more is shown before this time.
    next: Option<Time>,
    pace: Pace,
    /// The last event that was sent to those who watch.
    sent: Option<u64>,
    /// Shown, and not yet sent to those who watch.
    unsent: Vec<Arc<Published>>,
    at_hand: VecDeque<Arc<Published>>,
    /// Whoever has seen nothing since this event is shown the whole table.
    whole_until: Option<u64>,
    feed: broadcast::Sender<Arc<Flush>>,
    /// Held once more by each of the staff who watches.
    staff: Arc<()>,
    metrics: Arc<Metrics>,
}

/// Everything that is sent to those who watch a table, from when it was asked for. Whoever is of the staff counts as long as it is kept.
pub struct Subscription {
    flushes: broadcast::Receiver<Arc<Flush>>,
    _staff: Option<Arc<()>>,
}

impl Subscription {
    /// The next message, once there is one.
    pub async fn recv(&mut self) -> Result<Arc<Flush>, RecvError> {
        self.flushes.recv().await
    }

    /// The next message, if there is one.
    pub fn try_recv(&mut self) -> Result<Arc<Flush>, TryRecvError> {
        self.flushes.try_recv()
    }
}

/// From where somebody follows a table who does not want to be shown the whole of it.
#[derive(Clone, Copy, Debug)]
pub enum Since {
    /// After this event, the last that they have.
    After(u64),
    /// The last so many events, as far as they are at hand.
    Last(u64),
}

/// What is to be sent to those who watch.
pub struct Unsent {
    /// The event before the first of these.
    pub after: Option<u64>,
    /// The last of these.
    pub seq: u64,
    /// The events.
    pub published: Vec<Arc<Published>>,
}

/// What has been shown of a table, as it is kept beside the table's state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShownKept {
    seq: Option<u64>,
    visits: Visits,
    #[serde(default)]
    hits: Hits,
    tally: TallyKept,
}

impl Shown {
    /// A table that is about to open, of which nothing has been shown.
    pub fn new(config: &TableConfig, table: Table, metrics: Arc<Metrics>) -> Shown {
        let tally = Tally::new(&config.id, &config.book.book);
        Shown::of(config, table, tally, metrics)
    }

    /// A table of which this has been shown; whoever comes back is shown the whole of it.
    pub fn go_on(config: &TableConfig, table: Table, kept: ShownKept, metrics: Arc<Metrics>) -> Shown {
        let ShownKept { seq, visits, hits, tally } = kept;
        let tally = Tally::go_on(&config.id, &config.book.book, tally);
        Shown { seq, sent: seq, visits, hits, ..Shown::of(config, table, tally, metrics) }
    }

    /// What has been shown, as it is kept; nothing while something on record has not been shown.
    pub fn kept(&self) -> Option<ShownKept> {
        self.queue.is_empty().then(|| ShownKept {
            seq: self.seq,
            visits: self.visits.clone(),
            hits: self.hits.clone(),
            tally: self.tally.kept(),
        })
    }

    fn of(config: &TableConfig, table: Table, tally: Tally, metrics: Arc<Metrics>) -> Shown {
        let (feed, _) = broadcast::channel(WAITING);
        Shown {
            tally,
            table,
            seq: None,
            visits: Visits::default(),
            hits: Hits::default(),
            queue: VecDeque::new(),
            next: None,
            pace: config.pace,
            sent: None,
            unsent: Vec::new(),
            at_hand: VecDeque::new(),
            whole_until: None,
            feed,
            staff: Arc::new(()),
            metrics,
        }
    }

    /// The table as people have been shown it.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Takes the table as it is under other rules.
    pub fn replace_table(&mut self, table: Table) {
        self.table = table;
    }

    /// Takes the table as it is under other rules, and has everybody who watches come back for the whole of it.
    pub fn show_anew(&mut self, table: Table) {
        self.replace_table(table);
        self.at_hand.clear();
        self.whole_until = self.seq;
        (self.feed, _) = broadcast::channel(WAITING);
    }

    /// Is something on record that has not been shown, or shown so lately that people still look at it?
    pub fn is_behind(&self) -> bool {
        !self.queue.is_empty() || self.next.is_some()
    }

    /// When more is shown, or everybody has looked.
    pub fn next(&self) -> Option<Time> {
        self.next
    }

    /// Takes in what was put on record, to be shown in time.
    pub fn queue(&mut self, recorded: &Recorded, keyed_by: Option<&Keyed>) {
        for (seq, event) in recorded.numbered() {
            self.metrics.happened(event);
            self.queue.push_back(Queued { seq, event: event.clone(), keyed_by: keyed_by.cloned() });
        }
    }

    /// Shows whatever is due.
    pub fn show(&mut self, now: Time) {
        self.next = self.next.filter(|next| now < *next);
        while self.next.is_none()
            && let Some(queued) = self.queue.pop_front()
        {
            let wait = self.wait_after(&queued.event.fact);
            self.next = (wait > 0).then(|| later(now, wait));
            let published = self.take_in(queued.seq, queued.event, queued.keyed_by);
            self.unsent.push(published);
        }
    }

    /// Shows everything at once: the table stops, or was opened again.
    pub fn show_all(&mut self) {
        while let Some(queued) = self.queue.pop_front() {
            let published = self.take_in(queued.seq, queued.event, queued.keyed_by);
            self.unsent.push(published);
        }
        self.next = None;
    }

    /// How long people need to see what happened.
    pub fn wait_after(&self, fact: &Fact) -> u64 {
        match fact {
            Fact::Deal(deal::Fact::CoupDecided { .. }) | Fact::Pay(pay::Fact::AllSettled { .. }) => {
                self.pace.result_ms
            }
            Fact::Deal(
                deal::Fact::CardDealt { .. } | deal::Fact::Exposed { .. } | deal::Fact::Called { .. },
            )
            | Fact::Bets(bets::Fact::BettingClosed { .. })
            | Fact::Pay(pay::Fact::CoupEnded { .. })
            | Fact::Cards(
                cards::Fact::CutMade { .. } | cards::Fact::CardBurnt { .. } | cards::Fact::RestBurnt { .. },
            ) => self.pace.card_ms,
            _ => 0,
        }
    }

    /// Takes in the event that opened the table, which is in its state.
    pub fn opened(&mut self, seq: u64, event: &Event) {
        self.tally.follow(seq, event, &self.table);
        (self.seq, self.sent) = (Some(seq), Some(seq));
    }

    /// Takes in an event of the past, which was shown long ago.
    pub fn recall(&mut self, seq: u64, event: Event, keyed_by: Option<Keyed>) {
        self.take_in(seq, event, keyed_by);
        self.sent = Some(seq);
    }

    fn take_in(&mut self, seq: u64, event: Event, keyed_by: Option<Keyed>) -> Arc<Published> {
        self.tally.foresee(std::slice::from_ref(&event), &self.table);
        let published = Arc::new(Published::of(seq, event, &self.table).keyed_by(keyed_by));
        let event = &published.event;
        self.hits.follow(&event.fact, &self.table);
        let given_back = visit::given_back(&event.fact, &self.table);
        self.table.apply(event);
        self.visits.follow(event, given_back, &self.table);
        self.tally.follow(seq, event, &self.table);
        if self.at_hand.len() == AT_HAND {
            self.at_hand.pop_front();
        }
        self.at_hand.push_back(published.clone());
        self.seq = Some(seq);
        published
    }

    /// What was shown since this was asked last, for those who watch.
    pub fn take_unsent(&mut self) -> Option<Unsent> {
        let published = std::mem::take(&mut self.unsent);
        let seq = published.last()?.seq;
        let after = self.sent.replace(seq);
        Some(Unsent { after, seq, published })
    }

    /// The patrons whom these events concern.
    pub fn concerned(published: &[Arc<Published>]) -> impl Iterator<Item = &Name> {
        published.iter().filter_map(|published| published.about.as_ref())
    }

    /// What somebody has missed, if it is still at hand.
    pub fn missed(&self, since: Since) -> Option<(u64, Vec<Arc<Published>>)> {
        let seq = self.seq.unwrap_or(0);
        let oldest = self.at_hand.front().map_or(seq + 1, |published| published.seq);
        let after = match since {
            Since::After(after) => Some(after)
                .filter(|after| *after + 1 >= oldest && *after <= seq && Some(*after) > self.whole_until)?,
            Since::Last(events) => seq.saturating_sub(events).max(oldest.saturating_sub(1)),
        };
        let missed = self.at_hand.iter().filter(|published| published.seq > after).cloned().collect();
        Some((after, missed))
    }

    /// Sends a message to those who watch. Nobody may be listening; the next one who comes is told from the record.
    pub fn send(&self, flush: Flush) {
        let _ = self.feed.send(Arc::new(flush));
    }

    /// Follows it from now on; what is made for staff alone is made from now on if it is one of them.
    pub fn subscribe(&self, is_staff: bool) -> Subscription {
        Subscription { flushes: self.feed.subscribe(), _staff: is_staff.then(|| self.staff.clone()) }
    }

    /// Does any of the staff watch it?
    pub fn staff_watches(&self) -> bool {
        Arc::strong_count(&self.staff) > 1
    }

    /// How many watch it.
    pub fn watchers(&self) -> usize {
        self.feed.receiver_count()
    }
}
