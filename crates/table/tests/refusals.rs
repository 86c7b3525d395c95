//! Reasons for refusals come before each other in the order in which they are declared and documented.

mod common;

use baccarat::chips::Money;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::shelf;
use common::house::House;
use common::seeded::Seeded;
use common::tables::{Setup, book, limits, money};
use std::collections::BTreeSet;
use std::path::Path;
use table::transcript::run;
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

/// Time that runs back, and a number that no table holds.
const NOT_ASKED: [&str; 2] = ["time 00:10:00\ntime 00:05:00", "wait 99999999999 seconds"];

/// The reasons that transcripts of a book are refused for, and the wagers below.
fn given(id: &str) -> BTreeSet<Reason> {
    let book = book(id);
    let own = common::transcripts().into_iter().filter(|(name, _)| name.starts_with(&format!("{id}/")));
    let mut texts: Vec<String> = own.map(|(_, text)| text).collect();
    // What no table is ever asked, as a transcript is refused for it first.
    texts.extend(NOT_ASKED.map(|lines| format!("book {id}\n{lines}\n")));
    let mut found = BTreeSet::new();
    for text in texts {
        let report = run(&text, |_| Some(book.clone()));
        found.extend(report.story.iter().filter_map(|line| Some(line.refused.as_ref()?.reason)));
    }
    found.extend(faults(id).iter().map(|(fault, _)| fault.reason));
    found.extend(whole_commands(&house(id)).iter().map(|(_, reason)| *reason));
    found
}

/// `tests/refusals.list` says of each reason in which books something is refused for it. Every reason has a book; a book that once had it
/// keeps it, and one that has it now is put there by `CROUPIER_COVERED=write`.
#[test]
fn every_reason_is_given_in_the_books_that_know_it() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refusals.list");
    let by_book: Vec<(&str, BTreeSet<Reason>)> = shelf::ids().into_iter().map(|id| (id, given(id))).collect();
    let row = |reason: &Reason| {
        let books = by_book.iter().filter(|(_, given)| given.contains(reason)).map(|(id, _)| *id);
        format!("{}: {}\n", reason.word(), books.collect::<Vec<_>>().join(" "))
    };
    let found: String = Reason::ALL.iter().map(row).collect();
    if std::env::var("CROUPIER_COVERED").is_ok_and(|how| how == "write") {
        std::fs::write(&file, &found).unwrap();
    }
    let bare: Vec<&str> = found.lines().filter(|row| row.ends_with(": ")).collect();
    assert_eq!(bare, Vec::<&str>::new(), "nothing is ever refused for these reasons");
    assert_eq!(found, std::fs::read_to_string(&file).unwrap_or_default(), "see tests/refusals.list");
}

/// A table with a differential and a unit, where the book has them; Ann sits at box 1 with chips for 5,000, and so does Bea at 2.
fn house(id: &str) -> House {
    let book = book(id);
    let mut settings = Settings { seats: 3, ..Settings::usual(&book) };
    settings.limits = limits(20, 500);
    let with = |change: &dyn Fn(&mut Settings), settings: &mut Settings| {
        let mut changed = settings.clone();
        change(&mut changed);
        if changed.check(&book).is_empty() {
            *settings = changed;
        }
    };
    with(&|settings| settings.limits.unit = Some(money(10)), &mut settings);
    with(&|settings| settings.differential = Some(money(300)), &mut settings);
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
    house
        .ask(&Wish { name: "ann", area: 1, wager: "player", amount: money(100), ..GOOD }.by(&house))
        .unwrap();
    house
}

/// A wager as it is asked for.
#[derive(Clone)]
struct Wish {
    name: &'static str,
    area: u8,
    wager: &'static str,
    amount: Money,
    kind: ChipKind,
    about: About,
}

/// Nothing is wrong with this one.
const GOOD: Wish = Wish {
    name: "bea",
    area: 2,
    wager: "banker",
    amount: Money(400 * Money::UNITS),
    kind: ChipKind::Chips,
    about: About { shoe: None, coup: None },
};

impl Wish {
    fn by(&self, house: &House) -> Command {
        let Wish { name, area, wager, amount, kind, about } = self.clone();
        let act = bets::Act::Place { area, wager: wager.parse().unwrap(), amount, kind, spoken: false };
        house.patron(name, act.into()).about(about)
    }
}

/// Something wrong with a wager: which parts of it, in one letter each, what that changes, and the reason for which it is refused.
struct Fault {
    parts: &'static str,
    makes: fn(&mut Wish),
    reason: Reason,
}

