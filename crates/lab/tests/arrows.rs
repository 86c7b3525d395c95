//! Arrows point one way: between the crates of this workspace, and between the top modules of every crate.
//!
//! What is looked at is text: paths from the root of a crate (`crate::bets::…`, as many `super::` as lead there, lists in braces, what
//! the root passes on), and calls of methods that another module defines for the same type. Comments and tests draw no arrow, nor does
//! a macro: its paths are those of whoever uses it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A file of a crate: its top module, how deep it lies below the root, and its code.
struct Source {
    module: String,
    depth: usize,
    code: String,
}

/// Which modules each uses, and by what.
type Arrows = BTreeMap<String, BTreeMap<String, String>>;

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The word at the beginning of a text.
fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.find(|letter| !is_word(letter)).unwrap_or(text.len())]
}

/// Every place at which something begins that is not the rest of a longer word or path.
fn places<'t>(code: &'t str, opening: &str) -> impl Iterator<Item = &'t str> {
    let begins =
        |at: &usize| !code[..*at].ends_with(|letter| is_word(letter) || letter == ':' || letter == '$');
    let found: Vec<usize> = code.match_indices(opening).map(|(at, _)| at).filter(begins).collect();
    let length = opening.len();
    found.into_iter().map(move |at| &code[at + length..])
}

/// The code of a file without comments, tests and macros, calls in one line with what they are called on.
fn code_of(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut code = String::new();
    let mut in_macro = false;
    for line in text.lines().map(|line| line.split("//").next().unwrap_or_default().trim_end()) {
        in_macro |= line.starts_with("macro_rules!");
        if in_macro {
            in_macro = !(line.starts_with('}') || line.ends_with("} }"));
        } else if let Some(call) = line.trim_start().strip_prefix('.') {
            code.push('.');
            code.push_str(call);
        } else {
            code.push('\n');
            code.push_str(line);
        }
    }
    code
}

/// The first words of a list in braces, of which the opening one is left out.
fn listed(list: &str) -> Vec<&str> {
    let (mut depth, mut from, mut words) = (1, 0, Vec::new());
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => {
                words.push(first_word(&list[from..at]));
                from = at + 1;
            }
            _ => {}
        }
        if depth == 0 {
            words.push(first_word(&list[from..at]));
            break;
        }
    }
    words
}

/// What a file names from the root of its crate.
fn named(source: &Source) -> BTreeSet<&str> {
    let up = "super::".repeat(source.depth);
    let here = places(&source.code, "crate::");
    let there = places(&source.code, &up).filter(|rest| !rest.starts_with("super::"));
    let words = here.chain(there).flat_map(|rest| match rest.strip_prefix('{') {
        Some(list) => listed(list),
        None => vec![first_word(rest)],
    });
    words.filter(|word| !word.is_empty()).collect()
}

/// What the root of a crate passes on, and from which module.
fn passed_on(root: &str) -> BTreeMap<&str, &str> {
    let mut homes = BTreeMap::new();
    for rest in places(root, "use ") {
        let Some((path, _)) = rest.split_once(';') else { continue };
        let path = path.trim_start_matches("crate::").trim_start_matches("self::");
        let Some((module, names)) = path.split_once("::") else { continue };
        for name in names.split(|letter| !is_word(letter)).filter(|name| !name.is_empty()) {
            homes.entry(name).or_insert(module);
        }
    }
    homes
}

/// A type and what its own block says, for every block of methods of a file.
fn blocks(code: &str) -> Vec<(&str, &str)> {
    let starts = code.match_indices("\nimpl").map(|(at, opening)| &code[at + opening.len()..]);
    let block = |rest: &'_ str| {
        let (header, body) = rest.split_once('{')?;
        let body = body.split("\n}").next().unwrap_or(body);
        let mut depth = 0;
        let generics = header.find(|letter| {
            depth += i32::from(letter == '<') - i32::from(letter == '>');
            depth == 0
        })?;
        let name = if header.starts_with('<') { &header[generics + 1..] } else { header };
        let methods = !header.contains(" for ");
        methods.then_some((name.len(), header.len(), body.len()))
    };
    starts
        .filter_map(|rest| {
            let (name, header, body) = block(rest)?;
            Some((first_word(&rest[header - name..]), &rest[header + 1..header + 1 + body]))
        })
        .collect()
}

