//! Is a wager settled before third cards?

use crate::School;
use crate::chance::Chance;
use crate::kind::Kind;
use crate::next_card::usual;
use crate::payment::{lying, named, wager};
use crate::phrase::Phrase;
use crate::question::{Form, PosedQuestion, Question, Right, Shown, gists};
use crate::scene::{Laid, PATRON, Scene, Stuck};
use baccarat::card::Card;
use baccarat::wager::WagerClass;
use table::state::Phase;
use table::{Due, Event, Fact, Reason, SettledAs, pay};

/// How many times another wager or other cards are tried.
const TRIES: usize = 600;

/// Four cards, a third card to come, and a side wager; now and then a main one.
pub fn ask(school: &School, chance: &mut Chance) -> Result<PosedQuestion, Stuck> {
    for _ in 0..TRIES {
        let Some(ready) = chance.pick(&school.paying).cloned() else { break };
        let class = if chance.once_in(8) { WagerClass::Main } else { WagerClass::Side };
        let Some(laid) = wager(&ready, chance, class, 5, 100) else { continue };
        let cards = chance.cards(4);
        if let Some(asked) = asked(school, ready, &laid, &cards)? {
            return Ok(asked);
        }
    }
    Err(Stuck("this book has no side wager".to_owned()))
}

/// The question, if a third card is to come.
fn asked(
    school: &School,
    mut scene: Scene,
    laid: &Laid,
    cards: &[Card],
) -> Result<Option<PosedQuestion>, Stuck> {
    if let Err(refusal) = scene.place(laid) {
        let main = usual(&school.book, &scene.table.state().settings);
        let (Reason::NeedsMainWager, Some(main)) = (refusal.reason, main) else { return Ok(None) };
        if scene.place(&main).is_err() || scene.place(laid).is_err() {
            return Ok(None);
        }
    }
    scene.name_cards(cards);
    scene.close_bets();
    scene.while_so(|scene| scene.cards_left() > 0 || !waits(scene))?;
    let (table, hands) = (scene.table.clone(), scene.hands());
    let under = table.due_under_at(scene.now);
    let happened = scene.deal(&[])?;
    if !matches!(scene.table.due(), Due::Card { .. }) || !is_in_coup(&scene) {
        return Ok(None);
    }
    let settled = settled_now(&happened, laid);
    let place = match settled {
        Some((_, SettledAs::Wins)) => 0,
        Some((_, SettledAs::Loses)) => 1,
        Some((_, SettledAs::StandsOff)) => return Ok(None),
        None => 2,
    };
    let clauses = match settled {
        Some((event, _)) => gists(&school.book, under.clauses.iter().chain(&event.cites.clauses)),
        None => gists(&school.book, &scene.table.due_under_at(scene.now).clauses),
    };
    let why = ["school-why-early-wins", "school-why-early-loses", "school-why-not-early"][place];
    let question = Question {
        kind: Kind::EarlyPairs,
        seed: 0,
        number: 0,
        shown: Shown { hands, wagers: vec![lying(&table, laid)], ..Shown::default() },
        asked: Phrase::new("school-ask-early")
            .with("patron", PATRON)
            .with("amount", laid.amount)
            .with("wager", named(&table, laid)),
        form: Form::Choice {
            options: ["school-early-pay", "school-early-take", "school-early-leave"]
                .map(Phrase::new)
                .to_vec(),
        },
        right: Right::Option { place },
        clauses,
        why: vec![Phrase::new(why).with("wager", named(&table, laid))],
        transcript: None,
    };
    Ok(Some(PosedQuestion { question, table }))
}

fn is_in_coup(scene: &Scene) -> bool {
    matches!(scene.table.state().phase, Phase::Coup(_))
}

/// Does the table wait for a settlement or a card, with the first four open?
fn waits(scene: &Scene) -> bool {
    is_in_coup(scene) && matches!(scene.table.due(), Due::Settle | Due::Card { .. })
}

fn settled_now<'e>(happened: &'e [Event], laid: &Laid) -> Option<(&'e Event, SettledAs)> {
    happened.iter().find_map(|event| match &event.fact {
        Fact::Pay(pay::Fact::WagerSettled { wager, result, .. }) if *wager == laid.wager => {
            Some((event, result.outcome))
        }
        _ => None,
    })
}
