//! What a console offers when it asks "what happened?": everything offered is taken, whatever is not offered is refused.

mod common;

use baccarat::card::Card;
use baccarat::outcome::Side;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::Irregularity;
use common::house::House;
use common::seeded::Seeded;
use common::tables::{Setup, money, setups};
use std::collections::BTreeSet;
use table::state::Phase;
use table::{Act, Asks, Possible, Report, Table, bets, deal, people, trouble};

fn decided(house: &House, report: Report) -> Option<Table> {
    let command = house.staff(Role::Dealer, Act::Trouble(trouble::Act::Report { report }));
    let mut decided = house.table.decide(&command).ok()?;
    let mut after = house.table.clone();
    after.take(&mut decided);
    Some(after)
}

/// The cards of the coup as the shoe gave them, the first two swapped; unseen ones stay unseen.
fn swapped(table: &Table) -> Vec<Option<Card>> {
    let coup = match &table.state().phase {
        Phase::Coup(coup) => coup,
        _ => &table.state().record.last().unwrap().coup,
    };
    let mut cards = Vec::new();
    for place in 0..3 {
        cards.extend(coup.player.get(place).copied());
        cards.extend(coup.banker.get(place).copied());
    }
    cards.swap(0, 1);
    cards
}

/// Every way to complete what is offered; one of them must be taken.
fn completed(house: &House, possible: &Possible) -> Vec<Report> {
    let report = possible.report.clone();
    let next = house.cards.last().copied();
    match possible.asks {
        Asks::Nothing | Asks::Coup => vec![report],
        Asks::Card => vec![report.about_card(next)],
        Asks::CardIfSeen => vec![report.clone().about_card(next), report],
        Asks::Order => vec![report.in_order(swapped(&house.table))],
        Asks::Reason => vec![report.because("patrons were not done")],
    }
}

fn look(house: &House, seen: &mut BTreeSet<&'static str>) {
    let offered = house.table.possible_reports();
    let all = house.table.state().all_chips();
    for possible in &offered {
        let taken: Vec<Table> =
            completed(house, possible).into_iter().filter_map(|report| decided(house, report)).collect();
        // Whether swapped cards lie wrongly depends on the cards.
        assert!(!taken.is_empty() || possible.asks == Asks::Order, "{possible:?} at {}", house.table.due());
        assert!(taken.iter().all(|after| after.state().all_chips() == all), "{possible:?}");
        seen.insert(possible.words);
    }
    let find = |when: &Irregularity| Report::Found { irregularity: *when, why: "a reason".into() };
    for when in Irregularity::ALL {
        let named = |possible: &Possible| matches!(&possible.report, Report::Found { irregularity, .. } if irregularity == when);
        assert_eq!(offered.iter().any(named), decided(house, find(when)).is_some(), "{when}");
    }
    for to in [Side::Player, Side::Banker] {
        let named = |possible: &Possible| matches!(possible.report, Report::Misdealt { to: Some(side), .. } if side == to);
        let taken = decided(house, Report::Misdealt { to: Some(to), card: None });
        let between = matches!(house.table.state().phase, Phase::Betting(_));
        assert!(between || offered.iter().any(named) || taken.is_none(), "{to:?} at {}", house.table.due());
    }
}

fn play(setup: &Setup, seen: &mut BTreeSet<&'static str>) {
    let mut house = House::open(setup, Seeded(7));
    for (seat, name) in [(1, "ann"), (2, "bob")] {
        let acts = [
            Act::People(people::Act::Arrive),
            Act::People(people::Act::BuyIn { cash: money(5_000) }),
            Act::People(people::Act::TakeSeat { seat }),
        ];
        acts.into_iter().for_each(|act| drop(house.ask(&house.patron(name, act)).unwrap()));
    }
    for _ in 0..140 {
        look(&house, seen);
        match house.due_command() {
            Some(command) => drop(house.ask(&command).unwrap()),
            None => {
                // Whoever holds the role bets on the banker.
                let holder = house.table.state().designated.holder.clone();
                for (area, name) in [(1, "ann"), (2, "bob")] {
                    let wager = if holder == Some(name.into()) { "banker" } else { "player" };
                    let (wager, amount) = (wager.parse().unwrap(), money(20));
                    let place = Act::Bets(bets::Act::Place {
                        area,
                        wager,
                        amount,
                        kind: ChipKind::Chips,
                        spoken: false,
                    });
                    // A stake that stood off may still lie there.
                    let _ = house.ask(&house.patron(name, place));
                }
            }
        }
    }
    assert!(house.table.state().coups > 3, "{}: {}", setup.name, house.table.due());
}

fn check(id: &str, said: &[&str]) {
    let mut seen = BTreeSet::new();
    let kinds = ["usual", "face down", "shuffling device", "dealing"];
    let wanted = |setup: &&Setup| kinds.iter().any(|kind| setup.name.contains(kind));
    setups(id).iter().filter(wanted).for_each(|setup| play(setup, &mut seen));
    for words in said {
        assert!(seen.contains(words), "{id}: `{words}` was never offered, only {seen:?}");
    }
}

const EVERYWHERE: [&str; 6] = [
    "A card went to the Player that was not due there",
    "A card went to the Banker that was not due there",
    "A card was drawn in excess, and laid to no hand",
    "The next card lies face up before it is drawn",
    "Cards of the coup lie in the wrong place or came out of order",
    "An earlier coup was dealt wrongly",
];

#[test]
fn act() {
    check("act", &EVERYWHERE);
}

#[test]
fn nz() {
    check("nz", &EVERYWHERE);
}

#[test]
fn qld() {
    check("qld", &EVERYWHERE);
}

#[test]
fn nsw() {
    check("nsw", &EVERYWHERE);
    let device = "Further cards that face the wrong way are feared in the device";
    check("nsw", &[device, "The order of the cards was in doubt, and has been established"]);
}

/// A third card on a player who stands is tried before the rule on any card out of place.
#[test]
fn the_rules_that_compete_are_tried_in_the_order_of_the_book() {
    use baccarat::rules::rulings::Precedence::*;
    let setup = &setups("nsw")[0];
    let mut house = House::open(setup, Seeded(1));
    for act in [Act::People(people::Act::Arrive), Act::People(people::Act::BuyIn { cash: money(500) })] {
        house.ask(&house.patron("ann", act)).unwrap();
    }
    house.play_on();
    let place = Act::Bets(bets::Act::Place {
        area: 1,
        wager: "player".parse().unwrap(),
        amount: money(20),
        kind: ChipKind::Chips,
        spoken: false,
    });
    house.ask(&house.patron("ann", place)).unwrap();
    // Player 6 stands, banker 3 draws.
    for (to, card) in [(Side::Player, "6H"), (Side::Banker, "3D"), (Side::Player, "KC"), (Side::Banker, "KS")]
    {
        let deal = Act::Deal(deal::Act::DealCard { to, card: Some(card.parse().unwrap()) });
        house.ask(&house.staff(Role::Dealer, deal)).unwrap();
    }
    let report = |to| Report::Misdealt { to, card: Some("5H".parse().unwrap()) };
    let tried = house.table.rules_tried(&report(Some(Side::Player)));
    let message: Vec<_> = tried.iter().map(|tried| (tried.rule, tried.fits)).collect();
    assert_eq!(
        message,
        [
            (MissingOrForeign, None),
            (PlayerThird, Some(Irregularity::PlayerThirdBankerDraws)),
            (BankerThird, None),
            (Reconstruction, Some(Irregularity::CardsOutOfSequence)),
        ]
    );
    assert!(house.table.rules_tried(&report(Some(Side::Banker))).is_empty(), "that card is due");
}
