//! A table goes on under the edition of its book that it was opened with, and takes up another one on record.

use crate::common::{book, book_hash, edition, evening, events, id, reseat, seat, submit};
use baccarat::book::Book;
use baccarat::shelf;
use ledger::{
    Against, Answer, By, Draft, Edition, EditionTaken, Judges, Ledger, LedgerError, Opened, Payload, Report,
    Store, Stream, Time, edition_taken, verify,
};
use merkle::{Hash, sha256};
use std::sync::Arc;
use table::Table;
use table::state::Phase;
use tempfile::tempdir;

/// The same book with a line of comment more.
fn commented(id: &str) -> Edition<Arc<Book>> {
    let text = format!("# as bound for the evening\n{}", shelf::text(id).unwrap());
    Edition { hash: sha256(&[text.as_bytes()]), rules: Arc::new(Book::read(&text).unwrap()) }
}

fn both(hash: Hash) -> Option<Arc<Book>> {
    let other = commented("nsw");
    if hash == other.hash { Some(other.rules) } else { (hash == book_hash("nsw")).then(|| book("nsw")) }
}

fn by() -> By {
    By::new("operator", "operator")
}

async fn verified(store: &dyn Store) -> Report {
    verify(store, &Against { judges: Judges::of::<Table>(&both), ..Against::default() }).await.unwrap()
}

#[tokio::test]
async fn another_edition_is_taken_up_at_rest_and_on_record() {
    let evening = evening("nsw", 31, 2);
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let mut log = seat(&ledger, "one", &evening).await.unwrap();
    assert_eq!(log.take_edition(&id("same"), edition(&evening), by(), Time(1)).await, Ok(false));
    assert_eq!(log.take_edition(&id("new"), commented("nsw"), by(), Time(1)).await, Ok(true));
    assert_eq!(log.edition().hash, commented("nsw").hash);
    let entry = ledger.store().last(log.stream()).await.unwrap().unwrap();
    let taken = EditionTaken { from: book_hash("nsw"), to: commented("nsw").hash };
    assert_eq!((edition_taken(&entry).unwrap(), entry.book), (Some(taken), taken.to));
    assert!(events(&entry).is_empty());
    for (number, command) in evening.commands.iter().enumerate() {
        submit(&mut log, &id(&number.to_string()), command).await.unwrap();
    }
    assert_eq!(log.state().state(), evening.house.table.state(), "a comment changes nothing");
    log.snapshot(Time(2)).await.unwrap();
    ledger.close().await.unwrap();

    // From its snapshot and from its first event alike.
    for snapshots in [true, false] {
        if !snapshots {
            std::fs::remove_dir_all(folder.path().join("snapshots")).unwrap();
        }
        let ledger = Ledger::open(folder.path()).await.unwrap();
        let log = ledger.resume::<Table>("one", &both).await.unwrap();
        assert_eq!(matches!(log.opened(), Opened::Snapshot { .. }), snapshots);
        assert_eq!(log.edition().hash, commented("nsw").hash);
        assert_eq!(log.state().state(), evening.house.table.state());
        let report = verified(&**ledger.store()).await;
        assert_eq!(report.faults, []);
        assert!(report.decided > 10 && report.folded == 0);
        // Without the text of the later edition it is not opened under the earlier one.
        let short = reseat(&ledger, "one", &evening).await.map(|_| ());
        assert_eq!(short, Err(LedgerError::NoEdition(commented("nsw").hash)));
        ledger.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_coup_that_has_begun_is_played_under_the_edition_it_began_with() {
    let evening = evening("nsw", 31, 3);
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let mut log = seat(&ledger, "one", &evening).await.unwrap();
    let mut middle = 0;
    while matches!(log.state().state().phase, Phase::Preparing(_) | Phase::Closed) {
        submit(&mut log, &id(&middle.to_string()), &evening.commands[middle]).await.unwrap();
        middle += 1;
    }
    let early = log.take_edition(&id("new"), commented("nsw"), by(), Time(1)).await;
    assert!(matches!(early, Err(LedgerError::NotAtRest { .. })), "{early:?}");
    for (number, command) in evening.commands.iter().enumerate().skip(middle) {
        let answer = submit(&mut log, &id(&number.to_string()), command).await.unwrap();
        assert!(matches!(
            answer,
            Answer::Accepted { again: false, .. } | Answer::Refused { again: false, .. }
        ));
    }
    assert_eq!(log.edition().hash, book_hash("nsw"));
}

#[tokio::test]
async fn an_edition_that_nobody_took_up_is_found() {
    let evening = evening("nsw", 31, 1);
    let folder = tempdir().unwrap();
    let store = ledger::store::open(folder.path()).await.unwrap();
    let ledger = Ledger::over(store.clone());
    seat(&ledger, "one", &evening).await.unwrap();
    // As somebody would who writes records of their own: a later entry names another edition, and no record says so.
    let other = Ledger::over(store);
    let stream: Stream = "table/one".parse().unwrap();
    let payload = Payload::new("clock-went-back-1", &serde_json::json!({"from": 1, "to": 0})).unwrap();
    let draft = Draft::note(stream, id("x"), Time(1), by(), payload);
    other.append(Draft { book: commented("nsw").hash, ..draft }).await.unwrap();
    let report = verified(&**ledger.store()).await;
    assert!(report.faults.iter().any(|fault| fault.field == "book"), "{:?}", report.faults);
    assert!(matches!(
        ledger.resume::<Table>("one", &both).await.map(|_| ()),
        Err(LedgerError::Damaged { .. })
    ));
}
