//! Who gets the next card?

use crate::School;
use crate::chance::Chance;
use crate::kind::Kind;
use crate::phrase::Phrase;
use crate::question::{Form, PosedQuestion, Question, Right, Shown, gists};
use crate::scene::{Laid, Scene, Stuck};
use crate::transcript::Transcript;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::outcome::{Side, Winner};
use table::{Due, Event, Fact, Settings, deal};

/// A wager on the player, so that a coup can be dealt.
pub fn usual(book: &Book, settings: &Settings) -> Option<Laid> {
    let wager = book.main_wager(&settings.method, Winner::Player)?;
    Some(Laid { wager: wager.id.clone(), amount: Money(100 * Money::UNITS) })
}

/// A table as usual with a wager on it.
pub fn with_wager(school: &School) -> Result<(Scene, Laid), Stuck> {
    let mut scene = school.plain()?;
    let laid = usual(&school.book, &scene.table.state().settings)
        .ok_or_else(|| Stuck("this book has no wager on the Player".to_owned()))?;
    scene.place(&laid)?;
    Ok((scene, laid))
}

/// Four cards, or five where the Player draws. Most are not naturals, as those are soon learnt.
pub fn ask(school: &School, chance: &mut Chance) -> Result<PosedQuestion, Stuck> {
    let wants_natural = chance.once_in(6);
    let wants_fifth = chance.once_in(2);
    let (ready, laid) = with_wager(school)?;
    loop {
        let mut cards = chance.cards(4);
        let mut scene = ready.clone();
        let mut happened = scene.deal(&cards)?;
        let natural =
            happened.iter().any(|event| matches!(event.fact, Fact::Deal(deal::Fact::NaturalSeen { .. })));
        if natural != wants_natural {
            continue;
        }
        if wants_fifth && scene.table.due() == (Due::Card { to: Side::Player }) {
            cards.push(chance.card());
            scene = ready.clone();
            happened = scene.deal(&cards)?;
        }
        return question(school, &scene, &happened, &laid, &cards);
    }
}

fn question(
    school: &School,
    scene: &Scene,
    happened: &[Event],
    laid: &Laid,
    cards: &[Card],
) -> Result<PosedQuestion, Stuck> {
    let place = match scene.table.due() {
        Due::Card { to: Side::Player } => 0,
        Due::Card { to: Side::Banker } => 1,
        _ => 2,
    };
    let judging: Vec<&Event> = happened.iter().filter(|event| says(event).is_some()).collect();
    let mut transcript = Transcript::of(&school.book);
    transcript.bets(laid, false);
    transcript.dealt("deal", &completed(scene, cards)?);
    transcript.expects(&judging);
    let options = ["school-to-player", "school-to-banker", "school-to-nobody"];
    let question = Question {
        kind: Kind::NextCard,
        seed: 0,
        number: 0,
        shown: Shown { hands: scene.hands(), ..Shown::default() },
        asked: Phrase::new("school-ask-next-card"),
        form: Form::Choice { options: options.map(Phrase::new).to_vec() },
        right: Right::Option { place },
        clauses: gists(&school.book, judging.iter().flat_map(|event| &event.cites.clauses)),
        why: judging.iter().filter_map(|event| says(event)).collect(),
        transcript: Some(transcript.text()),
    };
    Ok(PosedQuestion { question, table: scene.table.clone() })
}

/// What an event says of a hand.
fn says(event: &Event) -> Option<Phrase> {
    let Fact::Deal(fact) = &event.fact else { return None };
    let judged = |key: &str, side: Side, total: u8| {
        Phrase::new(key).with("hand", Phrase::hand(side)).with("total", i64::from(total))
    };
    match fact {
        deal::Fact::HandDraws { side, total } => Some(judged("school-why-draws", *side, *total)),
        deal::Fact::HandStands { side, total } => Some(judged("school-why-stands", *side, *total)),
        deal::Fact::NaturalSeen { player, banker } => {
            Some(Phrase::counts("school-why-natural", *player, *banker))
        }
        _ => None,
    }
}

/// The cards, with such as finish the coup.
fn completed(scene: &Scene, cards: &[Card]) -> Result<Vec<Card>, Stuck> {
    let mut end = scene.clone();
    let more: Vec<Card> = Card::all().take(2).collect();
    end.deal(&more)?;
    let dealt = end.hands().map_or(0, |[player, banker]| player.len() + banker.len());
    Ok(cards.iter().chain(&more).copied().take(dealt).collect())
}
