//! Every chip is somewhere and all cash follows from what came and went, whatever is asked; each step is its own person's.

use aggregate::{Aggregate, By, RegisterCommand, Time};
use baccarat::chips::Money;
use cage::{Cage, CageAct, CageReason, Pieces, Signed, Stage, TransferKind};
use std::collections::BTreeMap;

/// Numbers that look random and are the same for ever.
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

const PEOPLE: [(&str, &str); 9] = [
    ("Cora", "cage"),
    ("Carl", "cage"),
    ("Sue", "supervisor"),
    ("Sam", "supervisor"),
    ("Max", "manager"),
    ("Mia", "manager"),
    ("Dora", "dealer"),
    ("Dan", "dealer"),
    ("house", "operator"),
];

fn by(name: &str) -> By {
    let role = PEOPLE.iter().find(|(known, _)| *known == name).map_or("player", |(_, role)| role);
    By::new(name, role)
}

fn signed(name: &str) -> Signed {
    let By { name, role } = by(name);
    Signed { name, role }
}

fn pieces(counts: &[(i64, i64)]) -> Pieces {
    Pieces::of(counts.iter().copied())
}

fn ask(cage: &mut Cage, who: &str, act: CageAct) -> Result<(), CageReason> {
    let command = RegisterCommand { act, by: by(who), at: Time(1_000) };
    let decided = Aggregate::decide(&*cage, &command).map_err(|refusal| refusal.reason)?;
    for event in &decided.events {
        Aggregate::apply(cage, event);
        balanced(cage);
    }
    Ok(())
}

#[track_caller]
fn balanced(cage: &Cage) {
    assert!(cage.chips().balance(), "{:?}", cage.chips());
    assert!(cage.cash().balances(), "{:?}", cage.cash());
    assert!(cage.pieces().each().all(|(_, count)| count > 0), "{}", cage.pieces());
    let nobodys = |name: &str| cage.has_open_play() && name.is_empty();
    assert!(cage.holders().all(|holder| holder.chips.0 >= 0 || nobodys(&holder.name)));
    let text = Aggregate::write_state(cage).unwrap();
    assert!(<Cage as Aggregate>::restore(&(), &text).unwrap() == *cage);
}

fn opened() -> Cage {
    let mut cage = Cage::default();
    let many = pieces(&[(500, 400), (2_500, 400), (10_000, 200)]);
    let (second, identity) = (Money(100_000), Money(1_000_000));
    ask(&mut cage, "house", CageAct::SetThresholds { second, identity, together: true }).unwrap();
    ask(&mut cage, "house", CageAct::AdoptTable { table: "main".into(), chips: Money(900_000) }).unwrap();
    let why = "from the maker".to_owned();
    ask(&mut cage, "Max", CageAct::IssueChips { pieces: many.clone(), second: signed("Cora"), why }).unwrap();
    let why = "from the bank".to_owned();
    ask(&mut cage, "Cora", CageAct::MoveCash { amount: Money(5_000_000), second: signed("Carl"), why })
        .unwrap();
    let count =
        CageAct::CountBank { opens: true, cash: Money(5_000_000), pieces: many, second: signed("Carl") };
    ask(&mut cage, "Cora", count).unwrap();
    cage
}

fn buy(patron: Option<&str>, chips: &[(i64, i64)]) -> CageAct {
    CageAct::Buy { patron: patron.map(str::to_owned), pieces: pieces(chips), identity: None, second: None }
}

fn redeem(patron: Option<&str>, chips: &[(i64, i64)]) -> CageAct {
    CageAct::Redeem { patron: patron.map(str::to_owned), pieces: pieces(chips), identity: None, second: None }
}

