//! `croupier rules`.

use super::{BOOKS, check_failure, entry, json, repository, shown};
use serde_json::Value;

fn numbers(answer: &Value) -> Vec<&str> {
    answer["clauses"].as_array().unwrap().iter().map(|clause| clause["clause"].as_str().unwrap()).collect()
}

#[test]
fn every_clause_is_found_by_its_number_alone() {
    for (book, clauses) in [("act", 358), ("nz", 138), ("qld", 57), ("nsw", 678)] {
        let all = json(&["rules", book]);
        let numbers_of_all = numbers(&all);
        assert_eq!(numbers_of_all.len(), clauses, "{book}");
        // Each number asked for brings exactly its own clause, though other numbers may go on from it.
        let asked = json(&[&["rules", book], &numbers_of_all[..]].concat());
        assert_eq!(numbers(&asked), numbers_of_all, "{book}");
        assert_eq!(asked["clauses"], all["clauses"], "{book}");
    }
}

#[test]
fn one_clause_at_a_time() {
    for (book, number) in [
        ("act", "2.1/1"),
        ("act", "14.12 row Tiger tie"),
        ("act", "Dictionary: Tie"),
        ("nz", "9.4 Table 2 row 6"),
        ("qld", "s2: natural"),
        ("qld", "s32(b)(i)"),
        ("nsw", "5.8"),
        ("nsw", "1.1 Tie"),
    ] {
        assert_eq!(numbers(&json(&["rules", book, number])), [number], "{book}");
        assert!(shown(&["rules", book, number]).starts_with(&format!("{book} {number}\n")));
    }
}

#[test]
fn a_clause_shows_all_that_rests_on_it() {
    let text = shown(&["rules", "nsw", "5.8"]);
    for word in ["settlement.inexact = round-up", "compute; acts: system", "We read:"] {
        assert!(text.contains(word), "{text}");
    }
    let text = shown(&["rules", "act", "13.7"]);
    assert!(text.contains("wager.super-6") && text.contains("15 to 1"), "{text}");
}

#[test]
fn the_start_of_a_number_finds_what_goes_on_from_it() {
    assert_eq!(numbers(&json(&["rules", "act", "5.4"])), ["5.4/1", "5.4/2", "5.4/3"]);
    let seven = json(&["rules", "act", "7"]);
    assert!(numbers(&seven).iter().all(|number| number.starts_with("7.")));
    check_failure(&["rules", "act", "5.99"], 1, &["no clause 5.99", "near it are 5."]);
    check_failure(&["rules", "act", "5.4/1", "xyz"], 1, &["no clause xyz", "rules act"]);
}

#[test]
fn words_and_kinds_pick_clauses() {
    let found = json(&["rules", "act", "--search", "cutting card", "back"]);
    for clause in found["clauses"].as_array().unwrap() {
        let text = clause.to_string().to_lowercase();
        assert!(["cutting", "card", "back"].iter().all(|word| text.contains(word)), "{clause}");
    }
    let judged = json(&["rules", "nsw", "--kind", "judgement"]);
    assert!(judged["clauses"].as_array().unwrap().iter().all(|clause| clause["kind"] == "judgement"));
    let both = json(&["rules", "nsw", "--kind", "ruling", "--search", "void"]);
    assert!(!both["clauses"].as_array().unwrap().is_empty());
    check_failure(&["rules", "act", "--kind", "sum"], 2, &["fact, compute, gate"]);
    check_failure(&["rules", "act", "--search", "zebra"], 1, &["no clause", "rules act"]);
    check_failure(&["rules", "act", "5.8/1", "--kind", "fact"], 1, &["5.8/1", "is of kind flow"]);
}

#[test]
fn queensland_lists_what_it_assumes_and_the_others_nothing() {
    let assumed = json(&["rules", "qld", "--assumed"])["assumed"].clone();
    for topic in ["cards.decks", "tableau.banker", "wager.banker", "wager.perfect-pair-player"] {
        let one = entry(&assumed, "topic", topic);
        assert!(!one["why"].as_str().unwrap().is_empty() && !one["value"].as_str().unwrap().is_empty());
    }
    assert!(shown(&["rules", "qld", "--assumed"]).contains("not in this"));
    // What no clause says is found where it is assumed, as data too.
    let found = json(&["rules", "qld", "--search", "decks"]);
    entry(&found["assumed"], "topic", "cards.decks");
    // All of it answers to the word itself, and to what people say instead of a book's word.
    let all = json(&["rules", "qld", "--search", "assumed"])["assumed"].clone();
    assert_eq!(all, assumed);
    let five = json(&["rules", "qld", "--search", "five per cent"])["assumed"].clone();
    entry(&five, "topic", "settlement.methods");
    assert!(json(&["rules", "act", "--search", "cutting card", "back"])["assumed"].is_null());
    for book in BOOKS.into_iter().filter(|book| *book != "qld") {
        assert!(shown(&["rules", book, "--assumed"]).contains("assumes nothing"), "{book}");
    }
}

/// Wherever a person reads what follows from Queensland's book, it is said which of it is assumed; nowhere else is anything.
#[test]
fn what_queensland_assumes_is_marked_wherever_it_is_read() {
    const DEALT: [&str; 2] = ["--cards", "6H 7D KC KS"];
    for book in BOOKS {
        let assumes = book == "qld";
        for (arguments, marked) in [
            (vec!["deal", book, "--seed", "1", "--coups", "10"], "assumed tableau"),
            (vec!["deal", book, "--seed", "1", "--coups", "10"], "assumed wager.player"),
            (vec!["rule", book], "values assumed"),
            ([vec!["rule", book], DEALT.to_vec(), vec!["--in-excess", "5H"]].concat(), "values assumed"),
            (
                [vec!["rule", book], DEALT.to_vec(), vec!["--in-excess", "5H", "--wagers", "player 10"]]
                    .concat(),
                "assumed",
            ),
            (vec!["rules", book], "values assumed"),
            (vec!["rules", book, "--kind", "compute"], "values assumed"),
            (
                vec!["drill", book, "--seed", "1", "--questions", "2", "--topic", "next-card"],
                "values assumed",
            ),
            (vec!["odds", book], "assumed"),
            (vec!["shelf"], "rules qld --assumed"),
        ] {
            let text = shown(&arguments);
            let expected = assumes || arguments[0] == "shelf";
            assert_eq!(text.contains(marked), expected, "{arguments:?}: {text}");
        }
    }
}

#[test]
fn a_book_in_a_file_is_read_like_one_on_the_shelf() {
    assert_eq!(json(&["rules", &repository("books/act.toml")]), json(&["rules", "act"]));
    let example = repository("books/examples/canberra-dragon-7.toml");
    assert!(shown(&["rules", &example, "H1"]).contains("wager.dragon-7"));
    assert_eq!(numbers(&json(&["rules", &example, "5.4/1"])), ["5.4/1"]);
}
