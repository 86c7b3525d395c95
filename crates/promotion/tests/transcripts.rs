//! Every transcript of a promotion passes, every clause once covered stays covered, and every value of a book's promotion
//! topics matters: change one, and some transcript fails.
//!
//! `transcripts/promotions/covered-<book>.list` lists the covered clauses; `CROUPIER_COVERED=write` adds what is new.
//! `transcripts/promotions/survivors-<book>.list` names the changes that no transcript notices, with the reason.
//! By default a sample of changes is tried; `CROUPIER_MUTANTS=all` tries every one.

#[path = "../../declared/tests/conformance/mod.rs"]
mod conformance;

use baccarat::book::Book;
use baccarat::shelf;
use conformance::{Suite, book};
use promotion::transcript::run;
use std::sync::Arc;
use toml::Value;

const SUITE: Suite =
    Suite { folder: "promotions", group: "promotion", play: |text, book| run(text, |_| Some(book.clone())) };

#[test]
fn nsw() {
    SUITE.check("nsw");
}

#[test]
fn no_clause_is_bare() {
    SUITE.no_clause_is_bare("nsw");
}

#[test]
fn every_value_of_nsw_matters() {
    SUITE.every_value_matters("nsw");
}

/// The other books have no such chapter: their terms are refused with that reason, and so is every act.
#[test]
fn silent_books_refuse() {
    for id in ["act", "nz", "qld"] {
        let text = format!(
            "promotion {id}\nexpect fault {id} has no chapter on promotional prizes     silent promotion.offered_by\n\
             operator sets terms\nexpect refused {id} has no chapter on promotional prizes     silent promotion.offered_by\n"
        );
        let report = (SUITE.play)(&text, &book(id));
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
    for (name, text) in SUITE.transcripts("nsw") {
        let report = (SUITE.play)(&text.replace(" 16.", " V16."), &variant);
        assert!(report.failures.is_empty(), "{name}: {:?}", report.failures);
    }
}

#[test]
fn the_page_about_the_language_has_every_line() {
    let source = include_str!("../src/transcript/read.rs");
    conformance::every_form_is_on_the_page(source, include_str!("../../../docs/promotion-transcripts.md"));
}
