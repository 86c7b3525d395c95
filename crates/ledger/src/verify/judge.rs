//! Deciding every recorded command again, and comparing what comes of it with what is on record.

use crate::edition::Editions;
use crate::fault::{Fault, place};
use crate::log::{WENT_BACK, edition_taken, event, is_asked, leaves_out_asked, refusal};
use crate::record::{Entry, Payload, Record, written};
use crate::rulings::Numbers;
use crate::snapshot::state_text;
use aggregate::{Aggregate, Decided};
use merkle::{Hash, sha256};

/// How much of a text is shown where two differ.
const SHOWN: usize = 300;

/// The aggregates whose commands are decided again, each with the rules to judge by.
#[derive(Default)]
pub struct Judges<'e>(Vec<Box<dyn Judging + 'e>>);

impl<'e> Judges<'e> {
    /// Nothing is decided again.
    pub fn none() -> Judges<'e> {
        Judges(Vec::new())
    }

    /// Aggregates of this kind too.
    pub fn and<A: Aggregate>(mut self, editions: &'e dyn Editions<A::Rules>) -> Judges<'e> {
        self.0.push(Box::new(Judge::<A> { editions }));
        self
    }

    /// Registers of this kind too, which need no rules.
    pub fn and_plain<A: Aggregate<Rules = ()>>(self) -> Judges<'e> {
        self.and::<A>(&PLAIN)
    }

    /// Only aggregates of this kind.
    pub fn of<A: Aggregate>(editions: &'e dyn Editions<A::Rules>) -> Judges<'e> {
        Judges::none().and::<A>(editions)
    }

    /// The numbers of the rulings by which each kind is decided.
    pub fn numbers(&self) -> Numbers {
        self.iter().map(|judge| (judge.kinds()[0].to_owned(), judge.rulings())).collect()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(dyn Judging + 'e)> {
        self.0.iter().map(|judge| &**judge)
    }
}

/// Where the code alone is the rules.
static PLAIN: fn(Hash) -> Option<()> = |_| Some(());

/// What is counted and found on the way.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) faults: Vec<Fault>,
    /// Where deciding again gives something else: a fault, unless it was decided by earlier rulings.
    pub(super) differences: Vec<Fault>,
    /// Commands that were decided again.
    pub(super) decided: u64,
    /// Events of commands that were recorded before logs kept commands.
    pub(super) folded: u64,
    /// All events that were taken in.
    pub(super) replayed: u64,
}

impl Findings {
    fn fault(&mut self, record: (&Entry, u64), field: &'static str, message: impl ToString) {
        let (entry, sequence) = record;
        let message = message.to_string();
        self.faults.push(Fault { place: place(&entry.stream, sequence), field, message });
    }

    fn differs(&mut self, record: (&Entry, u64), message: impl ToString) {
        let (entry, sequence) = record;
        let (place, message) = (place(&entry.stream, sequence), message.to_string());
        self.differences.push(Fault { place, field: "decision", message });
    }
}

/// A kind of aggregate, whichever it is.
pub(super) trait Judging: Send + Sync {
    fn kinds(&self) -> [&'static str; 3];
    fn rulings(&self) -> u32;
    fn replica(&self) -> Box<dyn Replica + '_>;
}

/// One aggregate on its way through its log.
pub(super) trait Replica: Send {
    /// Takes in an entry of its stream; `whole` if its hashes hold.
    fn take(&mut self, entry: &Entry, whole: bool, findings: &mut Findings);
    /// Decides again what was refused.
    fn refuse(&mut self, entry: &Entry, whole: bool, findings: &mut Findings);
    /// Its state, as a snapshot has it, with the form's number and the edition in force.
    fn state(&self) -> Option<(u32, Hash, String)>;
    /// Goes on from a state of this form under this edition; answers whether it can.
    fn restore(&mut self, form: u32, book: Hash, state: &str) -> bool;
    /// Has any of its entries said what was asked?
    fn is_asked(&self) -> bool;
    /// Entries before these have said what was asked.
    fn asked_before(&mut self);
}

struct Judge<'e, A: Aggregate> {
    editions: &'e dyn Editions<A::Rules>,
}

impl<A: Aggregate> Judging for Judge<'_, A> {
    fn kinds(&self) -> [&'static str; 3] {
        [A::KIND, A::ANSWERS, A::SNAPSHOTS]
    }

    fn rulings(&self) -> u32 {
        A::RULINGS
    }

    fn replica(&self) -> Box<dyn Replica + '_> {
        Box::new(Followed::<A> {
            editions: self.editions,
            book: Hash::NONE,
            rules: None,
            state: None,
            lost: false,
            is_asked: false,
        })
    }
}