/// The name that a value of a type usually has.
fn usual_name(name: &str) -> String {
    let mut usual = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !usual.is_empty() {
            usual.push('_');
        }
        usual.extend(letter.to_lowercase());
    }
    usual
}

/// The names of values that a file says are of this type.
fn values<'t>(code: &'t str, name: &str) -> BTreeSet<&'t str> {
    let mut values = BTreeSet::new();
    for (at, _) in code.match_indices(": ") {
        let mut rest = code[at + 2..].trim_start_matches('&');
        if let Some(lifetime) = rest.strip_prefix('\'') {
            rest = lifetime.trim_start_matches(is_word).trim_start();
        }
        if first_word(rest.trim_start_matches("mut ")) == name {
            let before = &code[..at];
            values.insert(&before[before.rfind(|letter| !is_word(letter)).map_or(0, |at| at + 1)..]);
        }
    }
    values
}

/// The methods that are called in a text on what begins like this.
fn called<'t>(code: &'t str, on: &str) -> Vec<&'t str> {
    let begins = |at: &usize| !code[..*at].ends_with(is_word);
    let calls = code.match_indices(on).filter(|(at, _)| begins(at)).map(|(at, _)| &code[at + on.len()..]);
    let is_call = |rest: &&str| rest[first_word(rest).len()..].starts_with(['(', ':']);
    calls.filter(|rest| rest.starts_with(is_word)).filter(is_call).map(first_word).collect()
}

/// The arrows of methods: from whoever calls one to the only module that defines it.
fn arrows_of_methods(sources: &[Source], arrows: &mut Arrows) {
    let mut owners: BTreeMap<&str, BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for source in sources {
        for (name, block) in blocks(&source.code) {
            for method in places(block, "fn ").map(first_word) {
                owners.entry(name).or_default().entry(method).or_default().insert(&source.module);
            }
        }
    }
    for (name, methods) in owners {
        let modules: BTreeSet<&&str> = methods.values().flatten().collect();
        if modules.len() < 2 {
            continue;
        }
        for source in sources {
            let mut calls = called(&source.code, &format!("{name}::"));
            let mut names: BTreeSet<String> =
                values(&source.code, name).into_iter().map(str::to_owned).collect();
            names.insert(usual_name(name));
            for value in names.iter().filter(|value| *value != "self" && !value.is_empty()) {
                calls.extend(called(&source.code, &format!("{value}.")));
                calls.extend(called(&source.code, &format!("{value}().")));
            }
            let own = blocks(&source.code).into_iter().filter(|(of, _)| *of == name);
            calls.extend(own.flat_map(|(_, block)| called(block, "self.")));
            for method in calls {
                let mut owners = methods.get(method).into_iter().flatten();
                let (Some(owner), None) = (owners.next(), owners.next()) else { continue };
                if *owner != source.module {
                    let why = format!("{name}.{method}()");
                    let from = arrows.entry(source.module.clone()).or_default();
                    from.entry((*owner).to_owned()).or_insert(why);
                }
            }
        }
    }
}

/// The arrows between the top modules of a crate.
fn arrows(sources: &[Source], root: &str) -> Arrows {
    let modules: BTreeSet<&str> = sources.iter().map(|source| source.module.as_str()).collect();
    let homes = passed_on(root);
    let mut arrows = Arrows::new();
    for source in sources {
        for word in named(source) {
            let home = modules.get(word).or_else(|| homes.get(word));
            if let Some(to) = home.filter(|to| **to != source.module && modules.contains(**to)) {
                let from = arrows.entry(source.module.clone()).or_default();
                from.entry((*to).to_owned()).or_insert_with(|| word.to_owned());
            }
        }
    }
    arrows_of_methods(sources, &mut arrows);
    arrows
}

/// A way from a module back to itself, if there is one, with what each step is made by.
fn circle(arrows: &Arrows) -> Option<String> {
    fn walk(at: &str, way: &mut Vec<String>, over: &mut BTreeSet<String>, arrows: &Arrows) -> bool {
        let seen = way.iter().any(|known| known == at);
        way.push(at.to_owned());
        if seen {
            return true;
        }
        if over.insert(at.to_owned())
            && arrows.get(at).into_iter().flatten().any(|(to, _)| walk(to, way, over, arrows))
        {
            return true;
        }
        way.pop();
        false
    }
    let mut over = BTreeSet::new();
    arrows.keys().find_map(|from| {
        let mut way = Vec::new();
        let found = walk(from, &mut way, &mut over, arrows);
        let begin = way.iter().position(|at| Some(at) == way.last())?;
        let step =
            |pair: &[String]| format!("{} uses {} by {}", pair[0], pair[1], arrows[&pair[0]][&pair[1]]);
        found.then(|| way[begin..].windows(2).map(step).collect::<Vec<_>>().join("; "))
    })
}

