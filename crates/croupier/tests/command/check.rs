//! `croupier check`: transcripts as they are run, and what is told when there is nothing to run.

use super::{check_failure, file, run, shown};
use std::path::PathBuf;

fn folder(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&path).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_folder_without_transcripts_is_no_pass() {
    check_failure(&["check", &folder("no-transcripts")], 1, &["no transcript in", "no-transcripts", ".txt"]);
}

#[test]
#[cfg(unix)]
fn a_file_without_end_is_told() {
    check_failure(&["check", "/dev/zero"], 1, &["/dev/zero has more than 16777216 bytes"]);
}

#[test]
fn a_mark_before_the_text_does_no_harm() {
    let text = "\u{feff}book nsw\nwager ann box 1 player 100\ndeal 4H KD 5C 7S\nexpect player wins\n";
    assert!(shown(&["check", &file("mark.txt", text)]).contains("1 passed"));
}

#[test]
fn control_characters_are_told_and_not_obeyed() {
    let text = "book nsw\nwager a\u{1b}[31mnn box 1 player 100\nexpect placed\n";
    let output = run(&["check", &file("control.txt", text)]);
    let message = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(message.contains("line 2: found the control character U+001B"), "{message}");
    assert!(!message.contains('\u{1b}'), "{message:?}");
}

#[test]
fn an_unknown_report_is_told_in_our_words() {
    let output = run(&["check", &file("report.txt", "book nsw\ndealer reports chaos\nexpect refused\n")]);
    let message = String::from_utf8(output.stdout).unwrap();
    assert!(
        message.contains("line 2: found `chaos`; allowed are ") && message.contains("burn forgotten"),
        "{message}"
    );
    assert!(!message.contains("variant"), "{message}");
}