struct Followed<'e, A: Aggregate> {
    editions: &'e dyn Editions<A::Rules>,
    book: Hash,
    rules: Option<A::Rules>,
    state: Option<A>,
    /// Something was wrong, or the rules are not known, so that nothing can be said any more.
    lost: bool,
    /// An entry has said what was asked; from there on every entry does.
    is_asked: bool,
}

impl<A: Aggregate> Followed<'_, A> {
    /// The rules of an entry are in force, by a record that says so unless it is the first.
    fn follow_edition(&mut self, entry: &Entry, findings: &mut Findings) {
        if self.rules.is_some() && entry.book == self.book {
            return;
        }
        let rules = self.editions.find(entry.book);
        if self.rules.is_none() && self.state.is_none() {
            (self.book, self.rules) = (entry.book, rules);
            self.lost = self.rules.is_none();
            return;
        }
        let taken = edition_taken(entry).ok().flatten();
        if taken.is_none_or(|taken| (taken.from, taken.to) != (self.book, entry.book)) {
            findings.fault((entry, entry.first), "book", "another edition without a record that names both");
        }
        let next = match (&self.state, &rules) {
            (Some(state), Some(rules)) => {
                if let Err(why) = state.may_take_rules(rules) {
                    findings
                        .differs((entry, entry.first), format!("the edition was taken up too early: {why}"));
                }
                state.with_rules(rules)
            }
            _ => None,
        };
        self.lost |= next.is_none();
        (self.book, self.rules, self.state) = (entry.book, rules, next);
    }

    /// What was asked, if the entry says so and it is what its hash stands for.
    fn asked(&mut self, entry: &Entry, findings: &mut Findings) -> Option<A::Command> {
        let first = entry.records.first().map(|record| &record.payload)?;
        if !is_asked(first) {
            // A log that keeps what is asked never stops doing so: whoever leaves it out has something else to tell.
            if self.is_asked && leaves_out_asked(entry) {
                findings.fault((entry, entry.first), "request", "what was asked is left out");
            }
            return None;
        }
        self.is_asked = true;
        if sha256(&[first.text().as_bytes()]) != entry.request {
            findings.fault((entry, entry.first), "request", "it is not the hash of what was asked");
        }
        match A::read_command(first.as_text(), entry.at) {
            Ok(command) => {
                if A::by(&command) != entry.by {
                    findings.fault((entry, entry.first), "actor", format!("asked by {}", A::by(&command)));
                }
                Some(command)
            }
            Err(error) => {
                findings.fault((entry, entry.first), "payload", error);
                None
            }
        }
    }

    /// Decides it again: events and the state after them.
    fn decide(&self, command: &A::Command) -> Option<Result<Decided<A>, A::Refusal>> {
        match (&self.state, &self.rules) {
            (Some(state), _) => Some(state.decide(command)),
            (None, Some(rules)) => Some(A::found(rules, command).map(Decided::events)),
            (None, None) => None,
        }
    }

    /// Takes in one event.
    fn apply(&mut self, event: &A::Event) -> bool {
        match (&mut self.state, &self.rules) {
            (Some(state), _) => {
                state.apply(event);
                true
            }
            (state @ None, Some(rules)) => {
                *state = A::begin(rules, event);
                state.is_some()
            }
            (None, None) => false,
        }
    }

    /// Takes in events, and holds each to what must stay the same.
    fn apply_all(&mut self, events: &[(u64, A::Event)], entry: &Entry, findings: &mut Findings) {
        for (sequence, event) in events {
            let before = self.state.as_ref().map(A::conserved);
            if !self.apply(event) {
                let message = format!("the first event does not begin a {}", A::KIND);
                findings.fault((entry, *sequence), "payload", message);
                self.lost = true;
                return;
            }
            findings.replayed += 1;
            let after = self.state.as_ref().map(A::conserved);
            if before.is_some() && before != after {
                findings.fault((entry, *sequence), "payload", "chips are not conserved");
            }
        }
    }

    /// Takes in what was decided again: the state that deciding has worked out, if everything in it is conserved.
    fn take_decided(
        &mut self,
        entry: &Entry,
        events: Vec<A::Event>,
        after: Option<A>,
        findings: &mut Findings,
    ) {
        match after {
            Some(after) if self.state.as_ref().map(A::conserved) == Some(after.conserved()) => {
                findings.replayed += events.len() as u64;
                self.state = Some(after);
            }
            _ => {
                let first = entry.end() - events.len() as u64;
                let events: Vec<_> = (first..).zip(events).collect();
                self.apply_all(&events, entry, findings);
            }
        }
    }

    /// The events on record.
    fn recorded(&mut self, entry: &Entry, findings: &mut Findings) -> Option<Vec<(u64, A::Event)>> {
        let mut events = Vec::new();
        for record in entry.records() {
            match event::<A>(&record) {
                Ok(Some(event)) => events.push((record.sequence, event)),
                Ok(None) => {}
                Err(error) => {
                    findings.fault((entry, record.sequence), "payload", error);
                    self.lost = true;
                    return None;
                }
            }
        }
        Some(events)
    }
}

