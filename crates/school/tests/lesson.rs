//! Ten thousand whole coups, dealt by a trainee who does everything right and by others who do not. Everything goes through the table's
//! own `decide`: what is right is never an error, what is wrong always is.

use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::shelf;
use rayon::prelude::*;
use school::{Lesson, School};
use std::sync::Arc;
use table::{Act, Answer, Due, Given, Name, Needs, Time, bets, trouble};

/// Coups in all, over all books.
const COUPS: u32 = 10_000;
/// Coups of one lesson.
const TOGETHER: u32 = 5;
/// Far above what a lesson takes.
const STEPS: usize = 2_000;

fn schools() -> Vec<School> {
    let books = shelf::ids().into_iter().map(|id| Book::read(shelf::text(id).unwrap()).unwrap());
    books.map(|book| School::new(Arc::new(book))).collect()
}

/// What a good dealer does next: the act, and the patron for whom it is keyed.
fn right(lesson: &Lesson, now: Time) -> Option<(Act, Option<Name>)> {
    if let Some(report) = &lesson.felt().happened {
        return Some((trouble::Act::Report { report: report.clone() }.into(), None));
    }
    let table = lesson.table();
    let lies = |patron: &str, area: u8| {
        table.state().stakes.iter().any(|stake| *stake.patron.0 == *patron && stake.area == area)
    };
    let good =
        lesson.felt().wishes.iter().find(|wish| wish.refused.is_none() && !lies(wish.patron, wish.area));
    if let Some(wish) = good {
        let (area, wager, amount) = (wish.area, wish.wager.clone(), wish.amount);
        let kind = baccarat::rules::betting::ChipKind::Chips;
        let act = bets::Act::Place { area, wager, amount, kind, spoken: false };
        return Some((act.into(), Some(Name::from(wish.patron))));
    }
    goes_on(lesson, now)
}

/// What is due, whatever lies on the felt.
fn goes_on(lesson: &Lesson, now: Time) -> Option<(Act, Option<Name>)> {
    let table = lesson.table();
    let answers = table.answers(&table.due_at(now));
    answers.iter().find_map(|answer| {
        let act = keyed(lesson, answer)?;
        let by = answer.patron.clone().map_or_else(Lesson::trainee, |name| table::driver::patron(&name));
        table.decide(&table::Command::one(act.clone(), by, now)).ok().map(|_| (act, answer.patron.clone()))
    })
}

fn keyed(lesson: &Lesson, answer: &Answer) -> Option<Act> {
    let cards = &lesson.felt().cards;
    match answer.needs {
        Needs::Nothing => answer.with(&Given::Nothing),
        Needs::Number { usual, .. } => answer.with(&Given::Number(usual)),
        Needs::Card => answer.with(&Given::Card(*cards.first()?)),
        Needs::Cards { count } => {
            assert_eq!(cards.len(), count, "the cards to turn up are known: {:?}", lesson.table().due());
            answer.with(&Given::Cards(cards.clone()))
        }
    }
}

/// Deals to the end, doing what `does` says.
fn dealt(mut lesson: Lesson, mut does: impl FnMut(&Lesson, Time) -> Option<(Act, Option<Name>)>) -> Lesson {
    for step in 0..STEPS {
        if lesson.is_over() {
            return lesson;
        }
        let now = Time(1_000 * (step as i64 + 1));
        let due = lesson.table().due_at(now);
        let (act, patron) = does(&lesson, now).unwrap_or_else(|| panic!("nothing to do at {due:?}"));
        let _ = lesson.ask(vec![act], patron, now);
    }
    panic!("the lesson does not end: {:?}", lesson.table().due());
}

#[test]
fn ten_thousand_coups_dealt_rightly_have_no_error() {
    let schools = schools();
    let lessons = COUPS / TOGETHER / u32::try_from(schools.len()).unwrap() + 1;
    for school in &schools {
        let traps: usize = (0..lessons)
            .into_par_iter()
            .map(|seed| {
                let lesson = school.lesson(u64::from(seed), (1, TOGETHER), Time(0)).expect("a lesson");
                let lesson = dealt(lesson, right);
                let numbers: Vec<u32> = lesson.dealt().iter().map(|coup| coup.number).collect();
                assert_eq!(numbers, (1..=TOGETHER).collect::<Vec<_>>());
                for coup in lesson.dealt() {
                    assert!(coup.slips.is_empty(), "{} seed {seed}: {:?}", school.book().id, coup.slips);
                    assert!(coup.ms > 0);
                }
                lesson.dealt().iter().filter(|coup| coup.traps > 0).count()
            })
            .sum();
        // Something is wrong on purpose in most coups.
        assert!(traps * 2 > (lessons * TOGETHER) as usize, "{}: {traps}", school.book().id);
    }
}

