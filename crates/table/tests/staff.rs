//! Who may act for whom.

mod common;

use baccarat::rules::people::Role;
use common::tables::book;
use table::{Act, Command, Reason, Refusal, Settings, Table, Time};

/// A person asks something in a role, after signing on in it.
fn ask(table: &mut Table, name: &str, role: Role, act: Act) -> Result<(), Refusal> {
    for act in [Act::SignOn, act] {
        let events = match table.decide(&Command::new(act.clone(), name, role, Time(0))) {
            Err(_) if act == Act::SignOn => continue,
            decided => decided?,
        };
        events.iter().for_each(|event| table.apply(event));
    }
    Ok(())
}

fn open(id: &str) -> Table {
    let book = book(id);
    let settings = Settings::usual(&book);
    let by = Command::new(Act::SignOn, "operator", Role::Operator, Time(0)).by;
    Table::open(book, settings, by, Time(0)).unwrap().0
}

#[test]
fn one_person_in_two_roles_inspects_once() {
    let mut table = open("nz");
    ask(&mut table, "kim", Role::Dealer, Act::CheckCards).unwrap();
    let refusal = ask(&mut table, "kim", Role::GameSupervisor, Act::CheckCards).unwrap_err();
    assert_eq!(refusal.reason, Reason::WrongPerson);
    assert_eq!(refusal.told, "kim has checked the cards as dealer; allowed is another person");
    assert_eq!(refusal.under.to_string(), "6.1");
    ask(&mut table, "lee", Role::GameSupervisor, Act::CheckCards).unwrap();
    assert_ne!(table.due(), table::Due::Check);
}

#[test]
fn where_one_check_is_enough_one_person_makes_it() {
    let mut table = open("act");
    ask(&mut table, "kim", Role::Dealer, Act::CheckCards).unwrap();
    assert_ne!(table.due(), table::Due::Check);
}
