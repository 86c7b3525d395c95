//! `croupier deal` and `croupier play` as they are run without a terminal.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier")).args(arguments).output().unwrap()
}

fn message(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn check_failure(arguments: &[&str], exit: i32, said: &str) {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(exit), "{error}");
    assert!(error.contains(said), "{error}");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_shoe_is_told_from_the_first_shuffle_to_the_last_coup() {
    let story = message(&["deal", "act", "--seed", "2026", "--coups", "2"]);
    for said in [
        "seed 2026",
        "The cards are shuffled",
        "cuts,",
        "burnt",
        "bets",
        "“No more bets.”",
        "row ",
        "wins",
        "Bead plate",
    ] {
        assert!(story.contains(said), "no `{said}` in:\n{story}");
    }
    assert!(story.contains("Coup 2") && !story.contains("Coup 3"), "{story}");
    assert!(!story.contains('\u{1b}'), "colours in a pipe");
}

#[test]
fn a_seed_tells_the_same_story_again() {
    let story = |seed: &str| message(&["deal", "nsw", "--seed", seed, "--coups", "5"]);
    assert_eq!(story("7"), story("7"));
    assert_ne!(story("7"), story("8"));
}

#[test]
fn without_a_seed_one_is_drawn_and_shown() {
    let story = message(&["deal", "nz", "--coups", "1"]);
    let seed = story.lines().next().and_then(|line| line.strip_prefix("seed ")).unwrap().to_owned();
    assert_eq!(message(&["deal", "nz", "--coups", "1", "--seed", &seed]), story);
}

#[test]
fn every_book_method_and_way_of_dealing_goes_on_from_shoe_to_shoe() {
    let tables: [&[&str]; 8] = [
        &["act"],
        &["act", "--method", "non-commission"],
        &["act", "--clock", "20"],
        &["nz"],
        &["qld"],
        &["nsw"],
        &["nsw", "--dealing", "B"],
        &["nsw", "--dealing", "C", "--method", "even-money"],
    ];
    for table in tables {
        let story = message(&[&["deal", "--seed", "5", "--coups", "180"], table].concat());
        let shuffles = story.matches("The cards are shuffled").count();
        assert!(shuffles >= 3, "{table:?}: {shuffles} shuffles");
        assert!(story.contains("Coup 180"), "{table:?}");
    }
}

#[test]
fn events_are_json_lines_that_name_their_clauses() {
    let output = run(&["deal", "qld", "--seed", "3", "--coups", "2", "--json"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "seed 3\n");
    let text = String::from_utf8(output.stdout).unwrap();
    for line in text.lines() {
        let event: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(event["fact"]["fact"].is_string() && event["under"]["clauses"].is_array(), "{line}");
    }
    assert!(text.contains("coup-decided"));
}

#[test]
fn what_the_book_does_not_have_is_refused() {
    check_failure(&["deal", "act", "--method", "free"], 2, "allowed are commission, non-commission");
    check_failure(&["deal", "nsw", "--dealing", "Z"], 2, "allowed are A, B, C");
    check_failure(&["deal", "nz", "--clock", "20"], 1, "betting.period");
    check_failure(&["deal", "act", "--coups", "0"], 2, "--coups");
    check_failure(&["deal", "nowhere"], 2, "no book");
}

#[test]
fn play_wants_a_terminal() {
    check_failure(&["play", "act"], 2, "croupier deal act");
    check_failure(&["play", "act", "--felt", "--seed", "1"], 2, "cannot be used with");
}
