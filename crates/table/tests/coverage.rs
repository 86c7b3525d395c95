//! A clause that a transcript has once covered stays covered.
//!
//! `transcripts/covered-<book>.list` lists the covered clauses of each book. `CROUPIER_COVERED=write` adds what is newly
//! covered; nothing ever takes a clause off the list but a person who says why.

use baccarat::book::Book;
use baccarat::clause::ClauseKind;
use baccarat::shelf;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use table::transcript::run;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts")
}

/// The clauses that passing transcripts of a book cite.
fn covered(id: &str) -> BTreeSet<String> {
    let book = Arc::new(Book::read(shelf::text(id).unwrap()).unwrap());
    let Ok(files) = std::fs::read_dir(folder().join(id)) else { return BTreeSet::new() };
    let texts = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let reports = texts.map(|text| run(&text, |wanted| Some(book.clone()).filter(|book| book.id == wanted)));
    let passing = reports.filter(|report| report.failures.is_empty());
    passing.flat_map(|report| report.covered).map(|(clause, _)| clause).collect()
}

fn check(id: &str) {
    let file = folder().join(format!("covered-{id}.list"));
    let listed: BTreeSet<String> = std::fs::read_to_string(&file)
        .unwrap_or_default()
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect();
    let covered = covered(id);
    if std::env::var("CROUPIER_COVERED").is_ok_and(|how| how == "write") {
        let all: Vec<&str> = listed.union(&covered).map(String::as_str).collect();
        std::fs::write(&file, all.join("\n") + "\n").unwrap();
    }
    let bare: Vec<&String> = listed.difference(&covered).collect();
    assert!(bare.is_empty(), "{id}: covered once, and bare now: {bare:?}");
    let new: Vec<&String> = covered.difference(&listed).collect();
    println!("{id}: {} clauses covered, {} of them not listed yet: {new:?}", covered.len(), new.len());
}

/// The page says how many clauses there are, and how many of them transcripts can exercise.
#[test]
fn the_page_counts_the_clauses_as_they_are() {
    let page = std::fs::read_to_string(folder().join("../docs/rules.md")).unwrap();
    for id in shelf::ids() {
        let book = Book::read(shelf::text(id).unwrap()).unwrap();
        let facts = book.clauses.iter().filter(|clause| clause.kind == ClauseKind::Fact).count();
        let all = book.clauses.len();
        let row = format!("| {id} | {all} | {facts} | {} |", all - facts);
        assert!(page.contains(&row), "docs/rules.md lacks `{row}`");
    }
}

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
