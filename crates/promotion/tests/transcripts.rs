//! Every transcript of a promotion passes, every clause of the chapter is covered, and every value of a book's promotion topics
//! matters: change one, and some transcript fails.
//!
//! `transcripts/promotions/covered-<book>.list` lists the covered clauses; `CROUPIER_COVERED=write` adds what is new.
//! `transcripts/promotions/survivors-<book>.list` names the changes that no transcript notices, with the reason.
//! By default a sample of changes is tried; `CROUPIER_MUTANTS=all` tries every one.

use baccarat::book::Book;
use baccarat::shelf;
use declared::mutants::try_all;
use promotion::transcript::{Report, run};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use toml::Value;

/// How many changes of each book the default run tries.
const SAMPLE: usize = 40;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts/promotions")
}

fn book(id: &str) -> Arc<Book> {
    Arc::new(Book::read(shelf::text(id).unwrap()).unwrap())
}

/// The transcripts of a book: name and text.
fn transcripts(id: &str) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder().join(id)).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|ext| ext == "txt")).collect();
    files.sort();
    let named = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|file| (named(file), std::fs::read_to_string(file).unwrap())).collect()
}

fn play(text: &str, book: &Arc<Book>) -> Report {
    run(text, |_| Some(book.clone()))
}

fn listed(name: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(folder().join(name)).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let entry = |line: &str| {
        let (name, reason) = line.split_once("  # ").unwrap_or((line, ""));
        (name.trim().to_owned(), reason.trim().to_owned())
    };
    lines.map(entry).collect()
}

fn check(id: &str) {
    let book = book(id);
    let mut failed = Vec::new();
    let mut covered = BTreeSet::new();
    for (name, text) in transcripts(id) {
        let report = play(&text, &book);
        match report.failures.is_empty() {
            true => covered.extend(report.covered.into_iter().map(|(clause, _)| clause)),
            false => {
                failed.extend(report.failures.into_iter().map(|failure| format!("{id}/{name} {failure}")))
            }
        }
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
    let list = format!("covered-{id}.list");
    if std::env::var("CROUPIER_COVERED").is_ok_and(|how| how == "write") {
        let all: Vec<&str> = covered.iter().map(String::as_str).collect();
        std::fs::write(folder().join(&list), all.join("\n") + "\n").unwrap();
    }
    let bare: Vec<String> = listed(&list).into_keys().filter(|clause| !covered.contains(clause)).collect();
    assert!(bare.is_empty(), "{id}: covered once, and bare now: {bare:?}");
}

#[test]
fn nsw() {
    check("nsw");
}

/// Every clause on promotions that is not a mere fact is cited by a transcript.
#[test]
fn no_clause_is_bare() {
    let covered: BTreeSet<String> = listed("covered-nsw.list").into_keys().collect();
    let file: toml::Table = shelf::text("nsw").unwrap().parse().unwrap();
    let clauses = file["clause"].as_array().unwrap().iter();
    let bare: Vec<&str> = clauses
        .filter(|clause| clause.get("promotion").is_some())
        .map(|clause| clause["number"].as_str().unwrap())
        .filter(|number| !covered.contains(*number))
        .collect();
    assert!(bare.is_empty(), "{bare:?}");
}

fn mutation(id: &str) {
    let whole = std::env::var("CROUPIER_MUTANTS").is_ok_and(|how| how == "all");
    let texts: Vec<String> = transcripts(id).into_iter().map(|(_, text)| text).collect();
    let sample = (!whole).then_some(SAMPLE);
    let outcome = try_all(shelf::text(id).unwrap(), "promotion", sample, &texts, play).unwrap();
    let survived = outcome.survived;
    println!("{id}: {} changes, {} tried, {} unnoticed", outcome.all, outcome.tried, survived.len());
    let known = listed(&format!("survivors-{id}.list"));
    let new: Vec<&String> = survived.iter().filter(|name| !known.contains_key(*name)).collect();
    assert!(new.is_empty(), "{id}: no transcript notices these changes:\n{new:#?}");
    let unexplained: Vec<&String> =
        known.iter().filter(|(_, why)| why.is_empty()).map(|(name, _)| name).collect();
    assert!(unexplained.is_empty(), "{id}: say why: {unexplained:?}");
    if whole {
        let noticed: Vec<&String> = known.keys().filter(|name| !survived.contains(*name)).collect();
        assert!(noticed.is_empty(), "{id}: noticed by now, so take them off the list: {noticed:?}");
    }
}

#[test]
fn every_value_of_nsw_matters() {
    mutation("nsw");
}

/// The other books have no such chapter: their terms are refused with that reason, and so is every act.
#[test]
fn silent_books_refuse() {
    for id in ["act", "nz", "qld"] {
        let text = format!(
            "promotion {id}\nexpect fault {id} has no chapter on promotional prizes     silent promotion.offered_by\n\
             operator sets terms\nexpect refused {id} has no chapter on promotional prizes     silent promotion.offered_by\n"
        );
        let report = play(&text, &book(id));
        assert!(report.failures.is_empty(), "{:?}", report.failures);
    }
}

/// A variant that adds the chapter to a silent book, under numbers of its own, works without code.
#[test]
fn a_variant_may_add_the_chapter() {
    let mut act: toml::Table = shelf::text("act").unwrap().parse().unwrap();
    let nsw: toml::Table = shelf::text("nsw").unwrap().parse().unwrap();
    let mut chapter: Vec<Value> = nsw["clause"].as_array().unwrap().clone();
    chapter.retain(|clause| clause.get("promotion").is_some());
    for clause in &mut chapter {
        let number = format!("V{}", clause["number"].as_str().unwrap());
        clause["number"] = Value::String(number);
    }
    act["clause"].as_array_mut().unwrap().extend(chapter);
    let silent = act["silent"].as_array_mut().unwrap();
    silent.retain(|one| one["on"].as_array().unwrap() != &[Value::String("promotion.*".into())]);
    let variant = Arc::new(Book::read(&toml::to_string(&act).unwrap()).unwrap());
    for (name, text) in transcripts("nsw") {
        let report = play(&text.replace(" 16.", " V16."), &variant);
        assert!(report.failures.is_empty(), "{name}: {:?}", report.failures);
    }
}
