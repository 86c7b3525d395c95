//! What does the dealer call or do next?

use crate::School;
use crate::chance::Chance;
use crate::due::{Moment, pick};
use crate::kind::Kind;
use crate::next_card::usual;
use crate::payment::lying;
use crate::phrase::Phrase;
use crate::question::{Form, PosedQuestion, Question, Right, Shown, gists};
use crate::scene::Stuck;
use table::Due;
use table::state::Phase;

/// A moment of a coup, from the bets on until the cards are collected; calls more often than anything else.
pub fn ask(school: &School, chance: &mut Chance) -> Result<PosedQuestion, Stuck> {
    let ready = chance.pick(&school.dealing).cloned();
    let mut start = ready.ok_or_else(|| Stuck("this book opens no table as usual".to_owned()))?;
    let laid = usual(&school.book, &start.table.state().settings)
        .ok_or_else(|| Stuck("this book has no wager on the Player".to_owned()))?;
    start.place(&laid)?;
    start.name_cards(&chance.cards(6));
    start.close_bets();
    let coups = start.table.state().coups;
    let wants_call = !chance.once_in(3);
    let in_coup = move |scene: &crate::scene::Scene| match scene.table.state().phase {
        Phase::Coup(_) => true,
        Phase::Betting(_) => scene.table.state().coups == coups && scene.cards_left() == 6,
        _ => false,
    };
    let moment = pick(&start, chance, in_coup, |due| !wants_call || matches!(due, Due::Call { .. }))?;
    let Moment { scene, options, place } = moment;
    let before = matches!(scene.table.state().phase, Phase::Betting(_));
    let asked = if before { "school-ask-due-before" } else { "school-ask-due" };
    let question = Question {
        kind: Kind::Calls,
        seed: 0,
        number: 0,
        shown: Shown { hands: scene.hands(), wagers: vec![lying(&scene.table, &laid)], ..Shown::default() },
        asked: Phrase::new(asked),
        form: Form::Choice { options: options.clone() },
        right: Right::Option { place },
        clauses: gists(&school.book, &scene.table.due_under_at(scene.now).clauses),
        why: vec![Phrase::new("school-why-due").with("due", options[place].clone())],
        transcript: None,
    };
    Ok(PosedQuestion { question, table: scene.table.clone() })
}
