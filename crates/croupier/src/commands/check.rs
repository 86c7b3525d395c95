//! `croupier check`: transcripts run, differences told.

use crate::failure::Failure;
use crate::files::library;
use crate::screen::{Ink, Screen};
use baccarat::book::Book;
use clap::Args;
use lab::Provenance;
use serde_json::json;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::Event;
use table::transcript::StoryLine;

/// Which transcripts.
#[derive(Args)]
pub struct CheckArgs {
    /// Transcript files, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print every event of every transcript as JSON Lines instead, as `log export` does; each transcript is a stream
    #[arg(long)]
    events: bool,
    /// Tell the whole story of each transcript: every line, what came of it, and the clauses
    #[arg(long, conflicts_with = "events")]
    show: bool,
}

/// Runs it.
pub fn run(args: &CheckArgs, screen: &Screen) -> Result<(), Failure> {
    let shelf = Shelf::default();
    let (mut failed, mut lines, mut expectations) = (0, Vec::new(), 0);
    let mut files = Vec::new();
    for name in &args.files {
        let found = self::files(std::slice::from_ref(name))?;
        if found.is_empty() {
            return Err(Failure::refused(format!(
                "no transcript in {name}: transcripts are files that end in .txt"
            )));
        }
        files.extend(found);
    }
    for file in &files {
        let report = shelf.play(file)?;
        if args.events && !report.of_a_table {
            return Err(Failure::refused(format!(
                "{file} is of a tournament or a promotion: --events is for tables; --show tells what happened"
            )));
        }
        if args.events {
            let provenance = shelf.provenance(&report.book);
            screen.write(&events(file, &report.events, provenance.as_ref()))?;
        }
        expectations += report.expectations;
        if report.failures.is_empty() && args.events {
            continue;
        }
        if report.failures.is_empty() {
            lines.push(format!(
                "{} {file} ({} expectations)",
                screen.ink("pass", Ink::Green),
                report.expectations
            ));
        } else {
            failed += 1;
            lines.push(format!("{} {file}", screen.ink("FAIL", Ink::Red)));
            lines.extend(report.failures.iter().map(|failure| format!("     {failure}")));
        }
        lines.extend(report.hints.iter().map(|hint| format!("     hint: {hint}")));
        if args.show {
            lines.extend(report.story);
        }
    }
    let message = format!("{failed} of {} transcripts failed", files.len());
    if args.events {
        // What is read by a program holds nothing but events; what failed is said with the error.
        return if failed == 0 {
            Ok(())
        } else {
            Err(Failure::refused([vec![message], lines].concat().join("\n")))
        };
    }
    lines.push(format!("{} passed, {failed} failed; {expectations} expectations", files.len() - failed));
    screen.write(&format!("{}\n{}", lines.join("\n"), shelf.feet(screen)))?;
    if failed == 0 { Ok(()) } else { Err(Failure::refused(message)) }
}

/// A line of a transcript, and under it what came of it.
fn story_lines(line: &StoryLine) -> Vec<String> {
    let events = line.events.iter().map(|event| format!("          {} ({})", event.fact, event.cites));
    let refused = line.refused.iter().map(|refusal| format!("          refused: {refusal}"));
    let said = format!("{:>5}  {}", line.line, line.text);
    std::iter::once(said).chain(events).chain(refused).collect()
}

/// What happened in a transcript, in the form in which a log is exported. There are neither commands nor hashes, but each line says by
/// which rules it happened.
fn events(file: &str, events: &[Event], by_rules: Option<&Provenance>) -> String {
    let rules = by_rules.map(|of| json!({ "standing": of.standing, "sha256": of.sha256 }));
    let lines = events.iter().enumerate().map(|(sequence, event)| {
        let Event { fact, by, at, cites } = event;
        let line = json!({
            "stream": file,
            "sequence": sequence,
            "at": at,
            "actor": by.name,
            "role": by.role,
            "kind": "table-event-1",
            "rules": rules,
            "payload": { "fact": fact, "under": cites },
        });
        format!("{line}\n")
    });
    lines.collect()
}

