//! A command is judged once and as a whole.

mod common;

use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use common::house::House;
use common::seeded::Seeded;
use common::tables::{money, setups};
use table::{
    About, Act, Actor, Command, Name, Person, Reason, Table, Time, bets, cards, deal, notice, pay, people,
};

/// A table of the Queensland book at which betting goes on, with ann, who has chips.
fn house() -> House {
    let mut house = House::open(&setups("qld")[0], Seeded(1));
    house.play_on();
    for act in [people::Act::Arrive, people::Act::BuyIn { cash: money(1_000) }] {
        house.ask(&house.patron("ann", act.into())).unwrap();
    }
    house
}

fn place(amount: i64) -> Act {
    let (kind, spoken) = (ChipKind::Chips, false);
    bets::Act::Place { area: 1, wager: "player".parse().unwrap(), amount: money(amount), kind, spoken }.into()
}

fn person(name: &str, roles: &[Role]) -> Person {
    Person { name: Name::from(name), roles: roles.to_vec() }
}

fn ann(acts: Vec<Act>) -> Command {
    Command::all(acts, person("ann", &[Role::Player]), Time(0))
}

#[test]
fn several_acts_happen_one_after_the_other_or_not_at_all() {
    let mut table = house().table;
    let before = table.state().clone();
    let change = |amount: i64| {
        Act::from(bets::Act::Change { area: 1, wager: "player".parse().unwrap(), amount: money(amount) })
    };
    let mut decided = table.decide(&ann(vec![place(100), change(200)])).unwrap();
    assert_eq!(decided.by_act().map(<[_]>::len).collect::<Vec<_>>(), [1, 1]);
    let refused = table.decide(&ann(vec![place(100), change(200), change(1_000_000)])).unwrap_err();
    assert_eq!(refused.act, 2, "{refused}");
    assert!(before == *table.state(), "asking changes nothing");
    table.take(&mut decided);
    let mut again = house().table;
    decided.events.iter().for_each(|event| again.apply(event));
    assert!(again.state() == table.state(), "the table after is the one that the events lead to");
}

#[test]
fn an_act_is_asked_in_the_first_role_in_which_it_is_taken() {
    let mut table = house().table;
    let roles = [Role::Manager, Role::Supervisor, Role::Operator];
    let mia = person("mia", &roles);
    let mut decided =
        table.decide(&Command::all(vec![people::Act::SignOn.into()], mia.clone(), Time(0))).unwrap();
    let used: Vec<Role> = decided.events.iter().map(|event| event.by.role).collect();
    assert_eq!(used, roles, "whoever signs on does so in every role");
    table.take(&mut decided);
    let order = cards::Act::OrderShuffle { mix_doubted: true };
    let by_each = roles.map(|role| {
        let by = Actor { name: "mia".into(), role };
        table.decide(&Command::one(order.clone(), by, Time(0))).map(|decided| decided.events)
    });
    let whole = table.decide(&Command::all(vec![order.into()], mia, Time(0))).map(|decided| decided.events);
    assert_eq!(whole.ok(), by_each.into_iter().find_map(Result::ok));
}

#[test]
fn a_second_person_may_ask_what_the_first_may_not() {
    let table = house().table;
    let act =
        || vec![Act::from(pay::Act::Fill { amount: money(100), signed: "dealer".into(), pieces: None })];
    let first = person("dealer", &[Role::Dealer]);
    let alone = Command::all(act(), first.clone(), Time(0));
    assert_eq!(table.decide(&alone).unwrap_err().reason, Reason::NotInThatRole);
    let second = Some(person("supervisor", &[Role::Supervisor]));
    let decided = table.decide(&Command { second, ..alone }).unwrap();
    assert_eq!(decided.events[0].by, Actor { name: "supervisor".into(), role: Role::Supervisor });
}

#[test]
fn what_was_meant_for_another_coup_or_shoe_is_refused() {
    let table: Table = house().table;
    let (coup, shoe) = (table.coup_number(), table.state().shoe.number);
    let about = |coup, shoe| ann(vec![place(100)]).about(About { coup, shoe });
    assert!(table.decide(&about(Some(coup), Some(shoe))).is_ok());
    let reason = |command: &Command| table.decide(command).unwrap_err().reason;
    assert_eq!(reason(&about(Some(coup + 1), None)), Reason::AnotherCoup);
    assert_eq!(reason(&about(Some(coup + 1), Some(shoe + 1))), Reason::AnotherShoe);
}

/// A command that offends several things is answered with the first of them, in the order of `Reason`.
#[test]
fn reasons_come_in_their_order() {
    let house = house();
    let about = |coup, shoe| About { coup, shoe };
    let nobody = person("stranger", &[Role::Player]);
    let deal = || Act::from(deal::Act::DealCard { to: baccarat::outcome::Side::Banker, card: None });
    let ask = |acts: Vec<Act>, by: &Person, about: About| {
        house.table.decide(&Command::all(acts, by.clone(), Time(0)).about(about)).unwrap_err().reason
    };
    let ann = person("ann", &[Role::Player]);
    let surveillance = person("surveillance", &[Role::Surveillance]);
    let walked = [
        ask(Vec::new(), &nobody, about(Some(99), Some(99))),
        ask(Vec::new(), &nobody, about(Some(99), None)),
        ask(Vec::new(), &nobody, About::default()),
        ask(vec![place(1_000_000)], &nobody, About::default()),
        ask(vec![deal()], &person("ann", &[Role::Dealer]), About::default()),
        ask(vec![notice::Act::Close { count: money(1) }.into()], &surveillance, About::default()),
        ask(vec![people::Act::TakeSeat { seat: 99 }.into()], &ann, About::default()),
        ask(vec![place(1_000_000)], &ann, About::default()),
    ];
    let mut sorted = walked;
    sorted.sort_unstable();
    assert_eq!(walked, sorted, "each comes before those after it");
    assert_eq!(
        walked[..4],
        [Reason::AnotherShoe, Reason::AnotherCoup, Reason::NothingAsked, Reason::NotAtTheTable]
    );
}
