//! What a decision rests on: clauses of the book, or the plain fact that the book does not say.

use baccarat::basis::{Basis, ClauseNumber};
use baccarat::book::Book;
use baccarat::rules::play::Step;
use baccarat::topic::{Listed, Ruled, Stated};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The clauses something rests on. Where a value is assumed or the book is silent, the topic is named instead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Citation {
    /// Clauses, as the instrument numbers them.
    pub clauses: Vec<ClauseNumber>,
    /// Topics on which the book is silent, or a value is assumed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub silences: Vec<String>,
}

impl Citation {
    /// The book does not say.
    pub fn silent(topic: &str) -> Citation {
        Citation { clauses: Vec::new(), silences: vec![topic.to_owned()] }
    }

    /// These clauses, or the topic that is assumed.
    pub fn of(topic: impl fmt::Display, basis: &Basis) -> Citation {
        let mut cites = Citation::default();
        cites.cite(topic, basis);
        cites
    }

    /// Both.
    pub fn and(mut self, other: Citation) -> Citation {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        other.clauses.into_iter().for_each(|clause| self.clause(clause));
        for silence in other.silences {
            if !self.silences.contains(&silence) {
                self.silences.push(silence);
            }
        }
        self
    }

    /// Adds what the other rests on.
    pub(crate) fn also(&mut self, other: &Citation) {
        other.clauses.iter().for_each(|clause| self.clause(clause.clone()));
        for silence in other.silences.iter() {
            if !self.silences.contains(silence) {
                self.silences.push(silence.clone());
            }
        }
    }

    /// Adds all entries of a list that fit; the silence of the book where none does.
    pub(crate) fn all_of<T>(&mut self, list: &Listed<T>, fits: impl Fn(&T) -> bool) {
        let mut said = false;
        for item in list.fitting(fits) {
            self.cite(item.topic, &item.basis);
            said = true;
        }
        if !said {
            self.also(&Citation::silent(list.topic.id));
        }
    }

    /// Adds the clauses of a book that says this, if there are any.
    pub(crate) fn clauses_if<T: PartialEq>(&mut self, stated: &Stated<T>, says: T) {
        let rule = stated.ruled().filter(|rule| *rule.value() == says);
        let clauses = rule.map_or(&[][..], |rule| rule.basis.clauses());
        clauses.iter().for_each(|clause| self.clause(clause.clone()));
    }

    /// Adds these clauses, or the topic that is assumed.
    fn cite(&mut self, topic: impl fmt::Display, basis: &Basis) {
        match basis {
            Basis::Clauses(clauses) => clauses.iter().for_each(|clause| self.clause(clause.clone())),
            Basis::Assumed(_) => {
                let silence = format!("{topic} (assumed)");
                if !self.silences.contains(&silence) {
                    self.silences.push(silence);
                }
            }
        }
    }

    /// Adds a clause that is not there yet. The list is a few words long, so looking through it beats any set.
    fn clause(&mut self, clause: ClauseNumber) {
        if !self.clauses.contains(&clause) {
            // Most things rest on a handful of clauses: room for them at once beats growing by one each time.
            if self.clauses.is_empty() {
                self.clauses.reserve(12);
            }
            self.clauses.push(clause);
        }
    }

    /// What is left without these clauses.
    pub(crate) fn without(mut self, other: &Citation) -> Citation {
        self.clauses.retain(|clause| !other.clauses.contains(clause));
        self
    }

    /// Does it rest on anything at all?
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty() && self.silences.is_empty()
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let silent = self.silences.iter().map(|topic| format!("silent on {topic}"));
        let clauses = self.clauses.iter().map(ToString::to_string);
        f.write_str(&clauses.chain(silent).collect::<Vec<_>>().join(", "))
    }
}

/// What can be cited: the clauses that say it, or the silence of the book.
pub(crate) trait Cite {
    fn cites(&self) -> Citation;
}

impl<T> Cite for Ruled<T> {
    fn cites(&self) -> Citation {
        Citation::of(self.topic, &self.basis)
    }
}

impl<T> Cite for Stated<T> {
    fn cites(&self) -> Citation {
        self.ruled().map_or_else(|| Citation::silent(self.topic().id), Cite::cites)
    }
}

/// All entries of a list together, whatever they say.
impl<T> Cite for Listed<T> {
    fn cites(&self) -> Citation {
        let mut cites = Citation::default();
        self.items.iter().for_each(|item| cites.cite(item.topic, &item.basis));
        if self.items.is_empty() { Citation::silent(self.topic.id) } else { cites }
    }
}

/// The clauses of a book that says this; nothing where it says something else, or nothing at all.
pub(crate) fn cite_if<T: PartialEq>(stated: &Stated<T>, says: T) -> Citation {
    stated.ruled().filter(|rule| *rule.value() == says).map(Cite::cites).unwrap_or_default()
}

/// All entries of a list that fit, cited together; the silence of the book where none does.
pub(crate) fn cite_all<T>(list: &Listed<T>, fits: impl Fn(&T) -> bool) -> Citation {
    let mut cites = Citation::default();
    cites.all_of(list, fits);
    cites
}

/// All entries of a list that fit, cited together; nothing where none does.
pub(crate) fn cite_said<T>(list: &Listed<T>, fits: impl Fn(&T) -> bool) -> Citation {
    let mut cites = Citation::default();
    list.fitting(fits).for_each(|item| cites.cite(item.topic, &item.basis));
    cites
}

/// The clauses that order a step of procedure; nothing where the book leaves it unsaid.
pub(crate) fn step(book: &Book, step: Step) -> Citation {
    let cites = cite_said(&book.rules.procedure.steps, |known| *known == step);
    if cites.clauses.is_empty() { Citation::default() } else { cites }
}
