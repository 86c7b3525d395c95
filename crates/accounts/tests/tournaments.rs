//! Over every transcript of a tournament, accounts and tournament agree after every event.

use accounts::{ContestAccount, ContestAccounts, ContestKind};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::shelf;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use table::Name;
use tournament::transcript::{Playthrough, play};
use tournament::{Event, Fact, Tournament};

fn book(id: &str) -> Arc<Book> {
    Arc::new(Book::read(shelf::text(id).unwrap()).unwrap())
}

/// Every transcript in which a tournament began, whole.
fn told() -> Vec<(PathBuf, Arc<Book>, Playthrough)> {
    let mut all = Vec::new();
    for id in ["act", "nsw"] {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts/tournaments").join(id);
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let book = book(id);
        for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "txt")) {
            let told = play(&std::fs::read_to_string(&file).unwrap(), |_| Some(book.clone()));
            assert_eq!(told.report.failures, [], "{}", file.display());
            all.push((file, book.clone(), told));
        }
    }
    all
}

fn again(book: &Arc<Book>, told: &Playthrough) -> Option<Tournament> {
    let conditions = told.tournament.as_ref()?.conditions().clone();
    Some(Tournament::new(book.clone(), conditions))
}

#[test]
fn accounts_and_tournament_agree_over_every_transcript() {
    let (mut events, mut moved) = (0, 0);
    for (file, book, told) in told() {
        let Some(mut tournament) = again(&book, &told) else { continue };
        let mut accounts = ContestAccounts::default();
        for event in &told.events {
            let entry = accounts.post(event);
            let entry = entry.unwrap_or_else(|fault| panic!("{}: {fault}: {event:?}", file.display()));
            tournament.apply(event);
            let agree = accounts.agrees(tournament.state());
            agree.unwrap_or_else(|fault| panic!("{}: {fault} after {event:?}", file.display()));
            assert!(ContestKind::ALL.iter().all(|kind| accounts.sum(*kind) == 0));
            events += 1;
            moved += usize::from(!entry.moves.is_empty());
        }
    }
    println!("{events} events, {moved} of them moved something");
    assert!(events > 3_000 && moved > 500, "{events} {moved}");
}

/// An event that only the tournament hears of is noticed at once.
#[test]
fn whatever_moves_is_missed_if_it_is_left_out() {
    let mut left_out = BTreeMap::<String, usize>::new();
    for (file, book, told) in told() {
        let Some(mut tournament) = again(&book, &told) else { continue };
        let mut accounts = ContestAccounts::default();
        for event in &told.events {
            let before = accounts.clone();
            let entry = accounts.post(event).unwrap();
            tournament.apply(event);
            if moves_what_is_seen(&entry.moves) {
                let missed = before.agrees(tournament.state()).is_err();
                assert!(missed, "{}: {:?} was not missed", file.display(), event.fact);
                let word = serde_json::to_value(&event.fact).unwrap()["fact"].as_str().unwrap().to_owned();
                *left_out.entry(word).or_default() += 1;
            }
        }
    }
    println!("{left_out:?}");
    assert!(left_out.len() >= 15, "{left_out:?}");
}

/// Something comes to an account that the tournament keeps too, or leaves it. What is won goes from the pool to the winners, and both
/// are told together.
fn moves_what_is_seen(moves: &[(ContestKind, Money, ContestAccount, ContestAccount)]) -> bool {
    let mut seen = BTreeMap::<&ContestAccount, i64>::new();
    let pooled =
        |account: &ContestAccount| matches!(account, ContestAccount::Pool | ContestAccount::Prize(_));
    let unseen = |account: &ContestAccount| {
        matches!(
            account,
            ContestAccount::Outside
                | ContestAccount::House
                | ContestAccount::Inventory
                | ContestAccount::Missing
        )
    };
    for (_, amount, from, to) in moves.iter().filter(|(.., from, to)| !(pooled(from) && pooled(to))) {
        *seen.entry(from).or_default() -= amount.0;
        *seen.entry(to).or_default() += amount.0;
    }
    seen.iter().any(|(account, amount)| *amount != 0 && !unseen(account))
}

const CUP: &str = "\
tournament nsw
condition entry.fee = 250
seated ann 1, bob 2, cat 3
coup
";

#[test]
fn what_cannot_have_happened_is_not_posted() {
    let book = book("nsw");
    let told = play(CUP, |_| Some(book.clone()));
    assert_eq!(told.report.failures, []);
    let mut before = ContestAccounts::default();
    told.events.iter().for_each(|event| drop(before.post(event).unwrap()));
    assert_eq!(before.balance(&ContestAccount::Pool, ContestKind::Cash), Money(75_000));
    let ann = Name::from("ann");
    let check = |fact: Fact, message: &str| {
        let event = Event { fact, ..told.events[0].clone() };
        let mut accounts = before.clone();
        let fault = accounts.post(&event).unwrap_err().to_string();
        assert!(fault.contains(message), "{fault}");
        assert_eq!(accounts, before, "nothing is changed");
    };
    let refund = |fees| Fact::Refunded { name: ann.clone(), fees: Money(fees), buy_ins: Money(0) };
    check(refund(25_001), "go back to ann, who has paid 250");
    check(refund(-1), "an event moves from 0 to");
    let brought = Fact::Refunded { name: ann.clone(), fees: Money(0), buy_ins: Money(1) };
    check(brought, "the buy-ins would stand at -0.01");
    let award = |pool| Fact::Awarded { places: Vec::new(), prizes: Vec::new(), pool: Money(pool) };
    check(award(0), "the pool holds 750");
    check(award(75_000), "0 of 750 are awarded");
    check(Fact::PrizePaid { name: ann.clone(), money: Money(1) }, "who has won 0");
    check(Fact::MinimumDeducted { table: 1, seat: 7, amount: Money(1) }, "nobody sits in seat 7");
    let deducted = Fact::MinimumDeducted { table: 1, seat: 1, amount: Money(100_000_000) };
    check(deducted, "the hand of ann would stand at -");
    let stake = Money(5_000);
    let lost = tournament::Settled { seat: 1, wager: "player".parse().unwrap(), stake, net: Money(-5_001) };
    let settled = Fact::CoupSettled {
        table: 1,
        coup: 1,
        cards: Vec::new(),
        settled: vec![lost],
        collected: Vec::new(),
    };
    check(settled, "a stake of 50 loses 50.01");
    let fee = Fact::Entered { name: ann.clone(), fee: Money(100), commission: Money(101) };
    check(fee, "is more than the fee");
}
