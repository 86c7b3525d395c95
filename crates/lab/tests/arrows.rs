//! The top modules of a crate know each other in one direction: each may use only those listed before it.

use std::fs;
use std::path::{Path, PathBuf};

/// A crate and its top modules, the first of which knows none of the others.
const CRATES: &[(&str, &[&str])] = &[
    (
        "lab",
        &[
            "error",
            "exact",
            "identity",
            "nearest",
            "synonyms",
            "text",
            "threads",
            "columns",
            "scope",
            "provenance",
            "shoes",
            "odds",
            "simulation",
            "counting",
            "par",
            "clauses",
            "coverage",
            "conformance",
        ],
    ),
    ("sheet", &["error", "columns", "plot", "document", "par", "simulation", "count", "conformance"]),
    ("croupier", &["arguments", "failure", "screen", "files", "papers", "sitting", "commands"]),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => sources(&path, found),
            false if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
            false => {}
        }
    }
}

/// The modules that a text names after `crate::`, alone or in braces.
fn named(text: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
    };
    let after = text.split("crate::").skip(1);
    after
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(list) => {
                list.split('}').next().unwrap_or("").split(',').map(|part| word(part.trim())).collect()
            }
            None => vec![word(rest)],
        })
        .collect()
}

/// The top module that a file belongs to; nothing for the root of the crate.
fn top(file: &Path, src: &Path) -> Option<String> {
    let first = file.strip_prefix(src).ok()?.components().next()?;
    let name = first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned();
    (name != "main" && name != "lib").then_some(name)
}

#[test]
fn no_arrow_points_back() {
    let mut backwards = Vec::new();
    for (name, order) in CRATES {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        let mut files = Vec::new();
        sources(&src, &mut files);
        for file in files {
            let Some(own) = top(&file, &src) else { continue };
            let rank = order.iter().position(|module| *module == own);
            let rank = rank.unwrap_or_else(|| panic!("{name}: give the module {own} its place in this test"));
            let text = fs::read_to_string(&file).expect("a source file");
            for used in named(&text).iter().filter(|used| **used != own) {
                if order[rank + 1..].contains(&used.as_str()) {
                    backwards.push(format!("{}: {own} uses {used}", file.display()));
                }
            }
        }
    }
    assert!(backwards.is_empty(), "arrows that point back:\n{}", backwards.join("\n"));
}

#[test]
fn uses_are_found_alone_and_in_braces() {
    assert_eq!(
        named("use crate::screen::Screen;\nuse crate::{files, sitting::Cards};"),
        ["screen", "files", "sitting"]
    );
}
