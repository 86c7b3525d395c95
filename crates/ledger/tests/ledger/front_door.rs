//! The ledger through its front door.

use crate::common::{Evening, Seeded, edition, evening, id, opens, reseat, seat, submit};
use ledger::{Answer, AnswerOf, By, Draft, Ledger, LedgerError, Log, Payload, Stream, store};
use serde_json::json;
use table::{Act, Command, Table, TableCommand, Time, notice, people};
use tempfile::tempdir;

/// Submits the whole evening, each command under its number.
async fn submit_all(ledger: &Ledger, name: &str, evening: &Evening) -> (Log<Table>, Vec<AnswerOf<Table>>) {
    let mut log = seat(ledger, name, evening).await.unwrap();
    let mut answers = Vec::new();
    for (number, command) in evening.commands.iter().enumerate() {
        answers.push(submit(&mut log, &id(&number.to_string()), command).await.unwrap());
    }
    (log, answers)
}

#[tokio::test]
async fn a_table_comes_back_as_it_was() {
    let evening = evening("nsw", 1, 12);
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let (log, answers) = submit_all(&ledger, "one", &evening).await;
    assert!(answers.iter().any(|answer| matches!(answer, Answer::Refused { .. })), "some were refused");
    assert_eq!(log.state().state(), evening.house.table.state());
    ledger.close().await.unwrap();
    let Err(LedgerError::Stopped { .. }) = reseat(&ledger, "one", &evening).await.map(|_| ()) else {
        panic!("a closed ledger gives nothing")
    };

    let ledger = Ledger::open(folder.path()).await.unwrap();
    let again = reseat(&ledger, "one", &evening).await.unwrap();
    assert_eq!(again.state().state(), evening.house.table.state());
    let (events, entries) =
        (evening.house.events.len(), ledger.store().read(again.stream(), 0, u32::MAX).await.unwrap());
    assert_eq!(again.sequence(), (events + entries.len()) as u64, "each entry also has what was asked");
    // What is read back is what the table told.
    let mut events = Vec::new();
    for entry in ledger.store().read(again.stream(), 0, u32::MAX).await.unwrap() {
        events.extend(crate::common::events(&entry));
    }
    assert_eq!(events, evening.house.events);
    ledger.close().await.unwrap();
}

#[tokio::test]
async fn a_command_is_accepted_once_however_often_and_late_it_comes() {
    let evening = evening("act", 2, 6);
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let (mut log, answers) = submit_all(&ledger, "one", &evening).await;
    let mut seeded = Seeded(7);
    for round in 0..2 {
        for _ in 0..300 {
            let number = seeded.below(answers.len());
            // Its time may be another: whoever sends it again does so later.
            let mut command = evening.commands[number].clone();
            command.at = Time(seeded.below(1_000_000) as i64);
            let again = submit(&mut log, &id(&number.to_string()), &command).await.unwrap();
            match (&answers[number], &again) {
                (
                    Answer::Accepted { first, events, .. },
                    Answer::Accepted { first: same, events: message, again: true },
                ) => assert_eq!((first, events), (same, message)),
                (Answer::Refused { refusal, .. }, Answer::Refused { refusal: message, again: true }) => {
                    assert_eq!(refusal, message)
                }
                (first, again) => panic!("{number} was {first:?}, then {again:?}"),
            }
        }
        assert_eq!(log.state().state(), evening.house.table.state(), "nothing has changed");
        if round == 0 {
            // Nor does it matter that the ledger was opened anew in between.
            ledger.close().await.unwrap();
            let ledger = Ledger::open(folder.path()).await.unwrap();
            log = reseat(&ledger, "one", &evening).await.unwrap();
        }
    }
}

#[tokio::test]
async fn an_id_stands_for_one_content() {
    let evening = evening("qld", 3, 1);
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let (mut log, answers) = submit_all(&ledger, "one", &evening).await;
    let accepted = answers.iter().position(|answer| matches!(answer, Answer::Accepted { .. })).unwrap();
    let before = log.state().state().clone();
    for other in [
        Command { acts: vec![notice::Act::AskRules.into()], ..evening.commands[accepted].clone() },
        Command::new(
            Act::People(people::Act::SignOn),
            "stranger",
            evening.commands[accepted].by.usual().role,
            Time(0),
        ),
    ] {
        let used = id(&accepted.to_string());
        let refused = submit(&mut log, &used, &other).await;
        assert_eq!(refused, Err(LedgerError::OtherContent { stream: log.stream().clone(), id: used }));
    }
    assert_eq!(*log.state().state(), before);
    // A table of the same name is another table, unless it is asked for in the same words.
    let again = seat(&ledger, "one", &evening).await.unwrap();
    assert_eq!(*again.state().state(), before);
    let other = ledger.found::<Table>("one", edition(&evening), &id("new"), &opens(&evening)).await;
    assert_eq!(other.map(|_| ()), Err(LedgerError::AlreadyThere(log.stream().clone())));
}

