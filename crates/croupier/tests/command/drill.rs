//! `croupier drill` as it is run: answers piped in, scored and explained, the same again from a seed.

use super::{BOOKS, check_failure, command};
use serde_json::Value;
use std::io::Write;
use std::process::{Output, Stdio};

/// Runs it with these lines as answers.
fn answered(arguments: &[&str], lines: &[String]) -> Output {
    let mut running = command(arguments);
    let mut running =
        running.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Whoever stops asking early closes the pipe.
    let _ = running.stdin.take().unwrap().write_all((lines.join("\n") + "\n").as_bytes());
    running.wait_with_output().unwrap()
}

fn result(arguments: &[&str], lines: &[String]) -> Value {
    let output = answered(&[arguments, &["--json"]].concat(), lines);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn all_c(many: usize) -> Vec<String> {
    vec!["c".to_owned(); many]
}

/// Every book: the solutions of a first run are all right in a second run of the same seed.
#[test]
fn the_solutions_of_a_seed_score_full_marks() {
    for book in BOOKS {
        let drill = ["drill", book, "--seed", "11", "--questions", "9"];
        // Answers of which each question takes one: whatever cannot be read is asked again.
        let guesses: Vec<String> =
            (0..9).flat_map(|_| ["a", "1", "lose", "1 take 1"]).map(str::to_owned).collect();
        let first = result(&drill, &guesses);
        let questions = first["questions"].as_array().unwrap();
        assert_eq!(questions.len(), 9, "{book}");
        let solutions: Vec<String> =
            questions.iter().map(|question| question["key"].as_str().unwrap().to_owned()).collect();
        let second = result(&drill, &solutions);
        assert_eq!(second["right"], 9, "{book}: {solutions:?} {second:#}");
        let asked = |run: &Value| -> Vec<Value> {
            run["questions"].as_array().unwrap().iter().map(|question| question["asked"].clone()).collect()
        };
        assert_eq!(asked(&first), asked(&second), "{book}");
        let topics: Vec<&str> =
            questions.iter().map(|question| question["topic"].as_str().unwrap()).collect();
        assert_eq!(topics[..2], ["next-card", "totals"], "{book}");
        // Queensland's amendment rules on no irregularity, so there is nothing to ask.
        assert_eq!(topics.contains(&"irregularities"), book != "qld", "{book}");
    }
}

#[test]
fn it_scores_and_explains_with_the_clause() {
    let drill = ["drill", "act", "--seed", "7", "--questions", "3", "--topic", "next-card"];
    let output = answered(&drill, &["x".into(), "a".into(), "a".into(), "a".into()]);
    let page = String::from_utf8(output.stdout).unwrap();
    for said in
        ["Drill: Australian Capital Territory 2023", "seed 7", "3 of 3", "PLAYER", "╭────╮", "Who gets"]
    {
        assert!(page.contains(said), "no `{said}` in\n{page}");
    }
    assert!(page.contains("found x; allowed are a, b, c"), "{page}");
    assert!(page.contains("clause") && page.contains("next card: "), "{page}");
    assert!(page.contains("of 3 right"), "{page}");
    assert!(!page.contains('\u{1b}'), "colours in a pipe");
}

#[test]
fn the_end_of_input_gives_the_score_so_far() {
    let drill = ["drill", "nsw", "--seed", "7", "--questions", "5", "--topic", "next-card"];
    let output = answered(&drill, &["c".into(), "c".into()]);
    assert!(output.status.success());
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(page.contains("of 2 right, 3 not answered"), "{page}");
    let none = result(&["drill", "nsw", "--seed", "7", "--topic", "settlement"], &[]);
    assert_eq!((&none["answered"], &none["right"]), (&0.into(), &0.into()));
}

#[test]
fn topics_can_be_chosen_and_nothing_else() {
    let result =
        result(&["drill", "nz", "--seed", "1", "--questions", "2", "--topic", "irregularities"], &all_c(2));
    for question in result["questions"].as_array().unwrap() {
        assert_eq!(question["topic"], "irregularities");
        assert!(question["transcript"].as_str().unwrap().starts_with("book nz\n"));
    }
    check_failure(&["drill", "nz", "--topic", "luck"], 2, &["next-card", "settlement", "irregularities"]);
    check_failure(&["drill", "qld", "--topic", "irregularities"], 1, &["allowed are next-card"]);
    check_failure(&["drill", "nz", "--questions", "0"], 2, &["--questions"]);
    check_failure(&["drill", "nowhere"], 2, &["no book"]);
}

#[test]
fn an_answer_that_is_no_text_is_told() {
    let mut drill = command(&["drill", "nsw", "--seed", "7", "--questions", "1"]);
    let mut drill =
        drill.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drill.stdin.take().unwrap().write_all(b"\xff\xfe\n").unwrap();
    let output = drill.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(error.contains("cannot read the answer: it is not UTF-8 text"), "{error}");
}
