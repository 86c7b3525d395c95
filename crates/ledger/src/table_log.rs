//! A table whose every event is in the log before anybody hears of it.

use crate::canonical::canonical;
use crate::ledger::{Draft, Ledger, LedgerError};
use crate::record::{By, CommandId, Entry, Payload, Record, Stream};
use crate::snapshot::{self, SNAPSHOT, SNAPSHOT_KIND, STATE_FORM, StandsFor, state_text};
use crate::verify::{Fault, check_entry};
use baccarat::book::Book;
use merkle::{Hash, sha256};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use table::{About, Act, Actor, Citation, Command, Event, Fact, Person, Refusal, Settings, Table, Time};

/// The kind of stream that holds a table's events.
pub const TABLE: &str = "table";
/// The kind of stream that holds a table's answers which left no event: refusals.
pub const ANSWER: &str = "answer";
/// The kind of stream that tells when a table's clock went backwards.
pub const CLOCK: &str = "clock";

const EVENT: &str = "table-event-1";
const REFUSAL: &str = "refusal-1";
const WENT_BACK: &str = "clock-went-back-1";

/// So many entries are read at a time.
const PAGE: u32 = 1_000;

/// A payload of a table's stream; who and when are in the record itself.
#[derive(Serialize)]
struct Told<'e> {
    fact: &'e Fact,
    #[serde(rename = "under")]
    cites: &'e Citation,
}

#[derive(Deserialize)]
struct Read {
    fact: Fact,
    #[serde(rename = "under")]
    cites: Citation,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Asked<'c> {
    /// One act by somebody in one role, as it has always been written.
    One { act: &'c Act, by: Actor },
    /// Several acts, roles or people, or something that it is about.
    All { acts: &'c [Act], by: &'c Person, second: Option<&'c Person>, about: About },
}

impl Asked<'_> {
    fn of(command: &Command) -> Asked<'_> {
        match (&command.acts[..], &command.by.roles[..], &command.second) {
            ([act], [_], None) if command.about == About::default() => {
                Asked::One { act, by: command.by.usual() }
            }
            (acts, ..) => {
                let (by, second) = (&command.by, command.second.as_ref());
                Asked::All { acts, by, second, about: command.about }
            }
        }
    }
}

#[derive(Serialize)]
struct Opens<'s> {
    book: Hash,
    by: &'s Actor,
    settings: &'s Settings,
}

#[derive(Serialize)]
struct WentBack {
    from: Time,
    to: Time,
}

/// What a table answered, now or when the command first came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It happened.
    Accepted {
        /// The sequence of the first event.
        first: u64,
        /// What happened.
        events: Vec<Event>,
        /// The command had come before; nothing happened now.
        again: bool,
    },
    /// It was turned down.
    Refused {
        /// Why.
        refusal: Refusal,
        /// The command had come before.
        again: bool,
    },
}

/// A table and its log. Whoever holds it plays the table; there is one for each table.
///
/// If a call is abandoned halfway, the next one first takes in what was written.
pub struct TableLog {
    ledger: Ledger,
    stream: Stream,
    book: Hash,
    table: Table,
    /// The sequence that the table has come to.
    sequence: u64,
    /// The hash of the record before it.
    head: Hash,
    /// The sequence of the last snapshot.
    snapshot: u64,
    opened: Opened,
}

/// How a table came out of the log.
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

impl Ledger {
    /// Opens a new table of this name under a book, of which the hash is given too.
    ///
    /// The same call under the same id finds the table that it made.
    pub async fn new_table(
        &self,
        name: &str,
        (book, book_hash): (Arc<Book>, Hash),
        settings: Settings,
        (id, by, at): (&CommandId, Actor, Time),
    ) -> Result<TableLog, LedgerError> {
        let stream = Stream::new(TABLE, name)?;
        let asked = Opens { book: book_hash, by: &by, settings: &settings };
        let request = request(&asked)?;
        let standing = self.turn(&stream).await?;
        if standing.length > 0 {
            let known = self.known(&standing, &stream, id, request).await?;
            drop(standing);
            return match known {
                Some(_) => self.open_table(name, (book, book_hash)).await,
                None => Err(LedgerError::AlreadyThere(stream)),
            };
        }
        let (table, event) = Table::open(book, settings, by.clone(), at).map_err(LedgerError::Refused)?;
        let draft = Draft {
            stream: stream.clone(),
            command: id.clone(),
            request,
            at,
            by: By::from(&by),
            book: book_hash,
            payloads: vec![event_payload(&event)?],
        };
        let following = Ledger::follow(standing, draft);
        let head = following.1.head();
        self.take(vec![following]).await?;
        let (ledger, book, opened) = (self.clone(), book_hash, Opened::New);
        Ok(TableLog { ledger, stream, book, table, sequence: 1, head, snapshot: 0, opened })
    }

