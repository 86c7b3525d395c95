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

/// Every page that a reader can come to.
fn pages() -> Vec<String> {
    let folder = std::fs::read_dir(repository("docs")).unwrap();
    let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut pages: Vec<String> =
        names.filter(|name| name.ends_with(".md")).map(|name| format!("docs/{name}")).collect();
    pages.sort();
    ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(str::to_owned).into_iter().chain(pages).collect()
}

/// The files to which a page links, as paths from the repository's root.
fn links(page: &str, text: &str) -> Vec<String> {
    let folder = Path::new(page).parent().unwrap();
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    let files = targets.filter(|target| !target.contains("://") && !target.starts_with('#'));
    let mut found = Vec::new();
    for target in files {
        let mut path = PathBuf::new();
        for part in folder.join(target.split('#').next().unwrap()).components() {
            match part {
                std::path::Component::ParentDir => {
                    assert!(path.pop(), "{page}: {target} leaves the repository")
                }
                part => path.push(part),
            }
        }
        found.push(path.to_str().unwrap().to_owned());
    }
    found
}

#[test]
fn every_page_shows_what_is_printed() {
    let pages = pages();
    assert!(pages.len() > 20, "{pages:?}");
    for page in pages {
        check_document(&page);
    }
}

#[test]
fn every_page_is_reachable_from_the_readme_and_no_link_is_dead() {
    let mut reached = vec!["README.md".to_owned()];
    let mut next = 0;
    while let Some(page) = reached.get(next).cloned() {
        next += 1;
        if !page.ends_with(".md") {
            continue;
        }
        let text = std::fs::read_to_string(repository(&page)).unwrap();
        for target in links(&page, &text) {
            assert!(Path::new(&repository(&target)).exists(), "{page} links to {target}, which is not there");
            if !reached.contains(&target) {
                reached.push(target);
            }
        }
    }
    for page in pages() {
        assert!(reached.contains(&page), "no link leads to {page}");
    }
}

#[test]
fn the_architecture_names_every_crate() {
    let text = std::fs::read_to_string(repository("ARCHITECTURE.md")).unwrap();
    for entry in std::fs::read_dir(repository("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(text.contains(&format!("{name}/")), "ARCHITECTURE.md's map lacks {name}/");
        assert!(
            text.contains(&format!("- **{name}**")),
            "ARCHITECTURE.md does not say what {name} will never know"
        );
    }
}

/// What the map says a crate uses is what its manifest says.
#[test]
fn the_architecture_says_what_each_crate_uses() {
    let folders = std::fs::read_dir(repository("crates")).unwrap();
    let ours: Vec<String> = folders.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let text = std::fs::read_to_string(repository("ARCHITECTURE.md")).unwrap();
    let mut lines = text.lines();
    let mut looked_at = 0;
    while let Some(line) = lines.next() {
        let Some(name) = ours.iter().find(|name| line.starts_with(&format!("  {name}/ "))) else { continue };
        let said = lines.next().unwrap().trim().strip_prefix("uses ").unwrap();
        looked_at += 1;
        if said == "any of the others" {
            continue;
        }
        let manifest = std::fs::read_to_string(repository(&format!("crates/{name}/Cargo.toml"))).unwrap();
        let after = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
        let listed = after.lines().take_while(|line| !line.starts_with('['));
        let mut uses: Vec<&str> = listed.filter_map(|line| line.split(['.', ' ']).next()).collect();
        uses.retain(|word| ours.iter().any(|name| name == word));
        uses.sort_unstable();
        let uses = if uses.is_empty() { "nothing of ours".to_owned() } else { uses.join(", ") };
        assert_eq!(said, uses, "what {name} uses");
    }
    assert_eq!(looked_at, ours.len());
}

#[test]
fn the_page_on_the_command_names_every_command() {
    let help = command(&["--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let listed = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let names: Vec<&str> = listed
        .take_while(|line| line.starts_with("  "))
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.len() > 15, "{help}");
    let text = std::fs::read_to_string(repository("docs/command.md")).unwrap();
    for name in names {
        let named = [format!("`croupier {name}"), format!("`{name}`")];
        assert!(named.iter().any(|named| text.contains(named)), "docs/command.md lacks {name}");
    }
}
