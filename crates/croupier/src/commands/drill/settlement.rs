//! What is a wager paid?

use super::Topic;
use super::question::{Answer, Question, gists};
use super::third_card::{any_card, hands, usual};
use super::transcript::Transcript;
use crate::failure::Failure;
use crate::sitting::TableArgs;
use crate::sitting::scene::{Laid, Scene, patron_at};
use crate::sitting::story;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::rules::people::Role;
use baccarat::wager::{WagerClass, WagerId};
use shoe::demonstration::Chance;
use std::sync::Arc;
use table::{Fact, Reason, Settings, SettledAs, pay};

/// Sets of chips: with halves, without, and coarse ones.
const CHIPS: [&[i64]; 3] =
    [&[50, 100, 500, 2_500, 10_000], &[100, 500, 2_500, 10_000], &[500, 2_500, 10_000]];

/// How many times another coup or amount is tried for a question worth asking.
const TRIES: usize = 40;

/// A wager of the book in an odd amount, and a whole coup.
pub fn ask(book: &Arc<Book>, chance: &mut Chance) -> Result<Question, Failure> {
    let settings = settings(book, chance)?;
    let wants_loss = chance.below(5) == 0;
    let mut found = Err(Failure::refused("this book has no wager to ask about"));
    for _ in 0..TRIES {
        let laid = wager(book, &settings, chance);
        let cards: Vec<Card> = (0..6).map(|_| any_card(chance)).collect();
        let Some(laid) = laid else { continue };
        let Some(question) = played(book, &settings, &laid, &cards)? else { continue };
        let lost = matches!(&question.answer, Answer::Settled(result) if result.outcome == SettledAs::Loses);
        found = Ok(question);
        // Losses teach little, so they are asked seldom.
        if lost == wants_loss {
            break;
        }
    }
    found
}

/// A table of the book: any method, any of the sets of chips that the book allows there.
fn settings(book: &Book, chance: &mut Chance) -> Result<Settings, Failure> {
    let methods: Vec<String> = book.methods().map(|method| method.id.clone()).collect();
    let method = methods.get(chance.below(methods.len())).cloned();
    let table = TableArgs { book: book.id.clone(), seed: None, method, dealing: None, clock: None };
    let first = table.settings(book)?;
    let chips = CHIPS[chance.below(CHIPS.len())].iter().map(|chip| Money(*chip)).collect();
    let other = Settings { chips, ..first.clone() };
    Ok(if other.check(book).is_empty() { other } else { first })
}

/// A wager that the table offers, a main one as often as any other, in an amount of its smallest chips.
fn wager(book: &Book, settings: &Settings, chance: &mut Chance) -> Option<Laid> {
    let wagers = book.wagers(&settings.method)?;
    let sides = &book.rules.sides.offered;
    let offered: Vec<&WagerId> = sides
        .values()
        .filter(|option| settings.options.contains(&option.option))
        .flat_map(|option| &option.wagers)
        .collect();
    let main = chance.below(2) == 0 || offered.is_empty();
    let fitting: Vec<&WagerId> = wagers
        .iter()
        .filter(|wager| match wager.class {
            WagerClass::Main => main,
            WagerClass::Side => !main && offered.contains(&&wager.id),
        })
        .map(|wager| &wager.id)
        .collect();
    let wager = (*fitting.get(chance.below(fitting.len()))?).clone();
    let limits = settings.limits_of(book, &wager);
    let chip = settings.chips.iter().copied().min()?.0.max(Money::UNITS);
    let most = limits.most.0.min(150 * Money::UNITS);
    let steps = (most - limits.least.0).max(0) / chip;
    let amount = Money(limits.least.0 + chip * chance.below(steps as usize + 1) as i64);
    Some(Laid { wager, amount })
}

/// Plays it; nothing if the table does not take such a wager at all.
fn played(
    book: &Arc<Book>,
    settings: &Settings,
    laid: &Laid,
    cards: &[Card],
) -> Result<Option<Question>, Failure> {
    let mut scene = Scene::open(book.clone(), settings.clone(), 1)?;
    scene.make_ready(cards)?;
    let mut transcript = Transcript::at(book, settings);
    ["ann arrives", "ann buys in 10000", "ann takes seat 1"].iter().for_each(|line| transcript.line(line));
    let mut placed = scene.place(1, laid);
    if placed.as_ref().is_err_and(|refusal| refusal.reason == Reason::NeedsMainWager) {
        scene.bet(&usual(book, settings))?;
        usual(book, settings).iter().for_each(|main| transcript.bets(main, false));
        placed = scene.place(1, laid);
    }
    let Ok(placed) = placed else { return Ok(None) };
    let by_mistake = placed.iter().any(|happened| happened.event.by.role == Role::Dealer);
    transcript.bets(laid, by_mistake);
    scene.sitting.driver.close_bets();
    let mut happened = scene.play_to_result(cards)?;
    let hands = hands(&scene);
    happened.extend(scene.play_on(&[])?);
    let settled = happened.iter().find_map(|happened| match &happened.event.fact {
        Fact::Pay(pay::Fact::WagerSettled { wager, result, .. }) if *wager == laid.wager => {
            Some((happened, result.clone()))
        }
        _ => None,
    });
    let (Some((settling, result)), Some(hands)) = (settled, hands) else { return Ok(None) };
    let dealt = hands[0].len() + hands[1].len();
    transcript.dealt("deal", &cards[..dealt.min(cards.len())]);
    transcript.expects(&[settling]);
    let asked = asked(book, settings, &story::wager_name(&scene.sitting.table, &laid.wager), laid.amount);
    Ok(Some(Question {
        topic: Topic::Settlement,
        asked,
        hands: Some(hands),
        answer: Answer::Settled(result),
        message: settling.message.clone().into_iter().collect(),
        clauses: gists(book, &settling.event.cites.clauses),
        transcript: transcript.text(),
    }))
}

fn asked(book: &Book, settings: &Settings, wager: &str, amount: Money) -> String {
    let chips: Vec<String> = settings.chips.iter().map(ToString::to_string).collect();
    let method = match book.methods().count() {
        1 => String::new(),
        _ => format!(", {} method", settings.method),
    };
    let who = patron_at(1);
    format!("{who} has {amount} on {wager}. Chips of {}{method}. What becomes of it?", chips.join(", "))
}