#[test]
fn a_patron_buys_plays_at_a_table_moves_on_and_cashes_in() {
    let mut cage = opened();
    ask(&mut cage, "Cora", buy(Some("Ann"), &[(2_500, 20)])).unwrap();
    assert_eq!(cage.carried_by(Some("ann")), Money(50_000));
    let to = |chips| CageAct::ToTable { table: "main".into(), patron: "ANN".into(), chips, unnamed: false };
    assert_eq!(ask(&mut cage, "house", to(Money(50_500))), Err(CageReason::NotEnough));
    ask(&mut cage, "house", to(Money(50_000))).unwrap();
    let off = CageAct::FromTable { table: "main".into(), patron: "ann".into(), chips: Money(70_000) };
    ask(&mut cage, "house", off).unwrap();
    assert_eq!(cage.known_as(" ANN "), Some("Ann"), "found again, however it is written");
    assert_eq!(cage.holders().count(), 1);
    assert_eq!(ask(&mut cage, "Cora", redeem(Some("Ann"), &[(10_000, 8)])), Err(CageReason::NotEnough));
    ask(&mut cage, "Cora", redeem(Some("Ann"), &[(10_000, 7)])).unwrap();
    assert_eq!(cage.carried_by(Some("Ann")), Money(0));
    assert_eq!(cage.cash().cage, Money(5_000_000 + 50_000 - 70_000));
    assert_eq!(cage.at_table("main").unwrap().chips, Money(900_000 - 20_000));
}

#[test]
fn whoever_gives_no_name_is_served_up_to_the_threshold() {
    let mut cage = opened();
    ask(&mut cage, "Cora", buy(None, &[(500, 10)])).unwrap();
    assert_eq!(ask(&mut cage, "Cora", redeem(Some("Ann"), &[(500, 1)])), Err(CageReason::NotEnough));
    ask(&mut cage, "Cora", redeem(None, &[(500, 10)])).unwrap();
    assert_eq!(ask(&mut cage, "Cora", buy(None, &[(10_000, 10)])), Err(CageReason::NeedsSecond));
    let large = |patron: Option<&str>, identity: Option<&str>, second: &str| CageAct::Buy {
        patron: patron.map(str::to_owned),
        pieces: pieces(&[(10_000, 100)]),
        identity: identity.map(str::to_owned),
        second: Some(signed(second)),
    };
    assert_eq!(ask(&mut cage, "Cora", large(None, Some("passport"), "Carl")), Err(CageReason::NeedsIdentity));
    assert_eq!(ask(&mut cage, "Cora", large(Some("Ann"), None, "Carl")), Err(CageReason::NeedsIdentity));
    assert_eq!(
        ask(&mut cage, "Cora", large(Some("Ann"), Some("P1"), "Cora")),
        Err(CageReason::AnotherPerson)
    );
    assert_eq!(
        ask(&mut cage, "Cora", large(Some("Ann"), Some("P1"), "Dora")),
        Err(CageReason::NotInThatRole)
    );
    ask(&mut cage, "Cora", large(Some("Ann"), Some("P1"), "Carl")).unwrap();
    assert_eq!(ask(&mut cage, "Dora", buy(None, &[(500, 1)])), Err(CageReason::NotInThatRole));
}

