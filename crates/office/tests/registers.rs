//! Calls, proposals and shifts on the log: what earlier releases recorded is taken up where it stands, each command is answered once,
//! whoever loses a race is judged again, and every command is decided again when the log is verified.

use aggregate::{Aggregate, Register, RegisterCommand, RegisterEvent};
use floor::call::{CallAct, Calls};
use floor::proposals::{ProposalAct, Proposals};
use ledger::{
    Against, Answer, By, CommandId, Draft, Judges, Ledger, Log, Payload, Report, Time, store, verify,
};
use merkle::{Hash, sha256};
use office::shift::{ShiftAct, ShiftRegister, Stands};
use people::two_person::DualControl;
use school::Kind;
use school::register::{Marked, SchoolAct, SchoolRegister, Test};
use serde_json::{Value, json};
use std::path::Path;
use table::{Act, Remedy, trouble};

fn id(text: &str) -> CommandId {
    text.parse().unwrap()
}

fn ask<T>(act: T, name: &str, role: &str, at: i64) -> RegisterCommand<T> {
    RegisterCommand { act, by: By::new(name, role), at: Time(at) }
}

/// Records something as earlier releases did: without what was asked.
async fn older(ledger: &Ledger, stream: &str, command: &str, by: (&str, &str), kind: &str, facts: &[Value]) {
    let payloads = facts.iter().map(|fact| Payload::new(kind, fact).unwrap()).collect();
    let draft = Draft {
        stream: stream.parse().unwrap(),
        command: id(command),
        request: sha256(&[command.as_bytes()]),
        at: Time(1_000),
        by: By::new(by.0, by.1),
        book: Hash::NONE,
        payloads,
    };
    ledger.append(draft).await.unwrap();
}

async fn verified(folder: &Path) -> Report {
    let store = store::read_only(folder).await.unwrap();
    let against = Against { judges: office::registers(Judges::none()), ..Against::default() };
    let report = verify(&*store, &against).await.unwrap();
    store.close().await.unwrap();
    report
}

fn facts<R: Register>(
    answer: &Answer<RegisterEvent<R::Fact>, <R as Aggregate>::Refusal>,
) -> (&[RegisterEvent<R::Fact>], bool) {
    match answer {
        Answer::Accepted { events, again, .. } => (events, *again),
        Answer::Refused { refusal, .. } => panic!("{refusal}"),
    }
}

fn void() -> Act {
    Act::Trouble(trouble::Act::Decide { matter: 1, remedy: Remedy::Void, why: String::new() })
}