/// Everything that can be wrong with a wager here, in the order of the reasons.
const FAULTS: [Fault; 16] = [
    Fault { parts: "c", makes: |asked| asked.about.shoe = Some(9), reason: Reason::AnotherShoe },
    Fault { parts: "c", makes: |asked| asked.about.coup = Some(9), reason: Reason::AnotherCoup },
    Fault { parts: "n", makes: |asked| asked.name = "cat", reason: Reason::NotAtTheTable },
    Fault { parts: "w", makes: |asked| asked.wager = "nonsense", reason: Reason::NoSuchWager },
    Fault { parts: "w", makes: |asked| asked.wager = "super-6", reason: Reason::NotOffered },
    Fault { parts: "a", makes: |asked| asked.area = 9, reason: Reason::NoSuchBox },
    Fault {
        parts: "k",
        makes: |asked| asked.kind = ChipKind::PromotionalTokens,
        reason: Reason::TokensRefused,
    },
    Fault {
        parts: "m",
        makes: |asked| asked.amount = Money(Money::MOST + 1),
        reason: Reason::AmountTooLarge,
    },
    Fault { parts: "m", makes: |asked| asked.amount.0 += 1, reason: Reason::NotMadeOfChips },
    Fault { parts: "m", makes: |asked| asked.amount = money(900_000), reason: Reason::NotEnoughChips },
    Fault {
        parts: "naw",
        makes: |asked| (asked.name, asked.area, asked.wager) = ("ann", 1, "player"),
        reason: Reason::WagerTwice,
    },
    Fault {
        parts: "naw",
        makes: |asked| (asked.name, asked.area, asked.wager) = ("ann", 1, "banker"),
        reason: Reason::CombinationNotApproved,
    },
    Fault { parts: "m", makes: |asked| asked.amount = money(11), reason: Reason::BelowMinimum },
    Fault { parts: "m", makes: |asked| asked.amount = money(1_001), reason: Reason::AboveMaximum },
    Fault { parts: "m", makes: |asked| asked.amount = money(405), reason: Reason::OffUnit },
    Fault { parts: "m", makes: |asked| asked.amount = money(450), reason: Reason::DifferentialExceeded },
];

/// The faults that a book knows: those for which it refuses a wager that has no other. What it refuses otherwise, or takes, it has no such
/// rule on.
fn faults(id: &str) -> Vec<(&'static Fault, Wish)> {
    let house = house(id);
    let known = FAULTS.iter().filter_map(|fault| {
        let mut asked = GOOD;
        (fault.makes)(&mut asked);
        let refused = house.table.decide(&asked.by(&house)).err()?;
        (refused.reason == fault.reason).then_some((fault, asked))
    });
    known.collect()
}

/// Commands that are refused as a whole, or for who asks.
fn whole_commands(house: &House) -> Vec<(Command, Reason)> {
    let open = || Act::from(bets::Act::OpenBetting);
    let sits = vec![people::Act::Arrive.into(), people::Act::TakeSeat { seat: 1 }.into()];
    vec![
        (Command { acts: Vec::new(), ..house.patron("cat", open()) }, Reason::NothingAsked),
        (Command::new(open(), "cat", Role::Dealer, house.now), Reason::NotSignedOn),
        (house.staff(Role::Surveillance, open()), Reason::NotInThatRole),
        (house.patron("c\u{7}t", people::Act::Arrive.into()), Reason::NotAName),
        (house.patron("ann", people::Act::Arrive.into()), Reason::AlreadyAtTheTable),
        (Command { acts: sits, ..house.patron("cat", open()) }, Reason::SeatTaken),
    ]
}

/// Of any two faults of one wager the one whose reason comes first is told, in every book.
#[test]
fn of_two_reasons_the_first_in_their_order_is_given() {
    for id in shelf::ids() {
        let house = house(id);
        assert!(house.table.decide(&GOOD.by(&house)).is_ok(), "{id}: nothing is wrong with this one");
        let known = faults(id);
        let mut pairs = 0;
        for (first, _) in &known {
            for (second, asked) in &known {
                if first.parts.chars().any(|part| second.parts.contains(part)) {
                    continue;
                }
                let mut both = asked.clone();
                (first.makes)(&mut both);
                let refused = house.table.decide(&both.by(&house)).unwrap_err();
                let (one, other) = (first.reason, second.reason);
                assert_eq!(refused.reason, one.min(other), "{id}: {one:?} and {other:?}: {refused}");
                pairs += 1;
            }
        }
        assert!(pairs > 60, "{id}: {pairs} pairs");
        // What a command is about comes before all else that is wrong with it.
        for (command, reason) in whole_commands(&house) {
            let refused = |command: &Command| house.table.decide(command).unwrap_err().reason;
            assert_eq!(refused(&command), reason, "{id}");
            for (shoe, coup, wanted) in
                [(Some(9), Some(9), Reason::AnotherShoe), (None, Some(9), Reason::AnotherCoup)]
            {
                assert_eq!(refused(&command.clone().about(About { shoe, coup })), wanted, "{id}: {reason:?}");
            }
        }
    }
}

/// One wager with as many faults as can be: each row puts right what the row before was refused for.
#[test]
fn of_all_reasons_the_first_in_their_order_is_given() {
    for id in shelf::ids() {
        let house = house(id);
        let known = faults(id);
        for from in 0..known.len() {
            let mut asked = GOOD;
            // The last of a part counts, so that the first is made last.
            known[from..].iter().rev().for_each(|(fault, _)| (fault.makes)(&mut asked));
            let refused = house.table.decide(&asked.by(&house)).unwrap_err();
            assert_eq!(refused.reason, known[from].0.reason, "{id}: {refused}");
        }
    }
}
