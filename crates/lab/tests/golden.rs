//! The JSON of answers is a format that programs read: these files were written once, and must come out again byte for byte.

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::shelf;
use lab::odds::{Question, Scope};
use lab::shoes::{Shoes, TableChoice};
use lab::simulation::Run;
use lab::{Error, clauses, counting, simulation};
use simulate::Strategy;
use std::fs;
use std::path::Path;

fn book(id: &str) -> Book {
    Book::read(shelf::text(id).expect("on the shelf")).expect("good")
}

fn question(id: &str, wagers: &[&str]) -> Question {
    let wagers = wagers.iter().map(|id| (*id).to_owned()).collect();
    Question::of(book(id), &Scope { wagers, ..Scope::default() }).expect("allowed")
}

fn shoes(id: &str) -> Shoes {
    Shoes::of(book(id), &TableChoice::default(), 7).expect("allowed")
}

/// The same answer without the hash of its book, which is another whenever a book says more.
fn without_hash(answer: &str) -> String {
    let blank = |line: &str| match line.split_once("\"sha256\": \"") {
        Some((before, hash)) => {
            format!("{before}\"sha256\": \"{}\"", "0".repeat(hash.trim_end_matches('"').len()))
        }
        None => line.to_owned(),
    };
    answer.lines().map(blank).collect::<Vec<_>>().join("\n") + "\n"
}

/// Holds an answer against its file, or writes the file where WRITE_GOLDEN is set.
#[track_caller]
fn check(answer: Result<String, Error>, name: &str) {
    let answer = without_hash(&answer.expect("an answer"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.json"));
    if std::env::var_os("WRITE_GOLDEN").is_some() {
        fs::write(&file, &answer).expect("written");
    }
    let golden = fs::read_to_string(&file).expect("a golden file");
    let lines = answer.lines().zip(golden.lines()).enumerate();
    if let Some((line, (found, wanted))) = lines.clone().find(|(_, (found, wanted))| found != wanted) {
        panic!("{name}: line {}: found {found}; wanted {wanted}", line + 1);
    }
    assert_eq!(answer.len(), golden.len(), "{name}");
}

#[test]
fn odds() -> Result<(), Error> {
    check(lab::json(&question("nz", &[]).odds(None)?), "odds-nz");
    let chips = "5,25".parse().expect("chips");
    let stake = Some((Money(30 * Money::UNITS), &chips));
    check(lab::json(&question("nsw", &[]).odds(stake)?), "stake-nsw");
    check(lab::json(&question("nz", &[]).removals()?), "removal-nz");
    let fives = "5".parse().expect("chips");
    check(lab::json(&question("act", &["banker"]).sweep("5-15", &fives)?), "sweep-act");
    let small = "1,5".parse().expect("chips");
    let together = question("act", &[]).together("banker=33,tie=10", Some(&small))?;
    check(lab::json(&together), "together-act");
    Ok(())
}

#[test]
fn simulations() -> Result<(), Error> {
    let strategy = |name: &str| (name.to_owned(), Strategy::text(name).expect("known").to_owned());
    let banker = || vec!["banker".to_owned()];
    let strategies = ["flat", "martingale"].map(strategy).to_vec();
    let run = Run { shoes: 300, wagers: banker(), strategies, ..Run::default() };
    let answer = simulation::Question::of(shoes("nz"), run)?.answer(|_| true)?;
    check(lab::json(&answer), "simulate-nz");
    let run = Run { shoes: 300, wagers: banker(), coups_only: true, ..Run::default() };
    let answer = simulation::Question::of(shoes("nsw"), run)?.answer(|_| true)?;
    check(lab::json(&answer), "coups-nsw");
    Ok(())
}

#[test]
fn counting() -> Result<(), Error> {
    let question = counting::Question::of(shoes("nz"), &["tie".to_owned()], &[], 20)?;
    check(lab::json(&question.answer(|_| true)?), "count-nz");
    Ok(())
}

#[test]
fn rules() -> Result<(), Error> {
    let wanted = clauses::Wanted { numbers: vec!["5.4".to_owned()], ..clauses::Wanted::default() };
    check(lab::json(&clauses::find(&book("act"), &wanted, "act")?), "rules-act");
    check(lab::json(&clauses::assumed(&book("qld"))), "assumed-qld");
    Ok(())
}