/// The arrows between crates that point to one further down the map.
fn pointing_down(map: &[&str], uses: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let place = |name: &str| map.iter().position(|known| *known == name);
    let mut wrong: Vec<String> = uses
        .keys()
        .filter(|name| place(name).is_none())
        .map(|name| format!("{name} is not on the map"))
        .collect();
    for (name, used) in uses {
        let down = used.iter().filter(|other| place(name).is_some() && place(other) > place(name));
        wrong.extend(down.map(|other| format!("{name} uses {other}, which stands below it")));
    }
    wrong
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of every crate of the workspace, by its name.
fn crates() -> BTreeMap<String, PathBuf> {
    let folders = fs::read_dir(repository().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let with_manifest = folders.filter(|folder| folder.join("Cargo.toml").exists());
    let name = |folder: &PathBuf| folder.file_name().unwrap().to_str().unwrap().to_owned();
    with_manifest.map(|folder| (name(&folder), folder)).collect()
}

/// What a manifest names as dependencies, those of tests apart.
fn dependencies(folder: &Path) -> BTreeSet<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let mut counts = false;
    let mut names = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            counts = line.ends_with("dependencies]") && !line.contains("dev-dependencies");
        } else if counts && line.starts_with(is_word) {
            names.extend(line.split(['.', ' ', '=']).next().map(str::to_owned));
        }
    }
    names
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

/// The sources of a crate, its root apart.
fn sources(folder: &Path) -> (Vec<Source>, String) {
    let folder = folder.join("src");
    let (mut paths, mut sources, mut root) = (Vec::new(), Vec::new(), String::new());
    files(&folder, &mut paths);
    for path in paths {
        let code = code_of(&fs::read_to_string(&path).unwrap());
        let inside = path.strip_prefix(&folder).unwrap();
        let first = Path::new(inside.components().next().unwrap().as_os_str());
        let module = first.file_stem().unwrap().to_str().unwrap().to_owned();
        match module.as_str() {
            "lib" | "main" => root.push_str(&code),
            // Programs beside the library are crates of their own.
            "bin" => {}
            _ => sources.push(Source { module, depth: inside.components().count(), code }),
        }
    }
    (sources, root)
}

#[test]
fn no_module_of_any_crate_leads_back_to_itself() {
    let (mut circles, mut modules, mut found) = (Vec::new(), 0, 0);
    for (name, folder) in crates() {
        let (sources, root) = sources(&folder);
        let arrows = arrows(&sources, &root);
        modules += sources.iter().map(|source| &source.module).collect::<BTreeSet<_>>().len();
        found += arrows.values().map(BTreeMap::len).sum::<usize>();
        circles.extend(circle(&arrows).map(|way| format!("{name}: {way}")));
    }
    // A finder that saw nothing would find no circle either.
    assert!(modules > 300 && found > 1_000, "{modules} modules, {found} arrows");
    assert!(circles.is_empty(), "modules that use each other in a circle:\n{}", circles.join("\n"));
}

#[test]
fn every_crate_uses_only_those_above_it_on_the_map() {
    let text = fs::read_to_string(repository().join("ARCHITECTURE.md")).unwrap();
    let map = text.split("\ncrates/\n").nth(1).unwrap().split("\n```").next().unwrap();
    let map: Vec<&str> = map
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once('/'))
        .map(|(name, _)| name)
        .filter(|name| !name.is_empty() && name.chars().all(is_word))
        .collect();
    let crates = crates();
    let uses: BTreeMap<String, BTreeSet<String>> = crates
        .iter()
        .map(|(name, folder)| {
            (
                name.clone(),
                dependencies(folder).into_iter().filter(|used| crates.contains_key(used)).collect(),
            )
        })
        .collect();
    assert!(uses.values().map(BTreeSet::len).sum::<usize>() > 100, "the manifests were not read: {uses:?}");
    let wrong = pointing_down(&map, &uses);
    assert!(wrong.is_empty(), "arrows that point back:\n{}", wrong.join("\n"));
}

