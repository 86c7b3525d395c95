//! A draw attacked from inside: stopped once its order is known, a ticket left out, drawn again, given to somebody else. Each is told
//! by what the house publishes.

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::shelf;
use draw::{Apart, Record, Sealed, list_root};
use merkle::{Hash, sha256};
use promotion::published::{Published, chain_faults};
use promotion::{Act, Command, Fact, PassedWhy, Promotion, Sealing, Terms};
use std::sync::Arc;
use table::{Actor, Name, Time};

const SEED: [u8; 32] = [7; 32];

fn terms() -> String {
    let usual = include_str!("../src/transcript/usual.toml").replacen('\n', "\nbook = \"nsw\"\n", 1);
    format!("{usual}\n[[prize]]\nsort = \"goods\"\nwhat = \"A pack of cards\"\nvalue = 20\n")
}

fn ask(promotion: &mut Promotion, name: &str, role: Role, at: Time, act: Act) {
    let by = Actor { name: Name::from(name), role };
    let command = Command { act, by, confirmed_by: Some(Name::from("second")), keyed_by: None, at };
    promotion.submit(&command).unwrap();
}

/// A promotion with these entrants whose list is closed, and the moment of its draw.
fn closed(entrants: &[&str]) -> (Promotion, Time) {
    let book = Arc::new(Book::read(shelf::text("nsw").unwrap()).unwrap());
    let read = Terms::read(&terms(), &book, &[]).unwrap();
    let mut promotion = Promotion::new(book);
    let start = read.held.from;
    let mut operator = |act| ask(&mut promotion, "operator", Role::Operator, start, act);
    operator(Act::SetTerms { text: terms() });
    operator(Act::Lodge);
    operator(Act::OpenChannel { channel: "brochure".into() });
    let seed_hash = draw::seed_hash(&SEED);
    let sealing = Sealing { seed_hash, number: 1, previous: Hash::NONE, ticket_key: sha256(&[b"key"]) };
    operator(Act::Open { sealing: Some(sealing) });
    for name in entrants {
        ask(&mut promotion, name, Role::Player, start, Act::Enter);
    }
    ask(&mut promotion, "system", Role::System, read.closes, Act::Close);
    (promotion, read.award.when)
}

fn drawn(entrants: &[&str]) -> (Promotion, Time) {
    let (mut promotion, at) = closed(entrants);
    let act = Act::Draw { seed: Hash(SEED), mix: "headline".into(), mixed_by: Name::from("guest") };
    ask(&mut promotion, "operator", Role::Operator, at, act);
    (promotion, at)
}

fn told(public: &Published, words: &str) {
    let faults = public.faults();
    assert!(faults.iter().any(|fault| fault.contains(words)), "{words}: {faults:?}");
}

#[test]
fn an_honest_draw_has_no_fault() {
    let (promotion, at) = drawn(&["ann", "bob", "cat"]);
    let public = Published::of(promotion.state(), at).unwrap();
    assert_eq!(public.faults(), Vec::<String>::new());
    let text = serde_json::to_string(&public).unwrap();
    assert_eq!(serde_json::from_str::<Published>(&text).unwrap(), public);
    assert!(!text.contains("ann"));
}

#[test]
fn stopping_once_the_order_is_known_is_told() {
    let (promotion, at) = closed(&["ann", "bob"]);
    // Whoever holds the seed can work out the order, and say nothing.
    let state = promotion.state();
    let seen =
        Record::draw(state.sealed.clone().unwrap(), state.list.to_vec(), "headline", &SEED, Apart::default());
    assert!(seen.is_some());
    assert_eq!(Published::of(state, Time(at.0 - 1)).unwrap().faults(), Vec::<String>::new());
    told(&Published::of(state, at).unwrap(), "neither held, postponed nor cancelled");
}

