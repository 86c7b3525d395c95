//! Bookmarks and incident notes of surveillance and inspectors, each a stream of its own, so that one can be proved without
//! showing the others.

use super::denied;
use archive::{Archive, ArchiveFault};
use ledger::{By, CommandId, Draft, Ledger, LedgerError, Payload, Record, Stream};
use people::act_record;
use people::clock;
use people::denial::Denial;
use people::viewer::Person;
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, PoisonError};
use table::Time;
use utoipa::{IntoParams, ToSchema};

/// The kind of stream that holds a note; its name is the note's number.
pub const WATCH: &str = "watch";
/// The kind of its payload.
const NOTE: &str = "watch-note-1";
/// The longest note.
const LONGEST: usize = 4_000;

/// What a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// To find a place again.
    Bookmark,
    /// Something that happened, or may have.
    Incident,
}

/// What a note says, as the log keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Note {
    /// What it is.
    pub kind: NoteKind,
    /// In the writer's words.
    pub text: String,
    /// The table it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The coup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coup: Option<u32>,
    /// The event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<u64>,
    /// The note that it goes on from, or puts right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows: Option<u64>,
}

/// A new note.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewNote {
    /// Yours to choose, once for each note: 8 to 64 letters, digits, `-` or `_`.
    pub id: String,
    /// What it is.
    pub kind: NoteKind,
    /// In your words, 1 to 4,000 characters.
    pub text: String,
    /// The table it is about.
    #[serde(default)]
    pub table: Option<String>,
    /// The coup.
    #[serde(default)]
    pub coup: Option<u32>,
    /// The event.
    #[serde(default)]
    pub event: Option<u64>,
    /// The note that it goes on from, or puts right. What was written stays.
    #[serde(default)]
    pub follows: Option<u64>,
}

/// A note as it is told.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct NoteView {
    /// Its number.
    pub number: u64,
    /// When it was written.
    #[schema(value_type = i64)]
    pub at: Time,
    /// By whom.
    pub by: String,
    /// In which role.
    pub role: String,
    /// What it says.
    #[serde(flatten)]
    pub note: Note,
    /// The hash of its record.
    pub hash: String,
    #[serde(skip)]
    command: String,
}

impl NoteView {
    fn of(number: u64, record: &Record<'_>) -> Result<NoteView, ArchiveFault> {
        let entry = record.entry;
        let note = serde_json::from_str(record.payload.text());
        let note = note.map_err(|error| ArchiveFault::Impossible {
            place: format!("{}, sequence {}", entry.stream, record.sequence),
            message: error.to_string(),
        })?;
        Ok(NoteView {
            number,
            at: entry.at,
            by: entry.by.name.clone(),
            role: entry.by.role.clone(),
            note,
            hash: record.hash.to_string(),
            command: entry.command.to_string(),
        })
    }
}

/// Which notes.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct NotesWanted {
    /// About this table.
    pub table: Option<String>,
    /// About this coup.
    pub coup: Option<u32>,
    /// With these words.
    pub words: Option<String>,
    /// Those before this one: what the answer before gave as `before`.
    pub before: Option<u64>,
    /// The most that are wanted, up to 100; 20 if not given.
    pub limit: Option<usize>,
}

/// All notes.
pub struct Notes {
    ledger: Ledger,
    all: Mutex<Vec<NoteView>>,
    /// Whoever writes one waits for this turn.
    turn: tokio::sync::Mutex<()>,
}

/// The stream of a note.
pub fn note_stream(number: u64) -> Result<Stream, LedgerError> {
    Ok(Stream::new(WATCH, &number.to_string())?)
}

impl Notes {
    /// Reads those that are there. One that cannot be read keeps nobody out: it is left to whoever verifies the log.
    pub async fn open(archive: &Archive, ledger: Ledger) -> Result<Notes, ArchiveFault> {
        let mut all = Vec::new();
        for stream in archive.store().streams().await?.iter().filter(|stream| stream.kind() == WATCH) {
            let Ok(number) = stream.name().parse::<u64>() else { continue };
            let entries = archive.store().read(stream, 0, 1).await?;
            let note = entries.iter().flat_map(|entry| entry.records()).next();
            match note.map(|record| NoteView::of(number, &record)) {
                Some(Ok(note)) => all.push(note),
                Some(Err(fault)) => tracing::error!(%fault, "a note cannot be read"),
                None => {}
            }
        }
        all.sort_by_key(|note| note.number);
        Ok(Notes { ledger, all: Mutex::new(all), turn: tokio::sync::Mutex::default() })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<NoteView>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that fit, newest first, this many at most, and where to go on.
    pub fn find(&self, wanted: &NotesWanted, limit: usize) -> (Vec<NoteView>, Option<u64>) {
        let words = wanted.words.as_ref().map(|words| words.to_lowercase());
        let fits = |note: &&NoteView| {
            wanted.before.is_none_or(|before| note.number < before)
                && wanted.table.as_ref().is_none_or(|table| note.note.table.as_ref() == Some(table))
                && wanted.coup.is_none_or(|coup| note.note.coup == Some(coup))
                && words.as_ref().is_none_or(|words| note.note.text.to_lowercase().contains(words.as_str()))
        };
        let mut found: Vec<NoteView> =
            self.lock().iter().rev().filter(fits).take(limit + 1).cloned().collect();
        let goes_on = found.len() > limit;
        found.truncate(limit);
        let before = found.last().filter(|_| goes_on).map(|last| last.number);
        (found, before)
    }

    /// Is there a note of this number?
    pub fn has(&self, number: u64) -> bool {
        self.lock().iter().any(|note| note.number == number)
    }

    /// Writes one. The same note under the same id is written once.
    pub async fn write(&self, by: &Person, new: NewNote) -> Result<NoteView, Denial> {
        let command: CommandId = act_record::command_id(&new.id, by)?;
        let length = new.text.chars().count();
        if new.text.trim().is_empty() || length > LONGEST {
            return Err(Denial::unprocessable(format!(
                "text: found {length} characters; allowed are 1 to {LONGEST}"
            )));
        }
        let odd = |letter: char| letter.is_control() && letter != '\n';
        if new.text.chars().any(odd) {
            return Err(Denial::unprocessable("text: allowed are no control characters but line feeds"));
        }
        if new.coup.is_some() && new.table.is_none() {
            return Err(Denial::unprocessable("coup: say which table, too"));
        }
        if let Some(follows) = new.follows.filter(|follows| !self.has(*follows)) {
            return Err(Denial::unprocessable(format!("follows: there is no note {follows}")));
        }
        let NewNote { kind, text, table, coup, event, follows, .. } = new;
        let note = Note { kind, text, table, coup, event, follows };
        let _turn = self.turn.lock().await;
        let known = self.lock().iter().find(|known| known.command == command.as_str()).cloned();
        match known {
            Some(known) if known.note == note => return Ok(known),
            Some(_) => return Err(Denial::same_id()),
            None => {}
        }
        let number = self.lock().last().map_or(1, |last| last.number + 1);
        let payload = Payload::new(NOTE, &note).map_err(LedgerError::from)?;
        let by = By::new(&*by.name.0, by.role.word());
        let draft = Draft::note(note_stream(number)?, command, clock::now(), by, payload);
        let entry = self.ledger.append(draft).await?;
        let record = entry.records().next();
        let record = record.ok_or_else(|| Denial::ours(&"a note without a record"))?;
        let seen = NoteView::of(number, &record).map_err(denied)?;
        self.lock().push(seen.clone());
        Ok(seen)
    }
}