#[test]
fn what_a_patron_splits_up_within_a_day_counts_together() {
    let mut cage = opened();
    let mut at = |act: CageAct| ask(&mut cage, "Cora", act);
    // A second person is needed from 1,000 on: 600 twice is 1,200, however the name is written.
    at(buy(Some("Ann"), &[(10_000, 6)])).unwrap();
    assert_eq!(at(buy(Some(" ANN"), &[(10_000, 6)])), Err(CageReason::NeedsSecond));
    at(buy(Some("Ann"), &[(10_000, 3)])).unwrap();
    assert_eq!(at(buy(Some("Ann"), &[(10_000, 1)])), Err(CageReason::NeedsSecond));
    // What is cashed in counts by itself, and so does what others do.
    at(redeem(Some("Ann"), &[(10_000, 9)])).unwrap();
    at(buy(Some("Ben"), &[(10_000, 9)])).unwrap();
    // Whoever was given a number is known by it.
    at(buy(Some("#k3f9ab"), &[(10_000, 6)])).unwrap();
    assert_eq!(at(buy(Some("#k3f9ab"), &[(10_000, 6)])), Err(CageReason::NeedsSecond));
    // With a second person up to the next threshold, and from there on with a noted identity.
    let large = |identity: Option<&str>, counts: &[(i64, i64)]| CageAct::Buy {
        patron: Some("Ben".to_owned()),
        pieces: pieces(counts),
        identity: identity.map(str::to_owned),
        second: Some(signed("Carl")),
    };
    at(large(None, &[(10_000, 60)])).unwrap();
    assert_eq!(at(large(None, &[(10_000, 31)])), Err(CageReason::NeedsIdentity));
    at(large(Some("P1"), &[(10_000, 31)])).unwrap();
    // With the next day of the bank it begins anew.
    let (cash, stock) = (cage.cash().cage, cage.pieces().clone());
    for opens in [false, true] {
        let pieces = stock.clone();
        ask(&mut cage, "Cora", CageAct::CountBank { opens, cash, pieces, second: signed("Carl") }).unwrap();
    }
    ask(&mut cage, "Cora", buy(Some("Ann"), &[(10_000, 9)])).unwrap();
}

/// A log in which nothing counted together is judged as it was.
#[test]
fn a_house_that_has_not_said_so_counts_each_by_itself() {
    let mut cage = opened();
    let apart =
        CageAct::SetThresholds { second: Money(100_000), identity: Money(1_000_000), together: false };
    ask(&mut cage, "house", apart).unwrap();
    ask(&mut cage, "Cora", buy(Some("Ann"), &[(10_000, 9)])).unwrap();
    ask(&mut cage, "Cora", buy(Some("Ann"), &[(10_000, 9)])).unwrap();
}

fn requested(cage: &mut Cage, kind: TransferKind) -> Pieces {
    let wanted = pieces(&[(500, 100), (2_500, 20)]);
    let act = CageAct::Request { kind, table: "main".into(), pieces: wanted.clone() };
    ask(cage, "Sue", act).unwrap();
    wanted
}

#[test]
fn a_fill_takes_each_person_once_and_stops_where_counts_differ() {
    let mut cage = opened();
    let wanted = requested(&mut cage, TransferKind::Fill);
    let send = |pieces: &Pieces| CageAct::Send { number: 1, pieces: pieces.clone() };
    let receive = |pieces: &Pieces| CageAct::Receive { number: 1, pieces: pieces.clone() };
    assert_eq!(ask(&mut cage, "Cora", send(&wanted)), Err(CageReason::OutOfOrder));
    assert_eq!(ask(&mut cage, "Sue", CageAct::Approve { number: 1 }), Err(CageReason::AnotherPerson));
    assert_eq!(ask(&mut cage, "Dora", CageAct::Approve { number: 1 }), Err(CageReason::NotInThatRole));
    ask(&mut cage, "Sam", CageAct::Approve { number: 1 }).unwrap();
    assert_eq!(
        ask(&mut cage, "Cora", send(&pieces(&[(500, 300)]))),
        Err(CageReason::NotAsAsked),
        "same worth"
    );
    assert_eq!(ask(&mut cage, "Max", send(&wanted)), Err(CageReason::NotInThatRole));
    ask(&mut cage, "Cora", send(&wanted)).unwrap();
    assert_eq!(cage.chips().transit, Money(100_000));
    for had_a_part in ["Sue", "Sam", "Cora"] {
        assert_eq!(ask(&mut cage, had_a_part, CageAct::Carry { number: 1 }), Err(CageReason::AnotherPerson));
    }
    ask(&mut cage, "Dan", CageAct::Carry { number: 1 }).unwrap();
    assert_eq!(ask(&mut cage, "Dan", receive(&wanted)), Err(CageReason::AnotherPerson));
    ask(&mut cage, "Dora", receive(&pieces(&[(500, 80), (2_500, 20)]))).unwrap();
    assert_eq!(cage.transfer(1).unwrap().stage, Stage::Stopped);
    assert_eq!(cage.at_table("main").unwrap().chips, Money(900_000), "nothing arrives");
    let resolve = |second: &str| CageAct::Resolve {
        number: 1,
        found: pieces(&[(500, 80), (2_500, 20)]),
        second: signed(second),
        why: "20 chips lost on the way".into(),
    };
    assert_eq!(
        ask(&mut cage, "Max", resolve("Cora")),
        Err(CageReason::AnotherPerson),
        "Cora counted them out"
    );
    ask(&mut cage, "Max", resolve("Carl")).unwrap();
    assert_eq!(cage.chips().missing, Money(10_000));
    assert_eq!(cage.chips().transit, Money(0));
}

