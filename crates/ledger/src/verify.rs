//! Verifying a log: everything, and exactly what is wrong where.

use crate::checkpoint::{self, Checkpoint, Order, head_leaf, order_leaf};
use crate::record::{Entry, Payload, Stream};
use crate::snapshot::{self, SNAPSHOT, STATE_FORM, StandsFor, state_hash};
use crate::store::{Store, StoreError};
use crate::table_log::{ANSWER, TABLE, event, refusal};
use baccarat::book::Book;
use merkle::{Hash, Tree};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;
use table::{Fact, Table, notice};

/// So many entries are read at a time.
const PAGE: u32 = 2_000;

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where: a stream and a sequence, an entry by its position, a file.
    pub place: String,
    /// Which field, or which group of fields.
    pub field: &'static str,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place, self.field, self.message)
    }
}

/// What a log is verified against, besides itself.
#[derive(Default)]
pub struct Against<'a> {
    /// Roots that witnesses keep.
    pub witnessed: Vec<Hash>,
    /// The public key that checkpoints must be signed with, in hexadecimal digits. Without it, each is held to the key it names.
    pub key: Option<String>,
    /// Finds a book by its hash, so that tables can be replayed.
    #[allow(clippy::type_complexity)]
    pub books: Option<&'a (dyn Fn(Hash) -> Option<Arc<Book>> + Sync)>,
}

/// What verifying came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Everything that is wrong, in the order it was found.
    pub faults: Vec<Fault>,
    /// How many records each stream has.
    pub streams: BTreeMap<String, u64>,
    /// How many checkpoints there are.
    pub checkpoints: u64,
    /// How many events were replayed at their table, chips counted after each.
    pub replayed: u64,
}

impl Report {
    /// Is nothing wrong?
    pub fn holds(&self) -> bool {
        self.faults.is_empty()
    }

    /// How many records there are.
    pub fn records(&self) -> u64 {
        self.streams.values().sum()
    }
}

fn place(stream: &Stream, sequence: u64) -> String {
    format!("{stream}, sequence {sequence}")
}

/// Is this entry what must follow there? The first thing that is wrong with it, if anything is.
pub(crate) fn check_entry(entry: &Entry, first: u64, previous: Hash) -> Option<Fault> {
    let fault =
        |sequence, field, message: String| Fault { place: place(&entry.stream, sequence), field, message };
    if entry.first != first {
        let message =
            format!("found {}, expected {first}: records are missing, doubled or out of order", entry.first);
        return Some(fault(entry.first, "sequence", message));
    }
    if entry.previous != previous {
        let message = format!("found {}, but the record before has the hash {previous}", entry.previous);
        return Some(fault(first, "previous", message));
    }
    let mut bytes = Vec::new();
    let mut wrong: Option<(u64, &Payload, Hash, Hash)> = None;
    let (mut before, mut all_wrong) = (previous, true);
    for (place, record) in entry.records.iter().enumerate() {
        let sequence = first + place as u64;
        let hash = entry.hash(&mut bytes, sequence, &record.payload, before);
        if hash == record.hash {
            all_wrong = false;
        } else if wrong.is_none() {
            wrong = Some((sequence, &record.payload, hash, record.hash));
        }
        // What follows is held against what is stored, so that one fault is not found again in every record after it.
        before = record.hash;
    }
    let (sequence, payload, computed, stored) = wrong?;
    // If the next record follows on the hash as computed, it is the hash itself that was altered.
    let next = entry.records.get((sequence - first) as usize + 1);
    if let Some(next) = next
        && entry.hash(&mut bytes, sequence + 1, &next.payload, computed) == next.hash
    {
        return Some(fault(sequence, "hash", format!("found {stored}, expected {computed}")));
    }
    if let Err(bad) = payload.check() {
        return Some(fault(sequence, "payload", bad.to_string()));
    }
    if all_wrong && entry.records.len() > 1 {
        let message = format!("they do not give the hash {stored}");
        return Some(fault(sequence, "time, actor, role, command, request or book", message));
    }
    let message = format!("its fields give the hash {computed}, stored is {stored}");
    Some(fault(
        sequence,
        if entry.records.len() > 1 { "payload or kind" } else { "any field or the hash" },
        message,
    ))
}

/// How far a stream has been followed.
#[derive(Default)]
struct Followed {
    length: u64,
    head: Option<Hash>,
    /// The table that its events lead to, while they do.
    table: Option<Table>,
}

/// What the log itself says must be so at some point of a stream.
#[derive(Default)]
struct Claims {
    /// That it had this hash, by which checkpoint.
    heads: HashMap<(String, u64), Vec<(u64, Hash)>>,
    /// That the state had this hash, by which snapshot record.
    states: HashMap<(String, u64), Vec<(u64, StandsFor)>>,
    /// That the order had this hash, by which checkpoint.
    orders: HashMap<u64, Vec<(u64, Hash)>>,
}

struct Verifier<'a> {
    against: &'a Against<'a>,
    report: Report,
    followed: HashMap<Stream, Followed>,
    claims: Claims,
    order: Order,
}

