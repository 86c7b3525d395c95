//! A log of one aggregate: every command judged once, what follows on record before anybody hears of it.

use crate::draft::Draft;
use crate::edition::{Edition, Editions};
use crate::error::LedgerError;
use crate::ledger::Ledger;
use crate::projection::Kept;
use crate::record::{BadPayload, CommandId, Entry, Payload, Record, Stream, written};
use crate::snapshot::{self, state_text};
use crate::stream_head::{Following, Locked, TRIES};
use crate::whole::check_whole;
use aggregate::{Aggregate, By, Decided, Time};
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};

/// A record that tells that the clock stood at an earlier time than at the command before.
pub(crate) const WENT_BACK: &str = "clock-went-back-1";
/// A record that tells that other rules are in force from here on.
pub(crate) const EDITION: &str = "edition-1";

/// The number of entries that are read at a time.
const PAGE: u32 = 1_000;

#[derive(Serialize)]
struct WentBack {
    from: Time,
    to: Time,
}

/// Which rules were in force and which are from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EditionTaken {
    /// Those before.
    pub from: Hash,
    /// Those from here on.
    pub to: Hash,
}

/// What was answered, now or when the command first came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<E, R> {
    /// It happened.
    Accepted {
        /// The sequence of the first event; the others follow without a gap.
        first: u64,
        /// What happened.
        events: Vec<E>,
        /// The command had come before; nothing happened now.
        again: bool,
    },
    /// It was turned down.
    Refused {
        /// Why.
        refusal: R,
        /// The command had come before.
        again: bool,
    },
}

/// What an aggregate answered.
pub type AnswerOf<A> = Answer<<A as Aggregate>::Event, <A as Aggregate>::Refusal>;

/// What a command was decided to lead to.
pub(crate) type Outcome<A> = Result<Decided<A>, <A as Aggregate>::Refusal>;

/// What a command comes to, before it is on record.
pub enum Judged<A: Aggregate> {
    /// It has come before, with the same content: the answer that it got then.
    Known(AnswerOf<A>),
    /// It is new.
    New(Decision<A>),
}

/// A decision that is not on record yet. Nobody else is judged until it is recorded or dropped.
pub struct Decision<A: Aggregate> {
    id: CommandId,
    by: By,
    at: Time,
    asked: Payload,
    first: u64,
    decided: Result<Decided<A>, A::Refusal>,
    stream: Locked,
    answers: Locked,
}

impl<A: Aggregate> Decision<A> {
    /// What happens, or why nothing does.
    pub fn events(&self) -> Result<&[A::Event], &A::Refusal> {
        self.decided.as_ref().map(|decided| decided.events.as_slice())
    }

    /// The state that the events lead to, where deciding has worked it out anyway.
    pub fn after(&self) -> Option<&A> {
        self.decided.as_ref().ok().and_then(|decided| decided.after.as_ref())
    }

    /// Who asked.
    pub fn by(&self) -> &By {
        &self.by
    }

    /// When.
    pub fn at(&self) -> Time {
        self.at
    }

    /// The sequence that its first event will have.
    pub fn first(&self) -> u64 {
        self.first
    }

    fn is_accepted(&self) -> bool {
        self.decided.is_ok()
    }
}

/// How an aggregate came out of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// It was new.
    New,
    /// From a snapshot, and the events after it.
    Snapshot {
        /// The sequence of the first event after it.
        sequence: u64,
    },
    /// From its first event on: there is no snapshot, or none that stands for what the log says.
    Replayed,
}

/// An aggregate and its log. Whoever holds it acts for it; there is one for each stream.
///
/// If a call is abandoned halfway, the next one first takes in what was written.
pub struct Log<A: Aggregate> {
    ledger: Ledger,
    stream: Stream,
    answers: Stream,
    edition: Edition<A::Rules>,
    /// An edition that may have been recorded by a call that was abandoned.
    offered: Option<Edition<A::Rules>>,
    state: A,
    /// The sequence that the state has come to.
    sequence: u64,
    /// The hash of the record before it.
    head: Hash,
    /// The sequence of the last snapshot.
    snapshot: u64,
    opened: Opened,
}

