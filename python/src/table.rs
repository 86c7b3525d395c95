//! A table under play.

use crate::answer::{NativeBook, json};
use crate::errors::{refused, wrong};
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, MutexGuard, PoisonError};
use table::transcript::{Outlook, Session, Stopped};
use table::{Citation, Command, Due, Event, Refusal, Time};

/// A table, opened under a book.
#[pyclass(name = "NativeTable", frozen, module = "croupier._croupier")]
pub struct NativeTable(Mutex<Session>);

/// What would happen, as Python is told it.
#[derive(Serialize)]
struct Decided {
    events: Vec<EventLine>,
    says: Vec<String>,
    at: Time,
}

/// An event with its sentence.
#[derive(Serialize, Deserialize)]
struct EventLine {
    #[serde(flatten)]
    event: Event,
    #[serde(skip_deserializing)]
    sentence: String,
}

impl From<Event> for EventLine {
    fn from(event: Event) -> EventLine {
        EventLine { sentence: event.fact.to_string(), event }
    }
}

/// What is due, in words too.
#[derive(Serialize)]
struct DueNow {
    #[serde(flatten)]
    due: Due,
    sentence: String,
    cites: Citation,
}

fn stopped(why: Stopped) -> PyErr {
    match why {
        Stopped::Line(failure) => wrong(failure.message),
        Stopped::Refused(refusal) => turned_down(&refusal),
    }
}

fn turned_down(refusal: &Refusal) -> PyErr {
    let clauses = refusal.cites.clauses.iter().map(ToString::to_string).collect();
    refused(refusal.to_string(), Some(refusal.reason.word()), clauses)
}

impl NativeTable {
    fn session(&self) -> MutexGuard<'_, Session> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl NativeTable {
    /// Opens a table by the first lines of a transcript.
    #[new]
    fn new(book: &NativeBook, head: &str) -> PyResult<NativeTable> {
        Ok(NativeTable(Mutex::new(Session::open(head, book.book()).map_err(stopped)?)))
    }

    /// What a line of a transcript would bring about, as JSON.
    fn decide(&self, line: &str, at: Option<i64>) -> PyResult<String> {
        let Outlook { events, says, at } = self.session().decide(line, at.map(Time)).map_err(stopped)?;
        json(&Decided { events: events.into_iter().map(EventLine::from).collect(), says, at })
    }

    /// What a command, given as JSON, would bring about.
    fn decide_command(&self, command: &str) -> PyResult<String> {
        let command: Command = read(command)?;
        let at = command.at;
        let events = self.session().decide_command(&command).map_err(stopped)?;
        json(&Decided { events: events.into_iter().map(EventLine::from).collect(), says: Vec::new(), at })
    }

    /// Takes in events, given as JSON, with the lines that say them.
    fn apply(&self, events: &str, says: Vec<String>, at: Option<i64>) -> PyResult<()> {
        let lines: Vec<EventLine> = read(events)?;
        let events = lines.into_iter().map(|line| line.event).collect();
        self.session().apply(events, &says, at.map(Time));
        Ok(())
    }

    /// What is due, as JSON.
    fn due(&self) -> PyResult<String> {
        let session = self.session();
        let Some(table) = session.table() else { return Ok("null".to_owned()) };
        let due = table.due_at(session.now());
        json(&DueNow { sentence: due.to_string(), due, cites: table.due_under_at(session.now()) })
    }

    /// Everything that follows from what happened, as JSON.
    fn state(&self) -> PyResult<String> {
        json(&self.session().table().map(table::Table::state))
    }

    /// Everything that happened, as JSON.
    fn events(&self) -> PyResult<String> {
        let events: Vec<EventLine> = self.session().history().iter().cloned().map(EventLine::from).collect();
        json(&events)
    }

    /// All of it as a transcript.
    fn transcript(&self) -> PyResult<String> {
        let session = self.session();
        let text = session.transcript().map(str::to_owned);
        text.ok_or_else(|| wrong("something was applied that was not decided from a line of a transcript"))
    }

    /// The time at the table, in milliseconds.
    #[getter]
    fn now(&self) -> i64 {
        self.session().now().0
    }
}

/// Reads JSON that came from Python.
fn read<T: for<'de> Deserialize<'de>>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| wrong(format!("not understood: {error}")))
}
