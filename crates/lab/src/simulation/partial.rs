//! Parts of a simulation: dealt anywhere, put together in any order, to the last bit what one run of all shoes gives.

use super::{Question, Run, Simulation};
use crate::error::Error;
use crate::provenance;
use crate::shoes::{Shoes, TableChoice};
use ::simulate::Results;
use baccarat::book::Book;
use serde::{Deserialize, Serialize};

/// The form of these files.
const FORM: &str = "croupier-partial-1";

/// What was simulated: everything that it takes to ask it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRequest {
    /// The text of the book.
    pub book: String,
    /// The hash of what it says.
    pub sha256: String,
    /// The table.
    pub table: TableChoice,
    /// What gives the same shoes again.
    pub seed: u64,
    /// The run; its first shoe and how many there are belong to each part.
    pub run: Run,
}

/// Parts of one run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Partial {
    form: String,
    /// The version of Croupier that dealt them.
    version: String,
    asked: RunRequest,
    parts: Vec<Results>,
}

impl Partial {
    /// Deals the shoes of a run as a part of a longer one. `book` is the text of the book.
    pub fn deal(
        book: &str,
        table: &TableChoice,
        seed: u64,
        run: Run,
        go_on: impl FnMut(u64) -> bool,
    ) -> Result<Partial, Error> {
        let read = read(book)?;
        let sha256 = provenance::hash(&read);
        let question = Question::of(Shoes::of(read, table, seed)?, run.clone())?;
        let part = question.part(go_on)?;
        let run = Run { first: 0, shoes: 0, ..run };
        let asked = RunRequest { book: book.to_owned(), sha256, table: table.clone(), seed, run };
        Ok(Partial {
            form: FORM.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            asked,
            parts: vec![part],
        })
    }

    /// Reads what [`Partial::json`] wrote.
    pub fn read(text: &str) -> Result<Partial, Error> {
        let partial: Partial = serde_json::from_str(text)
            .map_err(|error| Error::refused(format!("not a part of a run: {error}")))?;
        if partial.form != FORM {
            return Err(Error::refused(format!("found the form `{}`; allowed is `{FORM}`", partial.form)));
        }
        Ok(partial)
    }

    /// As text.
    pub fn json(&self) -> Result<String, Error> {
        let text = serde_json::to_string(self);
        Ok(text.map_err(|error| Error::refused(format!("cannot write JSON: {error}")))? + "\n")
    }

    /// The shoes of its parts: the first, and how many.
    pub fn shoes(&self) -> Vec<(u64, u64)> {
        self.parts.iter().map(|part| (part.first, part.tally.shoes())).collect()
    }

    /// These parts and others of the same run.
    pub fn merge(mut self, other: Partial) -> Result<Partial, Error> {
        if self.version != other.version {
            return Err(Error::refused(format!(
                "found parts of versions {} and {}; allowed are parts of one version",
                self.version, other.version
            )));
        }
        if self.asked != other.asked {
            return Err(Error::refused(differs(&self.asked, &other.asked)));
        }
        self.parts.extend(other.parts);
        self.parts.sort_by_key(|part| (part.first, part.tally.shoes()));
        Ok(self)
    }

    /// The id of its book, if that rests on values that the instrument does not state.
    pub fn rests_on_assumed(&self) -> Result<Option<String>, Error> {
        let book = read(&self.asked.book)?;
        Ok((!book.assumed().is_empty()).then(|| book.id.clone()))
    }

    /// What one run of all these shoes gives.
    pub fn answer(&self) -> Result<Simulation, Error> {
        let book = read(&self.asked.book)?;
        if provenance::hash(&book) != self.asked.sha256 {
            return Err(Error::refused("the book is not the one that was simulated"));
        }
        let first = self.parts.iter().map(|part| part.first).min().unwrap_or(0);
        let shoes = self.parts.iter().map(|part| part.tally.shoes()).sum::<u64>().max(1);
        let run = Run { first, shoes, ..self.asked.run.clone() };
        let question = Question::of(Shoes::of(book, &self.asked.table, self.asked.seed)?, run)?;
        question.join(self.parts.clone())
    }
}

fn read(book: &str) -> Result<Book, Error> {
    Book::read(book).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Error::refused(crate::shoes::message("book", &faults))
    })
}

/// What two runs differ in, in words.
fn differs(one: &RunRequest, other: &RunRequest) -> String {
    let (a, b) = (&one.run, &other.run);
    let what = match () {
        () if one.sha256 != other.sha256 || one.book != other.book => "the book",
        () if one.seed != other.seed => "the seed",
        () if one.table != other.table => "the table",
        () if a.shift != b.shift => "the shoes in a shift",
        () if a.stake != b.stake => "the stake",
        () if a.wagers != b.wagers => "the wagers",
        () if a.strategies != b.strategies => "the strategies",
        () => "what is counted",
    };
    format!("the parts are not of one run: they differ in {what}")
}