#[tokio::test]
async fn what_earlier_releases_recorded_goes_on_as_a_register() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let (dora, sue) = (("Dora", "dealer"), ("Sue", "supervisor"));
    older(
        &ledger,
        "call/one",
        "a",
        dora,
        "call-1",
        &[json!({"call": "made", "number": 1, "why": "a dispute"})],
    )
    .await;
    older(&ledger, "call/one", "b", sue, "call-1", &[json!({"call": "answered", "number": 1})]).await;
    older(&ledger, "call/one", "c", dora, "call-1", &[json!({"call": "made", "number": 2, "why": ""})]).await;
    let begun = json!({"act": "begun", "number": 1, "name": "Day", "why": "the roster", "stands": {}});
    older(&ledger, "shift/house", "a", sue, "shift-1", &[begun]).await;
    let made = json!({"number": 1, "act": void(), "counts": "void", "why": "misdealt", "seq": 7});
    older(&ledger, "proposal/one", "a", dora, "proposal-made-1", &[made]).await;
    older(&ledger, "proposal/one", "b", sue, "proposal-approved-1", &[json!({"number": 1, "seq": 8})]).await;

    let mut calls = ledger.log::<Calls>("one").await.unwrap();
    assert_eq!(calls.state().open_ones().iter().map(|call| call.number).collect::<Vec<_>>(), [2]);
    let make = |why: &str| ask(CallAct::Make { why: why.into() }, "Dora", "dealer", 2_000);
    let again = calls.submit(&id("a"), &make("a dispute"), Vec::new()).await.unwrap();
    assert!(facts::<Calls>(&again).1, "the same id and content: the answer that it got then");
    assert!(calls.submit(&id("a"), &make("another"), Vec::new()).await.is_err(), "another content");
    let third = calls.submit(&id("d"), &make("a third"), Vec::new()).await.unwrap();
    assert!(!facts::<Calls>(&third).1);
    let late = ask(CallAct::Answer { number: 1 }, "Max", "manager", 2_000);
    let late = calls.submit(&id("e"), &late, Vec::new()).await.unwrap();
    assert!(
        matches!(&late, Answer::Refused { refusal, .. } if refusal.message == "Sue has answered this call")
    );

    let mut shifts = ledger.log::<ShiftRegister>("house").await.unwrap();
    let begin = |name: &str, relieves| {
        let act =
            ShiftAct::Begin { name: name.into(), relieves, why: "the roster".into(), stands: Stands::new() };
        ask(act, "Sue", "supervisor", 2_000)
    };
    assert!(
        facts::<ShiftRegister>(&shifts.submit(&id("a"), &begin("Day", None), Vec::new()).await.unwrap()).1
    );
    let night = shifts.submit(&id("b"), &begin("Night", Some(1)), Vec::new()).await.unwrap();
    assert_eq!(facts::<ShiftRegister>(&night).0.len(), 2, "one ends as the other begins, in one entry");

    let mut proposals = ledger.log::<Proposals>("one").await.unwrap();
    assert_eq!(proposals.state().pairs()[0].voids, 1);
    let make = |seq| {
        let act = ProposalAct::Make { what: void(), counts: DualControl::Void, why: "misdealt".into(), seq };
        ask(act, "Dora", "dealer", 2_000)
    };
    assert!(facts::<Proposals>(&proposals.submit(&id("a"), &make(99), Vec::new()).await.unwrap()).1);
    proposals.submit(&id("c"), &make(9), Vec::new()).await.unwrap();
    for (name, role, why_not) in
        [("dora", "supervisor", "dora"), ("Ivy", "inspector", "role"), ("Dan", "dealer", "role")]
    {
        let approve = ask(ProposalAct::Approve { number: 2, seq: 10, console: None }, name, role, 2_000);
        let answer = proposals.submit(&id(&format!("{name}-approves")), &approve, Vec::new()).await.unwrap();
        assert!(matches!(answer, Answer::Refused { .. }), "{why_not}");
    }
    let approve = ask(ProposalAct::Approve { number: 2, seq: 10, console: None }, "Sue", "supervisor", 2_000);
    assert!(!facts::<Proposals>(&proposals.submit(&id("d"), &approve, Vec::new()).await.unwrap()).1);
    assert_eq!(proposals.state().pairs()[0].voids, 2);
    // Nobody writes into a register past its own judgement.
    let note = Draft::note(
        "call/one".parse().unwrap(),
        id("f"),
        Time(1),
        By::new("x", "y"),
        Payload::new("call-1", &json!({})).unwrap(),
    );
    assert!(ledger.append(note).await.is_err());
    let before = (calls.state().clone(), shifts.state().clone(), proposals.state().clone());
    calls.snapshot(Time(3_000)).await.unwrap();
    ledger.close().await.unwrap();

    let report = verified(folder.path()).await;
    assert_eq!(report.faults, []);
    assert_eq!(
        (report.folded, report.decided),
        (6, 8),
        "older events are folded, newer commands decided again"
    );
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let after = (
        ledger.log::<Calls>("one").await.unwrap().state().clone(),
        ledger.log::<ShiftRegister>("house").await.unwrap().state().clone(),
        ledger.log::<Proposals>("one").await.unwrap().state().clone(),
    );
    assert_eq!(after, before);
}

/// A release that did not judge calls has verified a log so far; the next one goes on from there.
#[tokio::test]
async fn a_position_of_a_release_that_judged_less_is_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    let mut reached = None;
    for day in 0..2 {
        let ledger = Ledger::open(folder.path()).await.unwrap();
        let mut calls = ledger.log::<Calls>("one").await.unwrap();
        for call in 0..3 {
            let make = ask(CallAct::Make { why: String::new() }, "Dora", "dealer", day);
            calls.submit(&id(&format!("{day}-{call}")), &make, Vec::new()).await.unwrap();
        }
        ledger.close().await.unwrap();
        let store = store::read_only(folder.path()).await.unwrap();
        let judges = if day == 0 { Judges::none() } else { office::registers(Judges::none()) };
        let against = Against { judges, from: reached.as_ref(), ..Against::default() };
        let report = verify(&*store, &against).await.unwrap();
        drop(against);
        assert_eq!(report.faults, []);
        assert_eq!(report.decided, if day == 0 { 0 } else { 3 });
        store.close().await.unwrap();
        reached = Some(report.reached);
    }
}

