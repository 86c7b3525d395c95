//! Reasons for refusals come before each other in the order in which they are declared and documented.

mod common;

use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use common::house::House;
use common::seeded::Seeded;
use common::tables::{Setup, book, limits, money};
use std::path::Path;
use table::{About, Act, Command, Reason, Settings, bets, people};

#[test]
fn the_page_lists_every_reason_in_its_order() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/refusals.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let wanted: Vec<String> =
        Reason::ALL.iter().map(|reason| format!("| `{}` | {} |", reason.word(), reason.sentence())).collect();
    assert_eq!(rows, wanted);
}

/// A table with a differential and a unit; Ann sits at box 1 with chips for 5,000, and so does Bea at 2.
fn house(id: &str) -> House {
    let book = book(id);
    let mut settings = Settings { seats: 3, differential: Some(money(300)), ..Settings::usual(&book) };
    settings.limits = table::Limits { unit: Some(money(10)), ..limits(20, 500) };
    let setup = Setup { name: id.into(), book, settings };
    let mut house = House::open(&setup, Seeded(3));
    for (name, seat) in [("ann", 1), ("bea", 2)] {
        for act in
            [people::Act::Arrive, people::Act::BuyIn { cash: money(5_000) }, people::Act::TakeSeat { seat }]
        {
            house.ask(&house.patron(name, act.into())).unwrap();
        }
    }
    house.play_on();
    house.ask(&place(&house, "ann", 1, "player", money(100))).unwrap();
    house
}

fn place(house: &House, name: &str, area: u8, wager: &str, amount: Money) -> Command {
    let (wager, kind) = (wager.parse().unwrap(), ChipKind::Chips);
    house.patron(name, bets::Act::Place { area, wager, amount, kind, spoken: false }.into())
}

/// One command with as many faults as can be; each row puts right what the row before was refused for. The books do not refuse
/// all the same things, so rows are marked with the books that have them.
fn ladder(house: &House, id: &str) -> Vec<(Command, Reason)> {
    let late = |shoe, coup| About { shoe, coup };
    let nothing = |about: About| Command { acts: Vec::new(), ..house.patron("cat", open()) }.about(about);
    let huge = Money(Money::MOST + 1);
    let by = |name: &str, area, wager: &str, amount| place(house, name, area, wager, amount);
    let rows: [(&str, Command, Reason); 18] = [
        ("act nsw", nothing(late(Some(9), Some(9))), Reason::AnotherShoe),
        ("act nsw", nothing(late(None, Some(9))), Reason::AnotherCoup),
        ("act nsw", nothing(late(None, None)), Reason::NothingAsked),
        ("act nsw", by("cat", 9, "nonsense", huge), Reason::NotAtTheTable),
        ("act nsw", Command::new(open(), "cat", Role::Dealer, house.now), Reason::NotSignedOn),
        ("act nsw", house.staff(Role::Surveillance, open()), Reason::NotInThatRole),
        ("act nsw", by("ann", 9, "nonsense", huge), Reason::NoSuchWager),
        ("act nsw", by("ann", 9, "super-6", huge), Reason::NotOffered),
        ("act nsw", by("ann", 9, "player", huge), Reason::NoSuchBox),
        ("act nsw", by("ann", 1, "player", huge), Reason::AmountTooLarge),
        ("act nsw", by("ann", 1, "player", Money(money(900_000).0 + 1)), Reason::NotMadeOfChips),
        ("act nsw", by("ann", 1, "player", money(900_000)), Reason::NotEnoughChips),
        ("act nsw", by("ann", 1, "player", money(1_001)), Reason::WagerTwice),
        ("act", by("ann", 1, "banker", money(1_001)), Reason::CombinationNotApproved),
        ("nsw", by("bea", 2, "banker", money(11)), Reason::BelowMinimum),
        ("nsw", by("bea", 2, "banker", money(1_001)), Reason::AboveMaximum),
        ("act nsw", by("bea", 2, "banker", money(405)), Reason::OffUnit),
        ("act", by("bea", 2, "banker", money(450)), Reason::DifferentialExceeded),
    ];
    let here = rows.into_iter().filter(|(books, ..)| books.split(' ').any(|book| book == id));
    here.map(|(_, command, reason)| (command, reason)).collect()
}

fn open() -> Act {
    bets::Act::OpenBetting.into()
}

#[test]
fn of_several_reasons_the_first_in_their_order_is_given() {
    for id in ["act", "nsw"] {
        let house = house(id);
        let ladder = ladder(&house, id);
        let found: Vec<Reason> =
            ladder.iter().map(|(command, _)| house.table.decide(command).unwrap_err().reason).collect();
        let wanted: Vec<Reason> = ladder.iter().map(|(_, reason)| *reason).collect();
        assert_eq!(found, wanted, "{id}");
        assert!(found.is_sorted(), "each comes before the next in the order of the declarations");
        let good = place(&house, "bea", 2, "banker", money(400));
        assert!(house.table.decide(&good).is_ok(), "no fault is left");
    }
}
