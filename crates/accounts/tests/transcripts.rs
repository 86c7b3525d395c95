//! Over every transcript of the conformance suite, accounts and table agree after every event.

use accounts::{Account, Accounts, Count, Kind, Meter, Meters, Posting, Why, WinReport};
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::shelf;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use table::transcript::run;
use table::{Event, Fact, Name, Settled, SettledAs, StakeId, Table, pay, trouble};

fn suite() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../transcripts");
    let books = std::fs::read_dir(folder).unwrap().map(|book| book.unwrap().path());
    let files = books.filter(|book| book.is_dir()).flat_map(|book| std::fs::read_dir(book).unwrap());
    let files = files.map(|file| file.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|extension| extension == "txt")).collect()
}

fn books() -> BTreeMap<String, Arc<Book>> {
    let read = |id: &str| Arc::new(Book::read(shelf::text(id).unwrap()).unwrap());
    shelf::ids().into_iter().map(|id| (id.to_owned(), read(id))).collect()
}

/// The events of a transcript, and the book they happened under.
fn played(text: &str, books: &BTreeMap<String, Arc<Book>>) -> (Arc<Book>, Vec<Event>) {
    let report = run(text, |id| books.get(id).cloned());
    assert_eq!(report.failures, []);
    (books[&report.book].clone(), report.events)
}

/// Posts events one by one and holds the accounts against the table after each.
fn check(book: &Arc<Book>, events: &[Event]) -> (Accounts, Meters, WinReport) {
    let mut accounts = Accounts::new(book);
    let (mut meters, mut shift) = (Meters::default(), WinReport::since(&accounts));
    let mut table: Option<Table> = None;
    for event in events {
        let entry = accounts.post(event).unwrap_or_else(|fault| panic!("{fault}: {event:?}"));
        match &mut table {
            Some(table) => table.apply(event),
            None => table = Table::replay(book.clone(), std::slice::from_ref(event)),
        }
        let state = table.as_ref().unwrap().state();
        accounts.agrees(state).unwrap_or_else(|fault| panic!("after {}: {fault}", event.fact));
        assert!(Kind::ALL.iter().all(|kind| accounts.sum(*kind) == 0));
        meters.take(event, entry.as_ref());
        shift.take(event, entry.as_ref());
        assert_eq!(shift.win(), shift.made_of(), "after {}", event.fact);
    }
    (accounts, meters, shift)
}

#[test]
fn accounts_and_table_agree_over_every_transcript() {
    let books = books();
    let (mut events, mut settled, mut undone) = (0, 0, 0);
    for file in suite() {
        let (book, log) = played(&std::fs::read_to_string(&file).unwrap(), &books);
        events += log.len();
        settled += log
            .iter()
            .filter(|event| matches!(event.fact, Fact::Pay(pay::Fact::WagerSettled { .. })))
            .count();
        undone += log
            .iter()
            .filter(|event| matches!(event.fact, Fact::Trouble(trouble::Fact::SettlementUndone { .. })))
            .count();
        check(&book, &log);
    }
    println!("{events} events, {settled} settlements, {undone} undone");
    assert!(events > 10_000 && settled > 300 && undone > 10, "{events} {settled} {undone}");
}

/// Ann wins 95 on banker and loses 10 on tie; the float is filled and credited.
const EVENING: &str = "\
book act, commission method
wager   ann box 1 banker 100
wager   ann box 1 tie 10
deal    2H 3D 5C 5S
expect  ann box 1 banker 100 wins 95
supervisor fills 500 signed by dealer
manager credits 200 signed by dealer
supervisor counts float 990210 signed by dealer
";

fn money(whole: i64) -> Money {
    Money(whole * Money::UNITS)
}

#[test]
fn meters_and_win_of_a_small_evening() {
    let (book, events) = played(EVENING, &books());
    let (accounts, meters, shift) = check(&book, &events);
    let opened = WinReport {
        opening: money(1_000_000),
        fills: money(500),
        credits: money(200),
        closing: money(990_215),
        drop: money(10_000),
        from_wagers: money(-85),
        commission: money(5),
        counts: vec![Count { counted: money(990_210), expected: money(990_215) }],
        ..WinReport::default()
    };
    assert_eq!(shift, opened);
    assert_eq!((shift.win(), shift.hold()), (money(-85), Some(-85)));
    assert_eq!(accounts.balance(&Account::Commission, Kind::Chips), money(5));
    assert_eq!(accounts.balance(&Account::Hand("ann".into()), Kind::Chips), money(10_085));
    assert_eq!(accounts.balance(&Account::Cage, Kind::Chips), money(-300));

    let banker = Meter {
        settled: 1,
        won: 1,
        staked: money(100),
        paid: money(95),
        commission: money(5),
        ..Meter::default()
    };
    let tie = Meter { settled: 1, lost: 1, staked: money(10), collected: money(10), ..Meter::default() };
    assert_eq!(meters.coups, 1);
    assert_eq!(meters.wagers[&"banker".parse().unwrap()], banker);
    assert_eq!(meters.wagers[&"tie".parse().unwrap()], tie);
    assert_eq!(meters.all.win(), money(-85));
    let ann = &meters.patrons[&"ann".into()];
    assert_eq!((ann.bought_in, ann.wagers), (money(10_000), meters.all));
}

