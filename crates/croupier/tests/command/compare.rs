//! `croupier compare`.

use super::{check_failure, entry, file, json, repository, run, shown};
use serde_json::Value;

fn topics(comparison: &Value) -> Vec<&str> {
    comparison["parameters"].as_array().unwrap().iter().map(|one| one["topic"].as_str().unwrap()).collect()
}

#[test]
fn act_and_new_zealand_differ_where_they_differ() {
    let comparison = json(&["compare", "act", "nz"]);
    let given = |topic: &str, column: usize| {
        let said = &entry(&comparison["parameters"], "topic", topic)["said"][column];
        (said["values"][0]["value"].clone(), said["values"][0]["clauses"][0].clone())
    };
    assert_eq!(given("cut.from_back", 0), ("12".into(), "5.4/3".into()));
    assert_ne!(given("cut.from_back", 0).0, given("cut.from_back", 1).0);
    assert_eq!(given("settlement.inexact", 1), ("part-void".into(), "5.9".into()));
    assert_eq!(given("equipment.cutting_cards", 0).0, "[2]");
    let found = topics(&comparison);
    for topic in ["wager.banker", "wager.super-6", "settlement.methods", "last.after_tie"] {
        assert!(found.contains(&topic), "{topic}");
    }
    let text = shown(&["compare", "act", "nz"]);
    assert!(text.contains("cut.from_back") && text.contains("12 (5.4/3)"), "{text}");
}

#[test]
fn books_that_come_to_the_same_agree_however_they_are_written() {
    // One chart in eight rows and in nine; one odds under two methods and under one.
    let comparison = json(&["compare", "act", "nz"]);
    for topic in
        ["tableau.player", "tableau.banker", "cards.values", "cards.decks", "wager.player", "wager.tie"]
    {
        assert!(!topics(&comparison).contains(&topic), "{topic}");
    }
    let all = json(&["compare", "act", "nz", "--all"]);
    assert_eq!(entry(&all["parameters"], "topic", "tableau.banker")["differs"], false);
    assert!(comparison["parameters"].as_array().unwrap().iter().all(|one| one["differs"] == true));
    // Other names for the methods, the same pays.
    assert!(!topics(&json(&["compare", "act", "nsw"])).contains(&"wager.banker"));
}

#[test]
fn a_book_differs_from_itself_in_nothing() {
    let same = json(&["compare", "nsw", &repository("books/nsw.toml")]);
    assert_eq!(topics(&same), [""; 0]);
}

#[test]
fn the_order_of_a_list_counts_where_it_is_an_order() {
    let nz = std::fs::read_to_string(repository("books/nz.toml")).unwrap();
    let swapped = nz.replace("\"wash\"", "\"later\"").replace("\"stack\"", "\"wash\"");
    let swapped = file("compare-order.toml", &swapped.replace("\"later\"", "\"stack\""));
    let output = run(&["compare", "nz", &swapped, "--json"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("ALTERED"));
    let compared: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(topics(&compared), ["supply.preparation"]);
    // Which occasion for a shuffle stands first says nothing.
    let qld = std::fs::read_to_string(repository("books/qld.toml")).unwrap();
    let (front, back) = qld.split_once("shuffle.occasions             = [").unwrap();
    let back = back.replacen(
        "{ when = \"before-play\" }, { when = \"end-of-shoe\" }",
        "{ when = \"end-of-shoe\" }, { when = \"before-play\" }",
        1,
    );
    let turned = file("compare-set.toml", &format!("{front}shuffle.occasions             = [{back}"));
    assert_eq!(topics(&json(&["compare", "qld", &turned])), [""; 0]);
}

#[test]
fn a_house_variant_shows_just_its_changes() {
    let variant = json(&["compare", "nsw", &repository("books/examples/sydney-lucky-6.toml")]);
    let expected = ["sides.offered", "wager.tie", "wager.lucky-6", "wager.all-six", "wager.winning-pair"];
    assert_eq!(topics(&variant), expected);
}

#[test]
fn three_books_stand_side_by_side() {
    let comparison = json(&["compare", "act", "nz", "nsw"]);
    let decks = &entry(&comparison["parameters"], "topic", "cards.decks")["said"];
    let values: Vec<&str> =
        decks.as_array().unwrap().iter().map(|said| said["values"][0]["value"].as_str().unwrap()).collect();
    assert_eq!(values, ["[8]", "[8]", "[3, 4, 6, 8]"]);
}

#[test]
fn it_takes_two_good_books() {
    check_failure(&["compare", "act"], 2, &["BOOK"]);
    check_failure(&["compare", "act", "vic"], 2, &["no book `vic`"]);
    check_failure(&["compare", "act", &file("compare-bad.toml", "book = 1")], 1, &["faults"]);
}
