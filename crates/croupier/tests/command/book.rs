//! `croupier book`.

use super::{BOOKS, check_failure, entry, file, repository, run, shown};
use serde_json::Value;

#[test]
fn the_shelf_and_every_example_are_good() {
    for book in BOOKS {
        assert!(shown(&["book", "check", book]).contains(": good"));
        assert!(shown(&["book", "check", &repository(&format!("books/{book}.toml"))]).contains(": good"));
    }
    let examples = std::fs::read_dir(repository("books/examples")).unwrap();
    let examples: Vec<String> =
        examples.map(|entry| entry.unwrap().path().to_str().unwrap().to_owned()).collect();
    assert!(examples.len() >= 2);
    for example in &examples {
        assert!(shown(&["book", "check", example]).contains(": good"), "{example}");
        assert!(shown(&["odds", example]).contains("house edge"), "{example}");
    }
    let lucky = shown(&["book", "check", &repository("books/examples/sydney-lucky-6.toml")]);
    assert!(
        lucky.contains("odds by joint count of totals and pairs, about 1 ms a shoe: winning-pair"),
        "{lucky}"
    );
}

/// It reads without a fault, and yet nobody could play by it.
#[test]
fn a_book_under_which_no_table_can_play_is_not_good() {
    let text = std::fs::read_to_string(repository("books/act.toml")).unwrap();
    for (name, from, to, message) in [
        ("too-deep.toml", "cut.from_back = 12", "cut.from_back = 500", "more than all the cards"),
        (
            "too-far-in.toml",
            "cut.decks_from_ends = 1",
            "cut.decks_from_ends = 5",
            "416 cards cannot be cut 260 cards from either end",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let name = file(name, &text.replacen(from, to, 1));
        check_failure(
            &["book", "check", &name],
            1,
            &["no table can open under it by the commission method", message],
        );
    }
}

/// Topics without which, or with nonsense in which, nobody may be able to play.
const STRUCTURE: [&str; 12] = [
    "cards",
    "tableau",
    "supply",
    "equipment",
    "table",
    "shuffle",
    "cut",
    "burn",
    "last",
    "dealing",
    "settlement",
    "limits",
];

/// The places of a book's text where a value of the structure stands: the topic, and the value from its first letter to its last.
fn values(text: &str) -> Vec<(&str, std::ops::Range<usize>)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let from = start;
        start += line.len();
        let Some((topic, value)) = line.split_once('=') else { continue };
        let group = topic.split('.').next().unwrap_or_default();
        if !STRUCTURE.contains(&group) || !topic.contains('.') {
            continue;
        }
        let (mut deep, mut end) = (0_i32, 0);
        let at = from + topic.len() + 1;
        for (place, letter) in text[at..].char_indices() {
            match letter {
                '[' | '{' => deep += 1,
                ']' | '}' => deep -= 1,
                '\n' if deep == 0 => {
                    end = place;
                    break;
                }
                _ => {}
            }
        }
        let lead = value.len() - value.trim_start().len();
        found.push((topic.trim(), at + lead..at + end));
    }
    found
}

/// The book with one value of its structure left out in all its places, emptied, or with a number that no table can have.
fn damaged(text: &str) -> Vec<(String, String)> {
    let values = values(text);
    let mut books = std::collections::BTreeMap::new();
    for (topic, _) in &values {
        let mut without = text.to_owned();
        for (of, value) in values.iter().rev().filter(|(of, _)| of == topic) {
            let line = text[..value.start].rfind('\n').map_or(0, |end| end + 1);
            without.replace_range(line..value.end, &format!("# without {of}"));
        }
        books.insert(format!("{topic} left out"), without);
    }
    for (number, (topic, value)) in values.iter().enumerate() {
        let said = &text[value.clone()];
        let mut with = |how: &str, other: String| {
            let mut text = text.to_owned();
            text.replace_range(value.clone(), &other);
            books.insert(format!("{topic} {number} {how}"), text);
        };
        if said.starts_with('[') {
            with("emptied", "[]".to_owned());
        }
        if let Some(at) = said.find(|letter: char| letter.is_ascii_digit()) {
            let end =
                said[at..].find(|letter: char| !letter.is_ascii_digit()).map_or(said.len(), |end| at + end);
            for other in ["0", "9999"] {
                with(&format!("with {other}"), format!("{}{other}{}", &said[..at], &said[end..]));
            }
        }
    }
    books.into_iter().collect()
}

/// Whatever is left out of the structure of a book or made nonsense of, the book has a fault, nobody could play by it, or tables open under
/// it and coups come to their end: it is never called good under which no table can open.
#[test]
fn no_book_is_good_under_which_nobody_can_play() {
    use std::sync::Arc;
    use table::transcript::run;
    let folder = tempfile::tempdir().unwrap();
    for book in BOOKS {
        let text = std::fs::read_to_string(repository(&format!("books/{book}.toml"))).unwrap();
        let damaged = damaged(&text);
        assert!(damaged.len() > 40, "{book}: {}", damaged.len());
        let paths: Vec<String> = (0..damaged.len())
            .map(|number| folder.path().join(format!("{book}-{number}.toml")).to_str().unwrap().to_owned())
            .collect();
        damaged.iter().zip(&paths).for_each(|((_, text), path)| std::fs::write(path, text).unwrap());
        let mut arguments = vec!["book", "check", "--json"];
        arguments.extend(paths.iter().map(String::as_str));
        let output = super::run(&arguments);
        let reports: Value = serde_json::from_slice(&output.stdout).unwrap();
        let (mut faulty, mut unplayable, mut good) = (0, 0, 0);
        for ((what, text), path) in damaged.iter().zip(&paths) {
            let report = entry(&reports, "file", path);
            let faults = report["faults"].as_array().unwrap();
            match faults.first() {
                Some(Value::String(_)) => unplayable += 1,
                Some(_) => faulty += 1,
                None => {
                    good += 1;
                    let read = Arc::new(baccarat::book::Book::read(text).unwrap());
                    for method in read.methods() {
                        let play = format!(
                            "book {book}, {} method\nwager ann box 1 player 10\nexpect ann box 1 player 10 placed",
                            method.id
                        );
                        let failures = run(&play, |_| Some(read.clone())).failures;
                        assert_eq!(failures, [], "{book}: {what} is called good");
                    }
                }
            }
        }
        assert!(faulty > 0 && unplayable + good > 0, "{book}: {faulty}, {unplayable}, {good}");
    }
}

