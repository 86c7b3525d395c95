//! `croupier house`: a log that moves, and stays what it was.

use super::server::Server;
use super::{check_failure, shown};

/// A folder with the log of a short evening, and its path.
fn evening() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger").to_str().unwrap().to_owned();
    shown(&["deal", "act", "--seed", "7", "--coups", "6", "--log", &ledger]);
    (folder, ledger)
}

/// Everything that happened, as it is exported.
fn exported(ledger: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("all.jsonl");
    shown(&["log", "export", ledger, "-o", file.to_str().unwrap()]);
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn a_log_moves_and_is_written_nowhere_else() {
    let (folder, old) = evening();
    let new = folder.path().join("new").to_str().unwrap().to_owned();
    let before = exported(&old);
    let said = shown(&["house", "move", &old, &new]);
    assert!(
        said.contains("All holds.")
            && said.contains("People, sessions, sealed forms, the vault and settings")
    );
    assert_eq!(exported(&new), before);
    assert!(shown(&["log", "verify", &new]).contains("All holds."));
    // The old one is still read, and never written.
    assert_eq!(exported(&old), before);
    check_failure(&["deal", "act", "--coups", "1", "--log", &old], 1, &["was moved to", &new]);
    check_failure(
        &["house", "move", &old, &folder.path().join("third").to_string_lossy()],
        1,
        &["was moved to"],
    );
    check_failure(&["house", "move", &new, &new], 1, &["open elsewhere"]);
    let nothing = folder.path().join("nothing").to_str().unwrap().to_owned();
    check_failure(&["house", "move", &nothing, &new], 1, &["there is no ledger"]);
    // What holds a log already is not written over.
    let (_other, other) = evening();
    check_failure(&["house", "move", &other, &new], 1, &["holds a ledger already"]);
    assert_eq!(exported(&new), before);
}

#[test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
fn a_log_moves_to_postgresql_and_back() {
    let server = Server::start();
    let (folder, old) = evening();
    let back = folder.path().join("back").to_str().unwrap().to_owned();
    let before = exported(&old);
    let database = format!("{}?single=true", server.place());
    assert!(shown(&["house", "move", &old, &database]).contains("All holds."));
    assert_eq!(exported(&database), before);
    assert!(shown(&["log", "verify", &database]).contains("All holds."));
    assert!(shown(&["house", "move", &database, &back]).contains("All holds."));
    assert_eq!(exported(&back), before);
    check_failure(
        &["house", "move", &database, &folder.path().join("third").to_string_lossy()],
        1,
        &["was moved to"],
    );
}

/// A log is archived, and every command that reads it says what it said before.
fn archived_unnoticed(log: &str, read: &str) {
    let folder = tempfile::tempdir().unwrap();
    let evidence = |name: &str| {
        let file = folder.path().join(name).to_str().unwrap().to_owned();
        shown(&["log", "evidence", log, "--coup", "3", "-o", &file]);
        std::fs::read_to_string(file).unwrap()
    };
    let (before, proved, verified) = (exported(log), evidence("before.json"), shown(&["log", "verify", log]));
    let said = shown(&["house", "archive", log]);
    let entries: u64 = said.split(' ').next().unwrap().parse().unwrap();
    assert!(entries >= 1_024 && entries.is_multiple_of(1_024) && said.contains("All holds"), "{said}");
    assert_eq!(exported(log), before);
    assert_eq!(evidence("after.json"), proved);
    assert_eq!(shown(&["log", "verify", log]), verified);
    // Nothing more is old enough.
    assert!(shown(&["house", "archive", log]).starts_with("0 entries"));
    let copy = folder.path().join("copy").to_str().unwrap().to_owned();
    assert!(shown(&["house", "move", log, &copy]).contains("All holds."));
    assert_eq!(exported(&copy), before);
    assert!(read.is_empty() || std::path::Path::new(read).join("segments").is_dir());
}

/// A log with enough entries for segments.
fn long_evening() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger").to_str().unwrap().to_owned();
    shown(&["deal", "act", "--seed", "7", "--coups", "700", "--log", &ledger]);
    (folder, ledger)
}

#[test]
fn a_log_is_archived_and_nobody_notices() {
    let (_folder, log) = long_evening();
    archived_unnoticed(&log, &log);
}

#[test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
fn a_log_in_postgresql_is_archived_and_nobody_notices() {
    let server = Server::start();
    let (_folder, log) = long_evening();
    let database = format!("{}?single=true", server.place());
    shown(&["house", "move", &log, &database]);
    archived_unnoticed(&database, "");
}

#[test]
fn a_log_that_does_not_hold_is_not_archived() {
    let (_folder, log) = long_evening();
    let seal = std::path::Path::new(&log).join("ledger.seal");
    let text = std::fs::read_to_string(&seal).unwrap();
    std::fs::write(&seal, text.replace("part ", "part 0")).unwrap();
    check_failure(&["house", "archive", &log], 1, &["does not hold", "nothing was put away"]);
    assert!(!std::path::Path::new(&log).join("segments").exists());
    let nothing = format!("{log}-none");
    check_failure(&["house", "archive", &nothing], 1, &["there is no ledger"]);
}

#[test]
fn what_is_no_house_is_neither_copied_nor_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    check_failure(&["house", "backup", &path("none"), &path("copy")], 1, &["there is no house"]);
    let key = path("signing.key");
    ledger::Key::open(key.as_ref()).unwrap();
    let restore = |manager: &str, words: &[&str]| {
        let two = ["--key", &key, "--manager", manager, "--inspector", "Ina"];
        check_failure(&[&["house", "restore", &path("none"), &path("data")], &two[..]].concat(), 1, words);
    };
    restore("Max", &["backup.json"]);
    restore("ina", &["this takes two people"]);
    assert!(!folder.path().join("copy").exists() && !folder.path().join("data").exists());
}
