//! The command as people run it: what it prints, what it refuses, and its exit codes.

mod book;
mod check;
mod compare;
mod conformance;
mod count;
#[cfg(unix)]
mod documents;
mod drill;
#[cfg(unix)]
mod house;
#[cfg(unix)]
mod log;
mod odds;
mod par;
#[cfg(unix)]
mod promotion;
mod rule;
mod rules;
mod screen;
#[cfg(unix)]
#[path = "../../../ledger/tests/ledger/server.rs"]
mod server;
#[cfg(unix)]
mod shoe;
mod simulate;
mod tournament;
#[cfg(unix)]
mod two_people;
#[cfg(target_os = "linux")]
mod vault;

use num_rational::BigRational;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const BOOKS: [&str; 4] = ["act", "nz", "qld", "nsw"];

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(arguments).stdin(Stdio::null()).env_remove("NO_COLOR");
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// What a command that must succeed prints.
fn shown(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The JSON that a command prints.
fn json(arguments: &[&str]) -> Value {
    let text = shown(&[arguments, &["--json"]].concat());
    serde_json::from_str(&text).unwrap()
}

/// A command must fail with this exit code, print nothing, and say all these words.
fn check_failure(arguments: &[&str], exit: i32, words: &[&str]) {
    let output = run(arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(exit), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    for word in words {
        assert!(error.contains(word), "{arguments:?}: `{word}` is not in: {error}");
    }
}

/// A file of the repository.
fn repository(path: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    root.to_str().unwrap().to_owned()
}

/// A file with this text, in the folder that Cargo gives to tests.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A fraction out of JSON, which must be written in lowest terms.
fn fraction(value: &Value) -> BigRational {
    let text = value.as_str().unwrap();
    let fraction: BigRational = text.parse().unwrap();
    assert_eq!(fraction.to_string(), text, "in lowest terms");
    fraction
}

/// The entry of a list that has this value under a key.
fn entry<'v>(list: &'v Value, key: &str, value: &str) -> &'v Value {
    let found = list.as_array().unwrap().iter().find(|entry| entry[key] == value);
    found.unwrap_or_else(|| panic!("no {key} {value} in {list}"))
}
