//! The page on what laboratories ask for names tests; each of them is there, and every requirement has its row.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of every file below a folder that ends like this.
fn texts(folder: &Path, ending: &str, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            texts(&path, ending, found);
        } else if path.to_string_lossy().ends_with(ending) {
            let name = path.strip_prefix(repository()).unwrap().to_string_lossy().into_owned();
            found.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
}

struct Sources(Vec<(String, String)>);

impl Sources {
    fn read() -> Sources {
        let mut found = Vec::new();
        texts(&repository().join("crates"), ".rs", &mut found);
        Sources(found)
    }

    /// Is there a test of this name, or one that begins like this where the name ends in `…`? A function is a test by what stands above it,
    /// or because a list of tests names it.
    fn has_test(&self, name: &str) -> bool {
        let (name, begins) = (name.trim_end_matches('…'), name.ends_with('…'));
        let whole = if begins { format!("fn {name}") } else { format!("fn {name}(") };
        self.0.iter().any(|(_, text)| {
            text.match_indices(&whole).any(|(at, _)| {
                let above = text[..at].rsplit("\n}").next().unwrap_or_default();
                let above = above.rsplit("\n\n").next().unwrap_or_default();
                let is_test = above.contains("#[test]") || above.contains("::test");
                is_test || text.matches(&format!("    {name},\n")).count() == 1
            })
        })
    }

    /// Is there a module of tests of this path, such as `kills` or `people::register::tests`?
    fn has_module(&self, path: &str) -> bool {
        let parts: Vec<&str> = path.split("::").filter(|part| *part != "tests").collect();
        let file = format!("/{}.rs", parts.last().unwrap());
        let within = |name: &str| parts[..parts.len() - 1].iter().all(|part| name.contains(part));
        self.0.iter().any(|(name, text)| {
            (name.ends_with(&file) && within(name)) && (text.contains("#[test]") || text.contains("::test"))
        })
    }

    /// Is there such a file? `crate/tests/file.rs`, or several in braces.
    fn has_file(&self, path: &str) -> bool {
        let names: Vec<String> = match path.split_once('{').zip(path.split_once('}')) {
            Some(((before, list), (_, after))) => {
                let list = list.split('}').next().unwrap();
                list.split(',').map(|one| format!("{before}{one}{after}")).collect()
            }
            None => vec![path.to_owned()],
        };
        names
            .iter()
            .all(|name| self.0.iter().any(|(file, _)| file == name || file.ends_with(&format!("/{name}"))))
    }
}

/// What stands in a row between backquotes.
fn quoted(row: &str) -> impl Iterator<Item = &str> {
    row.split('`').skip(1).step_by(2)
}

/// Does this look like the name of a test: a sentence with underscores?
fn is_test(name: &str) -> bool {
    let plain = name.trim_end_matches('…');
    plain.matches('_').count() >= 2
        && plain.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// Is this test, or this file of tests, there? Nothing if it names neither.
fn is_there(quoted: &str, sources: &Sources) -> Option<bool> {
    Some(match quoted.rsplit_once("::") {
        _ if quoted.ends_with(".rs") => sources.has_file(quoted),
        Some((module, "…" | "tests")) => sources.has_module(module),
        Some((_, name)) if is_test(name) => sources.has_test(name),
        None if is_test(quoted) => sources.has_test(quoted),
        _ => return None,
    })
}

/// What is named on a page of the documentation and is not there.
fn missing(page: &str, sources: &Sources) -> Vec<String> {
    let text = std::fs::read_to_string(repository().join(page)).unwrap();
    let mut missing = Vec::new();
    let mut named = 0;
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        for quoted in quoted(row) {
            let Some(there) = is_there(quoted, sources) else { continue };
            named += 1;
            if !there {
                missing.push(format!("{page}: {quoted}"));
            }
        }
    }
    assert!(named > 15, "{page} names tests: {named}");
    missing
}

#[test]
fn every_test_that_the_pages_name_is_there() {
    let sources = Sources::read();
    let missing: Vec<String> =
        ["docs/standards.md", "docs/attacks.md"].iter().flat_map(|page| missing(page, &sources)).collect();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn every_requirement_has_its_row_and_its_state() {
    let text = std::fs::read_to_string(repository().join("docs/standards.md")).unwrap();
    let (sources, mut rows) = (Sources::read(), BTreeSet::new());
    for row in text.lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, number, _, state, how, _] = cells[..] else { continue };
        if number.len() > 1 && number[1..].bytes().all(|byte| byte.is_ascii_digit()) {
            assert!(rows.insert(number.to_owned()), "{number} stands twice");
            assert!(["holds", "part", "not here"].contains(&state), "{number}: {state}");
            assert!(!how.is_empty(), "{number} says how");
            let shows = |name| is_there(name, &sources) == Some(true);
            assert!(state != "holds" || quoted(how).any(shows), "{number} names no test that shows it");
        }
    }
    let expected: BTreeSet<String> =
        (1..=60).map(|n| format!("R{n}")).chain((1..=14).map(|n| format!("P{n}"))).collect();
    assert_eq!(rows, expected);
}
