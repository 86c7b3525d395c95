//! What transcripts of tournaments and promotions have in common: lines, expectations with their clauses, and the file they declare.

use baccarat::book::Book;
use std::fmt;
use std::sync::Arc;
use table::Citation;
use toml::{Table as Toml, Value};

/// What came of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What did not come out as it should; none if it passed.
    pub failures: Vec<Failure>,
    /// Every clause that an expectation cited and that was borne out, with its line.
    pub covered: Vec<(String, usize)>,
    /// How many expectations there were.
    pub expectations: usize,
    /// The book it was played under.
    pub book: String,
    /// Its lines, each with what came of it.
    pub story: Vec<StoryLine>,
}

/// A line of a transcript that asked for something, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoryLine {
    /// The line of the transcript.
    pub line: usize,
    /// What it says.
    pub text: String,
    /// What happened, or why it was refused, each with its clauses.
    pub came: Vec<String>,
}

/// One thing that did not come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line of the transcript.
    pub line: usize,
    /// What was expected and what came instead.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// A line that says something, without its comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'t> {
    /// Counted from 1.
    pub number: usize,
    /// What it says.
    pub text: &'t str,
}

impl Line<'_> {
    /// It did not come out.
    pub fn fail(&self, message: impl Into<String>) -> Failure {
        Failure { line: self.number, message: message.into() }
    }

    /// Words stand behind an act that nobody understands.
    pub fn beyond(&self, words: &[&str], allowed: &str) -> Failure {
        self.fail(format!("found `{}` behind it; allowed is nothing or `{allowed}`", words.join(" ")))
    }

    /// Only these words may stand behind an act, in any order.
    pub fn only(&self, words: &[&str], allowed: &[&str]) -> Result<(), Failure> {
        match words.iter().all(|word| allowed.contains(word)) {
            true => Ok(()),
            false => Err(self.beyond(words, &allowed.join("`, `"))),
        }
    }

    /// Does this word stand behind an act? Nothing else may.
    pub fn flagged(&self, words: &[&str], word: &str) -> Result<bool, Failure> {
        match words {
            [] => Ok(false),
            [found] if *found == word => Ok(true),
            _ => Err(self.beyond(words, word)),
        }
    }

    /// What stands behind this word; empty if nothing stands behind the act at all.
    pub fn after(&self, words: &[&str], word: &str) -> Result<String, Failure> {
        match words {
            [] => Ok(String::new()),
            [found, rest @ ..] if *found == word => Ok(rest.join(" ")),
            _ => Err(self.beyond(words, &format!("{word} …"))),
        }
    }
}

/// The lines that say something.
pub fn lines(text: &str) -> Vec<Line<'_>> {
    let numbered = text.lines().enumerate().map(|(index, line)| Line {
        number: index + 1,
        text: line.split('#').next().unwrap_or_default().trim(),
    });
    numbered.filter(|line| !line.text.is_empty()).collect()
}

