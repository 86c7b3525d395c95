//! Notes which lines of our own code ask for which topic of a book, so that a conformance pack can say what reads a clause's value.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The crates that ask books.
const CRATES: [&str; 7] = ["baccarat", "simulate", "table", "tournament", "promotion", "floor", "lab"];

fn main() {
    let crates = Path::new("..");
    let mut found: Vec<(String, String)> = Vec::new();
    for name in CRATES {
        let folder = crates.join(name).join("src");
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        sources(&folder, &mut files);
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file).unwrap_or_default();
            let shown = file.strip_prefix(crates).unwrap_or(&file).display().to_string();
            found.extend(asked(&text).map(|(topic, line)| (topic, format!("crates/{shown}:{line}"))));
        }
    }
    let mut out = String::from("&[\n");
    for (topic, place) in found {
        let _ = writeln!(out, "    ({topic:?}, {place:?}),");
    }
    out.push_str("]\n");
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    if let Err(error) = fs::write(folder.join("readers.rs"), out) {
        println!("cargo::error=cannot write readers.rs: {error}");
    }
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => sources(&path, files),
            false if path.extension().is_some_and(|ending| ending == "rs") => files.push(path),
            false => {}
        }
    }
}

/// Every two names with a point between them, `cut.from_back`, each with its line. Which of them are topics is found out later.
fn asked(text: &str) -> impl Iterator<Item = (String, usize)> {
    let mut pairs: Vec<(String, usize)> = Vec::new();
    // The name before, and whether a point has followed it.
    let (mut before, mut point) = (String::new(), false);
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let mut rest = code;
        while let Some(letter) = rest.chars().next() {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            if is_name(letter) {
                let length = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
                let (name, after) = rest.split_at(length);
                if point && !before.is_empty() && name.starts_with(|letter: char| letter.is_ascii_lowercase())
                {
                    pairs.push((format!("{before}.{name}"), number + 1));
                }
                before = name.to_owned();
                point = false;
                rest = after;
                continue;
            }
            match letter {
                '.' => point = true,
                letter if letter.is_whitespace() => {}
                _ => {
                    before.clear();
                    point = false;
                }
            }
            rest = &rest[letter.len_utf8()..];
        }
    }
    pairs.into_iter()
}
