//! Who gets the next card?

use super::Topic;
use super::question::{Answer, Question, gists};
use super::transcript::Transcript;
use crate::failure::Failure;
use crate::sitting::Happened;
use crate::sitting::scene::{Laid, Scene};
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::{Side, Winner};
use baccarat::wager::Wager;
use shoe::demonstration::Chance;
use std::sync::Arc;
use table::state::Phase;
use table::{Due, Fact, Settings, deal};

/// A card, each as likely as any other.
pub fn any_card(chance: &mut Chance) -> Card {
    let all: Vec<Card> = Card::all().collect();
    all[chance.below(all.len())]
}

/// A wager on the player, so that a coup can be dealt.
pub fn usual(book: &Book, settings: &Settings) -> Vec<Laid> {
    let wager = book.main_wager(&settings.method, Winner::Player);
    let laid = |wager: &Wager| Laid { wager: wager.id.clone(), amount: Money(100 * Money::UNITS) };
    wager.into_iter().map(laid).collect()
}

/// A table with a wager on it and these cards dealt.
pub fn dealt(
    book: &Arc<Book>,
    settings: &Settings,
    cards: &[Card],
) -> Result<(Scene, Vec<Happened>), Failure> {
    let mut scene = Scene::open(book.clone(), settings.clone(), 1)?;
    scene.make_ready(cards)?;
    scene.bet(&usual(book, settings))?;
    let mut happened = scene.deal(cards)?;
    if !cards.is_empty() {
        happened.extend(scene.settle_down()?);
    }
    Ok((scene, happened))
}

/// The hands on the table.
pub fn hands(scene: &Scene) -> Option<[Vec<Option<Card>>; 2]> {
    match &scene.sitting.table.state().phase {
        Phase::Coup(coup) => Some([coup.player.clone(), coup.banker.clone()]),
        _ => None,
    }
}

/// Four cards, or five where the Player draws. Most are not naturals, as those are soon learnt.
pub fn ask(book: &Arc<Book>, chance: &mut Chance) -> Result<Question, Failure> {
    let settings = Settings::usual(book);
    let wants_natural = chance.below(6) == 0;
    let wants_fifth = chance.below(2) == 0;
    loop {
        let mut cards: Vec<Card> = (0..4).map(|_| any_card(chance)).collect();
        let (mut scene, mut happened) = dealt(book, &settings, &cards)?;
        let natural = happened
            .iter()
            .any(|happened| matches!(happened.event.fact, Fact::Deal(deal::Fact::NaturalSeen { .. })));
        if natural != wants_natural {
            continue;
        }
        if wants_fifth && scene.sitting.table.due() == (Due::Card { to: Side::Player }) {
            cards.push(any_card(chance));
            (scene, happened) = dealt(book, &settings, &cards)?;
        }
        return question(book, &scene, &happened, &cards);
    }
}

fn question(book: &Book, scene: &Scene, happened: &[Happened], cards: &[Card]) -> Result<Question, Failure> {
    let right = match scene.sitting.table.due() {
        Due::Card { to: Side::Player } => 'p',
        Due::Card { to: Side::Banker } => 'b',
        _ => 'n',
    };
    let options = [('p', "the Player"), ('b', "the Banker"), ('n', "nobody: the coup is over")];
    let judging: Vec<&Happened> = happened
        .iter()
        .filter(|happened| {
            matches!(
                happened.event.fact,
                Fact::Deal(deal::Fact::HandDraws { .. })
                    | Fact::Deal(deal::Fact::HandStands { .. })
                    | Fact::Deal(deal::Fact::NaturalSeen { .. })
            )
        })
        .collect();
    let mut transcript = Transcript::of(book);
    usual(book, &scene.sitting.table.state().settings).iter().for_each(|laid| transcript.bets(laid, false));
    transcript.dealt("deal", &completed(scene, cards)?);
    transcript.expects(&judging);
    Ok(Question {
        topic: Topic::ThirdCards,
        asked: "Who gets the next card?".to_owned(),
        hands: hands(scene),
        answer: Answer::Choice {
            options: options.map(|(letter, words)| (letter, words.to_owned())).to_vec(),
            right,
        },
        message: judging.iter().filter_map(|happened| happened.message.clone()).collect(),
        clauses: gists(book, judging.iter().flat_map(|happened| &happened.event.cites.clauses)),
        transcript: transcript.text(),
    })
}

/// The cards, with such as finish the coup.
fn completed(scene: &Scene, cards: &[Card]) -> Result<Vec<Card>, Failure> {
    let mut end = scene.branch();
    let more: Vec<Card> = Card::all().take(2).collect();
    end.play_to_result(&more)?;
    let dealt = hands(&end).map_or(0, |[player, banker]| player.len() + banker.len());
    Ok(cards.iter().chain(&more).copied().take(dealt).collect())
}