#[tokio::test]
async fn a_clock_that_goes_back_changes_no_order_and_is_noted() {
    let evening = evening("nsw", 5, 1);
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let mut log = seat(&ledger, "one", &evening).await.unwrap();
    let at = |place: usize, time| Command { at: Time(time), ..evening.commands[place].clone() };
    submit(&mut log, &id("a"), &at(0, 86_400_000)).await.unwrap();
    submit(&mut log, &id("b"), &at(1, -5)).await.unwrap();
    submit(&mut log, &id("c"), &at(2, 7)).await.unwrap();
    let entries = ledger.store().read(log.stream(), 0, 10).await.unwrap();
    assert_eq!(entries.iter().map(|entry| entry.at.0).collect::<Vec<_>>(), [0, 86_400_000, -5, 7]);
    let noted = entries.iter().flat_map(|entry| &entry.records).map(|record| &record.payload);
    let noted: Vec<&str> =
        noted.filter(|payload| payload.kind() == "clock-went-back-1").map(Payload::text).collect();
    assert_eq!(noted, [r#"{"from":86400000,"to":-5}"#]);
}

#[tokio::test]
async fn the_house_has_streams_of_its_own() {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let stream: Stream = "session/ann".parse().unwrap();
    let note = |number: &str, payload: serde_json::Value| {
        let payload = Payload::new("signed-on-1", &payload).unwrap();
        Draft::note(stream.clone(), id(number), Time(1), By::new("ann", "dealer"), payload)
    };
    let first = ledger.append(note("1", json!({"screen": 3}))).await.unwrap();
    assert_eq!(ledger.append(note("1", json!({"screen": 3}))).await.unwrap(), first, "recorded once");
    let other = ledger.append(note("1", json!({"screen": 4}))).await;
    assert_eq!(other, Err(LedgerError::OtherContent { stream: stream.clone(), id: id("1") }));
    // Many at once take turns.
    let appends: Vec<_> = (2..40)
        .map(|number| {
            let (ledger, draft) = (ledger.clone(), note(&number.to_string(), json!({"number": number})));
            tokio::spawn(async move { ledger.append(draft).await.unwrap().first })
        })
        .collect();
    let mut places = Vec::new();
    for append in appends {
        places.push(append.await.unwrap());
    }
    places.sort();
    assert_eq!(places, (1..39).collect::<Vec<u64>>());
    assert_eq!(ledger.store().streams().await.unwrap(), [stream]);
    // What is the ledger's own nobody else writes.
    seat(&ledger, "one", &evening("nsw", 5, 1)).await.unwrap();
    let table: Stream = "table/one".parse().unwrap();
    let payload = Payload::new("x", &json!(1)).unwrap();
    let forged = Draft::note(table.clone(), id("1"), Time(1), By::new("x", "y"), payload);
    assert_eq!(ledger.append(forged).await, Err(LedgerError::Reserved(table)));
}

#[tokio::test]
async fn what_belongs_to_a_command_is_recorded_with_it() {
    let evening = evening("nsw", 6, 1);
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let mut log = seat(&ledger, "one", &evening).await.unwrap();
    let shoe: Stream = "shoe/one".parse().unwrap();
    let draft = |number: &str| {
        let payload = Payload::new("opening-1", &json!({"drawn": number})).unwrap();
        Draft::note(shoe.clone(), id(number), Time(1), By::new("vault", "vault"), payload)
    };
    let answer = log
        .submit(&id("a"), &TableCommand::from(evening.commands[0].clone()), vec![draft("0")])
        .await
        .unwrap();
    assert!(matches!(answer, Answer::Accepted { .. }));
    // A refusal takes nothing along.
    let late = evening.commands.last().unwrap();
    let answer = log.submit(&id("b"), &TableCommand::from(late.clone()), vec![draft("1")]).await.unwrap();
    assert!(matches!(answer, Answer::Refused { .. }), "{answer:?}");
    let twice = log
        .submit(&id("c"), &TableCommand::from(evening.commands[1].clone()), vec![draft("1"), draft("2")])
        .await;
    assert_eq!(twice, Err(LedgerError::NotOne(shoe.clone())));
    assert_eq!(ledger.store().read(&shoe, 0, 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_call_that_was_abandoned_is_made_good() {
    let evening = evening("act", 8, 1);
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let mut log = seat(&ledger, "one", &evening).await.unwrap();
    for (number, command) in evening.commands.iter().enumerate() {
        let used = id(&number.to_string());
        if number % 3 == 0 {
            // Polled once, so that it is on its way, then dropped.
            let mut submit = Box::pin(submit(&mut log, &used, command));
            let waker = std::task::Waker::noop();
            let _ = submit.as_mut().poll(&mut std::task::Context::from_waker(waker));
        } else {
            submit(&mut log, &used, command).await.unwrap();
        }
    }
    // Whoever was cut off asks again.
    for (number, command) in evening.commands.iter().enumerate() {
        submit(&mut log, &id(&number.to_string()), command).await.unwrap();
    }
    let mut events = Vec::new();
    for entry in ledger.store().read(log.stream(), 0, u32::MAX).await.unwrap() {
        events.extend(crate::common::events(&entry));
    }
    let replayed = Table::replay(evening.setup.book.clone(), &events).unwrap();
    assert_eq!(replayed.state(), log.state().state(), "table and log agree");
}

#[tokio::test]
async fn a_ledger_has_one_writer_and_any_number_of_readers() {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let second = Ledger::open(folder.path()).await.map(|_| ());
    assert!(matches!(&second, Err(LedgerError::Stopped { why }) if why.contains("one writer")), "{second:?}");
    let evening = evening("nsw", 9, 1);
    submit_all(&ledger, "one", &evening).await;
    let streams = store::read_only(folder.path()).await.unwrap().streams().await.unwrap();
    assert!(streams.contains(&"table/one".parse().unwrap()));
}

#[tokio::test]
async fn without_its_edition_a_table_is_not_opened() {
    let evening = evening("nsw", 10, 1);
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    seat(&ledger, "one", &evening).await.unwrap();
    let other = ledger.resume::<Table>("one", &|_| None).await.map(|_| ());
    assert_eq!(other, Err(LedgerError::NoEdition(crate::common::book_hash("nsw"))));
    let none = ledger.resume::<Table>("two", &|_| None).await.map(|_| ());
    assert_eq!(none, Err(LedgerError::NoSuchStream("table/two".parse().unwrap())));
}
