//! What only a database that several processes can reach must do: one writer, and everybody else refused by the database itself.

use crate::a_store::{draft, entries, stream};
use crate::common::{evening, id, reseat, seat, submit};
use crate::server::Server;
use ledger::{Ledger, LedgerError, StoreError, store};

#[tokio::test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
async fn a_living_writer_keeps_its_ledger_and_a_closed_one_leaves_it_at_once() {
    let server = Server::start();
    let first = store::open(server.place()).await.unwrap();
    let refused = store::open(server.place()).await.err().unwrap();
    assert!(matches!(&refused, StoreError::Failed(why) if why.contains("is alive")), "{refused}");
    first.close().await.unwrap();
    let (_folder, entries) = entries(2).await;
    let second = store::open(server.place()).await.unwrap();
    second.append(&entries).await.unwrap();
    // Readers need no lease.
    let reader = store::read_only(server.place()).await.unwrap();
    assert_eq!(reader.read(&stream("one"), 0, 9).await.unwrap(), entries);
    assert!(reader.append(&entries).await.is_err());
}

#[tokio::test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
async fn whoever_lost_the_lease_writes_nothing_more() {
    let server = Server::start();
    let (_folder, entries) = entries(3).await;
    let old = store::open(server.place()).await.unwrap();
    old.append(&entries[..1]).await.unwrap();
    // As if its beat had stood still and somebody had taken over.
    server.sql("UPDATE lease SET epoch = epoch + 1, holder = 'another'").unwrap();
    let late = old.append(&entries[1..2]).await.unwrap_err();
    assert!(matches!(late, StoreError::Fenced(_)), "{late}");
    assert_eq!(old.read(&stream("one"), 0, 9).await.unwrap(), entries[..1]);
    // What is over it stops and says so.
    let ledger = Ledger::over(old);
    let stopped = ledger.append(draft("two", "a", "x")).await.unwrap_err();
    assert!(matches!(&stopped, LedgerError::Stopped { why } if why.contains("lease")), "{stopped}");
}

#[tokio::test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
async fn a_dead_writers_ledger_is_taken_over_and_goes_on() {
    let server = Server::start();
    let (_folder, entries) = entries(2).await;
    let dead = store::open(server.place()).await.unwrap();
    dead.append(&entries[..1]).await.unwrap();
    // Its process ends without a word: nothing beats any more.
    drop(dead);
    let heir = store::open(server.place()).await.unwrap();
    heir.append(&entries[1..]).await.unwrap();
    assert_eq!(heir.check(u64::MAX).await.unwrap(), Vec::<String>::new());
    assert_eq!(server.sql("SELECT array_agg(epoch ORDER BY position) FROM entry").unwrap(), "{1,2}");
}