impl Ledger {
    /// Begins a log of this name with a command. The same call under the same id finds the log that it began.
    pub async fn found<A: Aggregate>(
        &self,
        name: &str,
        edition: Edition<A::Rules>,
        id: &CommandId,
        command: &A::Command,
    ) -> Result<Log<A>, LedgerError> {
        self.reserve([A::KIND, A::ANSWERS, A::SNAPSHOTS]);
        let stream = Stream::new(A::KIND, name)?;
        let asked = asked::<A>(command)?;
        let standing = self.lock(&stream).await?;
        if standing.length > 0 {
            drop(standing);
            let known = self.store().command(&stream, id).await?;
            return match known {
                Some(entry) if is_same::<A>(&entry, &asked, command)? => {
                    let Edition { hash, rules } = edition;
                    self.resume(name, &move |asked| (asked == hash).then(|| rules.clone())).await
                }
                Some(_) => Err(LedgerError::OtherContent { stream, id: id.clone() }),
                None => Err(LedgerError::AlreadyThere(stream)),
            };
        }
        let refused = |refusal: A::Refusal| LedgerError::Refused { message: refusal.to_string() };
        let events = A::found(&edition.rules, command).map_err(refused)?;
        let state = begin::<A>(&stream, &edition.rules, &events)?;
        let mut payloads = vec![asked];
        write_events::<A>(&events, &A::by(command), &mut payloads)?;
        let draft = Draft {
            stream: stream.clone(),
            command: id.clone(),
            request: sha256(&[payloads[0].text().as_bytes()]),
            at: A::at(command),
            by: A::by(command),
            book: edition.hash,
            payloads,
        };
        let following = Ledger::follow(standing, draft);
        let (sequence, head) = (following.1.end(), following.1.head());
        self.take(vec![following]).await?;
        Ok(Log::new(self, stream, edition, (state, sequence, head), Opened::New))
    }

    /// Opens a log that was begun, from its last snapshot and the events after it, or else from all of its events, under the
    /// editions that its entries name. What follows is judged by the last of them.
    pub async fn resume<A: Aggregate>(
        &self,
        name: &str,
        editions: &dyn Editions<A::Rules>,
    ) -> Result<Log<A>, LedgerError> {
        self.reserve([A::KIND, A::ANSWERS, A::SNAPSHOTS]);
        let stream = Stream::new(A::KIND, name)?;
        let found = self.store().read(&stream, 0, 1).await?;
        let first = found.first().ok_or_else(|| LedgerError::NoSuchStream(stream.clone()))?;
        check_follows(first, 0, Hash::NONE)?;
        let find = |hash| {
            let rules = editions.find(hash).ok_or(LedgerError::NoEdition(hash))?;
            Ok::<_, LedgerError>(Edition { hash, rules })
        };
        let restored = match snapshot::of::<A>().last(&**self.store(), &stream).await? {
            Some(Kept { sequence, head, book, text }) => {
                let edition = find(book)?;
                A::restore(&edition.rules, &text).ok().map(|state| (edition, (state, sequence, head)))
            }
            None => None,
        };
        let mut log = match restored {
            Some((edition, reached)) => {
                let opened = Opened::Snapshot { sequence: reached.1 };
                Log::new(self, stream, edition, reached, opened)
            }
            None => {
                let edition = find(first.book)?;
                let events: Vec<A::Event> = events::<A>(first)?.into_iter().map(|(_, event)| event).collect();
                let state = begin::<A>(&stream, &edition.rules, &events)?;
                let reached = (state, first.end(), first.head());
                Log::new(self, stream, edition, reached, Opened::Replayed)
            }
        };
        log.catch_up(Some(editions)).await?;
        Ok(log)
    }

    /// Opens a log of something that begins by itself, without rules of its own: as its stream tells, or as it is before anything
    /// has happened.
    pub async fn log<A: Aggregate<Rules = ()> + Default>(&self, name: &str) -> Result<Log<A>, LedgerError> {
        let stream = Stream::new(A::KIND, name)?;
        if self.store().last(&stream).await?.is_some() {
            return self.resume(name, &|_| Some(())).await;
        }
        self.reserve([A::KIND, A::ANSWERS, A::SNAPSHOTS]);
        let edition = Edition { hash: Hash::NONE, rules: () };
        Ok(Log::new(self, stream, edition, (A::default(), 0, Hash::NONE), Opened::New))
    }
}

