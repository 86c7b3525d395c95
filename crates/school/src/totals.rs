//! What does a hand count?

use crate::School;
use crate::chance::Chance;
use crate::kind::Kind;
use crate::next_card::with_wager;
use crate::phrase::Phrase;
use crate::question::{Form, PosedQuestion, Question, Right, Shown, gists};
use crate::scene::Stuck;
use crate::transcript::Transcript;
use baccarat::outcome::{Side, Winner};
use table::{Fact, deal};

/// A whole coup: the count of a hand, or who wins.
pub fn ask(school: &School, chance: &mut Chance) -> Result<PosedQuestion, Stuck> {
    let (mut scene, laid) = with_wager(school)?;
    let cards = chance.cards(6);
    let happened = scene.deal(&cards)?;
    let decided = happened.iter().find_map(|event| match &event.fact {
        Fact::Deal(deal::Fact::CoupDecided { winner, player, banker, .. }) => {
            Some((event, *winner, *player, *banker))
        }
        _ => None,
    });
    let (event, winner, player, banker) =
        decided.ok_or_else(|| Stuck("the coup was not decided".to_owned()))?;
    let (asked, form, right) = match chance.below(5) {
        0 => who_wins(winner),
        1 | 2 => count_of(Side::Player, player),
        _ => count_of(Side::Banker, banker),
    };
    let mut transcript = Transcript::of(&school.book);
    transcript.bets(&laid, false);
    transcript.dealt("deal", &cards[..cards.len() - scene.cards_left()]);
    transcript.expects(&[event]);
    let values = &school.book.rules.cards.values;
    let valued = values.items.iter().flat_map(|value| value.basis.clauses());
    let question = Question {
        kind: Kind::Totals,
        seed: 0,
        number: 0,
        shown: Shown { hands: scene.hands(), ..Shown::default() },
        asked,
        form,
        right,
        clauses: gists(&school.book, valued.chain(&event.cites.clauses)),
        why: vec![Phrase::counts("school-why-counts", player, banker)],
        transcript: Some(transcript.text()),
    };
    Ok(PosedQuestion { question, table: scene.table.clone() })
}

fn count_of(side: Side, count: u8) -> (Phrase, Form, Right) {
    let asked = Phrase::new("school-ask-count").with("hand", Phrase::hand(side));
    (asked, Form::Number { least: 0, most: 9 }, Right::Number { number: i64::from(count) })
}

fn who_wins(winner: Winner) -> (Phrase, Form, Right) {
    let place = match winner {
        Winner::Player => 0,
        Winner::Banker => 1,
        Winner::Tie => 2,
    };
    let options =
        ["school-player-wins", "school-banker-wins", "school-nobody-wins"].map(Phrase::new).to_vec();
    (Phrase::new("school-ask-winner"), Form::Choice { options }, Right::Option { place })
}