/// Verifies a log from its first entry to its last.
///
/// An error means that the store cannot be read at all; whatever is wrong with what it holds is in the report.
pub async fn verify(store: &dyn Store, against: &Against<'_>) -> Result<Report, StoreError> {
    let mut verifier = Verifier {
        against,
        report: Report::default(),
        followed: HashMap::new(),
        claims: Claims::default(),
        order: Order::NONE,
    };
    match store.check().await {
        Ok(found) => found.into_iter().for_each(|message| verifier.fault("the store", "file", message)),
        Err(error) => verifier.fault("the store", "file", error),
    }
    verifier.checkpoints(store).await?;
    verifier.snapshots(store).await?;
    let mut position = 0;
    loop {
        let page = match store.all(position, PAGE).await {
            Ok(page) => page,
            Err(error) => {
                verifier.fault(format!("entries after {position}"), "file", error);
                break;
            }
        };
        let Some((last, _)) = page.last() else { break };
        let reached = *last;
        for (found, entry) in page {
            verifier.entry(position + 1, found, entry);
            position = found;
        }
        position = reached;
    }
    verifier.unmet();
    let streams = verifier.followed.iter().map(|(stream, followed)| (stream.to_string(), followed.length));
    verifier.report.streams = streams.collect();
    Ok(verifier.report)
}

