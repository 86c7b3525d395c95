//! Verifying a log: everything, and exactly what is wrong where.

mod judge;
mod states;

pub use judge::Judges;

use crate::checkpoint::{self, CHECKPOINT, Checkpoint, Order, head_leaf, order_leaf};
use crate::fault::{Fault, place};
use crate::frontier::Frontier;
use crate::head::Head;
use crate::keys::{self, KEY, KeyRecord, Keys};
use crate::log::leaves_out_asked;
use crate::projection::{StandsFor, stands_for};
use crate::record::{Entry, Stream};
use crate::rulings::{self, RULINGS, Rulings, RulingsTaken};
use crate::store::{Store, StoreError};
use crate::whole::check_whole;
use aggregate::Time;
use judge::{Findings, Replica};
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// The number of entries that are read at a time.
const PAGE: u32 = 2_000;

/// The number of bytes that the store may have to be looked through as a whole each time.
const QUICKLY_LOOKED_THROUGH: u64 = 32 << 20;

/// What a log is verified against, besides itself.
#[derive(Default)]
pub struct Against<'a> {
    /// Roots that witnesses keep.
    pub witnessed: Vec<Hash>,
    /// The public key that signs this log, in hexadecimal digits. Without it, the log is held to the key that it has on record.
    pub key: Option<String>,
    /// Who decides the recorded commands again.
    pub judges: Judges<'a>,
    /// How far the log has been verified already; only what follows is.
    pub from: Option<&'a Reached>,
    /// Whoever verifies knows that this is the log it always was, as a house does whose vault agrees with it. Then every take-over by another
    /// release counts that a checkpoint covers; otherwise only one that a witness has seen.
    pub vouched: bool,
    /// Whether the states at the end are wanted ([`Report::states`]).
    pub keep_states: bool,
}

/// What verifying came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Everything that is wrong, in the order it was found.
    pub faults: Vec<Fault>,
    /// Where deciding again gives something else, in entries that were decided by earlier rulings.
    pub earlier: Vec<Fault>,
    /// The number of records of each stream.
    pub streams: BTreeMap<String, u64>,
    /// The number of checkpoints.
    pub checkpoints: u64,
    /// The number of events that were taken in again, with what must be conserved counted after each.
    pub replayed: u64,
    /// The number of commands that were decided again, accepted and refused.
    pub decided: u64,
    /// The number of events that were only taken in, since what was asked is not on record: before logs kept it, or where something is wrong.
    pub folded: u64,
    /// The key that is on record, if one is.
    pub key: Option<String>,
    /// Where it ended, so that another time only what follows need be verified.
    pub reached: Reached,
    /// The states at the end, by stream, if they were asked for.
    pub states: BTreeMap<String, String>,
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

/// How far a log has been verified. Whoever keeps it keeps it where the log's owner cannot alter it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// The last entry, and the hash over the order of all.
    pub order: Order,
    /// Where each stream stood.
    pub heads: BTreeMap<String, StreamReached>,
    /// The number of checkpoints.
    pub checkpoints: u64,
    /// The tree over them, so that it need not be built again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Frontier>,
    /// The key on record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The latest time of any entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest: Option<Time>,
    /// Keys that signed before one was on record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signed_before: Vec<String>,
}

impl Default for Reached {
    fn default() -> Reached {
        Reached {
            order: Order::NONE,
            heads: BTreeMap::new(),
            checkpoints: 0,
            tree: None,
            key: None,
            latest: None,
            signed_before: Vec::new(),
        }
    }
}

/// Where a stream stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StreamReached {
    /// The number of its records.
    pub length: u64,
    /// The hash of the last of them.
    pub head: Hash,
    /// The state that it led to, where it leads to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<StateReached>,
    /// Its entries say what was asked, as all do that follow.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
}

/// The state that a stream led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateReached {
    /// The form in which it was written.
    pub form: u32,
    /// The edition in force.
    pub book: Hash,
    /// Its hash.
    pub hash: Hash,
}

/// How far a stream has been followed.
#[derive(Clone, Copy)]
struct Followed {
    length: u64,
    head: Hash,
}

/// That a state had some hash: the stream and the sequence of the record that says so, and what it says.
type StateClaim = (Stream, u64, StandsFor);