/// Plays a transcript whose first line is `KIND BOOK`; books are asked for by that id.
pub fn run(
    text: &str,
    kind: &str,
    book: impl Fn(&str) -> Option<Arc<Book>>,
    play: impl FnOnce(&Arc<Book>, &[Line<'_>], &mut Report) -> Result<(), Failure>,
) -> Report {
    let mut report = Report::default();
    let lines = lines(text);
    let Some((first, rest)) = lines.split_first() else {
        report.failures.push(Failure { line: 1, message: "it is empty".into() });
        return report;
    };
    let id = first.text.strip_prefix(kind).unwrap_or_default().trim();
    report.book = id.to_owned();
    let Some(book) = book(id) else {
        report.failures.push(first.fail(format!("found `{}`; allowed is `{kind} BOOK`", first.text)));
        return report;
    };
    if let Err(failure) = play(&book, rest, &mut report) {
        report.failures.push(failure);
    }
    report
}

/// What the last line that asked for something was refused with. A refusal that no line expects is a failure.
pub struct Refusals<R> {
    last: Option<R>,
    /// The line that was refused and that nobody has expected to be.
    unexpected: Option<usize>,
}

impl<R> Default for Refusals<R> {
    fn default() -> Refusals<R> {
        Refusals { last: None, unexpected: None }
    }
}

impl<R: fmt::Display> Refusals<R> {
    /// What was asked for happened.
    pub fn none(&mut self) {
        self.last = None;
    }

    /// What a line asked for was refused.
    pub fn add(&mut self, line: &Line<'_>, refusal: R) {
        self.last = Some(refusal);
        self.unexpected = Some(line.number);
    }

    /// The refusal that was met last.
    pub fn last(&self) -> Option<&R> {
        self.last.as_ref()
    }

    /// Has nobody yet expected the last refusal?
    pub fn is_unexpected(&self) -> bool {
        self.unexpected.is_some()
    }

    /// The last refusal, if nobody has expected it; from now on somebody has.
    pub fn take_unexpected(&mut self) -> Option<&R> {
        self.unexpected.take().and(self.last.as_ref())
    }

    /// Before a line: only one that expects a refusal may follow on one.
    pub fn before(&mut self, words: &[&str]) -> Result<(), Failure> {
        match words {
            ["expect", "refused", ..] => {
                self.unexpected = None;
                Ok(())
            }
            _ => self.at_the_end(),
        }
    }

    /// After the last line.
    pub fn at_the_end(&mut self) -> Result<(), Failure> {
        match (self.unexpected.take(), &self.last) {
            (Some(line), Some(refusal)) => Err(Failure { line, message: format!("refused: {refusal}") }),
            _ => Ok(()),
        }
    }
}

/// Does the first line begin with this word?
pub fn begins_with(text: &str, word: &str) -> bool {
    lines(text).first().is_some_and(|line| line.text.split_whitespace().next() == Some(word))
}

/// What an `expect` line expects, and the clauses that it must rest on.
pub struct Expectation {
    /// The words after `expect`.
    pub words: Vec<String>,
    only: bool,
    clauses: Vec<String>,
}

impl Expectation {
    /// Reads an `expect` line: the clauses stand after two blanks or more, perhaps after `only`.
    pub fn read(book: &Book, line: &Line<'_>) -> Result<Expectation, Failure> {
        let rest = line.text.split_once("expect").map_or(line.text, |(_, rest)| rest).trim();
        let (message, clauses) = match rest.rsplit_once("  ") {
            Some((message, clauses)) => (message.trim(), clauses.trim()),
            None => (rest, ""),
        };
        let (only, clauses) = match clauses.strip_prefix("only ") {
            Some(clauses) => (true, clauses),
            None => (false, clauses),
        };
        let clauses =
            clauses.split(',').map(|clause| clause.trim().to_owned()).filter(|clause| !clause.is_empty());
        let clauses: Vec<String> = clauses.collect();
        for clause in &clauses {
            if !clause.starts_with("silent ") && book.clause(clause).is_none() {
                return Err(line.fail(format!("{} has no clause `{clause}`", book.id)));
            }
        }
        Ok(Expectation { words: message.split_whitespace().map(str::to_owned).collect(), only, clauses })
    }

    /// Holds the clauses against what it really rests on; nothing where no decision was looked at.
    pub fn borne_out(
        self,
        line: &Line<'_>,
        cites: Option<Citation>,
        report: &mut Report,
    ) -> Result<(), Failure> {
        let Some(cites) = cites else {
            return match self.clauses.is_empty() {
                true => Ok(()),
                false => Err(line.fail("this rests on no clause")),
            };
        };
        let rests = |clause: &String| match clause.strip_prefix("silent ") {
            Some(topic) => cites.silences.iter().any(|silence| silence == topic),
            None => cites.clauses.iter().any(|known| known.as_str() == clause),
        };
        let missing: Vec<&str> =
            self.clauses.iter().filter(|clause| !rests(clause)).map(String::as_str).collect();
        if !missing.is_empty() {
            return Err(line.fail(format!("it rests on {cites}, not on {}", missing.join(", "))));
        }
        let clauses = cites.clauses.iter().map(|clause| clause.as_str());
        let mut beyond: Vec<String> = clauses
            .filter(|clause| !self.clauses.iter().any(|known| known == clause))
            .map(str::to_owned)
            .collect();
        let silences = cites.silences.iter().map(|silence| format!("silent {silence}"));
        beyond.extend(silences.filter(|silence| !self.clauses.contains(silence)));
        if self.only && !beyond.is_empty() {
            return Err(line.fail(format!("it rests on more than that: {}", beyond.join(", "))));
        }
        let cited = self.clauses.into_iter().filter(|clause| !clause.starts_with("silent "));
        report.covered.extend(cited.map(|clause| (clause, line.number)));
        Ok(())
    }
}

/// A word as it is compared: small letters, nothing behind it, and no marks between the thousands of a number.
fn plain(word: &str) -> String {
    let word = word.trim_end_matches([',', ';', '.', ':']).to_lowercase();
    let number = word.chars().all(|letter| letter.is_ascii_digit() || ",.-+()".contains(letter));
    if number { word.replace(',', "") } else { word }
}

/// Does the text say these words, one after the other? `...` stands for any words between them.
pub fn says(text: &str, words: &[String]) -> bool {
    let text: Vec<String> = text.split_whitespace().map(plain).collect();
    let mut rest: &[String] = &text;
    words.split(|word| word == "...").filter(|phrase| !phrase.is_empty()).all(|phrase| {
        let phrase: Vec<String> = phrase.iter().map(|word| plain(word)).collect();
        match rest.windows(phrase.len()).position(|said| said == phrase) {
            Some(at) => {
                rest = &rest[at + phrase.len()..];
                true
            }
            None => false,
        }
    })
}

/// The file that a transcript declares, changed line by line from the usual one.
pub struct Written(pub Toml);

impl Written {
    /// A text with a book's id and these changes, each as `entry.fee = 110`: a file like any other.
    pub fn changed(text: &str, book: &str, changes: &[&str]) -> Result<String, Failure> {
        let mut written = Written(text.parse().unwrap_or_default());
        written.0.insert("book".into(), Value::String(book.to_owned()));
        for (number, text) in (1..).zip(changes.iter().copied()) {
            written.set(&Line { number, text }, text)?;
        }
        Ok(written.text())
    }

    /// `entry.fee = 110`; a list's items are `stage.0.advance`.
    pub fn set(&mut self, line: &Line<'_>, text: &str) -> Result<(), Failure> {
        let (path, value) = text.split_once('=').ok_or_else(|| line.fail("allowed is `KEY = VALUE`"))?;
        let parsed: Toml =
            format!("value = {}", value.trim()).parse().map_err(|error: toml::de::Error| {
                line.fail(format!("`{}` is no value: {}", value.trim(), error.message()))
            })?;
        let value = parsed.get("value").cloned().ok_or_else(|| line.fail("there is no value"))?;
        let mut path: Vec<&str> = path.trim().split('.').collect();
        let last = path.pop().unwrap_or_default();
        match self.at_path(&path) {
            Some(Value::Table(table)) => {
                table.insert(last.to_owned(), value);
            }
            Some(Value::Array(list)) if last == "new" => list.push(value),
            Some(Value::Array(list)) if last.parse().is_ok_and(|at: usize| at < list.len()) => {
                list[last.parse::<usize>().unwrap_or_default()] = value;
            }
            _ if path.is_empty() => {
                self.0.insert(last.to_owned(), value);
            }
            _ => return Err(line.fail("there is nothing at that place")),
        }
        Ok(())
    }

    /// Leaves a key out.
    pub fn unset(&mut self, line: &Line<'_>, path: &str) -> Result<(), Failure> {
        let mut path: Vec<&str> = path.split('.').collect();
        let last = path.pop().unwrap_or_default();
        let removed = match self.at_path(&path) {
            Some(Value::Table(table)) => table.remove(last),
            _ if path.is_empty() => self.0.remove(last),
            _ => None,
        };
        removed.map(|_| ()).ok_or_else(|| line.fail("there is nothing to leave out"))
    }

    /// The file as text.
    pub fn text(&self) -> String {
        toml::to_string(&self.0).unwrap_or_default()
    }

    fn at_path(&mut self, path: &[&str]) -> Option<&mut Value> {
        let (first, rest) = path.split_first()?;
        let mut value = self.0.get_mut(*first)?;
        for part in rest {
            value = match value {
                Value::Table(table) => table.get_mut(*part)?,
                Value::Array(list) => list.get_mut(part.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        Some(value)
    }
}