/// However many tickets a file says were issued, whoever checks it is answered: some that are missing are named, and the rest counted.
#[test]
fn a_number_of_tickets_beyond_any_measure_holds_nobody_up() {
    let (promotion, at) = closed(&["ann", "bob", "cat"]);
    let mut public = Published::of(promotion.state(), at).unwrap();
    public.issued = u32::MAX;
    told(&public, "ticket 4 was issued and left out of the list");
    told(&public, "ticket 23 was issued and left out of the list");
    told(&public, "4294967272 more tickets were issued and left out of the list");
    assert!(public.faults().len() < 30);
}

#[test]
fn leaving_out_a_ticket_is_told() {
    let (promotion, at) = closed(&["ann", "bob", "cat"]);
    let proof = promotion.state().proofs(&Name::from("bob")).remove(0);
    let mut public = Published::of(promotion.state(), at).unwrap();
    public.list.remove(1);
    told(&public, "the root is not that of the list");
    public.root = Some(list_root(&public.list));
    told(&public, "ticket 2 was issued and left out of the list");
    // Hiding that it was ever issued leaves its holder with a proof that no longer leads to the root.
    assert!(proof.check("lunar", public.root.unwrap(), public.list.len()).is_err());
    public.taken_back.push(2);
    assert!(!public.faults().iter().any(|fault| fault.contains("left out")));
    // A form is never taken back, and whoever says so has to name a coup, which everybody can look at.
    told(&public, "ticket 2 was taken back, and not one coup is named for it");
    assert!(proof.check("lunar", public.root.unwrap(), public.list.len()).is_err());
}

#[test]
fn nobody_proves_anothers_ticket() {
    let (promotion, _) = closed(&["ann", "bob"]);
    let state = promotion.state();
    let mut proof = state.proofs(&Name::from("ann")).remove(0);
    assert_eq!(proof.check("lunar", state.root.unwrap(), state.list.len()), Ok(()));
    proof.ticket.holder = Name::from("eve");
    assert!(proof.check("lunar", state.root.unwrap(), state.list.len()).is_err());
    assert!(state.proofs(&Name::from("eve")).is_empty());
}

#[test]
fn drawing_twice_is_told() {
    let (mut promotion, at) = drawn(&["ann", "bob", "cat"]);
    let again = Act::Draw { seed: Hash(SEED), mix: "another".into(), mixed_by: Name::from("guest") };
    let by = Actor { name: Name::from("operator"), role: Role::Operator };
    let command = Command { act: again, by, confirmed_by: Some(Name::from("second")), keyed_by: None, at };
    assert!(promotion.submit(&command).unwrap_err().message.contains("never a new draw"));
    // Forged outside: another seed under the same number, or a draw left out between two.
    let first = Published::of(promotion.state(), at).unwrap();
    let mut second = first.clone();
    second.promotion = "again".into();
    let faults = chain_faults(&[first.clone(), second.clone()]);
    assert!(faults[0].contains("one was drawn again"), "{faults:?}");
    let seal = first.sealed.as_ref().unwrap().seal();
    second.sealed = Some(Sealed::new(3, "promotion again terms", seal, &[8; 32]));
    assert!(chain_faults(&[first.clone(), second.clone()])[0].contains("are missing"));
    second.sealed = Some(Sealed::new(2, "promotion again terms", Hash::NONE, &[8; 32]));
    assert!(chain_faults(&[first.clone(), second.clone()])[0].contains("does not name the seal"));
    second.sealed = Some(Sealed::new(2, "promotion again terms", seal, &[8; 32]));
    assert_eq!(chain_faults(&[first, second]), Vec::<String>::new());
}

