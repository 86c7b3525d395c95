//! A transcript played line by line.

use super::read::{Request, asked, time};
use super::{Failure, Line, Report, expect};
use crate::acts::{Act, Command, Sealing};
use crate::facts::Event;
use crate::promotion::Promotion;
use crate::refusal::Refusal;
use crate::terms::{Fault, Terms};
use baccarat::book::Book;
use declared::transcript::{Refusals, StoryLine, Written};
use merkle::{Hash, sha256};
use std::sync::Arc;
use table::{Actor, Name, Time};
use toml::Value;

/// What no line of a transcript says is as it stands here.
pub(super) const USUAL: &str = include_str!("usual.toml");
/// When a transcript begins, unless it says otherwise: 2027-01-20 noon in Sydney.
const BEGINS: Time = Time(1_800_406_800_000);
/// How many texts from outside are tried until the order is the wanted one.
const MOST_MIXES: u32 = 200_000;

pub(super) struct Played<'b> {
    pub(super) book: &'b Arc<Book>,
    file: Written,
    pub(super) promotion: Promotion,
    /// Everything that has happened.
    log: Vec<Event>,
    /// What the last line brought.
    pub(super) events: Vec<Event>,
    pub(super) refusals: Refusals<Refusal>,
    pub(super) now: Time,
}

/// What was played, whole.
pub struct Playthrough {
    /// What came of it, line by line.
    pub report: Report,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// The promotion at its end; nothing if its book is not known.
    pub promotion: Option<Promotion>,
}

/// Plays a transcript; books are asked for by the id in its first line.
pub fn run(text: &str, book: impl Fn(&str) -> Option<Arc<Book>>) -> Report {
    play(text, book).report
}

/// Plays a transcript, and tells everything that happened in it too.
pub fn play(text: &str, book: impl Fn(&str) -> Option<Arc<Book>>) -> Playthrough {
    let (mut events, mut promotion) = (Vec::new(), None);
    let report = declared::transcript::run(text, "promotion", book, |book, lines, report| {
        let mut played = Played::new(book);
        let judged = lines.iter().try_for_each(|line| {
            let judged = played.line(line, report);
            report.story.extend(played.story(line));
            judged
        });
        (events, promotion) = (played.log, Some(played.promotion));
        judged?;
        played.refusals.at_the_end()
    });
    Playthrough { report, events, promotion }
}

/// The seed of a transcript's draw: in a transcript it is no secret.
pub(super) fn seed() -> Hash {
    sha256(&[b"transcript promotion draw"])
}