impl<A: Aggregate> Log<A> {
    fn new(
        ledger: &Ledger,
        stream: Stream,
        edition: Edition<A::Rules>,
        (state, sequence, head): (A, u64, Hash),
        opened: Opened,
    ) -> Log<A> {
        let answers = stream.beside(A::ANSWERS);
        let snapshot = if matches!(opened, Opened::Snapshot { .. }) { sequence } else { 0 };
        let (ledger, offered) = (ledger.clone(), None);
        Log { ledger, stream, answers, edition, offered, state, sequence, head, snapshot, opened }
    }

    /// It as it stands.
    pub fn state(&self) -> &A {
        &self.state
    }

    /// The sequence of the next record.
    pub fn sequence(&self) -> u64 {
        self.sequence
    }

    /// The hash of the last record.
    pub fn head(&self) -> Hash {
        self.head
    }

    /// The stream of its events.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// The rules in force, with their hash.
    pub fn edition(&self) -> &Edition<A::Rules> {
        &self.edition
    }

    /// How it came out of the log.
    pub fn opened(&self) -> Opened {
        self.opened
    }

    /// Judges a command, records what follows, and takes it in once it is durable.
    ///
    /// The same id with the same content gets the answer it got first, however often and late it comes; its time does not count. With
    /// another content it is turned down ([`LedgerError::OtherContent`]). What is to be recorded also is recorded in the same
    /// commit if the command is accepted; no two drafts may be for one stream, and one that was recorded before is passed over.
    ///
    /// If somebody else was first, what is new is read and the command judged again.
    pub async fn submit(
        &mut self,
        id: &CommandId,
        command: &A::Command,
        also: Vec<Draft>,
    ) -> Result<AnswerOf<A>, LedgerError> {
        let mut tried = 0;
        loop {
            let decision = match self.judge(id, command).await? {
                Judged::Known(answer) => return Ok(answer),
                Judged::New(decision) => decision,
            };
            let also = if decision.is_accepted() { also.clone() } else { Vec::new() };
            tried += 1;
            match self.record(decision, also).await {
                Err(LedgerError::Moved { .. }) if tried < TRIES => {}
                answer => return answer,
            }
        }
    }

    /// Judges a command, so that whatever must be on record together with it can be made ready; [`Log::record`] records both.
    pub async fn judge(&mut self, id: &CommandId, command: &A::Command) -> Result<Judged<A>, LedgerError> {
        let [stream, answers] = self.ledger.lock_all([&self.stream, &self.answers]).await?;
        self.judge_locked(id, command, stream, answers).await
    }

    pub(crate) async fn judge_locked(
        &mut self,
        id: &CommandId,
        command: &A::Command,
        stream: Locked,
        answers: Locked,
    ) -> Result<Judged<A>, LedgerError> {
        if stream.length != self.sequence {
            self.catch_up(None).await?;
        }
        let asked = asked::<A>(command)?;
        if let Some(entry) = self.ledger.store().command_in([&self.stream, &self.answers], id).await? {
            return match is_same::<A>(&entry, &asked, command)? {
                true => Ok(Judged::Known(answer::<A>(&entry)?)),
                false => Err(LedgerError::OtherContent { stream: self.stream.clone(), id: id.clone() }),
            };
        }
        let mut decided = self.state.decide(command);
        if decided.is_err() && self.is_behind().await? {
            // What is refused leaves nothing in the stream that would tell of somebody else who was first.
            self.catch_up(None).await?;
            decided = self.state.decide(command);
        }
        let (by, at) = (A::by(command), A::at(command));
        let went_back = stream.at.max(answers.at).is_some_and(|last| last > at);
        Ok(Judged::New(Decision {
            id: id.clone(),
            by,
            at,
            asked,
            first: self.sequence + 1 + u64::from(went_back),
            decided,
            stream,
            answers,
        }))
    }

    /// Has somebody else written to the stream?
    async fn is_behind(&self) -> Result<bool, LedgerError> {
        let last = self.ledger.store().last(&self.stream).await?;
        Ok(last.is_some_and(|last| last.end() != self.sequence))
    }