/// What the log itself says must be so at some point of a stream.
#[derive(Default)]
struct Claims {
    /// That it had this hash, by which checkpoint.
    heads: HashMap<(String, u64), Vec<(u64, Hash)>>,
    /// That the state had this hash, by which snapshot record.
    states: HashMap<(String, u64), Vec<StateClaim>>,
    /// The same of streams at places that were verified before, by records that have come since.
    earlier_states: Vec<(Stream, StateClaim)>,
    /// That the order had this hash, by which checkpoint.
    orders: HashMap<u64, Vec<(u64, Hash)>>,
    /// That the order had this hash, by which take-over.
    taken_over: HashMap<u64, Vec<(u64, Hash)>>,
}

struct Verifier<'a> {
    against: &'a Against<'a>,
    report: Report,
    followed: HashMap<Stream, Followed>,
    replicas: HashMap<Stream, Box<dyn Replica + 'a>>,
    claims: Claims,
    order: Order,
    /// The tree over all checkpoints.
    tree: Frontier,
    /// The key that signs, by the records so far.
    key: Option<String>,
    /// Its key was on record before anything was signed, as in every log that keeps what is asked.
    pinned: bool,
    /// Keys that signed before one was on record.
    signed_before: Vec<String>,
    /// The latest time so far.
    latest: Option<Time>,
    /// By which rulings entries were decided, as the log says.
    rulings: Rulings,
    /// The last take-over that was come upon.
    taken: Option<RulingsTaken>,
    /// The number of take-overs that a signed checkpoint covers.
    taken_signed: usize,
    /// The number of those that a witness has seen.
    taken_witnessed: usize,
}

/// Verifies a log from its first entry to its last, or what follows after it was verified before.
///
/// An error means that the store cannot be read at all; whatever is wrong with what it holds is in the report.
pub async fn verify(store: &dyn Store, against: &Against<'_>) -> Result<Report, StoreError> {
    let from = against.from.cloned().unwrap_or_default();
    let mut verifier = Verifier {
        against,
        report: Report::default(),
        followed: HashMap::new(),
        replicas: HashMap::new(),
        claims: Claims::default(),
        order: from.order,
        tree: Frontier::default(),
        key: from.key.clone(),
        // A record that cannot be read is told when it is come upon.
        pinned: Keys::read(store).await.is_ok_and(|keys| keys.all.first().is_some_and(|key| !key.adopted)),
        signed_before: from.signed_before.clone(),
        latest: from.latest,
        // A record that cannot be read is told when it is come upon.
        rulings: Rulings::read(store).await.unwrap_or_default(),
        taken: None,
        taken_signed: 0,
        taken_witnessed: 0,
    };
    // What was verified before is looked through again in its own time, unless that takes no time at all.
    let most = if against.from.is_some() { QUICKLY_LOOKED_THROUGH } else { u64::MAX };
    match store.check(most).await {
        Ok(found) => found.into_iter().for_each(|message| verifier.fault("the store", "file", message)),
        Err(error) => verifier.fault("the store", "file", error),
    }
    verifier.begin_from(store, &from).await?;
    verifier.checkpoints(store, &from).await?;
    verifier.take_overs(&from);
    verifier.snapshots(store).await?;
    verifier.earlier_states(store, &from).await?;
    let mut position = from.order.position;
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
        if reached <= position {
            verifier.fault(format!("entries after {position}"), "position", "they lead back");
            break;
        }
        for (found, entry) in page {
            verifier.entry(position + 1, found, entry);
            position = found;
        }
        position = reached;
    }
    verifier.unmet();
    Ok(verifier.finish())
}

impl<'a> Verifier<'a> {
    fn fault(&mut self, place: impl ToString, field: &'static str, message: impl ToString) {
        self.report.faults.push(Fault { place: place.to_string(), field, message: message.to_string() });
    }