impl Verifier<'_> {
    fn fault(&mut self, place: impl ToString, field: &'static str, message: impl ToString) {
        self.report.faults.push(Fault { place: place.to_string(), field, message: message.to_string() });
    }

    /// Collects what checkpoints claim, and checks tree, signatures and witnessed roots.
    async fn checkpoints(&mut self, store: &dyn Store) -> Result<(), StoreError> {
        let (mut tree, mut from, mut roots) = (Tree::new(), 0, Vec::new());
        let stream = checkpoint::stream();
        loop {
            // What cannot be read is told when it is come upon.
            let Ok(page) = store.read(&stream, from, PAGE).await else { break };
            let Some(last) = page.last() else { break };
            from = last.end();
            for entry in &page {
                let number = entry.first;
                let place = place(&stream, number);
                match checkpoint::checkpoint(entry) {
                    Ok(checkpoint) => {
                        self.checkpoint(&mut tree, entry, &checkpoint, &place);
                        roots.push(checkpoint.signed.root);
                    }
                    Err(error) => self.fault(place, "payload", error),
                }
                self.report.checkpoints += 1;
            }
        }
        for kept in &self.against.witnessed {
            if !roots.contains(kept) {
                let message = "a witness keeps this root and the log has no such checkpoint: it is an older log, another one, or has \
                            been altered";
                self.fault(format!("root {kept}"), "witness", message);
            }
        }
        Ok(())
    }

    fn checkpoint(&mut self, tree: &mut Tree, entry: &Entry, checkpoint: &Checkpoint, place: &str) {
        let Checkpoint { heads, order, signed } = checkpoint;
        heads.iter().map(head_leaf).chain([order_leaf(order)]).for_each(|leaf| tree.push(leaf));
        if (signed.size, signed.root) != (tree.len(), tree.root()) {
            let message = format!("the leaves so far are {} and give {}", tree.len(), tree.root());
            self.fault(place, "root", message);
        }
        if signed.time != entry.at {
            self.fault(place, "time", "the checkpoint was signed for another time than it was recorded at");
        }
        if !signed.holds() {
            self.fault(place, "signature", "it is not that of the key");
        }
        if self.against.key.as_ref().is_some_and(|key| *key != signed.key) {
            self.fault(place, "key", format!("signed with another key, {}", signed.key));
        }
        for head in heads {
            let claims = self.claims.heads.entry((head.stream.clone(), head.length)).or_default();
            claims.push((entry.first, head.hash));
        }
        self.claims.orders.entry(order.position).or_default().push((entry.first, order.hash));
    }

    /// Collects what snapshots stand for.
    async fn snapshots(&mut self, store: &dyn Store) -> Result<(), StoreError> {
        let Ok(streams) = store.streams().await else { return Ok(()) };
        for stream in streams.iter().filter(|stream| stream.kind() == SNAPSHOT) {
            let (table, mut from) = (stream.beside(TABLE), 0);
            loop {
                let Ok(page) = store.read(stream, from, PAGE).await else { break };
                let Some(last) = page.last() else { break };
                from = last.end();
                for entry in &page {
                    match snapshot::stands_for(entry) {
                        Some(stands_for) => {
                            let at = (table.to_string(), stands_for.sequence);
                            self.claims.states.entry(at).or_default().push((entry.first, stands_for));
                        }
                        None => self.fault(
                            place(stream, entry.first),
                            "payload",
                            "not what a snapshot stands for",
                        ),
                    }
                }
            }
        }
        Ok(())
    }

    fn entry(&mut self, expected: u64, position: u64, entry: Result<Entry, StoreError>) {
        if position != expected {
            let message =
                format!("found {position}, expected {expected}: entries are missing or out of order");
            self.fault(format!("entry {position}"), "position", message);
        }
        let entry = match entry {
            Ok(entry) => entry,
            Err(StoreError::Damaged { place, message }) => return self.fault(place, "entry", message),
            Err(error) => return self.fault(format!("entry {position}"), "entry", error),
        };
        self.order = Order { position: position - 1, ..self.order }.then(&entry);
        for (number, hash) in self.claims.orders.remove(&position).unwrap_or_default() {
            if hash != self.order.hash {
                let message =
                    format!("the entries up to {position} come in an order that gives {}", self.order.hash);
                self.fault(place(&checkpoint::stream(), number), "order", message);
            }
        }
        let mut followed = self.followed.remove(&entry.stream).unwrap_or_default();
        let previous = followed.head.unwrap_or(Hash::NONE);
        let whole = match check_entry(&entry, followed.length, previous) {
            Some(fault) => {
                self.report.faults.push(fault);
                false
            }
            None => {
                for record in entry.records() {
                    if let Err(bad) = record.payload.check() {
                        self.fault(place(&entry.stream, record.sequence), "payload", bad);
                    }
                }
                true
            }
        };
        for record in entry.records() {
            let at = (entry.stream.to_string(), record.sequence + 1);
            for (number, hash) in self.claims.heads.remove(&at).unwrap_or_default() {
                if hash != record.hash {
                    let message =
                        format!("{}, sequence {} has {}", entry.stream, record.sequence, record.hash);
                    self.fault(place(&checkpoint::stream(), number), "heads", message);
                }
            }
        }
        match entry.stream.kind() {
            TABLE => self.replay(&mut followed, &entry, whole),
            ANSWER => {
                if let Err(error) = refusal(&entry) {
                    self.fault(place(&entry.stream, entry.first), "payload", error);
                }
            }
            _ => {}
        }
        followed.length = entry.end();
        followed.head = Some(entry.head());
        self.followed.insert(entry.stream, followed);
    }

    /// Takes the events of an entry in at their table, if its book is known and nothing was wrong so far.
    fn replay(&mut self, followed: &mut Followed, entry: &Entry, whole: bool) {
        if !whole {
            followed.table = None;
        }
        let begins = entry.first == 0;
        for record in entry.records() {
            let message = match event(&record) {
                Ok(message) => message,
                Err(error) => {
                    followed.table = None;
                    self.fault(place(&entry.stream, record.sequence), "payload", error);
                    continue;
                }
            };
            if begins && record.sequence == 0 && whole {
                let book = self.against.books.and_then(|books| books(entry.book));
                if !matches!(message.fact, Fact::Notice(notice::Fact::TableOpened { .. })) {
                    self.fault(place(&entry.stream, 0), "payload", "the first event does not open a table");
                }
                followed.table = book.and_then(|book| Table::replay(book, std::slice::from_ref(&message)));
                self.report.replayed += u64::from(followed.table.is_some());
            } else if let Some(table) = &mut followed.table {
                let before = (table.state().all_chips(), table.state().all_tokens());
                table.apply(&message);
                self.report.replayed += 1;
                if (table.state().all_chips(), table.state().all_tokens()) != before {
                    self.fault(place(&entry.stream, record.sequence), "payload", "chips are not conserved");
                }
            }
            let at = (entry.stream.to_string(), record.sequence + 1);
            for (number, stands_for) in self.claims.states.remove(&at).unwrap_or_default() {
                self.snapshot(followed, entry, record.hash, (number, stands_for));
            }
        }
    }

    fn snapshot(
        &mut self,
        followed: &Followed,
        entry: &Entry,
        head: Hash,
        (number, claim): (u64, StandsFor),
    ) {
        let place = place(&entry.stream.beside(SNAPSHOT), number);
        if claim.head != head {
            self.fault(&place, "head", format!("sequence {} has {head}", claim.sequence.saturating_sub(1)));
        }
        if let Some(table) = &followed.table
            && claim.form == STATE_FORM
            && state_hash(table.state()).ok() != Some(claim.state)
        {
            self.fault(&place, "state", "replaying the events leads to another state");
        }
    }

    /// Claims about records that the log does not have.
    fn unmet(&mut self) {
        let claims = std::mem::take(&mut self.claims);
        let checkpoints = checkpoint::stream();
        for ((stream, length), claims) in claims.heads {
            for (number, _) in claims {
                let message = format!("{stream} had {length} records, which are no longer there");
                self.fault(place(&checkpoints, number), "heads", message);
            }
        }
        for (position, claims) in claims.orders {
            for (number, _) in claims {
                let message = format!("there were {position} entries, which are no longer there");
                self.fault(place(&checkpoints, number), "order", message);
            }
        }
        for ((stream, sequence), claims) in claims.states {
            for (number, _) in claims {
                let message = format!("{stream} had {sequence} records, which are no longer there");
                self.fault(format!("a snapshot, number {number}"), "sequence", message);
            }
        }
    }
}
