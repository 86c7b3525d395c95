//! A table that is played line by line, in the language of transcripts, by a program or at a prompt.

use super::expect::check;
use super::play::Played;
use super::{Failure, Line, Report, lines};
use crate::command::Command;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::table::Table;
use crate::time::Time;
use baccarat::basis::ClauseNumber;
use baccarat::book::Book;
use std::sync::Arc;

/// A table under play.
#[derive(Clone)]
pub struct Session {
    played: Played,
    /// The transcript so far; none once something happened that no line says.
    text: Option<String>,
}

/// Why a line brought nothing about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The line cannot be understood, or not be carried out where play is.
    Line(Failure),
    /// The table turned it down.
    Refused(Refusal),
}

/// What a line would bring about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// Everything that would happen, in order.
    pub events: Vec<Event>,
    /// The lines of a transcript that say it and what must come of it.
    pub says: Vec<String>,
    /// When.
    pub at: Time,
}

impl Session {
    /// Opens a table by the first lines of a transcript: the book, the settings, perhaps `cards by hand`.
    pub fn open(head: &str, book: Arc<Book>) -> Result<Session, Stopped> {
        let lines = lines(head);
        lines.iter().try_for_each(Line::printable).map_err(Stopped::Line)?;
        let played = Played::open(&lines, |_| Some(book.clone())).map_err(Stopped::Line)?;
        if let Some(refusal) = played.refused {
            return Err(Stopped::Refused(refusal));
        }
        if let Some(line) = lines.get(played.settings) {
            let message = format!("found `{}`; allowed are the book and its settings", line.text);
            return Err(Stopped::Line(line.fail(message)));
        }
        Ok(Session { played, text: Some(format!("{}\n", head.trim_end())) })
    }

    /// The table; a session that opened has one.
    pub fn table(&self) -> Option<&Table> {
        self.played.table.as_ref()
    }

    /// What time it is at the table.
    pub fn now(&self) -> Time {
        self.played.now
    }

    /// Everything that happened so far.
    pub fn history(&self) -> &[Event] {
        &self.played.log
    }

    /// What a line would bring about at this time, or now. Changes nothing.
    pub fn decide(&mut self, line: &str, at: Option<Time>) -> Result<Outlook, Stopped> {
        // What happened so far is of no use to the copy, and long.
        let log = std::mem::take(&mut self.played.log);
        let mut copy = self.played.clone();
        self.played.log = log;
        let at = at.unwrap_or(copy.now).max(copy.now);
        let mut says = Vec::new();
        if at > copy.now {
            says.push(format!("time {at}"));
            copy.now = at;
        }
        let line = one_line(line)?;
        copy.act(&line).map_err(Stopped::Line)?;
        if let Some(refusal) = copy.refused {
            return Err(Stopped::Refused(refusal));
        }
        says.push(line.text.to_owned());
        says.extend(expectation(&copy));
        Ok(Outlook { events: copy.log, says, at: copy.now })
    }

    /// What a command would bring about. Changes nothing.
    pub fn decide_command(&self, command: &Command) -> Result<Vec<Event>, Stopped> {
        let Some(table) = self.table() else { return Ok(Vec::new()) };
        Ok(table.decide(command).map_err(Stopped::Refused)?.events)
    }

    /// Takes in what happened, with the lines that say it where there are any.
    pub fn apply(&mut self, events: Vec<Event>, says: &[String], at: Option<Time>) {
        if let Some(table) = &mut self.played.table {
            events.iter().for_each(|event| table.apply(event));
        }
        let last = events.last().map(|event| event.at);
        self.played.now = self.played.now.max(at.or(last).unwrap_or(self.played.now));
        self.text = match (self.text.take(), says.is_empty() && !events.is_empty()) {
            (Some(text), false) => Some(says.iter().fold(text, |text, line| format!("{text}{line}\n"))),
            _ => None,
        };
        self.played.log.extend(events);
    }

    /// All of it as a transcript; nothing if something happened that no line says.
    pub fn transcript(&self) -> Option<&str> {
        self.text.as_deref()
    }
}

/// The one line of a text that says something.
fn one_line(text: &str) -> Result<Line<'_>, Stopped> {
    let wrong = |message: &str| Stopped::Line(Line { number: 1, text: "" }.fail(message));
    let lines = lines(text);
    let [line] = &lines[..] else { return Err(wrong("allowed is one line, such as `ann arrives`")) };
    line.printable().map_err(Stopped::Line)?;
    match line.words()[0] {
        "expect" | "setting" | "book" => Err(wrong("allowed is a line in which somebody does something")),
        _ => Ok(line.clone()),
    }
}

/// A line that expects what came, if what came can be expected.
fn expectation(played: &Played) -> Option<String> {
    // `then` divides expectations, so that a fact with that word is told up to it.
    let fact = |event: &Event| {
        let fact = event.fact.to_string();
        fact.split(" then ").next().unwrap_or_default().to_owned()
    };
    let facts: Vec<String> = played.events.iter().map(fact).collect();
    let mut clauses: Vec<ClauseNumber> = Vec::new();
    for clause in played.events.iter().flat_map(|event| &event.cites.clauses) {
        if !clauses.contains(clause) {
            clauses.push(clause.clone());
        }
    }
    let text = format!("expect {}  {}", facts.join(" then "), clauses.join(", "));
    let text = text.trim_end().to_owned();
    let line = Line { number: 1, text: &text };
    let fits = !facts.is_empty() && check(played, &line, &mut Report::default()).is_ok();
    fits.then_some(text)
}
