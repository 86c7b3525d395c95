//! Every transcript of a tournament passes, every clause once covered stays covered, and every value of a book's tournament
//! topics matters: change one, and some transcript fails.
//!
//! `transcripts/tournaments/covered-<book>.list` lists the covered clauses; `CROUPIER_COVERED=write` adds what is new.
//! `transcripts/tournaments/survivors-<book>.list` names the changes that no transcript notices, with the reason.
//! By default a sample of changes is tried; `CROUPIER_MUTANTS=all` tries every one.

#[path = "../../declared/tests/conformance/mod.rs"]
mod conformance;

use baccarat::book::Book;
use baccarat::shelf;
use conformance::Suite;
use std::sync::Arc;
use toml::Value;
use tournament::duty::Task;
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

#[test]
fn the_page_about_the_language_has_every_line() {
    let source = include_str!("../src/transcript/read.rs");
    conformance::every_form_is_on_the_page(source, include_str!("../../../docs/tournament-transcripts.md"));
}

/// New South Wales' book in which these topics are ruled on as in the Capital Territory's.
fn mixed(topics: &[&str]) -> Arc<Book> {
    let read = |id: &str| -> toml::Table { shelf::text(id).unwrap().parse().unwrap() };
    let (act, mut nsw) = (read("act"), read("nsw"));
    for topic in topics {
        let ruled =
            |clause: &&Value| clause.get("tournament").is_some_and(|group| group.get(topic).is_some());
        let value =
            act["clause"].as_array().unwrap().iter().find(ruled).unwrap()["tournament"][*topic].clone();
        let own = nsw["clause"].as_array_mut().unwrap().iter_mut();
        let own = own.filter(|clause| ruled(&&**clause)).collect::<Vec<_>>();
        assert_eq!(own.len(), 1, "{topic}");
        own.into_iter().for_each(|clause| clause["tournament"][*topic] = value.clone());
    }
    Arc::new(Book::read(&toml::to_string(&nsw).unwrap()).unwrap())
}

/// A book that mixes both regimes runs on the same code: whoever wagers out of turn stays in with a warning, the marker goes from player to
/// player, the house keeps a commission and whoever is not there at the start is out, beside pass cards, sealed forms and whole units.
#[test]
fn a_variant_may_mix_both_regimes() {
    let variant = mixed(&["marker", "out_of_turn", "fixed", "pool", "no_show"]);
    let text = include_str!("mixed.txt");
    let report = (SUITE.play)(text, &variant);
    assert!(report.failures.is_empty(), "{:?}", report.failures);
    for id in ["act", "nsw"] {
        let report = (SUITE.play)(text, &conformance::book(id));
        assert!(!report.failures.is_empty(), "{id} alone plays it otherwise");
    }
}

/// A book that says nothing on a topic of tournaments.
fn silent(id: &str, topic: &str) -> Arc<Book> {
    let whole = format!("tournament.{topic}");
    let mut file: toml::Table = shelf::text(id).unwrap().parse().unwrap();
    for clause in file["clause"].as_array_mut().unwrap() {
        let clause = clause.as_table_mut().unwrap();
        if let Some(Value::Table(group)) = clause.get_mut("tournament") {
            group.remove(topic);
        }
        if let Some(Value::Array(also)) = clause.get_mut("also") {
            also.retain(|other| other.as_str() != Some(&whole));
        }
        clause.retain(|_, value| {
            *value != Value::Table(toml::Table::new()) && *value != Value::Array(Vec::new())
        });
    }
    let silence = toml::Table::from_iter([
        ("on".to_owned(), Value::Array(vec![Value::String(whole)])),
        ("why".to_owned(), Value::String("nothing is said on it".to_owned())),
    ]);
    file["silent"].as_array_mut().unwrap().push(Value::Table(silence));
    Arc::new(Book::read(&toml::to_string(&file).unwrap()).unwrap())
}

/// Topics of one word: where a book is silent on them, something else holds.
#[test]
fn what_a_book_does_not_say_does_not_hold() {
    const CASES: [(&str, &str); 3] = [
        (
            "removal",
            "seated ann 1, bob 2\ncoup\nann wagers player 50\nann takes back player\n\
             expect ann box 1 player 50 returned\n",
        ),
        (
            "clock_runs_out",
            "condition stage.0.session = { minutes = 45, opening = 1000 }\n\
             expect fault Final is measured by the clock; the book does not say\n",
        ),
        (
            "chip_value",
            "condition stage.0.session = { coups = 1, opening = 1000, buy_in = 100, cash_at_end = true }\n\
             expect fault Final: chips are paid for in cash at the end; allowed is that they turn into nothing\n",
        ),
    ];
    for (topic, lines) in CASES {
        let text = format!("tournament nsw\n{lines}");
        let report = (SUITE.play)(&text, &silent("nsw", topic));
        assert!(report.failures.is_empty(), "{topic}: {:?}", report.failures);
        let report = (SUITE.play)(&text, &conformance::book("nsw"));
        assert!(!report.failures.is_empty(), "{topic}: the published book plays it otherwise");
    }
}

/// The desk names each duty with the clause that asks for it: nothing that is due in any transcript is without one.
#[test]
fn every_duty_has_a_clause() {
    let mut bare = std::collections::BTreeSet::new();
    for id in ["act", "nsw"] {
        let folder =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../transcripts/tournaments").join(id);
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let text = std::fs::read_to_string(&path).unwrap();
            let played = tournament::transcript::play(&text, |_| Some(conformance::book(id)));
            let Some(end) = played.tournament else { continue };
            let mut at = tournament::Tournament::new(end.book().clone(), end.conditions().clone());
            for event in &played.events {
                at.apply(event);
                let duties = at.duties(event.at);
                // What waits for a second person names what it is about itself.
                let without =
                    duties.iter().filter(|duty| duty.cites.is_empty() && duty.task != Task::Approve);
                bare.extend(without.map(|duty| format!("{id}: {}", duty.task.word())));
            }
        }
    }
    assert!(bare.is_empty(), "{bare:?}");
}