impl<'b> Played<'b> {
    fn new(book: &'b Arc<Book>) -> Played<'b> {
        let mut file = Written(USUAL.parse().unwrap_or_default());
        file.0.insert("book".into(), Value::String(book.id.clone()));
        Played {
            book,
            file,
            promotion: Promotion::new(book.clone()),
            log: Vec::new(),
            events: Vec::new(),
            refusals: Refusals::default(),
            now: BEGINS,
        }
    }

    /// The terms file as the lines so far give it.
    pub(super) fn text(&self) -> String {
        self.file.text()
    }

    /// The terms as the lines so far give them.
    pub(super) fn terms(&self) -> Result<Terms, Vec<Fault>> {
        Terms::read(&self.text(), self.book, &self.promotion.state().prescribed)
    }

    /// What came of a line that asked for something.
    fn story(&self, line: &Line<'_>) -> Option<StoryLine> {
        if line.text.starts_with("expect") {
            return None;
        }
        let state = self.promotion.state();
        let happened =
            self.events.iter().map(|event| format!("{} ({})", event.fact.to_text(state), event.cites));
        let refused = self.refusals.last().filter(|_| self.refusals.is_unexpected());
        let refused = refused.map(|refusal| format!("refused: {refusal}"));
        let came = happened.chain(refused).collect();
        Some(StoryLine { line: line.number, text: line.text.to_owned(), came })
    }

    fn line(&mut self, line: &Line<'_>, report: &mut Report) -> Result<(), Failure> {
        let words: Vec<&str> = line.text.split_whitespace().collect();
        self.refusals.before(&words)?;
        if words[0] == "expect" {
            return expect::check(self, line, report);
        }
        match words[..] {
            ["term", ..] => self.file.set(line, line.text.trim_start_matches("term").trim()),
            ["without", path] => self.file.unset(line, path),
            ["clock", to] => {
                self.now = time(line, to)?;
                Ok(())
            }
            ["opened"] => self.opened(line),
            ["entered", ..] => {
                self.opened(line)?;
                self.all(line, &words[1..], "enters")
            }
            ["closed", ..] => {
                self.opened(line)?;
                self.all(line, &words[1..], "enters")?;
                self.closed(line)
            }
            ["drawn", ..] => {
                self.opened(line)?;
                self.all(line, &words[1..], "enters")?;
                self.closed(line)?;
                self.at_award(line)?;
                self.say(line, &format!("operator draws {}", words[1..].join(" ")))
            }
            _ => {
                let asked = asked(self, line, &words)?;
                self.ask(line, asked);
                Ok(())
            }
        }
    }

    fn ask(&mut self, line: &Line<'_>, asked: Request) {
        let confirmed_by = (!asked.alone).then(|| Name::from("second"));
        let by = Actor { name: asked.name, role: asked.role };
        let command = Command { act: asked.act, by, confirmed_by, keyed_by: asked.keyed_by, at: self.now };
        match self.promotion.submit(&command) {
            Ok(events) => {
                self.log.extend(events.iter().cloned());
                self.events = events;
                self.refusals.none();
            }
            Err(refusal) => {
                self.events.clear();
                self.refusals.add(line, refusal);
            }
        }
    }

    /// Does what a line would do, and fails if it is refused.
    fn say(&mut self, line: &Line<'_>, text: &str) -> Result<(), Failure> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let before = std::mem::take(&mut self.events);
        let asked = asked(self, line, &words)?;
        self.ask(line, asked);
        if let Some(refusal) = self.refusals.take_unexpected() {
            return Err(line.fail(format!("`{text}` was refused: {refusal}")));
        }
        self.events.splice(0..0, before);
        Ok(())
    }

    fn all(&mut self, line: &Line<'_>, names: &[&str], verb: &str) -> Result<(), Failure> {
        for name in names {
            self.say(line, &format!("{} {verb}", name.trim_end_matches(',')))?;
        }
        Ok(())
    }

    /// Everything up to open entries.
    fn opened(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        self.events.clear();
        for text in
            ["operator sets terms", "operator lodges", "operator opens channel in-casino", "operator opens"]
        {
            self.say(line, text)?;
        }
        Ok(())
    }

    fn closed(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        let terms = self.terms().map_err(|_| line.fail("the terms have faults"))?;
        self.now = terms.closes;
        self.say(line, "system closes")
    }

    fn at_award(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        self.now = self.terms().map_err(|_| line.fail("the terms have faults"))?.award.when;
        Ok(())
    }

    /// A text from outside that brings these holders to the head of the order; any text if none is named.
    pub(super) fn mix(&self, line: &Line<'_>, wanted: &[&str]) -> Result<String, Failure> {
        let state = self.promotion.state();
        let Some(root) = state.root.filter(|_| !wanted.is_empty()) else { return Ok("mix 0".to_owned()) };
        let holders: Vec<String> = state
            .list
            .iter()
            .filter_map(|entry| state.ticket(entry.split_whitespace().nth(1)?.parse().ok()?))
            .map(|ticket| ticket.holder.to_string())
            .collect();
        let mixes = (0..MOST_MIXES).map(|number| format!("mix {number}"));
        let comes = |mix: &String| {
            let order = draw::order(&seed().0, root, mix, holders.len(), |_| true);
            let head = order.map(|(order, _)| order).unwrap_or_default();
            let head = head.into_iter().filter_map(|index| holders.get(index)).map(String::as_str);
            wanted.len() <= holders.len() && head.take(wanted.len()).eq(wanted.iter().copied())
        };
        mixes.into_iter().find(comes).ok_or_else(|| line.fail("these tickets cannot come up in that order"))
    }

    /// Opening, with the seed and the secret of a transcript.
    pub(super) fn opening(&self) -> Act {
        let sealing = Sealing {
            seed_hash: draw::seed_hash(&seed().0),
            number: 1,
            previous: Hash::NONE,
            ticket_key: sha256(&[b"transcript ticket key"]),
        };
        Act::Open { sealing: Some(sealing) }
    }
}