#[tokio::test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
async fn a_server_that_dies_loses_nothing_that_was_acknowledged_and_takes_nothing_twice() {
    let mut server = Server::start();
    let ledger = Ledger::over(store::open(server.place()).await.unwrap());
    let mut acknowledged = Vec::new();
    for round in 0..3 {
        for number in 0..20 {
            let entry = ledger.append(draft("one", &format!("{round}-{number}"), "x")).await.unwrap();
            acknowledged.push(entry);
        }
        server.kill();
        server.run();
        // The writer finds its line dead, and asks again under the same id.
        acknowledged.push(ledger.append(draft("one", &format!("{round}-after"), "x")).await.unwrap());
    }
    let reader = store::read_only(server.place()).await.unwrap();
    assert_eq!(reader.read(&stream("one"), 0, 1_000).await.unwrap(), acknowledged);
    assert_eq!(reader.check(u64::MAX).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
async fn the_log_is_neither_altered_nor_shortened_by_sql() {
    let server = Server::start();
    let (_folder, entries) = entries(2).await;
    store::open(server.place()).await.unwrap().append(&entries).await.unwrap();
    for sql in ["UPDATE entry SET actor = 'eve'", "DELETE FROM entry", "TRUNCATE entry"] {
        let refused = server.sql(sql).unwrap_err();
        assert!(refused.contains("the log is never altered"), "{sql}: {refused}");
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
async fn a_server_that_may_lose_what_it_acknowledged_is_refused() {
    let server = Server::start();
    let refused = store::open(server.place_with_standby()).await.err().unwrap();
    assert!(matches!(&refused, StoreError::Failed(why) if why.contains("single=true")), "{refused}");
    server.sql("ALTER SYSTEM SET full_page_writes = off").unwrap();
    server.sql("SELECT pg_reload_conf()").unwrap();
    let refused = loop {
        match store::open(server.place()).await {
            Ok(store) => store.close().await.unwrap(),
            Err(error) => break error,
        }
    };
    assert!(matches!(&refused, StoreError::Failed(why) if why.contains("full_page_writes")), "{refused}");
}

/// A server that took the place of another, or whose settings were altered, may wait for no standby: on the line that was open and on a new
/// one it acknowledges nothing, and nobody answers from memory meanwhile.
#[tokio::test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
async fn a_server_that_waits_for_no_standby_any_more_acknowledges_nothing() {
    let primary = Server::start();
    let _standby = Server::standby_of(&primary, None);
    primary.wait_for_standbys("*", 1);
    let (_folder, entries) = entries(200).await;
    let store = store::open(primary.place_with_standby()).await.unwrap();
    primary.wait_for_standbys("", 0);
    let is_refused = |answer: &StoreError| matches!(answer, StoreError::Unknown(why) if why.contains("waits for no standby"));
    let mut taken = 0;
    // A server that is told of a new setting takes it up in its own time.
    let refused = loop {
        match store.append(&entries[taken..=taken]).await {
            Ok(()) => taken += 1,
            Err(error) => break error,
        }
    };
    assert!(is_refused(&refused), "{refused}");
    let refused = store.keep_snapshot(&stream("one"), merkle::Hash::NONE, b"state").await.unwrap_err();
    assert!(is_refused(&refused), "{refused}");
    primary
        .sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'croupier'")
        .unwrap();
    let refused = loop {
        match store.append(&entries[taken..=taken]).await {
            Err(error) if is_refused(&error) => break error,
            // The line was ended.
            Err(StoreError::Unknown(_)) => {}
            other => panic!("{other:?}"),
        }
    };
    assert!(is_refused(&refused), "{refused}");
    while store.is_trusted() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    primary.wait_for_standbys("*", 1);
    while let Err(error) = store.append(&entries[taken..=taken]).await {
        assert!(is_refused(&error), "{error}");
    }
    let kept = store.read(&stream("one"), 0, 1_000).await.unwrap();
    assert_eq!(kept, entries[..=taken]);
}

/// Others count from the moment the database took the lease for somebody, however long the answer was on its way: so does whoever asked.
#[tokio::test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
async fn whoever_hears_late_that_the_lease_was_taken_does_not_trust_it() {
    let server = Server::start();
    store::open(server.place()).await.unwrap().close().await.unwrap();
    // Who takes the lease hears of it when the four seconds are over; who moves its beat hears nothing good.
    server
        .sql(
            "CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF new.epoch > old.epoch THEN PERFORM pg_sleep(4.2); \
             ELSE RAISE EXCEPTION 'no beat'; END IF; RETURN new; END $$; \
             CREATE TRIGGER late BEFORE UPDATE ON lease FOR EACH ROW EXECUTE FUNCTION late()",
        )
        .unwrap();
    let store = store::open(server.place()).await.unwrap();
    assert!(!store.is_trusted());
}

/// What an older holder of the lease keeps beside the log takes the place of nothing.
#[tokio::test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
async fn whoever_lost_the_lease_keeps_no_snapshot_and_moves_nothing() {
    let server = Server::start();
    let old = store::open(server.place()).await.unwrap();
    let (newer, older) = (merkle::Hash([1; 32]), merkle::Hash([2; 32]));
    old.keep_snapshot(&stream("one"), newer, b"newer").await.unwrap();
    server.sql("UPDATE lease SET epoch = epoch + 1, holder = 'another'").unwrap();
    let late = old.keep_snapshot(&stream("one"), older, b"older").await.unwrap_err();
    assert!(matches!(late, StoreError::Fenced(_)), "{late}");
    let late = old.retire(&store::Place::from("/elsewhere")).await.unwrap_err();
    assert!(matches!(late, StoreError::Fenced(_)), "{late}");
    assert_eq!(old.snapshot(newer).await.unwrap().as_deref(), Some(b"newer".as_slice()));
    assert_eq!(server.sql("SELECT count(*) FROM moved").unwrap(), "0");
}

#[tokio::test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
async fn a_ledger_moves_there_and_back_without_a_byte_changed() {
    let server = Server::start();
    let (here, there, back) = (tempfile::tempdir().unwrap(), server.place(), tempfile::tempdir().unwrap());
    let here = store::open(here.path()).await.unwrap();
    let (_folder, entries) = entries(600).await;
    here.append(&entries).await.unwrap();
    let database = store::open(&there).await.unwrap();
    assert_eq!(store::transfer(&*here, &*database).await, Ok(600));
    assert_eq!(store::transfer(&*here, &*database).await, Err(store::TransferFault::NotEmpty));
    let again = store::open(back.path()).await.unwrap();
    assert_eq!(store::transfer(&*database, &*again).await, Ok(600));
    let positions = |all: Vec<(u64, Result<ledger::Entry, StoreError>)>| -> Vec<(u64, ledger::Entry)> {
        all.into_iter().map(|(position, entry)| (position, entry.unwrap())).collect()
    };
    assert_eq!(positions(again.all(0, 1_000).await.unwrap()), positions(here.all(0, 1_000).await.unwrap()));
    // Whoever was moved away from is not written any more.
    database.retire(&store::Place::from(back.path())).await.unwrap();
    database.close().await.unwrap();
    let refused = store::open(&there).await.err().unwrap().to_string();
    assert!(refused.contains("was moved to") && refused.contains(back.path().to_str().unwrap()), "{refused}");
}

/// One evening at a table in both stores: every byte is the same, and the table is.
#[tokio::test]
#[ignore = "needs PostgreSQL: scripts/test runs it"]
async fn an_evening_is_the_same_in_both_stores() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let evening = evening("act", 7, 12);
    let mut kept = Vec::new();
    for place in [store::Place::from(folder.path()), server.place()] {
        let ledger = Ledger::over(store::open(&place).await.unwrap());
        let mut log = seat(&ledger, "one", &evening).await.unwrap();
        for (number, command) in evening.commands.iter().enumerate() {
            submit(&mut log, &id(&format!("c{number}")), command).await.unwrap();
        }
        drop(log);
        ledger.close().await.unwrap();
        let again = Ledger::over(store::open(&place).await.unwrap());
        let log = reseat(&again, "one", &evening).await.unwrap();
        assert_eq!(log.state().state(), evening.house.table.state());
        drop(log);
        again.close().await.unwrap();
        let reader = store::read_only(&place).await.unwrap();
        let all = reader.all(0, 100_000).await.unwrap();
        kept.push(all.into_iter().map(|(position, entry)| (position, entry.unwrap())).collect::<Vec<_>>());
    }
    assert!(kept[0].len() > 100);
    assert_eq!(kept[0], kept[1]);
}
