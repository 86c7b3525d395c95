//! The commands that the documents show, run as they stand there: every output shown is a real one.
//!
//! In a fence headed `console`, a line `$ croupier …` is run, and the lines after it are what it must print; a line of
//! `…` alone stands for any lines, and `…` at the end of a line for the rest of it. A fence with a second word, such
//! as `toml own.toml`, is a file of that name.

use super::{command, repository};
use std::path::{Path, PathBuf};

struct Fence {
    line: usize,
    heading: String,
    body: Vec<String>,
}

fn fences(text: &str) -> Vec<Fence> {
    let mut fences: Vec<Fence> = Vec::new();
    let mut open = false;
    for (at, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(heading) => {
                open = true;
                fences.push(Fence { line: at + 1, heading: heading.to_owned(), body: Vec::new() });
            }
            None if open => fences.last_mut().unwrap().body.push(line.to_owned()),
            None => {}
        }
    }
    assert!(!open, "a fence is left open");
    fences
}

/// The words of a command line, single and double quotes taken away.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in line.chars() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            ('\'' | '"', None) => quote = Some(letter),
            (' ', None) => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Does the text go on as expected, where `…` stands for any lines?
fn fits(found: &[&str], expected: &[&str]) -> bool {
    match expected {
        [] => found.is_empty(),
        ["…", rest @ ..] => (0..=found.len()).any(|skipped| fits(&found[skipped..], rest)),
        [line, rest @ ..] => {
            found.first().is_some_and(|found| line_fits(found, line)) && fits(&found[1..], rest)
        }
    }
}

/// A line that ends in `…` is only the start of one. How wide a column is says nothing.
fn line_fits(found: &str, expected: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    match expected.strip_suffix('…') {
        Some(start) => words(found).starts_with(&words(start)),
        None => words(found) == words(expected),
    }
}

fn check_console(fence: &Fence, document: &str, folder: &Path) {
    let mut lines = fence.body.iter().map(|line| line.trim_end()).peekable();
    while let Some(line) = lines.next() {
        let place = format!("{document}, fence at line {}: {line}", fence.line);
        let arguments = line.strip_prefix("$ croupier").unwrap_or_else(|| panic!("{place}: no command"));
        let mut expected = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            expected.push(line);
        }
        let arguments = words(arguments);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = command(&arguments).current_dir(folder).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        let found: Vec<&str> = text.lines().map(str::trim_end).collect();
        // Blank lines at the end of an answer, and around what is left out, are for the eye.
        while expected.last() == Some(&"") {
            expected.pop();
        }
        assert!(fits(&found, &expected), "{place}\nprints\n{text}");
    }
}

fn check_document(document: &str) {
    let text = std::fs::read_to_string(repository(document)).unwrap();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(document.replace('/', "-"));
    // What an earlier run left there would be in the way of commands that write.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for shared in ["books", "transcripts"] {
        let link = folder.join(shared);
        if !link.exists() {
            std::os::unix::fs::symlink(repository(shared), link).unwrap();
        }
    }
    for fence in fences(&text) {
        match fence.heading.split_once(' ') {
            Some((_, name)) => std::fs::write(folder.join(name), fence.body.join("\n") + "\n").unwrap(),
            None if fence.heading == "console" => check_console(&fence, document, &folder),
            None => {}
        }
    }
}

#[test]
fn the_readme_shows_what_is_printed() {
    check_document("README.md");
}

#[test]
fn the_page_on_logs_shows_what_is_printed() {
    check_document("docs/log.md");
}

#[test]
fn the_page_on_rulings_shows_what_is_printed() {
    check_document("docs/rule.md");
}

#[test]
fn the_page_on_books_shows_what_is_printed() {
    check_document("docs/books.md");
}

#[test]
fn the_page_on_json_shows_what_is_printed() {
    check_document("docs/odds-json.md");
}

#[test]
fn the_page_on_sealed_shoes_shows_what_is_printed() {
    check_document("docs/sealed-shoe.md");
}
