//! Changes of a book's values, tried against its transcripts.

use crate::coverage::Played;
use baccarat::book::Book;
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use table::mutation::{Fate, Mutants, Passing};

/// A change that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// What was changed.
    pub change: String,
    /// The clauses that give the value.
    pub clauses: Vec<String>,
    /// What became of it.
    pub fate: Fate,
}

/// How many changes were tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MutantsTried {
    /// Every change that there is.
    pub all: usize,
    /// Those that were tried; some of the others make no book.
    pub tried: usize,
    /// Those that a transcript noticed.
    pub killed: usize,
    /// Those that none noticed, and the list gives the reason.
    pub explained: usize,
    /// Those that none noticed, and nobody has said why.
    pub unexplained: Vec<String>,
}

impl MutantsTried {
    /// Does any of it fail?
    pub fn fails(&self) -> bool {
        !self.unexplained.is_empty()
    }
}

/// Tries up to so many changes of a book, evenly spread, against those of its transcripts that passed; all if none is said. `survivors` is
/// the list of changes that nothing can notice.
pub fn try_mutants(
    book: &Arc<Book>,
    text: &str,
    played: &[Played],
    most: Option<usize>,
    survivors: &str,
) -> (Vec<Tried>, MutantsTried) {
    let Some(mutants) = Mutants::of(book.clone(), text) else { return Default::default() };
    let names = super::names(book);
    let passing: Vec<Passing> = played
        .iter()
        .filter(|one| one.passed && names.contains(&one.book) && one.is_of_table)
        .map(|one| Passing {
            text: one.text.clone(),
            cites: one.covered.iter().map(|(clause, _)| clause.clone()).collect(),
        })
        .collect();
    let lucky: Vec<AtomicUsize> = passing.iter().map(|_| AtomicUsize::new(0)).collect();
    let every = most.map_or(1, |most| mutants.all.len().div_ceil(most.max(1)).max(1));
    let chosen: Vec<_> =
        if most == Some(0) { Vec::new() } else { mutants.all.iter().step_by(every).collect() };
    let tried: Vec<Tried> = chosen
        .into_par_iter()
        .map(|mutant| Tried {
            change: mutant.name.clone(),
            clauses: mutant.clauses.clone(),
            fate: mutants.fate(mutant, &passing, &lucky),
        })
        .filter(|tried| tried.fate != Fate::NoBook)
        .collect();
    let reasons = table::mutation::listed(survivors);
    let is_explained =
        |change: &str| reasons.iter().any(|(name, reason)| name == change && !reason.is_empty());
    let killed = tried.iter().filter(|tried| tried.fate == Fate::Noticed).count();
    let survived = tried.iter().filter(|tried| tried.fate != Fate::Noticed);
    let unexplained: Vec<String> =
        survived.map(|tried| tried.change.clone()).filter(|change| !is_explained(change)).collect();
    let summary = MutantsTried {
        all: mutants.all.len(),
        tried: tried.len(),
        killed,
        explained: tried.len() - killed - unexplained.len(),
        unexplained,
    };
    (tried, summary)
}