    /// The answer that this command got when it first came, if it has come before; another content under its id is an error.
    pub async fn known(
        &self,
        id: &CommandId,
        command: &A::Command,
    ) -> Result<Option<AnswerOf<A>>, LedgerError> {
        let Some(entry) = self.ledger.store().command_in([&self.stream, &self.answers], id).await? else {
            return Ok(None);
        };
        match is_same::<A>(&entry, &asked::<A>(command)?, command)? {
            true => Ok(Some(answer::<A>(&entry)?)),
            false => Err(LedgerError::OtherContent { stream: self.stream.clone(), id: id.clone() }),
        }
    }

    /// What was asked under this id and the answer that it got, if it has come before, for whoever cannot say again what it was asked as.
    /// What was asked is not on record in logs from before they kept it.
    pub async fn answered(
        &self,
        id: &CommandId,
    ) -> Result<Option<(Option<A::Command>, AnswerOf<A>)>, LedgerError> {
        let Some(entry) = self.ledger.store().command_in([&self.stream, &self.answers], id).await? else {
            return Ok(None);
        };
        let first = entry.records.first().map(|record| &record.payload).filter(|first| is_asked(first));
        let asked = first.and_then(|asked| A::read_command(asked.as_text(), entry.at).ok());
        Ok(Some((asked, answer::<A>(&entry)?)))
    }

    /// A decision that whoever holds the log has worked out from its state act by act, under an id that was never used. What
    /// verifies a log decides it again.
    pub async fn planned(
        &mut self,
        id: &CommandId,
        command: &A::Command,
        decided: Decided<A>,
    ) -> Result<Decision<A>, LedgerError> {
        let [stream, answers] = self.ledger.lock_all([&self.stream, &self.answers]).await?;
        if stream.length != self.sequence {
            // Whoever plans again plans from what has come.
            self.catch_up(None).await?;
            return Err(LedgerError::Moved { stream: self.stream.clone() });
        }
        let (asked, by, at) = (asked::<A>(command)?, A::by(command), A::at(command));
        let went_back = stream.at.max(answers.at).is_some_and(|last| last > at);
        let first = self.sequence + 1 + u64::from(went_back);
        Ok(Decision { id: id.clone(), by, at, asked, first, decided: Ok(decided), stream, answers })
    }

    /// Puts a decision on record, with drafts for other streams in the same commit, and takes in what happened once it is durable.
    pub async fn record(
        &mut self,
        decision: Decision<A>,
        also: Vec<Draft>,
    ) -> Result<AnswerOf<A>, LedgerError> {
        let (mut following, decided) = self.follow(decision)?;
        following.extend(self.ledger.follow_all(also).await?);
        let taken = following.first().map(|(_, entry)| (entry.at, entry.head(), entry.end()));
        self.ledger.take(following).await?;
        let (at, head, end) = taken.unwrap_or((Time(0), self.head, self.sequence));
        let answer = self.took(decided, head, end);
        self.keep_snapshot_if_due(at).await;
        Ok(answer)
    }

    /// The entry that a decision becomes.
    pub(crate) fn follow(&self, decision: Decision<A>) -> Result<(Vec<Following>, Outcome<A>), LedgerError> {
        let Decision { id, by, at, asked, decided, stream, answers, .. } = decision;
        let told = decided.as_ref().map(|decided| &decided.events[..]);
        let written = WrittenOut::of::<A>((id, by, at), asked, told)?;
        let draft = self.draft(written, stream.at.max(answers.at))?;
        let standing = if decided.is_ok() { stream } else { answers };
        Ok((vec![Ledger::follow(standing, draft)], decided))
    }

    /// What is recorded of a command: what was asked, that the clock went back if it did, and what was decided.
    pub(crate) fn draft(&self, written: WrittenOut, latest: Option<Time>) -> Result<Draft, LedgerError> {
        let WrittenOut { id: command, by, at, request, is_accepted, mut payloads } = written;
        if let Some(from) = latest.filter(|last| *last > at) {
            payloads.insert(1, Payload::new(WENT_BACK, &WentBack { from, to: at })?);
        }
        let stream = if is_accepted { &self.stream } else { &self.answers };
        Ok(Draft { stream: stream.clone(), command, request, at, by, book: self.edition.hash, payloads })
    }

