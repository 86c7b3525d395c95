//! The JSON of answers is a format that programs read: these files were written once, and must come out again byte for byte.

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::shelf;
use lab::odds::{Question, Scope};
use lab::shoes::{Shoes, TableChoice};
use lab::simulation::Run;
use lab::{Error, clauses, counting, simulation};
use simulate::Strategy;

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

#[track_caller]
fn check(answer: Result<String, Error>, golden: &str) {
    let answer = answer.expect("an answer");
    if let Some((line, (found, wanted))) =
        answer.lines().zip(golden.lines()).enumerate().find(|(_, (found, wanted))| found != wanted)
    {
        panic!("line {}: found {found}; wanted {wanted}", line + 1);
    }
    assert_eq!(answer.len(), golden.len());
}

macro_rules! golden {
    ($file:literal) => {
        include_str!(concat!("golden/", $file, ".json"))
    };
}

#[test]
fn odds() -> Result<(), Error> {
    check(lab::json(&question("nz", &[]).odds(None)?), golden!("odds-nz"));
    let chips = "5,25".parse().expect("chips");
    let stake = Some((Money(30 * Money::UNITS), &chips));
    check(lab::json(&question("nsw", &[]).odds(stake)?), golden!("stake-nsw"));
    check(lab::json(&question("nz", &[]).removals()?), golden!("removal-nz"));
    let fives = "5".parse().expect("chips");
    check(lab::json(&question("act", &["banker"]).sweep("5-15", &fives)?), golden!("sweep-act"));
    let small = "1,5".parse().expect("chips");
    let together = question("act", &[]).together("banker=33,tie=10", Some(&small))?;
    check(lab::json(&together), golden!("together-act"));
    Ok(())
}

#[test]
fn simulations() -> Result<(), Error> {
    let strategy = |name: &str| (name.to_owned(), Strategy::text(name).expect("known").to_owned());
    let banker = || vec!["banker".to_owned()];
    let strategies = ["flat", "martingale"].map(strategy).to_vec();
    let run = Run { shoes: 300, wagers: banker(), strategies, ..Run::default() };
    let answer = simulation::Question::of(shoes("nz"), run)?.answer(|_| true)?;
    check(lab::json(&answer), golden!("simulate-nz"));
    let run = Run { shoes: 300, wagers: banker(), coups_only: true, ..Run::default() };
    let answer = simulation::Question::of(shoes("nsw"), run)?.answer(|_| true)?;
    check(lab::json(&answer), golden!("coups-nsw"));
    Ok(())
}

#[test]
fn counting() -> Result<(), Error> {
    let question = counting::Question::of(shoes("nz"), &["tie".to_owned()], &[], 20)?;
    check(lab::json(&question.answer(|_| true)?), golden!("count-nz"));
    Ok(())
}

#[test]
fn rules() -> Result<(), Error> {
    let wanted = clauses::Wanted { numbers: vec!["5.4".to_owned()], ..clauses::Wanted::default() };
    check(lab::json(&clauses::find(&book("act"), &wanted, "act")?), golden!("rules-act"));
    check(lab::json(&clauses::assumed(&book("qld"))), golden!("assumed-qld"));
    Ok(())
}