    /// Opens a table that the log knows, under the same book: from its last snapshot and the events after it, or else from
    /// all of its events.
    pub async fn open_table(
        &self,
        name: &str,
        (book, book_hash): (Arc<Book>, Hash),
    ) -> Result<TableLog, LedgerError> {
        let stream = Stream::new(TABLE, name)?;
        let first = self.store().read(&stream, 0, 1).await?;
        let first = first.first().ok_or_else(|| LedgerError::NoSuchStream(stream.clone()))?;
        check_follows(first, 0, Hash::NONE, book_hash)?;
        let restored = match snapshot::last(&**self.store(), &stream).await? {
            Some((stands_for, state)) => {
                Table::restore(book.clone(), state).map(|table| (table, stands_for.sequence, stands_for.head))
            }
            None => None,
        };
        let (table, sequence, head, opened) = match restored {
            Some((table, sequence, head)) => (table, sequence, head, Opened::Snapshot { sequence }),
            None => {
                let not_opened = || LedgerError::Damaged {
                    place: format!("{stream}, sequence 0"),
                    message: "the first event does not open a table".into(),
                };
                let table = Table::replay(book, &events(first)?).ok_or_else(not_opened)?;
                (table, first.end(), first.head(), Opened::Replayed)
            }
        };
        let snapshot = if opened == Opened::Replayed { 0 } else { sequence };
        let (ledger, book) = (self.clone(), book_hash);
        let mut log = TableLog { ledger, stream, book, table, sequence, head, snapshot, opened };
        log.catch_up().await?;
        Ok(log)
    }
}

impl TableLog {
    /// The table as it stands.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The hash of the last record of its stream.
    pub fn head(&self) -> Hash {
        self.head
    }

    /// The sequence of the next event.
    pub fn sequence(&self) -> u64 {
        self.sequence
    }

    /// The stream of its events.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// How it came out of the log.
    pub fn opened(&self) -> Opened {
        self.opened
    }

    /// Judges a command, records what follows, and takes it in once it is durable.
    ///
    /// The same id with the same act by the same person gets the answer it got first, however often and late it comes; its
    /// time does not count. With another content it is turned down ([`LedgerError::OtherContent`]). If the caller says
    /// which sequence it expects next and it is another, nothing is judged or recorded ([`LedgerError::Moved`]).
    pub async fn submit(
        &mut self,
        id: &CommandId,
        command: &Command,
        expected: Option<u64>,
    ) -> Result<Answer, LedgerError> {
        self.submit_with(id, command, expected, Vec::new()).await
    }

    /// The same, with drafts for other streams that are recorded in the same commit if the table accepts: the opening of
    /// the card that is dealt, say. No two of them may be for one stream; one that was recorded before is passed over.
    pub async fn submit_with(
        &mut self,
        id: &CommandId,
        command: &Command,
        expected: Option<u64>,
        also: Vec<Draft>,
    ) -> Result<Answer, LedgerError> {
        let at = &command.at;
        let request = request(&Asked::of(command))?;
        let answers = self.stream.beside(ANSWER);
        let events_turn = self.ledger.turn(&self.stream).await?;
        let answers_turn = self.ledger.turn(&answers).await?;
        if events_turn.length != self.sequence {
            self.catch_up().await?;
        }
        if let Some(entry) = self.ledger.known(&events_turn, &self.stream, id, request).await? {
            let (first, events) = (entry.first, events(&entry)?);
            return Ok(Answer::Accepted { first, events, again: true });
        }
        if let Some(entry) = self.ledger.known(&answers_turn, &answers, id, request).await? {
            return Ok(Answer::Refused { refusal: refusal(&entry)?, again: true });
        }
        let found = events_turn.length;
        if let Some(expected) = expected.filter(|expected| *expected != found) {
            return Err(LedgerError::Moved { expected, found });
        }
        let last = events_turn.at.max(answers_turn.at);
        let decided = self.table.decide(command);
        // By whom it came about, in the role that was used.
        let used = decided.as_ref().ok().and_then(|decided| decided.events.first());
        let by = used.map_or_else(|| command.by.usual(), |event| event.by.clone());
        let draft = |stream: Stream, payloads| Draft {
            stream,
            command: id.clone(),
            request,
            at: *at,
            by: By::from(&by),
            book: self.book,
            payloads,
        };
        let mut following = match &decided {
            Ok(decided) => {
                drop(answers_turn);
                let payloads = decided.events.iter().map(event_payload).collect::<Result<_, _>>()?;
                vec![Ledger::follow(events_turn, draft(self.stream.clone(), payloads))]
            }
            Err(refusal) => {
                let payload = Payload::new(REFUSAL, refusal)?;
                vec![Ledger::follow(answers_turn, draft(answers, vec![payload]))]
            }
        };
        if let Some(from) = last.filter(|last| last > at) {
            let stream = self.stream.beside(CLOCK);
            let message = Payload::new(WENT_BACK, &WentBack { from, to: *at })?;
            following.push(Ledger::follow(self.ledger.turn(&stream).await?, draft(stream, vec![message])));
        }
        if decided.is_ok() {
            following.extend(self.ledger.follow_all(also).await?);
        }
        let head = following.first().map(|(_, entry)| entry.head());
        self.ledger.take(following).await?;
        match decided {
            Ok(mut decided) => {
                self.table.take(&mut decided);
                let events = decided.events;
                self.sequence += events.len() as u64;
                self.head = head.unwrap_or(self.head);
                if snapshot::is_due(self.sequence, self.snapshot) {
                    // Without it the log only opens more slowly; if the ledger has stopped, the next command says so.
                    let _ = self.snapshot(*at).await;
                }
                Ok(Answer::Accepted { first: found, events, again: false })
            }
            Err(refusal) => Ok(Answer::Refused { refusal, again: false }),
        }
    }