    /// Takes up where the log was verified before: heads, and the states of what is decided again.
    async fn begin_from(&mut self, store: &dyn Store, from: &Reached) -> Result<(), StoreError> {
        if let Some(before) = from.order.position.checked_sub(1) {
            let there = store.all(before, 1).await?.pop().and_then(|(_, entry)| entry.ok());
            let is_last = |entry: &Entry| {
                let reached = from.heads.get(entry.stream.as_str());
                reached.is_some_and(|reached| (reached.length, reached.head) == (entry.end(), entry.head()))
            };
            if !there.is_some_and(|entry| is_last(&entry)) {
                let place = format!("entry {}", from.order.position);
                self.fault(
                    place,
                    "hash",
                    "it is an older or another log than the one that was verified before",
                );
            }
        }
        for (name, reached) in &from.heads {
            let Ok(stream) = name.parse::<Stream>() else {
                self.fault(name, "stream", "no such stream can be");
                continue;
            };
            self.followed.insert(stream.clone(), Followed { length: reached.length, head: reached.head });
            let judges = &self.against.judges;
            if judges.iter().any(|judge| judge.kinds().contains(&stream.kind())) {
                self.check_last(store, &stream, reached).await;
            }
            let Some(judge) = judges.iter().find(|judge| judge.kinds()[0] == stream.kind()) else {
                continue;
            };
            let mut replica = judge.replica();
            let restored = match &reached.state {
                Some(state) => {
                    let kept = store.snapshot(state.hash).await?.filter(|kept| sha256(&[kept]) == state.hash);
                    let kept = kept.and_then(|kept| String::from_utf8(kept).ok());
                    kept.is_some_and(|kept| replica.restore(state.form, state.book, &kept))
                }
                // A release that did not judge this kind has verified it so far.
                None => false,
            };
            if !restored {
                replica = judge.replica();
                self.fold(store, &stream, reached, &mut *replica).await?;
            }
            if reached.asked {
                replica.asked_before();
            }
            self.replicas.insert(stream, replica);
        }
        Ok(())
    }

    /// Whoever opens this log goes on from what it says last, and from the states that it vouches for: is the last that was verified
    /// before still there as it was?
    async fn check_last(&mut self, store: &dyn Store, stream: &Stream, reached: &StreamReached) {
        let Some(last) = reached.length.checked_sub(1) else { return };
        let place = place(stream, last);
        let entry = match store.read(stream, last, 1).await {
            Ok(entries) => entries.into_iter().next(),
            Err(error) => return self.fault(place, "entry", error),
        };
        let is_it = |entry: &Entry| {
            check_whole(entry, entry.first, entry.previous).is_none()
                && (entry.end(), entry.head()) == (reached.length, reached.head)
        };
        if !entry.as_ref().is_some_and(is_it) {
            self.fault(place, "hash", "it is not what was verified before");
        }
    }

    /// The state again from the records that were verified before.
    async fn fold(
        &mut self,
        store: &dyn Store,
        stream: &Stream,
        reached: &StreamReached,
        replica: &mut dyn Replica,
    ) -> Result<(), StoreError> {
        let mut findings = Findings::default();
        let (length, head) = fold_to(store, stream, reached.length, replica, &mut findings).await?;
        if (length, head) != (reached.length, reached.head) {
            self.fault(place(stream, length), "hash", "it is not the log that was verified before");
        }
        self.report.faults.append(&mut findings.faults);
        // All of it was verified when it was new, by the rulings that it had then.
        let judge = self.against.judges.iter().find(|judge| judge.kinds()[0] == stream.kind());
        let number = self.rulings.lowest(stream.kind());
        match judge.is_some_and(|judge| number < judge.rulings()) {
            true => {
                let differences =
                    findings.differences.into_iter().map(|difference| decided_by(number, difference));
                self.report.earlier.extend(differences);
            }
            false => self.report.faults.append(&mut findings.differences),
        }
        Ok(())
    }

