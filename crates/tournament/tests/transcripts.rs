//! Every transcript of a tournament passes, every clause once covered stays covered, and every value of a book's tournament
//! topics matters: change one, and some transcript fails.
//!
//! `transcripts/tournaments/covered-<book>.list` lists the covered clauses; `CROUPIER_COVERED=write` adds what is new.
//! `transcripts/tournaments/survivors-<book>.list` names the changes that no transcript notices, with the reason.
//! By default a sample of changes is tried; `CROUPIER_MUTANTS=all` tries every one.

#[path = "../../declared/tests/conformance/mod.rs"]
mod conformance;

use conformance::Suite;
use tournament::transcript::run;

const SUITE: Suite = Suite {
    folder: "tournaments",
    group: "tournament",
    play: |text, book| run(text, |_| Some(book.clone())),
};

#[test]
fn act() {
    SUITE.check("act");
}

#[test]
fn nsw() {
    SUITE.check("nsw");
}

#[test]
fn no_clause_is_bare() {
    SUITE.no_clause_is_bare("act");
    SUITE.no_clause_is_bare("nsw");
}

#[test]
fn every_value_of_act_matters() {
    SUITE.every_value_matters("act");
}

#[test]
fn every_value_of_nsw_matters() {
    SUITE.every_value_matters("nsw");
}