#[test]
fn another_seed_mix_or_winner_is_told() {
    let (promotion, at) = drawn(&["ann", "bob", "cat", "dan"]);
    let honest = Published::of(promotion.state(), at).unwrap();
    let mut forged = honest.clone();
    forged.draw.as_mut().unwrap().mix = "chosen afterwards".into();
    told(&forged, "another order follows");
    let mut forged = honest.clone();
    forged.draw.as_mut().unwrap().seed = Hash([9; 32]);
    told(&forged, "the seed is not the one that was committed to");
    let mut forged = honest.clone();
    let won = honest.prizes[0].ticket.unwrap();
    forged.prizes[0].ticket = Some(won % 4 + 1);
    told(&forged, "was next in the order and neither won nor was passed over");
    let mut forged = honest.clone();
    forged.prizes[0].passed.push((won, PassedWhy::Lapsed));
    told(&forged, "a ticket came up twice");
    let mut forged = honest;
    forged.draw = None;
    told(&forged, "no draw was held");
}

/// The Python program by itself: the same records, the same words.
fn python(folder: &std::path::Path, public: &Published, proofs: &[promotion::Proof]) -> (bool, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../verify/croupier_verify.py");
    let (record, tickets) = (folder.join("record.json"), folder.join("tickets.json"));
    std::fs::write(&record, serde_json::to_string(public).unwrap()).unwrap();
    std::fs::write(&tickets, serde_json::to_string(proofs).unwrap()).unwrap();
    let output = std::process::Command::new("python3")
        .args([script, "promotion"])
        .arg(&record)
        .arg("--ticket")
        .arg(&tickets)
        .output()
        .expect("python3 is needed for this test");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_python_program_finds_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (promotion, at) = drawn(&["ann", "bob", "cat", "dan", "eve"]);
    let honest = Published::of(promotion.state(), at).unwrap();
    let proofs: Vec<promotion::Proof> =
        ["ann", "cat", "eve"].iter().flat_map(|name| promotion.state().proofs(&Name::from(*name))).collect();
    let (holds, text) = python(folder.path(), &honest, &proofs);
    assert!(holds, "{text}");
    assert!(text.contains("ticket 3: is in the draw"), "{text}");
    let mut forgeries: Vec<(Published, Vec<promotion::Proof>)> = Vec::new();
    let mut forge = |change: &dyn Fn(&mut Published)| {
        let mut forged = honest.clone();
        change(&mut forged);
        forgeries.push((forged, proofs.clone()));
    };
    forge(&|public| public.list.truncate(4));
    forge(&|public| public.draw.as_mut().unwrap().mix.push('!'));
    forge(&|public| public.draw.as_mut().unwrap().seed = Hash([9; 32]));
    forge(&|public| public.draw.as_mut().unwrap().order.swap(0, 1));
    forge(&|public| public.prizes[0].ticket = public.prizes[0].ticket.map(|ticket| ticket % 5 + 1));
    forge(&|public| public.draw = None);
    forge(&|public| public.issued += 1);
    forge(&|public| public.taken_back.push(2));
    forge(&|public| public.sealed.as_mut().unwrap().purpose = "another".into());
    for (forged, proofs) in &forgeries {
        let (holds, text) = python(folder.path(), forged, proofs);
        assert!(!holds, "{text}");
        for fault in forged.faults() {
            // Times are told by one of the two only.
            let words = fault.split(" at 2").next().unwrap();
            assert!(text.contains(words) || fault.contains("was due"), "{fault}: {text}");
        }
    }
    let mut other = proofs;
    other[0].ticket.holder = Name::from("mal");
    let (holds, text) = python(folder.path(), &honest, &other);
    assert!(!holds && text.contains("is not in the list"), "{text}");
}