#[test]
fn a_credit_leaves_the_float_when_the_dealer_counts_it_out() {
    let mut cage = opened();
    let wanted = requested(&mut cage, TransferKind::Credit);
    ask(&mut cage, "Max", CageAct::Approve { number: 1 }).unwrap();
    ask(&mut cage, "Dora", CageAct::Send { number: 1, pieces: wanted.clone() }).unwrap();
    assert_eq!(cage.at_table("main").unwrap().chips, Money(800_000));
    ask(&mut cage, "Sam", CageAct::Carry { number: 1 }).unwrap();
    let before = cage.chips().cage;
    ask(&mut cage, "Cora", CageAct::Receive { number: 1, pieces: wanted }).unwrap();
    assert_eq!(cage.chips().cage, before + Money(100_000));
    assert!(cage.transfer(1).unwrap().stage.is_over());
}

#[test]
fn two_people_count_a_box_without_each_others_figure() {
    let mut cage = opened();
    let dealers = BTreeMap::from([("Dora".to_owned(), Money(30_000)), ("Dan".to_owned(), Money(20_000))]);
    let take = |keyed| CageAct::TakeBox { table: "main".into(), keyed, dealers: dealers.clone() };
    assert_eq!(ask(&mut cage, "house", take(Money(49_000))), Err(CageReason::NotAnAmount));
    ask(&mut cage, "house", take(Money(50_000))).unwrap();
    let count = |cash| CageAct::CountBox { number: 1, cash: Money(cash) };
    ask(&mut cage, "Cora", count(49_500)).unwrap();
    assert_eq!(ask(&mut cage, "Cora", count(49_500)), Err(CageReason::AnotherPerson));
    ask(&mut cage, "Sue", count(50_000)).unwrap();
    assert_eq!(cage.boxes().next().unwrap().differed, 1, "both count again");
    ask(&mut cage, "Sue", count(49_500)).unwrap();
    ask(&mut cage, "Cora", count(49_500)).unwrap();
    let counted = cage.boxes().next().unwrap();
    assert_eq!((counted.counted, counted.counters.len()), (Some(Money(49_500)), 2));
    assert_eq!(cage.cash().variance, Money(-500));
    assert_eq!(ask(&mut cage, "Carl", count(49_500)), Err(CageReason::NoSuchNumber));
}