/// An event that only one of the two hears of is noticed at once, whichever it is.
#[test]
fn whatever_moves_is_missed_if_it_is_left_out() {
    let books = books();
    let mut left_out = BTreeMap::<Why, usize>::new();
    for file in suite() {
        let (book, log) = played(&std::fs::read_to_string(&file).unwrap(), &books);
        let mut accounts = Accounts::new(&book);
        let mut table: Option<Table> = None;
        for event in &log {
            let before = accounts.clone();
            let entry = accounts.post(event).unwrap();
            match &mut table {
                Some(table) => table.apply(event),
                None => table = Table::replay(book.clone(), std::slice::from_ref(event)),
            }
            if let Some(entry) = entry.filter(|entry| moves_something(&entry.postings)) {
                let state = table.as_ref().unwrap().state();
                assert!(before.agrees(state).is_err(), "{} was not missed", event.fact);
                *left_out.entry(entry.why).or_default() += 1;
            }
        }
    }
    println!("{left_out:?}");
    assert!(left_out.len() >= 15, "{left_out:?}");
}

/// Commission lies in the float: moved by itself it is nothing that the table sees.
fn moves_something(postings: &[Posting]) -> bool {
    postings.iter().any(|posting| !matches!(posting.account, Account::Float | Account::Commission))
}

#[test]
fn what_cannot_have_happened_is_not_posted() {
    let (book, events) = played(EVENING, &books());
    let is_settled = |event: &Event| matches!(event.fact, Fact::Pay(pay::Fact::WagerSettled { .. }));
    let at = events.iter().rposition(is_settled).unwrap();
    let mut before = Accounts::new(&book);
    for event in &events[..at] {
        before.post(event).unwrap();
    }
    let check = |change: &dyn Fn(&mut Event), message: &str| {
        let mut event = events[at].clone();
        change(&mut event);
        let mut accounts = before.clone();
        let fault = accounts.post(&event).unwrap_err().to_string();
        assert!(fault.contains(message), "{fault}");
        assert_eq!(accounts, before, "nothing is changed");
    };
    let settled = |change: fn(&mut Settled)| {
        move |event: &mut Event| {
            if let Fact::Pay(pay::Fact::WagerSettled { result, .. }) = &mut event.fact {
                change(result);
            }
        }
    };
    check(&settled(|result| result.paid += money(1)), "the chips handed over are not 96");
    check(&settled(|result| result.live = money(99)), "99 live and 0 returned are not 100");
    check(&settled(|result| result.live = Money(-1)), "not -0.01");
    check(&settled(|result| result.paid = Money(i64::MAX)), "an event moves from 0 to");
    check(&settled(|result| result.outcome = SettledAs::Loses), "only a wager that wins is paid");
    check(&settled(|result| result.chips = vec![(money(5), u64::MAX)]), "the chips handed over");
    let stake = |change: fn(&mut StakeId, &mut Name, &mut Money)| {
        move |event: &mut Event| {
            if let Fact::Pay(pay::Fact::WagerSettled { id, patron, staked, .. }) = &mut event.fact {
                change(id, patron, staked);
            }
        }
    };
    check(&stake(|id, _, _| *id = StakeId(77)), "stake 77 is not on the layout");
    check(&stake(|_, patron, _| *patron = "bob".into()), "is ann's, not bob's");
    check(&stake(|_, _, staked| *staked += money(1)), "is 100, not 101");
    let credit = |event: &mut Event| {
        event.fact = Fact::Pay(pay::Fact::FloatCredited {
            amount: money(2_000_000),
            signed: "dealer".into(),
            pieces: None,
        })
    };
    check(&credit, "the float would stand at -");
    let open = |event: &mut Event| event.fact = events[0].fact.clone();
    check(&open, "the table is open already");
}
