//! A transcript played line by line.

use super::read::{Request, asked, cards, money, role_of, time};
use super::{Failure, Line, Report, expect};
use crate::acts::{Act, Command, Opening};
use crate::conditions::{Conditions, Fault};
use crate::facts::{Event, Fact, SeatOf};
use crate::refusal::Refusal;
use crate::state::TablePlay;
use crate::tournament::Tournament;
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use declared::transcript::{Refusals, StoryLine, Written};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::{Actor, Citation, Name, Time};
use toml::Value;

/// What no line of a transcript says is as it stands here.
pub(super) const USUAL: &str = include_str!("usual.toml");

pub(super) struct Played<'b> {
    pub(super) book: &'b Arc<Book>,
    file: Written,
    pub(super) tournament: Option<Tournament>,
    /// Everything that has happened.
    pub(super) log: Vec<Event>,
    /// What the last line brought.
    pub(super) events: Vec<Event>,
    pub(super) refusals: Refusals<Refusal>,
    pub(super) at_table: u8,
    now: Time,
    /// Forms that were taken, by their writers.
    pub(super) forms: BTreeMap<String, Opening>,
    /// The form that is being handed in.
    pub(super) written: Option<(String, Opening)>,
}

/// What was played, whole.
pub struct Playthrough {
    /// What came of it, line by line.
    pub report: Report,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// The tournament at its end, if one began.
    pub tournament: Option<Tournament>,
}

/// Plays a transcript; books are asked for by the id in its first line.
pub fn run(text: &str, book: impl Fn(&str) -> Option<Arc<Book>>) -> Report {
    play(text, book).report
}

/// Plays a transcript, and tells everything that happened in it too.
pub fn play(text: &str, book: impl Fn(&str) -> Option<Arc<Book>>) -> Playthrough {
    let (mut events, mut tournament) = (Vec::new(), None);
    let report = declared::transcript::run(text, "tournament", book, |book, lines, report| {
        let mut played = Played::new(book);
        let judged = lines.iter().try_for_each(|line| {
            let judged = played.line(line, report);
            report.story.extend(played.story(line));
            judged
        });
        (events, tournament) = (played.log, played.tournament);
        judged?;
        played.refusals.at_the_end()
    });
    Playthrough { report, events, tournament }
}