#[test]
fn where_play_is_not_keyed_a_count_says_whose_chips_are_whose() {
    let mut cage = opened();
    let play = |keyed| CageAct::SetPlay { table: "main".into(), keyed };
    let found = |by| CageAct::CountPlay { table: "main".into(), by: Money(by) };
    assert_eq!(ask(&mut cage, "house", found(500)), Err(CageReason::NothingChanges));
    assert_eq!(ask(&mut cage, "house", play(true)), Err(CageReason::NothingChanges));
    ask(&mut cage, "Cora", buy(Some("Ann"), &[(2_500, 20)])).unwrap();
    assert_eq!(ask(&mut cage, "Cora", redeem(Some("Ben"), &[(2_500, 4)])), Err(CageReason::NotEnough));
    ask(&mut cage, "house", play(false)).unwrap();
    // Ben has won at that table; nobody keyed it, and the float was not counted yet.
    ask(&mut cage, "Cora", redeem(Some("Ben"), &[(2_500, 4)])).unwrap();
    assert_eq!((cage.carried_by(Some("Ben")), cage.carried_by(None)), (Money(0), Money(-10_000)));
    ask(&mut cage, "house", found(-10_000)).unwrap();
    assert_eq!((cage.at_table("main").unwrap().chips, cage.carried_by(None)), (Money(890_000), Money(0)));
    // Ann has lost half of hers there and cashes in the rest; her own go first.
    ask(&mut cage, "house", found(25_000)).unwrap();
    assert_eq!(cage.carried_by(None), Money(-25_000));
    ask(&mut cage, "Cora", redeem(Some("ANN"), &[(2_500, 10)])).unwrap();
    assert_eq!((cage.carried_by(Some("Ann")), cage.chips().patrons), (Money(25_000), Money(0)));
    // More than are outside the cage nobody has.
    let all = cage.chips().issued - cage.chips().cage;
    let to = |chips| CageAct::ToTable { table: "main".into(), patron: "Ben".into(), chips, unnamed: true };
    assert_eq!(ask(&mut cage, "house", to(all + Money(500))), Err(CageReason::NotEnough));

    // What a box has over is what patrons gave for chips; what it has too little is a difference.
    let dealers = BTreeMap::from([("Dora".to_owned(), Money(1_000))]);
    let boxes = [(30_000, 0, 30_000), (500, -500, 1_000)];
    for (number, (cash, variance, dropped)) in (1..).zip(boxes) {
        let (before, dealers) = (cage.cash(), dealers.clone());
        ask(&mut cage, "house", CageAct::TakeBox { table: "main".into(), keyed: Money(1_000), dealers })
            .unwrap();
        for who in ["Cora", "Sue"] {
            ask(&mut cage, who, CageAct::CountBox { number, cash: Money(cash) }).unwrap();
        }
        assert_eq!(cage.cash().variance - before.variance, Money(variance));
        assert_eq!(cage.cash().dropped - before.dropped, Money(dropped));
    }
    // A box that was attached while it was not keyed is such a one, the next is none.
    ask(&mut cage, "house", play(true)).unwrap();
    for unkeyed in [true, false] {
        let taken = CageAct::TakeBox { table: "main".into(), keyed: Money(0), dealers: BTreeMap::new() };
        ask(&mut cage, "house", taken).unwrap();
        assert_eq!(cage.boxes().next().unwrap().unkeyed, unkeyed);
    }
}

#[test]
fn a_count_of_the_bank_is_of_two_and_its_difference_stays_on_record() {
    let mut cage = opened();
    let counted = |second: &str| CageAct::CountBank {
        opens: false,
        cash: Money(4_999_000),
        pieces: pieces(&[(500, 400), (2_500, 400), (10_000, 199)]),
        second: signed(second),
    };
    assert_eq!(ask(&mut cage, "Cora", counted("Cora")), Err(CageReason::AnotherPerson));
    assert_eq!(ask(&mut cage, "Cora", counted("Dora")), Err(CageReason::NotInThatRole));
    ask(&mut cage, "Cora", counted("Carl")).unwrap();
    assert_eq!((cage.cash().variance, cage.chips().missing), (Money(-1_000), Money(10_000)));
    assert_eq!(ask(&mut cage, "Cora", buy(None, &[(500, 1)])), Err(CageReason::BankClosed));
}

fn some_pieces(random: &mut Seeded) -> Pieces {
    let counts = [500, 2_500, 10_000].map(|worth| match random.below(20) {
        0 => (worth, -1),
        _ => (worth, random.below(4) as i64),
    });
    Pieces::of(counts)
}

