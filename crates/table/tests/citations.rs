//! An event cites what it rests on, and nothing else: for each clause, the events on which it may stand.
//!
//! `tests/citations/BOOK.list` names them, one clause to a line: which events of all transcripts and of random play cite it. A clause on
//! an event that its line does not name fails here, with the event. With `CROUPIER_WRITE=1` the lists are written anew, for a reviewer
//! to read the difference.

mod common;

use baccarat::chips::Money;
use baccarat::outcome::Side;
use baccarat::rules::betting::ChipKind;
use baccarat::rules::people::Role;
use baccarat::shelf;
use common::house::House;
use common::seeded::Seeded;
use common::tables::{Setup, book, setups};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use table::transcript::run;
use table::{Act, Due, Event, Fact, SettledAs, bets, deal, pay, people};

/// Where a clause stands: the kind of event, with the hand or the result where that tells clauses apart.
fn stands_on(event: &Event) -> String {
    let word = event.fact.word();
    let hand = |side: &Side| if *side == Side::Player { "player" } else { "banker" };
    match &event.fact {
        Fact::Deal(
            deal::Fact::CardDealt { to: side, .. }
            | deal::Fact::HandDraws { side, .. }
            | deal::Fact::HandStands { side, .. },
        ) => format!("{word}:{}", hand(side)),
        Fact::Pay(pay::Fact::WagerSettled { wager, result, .. }) => {
            let ended = match result.outcome {
                SettledAs::Wins => "wins",
                SettledAs::StandsOff => "stands-off",
                SettledAs::Loses => "loses",
            };
            format!("{word}:{wager}:{ended}")
        }
        _ => word.to_owned(),
    }
}

type Stands = BTreeMap<String, BTreeMap<String, String>>;

fn collect(events: &[Event], stands: &mut Stands) {
    for event in events {
        for clause in &event.cites.clauses {
            let on = stands.entry(clause.to_string()).or_default();
            on.entry(stands_on(event)).or_insert_with(|| event.fact.to_string());
        }
    }
}

/// Lawful play: people bet at random, and whoever must does what is due.
fn random_play(setup: &Setup, seed: u64) -> Vec<Event> {
    const PATRONS: [&str; 3] = ["ann", "bob", "cat"];
    let mut house = House::open(setup, Seeded(seed));
    for (place, name) in PATRONS.iter().enumerate() {
        let cash = Money(50_000 * setup.settings.chips[0].0);
        for act in [
            Act::People(people::Act::Arrive),
            Act::People(people::Act::BuyIn { cash }),
            Act::People(people::Act::TakeSeat { seat: place as u8 + 1 }),
        ] {
            let _ = house.ask(&house.patron(name, act));
        }
    }
    for _ in 0..250 {
        match house.table.due() {
            Due::Wagers | Due::Countdown { .. } => {
                bet(&mut house, setup, &PATRONS);
                if house.table.due() == Due::Wagers {
                    let source = baccarat::rules::play::NoBetSource::EmptyTable;
                    let act = bets::Act::DirectNoBetCoup { source, marker: true, surveillance_told: true };
                    let _ = house.ask(&house.staff(Role::Supervisor, Act::Bets(act)));
                }
                if let Due::Countdown { until, .. } = house.table.due() {
                    house.now = house.now.max(until);
                }
            }
            _ => {
                let Some(command) = house.due_command() else { continue };
                let _ = house.ask(&command);
            }
        }
    }
    house.events
}

fn bet(house: &mut House, setup: &Setup, patrons: &[&str]) {
    for (place, name) in patrons.iter().enumerate() {
        for wager in setup.book.wagers(&setup.settings.method).unwrap() {
            if house.seeded.chance(40) {
                let limits = setup.settings.limits_of(&setup.book, &wager.id);
                let amount = Money(limits.least.0.max(20 * setup.settings.chips[0].0));
                let (area, wager, kind) = (place as u8 + 1, wager.id.clone(), ChipKind::Chips);
                let act = Act::Bets(bets::Act::Place { area, wager, amount, kind, spoken: false });
                let _ = house.ask(&house.patron(name, act));
            }
        }
    }
}

fn stands(id: &str) -> Stands {
    let mut stands = Stands::new();
    let shelf: BTreeMap<&str, _> = shelf::ids().into_iter().map(|id| (id, book(id))).collect();
    for (name, text) in common::transcripts() {
        if name.starts_with(&format!("{id}/")) {
            let report = run(&text, |id| shelf.get(id).cloned());
            collect(&report.events, &mut stands);
        }
    }
    for (seed, setup) in setups(id).iter().enumerate() {
        collect(&random_play(setup, seed as u64 + 1), &mut stands);
    }
    stands
}

fn check(id: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/citations/{id}.list"));
    let stands = stands(id);
    if std::env::var_os("CROUPIER_WRITE").is_some() {
        let line = |(clause, on): (&String, &BTreeMap<String, String>)| {
            format!("{clause} = {}\n", on.keys().cloned().collect::<Vec<_>>().join(" "))
        };
        std::fs::write(&file, stands.iter().map(line).collect::<String>()).unwrap();
        return;
    }
    let listed = std::fs::read_to_string(&file).unwrap();
    let listed: BTreeMap<&str, BTreeSet<&str>> = listed
        .lines()
        .map(|line| line.split_once(" = ").unwrap())
        .map(|(clause, on)| (clause, on.split(' ').collect()))
        .collect();
    let mut faults = Vec::new();
    for (clause, on) in &stands {
        for (event, told) in on {
            if !listed.get(clause.as_str()).is_some_and(|listed| listed.contains(event.as_str())) {
                faults.push(format!("{clause} may not stand on {event}: {told}"));
            }
        }
    }
    assert!(faults.is_empty(), "{id}:\n{}", faults.join("\n"));
}

#[test]
fn act() {
    check("act");
}

#[test]
fn nz() {
    check("nz");
}

#[test]
fn qld() {
    check("qld");
}

#[test]
fn nsw() {
    check("nsw");
}
