//! Who may act for whom, and who may be shown what.

mod common;

use baccarat::rules::people::Role;
use common::tables::book;
use table::{
    Act, Citation, Command, Disclosure, Reason, Refusal, Settings, Table, Time, cards, may_see, people,
};

/// A person asks something in a role, after signing on in it.
fn ask(table: &mut Table, name: &str, role: Role, act: Act) -> Result<(), Refusal> {
    for act in [Act::People(people::Act::SignOn), act] {
        let mut decided = match table.decide(&Command::new(act.clone(), name, role, Time(0))) {
            Err(_) if act == Act::People(people::Act::SignOn) => continue,
            decided => decided?,
        };
        table.take(&mut decided);
    }
    Ok(())
}

fn open(id: &str) -> Table {
    let book = book(id);
    let settings = Settings::usual(&book);
    let by = Command::new(Act::People(people::Act::SignOn), "operator", Role::Operator, Time(0)).by.usual();
    Table::open(book, settings, by, Time(0)).unwrap().0
}

#[test]
fn one_person_in_two_roles_inspects_once() {
    let mut table = open("nz");
    ask(&mut table, "kim", Role::Dealer, Act::Cards(cards::Act::CheckCards)).unwrap();
    let refusal =
        ask(&mut table, "kim", Role::GameSupervisor, Act::Cards(cards::Act::CheckCards)).unwrap_err();
    assert_eq!(refusal.reason, Reason::WrongPerson);
    assert_eq!(refusal.message, "kim has checked the cards as dealer; allowed is another person");
    assert_eq!(refusal.cites.to_string(), "6.1");
    ask(&mut table, "lee", Role::GameSupervisor, Act::Cards(cards::Act::CheckCards)).unwrap();
    assert_ne!(table.due(), table::Due::Check);
}

#[test]
fn where_one_check_is_enough_one_person_makes_it() {
    let mut table = open("act");
    ask(&mut table, "kim", Role::Dealer, Act::Cards(cards::Act::CheckCards)).unwrap();
    assert_ne!(table.due(), table::Due::Check);
}

/// Whom each book lets see what a predicting device would tell.
#[test]
fn live_odds_and_composition_are_for_those_the_ban_does_not_bind() {
    let check = |id: &str, role: Role, on_duty: bool, wanted: Result<&str, &str>| {
        for what in [Disclosure::Odds, Disclosure::Composition] {
            let found = may_see(&book(id), role, on_duty, what);
            let message = |cites: Citation| cites.to_string();
            let wanted = wanted.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(found.map(message).map_err(message), wanted, "{id} {role} {what}");
        }
        assert!(may_see(&book(id), role, on_duty, Disclosure::Results).is_ok(), "{id}: results are for all");
    };
    for role in [Role::Dealer, Role::GameSupervisor, Role::Operator, Role::Surveillance, Role::Inspector] {
        check("nsw", role, true, Ok("14.2"));
        check("nsw", role, false, Err("14.1, 14.2"));
    }
    // A patron stays one, whoever signs them on.
    check("nsw", Role::Player, false, Err("14.1, 14.2"));
    check("nsw", Role::Player, true, Err("14.1, 14.2"));
    for id in ["act", "nz", "qld"] {
        check(id, Role::Player, false, Ok("silent on conduct.bans"));
    }
}
