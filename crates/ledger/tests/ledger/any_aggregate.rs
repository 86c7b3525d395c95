//! A log keeps any aggregate: here the calls for a supervisor, alone, beside a table, and in one command with it.

use crate::calls::{Ask, Calls, Wish, answer, call};
use crate::common::{book, book_hash, evening, id, seat};
use ledger::{
    Against, Answer, BothAnswers, By, Judged, Judges, Ledger, LedgerError, Opened, Time, store,
    submit_together, verify,
};
use merkle::Hash;
use std::sync::Arc;
use table::{Table, TableCommand};
use tempfile::tempdir;

#[tokio::test]
async fn calls_are_kept_as_a_table_is() {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let mut log = ledger.log::<Calls>("one").await.unwrap();
    assert_eq!((log.opened(), log.sequence()), (Opened::New, 0));
    assert!(matches!(
        log.submit(&id("a"), &call(""), Vec::new()).await,
        Ok(Answer::Refused { again: false, .. })
    ));
    let first = log.submit(&id("b"), &call("a dispute"), Vec::new()).await.unwrap();
    let Answer::Accepted { first: sequence, events, again: false } = &first else { panic!("{first:?}") };
    assert_eq!(*sequence, 1, "the record before it tells what was asked");
    log.submit(&id("c"), &answer(0), Vec::new()).await.unwrap();
    assert!(matches!(log.submit(&id("d"), &answer(0), Vec::new()).await, Ok(Answer::Refused { .. })));
    log.snapshot(Time(3)).await.unwrap();
    let state = log.state().clone();
    ledger.close().await.unwrap();

    // Opened again, everything is as it was, and each id gets its answer.
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let mut log = ledger.log::<Calls>("one").await.unwrap();
    assert_eq!(log.opened(), Opened::Snapshot { sequence: log.sequence() });
    assert_eq!(*log.state(), state);
    let again = log.submit(&id("b"), &call("a dispute"), Vec::new()).await.unwrap();
    assert_eq!(again, Answer::Accepted { first: *sequence, events: events.clone(), again: true });
    let refused = log.submit(&id("d"), &answer(0), Vec::new()).await.unwrap();
    assert_eq!(refused, Answer::Refused { refusal: "somebody has come".to_owned(), again: true });
    let other = log.submit(&id("d"), &answer(1), Vec::new()).await;
    assert_eq!(other, Err(LedgerError::OtherContent { stream: log.stream().clone(), id: id("d") }));

    let judges = Judges::of::<Calls>(&|_: Hash| Some(()));
    let report = verify(&**ledger.store(), &Against { judges, ..Against::default() }).await.unwrap();
    assert_eq!(report.faults, []);
    assert_eq!((report.decided, report.folded), (4, 0));
}

#[tokio::test]
async fn a_secret_is_kept_as_its_hash_and_still_stands_for_one_content() {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let mut log = ledger.log::<Calls>("one").await.unwrap();
    let with = |pin: &str| Ask {
        wish: Wish::Pin { pin: pin.to_owned() },
        by: By::new("ann", "dealer"),
        at: Time(1),
    };
    log.submit(&id("a"), &with("4711"), Vec::new()).await.unwrap();
    assert!(matches!(
        log.submit(&id("a"), &with("4711"), Vec::new()).await,
        Ok(Answer::Accepted { again: true, .. })
    ));
    assert!(matches!(
        log.submit(&id("a"), &with("4712"), Vec::new()).await,
        Err(LedgerError::OtherContent { .. })
    ));
    for (_, entry) in ledger.store().all(0, 10).await.unwrap() {
        let told: String =
            entry.unwrap().records.iter().map(|record| record.payload.text().to_owned()).collect();
        assert!(!told.contains("4711"), "{told}");
    }
}

#[tokio::test]
async fn a_decision_is_made_once_and_keeps_others_waiting_until_it_is_recorded() {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let mut log = ledger.log::<Calls>("one").await.unwrap();
    let Ok(Judged::New(decision)) = log.judge(&id("a"), &call("dropped")).await else { panic!("it is new") };
    assert_eq!(decision.events().unwrap().len(), 1);
    drop(decision);
    assert_eq!(log.sequence(), 0, "what is not recorded has not happened");
    let Ok(Judged::New(decision)) = log.judge(&id("a"), &call("kept")).await else { panic!("it is new") };
    let first = decision.first();
    let Ok(Answer::Accepted { first: recorded, .. }) = log.record(decision, Vec::new()).await else {
        panic!("it was accepted")
    };
    assert_eq!(first, recorded);
    assert!(matches!(log.judge(&id("a"), &call("kept")).await, Ok(Judged::Known(_))));
}