#[test]
fn a_seed_deals_the_same_to_everybody() {
    for school in schools() {
        let felt = |seed: u64| {
            let mut seen = Vec::new();
            let lesson = school.lesson(seed, (1, 3), Time(0)).expect("a lesson");
            dealt(lesson, |lesson, now| {
                seen.push(lesson.felt().clone());
                right(lesson, now)
            });
            seen
        };
        assert_eq!(felt(4), felt(4));
        assert_ne!(felt(4), felt(5));
    }
}

/// One thing done wrongly wherever it can be: how many coups it could be done in, and in how many it was an error.
fn wrongly(mut wrong: impl FnMut(&Lesson, Time) -> Option<(Act, Option<Name>)>) {
    for school in schools() {
        let (mut tried, mut marked) = (0, 0);
        for seed in 0..20 {
            let lesson = school.lesson(seed, (1, 3), Time(0)).expect("a lesson");
            let mut done = Vec::new();
            let end = dealt(lesson, |lesson, now| {
                let (coup, _) = lesson.at();
                let otherwise = (!done.contains(&coup)).then(|| wrong(lesson, now)).flatten();
                done.extend(otherwise.as_ref().map(|_| coup));
                otherwise.or_else(|| right(lesson, now))
            });
            tried += done.len();
            let slipped =
                |coup: &&school::lesson::Dealt| done.contains(&coup.number) && !coup.slips.is_empty();
            marked += end.dealt().iter().filter(slipped).count();
            let clean = end.dealt().iter().filter(|coup| !done.contains(&coup.number));
            assert!(clean.into_iter().all(|coup| coup.slips.is_empty()), "{:?}", end.dealt());
        }
        assert!(tried > 0, "{}: never tried", school.book().id);
        assert_eq!(marked, tried, "{}", school.book().id);
    }
}

#[test]
fn a_card_keyed_wrongly_is_an_error() {
    wrongly(|lesson, now| {
        let due = lesson.table().due_at(now);
        let (Due::FirstCard | Due::Card { .. }) = due else { return None };
        if lesson.felt().happened.is_some() {
            return None;
        }
        let came = *lesson.felt().cards.first()?;
        let other = Card::all().find(|card| *card != came)?;
        lesson.table().answer_with(&due, &Given::Card(other)).map(|answer| (answer.act, None))
    });
}

#[test]
fn what_patrons_may_not_lay_is_an_error_when_keyed() {
    wrongly(|lesson, _| {
        let wish = lesson.felt().wishes.iter().find(|wish| wish.refused.is_some())?;
        let (area, wager, amount) = (wish.area, wish.wager.clone(), wish.amount);
        let kind = baccarat::rules::betting::ChipKind::Chips;
        let act = bets::Act::Place { area, wager, amount, kind, spoken: false };
        Some((act.into(), Some(Name::from(wish.patron))))
    });
}

#[test]
fn going_on_where_something_went_wrong_is_an_error() {
    wrongly(|lesson, now| {
        lesson.felt().happened.as_ref()?;
        let answers = lesson.table().answers(&lesson.table().due_at(now));
        let act = answers.iter().find_map(|answer| keyed(lesson, answer))?;
        Some((act, None))
    });
}

#[test]
fn a_wager_that_is_not_keyed_is_an_error() {
    for school in schools() {
        let mut left_out = 0;
        for seed in 0..20 {
            let lesson = school.lesson(seed, (1, 3), Time(0)).expect("a lesson");
            let mut done = Vec::new();
            let end = dealt(lesson, |lesson, now| {
                let next = right(lesson, now);
                let bets =
                    next.as_ref().is_some_and(|(act, _)| matches!(act, Act::Bets(bets::Act::Place { .. })));
                // One wager lies there, so that the coup can be dealt; all others are left out.
                if !bets || lesson.table().state().stakes.is_empty() {
                    return next;
                }
                done.push(lesson.at().0);
                goes_on(lesson, now)
            });
            done.dedup();
            left_out += done.len();
            for coup in end.dealt() {
                assert_eq!(coup.slips.is_empty(), !done.contains(&coup.number), "{coup:?}");
            }
        }
        assert!(left_out > 0, "{}", school.book().id);
    }
}
