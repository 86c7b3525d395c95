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
    assert!(shown(&["house", "move", &old, &new]).contains("All holds."));
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

#[test]
fn what_is_no_house_is_neither_copied_nor_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    check_failure(&["house", "backup", &path("none"), &path("copy")], 1, &["there is no house"]);
    check_failure(&["house", "restore", &path("none"), &path("data"), "--by", "Ina"], 1, &["backup.json"]);
    assert!(!folder.path().join("copy").exists() && !folder.path().join("data").exists());
}