/// What is decided is what a log reads back: commands, events and the state survive being written.
#[test]
fn what_is_written_is_read_again() {
    use aggregate::{Aggregate, By, Text};
    let (promotion, at) = closed(&["ann"]);
    let act = Act::Draw { seed: Hash(SEED), mix: "headline".into(), mixed_by: Name::from("guest") };
    let by = Actor { name: Name::from("operator"), role: Role::Operator };
    let command = Command { act, by, confirmed_by: Some(Name::from("second")), keyed_by: None, at };
    let written = Promotion::write_command(&command).unwrap();
    let text = Text { kind: written.kind, json: &written.json };
    assert_eq!(Promotion::read_command(text, at).unwrap(), command);
    let events = promotion.decide(&command).unwrap();
    assert!(events.iter().any(|event| matches!(event.fact, Fact::Drawn { .. })));
    let by = By::new("operator", "operator");
    for event in &events {
        let written = Promotion::write_event(event, &by).unwrap();
        let text = Text { kind: written.kind, json: &written.json };
        assert_eq!(Promotion::read_event(text, &by, at).unwrap(), *event);
    }
    let state = promotion.write_state().unwrap();
    let again = Promotion::restore(promotion.book(), &state).unwrap();
    assert_eq!(again.state(), promotion.state());
}

/// A draw of two prizes among five tickets, as its house publishes it.
fn two_prizes() -> Published {
    let (promotion, at) = drawn(&["ann", "bob", "cat", "dan", "eve"]);
    Published::of(promotion.state(), at).unwrap()
}

#[test]
fn passing_over_whole_orders_is_told() {
    let honest = two_prizes();
    let mut forged = honest.clone();
    let draw = forged.draw.as_mut().unwrap();
    let group = vec![draw.list[0].clone(), draw.list[1].clone()];
    let apart = Apart { parts: vec![1, 4], groups: vec![group] };
    *draw = Record::draw(draw.sealed.clone(), draw.list.clone(), &draw.mix, &draw.seed.0, apart).unwrap();
    told(&forged, "orders were passed over");
}

#[test]
fn prizes_out_of_turn_or_withheld_are_told() {
    let honest = two_prizes();
    assert_eq!(honest.faults(), Vec::<String>::new());
    assert!(honest.prizes.len() >= 2, "there are two prizes to swap");
    let mut swapped = honest.clone();
    let (first, second) = (honest.prizes[0].ticket, honest.prizes[1].ticket);
    (swapped.prizes[0].ticket, swapped.prizes[1].ticket) = (second, first);
    told(&swapped, "the prizes were not drawn in their turn");
    let mut withheld = honest.clone();
    withheld.prizes.iter_mut().for_each(|prize| prize.ticket = None);
    told(&withheld, "prize 1 has no winner though tickets were left");
}

#[test]
fn other_terms_and_altered_proofs_are_told() {
    let honest = two_prizes();
    let mut other = honest.clone();
    other.terms = Hash([9; 32]);
    told(&other, "the terms are neither those that were sealed nor a later version");
    let (promotion, _) = closed(&["ann", "bob"]);
    let state = promotion.state();
    let terms = state.terms.as_ref().unwrap();
    assert_eq!(honest.terms_faults(terms), Vec::<String>::new());
    let mut moved = honest.clone();
    moved.due = Time(moved.due.0 + 1);
    moved.prizes[0].value = Money(1);
    let faults = moved.terms_faults(terms);
    assert_eq!(faults.len(), 2, "{faults:?}");
    let mut proof = state.proofs(&Name::from("ann")).remove(0);
    proof.ticket.taken_back = true;
    assert!(proof.check("lunar", state.root.unwrap(), state.list.len()).is_err());
}

/// The first prize lapses, and nobody gets it; written so many days after the draw.
fn lapsed(honest: &Published, days: i64) -> Published {
    let mut public = honest.clone();
    let first = &mut public.prizes[0];
    first.passed = vec![(first.ticket.take().unwrap(), PassedWhy::Lapsed)];
    public.as_of = Time(public.due.0 + days * 86_400_000);
    public
}

