//! What follows when something went wrong?

use super::Topic;
use super::question::{Answer, Question, gists};
use super::third_card::{any_card, dealt, hands, usual};
use super::transcript::Transcript;
use crate::commands::rule::answer::{message, subject};
use crate::failure::Failure;
use crate::sitting::Happened;
use crate::sitting::fates;
use crate::sitting::scene::Scene;
use crate::sitting::story;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::rules::people::Role;
use baccarat::rules::rulings::{CardFate, CoupFate, EarlierFate, WagersFate};
use shoe::demonstration::Chance;
use std::sync::Arc;
use table::{Asks, Fact, Matter, Report, Settings, Subject, Verdict, bets, cards, deal, trouble};

/// What the table made of it.
struct Ruled {
    verdict: Option<Verdict>,
    matter: Option<Matter>,
    happened: Vec<Happened>,
}

/// Some cards of a coup, and something that may have gone wrong there.
pub fn ask(book: &Arc<Book>, chance: &mut Chance) -> Result<Question, Failure> {
    let settings = Settings::usual(book);
    loop {
        let many = [0, 2, 4, 4, 4, 4][chance.below(6)];
        let cards: Vec<Card> = (0..many).map(|_| any_card(chance)).collect();
        let (mut scene, _) = dealt(book, &settings, &cards)?;
        let Some(report) = happening(&scene, chance) else { continue };
        let hands = hands(&scene);
        let Ok(happened) = scene.report(&report) else { continue };
        let Some((when, matter)) = subject(&happened) else { continue };
        let verdict = scene.sitting.table.verdict(when);
        let ruled = Ruled { verdict, matter, happened };
        if let Some((aspect, options, right)) = aspect(&ruled, chance) {
            let mut transcript = Transcript::of(book);
            usual(book, &settings).iter().for_each(|laid| transcript.bets(laid, false));
            transcript.dealt("cards", &cards);
            transcript.reported(&report);
            let ruling = ruled.happened.iter().find(|happened| {
                matches!(
                    happened.event.fact,
                    Fact::Trouble(trouble::Fact::Ruled { .. })
                        | Fact::Trouble(trouble::Fact::MatterOpened { .. })
                )
            });
            transcript.expects(&Vec::from_iter(ruling));
            return Ok(Question {
                topic: Topic::Irregularities,
                asked: match hands {
                    Some(_) => format!("{}. {aspect}", story::sentence(&message(&report))),
                    None => format!("Before the first card of a coup: {}. {aspect}", message(&report)),
                },
                hands,
                answer: Answer::Choice { options, right },
                message: messages_of(&ruled),
                clauses: clauses(book, &ruled),
                transcript: transcript.text(),
            });
        }
    }
}

/// Something that may have happened, most often with a card.
fn happening(scene: &Scene, chance: &mut Chance) -> Option<Report> {
    let asked = |asks: Asks| matches!(asks, Asks::Card | Asks::CardIfSeen | Asks::Nothing);
    let all = scene.sitting.table.possible_reports();
    let mut possible: Vec<_> = all.iter().filter(|possible| asked(possible.asks)).collect();
    let misdealt: Vec<_> = possible
        .iter()
        .copied()
        .filter(|possible| matches!(possible.report, Report::Misdealt { .. }))
        .collect();
    if !misdealt.is_empty() && chance.below(10) < 6 {
        possible = misdealt;
    }
    let possible = *possible.get(chance.below(possible.len()))?;
    let (card, seen) = (any_card(chance), chance.below(2) == 0);
    Some(match possible.asks {
        Asks::Card => possible.report.clone().about_card(Some(card)),
        Asks::CardIfSeen => possible.report.clone().about_card(Some(card).filter(|_| seen)),
        _ => possible.report.clone(),
    })
}

/// What is asked, the letters, and the right one.
type Aspect = (String, Vec<(char, String)>, char);