    /// Takes in what is on record now.
    pub(crate) fn took(
        &mut self,
        decided: Result<Decided<A>, A::Refusal>,
        head: Hash,
        end: u64,
    ) -> AnswerOf<A> {
        match decided {
            Ok(Decided { events, after }) => {
                match after {
                    Some(after) => self.state = after,
                    None => events.iter().for_each(|event| self.state.apply(event)),
                }
                (self.sequence, self.head) = (end, head);
                Answer::Accepted { first: end - events.len() as u64, events, again: false }
            }
            Err(refusal) => Answer::Refused { refusal, again: false },
        }
    }

    /// Stands where entries that are on record now have led.
    pub(crate) fn stand(&mut self, lead: impl FnOnce(&mut A), head: Hash, end: u64) {
        lead(&mut self.state);
        (self.sequence, self.head) = (end, head);
    }

    /// Keeps the state beside the log, if it has grown by much since that was last done, so that it opens fast.
    pub async fn keep_snapshot_if_due(&mut self, at: Time) {
        if snapshot::is_due::<A>(self.sequence, self.snapshot) {
            // Without it the log only opens more slowly; if the ledger has stopped, the next command says so.
            let _ = self.snapshot(at).await;
        }
    }

    pub(crate) fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    pub(crate) fn streams(&self) -> [&Stream; 2] {
        [&self.stream, &self.answers]
    }

    /// Goes on under another edition, from a record on that names both. Answers with no if it is under that edition already, and
    /// [`LedgerError::NotAtRest`] if it cannot be taken up now.
    pub async fn take_edition(
        &mut self,
        id: &CommandId,
        edition: Edition<A::Rules>,
        by: By,
        at: Time,
    ) -> Result<bool, LedgerError> {
        let standing = self.ledger.lock(&self.stream).await?;
        if standing.length != self.sequence {
            self.catch_up(None).await?;
        }
        let taken = EditionTaken { from: self.edition.hash, to: edition.hash };
        if taken.from == taken.to {
            return Ok(false);
        }
        let not_now = |why: String| LedgerError::NotAtRest { stream: self.stream.clone(), why };
        self.state.may_take_rules(&edition.rules).map_err(not_now)?;
        let none = || LedgerError::NoEdition(edition.hash);
        let state = self.state.with_rules(&edition.rules).ok_or_else(none)?;
        let payload = Payload::new(EDITION, &taken)?;
        let draft =
            Draft { book: edition.hash, ..Draft::note(self.stream.clone(), id.clone(), at, by, payload) };
        if self.ledger.known(&draft).await?.is_some() {
            return Err(LedgerError::OtherContent { stream: self.stream.clone(), id: id.clone() });
        }
        let following = Ledger::follow(standing, draft);
        let (sequence, head) = (following.1.end(), following.1.head());
        self.offered = Some(edition.clone());
        self.ledger.take(vec![following]).await?;
        (self.state, self.sequence, self.head, self.edition) = (state, sequence, head, edition);
        Ok(true)
    }

    /// Keeps the state as it is, so that the log opens fast from here. This happens by itself now and then; it is worth
    /// doing when an aggregate has come to rest.
    pub async fn snapshot(&mut self, at: Time) -> Result<(), LedgerError> {
        // Even if it fails, it is not tried again at once.
        self.snapshot = self.sequence;
        let (text, reached) = (state_text(&self.state)?, (self.sequence, self.head));
        snapshot::of::<A>().keep(&self.ledger, &self.stream, reached, &text, at).await
    }

    /// The same if the log has grown by so many records since the last.
    pub async fn snapshot_if_grown(&mut self, by: u64, at: Time) -> Result<(), LedgerError> {
        match self.sequence - self.snapshot >= by {
            true => self.snapshot(at).await,
            false => Ok(()),
        }
    }

