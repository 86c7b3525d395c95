//! Many commands in one commit leave the same log as one after the other.

use crate::common::{evening, id, reseat, seat};
use ledger::{By, Draft, Entry, Ledger, LedgerError, Payload, Planned, Stream, Time};
use table::{Table, TableCommand};
use tempfile::tempdir;

fn note(command: &str, number: usize, at: Time) -> Draft {
    let payload = Payload::new("note-1", &number).unwrap();
    let stream = Stream::new("note", if number.is_multiple_of(5) { "fives" } else { "others" }).unwrap();
    Draft::note(stream, id(command), at, By::new("clerk", "clerk"), payload)
}

async fn everything(ledger: &Ledger) -> Vec<Entry> {
    let found = ledger.store().all(0, 100_000).await.unwrap();
    found.into_iter().map(|(_, entry)| entry.unwrap()).collect()
}

#[tokio::test]
async fn many_commands_at_once_leave_the_same_log_as_one_after_the_other() {
    let (one, other) = (tempdir().unwrap(), tempdir().unwrap());
    let (one, other) = (Ledger::open(one.path()).await.unwrap(), Ledger::open(other.path()).await.unwrap());
    let mut evening = evening("act", 3, 6);
    // A clock that goes back is on record either way, after what was taken and after what was refused.
    for (place, command) in evening.commands.iter_mut().enumerate() {
        command.at = Time(command.at.0 - if place.is_multiple_of(11) { 40_000 } else { 0 });
    }
    let mut log = seat(&one, "one", &evening).await.unwrap();
    let mut table: Table = log.state().clone();
    let mut planned: Vec<Planned<Table>> = Vec::new();
    let mut after: Vec<Table> = Vec::new();
    for (place, asked) in evening.commands.iter().enumerate() {
        let (name, command) = (format!("c{place}"), TableCommand::from(asked.clone()));
        let decided = table.decide(asked).map(|decided| decided.events);
        let accepted = decided.is_ok();
        decided.iter().flatten().for_each(|event| table.apply(event));
        let also = if accepted { vec![note(&name, place, asked.at)] } else { Vec::new() };
        log.submit(&id(&name), &command, also.clone()).await.unwrap();
        planned.push(Planned { id: id(&name), command, decided, also });
        after.push(table.clone());
    }
    assert!(planned.iter().any(|planned| planned.decided.is_err()), "something was refused");

    let mut bulk = seat(&other, "one", &evening).await.unwrap();
    let mut done = 0_usize;
    while !planned.is_empty() {
        let rest = planned.split_off(planned.len().min(if done.is_multiple_of(3) { 37 } else { 22 }));
        let many = planned.len();
        done += many;
        // Whether the state they lead to is worked out here or is brought along.
        match many.is_multiple_of(2) {
            true => bulk.record_all(planned).await.unwrap(),
            false => {
                let prepared = planned.into_iter().map(|planned| planned.prepare().unwrap()).collect();
                bulk.record_all_up_to(prepared, after[done - 1].clone()).await.unwrap();
            }
        }
        assert_eq!(bulk.state().state(), after[done - 1].state());
        planned = rest;
    }
    bulk.record_all(Vec::new()).await.unwrap();
    bulk.record_all_up_to(Vec::new(), after[0].clone()).await.unwrap();
    assert_eq!(everything(&one).await, everything(&other).await);
    assert_eq!((log.sequence(), log.head()), (bulk.sequence(), bulk.head()));
    assert_eq!(log.state().state(), bulk.state().state());
    drop(bulk);
    assert_eq!(reseat(&other, "one", &evening).await.unwrap().state().state(), log.state().state());
}

#[tokio::test]
async fn one_id_that_was_used_fails_the_whole_commit() {
    let folder = tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let evening = evening("act", 3, 1);
    let mut log = seat(&ledger, "one", &evening).await.unwrap();
    let mut table: Table = log.state().clone();
    let mut plan = |name: &str, place: usize| {
        let events = table.decide(&evening.commands[place]).unwrap().events;
        events.iter().for_each(|event| table.apply(event));
        let command = TableCommand::from(evening.commands[place].clone());
        Planned { id: id(name), command, decided: Ok(events), also: Vec::new() }
    };
    let planned = vec![plan("a", 0), plan("b", 1)];
    log.record_all(planned).await.unwrap();
    let (sequence, head) = (log.sequence(), log.head());
    let planned = vec![plan("c", 2), plan("a", 3)];
    assert!(matches!(log.record_all(planned).await, Err(LedgerError::Moved { .. })));
    assert_eq!((log.sequence(), log.head()), (sequence, head));
    assert!(ledger.store().command(log.stream(), &id("c")).await.unwrap().is_none());
}