#[test]
fn a_lapse_is_held_against_the_terms() {
    let honest = two_prizes();
    let book = Book::read(shelf::text("nsw").unwrap()).unwrap();
    let next = Terms::read(&terms(), &book, &[]).unwrap();
    // Only what is done with a prize differs; the hash is made to fit.
    let lapses = Terms::read(&terms().replace("next-ticket", "lapses"), &book, &[]).unwrap();
    let lapses = Terms { hash: next.hash, ..lapses };
    let none = Vec::<String>::new();
    assert_eq!(lapsed(&honest, 15).faults(), none);
    assert_eq!(lapsed(&honest, 15).terms_faults(&lapses), none);
    let faults = lapsed(&honest, 13).terms_faults(&lapses);
    assert_eq!(faults, ["prize 1 lapsed before its 14 days had passed"]);
    let faults = lapsed(&honest, 15).terms_faults(&next);
    assert!(faults[0].contains("by the terms it goes to the next ticket"), "{faults:?}");
    let mut redrawn = lapsed(&honest, 15);
    let third: Vec<&str> = honest.draw.as_ref().unwrap().drawn().nth(2).unwrap().split(' ').collect();
    redrawn.prizes[0].ticket = Some(third[1].parse().unwrap());
    assert_eq!(redrawn.faults(), none);
    assert_eq!(redrawn.terms_faults(&next), none);
    assert_eq!(redrawn.terms_faults(&lapses), ["prize 1 went to the next ticket; by the terms it lapses"]);
    // Under terms that were changed since, nobody can say by which of them it lapsed.
    redrawn.versions.push(redrawn.terms);
    assert_eq!(redrawn.terms_faults(&lapses), none);
}