    /// Keeps the state as it is, so that the table opens fast from here. This happens by itself now and then; it is worth
    /// doing when a table has come to rest.
    pub async fn snapshot(&mut self, at: Time) -> Result<(), LedgerError> {
        // Even if it fails, it is not tried again at once.
        self.snapshot = self.sequence;
        let stream = self.stream.beside(SNAPSHOT);
        let text = state_text(self.table.state())?;
        let state = sha256(&[text.as_bytes()]);
        self.ledger.store().keep_snapshot(&stream, state, text.as_bytes()).await?;
        let stands_for = StandsFor { form: STATE_FORM, sequence: self.sequence, head: self.head, state };
        let payload = Payload::new(SNAPSHOT_KIND, &stands_for)?;
        let command: CommandId = self.head.to_string().parse()?;
        let draft = Draft::note(stream.clone(), command, at, By::new("ledger", "ledger"), payload);
        let standing = self.ledger.turn(&stream).await?;
        if self.ledger.known(&standing, &stream, &draft.command, draft.request).await?.is_none() {
            self.ledger.take(vec![Ledger::follow(standing, draft)]).await?;
        }
        Ok(())
    }

    /// Takes in events that are in the log and not yet in the table.
    async fn catch_up(&mut self) -> Result<(), LedgerError> {
        loop {
            let page = self.ledger.store().read(&self.stream, self.sequence, PAGE).await?;
            if page.is_empty() {
                return Ok(());
            }
            for entry in &page {
                check_follows(entry, self.sequence, self.head, self.book)?;
                events(entry)?.iter().for_each(|event| self.table.apply(event));
                (self.sequence, self.head) = (entry.end(), entry.head());
            }
        }
    }
}

/// Is this entry whole, and what must follow there, under this book?
fn check_follows(entry: &Entry, sequence: u64, head: Hash, given: Hash) -> Result<(), LedgerError> {
    if let Some(Fault { place, field, message }) = check_entry(entry, sequence, head) {
        return Err(LedgerError::Damaged { place, message: format!("{field}: {message}") });
    }
    match entry.book == given {
        true => Ok(()),
        false => Err(LedgerError::OtherBook { recorded: entry.book, given }),
    }
}

/// What the content of a command comes down to.
fn request(asked: &impl Serialize) -> Result<Hash, LedgerError> {
    let text = canonical(asked).map_err(crate::record::BadPayload::Text)?;
    Ok(sha256(&[text.as_bytes()]))
}

fn event_payload(event: &Event) -> Result<Payload, LedgerError> {
    Ok(Payload::new(EVENT, &Told { fact: &event.fact, cites: &event.cites })?)
}

/// The event that a record of a table's stream tells.
pub fn event(record: &Record<'_>) -> Result<Event, LedgerError> {
    let damaged = |field: &str, message: String| LedgerError::Damaged {
        place: format!("{}, sequence {}", record.entry.stream, record.sequence),
        message: format!("{field}: {message}"),
    };
    if record.payload.kind() != EVENT {
        return Err(damaged("kind", format!("found {}, expected {EVENT}", record.payload.kind())));
    }
    let Read { fact, cites } =
        serde_json::from_str(record.payload.text()).map_err(|error| damaged("payload", error.to_string()))?;
    let by = &record.entry.by;
    let role = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(&by.role);
    let role = Deserialize::deserialize(role).map_err(|error| damaged("role", error.to_string()))?;
    Ok(Event { fact, by: Actor { name: by.name.as_str().into(), role }, at: record.entry.at, cites })
}

fn events(entry: &Entry) -> Result<Vec<Event>, LedgerError> {
    entry.records().map(|record| event(&record)).collect()
}

/// The refusal that was given when the command first came.
pub(crate) fn refusal(entry: &Entry) -> Result<Refusal, LedgerError> {
    let damaged = |message: String| LedgerError::Damaged {
        place: format!("{}, sequence {}", entry.stream, entry.first),
        message: format!("payload: {message}"),
    };
    let record = entry.records().next().ok_or_else(|| damaged("none".into()))?;
    serde_json::from_str(record.payload.text()).map_err(|error| damaged(error.to_string()))
}