#[tokio::test]
async fn two_aggregates_take_a_command_together_or_not_at_all() {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let evening = evening("nsw", 5, 1);
    let mut table = seat(&ledger, "one", &evening).await.unwrap();
    let mut calls = ledger.log::<Calls>("one").await.unwrap();
    let sign_on = TableCommand::from(evening.commands[0].clone());
    let done =
        submit_together(&id("a"), (&mut table, &sign_on), (&mut calls, &call("why")), Vec::new()).await;
    assert!(matches!(done, Ok(BothAnswers::Accepted(..))));
    let (length, calling) = (table.sequence(), calls.sequence());
    // Either may turn it down, in either order, and then neither does anything.
    let nobody = TableCommand::from(evening.commands.last().unwrap().clone());
    let done = submit_together(&id("b"), (&mut table, &nobody), (&mut calls, &call("why")), Vec::new()).await;
    assert!(matches!(done, Ok(BothAnswers::RefusedByFirst(_))));
    let sign_on_too = TableCommand::from(evening.commands[1].clone());
    let done =
        submit_together(&id("c"), (&mut calls, &call("")), (&mut table, &sign_on_too), Vec::new()).await;
    assert!(matches!(done, Ok(BothAnswers::RefusedByFirst(_))));
    let done =
        submit_together(&id("d"), (&mut table, &sign_on_too), (&mut calls, &call("")), Vec::new()).await;
    assert!(matches!(done, Ok(BothAnswers::RefusedBySecond(_))));
    assert_eq!((table.sequence(), calls.sequence()), (length, calling));
    // The same again is the same answer; one of them alone is another command.
    let again =
        submit_together(&id("a"), (&mut table, &sign_on), (&mut calls, &call("why")), Vec::new()).await;
    assert!(matches!(again, Ok(BothAnswers::Accepted(Answer::Accepted { again: true, .. }, _))));
    let again =
        submit_together(&id("d"), (&mut table, &sign_on_too), (&mut calls, &call("")), Vec::new()).await;
    assert!(matches!(again, Ok(BothAnswers::RefusedBySecond(_))));
    let mut other = ledger.log::<Calls>("two").await.unwrap();
    let split =
        submit_together(&id("a"), (&mut table, &sign_on), (&mut other, &call("why")), Vec::new()).await;
    assert!(matches!(split, Err(LedgerError::OtherContent { .. })));
    // Both entries are one commit.
    let entries = ledger.store().all(0, 100).await.unwrap();
    let of = |stream: &str| {
        let found = entries.iter().find(|(_, entry)| {
            entry.as_ref().is_ok_and(|entry| entry.stream.as_str() == stream && entry.command == id("a"))
        });
        found.map(|(position, _)| *position)
    };
    assert_eq!(of("call/one"), of("table/one").map(|position| position + 1));
    let nsw = |hash: Hash| (hash == book_hash("nsw")).then(|| book("nsw"));
    let judges = Judges::of::<Table>(&nsw).and::<Calls>(&|_: Hash| Some(()));
    let report = verify(&**ledger.store(), &Against { judges, ..Against::default() }).await.unwrap();
    assert_eq!(report.faults, []);
}

/// Two ledgers over one store are as two nodes over one database: each learns from the store that the other was first.
#[tokio::test]
async fn a_lost_race_is_judged_again() {
    let folder = tempdir().unwrap();
    let store = store::open(folder.path()).await.unwrap();
    let (one, other) = (Ledger::over(Arc::clone(&store)), Ledger::over(store));
    let mut here = one.log::<Calls>("one").await.unwrap();
    let mut there = other.log::<Calls>("one").await.unwrap();
    for number in 0..20_usize {
        let (first, second) = if number % 2 == 0 { (&mut here, &mut there) } else { (&mut there, &mut here) };
        let used = id(&format!("call-{number}"));
        assert!(matches!(
            first.submit(&used, &call("why"), Vec::new()).await,
            Ok(Answer::Accepted { again: false, .. })
        ));
        // The same id at the other, which does not know of it yet.
        assert!(matches!(
            second.submit(&used, &call("why"), Vec::new()).await,
            Ok(Answer::Accepted { again: true, .. })
        ));
        // Both answer the same call: the one who is late is told so, by the state that it did not have.
        let came = first.submit(&id(&format!("one-{number}")), &answer(number), Vec::new()).await;
        assert!(matches!(came, Ok(Answer::Accepted { .. })), "{came:?}");
        let late = second.submit(&id(&format!("two-{number}")), &answer(number), Vec::new()).await;
        assert!(
            matches!(&late, Ok(Answer::Refused { refusal, .. }) if refusal == "somebody has come"),
            "{late:?}"
        );
    }
    assert_eq!((one.stopped(), other.stopped()), (None, None), "nobody has stopped");
    let judges = Judges::of::<Calls>(&|_: Hash| Some(()));
    let report = verify(&**one.store(), &Against { judges, ..Against::default() }).await.unwrap();
    assert_eq!((report.faults, report.decided), (Vec::new(), 60));
}