/// One side of the ruling, with three others that it is not.
fn aspect(ruled: &Ruled, chance: &mut Chance) -> Option<Aspect> {
    let Some(verdict) = &ruled.verdict else {
        let who = fates::role(ruled.matter.as_ref()?.decides);
        let wrong = CoupFate::ALL.iter().map(|fate| fates::coup(*fate).to_owned()).collect();
        return Some(choice("What becomes of the coup?", silence(&who), wrong, chance));
    };
    let mut sides: Vec<(&str, String, Vec<String>)> = Vec::new();
    let mut side = |asked, right: Option<&str>, all: Vec<&str>| {
        if let Some(right) = right {
            sides.push((asked, right.to_owned(), all.into_iter().map(str::to_owned).collect()));
        }
    };
    side(
        "What becomes of the card?",
        verdict.card.map(fates::card),
        CardFate::ALL.iter().map(|fate| fates::card(*fate)).collect(),
    );
    side(
        "What becomes of the wagers?",
        wagers(ruled, verdict).map(fates::wagers),
        WagersFate::ALL
            .iter()
            .filter(|fate| **fate != WagersFate::MayBeWithdrawnWhileUnseen)
            .map(|fate| fates::wagers(*fate))
            .collect(),
    );
    let mut coup: Vec<String> = CoupFate::ALL.iter().map(|fate| fates::coup(*fate).to_owned()).collect();
    coup.push(silence("a supervisor"));
    side(
        "What becomes of the coup?",
        verdict.coup.map(fates::coup),
        coup.iter().map(String::as_str).collect(),
    );
    side(
        "What becomes of coups already played?",
        verdict.earlier.map(fates::earlier),
        EarlierFate::ALL.iter().map(|fate| fates::earlier(*fate)).collect(),
    );
    let roles = [Role::Dealer, Role::Supervisor, Role::Operator, Role::Inspector];
    if let Some(matter) = &ruled.matter {
        let all = roles.iter().map(|role| fates::role(*role)).collect();
        sides.push(("Who must decide or authorise it?", fates::role(matter.decides), all));
    }
    let nth = chance.below(sides.len());
    let (asked, right, all) = sides.into_iter().nth(nth)?;
    Some(choice(asked, right, all, chance))
}

/// What becomes of the wagers here: where they may be withdrawn only while cards are unseen, it turns on whether these were. Nothing while
/// somebody has yet to decide it.
fn wagers(ruled: &Ruled, verdict: &Verdict) -> Option<WagersFate> {
    let waits = |happened: &Happened| {
        matches!(happened.event.fact, Fact::Trouble(trouble::Fact::WindowOpened { .. }))
    };
    match verdict.wagers? {
        WagersFate::MayBeWithdrawn | WagersFate::MayBeWithdrawnWhileUnseen if ruled.matter.is_some() => None,
        WagersFate::MayBeWithdrawn | WagersFate::MayBeWithdrawnWhileUnseen => {
            Some(match ruled.happened.iter().any(waits) {
                true => WagersFate::MayBeWithdrawn,
                false => WagersFate::Stand,
            })
        }
        other => Some(other),
    }
}

fn silence(who: &str) -> String {
    format!("the book does not say: {who} decides")
}

/// The right answer among up to three wrong ones, in an order of chance.
fn choice(asked: &str, right: String, all: Vec<String>, chance: &mut Chance) -> Aspect {
    let mut wrong: Vec<String> = all.into_iter().filter(|words| *words != right).collect();
    let mut taken = vec![right.clone()];
    while taken.len() < 4 && !wrong.is_empty() {
        taken.push(wrong.remove(chance.below(wrong.len())));
    }
    let mut options = Vec::new();
    while !taken.is_empty() {
        options.push(taken.remove(chance.below(taken.len())));
    }
    let options: Vec<(char, String)> = ('a'..).zip(options).collect();
    let letter = options.iter().find(|(_, words)| *words == right).map_or('a', |(letter, _)| *letter);
    (asked.to_owned(), options, letter)
}

/// The ruling itself, and what it brought about at once.
fn messages_of(ruled: &Ruled) -> Vec<story::Message> {
    ruled
        .happened
        .iter()
        .filter(|happened| rules(happened))
        .filter_map(|happened| happened.message.clone())
        .collect()
}

fn rules(happened: &Happened) -> bool {
    use trouble::Fact::{CoupReconstructed, CoupVoided, MatterOpened, Ruled, WindowOpened};
    match &happened.event.fact {
        Fact::Trouble(fact) => matches!(
            fact,
            Ruled { .. }
                | MatterOpened { .. }
                | CoupReconstructed { .. }
                | CoupVoided { .. }
                | WindowOpened { .. }
        ),
        Fact::Deal(fact) => matches!(
            fact,
            deal::Fact::CardCarried { .. } | deal::Fact::CardDealt { .. } | deal::Fact::CardSetAside { .. }
        ),
        Fact::Bets(fact) => {
            matches!(fact, bets::Fact::NoBetDirected { .. } | bets::Fact::WagerReturned { .. })
        }
        Fact::Cards(fact) => matches!(fact, cards::Fact::ShuffleDue | cards::Fact::ShuffleOrdered),
        _ => false,
    }
}

fn clauses(book: &Book, ruled: &Ruled) -> Vec<(baccarat::basis::ClauseNumber, String)> {
    let opened = |happened: &&Happened| {
        let silent = matches!(&happened.event.fact,
            Fact::Trouble(trouble::Fact::MatterOpened { matter }) if matches!(matter.about, Subject::Silence { .. }));
        rules(happened) || silent
    };
    gists(book, ruled.happened.iter().filter(opened).flat_map(|happened| &happened.event.cites.clauses))
}