impl<'b> Played<'b> {
    fn new(book: &'b Arc<Book>) -> Played<'b> {
        let mut file = Written(USUAL.parse().unwrap_or_default());
        file.0.insert("book".into(), Value::String(book.id.clone()));
        Played {
            book,
            file,
            tournament: None,
            log: Vec::new(),
            events: Vec::new(),
            refusals: Refusals::default(),
            at_table: 1,
            now: Time(0),
            forms: BTreeMap::new(),
            written: None,
        }
    }

    pub(super) fn table(&self) -> Option<&TablePlay> {
        self.tournament.as_ref()?.state().table(self.at_table)
    }

    pub(super) fn id(&self) -> &str {
        self.file.0.get("tournament").and_then(Value::as_str).unwrap_or_default()
    }

    pub(super) fn fee(&self) -> Money {
        self.tournament.as_ref().map_or(Money(0), |tournament| tournament.conditions().entry.fee)
    }

    pub(super) fn form_fields(&self) -> Vec<String> {
        self.tournament.as_ref().map_or(Vec::new(), |tournament| tournament.conditions().entry.form.clone())
    }

    pub(super) fn draws(&self) -> usize {
        self.tournament.as_ref().map_or(0, |tournament| tournament.state().draws.len())
    }

    /// The conditions as the lines so far give them.
    pub(super) fn conditions(&self) -> Result<Conditions, Vec<Fault>> {
        Conditions::read(&self.file.text(), self.book)
    }

    /// What came of a line that asked for something.
    fn story(&self, line: &Line<'_>) -> Option<StoryLine> {
        if line.text.starts_with("expect") {
            return None;
        }
        let state = self.tournament.as_ref()?.state();
        let happened =
            self.events.iter().map(|event| format!("{} ({})", event.fact.to_text(state), event.cites));
        let refused = self.refusals.last().filter(|_| self.refusals.is_unexpected());
        let refused = refused.map(|refusal| format!("refused: {refusal}"));
        let came = happened.chain(refused).collect();
        Some(StoryLine { line: line.number, text: line.text.to_owned(), came })
    }

    fn line(&mut self, line: &Line<'_>, report: &mut Report) -> Result<(), Failure> {
        let mut text = line.text;
        if let Some((table, rest)) = text.strip_prefix("table ").and_then(|rest| rest.split_once(':')) {
            self.at_table = table.trim().parse().map_err(|_| line.fail("allowed is `table 2: …`"))?;
            text = rest.trim();
        } else if !text.starts_with("expect") {
            self.at_table = 1;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let first = *words
            .first()
            .ok_or_else(|| line.fail("nothing is said of this table; allowed is `table 2: …`"))?;
        self.refusals.before(&words)?;
        if first == "expect" {
            return expect::check(self, line, report);
        }
        match words[..] {
            ["condition", ..] => self.file.set(line, text.trim_start_matches("condition").trim()),
            ["without", path] => self.file.unset(line, path),
            ["clock", to] => {
                self.now = time(line, to)?;
                self.events.clear();
                Ok(())
            }
            ["opened"] => self.opened(line),
            ["entered", ..] => {
                self.opened(line)?;
                self.all(line, &words[1..], |who| format!("{who} enters"))
            }
            ["seated", ..] => self.seated(line, text.trim_start_matches("seated").trim()),
            ["coup", ref rest @ ..] => {
                let open = self.open_coup(line);
                match rest {
                    [] => open,
                    rest => {
                        open?;
                        self.deal(line, rest)
                    }
                }
            }
            ["deal", ref rest @ ..] => self.deal(line, rest),
            ["counted"] => {
                self.events.clear();
                self.say(line, "dealer counts")?;
                self.say(line, "supervisor counts")
            }
            ["placed"] => {
                self.events.clear();
                self.say(line, "dealer counts")?;
                self.say(line, "supervisor counts")?;
                self.say(line, "supervisor returns chips")?;
                self.say(line, "director confirms places")
            }
            _ => {
                let asked = asked(self, line, &words)?;
                self.ask(line, asked)
            }
        }
    }

    fn ready(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        if self.tournament.is_some() {
            return Ok(());
        }
        match self.conditions() {
            Ok(conditions) => {
                self.tournament = Some(Tournament::new(self.book.clone(), Arc::new(conditions)));
                Ok(())
            }
            Err(faults) => {
                let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
                Err(line.fail(format!("the conditions have faults: {}", all.join("; "))))
            }
        }
    }

    fn ask(&mut self, line: &Line<'_>, asked: Request) -> Result<(), Failure> {
        self.ready(line)?;
        let confirmed_by = (!asked.alone).then(|| Name::from("second"));
        let by = Actor { name: asked.name, role: asked.role };
        let command = Command { act: asked.act, by, confirmed_by, at: self.now };
        let written = self.written.take();
        let Some(tournament) = &mut self.tournament else { return Ok(()) };
        match tournament.submit(&command) {
            Ok(events) => {
                let (money, chips) = tournament.state().imbalance();
                if money.0 != 0 || chips.0 != 0 {
                    return Err(line.fail(format!("accounts are apart by {money}, chips by {chips}")));
                }
                self.log.extend(events.iter().cloned());
                self.forms.extend(written);
                self.events = events;
                self.refusals.none();
            }
            Err(refusal) => {
                self.events.clear();
                self.refusals.add(line, refusal);
            }
        }
        Ok(())
    }

    /// Does what a line would do, and fails if it is refused.
    fn say(&mut self, line: &Line<'_>, text: &str) -> Result<(), Failure> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let before = std::mem::take(&mut self.events);
        let asked = asked(self, line, &words)?;
        self.ask(line, asked)?;
        if let Some(refusal) = self.refusals.take_unexpected() {
            return Err(line.fail(format!("`{text}` was refused: {refusal}")));
        }
        self.events.splice(0..0, before);
        Ok(())
    }

    fn all(&mut self, line: &Line<'_>, names: &[&str], say: impl Fn(&str) -> String) -> Result<(), Failure> {
        self.events.clear();
        for name in names {
            self.say(line, &say(name.trim_end_matches(',')))?;
        }
        Ok(())
    }

    /// Everything up to open entries.
    fn opened(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        self.events.clear();
        for text in [
            "operator announces",
            "operator names official director licensed",
            "operator publishes",
            "operator sends copy",
            "operator opens entries",
        ] {
            self.say(line, text)?;
        }
        Ok(())
    }

    /// `ann 1, bob 2 holding 450`: entered, seated there as if so drawn, chips handed out, the session begun. `table 2` goes
    /// on at another table.
    fn seated(&mut self, line: &Line<'_>, text: &str) -> Result<(), Failure> {
        let mut seats: Vec<(String, u8, u8, Option<Money>)> = Vec::new();
        let mut table = 1;
        for part in text.split(',') {
            let words: Vec<&str> = part.split_whitespace().collect();
            let words = match words[..] {
                ["table", number, ref rest @ ..] => {
                    table = number.parse().map_err(|_| line.fail("allowed is `table 2 NAME SEAT`"))?;
                    rest.to_vec()
                }
                _ => words,
            };
            let seat = |text: &str| text.parse().map_err(|_| line.fail(format!("`{text}` is no seat")));
            match words[..] {
                [name, at] => seats.push((name.to_owned(), table, seat(at)?, None)),
                [name, at, "holding", stack] => {
                    seats.push((name.to_owned(), table, seat(at)?, Some(money(line, stack)?)));
                }
                _ => {
                    return Err(line
                        .fail("allowed is `NAME SEAT` or `NAME SEAT holding AMOUNT`, with commas between"));
                }
            }
        }
        let fresh = self.tournament.as_ref().is_none_or(|tournament| tournament.state().entrants.is_empty());
        self.events.clear();
        if fresh {
            self.opened(line)?;
            for (name, ..) in &seats {
                self.say(line, &format!("{name} enters"))?;
            }
            self.say(line, "director closes entries")?;
        }
        let names: Vec<String> = (1..=table).map(|number| format!("t{number}")).collect();
        self.say(line, &format!("director names tables {}", names.join(" ")))?;
        let of = seats.iter().map(|(name, table, seat, _)| SeatOf {
            name: Name::from(name.as_str()),
            table: *table,
            seat: *seat,
        });
        self.happen(Fact::Seated { seats: of.collect(), draw: None });
        let tournament = self.tournament.as_ref();
        let stage = tournament.and_then(|of| of.conditions().stages.get(of.state().stage));
        if let Some(buy_in) = stage.map(|stage| stage.buy_in).filter(|buy_in| buy_in.0 > 0) {
            for (name, ..) in &seats {
                self.say(line, &format!("{name} buys in {buy_in}"))?;
            }
        }
        for number in 1..=table {
            self.at_table = number;
            self.say(line, "dealer issues chips")?;
        }
        self.at_table = 1;
        for (name, table, seat, stack) in &seats {
            self.say(line, &format!("{name} sits {seat} at table {table}"))?;
            if let Some(stack) = stack {
                self.happen(Fact::ChipsGiven { name: Name::from(name.as_str()), amount: *stack });
            }
        }
        self.say(line, "director begins")
    }

    /// Puts something on record that no act of this transcript led to.
    fn happen(&mut self, fact: Fact) {
        let by = Actor { name: Name::from("director"), role: Role::Director };
        let event = Event { fact, by, at: self.now, cites: Citation::default() };
        if let Some(tournament) = &mut self.tournament {
            tournament.apply(&event);
        }
        self.log.push(event);
    }

    fn open_coup(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        let act = Act::OpenCoup { table: self.at_table };
        self.ask(line, Request { name: Name::from("dealer"), role: role_of("dealer"), act, alone: true })
    }

    /// The first card and the rest of a coup; `taken 3 1` says in which order losing wagers were taken.
    fn deal(&mut self, line: &Line<'_>, words: &[&str]) -> Result<(), Failure> {
        let (dealt, taken) = match words.iter().position(|word| *word == "taken") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, &[][..]),
        };
        let dealer = |act| Request { name: Name::from("dealer"), role: Role::Dealer, act, alone: true };
        self.ask(line, dealer(Act::FirstCard { table: self.at_table }))?;
        if self.refusals.is_unexpected() {
            return Ok(());
        }
        let first = std::mem::take(&mut self.events);
        let collected = taken.iter().filter_map(|seat| seat.parse().ok()).collect();
        let cards = cards(line, dealt)?;
        self.ask(line, dealer(Act::CoupEnds { table: self.at_table, cards, collected }))?;
        self.events.splice(0..0, first);
        Ok(())
    }
}