    /// Takes in events that are in the log and not yet in the state.
    async fn catch_up(&mut self, editions: Option<&dyn Editions<A::Rules>>) -> Result<(), LedgerError> {
        loop {
            let page = self.ledger.store().read(&self.stream, self.sequence, PAGE).await?;
            if page.is_empty() {
                return Ok(());
            }
            for entry in &page {
                check_follows(entry, self.sequence, self.head)?;
                if entry.book != self.edition.hash {
                    self.change_edition(entry, editions)?;
                }
                events::<A>(entry)?.iter().for_each(|(_, event)| self.state.apply(event));
                (self.sequence, self.head) = (entry.end(), entry.head());
            }
        }
    }

    /// Goes on under the edition that an entry names.
    fn change_edition(
        &mut self,
        entry: &Entry,
        editions: Option<&dyn Editions<A::Rules>>,
    ) -> Result<(), LedgerError> {
        let damaged = |message: &str| damaged(entry, entry.first, message.to_owned());
        let taken =
            edition_taken(entry)?.ok_or_else(|| damaged("book: another one without a record of it"))?;
        if taken != (EditionTaken { from: self.edition.hash, to: entry.book }) {
            return Err(damaged("payload: it names other editions than those in force before and after it"));
        }
        let offered = self.offered.take().filter(|offered| offered.hash == taken.to);
        let rules = offered.map(|offered| offered.rules);
        let rules = rules.or_else(|| editions.and_then(|editions| editions.find(taken.to)));
        let rules = rules.ok_or(LedgerError::NoEdition(taken.to))?;
        self.state = self.state.with_rules(&rules).ok_or(LedgerError::NoEdition(taken.to))?;
        self.edition = Edition { hash: taken.to, rules };
        Ok(())
    }
}

fn damaged(entry: &Entry, sequence: u64, message: String) -> LedgerError {
    LedgerError::Damaged { place: format!("{}, sequence {sequence}", entry.stream), message }
}

pub(crate) fn asked<A: Aggregate>(command: &A::Command) -> Result<Payload, LedgerError> {
    Ok(Payload::of(written(A::write_command(command))?)?)
}

/// A command written out, with what was decided: all that is recorded of it, but for its place in the log.
pub(crate) struct WrittenOut {
    id: CommandId,
    by: By,
    at: Time,
    request: Hash,
    is_accepted: bool,
    /// What was asked, then what was decided.
    payloads: Vec<Payload>,
}

impl WrittenOut {
    pub(crate) fn of<A: Aggregate>(
        (id, by, at): (CommandId, By, Time),
        asked: Payload,
        decided: Result<&[A::Event], &A::Refusal>,
    ) -> Result<WrittenOut, LedgerError> {
        let request = sha256(&[asked.text().as_bytes()]);
        let is_accepted = decided.is_ok();
        let mut payloads = Vec::with_capacity(1 + decided.map_or(1, <[A::Event]>::len));
        payloads.push(asked);
        match decided {
            Ok(events) => write_events::<A>(events, &by, &mut payloads)?,
            Err(refusal) => payloads.push(Payload::of(written(A::write_refusal(refusal))?)?),
        }
        Ok(WrittenOut { id, by, at, request, is_accepted, payloads })
    }
}

fn write_events<A: Aggregate>(
    events: &[A::Event],
    by: &By,
    payloads: &mut Vec<Payload>,
) -> Result<(), LedgerError> {
    for event in events {
        payloads.push(Payload::of(written(A::write_event(event, by))?)?);
    }
    Ok(())
}

/// What the first events lead to.
fn begin<A: Aggregate>(stream: &Stream, rules: &A::Rules, events: &[A::Event]) -> Result<A, LedgerError> {
    let begun = events.split_first().and_then(|(first, rest)| {
        let mut state = A::begin(rules, first)?;
        rest.iter().for_each(|event| state.apply(event));
        Some(state)
    });
    begun.ok_or_else(|| LedgerError::Damaged {
        place: format!("{stream}, sequence 0"),
        message: format!("the first event does not begin a {}", A::KIND),
    })
}

/// Is this the kind of a recorded command?
pub(crate) fn is_asked(payload: &Payload) -> bool {
    payload.kind().starts_with("asked-")
}