/// Books already read, so that each is read once.
#[derive(Default)]
pub struct Shelf(RefCell<BTreeMap<String, Arc<Book>>>);

impl Shelf {
    /// A book by id or file.
    pub fn book(&self, name: &str) -> Result<Arc<Book>, Failure> {
        if let Some(book) = self.0.borrow().get(name) {
            return Ok(book.clone());
        }
        let book = Arc::new(library::open_and_warn(name)?);
        self.0.borrow_mut().insert(name.to_owned(), book.clone());
        Ok(book)
    }

    /// Where a book that was read, known by its id, comes from.
    fn provenance(&self, id: &str) -> Option<Provenance> {
        self.0.borrow().values().find(|book| book.id == id).map(|book| Provenance::of(book))
    }

    /// For every book that was read, where it comes from and the hash of what it says.
    fn feet(&self, screen: &Screen) -> String {
        let books = self.0.borrow();
        books.iter().map(|(name, book)| format!("{name}: {}", screen.foot(&Provenance::of(book)))).collect()
    }

    /// Plays a transcript file, of a table, a tournament or a promotion.
    pub fn play(&self, file: &str) -> Result<Report, Failure> {
        let text = library::read_file(file)?;
        let book = |name: &str| self.book(name).ok();
        if tournament::transcript::is_one(&text) {
            return Ok(Report::from(tournament::transcript::run(&text, book)));
        }
        if promotion::transcript::is_one(&text) {
            return Ok(Report::from(promotion::transcript::run(&text, book)));
        }
        let report = table::transcript::run(&text, book);
        let failures = report.failures.iter().map(ToString::to_string).collect();
        let hints = report.hints.iter().map(ToString::to_string).collect();
        let table::transcript::Report { book, expectations, events, story, .. } = report;
        let story = story.iter().flat_map(story_lines).collect();
        Ok(Report { book, failures, expectations, events, of_a_table: true, story, hints })
    }
}

/// What came of a transcript, whatever it is of.
pub struct Report {
    /// The id of its book.
    pub book: String,
    /// What did not come out, line by line; none if it passed.
    pub failures: Vec<String>,
    /// How many expectations there were.
    pub expectations: usize,
    /// Everything that happened at its table; none of a tournament's or a promotion's.
    pub events: Vec<Event>,
    /// It is of a table, not of a tournament or a promotion.
    pub of_a_table: bool,
    /// Its lines, and under each what came of it.
    pub story: Vec<String>,
    /// What is no fault, but may be said better.
    pub hints: Vec<String>,
}

impl From<declared::transcript::Report> for Report {
    fn from(report: declared::transcript::Report) -> Report {
        Report {
            book: report.book.clone(),
            failures: report.failures.iter().map(ToString::to_string).collect(),
            expectations: report.expectations,
            events: Vec::new(),
            of_a_table: false,
            story: report
                .story
                .iter()
                .flat_map(|line| {
                    let came = line.came.iter().map(|text| format!("          {text}"));
                    std::iter::once(format!("{:>5}  {}", line.line, line.text)).chain(came)
                })
                .collect(),
            hints: Vec::new(),
        }
    }
}

/// Every transcript in these files and folders.
pub fn files(names: &[String]) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for name in names {
        let path = std::path::Path::new(name);
        if !path.is_dir() {
            files.push(name.clone());
            continue;
        }
        let entries = std::fs::read_dir(path).map_err(|error| Failure::unreadable(path, &error))?;
        let mut inside: Vec<String> = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| Failure::unreadable(path, &error))?.path();
            if entry.is_dir() || entry.extension().is_some_and(|extension| extension == "txt") {
                inside.push(entry.to_string_lossy().into_owned());
            }
        }
        inside.sort();
        files.extend(self::files(&inside)?);
    }
    Ok(files)
}