#[test]
fn a_bad_book_gets_every_fault_at_once() {
    let text = std::fs::read_to_string(repository("books/examples/canberra-dragon-7.toml")).unwrap();
    let bad = text
        .replacen("pays = \"40 to 1\"", "pays = \"40:1\"", 1)
        .replacen("kind   = \"compute\"", "kind   = \"sum\"", 1)
        .replacen("by = \"H2\"", "by = \"H9\"", 1);
    let name = file("three-faults.toml", &bad);
    check_failure(
        &["book", "check", &name],
        1,
        &["three-faults.toml: 3 faults", "line 15", "`sum`", "40:1", "19 to 20", "wager panda-8", "H9"],
    );
    check_failure(&["odds", &name], 1, &["3 faults"]);
    let output = run(&["book", "check", "--json", &name, "act"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report[0]["faults"].as_array().unwrap().len(), 3);
    assert_eq!(entry(&report[0]["faults"], "place", "clause H1")["line"], 15);
    assert_eq!(report[1]["faults"], serde_json::json!([]));
}

#[test]
fn exit_codes_tell_a_bad_book_from_one_that_cannot_be_read() {
    let bad = file("no-book.toml", "book = \"x\"");
    check_failure(&["book", "check", &bad], 1, &["no `name`", "cards.decks"]);
    check_failure(&["book", "check", "nowhere.toml"], 3, &["cannot read nowhere.toml"]);
    check_failure(&["book", "check", &bad, "nowhere.toml"], 3, &["no `name`", "cannot read nowhere.toml"]);
    check_failure(&["book", "check", &repository("books")], 3, &["cannot read"]);
    check_failure(&["book", "check"], 2, &["FILE"]);
    check_failure(&["book", "print", "vic"], 2, &["no book `vic`"]);
}

#[test]
fn text_that_is_not_utf_8_is_refused_with_its_line() {
    let path = file("latin-1.toml", "");
    std::fs::write(&path, b"book = \"x\"\nname = \"Pl\xe4tze\"\n").unwrap();
    check_failure(&["book", "check", &path], 1, &["line 2", "UTF-8"]);
}

#[test]
fn a_printed_book_can_be_copied_changed_and_used() {
    let printed = shown(&["book", "print", "nz"]);
    let changed = printed.replacen("pays = \"8 to 1\"", "pays = \"9 to 1\"", 1);
    assert_ne!(printed, changed);
    let odds = shown(&["odds", &file("nz-nine.toml", &changed), "--wager", "tie"]);
    assert!(odds.contains("9 to 1") && odds.contains("4.8440 %"), "{odds}");
}

#[test]
fn the_schema_knows_what_the_loader_knows() {
    let schema: Value = serde_json::from_str(&shown(&["book", "schema"])).unwrap();
    assert_eq!(schema["type"], "object");
    let clause = &schema["properties"]["clause"]["items"]["properties"];
    // A line that goes on from the one before starts further in.
    for line in shown(&["book", "topics"]).lines().skip(1).filter(|line| !line.starts_with("  ")) {
        let topic = line.split_whitespace().next().unwrap();
        let (group, key) = topic.split_once('.').unwrap();
        assert!(clause[group]["properties"][key].is_object(), "{topic}");
    }
}

#[test]
fn an_edited_copy_of_a_published_book_is_called_altered_by_every_command() {
    let text = std::fs::read_to_string(repository("books/act.toml")).unwrap();
    let name = file("edited-act.toml", &text.replacen("pays = \"8 to 1\"", "pays = \"9 to 1\"", 1));
    let altered = "ALTERED: this is not the published act; it differs in wager.tie.";
    assert!(shown(&["book", "check", &name]).contains(&altered.replace("tie.", "tie; values ")));
    assert!(shown(&["book", "check", "act"]).contains("published; values "));
    assert!(shown(&["odds", &name]).contains(altered));
    let seeded = ["--seed", "1"];
    let commands: [&[&str]; 4] = [
        &["rules", &name, "4.3(a)(i)"],
        &["compare", "act", &name],
        &["deal", &name, "--coups", "1"],
        &["drill", &name, "--questions", "1", "--json"],
    ];
    for command in commands {
        let output = match command[0] {
            "deal" | "drill" => run(&[command, &seeded].concat()),
            _ => run(command),
        };
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(altered), "{command:?}: {error}");
    }
    assert!(run(&["rules", "act", "4.3(a)(i)"]).stderr.is_empty());
}