/// Does an entry of an aggregate tell what happened, or was refused, and not what was asked?
pub(crate) fn leaves_out_asked(entry: &Entry) -> bool {
    let is_asked = entry.records.first().is_some_and(|first| is_asked(&first.payload));
    !is_asked && entry.records.iter().any(|record| is_event(&record.payload))
}

/// Has this entry, under the same id, the same content?
fn is_same<A: Aggregate>(entry: &Entry, asked: &Payload, command: &A::Command) -> Result<bool, LedgerError> {
    if let Some(recorded) =
        entry.records.first().map(|record| &record.payload).filter(|first| is_asked(first))
    {
        return Ok(A::is_same(recorded.text(), command).unwrap_or_else(|| recorded == asked));
    }
    let older = A::older_request(command)
        .map_err(|error| BadPayload::Text(crate::canonical::NotCanonical::NotJson(error.to_string())))?;
    match older {
        Some(json) => {
            let text = crate::canonical::sorted(&json).map_err(BadPayload::Text)?;
            Ok(entry.request == sha256(&[text.as_bytes()]))
        }
        None => {
            let events: Vec<A::Event> = events::<A>(entry)?.into_iter().map(|(_, event)| event).collect();
            Ok(A::led_to(command, &events))
        }
    }
}

/// Is this entry whole, and what must follow there?
fn check_follows(entry: &Entry, sequence: u64, head: Hash) -> Result<(), LedgerError> {
    match check_whole(entry, sequence, head) {
        Some(fault) => Err(LedgerError::Damaged {
            place: fault.place,
            message: format!("{}: {}", fault.field, fault.message),
        }),
        None => Ok(()),
    }
}

/// Does a record of an aggregate's stream tell an event? The others tell what was asked, which edition was taken up, or of the clock.
fn is_event(payload: &Payload) -> bool {
    !is_asked(payload) && payload.kind() != WENT_BACK && payload.kind() != EDITION
}

/// The event that a record of an aggregate's stream tells; nothing for a record that tells what was asked, which edition was taken
/// up, or of the clock.
pub fn event<A: Aggregate>(record: &Record<'_>) -> Result<Option<A::Event>, LedgerError> {
    if !is_event(record.payload) {
        return Ok(None);
    }
    let entry = record.entry;
    A::read_event(record.payload.as_text(), &entry.by, entry.at)
        .map(Some)
        .map_err(|error| damaged(entry, record.sequence, format!("payload: {error}")))
}

/// The events of an entry, each with its sequence.
pub fn events<A: Aggregate>(entry: &Entry) -> Result<Vec<(u64, A::Event)>, LedgerError> {
    let read = |record: Record<'_>| match event::<A>(&record) {
        Ok(event) => event.map(|event| Ok((record.sequence, event))),
        Err(error) => Some(Err(error)),
    };
    entry.records().filter_map(read).collect()
}

/// The edition that an entry takes up, if it does.
pub fn edition_taken(entry: &Entry) -> Result<Option<EditionTaken>, LedgerError> {
    match entry.records.iter().find(|record| record.payload.kind() == EDITION) {
        Some(record) => serde_json::from_str(record.payload.text())
            .map(Some)
            .map_err(|error| damaged(entry, entry.first, format!("payload: {error}"))),
        None => Ok(None),
    }
}

/// The refusal that an entry of an aggregate's answers tells.
pub(crate) fn refusal<A: Aggregate>(entry: &Entry) -> Result<A::Refusal, LedgerError> {
    let none = || damaged(entry, entry.first, "payload: no refusal".to_owned());
    let record = entry.records.iter().find(|record| is_event(&record.payload)).ok_or_else(none)?;
    A::read_refusal(record.payload.as_text())
        .map_err(|error| damaged(entry, entry.first, format!("payload: {error}")))
}

/// The answer that an entry tells.
fn answer<A: Aggregate>(entry: &Entry) -> Result<AnswerOf<A>, LedgerError> {
    if entry.stream.kind() == A::ANSWERS {
        return Ok(Answer::Refused { refusal: refusal::<A>(entry)?, again: true });
    }
    let events = events::<A>(entry)?;
    let first = events.first().map_or(entry.end(), |(sequence, _)| *sequence);
    Ok(Answer::Accepted { first, events: events.into_iter().map(|(_, event)| event).collect(), again: true })
}
