//! Logs that earlier releases wrote, one of each book: they open, replay, verify, and go on.
//!
//! `logs/` is never altered. Each folder was written by `croupier deal BOOK --log` of the release before commands and keys were on record.

use archive::{Archive, Shelf, Witnesses, changes, keep_book};
use baccarat::shelf;
use ledger::{Answer, By, Edition, Key, Ledger, LedgerError, Time, store};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use table::Table;
use tempfile::{TempDir, tempdir};

const BOOKS: [&str; 4] = ["act", "nsw", "nz", "qld"];

fn copy(book: &str) -> TempDir {
    let (from, to) =
        (Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs").join(book), tempdir().unwrap());
    for file in ["ledger.db", "ledger.seal", "signing.key"] {
        std::fs::copy(from.join(file), to.path().join(file)).unwrap();
    }
    // What a repository keeps anybody may read; a key only its owner.
    std::fs::set_permissions(to.path().join("signing.key"), Permissions::from_mode(0o600)).unwrap();
    to
}

fn by() -> By {
    By::new("house", "recorder")
}

async fn verified(folder: &Path, key: Option<String>) -> archive::Verified {
    let archive = Archive::over(store::read_only(folder).await.unwrap());
    let witnesses = Witnesses { key, ..Witnesses::default() };
    archive.verify(&witnesses, &|_| {}).await.unwrap()
}

#[tokio::test]
async fn they_verify_and_what_cannot_be_decided_is_counted() {
    for book in BOOKS {
        let home = copy(book);
        let found = verified(home.path(), None).await;
        assert_eq!(found.faults, Vec::<String>::new(), "{book}");
        assert!(found.not_decided > 50 && found.decided == 0 && found.key.is_none(), "{book}: {found:?}");
        assert_eq!(found.not_decided, found.replayed, "{book}");
        let stranger = verified(home.path(), Some("0".repeat(64))).await;
        assert!(stranger.faults.iter().any(|fault| fault.contains("another key")), "{book}: {stranger:?}");
    }
}

#[tokio::test]
async fn they_go_on_with_their_key_adopted() {
    for book in BOOKS {
        goes_on(book, shelf::text(book).unwrap()).await;
    }
}

/// A line of comment in a book's file is another edition of it, and closes no table.
#[tokio::test]
async fn they_go_on_under_a_book_with_a_line_of_comment_more() {
    for book in BOOKS {
        goes_on(book, &format!("# a note\n{}", shelf::text(book).unwrap())).await;
    }
}

/// The log of a book goes on under this text of it.
async fn goes_on(book: &str, text: &str) {
    let home = copy(book);
    let key = Key::existing(&home.path().join("signing.key")).unwrap();
    let ledger = Ledger::open(home.path()).await.unwrap();
    ledger.adopt_key(&key, by(), Time(1)).await.unwrap();
    let texts = [text.to_owned(), String::new()];
    let today = keep_book(&ledger, &texts, by(), Time(1)).await.unwrap();
    let shelf = Shelf::read(&**ledger.store(), None).await.unwrap();
    let table = Archive::over(ledger.store().clone()).tables().await.unwrap().remove(0);
    let mut log = ledger.resume::<Table>(table.name(), &shelf).await.unwrap();
    let before = log.edition().hash;
    assert!(log.state().state().coups > 0, "{book}");
    // The edition of today, once the table is at rest.
    let edition = Edition { hash: today, rules: shelf.book(today).unwrap() };
    let took = log.take_edition(&"edition".parse().unwrap(), edition, by(), Time(2)).await;
    assert!(matches!(took, Ok(_) | Err(LedgerError::NotAtRest { .. })), "{book}: {took:?}");
    assert_eq!(log.edition().hash, if took == Ok(true) { today } else { before });
    let now = log.state().state().last;
    let command = table::Command::new(
        table::people::Act::SignOn,
        "new",
        baccarat::rules::people::Role::Supervisor,
        now,
    );
    let id = "sign-on".parse().unwrap();
    let answer = log.submit(&id, &command.clone().into(), Vec::new()).await.unwrap();
    assert!(matches!(answer, Answer::Accepted { again: false, .. }), "{book}: {answer:?}");
    ledger.checkpoint(&key, by(), now).await.unwrap();
    ledger.close().await.unwrap();
    let found = verified(home.path(), Some(key.public())).await;
    assert_eq!(found.faults, Vec::<String>::new(), "{book}");
    assert!(found.decided == 1 && found.not_decided > 50, "{book}: {found:?}");
    assert_eq!(found.key, Some(key.public()));
}

#[tokio::test]
async fn a_line_of_comment_changes_nothing_and_a_value_is_shown_with_its_clauses() {
    let text = shelf::text("act").unwrap();
    let before = baccarat::book::Book::read(text).unwrap();
    let commented = baccarat::book::Book::read(&format!("# a note\n{text}")).unwrap();
    assert_eq!(changes(&before, &commented), []);
    let other = text.replacen("\"8 to 1\"", "\"9 to 1\"", 1);
    assert_ne!(other, text);
    let changed = changes(&before, &baccarat::book::Book::read(&other).unwrap());
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert!(changed[0].topic.starts_with("wager.") && changed[0].before != changed[0].after);
}