/// Two houses over one store: each learns from the store that the other was first, and judges again.
#[tokio::test]
async fn a_lost_race_is_judged_again_and_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let shared = store::open(folder.path()).await.unwrap();
    let houses = [Ledger::over(shared.clone()), Ledger::over(shared.clone())];
    let mut logs: Vec<Log<Calls>> = Vec::new();
    for house in &houses {
        logs.push(house.log::<Calls>("one").await.unwrap());
    }
    let mut numbers = Vec::new();
    for round in 0..20 {
        for (house, log) in logs.iter_mut().enumerate() {
            let make = ask(CallAct::Make { why: String::new() }, "Dora", "dealer", round);
            let answer = log.submit(&id(&format!("{house}-{round}")), &make, Vec::new()).await.unwrap();
            numbers.extend(
                facts::<Calls>(&answer)
                    .0
                    .iter()
                    .map(|event| serde_json::to_value(&event.fact).unwrap()["number"].as_u64().unwrap()),
            );
        }
    }
    assert_eq!(numbers, (1..=40).collect::<Vec<u64>>(), "every call has a number of its own");
    // Both answer the same call: one comes, the other hears that somebody has.
    let come = |name: &str| ask(CallAct::Answer { number: 1 }, name, "supervisor", 99);
    let [first, second] = &mut logs[..] else { panic!("two") };
    assert!(matches!(first.submit(&id("sue"), &come("Sue"), Vec::new()).await, Ok(Answer::Accepted { .. })));
    assert!(matches!(second.submit(&id("max"), &come("Max"), Vec::new()).await, Ok(Answer::Refused { .. })));
    assert_eq!((houses[0].stopped(), houses[1].stopped()), (None, None), "a lost race stops no ledger");
    shared.close().await.unwrap();
    assert_eq!(verified(folder.path()).await.faults, []);
}

/// Tests and answers of the school come back as they were, and every one is decided again.
#[tokio::test]
async fn the_school_is_kept_as_a_register() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(folder.path()).await.unwrap();
    let mut school = ledger.log::<SchoolRegister>("house").await.unwrap();
    let (name, book) = ("First week".to_owned(), "act".to_owned());
    let test = Test { name, book: book.clone(), kinds: vec![Kind::Totals], questions: 2, seed: 9, pass: 50 };
    let set = ask(SchoolAct::SetTest { test }, "Sue", "supervisor", 1);
    school.submit(&id("set"), &set, Vec::new()).await.unwrap();
    let answer = |number: u32| {
        let (book, given) = (book.clone(), "7".to_owned());
        let clauses = vec!["2.6/1".to_owned()];
        let kind = Kind::Totals;
        let answer =
            Marked { test: Some(1), book, kind, seed: 9, number, given, right: true, ms: 900, clauses };
        ask(SchoolAct::Answer { answer }, "Dora", "dealer", 2)
    };
    let first = school.submit(&id("one"), &answer(1), Vec::new()).await.unwrap();
    assert!(!facts::<SchoolRegister>(&first).1);
    let again = school.submit(&id("one"), &answer(1), Vec::new()).await.unwrap();
    assert!(facts::<SchoolRegister>(&again).1, "the same id and content: the answer that it got then");
    let twice = school.submit(&id("two"), &answer(1), Vec::new()).await.unwrap();
    assert!(matches!(twice, Answer::Refused { .. }), "nobody answers a question of a test twice");
    let before = school.state().clone();
    ledger.close().await.unwrap();
    let report = verified(folder.path()).await;
    assert_eq!((report.faults, report.decided), (Vec::new(), 3));
    let ledger = Ledger::open(folder.path()).await.unwrap();
    assert_eq!(*ledger.log::<SchoolRegister>("house").await.unwrap().state(), before);
}