fn some_act(random: &mut Seeded) -> CageAct {
    let name = ["Ann", "ann", "Ben", "BEN "][random.below(4) as usize].to_owned();
    let table = ["main", "side", "none"][random.below(3) as usize].to_owned();
    let patron = (random.below(3) > 0).then(|| name.clone());
    let second = (random.below(2) > 0).then(|| signed(PEOPLE[random.below(8) as usize].0));
    let both = signed(PEOPLE[random.below(8) as usize].0);
    let number = random.below(30) as u32;
    let chips = Money(random.below(40) as i64 * 500 - 500);
    let why = if random.below(4) > 0 { "why not" } else { "" }.to_owned();
    let identity = (random.below(2) > 0).then(|| "passport".to_owned());
    let pieces = some_pieces(random);
    let kind = if random.below(2) > 0 { TransferKind::Fill } else { TransferKind::Credit };
    match random.below(21) {
        0 => CageAct::SetThresholds { second: Money(50_000), identity: chips, together: random.below(2) > 0 },
        1 => CageAct::AdoptTable { table, chips },
        2 => CageAct::IssueChips { pieces, second: both, why },
        3 => CageAct::MoveCash { amount: chips - Money(5_000), second: both, why },
        4 => CageAct::CountBank { opens: random.below(4) > 0, cash: chips, pieces, second: both },
        5 => CageAct::Buy { patron, pieces, identity, second },
        6 => CageAct::Redeem { patron, pieces, identity, second },
        7 => CageAct::Colour {
            gives: pieces.clone(),
            gets: if random.below(2) > 0 { pieces } else { some_pieces(random) },
        },
        8 => CageAct::FromTable { table, patron: name, chips },
        9 => CageAct::ToTable { table, patron: name, chips, unnamed: random.below(2) > 0 },
        10 => CageAct::CorrectTable { table, by: chips, second: both },
        11 => CageAct::Request { kind, table, pieces },
        12 => CageAct::Approve { number },
        13 => CageAct::Send { number, pieces },
        14 => CageAct::Carry { number },
        15 => CageAct::Receive { number, pieces },
        16 => CageAct::Resolve { number, found: pieces, second: both, why },
        17 => CageAct::TakeBox { table, keyed: chips, dealers: BTreeMap::from([("Dora".to_owned(), chips)]) },
        18 => CageAct::SetPlay { table, keyed: random.below(2) > 0 },
        19 => CageAct::CountPlay { table, by: chips - Money(5_000) },
        _ => CageAct::CountBox { number, cash: chips },
    }
}

/// What the cage itself would ask next of a transfer, so that some come to their end.
fn next_of(cage: &Cage, random: &mut Seeded) -> Option<CageAct> {
    let open: Vec<_> = cage.transfers().filter(|transfer| !transfer.stage.is_over()).cloned().collect();
    let transfer = open.get(random.below(open.len().max(1) as u64) as usize)?;
    let number = transfer.number;
    let counted = if random.below(5) > 0 { transfer.pieces.clone() } else { some_pieces(random) };
    Some(match transfer.stage {
        Stage::Requested => CageAct::Approve { number },
        Stage::Approved => CageAct::Send { number, pieces: transfer.pieces.clone() },
        Stage::Sent => CageAct::Carry { number },
        Stage::Carried => CageAct::Receive { number, pieces: counted },
        _ => CageAct::Resolve { number, found: counted, second: signed("Carl"), why: "found".into() },
    })
}