/// An entry of a log from before a decision could open a claim again is read as it was meant.
#[test]
fn a_decision_of_an_old_log_opens_nothing() {
    let act: Act =
        serde_json::from_str(r#"{"act":"decide-dispute","dispute":1,"decision":"it stands"}"#).unwrap();
    let known = Act::DecideDispute { dispute: 1, decision: "it stands".into(), reopens: None };
    assert_eq!(act, known);
    let fact: Fact =
        serde_json::from_str(r#"{"fact":"dispute-decided","dispute":1,"decision":"it stands"}"#).unwrap();
    let known = Fact::DisputeDecided { dispute: 1, decision: "it stands".into(), reopens: None };
    assert_eq!(fact, known);
    assert!(!serde_json::to_string(&fact).unwrap().contains("reopens"));
}

/// One promotion drawn under two numbers, each chained on the one before; and the records of one draw from several moments.
#[test]
fn a_promotion_is_drawn_under_one_number() {
    let (promotion, at) = drawn(&["ann", "bob", "cat"]);
    let held = Published::of(promotion.state(), at).unwrap();
    let sealed = held.sealed.clone().unwrap();
    let mut again = held.clone();
    again.sealed = Some(Sealed { number: 2, previous: sealed.seal(), ..sealed });
    let faults = chain_faults(&[held.clone(), again]);
    assert!(faults[0].contains("was sealed twice, as draw 1 and as draw 2"), "{faults:?}");

    let (before, ..) = closed(&["ann", "bob", "cat"]);
    let earlier = Published::of(before.state(), Time(at.0 - 1)).unwrap();
    assert_eq!(chain_faults(&[earlier.clone(), held.clone()]), Vec::<String>::new());
    let (others, ..) = closed(&["ann", "bob", "dan", "eve"]);
    let other_list = Published::of(others.state(), Time(at.0 - 1)).unwrap();
    let faults = chain_faults(&[other_list, held]);
    assert!(faults[0].contains("their lists are not the same"), "{faults:?}");
}

/// What nobody may be passed over for, and what is only to be known.
#[test]
fn false_reasons_are_told_and_what_is_late_cancelled_or_old_is_said() {
    let (promotion, at) = drawn(&["ann", "bob", "cat"]);
    let held = Published::of(promotion.state(), at).unwrap();
    assert_eq!(held.notes(at), Vec::<String>::new());
    let first = held.prizes[0].ticket.unwrap();
    let order: Vec<u32> = held
        .draw
        .as_ref()
        .unwrap()
        .drawn()
        .map(|entry| entry.split(' ').nth(1).unwrap().parse().unwrap())
        .collect();
    assert_eq!(order[0], first);
    let mut won = held.clone();
    won.prizes[0].passed = vec![(order[0], PassedWhy::AlreadyWon)];
    won.prizes[0].ticket = Some(order[1]);
    if let Some(second) = won.prizes.get_mut(1) {
        second.ticket = order.get(2).copied();
    }
    told(&won, &format!("ticket {first} was passed over as having won before anything was won"));

    let book = Book::read(shelf::text("nsw").unwrap()).unwrap();
    let read = Terms::read(&terms(), &book, &[]).unwrap();
    assert!(!read.claim.present, "the usual terms ask nobody to be there");
    let mut absent = won.clone();
    absent.prizes[0].passed = vec![(first, PassedWhy::NotPresent)];
    let faults = absent.terms_faults(&read);
    assert!(faults.iter().any(|fault| fault.contains("the terms ask nobody to be there")), "{faults:?}");
    let many = Terms { one_prize_each: false, ..read };
    let faults = won.terms_faults(&many);
    assert!(faults.iter().any(|fault| fault.contains("let one person win more than once")), "{faults:?}");

    let late = Published { held: Some(Time(held.due.0 + 3_600_000)), ..held.clone() };
    assert!(late.notes(at)[0].contains("and was held at"));
    let early = Published { held: Some(Time(held.due.0 - 1)), ..held.clone() };
    told(&early, "held before it was due");
    let cancelled = Published { cancelled: true, ..held.clone() };
    assert_eq!(cancelled.notes(at), ["the draw was cancelled; it awards nothing"]);
    let (before, ..) = closed(&["ann", "bob"]);
    let old = Published::of(before.state(), Time(held.due.0 - 1)).unwrap();
    assert_eq!(old.notes(Time(held.due.0 - 1)), Vec::<String>::new());
    assert!(old.notes(held.due)[0].contains("before the draw, which was due"));
}

/// Whoever oversees the draw is neither of the two who make it ready, and is not replaced once they have.
#[test]
fn the_scrutineer_is_neither_of_the_two_nor_changed_afterwards() {
    let book = Arc::new(Book::read(shelf::text("nsw").unwrap()).unwrap());
    let text = terms().replace("value = 500", "value = 15000");
    let read = Terms::read(&text, &book, &[]).unwrap();
    let mut promotion = Promotion::new(book);
    let start = read.held.from;
    let mut operator = |act| ask(&mut promotion, "operator", Role::Operator, start, act);
    operator(Act::SetTerms { text });
    operator(Act::Lodge);
    operator(Act::OpenChannel { channel: "brochure".into() });
    operator(Act::NominateScrutineer { name: Name::from("lee") });
    let seed_hash = draw::seed_hash(&SEED);
    operator(Act::Open {
        sealing: Some(Sealing { seed_hash, number: 1, previous: Hash::NONE, ticket_key: sha256(&[b"key"]) }),
    });
    ask(&mut promotion, "ann", Role::Player, start, Act::Enter);
    ask(&mut promotion, "system", Role::System, read.closes, Act::Close);
    let by = |name: &str, second: &str, act: Act| Command {
        act,
        by: Actor { name: Name::from(name), role: Role::Operator },
        confirmed_by: Some(Name::from(second)),
        keyed_by: None,
        at: read.award.when,
    };
    for (first, second) in [("lee", "second"), ("operator", "lee")] {
        let refused = promotion.submit(&by(first, second, Act::ReadyDraw)).unwrap_err();
        assert!(refused.message.contains("lee oversees the draw"), "{refused}");
    }
    promotion.submit(&by("operator", "second", Act::ReadyDraw)).unwrap();
    let refused = promotion
        .submit(&by("operator", "second", Act::NominateScrutineer { name: Name::from("mia") }))
        .unwrap_err();
    assert!(refused.message.contains("have made the draw ready"), "{refused}");
}