    /// Collects what checkpoints claim, and checks tree, signatures and witnessed roots.
    async fn checkpoints(&mut self, store: &dyn Store, reached: &Reached) -> Result<(), StoreError> {
        let known = reached.checkpoints;
        // Roots that witnesses keep may be those of any checkpoint.
        let (mut tree, mut from) = match &reached.tree {
            Some(tree) if self.against.witnessed.is_empty() => (tree.clone(), known),
            _ => (Frontier::default(), 0),
        };
        self.report.checkpoints = from;
        let (mut roots, stream) = (Vec::new(), checkpoint::stream());
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
                        let leaves = checkpoint.heads.iter().map(head_leaf);
                        leaves.chain([order_leaf(&checkpoint.order)]).for_each(|leaf| tree.push(leaf));
                        if number >= known {
                            self.checkpoint(&tree, entry, &checkpoint, &place);
                            self.earlier_heads(store, &checkpoint, &place).await?;
                        }
                        roots.push(checkpoint.signed.root);
                    }
                    Err(error) => self.fault(place, "payload", error),
                }
                self.report.checkpoints += 1;
            }
        }
        self.tree = tree;
        for kept in &self.against.witnessed {
            if !roots.contains(kept) {
                let message = "a witness keeps this root and the log has no such checkpoint: it is an older log, another one, or has \
                            been altered";
                self.fault(format!("root {kept}"), "witness", message);
            }
        }
        Ok(())
    }

    fn checkpoint(&mut self, tree: &Frontier, entry: &Entry, checkpoint: &Checkpoint, place: &str) {
        let Checkpoint { heads, order, signed } = checkpoint;
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
        for head in heads {
            if self.is_known(head) {
                continue;
            }
            let claims = self.claims.heads.entry((head.stream.clone(), head.length)).or_default();
            claims.push((entry.first, head.hash));
        }
        let own = rulings::stream();
        if let Some(head) = heads.iter().find(|head| head.stream == own.as_str() && signed.holds()) {
            self.taken_signed = head.length as usize;
        }
        if self.against.witnessed.contains(&signed.root) {
            self.taken_witnessed = self.taken_signed;
        }
        // The order up to where the log was verified before was checked then.
        if order.position > self.order.position {
            self.claims.orders.entry(order.position).or_default().push((entry.first, order.hash));
        }
    }

    /// Collects what take-overs claim.
    fn take_overs(&mut self, from: &Reached) {
        let known = from.heads.get(rulings::stream().as_str()).map_or(0, |reached| reached.length as usize);
        self.taken = known.checked_sub(1).and_then(|last| self.rulings.all.get(last)).cloned();
        for (number, taken) in self.rulings.all.iter().enumerate().skip(known) {
            if taken.after.position > from.order.position {
                let claims = self.claims.taken_over.entry(taken.after.position).or_default();
                claims.push((number as u64, taken.after.hash));
            }
        }
    }

    /// Takes a record of other rulings in.
    fn take_rulings(&mut self, position: u64, entry: &Entry) {
        let place = place(&entry.stream, entry.first);
        let taken = match rulings::record(entry) {
            Ok(taken) => taken,
            Err(error) => return self.fault(place, "payload", error),
        };
        let before = self.taken.replace(taken.clone());
        if !taken.is_raised(before.as_ref()) {
            self.fault(&place, "rulings", "no number of rulings is raised, or one goes back");
        }
        let earliest = before.map_or(0, |before| before.after.position);
        if taken.after.position >= position || taken.after.position < earliest {
            self.fault(&place, "after", "no release can have taken the log over there");
        }
        if taken.after.position == 0 && taken.after != Order::NONE {
            self.fault(&place, "after", "before the first entry there is no order");
        }
        if let Some(from) = self.against.from
            && (taken.after.position > from.order.position
                || taken.after.position == from.order.position && taken.after != from.order)
        {
            let message = "entries that had never been verified are said to be decided by earlier rulings";
            self.fault(&place, "after", message);
        }
        for judge in self.against.judges.iter() {
            let (kind, own) = (judge.kinds()[0], judge.rulings());
            if let Some(later) = taken.rulings.get(kind).filter(|number| **number > own) {
                let message =
                    format!("{kind} was decided by rulings {later}; this release knows those up to {own}");
                self.fault(&place, "rulings", message);
            }
        }
    }

    /// Does this head lie where the log was verified before?
    fn is_known(&self, head: &Head) -> bool {
        let stream = head.stream.parse::<Stream>().ok();
        let reached = stream.and_then(|stream| self.followed.get(&stream));
        reached.is_some_and(|reached| head.length <= reached.length)
    }

    /// A checkpoint that was signed after the log was verified tells of streams that may have moved before; what it says of those is
    /// held against their records.
    async fn earlier_heads(
        &mut self,
        store: &dyn Store,
        checkpoint: &Checkpoint,
        place: &str,
    ) -> Result<(), StoreError> {
        for head in checkpoint.heads.iter().filter(|head| head.length > 0) {
            let Ok(stream) = head.stream.parse::<Stream>() else { continue };
            if !self.is_known(head) {
                continue;
            }
            let entries = store.read(&stream, head.length - 1, 1).await?;
            let there =
                entries.iter().flat_map(Entry::records).find(|record| record.sequence + 1 == head.length);
            if there.is_none_or(|record| record.hash != head.hash) {
                let message = format!("{stream} has another record at sequence {}", head.length - 1);
                self.fault(place, "heads", message);
            }
        }
        Ok(())
    }

    /// Collects what snapshots stand for.
    async fn snapshots(&mut self, store: &dyn Store) -> Result<(), StoreError> {
        let kinds: Vec<[&'static str; 3]> = self.against.judges.iter().map(|judge| judge.kinds()).collect();
        for [kind, _, snapshots] in kinds {
            // What cannot be read is told when it is come upon.
            for stream in &store.streams_of(snapshots).await.unwrap_or_default() {
                let mut from = self.followed.get(stream).map_or(0, |followed| followed.length);
                loop {
                    let Ok(page) = store.read(stream, from, PAGE).await else { break };
                    let Some(last) = page.last() else { break };
                    from = last.end();
                    page.iter().for_each(|entry| self.claim_state(&stream.beside(kind), entry));
                }
            }
        }
        Ok(())
    }

    fn claim_state(&mut self, of: &Stream, entry: &Entry) {
        match stands_for(entry) {
            Some(claim) if self.followed.get(of).is_some_and(|before| claim.sequence <= before.length) => {
                self.claims.earlier_states.push((of.clone(), (entry.stream.clone(), entry.first, claim)));
            }
            Some(claim) => {
                let claims = self.claims.states.entry((of.to_string(), claim.sequence)).or_default();
                claims.push((entry.stream.clone(), entry.first, claim));
            }
            None => {
                self.fault(place(&entry.stream, entry.first), "payload", "not what a snapshot stands for")
            }
        }
    }

    /// Holds new snapshots of what was verified before against it: a house opens from the last one, whatever place it stands for.
    async fn earlier_states(&mut self, store: &dyn Store, from: &Reached) -> Result<(), StoreError> {
        for (of, (stream, number, claim)) in std::mem::take(&mut self.claims.earlier_states) {
            let Some(judge) = self.against.judges.iter().find(|judge| judge.kinds()[0] == of.kind()) else {
                continue;
            };
            let reached = from.heads.get(of.as_str()).filter(|reached| reached.length == claim.sequence);
            let (head, found) = match reached.and_then(|reached| Some((reached.head, reached.state?))) {
                Some((head, state)) => (head, Some((state.form, state.hash))),
                None => {
                    let mut replica = judge.replica();
                    let findings = &mut Findings::default();
                    let (_, head) = fold_to(store, &of, claim.sequence, &mut *replica, findings).await?;
                    (head, replica.state().map(|(form, _, text)| (form, sha256(&[text.as_bytes()]))))
                }
            };
            let place = place(&stream, number);
            if claim.head != head {
                let message = format!("sequence {} has {head}", claim.sequence.saturating_sub(1));
                self.fault(&place, "head", message);
            }
            if found.is_some_and(|(form, hash)| form == claim.form && hash != claim.state) {
                self.fault(&place, "state", "replaying the events leads to another state");
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
        self.check_order(position, &entry);
        self.latest = self.latest.max(Some(entry.at));
        let followed = self.followed.get(&entry.stream).copied();
        let Followed { length, head } = followed.unwrap_or(Followed { length: 0, head: Hash::NONE });
        let fault = check_whole(&entry, length, head);
        let whole = fault.is_none();
        self.report.faults.extend(fault);
        self.check_heads(&entry);
        let judged = self.judge(position, &entry, whole);
        if whole && !judged {
            for record in entry.records() {
                if let Err(bad) = record.payload.check() {
                    self.fault(place(&entry.stream, record.sequence), "payload", bad);
                }
            }
        }
        self.check_state(&entry);
        match entry.stream.kind() {
            CHECKPOINT => self.check_signer(&entry),
            KEY => self.take_key(&entry),
            RULINGS => self.take_rulings(position, &entry),
            _ => {}
        }
        let reached = Followed { length: entry.end(), head: entry.head() };
        self.followed.insert(entry.stream, reached);
    }

    fn check_order(&mut self, position: u64, entry: &Entry) {
        self.order = Order { position: position - 1, ..self.order }.then(entry.head());
        for (number, hash) in self.claims.taken_over.remove(&position).unwrap_or_default() {
            if hash != self.order.hash {
                let message = format!("the entries up to {position} give {}", self.order.hash);
                self.fault(place(&rulings::stream(), number), "after", message);
            }
        }
        for (number, hash) in self.claims.orders.remove(&position).unwrap_or_default() {
            if hash != self.order.hash {
                let message =
                    format!("the entries up to {position} come in an order that gives {}", self.order.hash);
                self.fault(place(&checkpoint::stream(), number), "order", message);
            }
        }
    }

    fn check_heads(&mut self, entry: &Entry) {
        if self.claims.heads.is_empty() {
            return;
        }
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
    }

    /// Has an entry of an aggregate decided again. Answers whether its payloads are known to be canonical by that.
    fn judge(&mut self, position: u64, entry: &Entry, whole: bool) -> bool {
        let against = self.against;
        let kind = entry.stream.kind();
        let Some(judge) = against.judges.iter().find(|judge| judge.kinds()[..2].contains(&kind)) else {
            return false;
        };
        let stream = entry.stream.beside(judge.kinds()[0]);
        let replica = self.replicas.entry(stream).or_insert_with(|| judge.replica());
        let mut findings = Findings::default();
        match kind == judge.kinds()[0] {
            true => replica.take(entry, whole, &mut findings),
            false => replica.refuse(entry, whole, &mut findings),
        }
        // A house that opens goes by how far the release before it had verified the log; the rest must agree with its own rulings.
        let counted = match (against.from, against.vouched) {
            (Some(_), _) => 0,
            (None, true) => self.taken_signed,
            (None, false) => self.taken_witnessed,
        };
        let earlier = self.rulings.before(judge.kinds()[0], position, counted);
        let earlier = earlier.filter(|number| *number < judge.rulings());
        let Findings { mut faults, mut differences, decided, folded, replayed } = findings;
        let rewritten = decided > 0 && faults.is_empty() && differences.is_empty();
        match earlier {
            Some(number) => {
                let differences = differences.into_iter().map(|difference| decided_by(number, difference));
                self.report.earlier.extend(differences);
            }
            None => {
                let said = self.rulings.at(judge.kinds()[0], position);
                if said < judge.rulings() {
                    differences.iter_mut().for_each(|difference| difference.message += &unvouched(said));
                }
                faults.append(&mut differences);
            }
        }
        if self.pinned && whole && faults.is_empty() && leaves_out_asked(entry) {
            let message = "what was asked is not on record, as it is in every log that began with its key";
            faults.push(Fault {
                place: place(&entry.stream, entry.first),
                field: "request",
                message: message.into(),
            });
        }
        // What was decided again was written again, to the same bytes; all but what was asked.
        if rewritten && let Some(Err(bad)) = entry.records.first().map(|asked| asked.payload.check()) {
            self.fault(place(&entry.stream, entry.first), "payload", bad);
        }
        self.report.faults.append(&mut faults);
        self.report.decided += decided;
        self.report.folded += folded;
        self.report.replayed += replayed;
        rewritten
    }

    /// Holds what snapshots stand for here against the state.
    fn check_state(&mut self, entry: &Entry) {
        if self.claims.states.is_empty() {
            return;
        }
        let at = (entry.stream.to_string(), entry.end());
        for (stream, number, claim) in self.claims.states.remove(&at).unwrap_or_default() {
            let place = place(&stream, number);
            if claim.head != entry.head() {
                let message = format!("sequence {} has {}", claim.sequence.saturating_sub(1), entry.head());
                self.fault(&place, "head", message);
            }
            let state = self.replicas.get(&entry.stream).and_then(|replica| replica.state());
            if let Some((form, _, text)) = state
                && claim.form == form
                && sha256(&[text.as_bytes()]) != claim.state
            {
                self.fault(&place, "state", "replaying the events leads to another state");
            }
        }
    }

    /// Is a checkpoint signed by the key on record?
    fn check_signer(&mut self, entry: &Entry) {
        // One that cannot be read was told before.
        let Ok(Checkpoint { signed, .. }) = checkpoint::checkpoint(entry) else { return };
        let place = place(&entry.stream, entry.first);
        let due = match (&self.key, &self.against.key) {
            (Some(pinned), _) => pinned.clone(),
            (None, given) => {
                if !self.signed_before.contains(&signed.key) {
                    self.signed_before.push(signed.key.clone());
                }
                match given {
                    Some(given) => given.clone(),
                    None => return,
                }
            }
        };
        if signed.key != due {
            self.fault(place, "key", format!("signed with another key, {}; it should be {due}", signed.key));
        }
    }

    /// Takes a record of a key in.
    fn take_key(&mut self, entry: &Entry) {
        let place = place(&entry.stream, entry.first);
        let record = match keys::record(entry) {
            Ok(record) => record,
            Err(error) => return self.fault(place, "payload", error),
        };
        let KeyRecord { key, previous, adopted, time, .. } = &record;
        if !record.holds() {
            self.fault(&place, "signature", "it is not that of the keys that it names");
        }
        if *time != entry.at {
            self.fault(&place, "time", "the key was signed for another time than it was recorded at");
        }
        if *previous != self.key {
            let found = self.key.as_deref().unwrap_or("none");
            self.fault(&place, "key", format!("the key before it is {found}"));
        }
        if self.key.is_none() && self.signed_before.iter().any(|before| before != key) {
            self.fault(&place, "key", "the log was signed with another key before");
        }
        if self.key.is_none() && *adopted == self.signed_before.is_empty() {
            self.fault(&place, "key", "a key is adopted where the log had been signed, and pinned where not");
        }
        self.key = Some(record.key);
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
            for (snapshots, number, _) in claims {
                let message = format!("{stream} had {sequence} records, which are no longer there");
                self.fault(place(&snapshots, number), "sequence", message);
            }
        }
    }

    fn finish(mut self) -> Report {
        if let (Some(pinned), Some(given)) = (&self.key, &self.against.key)
            && pinned != given
        {
            let message = format!("the log is signed by the key {pinned}, not by {given}");
            self.fault("key/ledger", "key", message);
        }
        if self.pinned && self.report.folded > 0 && self.report.holds() {
            let message = format!("{} events cannot be decided again", self.report.folded);
            self.fault("the log", "request", message);
        }
        let Verifier {
            against, mut report, followed, replicas, order, tree, key, latest, signed_before, ..
        } = self;
        (report.reached.latest, report.reached.signed_before) = (latest, signed_before);
        for (stream, Followed { length, head }) in followed {
            let state = replicas.get(&stream).and_then(|replica| replica.state());
            let asked = replicas.get(&stream).is_some_and(|replica| replica.is_asked());
            let reached = state.as_ref().map(|(form, book, text)| StateReached {
                form: *form,
                book: *book,
                hash: sha256(&[text.as_bytes()]),
            });
            if let Some((.., text)) = state.filter(|_| against.keep_states) {
                report.states.insert(stream.to_string(), text);
            }
            report.streams.insert(stream.to_string(), length);
            report
                .reached
                .heads
                .insert(stream.to_string(), StreamReached { length, head, state: reached, asked });
        }
        (report.reached.order, report.reached.checkpoints) = (order, report.checkpoints);
        report.reached.tree = Some(tree);
        (report.reached.key, report.key) = (key.clone(), key);
        report
    }
}

/// Takes in a stream's entries from the first to this sequence; where that ends, and the hash of the last record there.
async fn fold_to(
    store: &dyn Store,
    stream: &Stream,
    until: u64,
    replica: &mut dyn Replica,
    findings: &mut Findings,
) -> Result<(u64, Hash), StoreError> {
    let (mut length, mut head) = (0, Hash::NONE);
    while length < until {
        let page = store.read(stream, length, PAGE).await?;
        if page.is_empty() {
            break;
        }
        for entry in &page {
            if length >= until {
                break;
            }
            let fault = check_whole(entry, length, head);
            replica.take(entry, fault.is_none(), findings);
            findings.faults.extend(fault);
            (length, head) = (entry.end(), entry.head());
        }
    }
    Ok((length, head))
}

/// A difference in what was decided by earlier rulings.
fn decided_by(number: u32, difference: Fault) -> Fault {
    let message =
        format!("decided by earlier rulings, of number {number}; today it differs: {}", difference.message);
    Fault { message, ..difference }
}

/// What is said of a difference where the log alone says that its rulings were earlier ones.
fn unvouched(number: u32) -> String {
    format!(
        "; the log says that it was decided by earlier rulings, of number {number}, and no witness has seen that they were taken over since"
    )
}