/// Whose duty each act is, written down a second time. Whoever a row does not name may not.
#[test]
fn every_act_is_for_those_whose_duty_it_is() {
    const ROLES: [&str; 9] = [
        "player",
        "dealer",
        "supervisor",
        "manager",
        "cage",
        "surveillance",
        "inspector",
        "device",
        "operator",
    ];
    let some = || pieces(&[(500, 2)]);
    let (cash, why, second) = (Money(1_000), || "because".to_owned(), || signed("Carl"));
    let fill = |kind| CageAct::Request { kind, table: "main".into(), pieces: some() };
    // A fill at each stage, and a box, so that only the role can be wrong.
    let at = |stage: Stage, kind: TransferKind| {
        let mut cage = opened();
        ask(&mut cage, "Dan", fill(kind)).unwrap();
        let (sends, steps) = match kind {
            TransferKind::Fill => ("Cora", [Stage::Requested, Stage::Approved, Stage::Sent, Stage::Carried]),
            TransferKind::Credit => {
                ("Dora", [Stage::Requested, Stage::Approved, Stage::Sent, Stage::Carried])
            }
        };
        let next = [
            ("Sam", CageAct::Approve { number: 1 }),
            (sends, CageAct::Send { number: 1, pieces: some() }),
            ("Mia", CageAct::Carry { number: 1 }),
        ];
        for (who, act) in next.into_iter().take(steps.iter().position(|known| *known == stage).unwrap()) {
            ask(&mut cage, who, act).unwrap();
        }
        cage
    };
    let fresh = opened;
    let boxed = || {
        let mut cage = opened();
        let dealers = BTreeMap::from([("Dora".to_owned(), cash)]);
        ask(&mut cage, "house", CageAct::TakeBox { table: "main".into(), keyed: cash, dealers }).unwrap();
        cage
    };
    let (receive, send) =
        (CageAct::Receive { number: 1, pieces: some() }, CageAct::Send { number: 1, pieces: some() });
    let rows: Vec<(Cage, CageAct, &[&str])> = vec![
        (fresh(), CageAct::IssueChips { pieces: some(), second: second(), why: why() }, &["manager"]),
        (fresh(), CageAct::MoveCash { amount: cash, second: second(), why: why() }, &["manager", "cage"]),
        (
            fresh(),
            CageAct::CountBank { opens: false, cash, pieces: some(), second: second() },
            &["manager", "cage"],
        ),
        (fresh(), buy(None, &[(500, 1)]), &["manager", "cage"]),
        (fresh(), CageAct::Colour { gives: some(), gets: some() }, &["manager", "cage"]),
        (
            fresh(),
            CageAct::CorrectTable { table: "main".into(), by: cash, second: second() },
            &["supervisor", "manager"],
        ),
        (fresh(), fill(TransferKind::Fill), &["dealer", "supervisor", "manager"]),
        (fresh(), fill(TransferKind::Credit), &["dealer", "supervisor", "manager"]),
        (
            at(Stage::Requested, TransferKind::Fill),
            CageAct::Approve { number: 1 },
            &["supervisor", "manager"],
        ),
        (at(Stage::Approved, TransferKind::Fill), send.clone(), &["cage"]),
        (at(Stage::Approved, TransferKind::Credit), send, &["dealer"]),
        (
            at(Stage::Sent, TransferKind::Fill),
            CageAct::Carry { number: 1 },
            &["dealer", "supervisor", "manager", "cage", "surveillance"],
        ),
        (at(Stage::Carried, TransferKind::Fill), receive.clone(), &["dealer"]),
        (at(Stage::Carried, TransferKind::Credit), receive, &["cage"]),
        (
            at(Stage::Requested, TransferKind::Fill),
            CageAct::Cancel { number: 1, why: why() },
            &["dealer", "supervisor", "manager", "cage"],
        ),
        (boxed(), CageAct::CountBox { number: 1, cash }, &["supervisor", "manager", "cage"]),
    ];
    for (cage, act, whose) in &rows {
        for role in ROLES {
            let command =
                RegisterCommand { act: act.clone(), by: By::new("Somebody else", role), at: Time(1_000) };
            let refused = Aggregate::decide(cage, &command).err().map(|refusal| refusal.reason);
            let expected = (!whose.contains(&role)).then_some(CageReason::NotInThatRole);
            assert_eq!(refused, expected, "{role}: {act:?}");
        }
    }
    // The second of two: never the first, and only those whose word counts at the cage.
    for role in ROLES {
        for name in ["Max", "Another"] {
            let second = Signed { name: name.to_owned(), role: role.to_owned() };
            let act = CageAct::IssueChips { pieces: some(), second, why: why() };
            let refused = ask(&mut fresh(), "Max", act).err();
            let expected = match (name, ["cage", "supervisor", "manager"].contains(&role)) {
                ("Max", _) => Some(CageReason::AnotherPerson),
                (_, false) => Some(CageReason::NotInThatRole),
                (_, true) => None,
            };
            assert_eq!(refused, expected, "{name} {role}");
        }
    }
}

