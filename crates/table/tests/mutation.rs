//! Every value of every book matters: change one, and some transcript fails.
//!
//! Each book is changed one value at a time (a number by one, a word to another of its set, a flag, a list one item
//! shorter, odds, a cell of the tableau). A change that no longer reads as a book, or reads as the same book, proves
//! nothing and is passed over. Any other must make a transcript of that book fail.
//!
//! `transcripts/survivors-<book>.list` names the changes that no transcript notices yet, with the reason. It may only
//! shrink: a survivor that is not listed fails the test, and so does a listed one that is noticed by now.
//!
//! By default a fixed sample is tried. `CROUPIER_MUTANTS=all` tries everything, and `CROUPIER_MUTANTS=write` also
//! rewrites the lists, dropping what is noticed by now (and adding what is new, which a reviewer should question).

mod common;

use baccarat::book::Book;
use baccarat::shelf;
use common::tables::book;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use table::mutation::{Fate, Mutant, Mutants, Passing};
use table::transcript::run;

/// How many changes of each book the default run tries.
const SAMPLE: usize = 120;

#[test]
fn act() {
    check("act");
}

#[test]
fn nsw() {
    check("nsw");
}

#[test]
fn nz() {
    check("nz");
}

#[test]
fn qld() {
    check("qld");
}

fn transcripts_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts")
}

/// The transcripts of a book that pass.
fn transcripts(id: &str, book: &Arc<Book>) -> Vec<Passing> {
    let Ok(folder) = std::fs::read_dir(transcripts_folder().join(id)) else { return Vec::new() };
    let mut files: Vec<PathBuf> = folder.map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
    texts
        .filter_map(|text| {
            let report = run(&text, |_| Some(book.clone()));
            let cites = report.covered.into_iter().map(|(clause, _)| clause).collect();
            report.failures.is_empty().then_some(Passing { text, cites })
        })
        .collect()
}

fn survivors_file(id: &str) -> PathBuf {
    transcripts_folder().join(format!("survivors-{id}.list"))
}

/// The listed survivors, each with its reason.
fn listed(id: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(survivors_file(id)).unwrap_or_default();
    table::mutation::listed(&text).into_iter().collect()
}

fn check(id: &str) {
    let how = std::env::var("CROUPIER_MUTANTS").unwrap_or_default();
    let whole = matches!(how.as_str(), "all" | "write");
    let original = book(id);
    let transcripts = transcripts(id, &original);
    let mutants = Mutants::of(original, shelf::text(id).unwrap()).unwrap();
    let all = &mutants.all;
    let names: BTreeSet<&str> = all.iter().map(|mutant| mutant.name.as_str()).collect();
    let every = if whole { 1 } else { (all.len() / SAMPLE).max(1) };
    let chosen: Vec<&Mutant> = all.iter().step_by(every).collect();
    let lucky: Vec<AtomicUsize> = transcripts.iter().map(|_| AtomicUsize::new(0)).collect();
    let next = AtomicUsize::new(0);
    let (tried, survived, panicked) =
        (Mutex::new(BTreeSet::new()), Mutex::new(BTreeSet::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(mutant) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let name = mutant.name.clone();
                    let fate = mutants.fate(mutant, &transcripts, &lucky);
                    if fate == Fate::NoBook {
                        continue;
                    }
                    tried.lock().unwrap().insert(name.clone());
                    match fate {
                        Fate::Survived => {
                            survived.lock().unwrap().insert(name);
                        }
                        Fate::Panicked => panicked.lock().unwrap().push(name),
                        Fate::NoBook | Fate::Noticed => {}
                    }
                }
            });
        }
    });
    let (tried, survived, panicked) =
        (tried.into_inner().unwrap(), survived.into_inner().unwrap(), panicked.into_inner().unwrap());
    println!("{id}: {} changes, {} tried, {} went unnoticed", all.len(), tried.len(), survived.len());
    assert!(panicked.is_empty(), "{id}: the table panics under these changes: {panicked:#?}");
    let known = listed(id);
    if how == "write" {
        write_list(id, &survived, &known);
        return;
    }
    let new: Vec<&String> = survived.iter().filter(|name| !known.contains_key(*name)).collect();
    assert!(new.is_empty(), "{id}: no transcript notices these changes:\n{}", lines(&new));
    let noticed: Vec<&String> =
        known.keys().filter(|name| tried.contains(*name) && !survived.contains(*name)).collect();
    assert!(noticed.is_empty(), "{id}: noticed by now, so take them off the list:\n{}", lines(&noticed));
    let gone: Vec<&String> = known.keys().filter(|name| !names.contains(name.as_str())).collect();
    assert!(
        gone.is_empty(),
        "{id}: the book has no such value, so take them off the list:\n{}",
        lines(&gone)
    );
    let bare: Vec<&String> = known.iter().filter(|(_, why)| why.is_empty()).map(|(name, _)| name).collect();
    assert!(bare.is_empty(), "{id}: say why these go unnoticed:\n{}", lines(&bare));
}

fn lines(names: &[&String]) -> String {
    names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join("\n")
}

fn write_list(id: &str, survived: &BTreeSet<String>, known: &BTreeMap<String, String>) {
    let mut text = format!(
        "# Changes of books/{id}.toml that no transcript notices yet, each with the reason. This list may only shrink.\n\
         # `CROUPIER_MUTANTS=all cargo test --release -p table --test mutation {id}` checks all of it.\n"
    );
    for name in survived {
        let why = known.get(name).cloned().unwrap_or_else(|| "no transcript turns on this value yet".into());
        text.push_str(&format!("{name}  # {why}\n"));
    }
    std::fs::write(survivors_file(id), text).unwrap();
}