impl<A: Aggregate> Replica for Followed<'_, A> {
    fn take(&mut self, entry: &Entry, whole: bool, findings: &mut Findings) {
        self.lost |= !whole;
        if self.lost {
            let events = self.recorded(entry, findings).map_or(0, |events| events.len());
            findings.folded += events as u64;
            return;
        }
        self.follow_edition(entry, findings);
        let command = self.asked(entry, findings);
        let decided = command.as_ref().filter(|_| !self.lost).and_then(|command| self.decide(command));
        let Some(decided) = decided else {
            if let Some(events) = self.recorded(entry, findings).filter(|_| !self.lost) {
                findings.folded += events.len() as u64;
                self.apply_all(&events, entry, findings);
            }
            return;
        };
        findings.decided += 1;
        match decided {
            Err(refusal) => {
                let message = format!("deciding it again, it is refused: {refusal}");
                findings.differs((entry, entry.first), message);
            }
            Ok(Decided { events, after }) => {
                if compare::<A>(entry, &events, findings) {
                    // What was decided is what is on record, so that it need not be read.
                    return self.take_decided(entry, events, after, findings);
                }
            }
        }
        // The log goes on from what it tells, so that one fault is not found again in everything after it.
        if let Some(events) = self.recorded(entry, findings) {
            self.apply_all(&events, entry, findings);
        }
    }

    fn refuse(&mut self, entry: &Entry, whole: bool, findings: &mut Findings) {
        let (known, recorded) = match refusal::<A>(entry) {
            Ok(known) => (known, entry.records.last().map(|record| &record.payload)),
            Err(error) => return findings.fault((entry, entry.first), "payload", error),
        };
        if self.lost || !whole {
            return;
        }
        if self.rules.is_none() && self.state.is_none() {
            self.rules = self.editions.find(entry.book);
            self.book = entry.book;
        }
        let Some(command) = self.asked(entry, findings) else { return };
        let Some(decided) = self.decide(&command) else { return };
        findings.decided += 1;
        match decided {
            Ok(_) => {
                findings.differs((entry, entry.first), "deciding it again, it is accepted");
            }
            Err(refusal) => {
                let again = written(A::write_refusal(&refusal)).and_then(Payload::of);
                if again.as_ref().ok() != recorded && !A::is_same_refusal(&known, &refusal) {
                    let again = again.map_or_else(|error| error.to_string(), |again| shown(again.text()));
                    let found = recorded.map_or(String::new(), |payload| shown(payload.text()));
                    let message = format!("deciding it again gives {again}, on record is {found}");
                    findings.differs((entry, entry.end() - 1), message);
                }
            }
        }
    }

    fn state(&self) -> Option<(u32, Hash, String)> {
        let state = self.state.as_ref().filter(|_| !self.lost)?;
        Some((A::STATE_FORM, self.book, state_text(state).ok()?))
    }

    fn is_asked(&self) -> bool {
        self.is_asked
    }

    fn asked_before(&mut self) {
        self.is_asked = true;
    }

    fn restore(&mut self, form: u32, book: Hash, state: &str) -> bool {
        let rules = self.editions.find(book);
        let restored = rules.as_ref().filter(|_| form == A::STATE_FORM);
        self.state = restored.and_then(|rules| A::restore(rules, state).ok());
        (self.book, self.rules) = (book, rules);
        self.state.is_some()
    }
}

/// Are the events on record those that deciding gives, to the byte?
fn compare<A: Aggregate>(entry: &Entry, events: &[A::Event], findings: &mut Findings) -> bool {
    let is_own = |record: &Record<'_>| is_asked(record.payload) || record.payload.kind() == WENT_BACK;
    let mut records = entry.records().skip_while(is_own);
    let mut sequence = entry.first;
    for event in events {
        let again = written(A::write_event(event, &entry.by)).and_then(Payload::of);
        let recorded = records.next();
        sequence = recorded.map_or(sequence + 1, |record| record.sequence);
        match (again, recorded) {
            (Ok(again), Some(record)) if again == *record.payload => {}
            (again, recorded) => {
                let again = again.map_or_else(|error| error.to_string(), |again| shown(again.text()));
                let found = recorded.map_or("nothing".to_owned(), |record| shown(record.payload.text()));
                let message = format!("deciding it again gives {again}, on record is {found}");
                findings.differs((entry, sequence), message);
                return false;
            }
        }
    }
    if let Some(more) = records.next() {
        let message = format!("deciding it again gives no more, on record is {}", shown(more.payload.text()));
        findings.differs((entry, more.sequence), message);
        return false;
    }
    true
}

fn shown(text: &str) -> String {
    let short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() { short + " …" } else { short }
}
