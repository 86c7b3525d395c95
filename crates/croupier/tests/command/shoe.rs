//! `croupier shoe`, and the verifying script beside it: two implementations that must agree.

use super::{command, repository, run, shown};
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder of its own for a test, with the records of two shoes and a bit.
struct Records(PathBuf);

impl Records {
    fn of(test: &str) -> Records {
        let folder = std::env::temp_dir().join(format!("croupier-shoe-{test}-{}", std::process::id()));
        let records = folder.to_str().unwrap();
        shown(&["deal", "act", "--seed", "11", "--coups", "150", "--shoes", records]);
        Records(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn shoe(&self, number: u32) -> String {
        self.path(&format!("shoe-{number}.jsonl"))
    }
}

impl Drop for Records {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn python(arguments: &[&str]) -> Output {
    let script = repository("verify/croupier_verify.py");
    Command::new("python3").arg(script).args(arguments).output().expect("python3 is needed for this test")
}

/// What both say of some files: whether all holds, then all that was said.
fn verdicts(files: &[&str]) -> [(Option<i32>, String); 2] {
    let all = |first: &'static str| [&["shoe", first], files].concat();
    [run(&all("verify")), python(&[&["shoe"], files].concat())].map(|output| {
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    })
}

fn check_refused(files: &[&str], said: &str) {
    for (code, message) in verdicts(files) {
        assert_eq!(code, Some(1), "{message}");
        assert!(message.contains(said), "no `{said}` in:\n{message}");
    }
}

#[test]
fn the_records_of_a_demonstration_hold() {
    let records = Records::of("hold");
    let files: Vec<String> = (1..=2).map(|number| records.shoe(number)).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    for (code, message) in verdicts(&files) {
        assert_eq!(code, Some(0), "{message}");
        assert!(message.contains("table demonstration, shoe 2"), "{message}");
    }
    let message = shown(&["shoe", "verify", files[0], files[1]]);
    assert!(
        message.contains("finished") && message.contains("abandoned: the demonstration ended"),
        "{message}"
    );
    assert_eq!(message.matches("\n  seal ").count(), 2);
}

/// What is shown at the table is what the record says, and it is shown before anybody cuts or bets.
#[test]
fn the_seal_is_shown_before_the_cut_and_the_first_wager() {
    let records = Records::of("shown");
    for book in ["act", "nz", "qld", "nsw"] {
        let message =
            shown(&["deal", book, "--seed", "3", "--coups", "1", "--shoes", records.0.to_str().unwrap()]);
        let verified = shown(&["shoe", "verify", &records.shoe(1)]);
        let seal = verified.split("\n  seal ").nth(1).unwrap().trim_end();
        let at = |said: &str| message.find(said).unwrap_or_else(|| panic!("no `{said}` in:\n{message}"));
        let sealed = at(&format!("shoe 1 is sealed as {seal}"));
        assert!(sealed < at("bets ") && message.find(" cuts, ").is_none_or(|cut| sealed < cut), "{message}");
    }
}

#[test]
fn bent_records_are_refused_by_both() {
    let records = Records::of("bent");
    let honest = std::fs::read_to_string(records.shoe(1)).unwrap();
    let lines: Vec<&str> = honest.lines().collect();
    let bent = records.path("bent.jsonl");
    let check = |text: String, said: &str| {
        std::fs::write(&bent, text).unwrap();
        check_refused(&[&bent], said);
    };
    let without = |gone: usize| -> String {
        let kept = lines.iter().enumerate().filter(|(at, _)| *at != gone);
        kept.map(|(_, line)| format!("{line}\n")).collect()
    };
    let card = lines.iter().position(|line| line.starts_with("{\"card\"")).unwrap();
    let last = lines.len() - 1;
    check(without(0), "line 1: `cut` before the shoe was sealed");
    check(without(card), &format!("line {}: card", card + 1));
    check(without(last), &format!("line {last}: the record ends here"));
    check(without(last - 1), "cards came out, but the record tells of");
    check(honest.replacen("\"number\":1", "\"number\":2", 1), "line 1: the seal is");
    check(honest.replacen("\"at\":", "\"at\":4", 1), "line 2");
    check(honest.replacen("{\"cut\"", "{ \"cut\"", 1), "line 2: not spelt as a record spells it");
    let seed = lines[last].find("\"seed\":\"").unwrap() + 8;
    let mut other = lines[last].to_owned();
    other.replace_range(seed..seed + 1, if &other[seed..=seed] == "0" { "1" } else { "0" });
    check(honest.replace(lines[last], &other), &format!("line {}: the seed revealed", last + 1));
    check(honest[..honest.len() / 2].to_owned(), "line ");
    check(String::new(), "line 1: ");
    check("{}\n".to_owned(), "line 1: ");
    check("[".repeat(5_000), "line 1: ");
}

/// Both say the same of a record in which any one byte was changed.
#[test]
fn both_agree_on_any_changed_byte() {
    let records = Records::of("bytes");
    let honest = std::fs::read(records.shoe(2)).unwrap();
    let files: Vec<String> = (0..40)
        .map(|nth| {
            let mut bytes = honest.clone();
            let at = (nth * 7_919 + 13) % bytes.len();
            bytes[at] = if bytes[at] == b'7' { b'8' } else { b'7' };
            let path = records.path(&format!("changed-{nth}.jsonl"));
            std::fs::write(&path, bytes).unwrap();
            path
        })
        .collect();
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    for (code, message) in verdicts(&names) {
        assert_eq!(code, Some(1), "{message}");
        assert!(!message.contains("hold"), "{message}");
        for name in &names {
            assert!(message.contains(&format!("{name}: ")), "nothing on {name} in:\n{message}");
        }
    }
}

#[test]
fn a_missing_shoe_is_noticed_by_both() {
    let records = Records::of("gap");
    shown(&["deal", "act", "--seed", "11", "--coups", "230", "--shoes", records.0.to_str().unwrap()]);
    let (first, third) = (records.shoe(1), records.shoe(3));
    for (code, message) in verdicts(&[&first, &third]) {
        assert_eq!(code, Some(1), "{message}");
        assert!(message.contains("missing"), "{message}");
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    for output in [run(&["shoe", "verify", "nowhere.jsonl"]), python(&["shoe", "nowhere.jsonl"])] {
        assert_eq!(output.status.code(), Some(3));
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot read nowhere.jsonl"));
    }
    assert_eq!(run(&["shoe", "verify"]).status.code(), Some(2));
    assert_eq!(python(&["shoe"]).status.code(), Some(2));
}

#[test]
fn a_book_is_bound_by_the_hash_of_its_file() {
    let records = Records::of("book");
    let hash = merkle::sha256(&[&std::fs::read(repository("books/act.toml")).unwrap()]);
    let first = std::fs::read_to_string(records.shoe(1)).unwrap();
    assert!(first.contains(&format!("\"book\":\"{hash}\"")), "{first:.300}");
}

#[test]
fn the_evidence_is_told_and_drawn() {
    let page = std::env::temp_dir().join(format!("croupier-evidence-{}.html", std::process::id()));
    let arguments = ["shoe", "evidence", "--shoes", "10000", "--seed", "3", "--html", page.to_str().unwrap()];
    let message = shown(&arguments);
    for said in [
        "10000 shoes of 8 decks, seed 3",
        "one run of 1000000",
        "as expected",
        "Nothing is out of the ordinary.",
    ] {
        assert!(message.contains(said), "no `{said}` in:\n{message}");
    }
    assert!(!message.contains("WRONG"), "{message}");
    let drawn = std::fs::read_to_string(&page).unwrap();
    std::fs::remove_file(&page).unwrap();
    assert_eq!(drawn.matches("<svg").count(), 6);
    assert_eq!(drawn.matches("<figure").count(), drawn.matches("</figure>").count());
    assert!(drawn.contains("croupier-shoe-1") && !drawn.contains("NaN"));
    // The same shoes, the same report.
    assert_eq!(shown(&arguments[..6]), message);
    let few = run(&["shoe", "evidence", "--shoes", "9999"]);
    assert_eq!(few.status.code(), Some(2));
    assert_eq!(run(&["shoe", "evidence", "--false-alarm", "2"]).status.code(), Some(2));
}

fn exported(what: &str, many: &str) -> Vec<u8> {
    let output = command(&["shoe", "export", what, many, "--seed", "5"]).output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "seed 5\n");
    output.stdout
}

#[test]
fn what_the_shuffle_makes_is_exported() {
    assert_eq!(exported("--bytes", "3000").len(), 3_000);
    assert_eq!(exported("--bytes", "3000")[..1_500], exported("--bytes", "1500"));
    let shoes = String::from_utf8(exported("--shoes", "2")).unwrap();
    assert!(shoes.lines().all(|line| line.len() == 832) && shoes.lines().count() == 2);
    let coups = String::from_utf8(exported("--coups", "1")).unwrap();
    let mut lines = coups.lines();
    assert_eq!(lines.next(), Some("shoe,coup,player,banker,player_total,banker_total"));
    // Dealt one after the other, the coups use up the shoe card by card.
    let dealt: usize =
        lines.map(|line| (line.split(',').skip(2).take(2).map(str::len).sum::<usize>()) / 2).sum();
    assert!((411..=416).contains(&dealt), "{dealt}");
    let fresh = |_| run(&["shoe", "export", "--bytes", "64", "--fresh"]).stdout;
    let [one, other] = [0, 1].map(fresh);
    assert!(one.len() == 64 && one != other);
    assert_eq!(run(&["shoe", "export"]).status.code(), Some(2));
    assert_eq!(run(&["shoe", "export", "--bytes", "1", "--shoes", "1"]).status.code(), Some(2));
}

/// The script is plain Python without anything to install, and keeps to the published vectors.
#[test]
fn the_script_keeps_to_the_vectors() {
    let vectors = repository("crates/shoe/vectors/croupier-shoe-1.json");
    let output = python(&["vectors", &vectors]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let script = std::fs::read_to_string(repository("verify/croupier_verify.py")).unwrap();
    let imports: Vec<&str> = script.lines().filter(|line| line.starts_with("import ")).collect();
    assert_eq!(imports, ["import hashlib", "import json", "import re", "import struct", "import sys"]);
}

/// Shoes of another shuffler, from a file: fair ones pass, and those of a machine that does not shuffle are found out.
#[test]
fn shoes_of_others_are_judged_from_their_file() {
    let path = std::env::temp_dir().join(format!("croupier-scans-{}.txt", std::process::id()));
    let name = path.to_str().unwrap();
    let arguments = ["shoe", "export", "--shoes", "10000", "--decks", "1", "--seed", "5", "-o", name];
    assert!(run(&arguments).status.success());
    let judged = |name: &str| run(&["shoe", "evidence", "--from", name, "--decks", "1", "--json"]);
    let output = judged(name);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((answer["shoes"].as_u64(), answer["fair"].as_bool()), (Some(10_000), Some(true)), "{answer}");
    assert!(output.status.success());
    let fair = std::fs::read_to_string(&path).unwrap();
    let first = fair.lines().next().unwrap();
    std::fs::write(&path, format!("{first}\n").repeat(10_000)).unwrap();
    let output = judged(name);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), answer["fair"].as_bool()), (Some(1), Some(false)));
    std::fs::write(&path, format!("{first}\n# a note\n\n{}\n", &first[2..])).unwrap();
    let error = String::from_utf8(judged(name).stderr).unwrap();
    assert!(error.contains("line 4: found 0 of"), "{error}");
    std::fs::remove_file(&path).unwrap();
}

/// What a floor scans: few shoes, tens and suits as cards bear them, JSON on many lines, shoes that were not dealt out.
#[test]
fn few_scanned_shoes_are_judged_as_far_as_they_go() {
    let path = std::env::temp_dir().join(format!("croupier-few-{}.txt", std::process::id()));
    let name = path.to_str().unwrap();
    assert!(run(&["shoe", "export", "--shoes", "250", "--seed", "5", "-o", name]).status.success());
    let text = std::fs::read_to_string(&path).unwrap();
    let judged = |more: &[&str]| {
        let output = run(&[&["shoe", "evidence", "--from", name, "--json"], more].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let answer: serde_json::Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{error}"));
        answer
    };
    let plain = judged(&[]);
    assert_eq!((plain["shoes"].as_u64(), plain["fair"].as_bool()), (Some(250), Some(true)), "{plain}");
    assert!(plain["skipped"].as_array().unwrap().iter().any(|one| one["group"] == "neighbours"));
    let told = shown(&["shoe", "evidence", "--from", name]);
    assert!(told.contains("Left out, as these shoes are too few"), "{told}");
    let cards = |line: &str| -> Vec<String> {
        let card = |pair: &[u8]| {
            String::from_utf8_lossy(pair).replace('T', "10").replace('S', "♠").replace('H', "♥")
        };
        line.as_bytes().chunks(2).map(card).collect()
    };
    let shoes: Vec<Vec<String>> = text.lines().map(cards).collect();
    std::fs::write(&path, serde_json::to_string_pretty(&shoes).unwrap()).unwrap();
    assert_eq!(judged(&[])["groups"], plain["groups"]);
    let one_by_one: Vec<String> =
        shoes.iter().map(|shoe| serde_json::to_string_pretty(shoe).unwrap()).collect();
    std::fs::write(&path, one_by_one.join("\n")).unwrap();
    assert_eq!(judged(&[])["groups"], plain["groups"]);
    // The last cards of each shoe were never seen.
    let dealt: Vec<String> =
        shoes.iter().enumerate().map(|(nth, shoe)| shoe[..400 - nth % 7].join(" ")).collect();
    std::fs::write(&path, dealt.join("\n")).unwrap();
    let error = String::from_utf8(run(&["shoe", "evidence", "--from", name]).stderr).unwrap();
    assert!(error.contains("--cards looks at the first cards only"), "{error}");
    let first = judged(&["--cards", "390"]);
    assert_eq!((first["shoes"].as_u64(), first["fair"].as_bool()), (Some(250), Some(true)), "{first}");
    std::fs::remove_file(&path).unwrap();
}