#[test]
fn only_the_house_knows_http() {
    for (name, folder) in crates().into_iter().filter(|(name, _)| name != "house") {
        for web in ["axum", "hyper", "hyper-util", "tower", "maud"] {
            assert!(!dependencies(&folder).contains(web), "{name} uses {web}");
        }
    }
}

/// The circle among modules of these texts, the root being the first.
fn found(root: &str, texts: &[(&str, usize, &str)]) -> Option<String> {
    let source = |(module, depth, text): &(&str, usize, &str)| Source {
        module: (*module).to_owned(),
        depth: *depth,
        code: code_of(text),
    };
    circle(&arrows(&texts.iter().map(source).collect::<Vec<_>>(), &code_of(root)))
}

#[test]
fn circles_are_found_however_they_are_written() {
    let bets = ("bets", 1, "use crate::deal::Coup;");
    let circles = [
        ("", "use crate::bets::Wager;"),
        ("", "use crate::{cards, bets::{Wager, Stake}};"),
        ("", "fn settle() { crate::bets::settle() }"),
        ("", "use super::bets::Wager;"),
        ("pub use bets::Wager;", "use crate::Wager;"),
        ("pub(crate) use bets::{Stake,\n    Wager};", "use crate::{cards, Wager};"),
    ];
    for (root, text) in circles {
        let way = found(root, &[bets, ("deal", 1, text)]);
        assert!(way.is_some_and(|way| way.contains("bets uses deal by deal")), "{root} {text}");
    }
    let deeper = ("deal", 2, "use super::super::bets::Wager;");
    assert!(found("", &[bets, deeper]).is_some());
    let longer = [("deal", 1, "use crate::cards::Shoe;"), ("cards", 1, "use crate::bets::Wager;")];
    assert!(found("", &[bets, longer[0], longer[1]]).is_some_and(|way| way.matches(" uses ").count() == 3));
}

#[test]
fn circles_of_methods_are_found() {
    let state = ("state", 1, "pub struct Table;");
    let bets = ("bets", 1, "\nimpl Table {\n    fn stake(&self) {\n        self.dealt();\n    }\n}\n");
    let by = |call: &str| {
        format!(
            "\nimpl Table {{\n    fn dealt(&self) {{}}\n    fn deal(&self) {{\n        {call};\n    }}\n}}\n"
        )
    };
    for call in [
        "self.stake()",
        "self\n            .stake()",
        "Table::stake(self)",
        "table.stake()",
        "let then: &Table = self; then.stake()",
    ] {
        assert!(found("", &[state, bets, ("deal", 1, &by(call))]).is_some(), "{call}");
    }
    assert_eq!(found("", &[state, bets, ("deal", 1, &by("self.deal()"))]), None);
}

#[test]
fn what_is_no_arrow_is_none() {
    let bets = ("bets", 1, "use crate::deal::Coup;");
    let none = [
        "// use crate::bets::Wager;",
        "/// See [`Wager`](crate::bets::Wager).\nfn deal() {}",
        "fn deal() {}\n#[cfg(test)]\nmod tests {\n    use crate::bets::Wager;\n}",
        "macro_rules! wager { () => { $crate::bets::Wager } }",
        "macro_rules! wager {\n    () => {\n        super::bets::Wager\n    };\n}",
        "use crate::deal::bets;",
        "use other::bets::Wager;",
    ];
    for text in none {
        assert_eq!(found("", &[bets, ("deal", 1, text)]), None, "{text}");
    }
    assert_eq!(found("", &[bets, ("deal", 2, "use super::bets::Wager;")]), None);
}

#[test]
fn a_crate_that_uses_one_below_it_or_is_not_on_the_map_is_found() {
    let uses = |name: &str, used: &str| (name.to_owned(), BTreeSet::from([used.to_owned()]));
    let map = ["cards", "table", "house"];
    assert!(pointing_down(&map, &[uses("table", "cards"), uses("house", "table")].into()).is_empty());
    let wrong = pointing_down(&map, &[uses("cards", "table"), uses("floor", "cards")].into());
    assert_eq!(wrong, ["floor is not on the map", "cards uses table, which stands below it"]);
}
