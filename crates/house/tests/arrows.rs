//! Arrows point one way: between the crates of a house, and between the top modules of each.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A house's crates; each may use those before it, never those after it.
const ORDER: [&str; 6] = ["people", "hall", "floor", "office", "prizes", "house"];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The crates that one names as its dependencies, those of its tests apart.
fn dependencies(name: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(crates().join(name).join("Cargo.toml")).unwrap();
    let after = text.split("\n[dependencies]\n").nth(1).unwrap();
    let lines = after.lines().take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| line.split(['.', ' ']).next()).map(ToOwned::to_owned).collect()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files(&path, found),
            false if path.extension().is_some_and(|ending| ending == "rs") => found.push(path),
            false => {}
        }
    }
}

/// Every word that follows `crate::`, alone or in braces.
fn named(text: &str) -> Vec<&str> {
    let is_end = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let mut words = Vec::new();
    for after in text.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            None => words.extend(after.split(is_end).next()),
            Some(list) => {
                let mut depth = 1;
                let end = list.find(|letter| {
                    depth += i32::from(letter == '{') - i32::from(letter == '}');
                    depth == 0
                });
                let list = &list[..end.unwrap_or(list.len())];
                words.extend(list.split(',').filter_map(|item| item.trim().split(is_end).next()));
            }
        }
    }
    words
}

/// Which top modules of a crate use which others.
fn uses(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = Vec::new();
    files(source, &mut found);
    let top = |path: &Path| {
        let first = path.strip_prefix(source).unwrap().components().next().unwrap();
        Path::new(first.as_os_str()).file_stem().unwrap().to_str().unwrap().to_owned()
    };
    let modules: BTreeSet<String> = found.iter().map(|path| top(path)).collect();
    let root = fs::read_to_string(source.join("lib.rs")).unwrap();
    // What the root passes on belongs to the module from which it comes.
    let home = |word: &str| {
        let passes = |line: &&str| line.starts_with("pub use ") && line.contains(word);
        let line = root.lines().find(passes)?;
        line.strip_prefix("pub use ")?.split("::").next().map(ToOwned::to_owned)
    };
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in found.iter().filter(|path| top(path) != "lib") {
        let text = fs::read_to_string(path).unwrap();
        let of = uses.entry(top(path)).or_default();
        for word in named(&text) {
            let known = modules.get(word).cloned().or_else(|| home(word));
            of.extend(known.filter(|known| *known != top(path)));
        }
    }
    uses
}

/// A way from a module back to itself, if there is one.
fn circle(uses: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn walk(
        at: &str,
        way: &mut Vec<String>,
        done: &mut BTreeSet<String>,
        uses: &BTreeMap<String, BTreeSet<String>>,
    ) -> bool {
        if way.iter().any(|known| known == at) {
            way.push(at.to_owned());
            return true;
        }
        if !done.insert(at.to_owned()) {
            return false;
        }
        way.push(at.to_owned());
        for next in uses.get(at).into_iter().flatten() {
            if walk(next, way, done, uses) {
                return true;
            }
        }
        way.pop();
        false
    }
    let mut done = BTreeSet::new();
    uses.keys().find_map(|from| {
        let mut way = Vec::new();
        walk(from, &mut way, &mut done, uses).then_some(way)
    })
}

#[test]
fn a_crate_of_the_house_uses_only_those_before_it() {
    for (place, name) in ORDER.iter().enumerate() {
        let known = dependencies(name);
        assert!(known.contains("table"), "{name}: its dependencies were not read");
        for later in &ORDER[place..] {
            assert!(!known.contains(*later), "{name} uses {later}, which comes after it");
        }
    }
}

#[test]
fn only_the_house_knows_http() {
    for name in &ORDER[..5] {
        for web in ["axum", "hyper", "hyper-util", "tower", "maud"] {
            assert!(!dependencies(name).contains(web), "{name} uses {web}");
        }
    }
}

#[test]
fn no_module_of_a_crate_leads_back_to_itself() {
    for name in ORDER {
        let uses = uses(&crates().join(name).join("src"));
        assert!(uses.len() > 4, "{name}: its modules were not found");
        assert_eq!(circle(&uses), None, "{name}: modules that use each other in a circle");
    }
}

#[test]
fn a_circle_is_found() {
    let uses = |pairs: &[(&str, &str)]| {
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in pairs {
            uses.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        uses
    };
    assert_eq!(circle(&uses(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    let way = circle(&uses(&[("a", "b"), ("b", "c"), ("c", "b")])).unwrap();
    assert_eq!(way, ["a", "b", "c", "b"]);
    assert_eq!(
        named("use crate::{one, two::{three, four}};\ncrate::five::six()"),
        ["one", "two", "four", "five"]
    );
}
