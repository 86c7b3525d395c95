//! No table is ever stuck: whether patrons answer, refuse, leave or stay silent, staff have a way to the end of the next coup.

mod common;

use baccarat::rules::betting::Validity;
use baccarat::rules::people::{CallWords, Role};
use baccarat::rules::rulings::{Ban, Measure};
use baccarat::shelf;
use common::house::House;
use common::seeded::Seeded;
use common::tables::{Setup, money, setups};
use table::state::Phase;
use table::{Act, Command, Due, Name, bets, cards, deal, people, trouble};

const PATRONS: &[&str] = &["ann", "bob", "cat"];

/// What a patron who has the word does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Answers,
    Refuses,
    Leaves,
    Silent,
}

/// The patron who has the word, and what refusing is.
fn asked(due: &Due) -> Option<(String, Act)> {
    let refuse = Act::Deal(deal::Act::RefuseHand);
    match due {
        Due::Cut { by: Some(by) } => Some((by.0.to_string(), Act::Cards(cards::Act::RefuseCut))),
        Due::AnswerRole { by } | Due::AnswerOffer { by } => Some((by.0.to_string(), refuse)),
        Due::Expose { by: Some(by), .. } => Some((by.0.to_string(), refuse)),
        Due::RoleWager { by } => Some((by.0.to_string(), Act::Deal(deal::Act::PassRole))),
        _ => None,
    }
}

/// What staff may do about somebody who does not answer: say so of the cut, take the cards or the role away. Nothing of it is done
/// in the patron's name.
fn staff_ways(house: &House) -> Vec<Command> {
    let forfeit = Act::Deal(deal::Act::ForfeitCards { reason: Some("no answer in time".into()) });
    let no_answer = Act::Cards(cards::Act::RefuseCut);
    vec![house.staff(Role::Dealer, no_answer), house.staff(Role::Supervisor, forfeit)]
}

/// One step of play, with patrons of this manner.
fn step(house: &mut House, manner: Manner) {
    let due = house.table.due_at(house.now);
    let Some((name, refuse)) = asked(&due) else {
        let command = house.due_command().unwrap_or_else(|| panic!("nobody can go on; due is {due}"));
        house.ask(&command).unwrap_or_else(|refusal| panic!("{due} was due: {refusal}"));
        return;
    };
    let leave = house.patron(&name, Act::People(people::Act::Leave));
    let left = manner == Manner::Leaves && house.ask(&leave).is_ok();
    if left {
        return;
    }
    if manner == Manner::Answers
        && !matches!(due, Due::RoleWager { .. })
        && let Some(command) = house.due_command()
        && house.ask(&command).is_ok()
    {
        return;
    }
    let own = house.patron(&name, refuse);
    let ways = staff_ways(house).into_iter();
    let ways: Vec<Command> = match manner {
        Manner::Silent => ways.collect(),
        _ => std::iter::once(own).chain(ways).collect(),
    };
    let went = ways.iter().any(|command| house.ask(command).is_ok());
    assert!(went, "{name} does not answer, and staff have no way on; due is {due}");
}

/// Some wager, so that the next coup can be dealt.
fn bet(house: &mut House, setup: &Setup) {
    for name in PATRONS {
        let name = name.to_string();
        if house.table.state().present(&name.as_str().into()).is_none() {
            house.ask(&house.patron(&name, Act::People(people::Act::Arrive))).unwrap();
            let cash = money(5_000);
            let _ = house.ask(&house.patron(&name, Act::People(people::Act::BuyIn { cash })));
        }
        let seat = 1 + PATRONS.iter().position(|known| **known == name).unwrap() as u8;
        let _ = house.ask(&house.patron(&name, Act::People(people::Act::TakeSeat { seat })));
        let wager = if house.seeded.chance(50) { "banker" } else { "player" }.parse().unwrap();
        let amount = setup.settings.limits.least;
        let kind = baccarat::rules::betting::ChipKind::Chips;
        let place = bets::Act::Place { area: seat, wager, amount, kind, spoken: false };
        let _ = house.ask(&house.patron(&name, Act::Bets(place)));
    }
}

/// What may befall a table before a card is laid: the dealer closes betting, draws the first card, wagers turn out to be none or are
/// declared void, cards are touched. What the book does not let happen then is refused.
fn befall(house: &mut House) {
    let stakes = house.table.state().stakes.clone();
    let dealer = |act| (Role::Dealer, act);
    let supervisor = |act| (Role::Supervisor, act);
    let breach = |ban, who: &Name| {
        dealer(Act::Trouble(trouble::Act::ReportBreach { ban, who: who.clone(), what: "seen".into() }))
    };
    let acts: Vec<(Role, Act)> = match house.seeded.below(6) {
        0 => vec![dealer(Act::Deal(deal::Act::Call { words: CallWords::NoMoreBets }))],
        1 => vec![dealer(Act::Deal(deal::Act::DrawFirstCard))],
        2 => stakes
            .iter()
            .flat_map(|stake| {
                let (patron, area, wager) = (stake.patron.clone(), stake.area, stake.wager.clone());
                [Validity::InsideArea, Validity::SmallerOnTop].map(|lacks| {
                    let (patron, wager) = (patron.clone(), wager.clone());
                    supervisor(Act::Bets(bets::Act::FindInvalid { patron, area, wager, lacks }))
                })
            })
            .collect(),
        3 => stakes
            .iter()
            .flat_map(|stake| {
                let number = house.table.state().opened.breaches + 1;
                let (measures, why) = (vec![Measure::VoidWager], "seen".to_owned());
                let void = Act::Trouble(trouble::Act::Sanction { breach: number, measures, why });
                [breach(Ban::TouchingWagers, &stake.patron), (Role::Operator, void.clone()), supervisor(void)]
            })
            .collect(),
        4 => vec![supervisor(Act::Cards(cards::Act::FindUnfit))],
        _ => stakes.iter().take(1).map(|stake| breach(Ban::TouchingCards, &stake.patron)).collect(),
    };
    for (role, act) in acts {
        let _ = house.ask(&house.staff(role, act));
    }
}

/// Plays until so many coups are over.
fn play(setup: &Setup, seed: u64, coups: u32) {
    let mut house = House::open(setup, Seeded(seed));
    let manners = [Manner::Answers, Manner::Refuses, Manner::Leaves, Manner::Silent];
    let mut steps = 0;
    while house.table.state().coups < coups || matches!(house.table.state().phase, Phase::Coup(_)) {
        steps += 1;
        assert!(steps < 3_000, "{}: play does not get on; due is {}", setup.name, house.table.due());
        let waits = matches!(house.table.due_at(house.now), Due::Wagers | Due::Countdown { .. });
        if waits && house.table.state().stakes.is_empty() {
            bet(&mut house, setup);
            continue;
        }
        if matches!(house.table.state().phase, Phase::Betting(_)) && house.seeded.chance(30) {
            befall(&mut house);
            continue;
        }
        let manner = *house.seeded.pick(&manners);
        step(&mut house, manner);
    }
}

#[test]
fn no_table_is_ever_stuck() {
    for id in shelf::ids() {
        // With a small float the dealer waits for a fill before anybody can bet.
        for setup in setups(id).iter().filter(|setup| !setup.name.ends_with("small float")) {
            for seed in 0..3 {
                play(setup, seed, 12);
            }
        }
    }
}
