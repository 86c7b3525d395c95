//! The modules of this crate know each other in one direction only.
//!
//! What is looked at: paths such as `crate::bets::…`, and methods of `Table` by the module in which they are defined.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Every top module, each knowing only those before it.
const ORDER: [&str; 30] = [
    "nearest",
    "declare",
    "time",
    "cite",
    "person",
    "settings",
    "refusal",
    "roads",
    "state",
    "acts",
    "facts",
    "event",
    "command",
    "compiled",
    "table",
    "rulings",
    "people",
    "cards",
    "deal",
    "bets",
    "pay",
    "notice",
    "trouble",
    "due",
    "open",
    "decide",
    "aggregate",
    "driver",
    "transcript",
    "mutation",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => sources(&path, found),
            false => found.push(path),
        }
    }
}

/// The code of every file by its top module, without comments.
fn modules() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut modules: BTreeMap<String, String> = BTreeMap::new();
    for file in files {
        let first = file.strip_prefix(&root).unwrap().components().next().unwrap();
        let module = first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
        let all = modules.entry(module).or_default();
        code.for_each(|line| {
            all.push_str(line);
            all.push('\n');
        });
    }
    modules.remove("lib");
    modules
}

/// The words that follow each of some openings in a text.
fn words_after<'t>(text: &'t str, opening: &str) -> Vec<&'t str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(opening)
        .map(|(at, _)| &text[at + opening.len()..])
        .map(|rest| &rest[..rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())])
        .collect()
}

/// The methods of `Table` that a module defines.
fn methods(code: &str) -> BTreeSet<&str> {
    let blocks = code.split("\nimpl Table {").skip(1).map(|rest| rest.split("\n}").next().unwrap_or(rest));
    blocks.flat_map(|block| words_after(block, "fn ")).collect()
}

/// The modules that a piece of code names, in paths and in lists of imports.
fn named(code: &str) -> BTreeSet<&str> {
    let mut named: BTreeSet<&str> = words_after(code, "crate::").into_iter().collect();
    for list in code.split("use crate::{").skip(1).filter_map(|rest| rest.split("};").next()) {
        named.extend(list.split(',').map(|name| name.trim().split("::").next().unwrap_or_default()));
    }
    named
}

#[test]
fn no_arrow_points_back() {
    let modules = modules();
    let place = |module: &str| ORDER.iter().position(|known| *known == module);
    let missing: Vec<&String> = modules.keys().filter(|module| place(module).is_none()).collect();
    assert!(missing.is_empty(), "give these modules their place in the order: {missing:?}");
    let mut owners: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (module, code) in &modules {
        for method in methods(code) {
            owners.entry(method).or_default().insert(module);
        }
    }
    let mut back = Vec::new();
    for (module, code) in &modules {
        let here = place(module);
        for other in named(code) {
            if place(other) > here {
                back.push(format!("{module} names {other}"));
            }
        }
        let called = [".", "Table::"].into_iter().flat_map(|opening| words_after(code, opening));
        for method in called.collect::<BTreeSet<_>>() {
            // A name that several modules define is not told apart; methods of other types share few.
            let mut all = owners.get(method).into_iter().flatten();
            let (Some(owner), None) = (all.next(), all.next()) else { continue };
            if place(owner) > here && calls_on_table(code, method) {
                back.push(format!("{module} calls {method} of {owner}"));
            }
        }
    }
    assert!(back.is_empty(), "arrows that point back:\n{}", back.join("\n"));
}

/// Is a method called on a table, as far as the text tells?
fn calls_on_table(code: &str, method: &str) -> bool {
    let tables = ["self.", "table.", "after.", "then.", "table().", "Table::"];
    tables.iter().any(|table| code.contains(&format!("{table}{method}(")))
}

#[test]
fn the_test_sees_what_it_should() {
    let code = "use crate::{bets, decide::Decided};\nfn f() { self.due(); crate::pay::x() }\n";
    assert_eq!(named(code).into_iter().collect::<Vec<_>>(), ["", "bets", "decide", "pay"]);
    assert!(calls_on_table(code, "due") && !calls_on_table(code, "other"));
    assert_eq!(methods("\nimpl Table {\n    fn one(&self) {}\n}\nfn two() {}\n").len(), 1);
}
