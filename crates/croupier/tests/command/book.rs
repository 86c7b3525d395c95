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
        ("too-far-in.toml", "cut.decks_from_ends = 1", "cut.decks_from_ends = 5", "allowed is 260 to 156"),
    ] {
        assert!(text.contains(from), "{from}");
        let name = file(name, &text.replacen(from, to, 1));
        check_failure(&["book", "check", &name], 1, &["no table can open under it", message]);
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
    assert!(shown(&["book", "check", &name]).contains(altered));
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