#[test]
fn whatever_is_asked_every_chip_is_somewhere() {
    let mut happened: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..80 {
        let mut random = Seeded(seed);
        let mut cage = opened();
        for _ in 0..400 {
            let who = PEOPLE[random.below(9) as usize].0;
            let act = next_of(&cage, &mut random).filter(|_| random.below(3) == 0);
            let act = act.unwrap_or_else(|| some_act(&mut random));
            let word = match &act {
                CageAct::Receive { .. } => "receive",
                CageAct::Redeem { .. } => "redeem",
                CageAct::ToTable { .. } => "to-table",
                CageAct::Resolve { .. } => "resolve",
                CageAct::CountBox { .. } => "count-box",
                _ => "other",
            };
            if ask(&mut cage, who, act).is_ok() {
                *happened.entry(word).or_default() += 1;
            }
        }
    }
    assert!(happened.len() == 6 && happened.values().all(|count| *count > 5), "{happened:?}");
}

#[test]
fn only_chips_that_are_out_come_back_worth_by_worth() {
    let mut cage = Cage::default();
    let issue = CageAct::IssueChips {
        pieces: pieces(&[(500, 100), (2_500, 100)]),
        second: signed("Cora"),
        why: "from the maker".into(),
    };
    ask(&mut cage, "Max", issue).unwrap();
    let count = |cash: i64, pieces: Pieces| CageAct::CountBank {
        opens: true,
        cash: Money(cash),
        pieces,
        second: signed("Carl"),
    };
    let bank = CageAct::MoveCash { amount: Money(1_000_000), second: signed("Carl"), why: "the bank".into() };
    ask(&mut cage, "Cora", bank).unwrap();
    ask(&mut cage, "Cora", count(1_000_000, pieces(&[(500, 100), (2_500, 100)]))).unwrap();
    let buy =
        |pieces: Pieces| CageAct::Buy { patron: Some("Ann".into()), pieces, identity: None, second: None };
    let redeem =
        |pieces: Pieces| CageAct::Redeem { patron: Some("Ann".into()), pieces, identity: None, second: None };
    ask(&mut cage, "Cora", buy(pieces(&[(2_500, 40)]))).unwrap();
    ask(&mut cage, "Cora", buy(pieces(&[(500, 10)]))).unwrap();
    // Before the house has said of which worths its chips are, nothing is known of them: logs from then are judged as they were.
    ask(&mut cage.clone(), "Cora", redeem(pieces(&[(700, 1)]))).unwrap();
    let worths = || CageAct::KnowWorths { worths: [500, 2_500, 50_000].map(Money).to_vec() };
    ask(&mut cage, "house", worths()).unwrap();
    assert_eq!(ask(&mut cage, "house", worths()), Err(CageReason::NothingChanges));
    for wrong in [(700, 1), (50_000, 1), (500, 11), (2_500, 41)] {
        assert_eq!(ask(&mut cage, "Cora", redeem(pieces(&[wrong]))), Err(CageReason::NotEnough), "{wrong:?}");
    }
    // A table that was there before brings chips which nobody has sorted: of the worths in use there may be so many.
    ask(&mut cage, "house", CageAct::AdoptTable { table: "old".into(), chips: Money(100_000) }).unwrap();
    assert_eq!(cage.may_be_out(Money(50_000)), 2);
    assert_eq!(cage.may_be_out(Money(700)), 0);
    ask(&mut cage, "Cora", redeem(pieces(&[(50_000, 1)]))).unwrap();
    assert_eq!(ask(&mut cage, "Cora", redeem(pieces(&[(700, 1)]))), Err(CageReason::NotEnough));
}
