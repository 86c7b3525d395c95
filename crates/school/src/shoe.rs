//! Shuffle, cut, burn and the last coup.

use crate::School;
use crate::chance::Chance;
use crate::due::{Moment, pick};
use crate::kind::Kind;
use crate::next_card::with_wager;
use crate::phrase::Phrase;
use crate::question::{Form, Gist, PosedQuestion, Question, Right, Shown, gists};
use crate::scene::{Scene, Stuck};
use baccarat::card::Card;
use baccarat::outcome::Winner;
use table::driver::{Drawn, may_cut};
use table::state::Phase;
use table::{Due, Event, Fact, Table, cards, deal};

/// How many times other cards are tried.
const TRIES: usize = 40;

/// One of them; what a book does not speak of is not asked.
pub fn ask(school: &School, chance: &mut Chance) -> Result<PosedQuestion, Stuck> {
    for _ in 0..TRIES {
        let asked = match chance.below(12) {
            0 => cut(school)?,
            1 => from_back(school)?,
            2..=4 => burn(school, chance)?,
            5..=8 => last_coup(school, chance)?,
            _ => Some(preparing(school, chance)?),
        };
        if let Some(asked) = asked {
            return Ok(asked);
        }
    }
    preparing(school, chance)
}

fn question(asked: Phrase, form: Form, right: Right, clauses: Vec<Gist>, why: Vec<Phrase>) -> Question {
    let (seed, number, transcript) = (0, 0, None);
    Question {
        kind: Kind::Shoe,
        seed,
        number,
        shown: Shown::default(),
        asked,
        form,
        right,
        clauses,
        why,
        transcript,
    }
}

fn number_of(asked: Phrase, number: i64, most: i64, clauses: Vec<Gist>) -> Question {
    let why = vec![Phrase::new("school-number").with("number", number)];
    question(asked, Form::Number { least: 0, most }, Right::Number { number }, clauses, why)
}

/// What comes next while cards are made ready.
fn preparing(school: &School, chance: &mut Chance) -> Result<PosedQuestion, Stuck> {
    let mut start = school.bare()?;
    start.name(chance.cards(16).into_iter().map(Drawn::Card));
    let in_preparation = |scene: &Scene| matches!(scene.table.state().phase, Phase::Preparing(_));
    let Moment { scene, options, place } = pick(&start, chance, in_preparation, |_| true)?;
    let asked = Phrase::new("school-ask-preparing");
    let done = Phrase::new("school-why-due").with("due", options[place].clone());
    let clauses = gists(&school.book, &scene.table.due_under_at(scene.now).clauses);
    let question = question(asked, Form::Choice { options }, Right::Option { place }, clauses, vec![done]);
    Ok(PosedQuestion { question, table: scene.table })
}

/// Walks to where something is due while cards are made ready.
fn until(school: &School, wanted: impl Fn(&Due) -> bool) -> Result<Option<Scene>, Stuck> {
    let mut scene = school.bare()?;
    scene.name(Card::all().next().into_iter().cycle().take(16).map(Drawn::Card));
    scene.while_so(|scene| {
        matches!(scene.table.state().phase, Phase::Preparing(_)) && !wanted(&scene.table.due())
    })?;
    Ok(Some(scene).filter(|scene| wanted(&scene.table.due())))
}

/// How deep the cut must be at least.
fn cut(school: &School) -> Result<Option<PosedQuestion>, Stuck> {
    let Some(rule) = school.book.rules.cut.decks_from_ends.ruled() else { return Ok(None) };
    let Some(scene) = until(school, |due| matches!(due, Due::Cut { .. } | Due::OfferCut { .. }))? else {
        return Ok(None);
    };
    let least = i64::from(*may_cut(&scene.table).start());
    if least < 2 {
        return Ok(None);
    }
    let asked = Phrase::new("school-ask-cut").with("cards", in_all(&scene.table));
    let question = number_of(asked, least, in_all(&scene.table), gists(&school.book, rule.basis.clauses()));
    Ok(Some(PosedQuestion { question, table: scene.table }))
}

/// How many cards there are.
fn in_all(table: &Table) -> i64 {
    i64::from(table.state().settings.decks) * 52
}

/// How far from the back the cutting card goes at least.
fn from_back(school: &School) -> Result<Option<PosedQuestion>, Stuck> {
    let Some(rule) = school.book.rules.cut.from_back.ruled() else { return Ok(None) };
    let Some(scene) = until(school, |due| *due == Due::InsertCuttingCard)? else { return Ok(None) };
    let (least, clauses) = (i64::from(*rule.value()), gists(&school.book, rule.basis.clauses()));
    let asked = Phrase::new("school-ask-from-back");
    let question = number_of(asked, least, in_all(&scene.table), clauses);
    Ok(Some(PosedQuestion { question, table: scene.table }))
}

/// How many cards follow the first one burnt.
fn burn(school: &School, chance: &mut Chance) -> Result<Option<PosedQuestion>, Stuck> {
    let Some(mut scene) = school.burning.clone() else { return Ok(None) };
    let card = chance.card();
    scene.name([Drawn::Card(card)]);
    // The card leaves the shoe with the very step that burns it.
    let mut table = scene.table.clone();
    let happened = scene.while_so(|scene| {
        let waits = scene.cards_left() > 0;
        if waits {
            table = scene.table.clone();
        }
        waits
    })?;
    let burnt = happened.iter().find_map(|event| match &event.fact {
        Fact::Cards(cards::Fact::CardBurnt { card: Some(seen), owed }) if *seen == card => {
            Some((event, i64::from(*owed)))
        }
        _ => None,
    });
    let Some((event, owed)) = burnt else { return Ok(None) };
    let asked = Phrase::new("school-ask-burn").with("card", card);
    let question = number_of(asked, owed, 20, gists(&school.book, &event.cites.clauses));
    Ok(Some(PosedQuestion { question, table }))
}

/// How many coups follow the one in which the cutting card came.
fn last_coup(school: &School, chance: &mut Chance) -> Result<Option<PosedQuestion>, Stuck> {
    let (mut scene, _) = with_wager(school)?;
    let before = [0, 1, 2, 3, 4][chance.below(5)];
    let mut drawn: Vec<Drawn> = chance.cards(6).into_iter().map(Drawn::Card).collect();
    drawn.insert(before, Drawn::CuttingCard);
    let dealt = drawn.len();
    scene.name(drawn);
    scene.close_bets();
    let mut happened = scene.while_so(|scene| !scene.is_decided())?;
    let (hands, table) = (scene.hands(), scene.table.clone());
    if dealt - scene.cards_left() <= before {
        return Ok(None);
    }
    happened.extend(scene.finish()?);
    let Some(winner) = winner(&happened) else { return Ok(None) };
    let left = match scene.table.state().phase {
        Phase::Preparing(_) => 0,
        _ => i64::from(scene.table.state().shoe.coups_left.unwrap_or(0)),
    };
    let last = &school.book.rules.last;
    let rule = if before == 0 { &last.after_cutting_card_first } else { &last.after_cutting_card_later };
    let tie = last.after_tie.ruled().filter(|_| winner == Winner::Tie);
    let clauses = rule.ruled().map_or(&[][..], |rule| rule.basis.clauses()).iter();
    let clauses = gists(&school.book, clauses.chain(tie.map_or(&[][..], |rule| rule.basis.clauses())));
    let ended = match winner {
        Winner::Player => "school-player-wins",
        Winner::Banker => "school-banker-wins",
        Winner::Tie => "school-nobody-wins",
    };
    let key = if before == 0 { "school-ask-last-first" } else { "school-ask-last-later" };
    let asked = Phrase::new(key).with("ended", Phrase::new(ended));
    let mut question = number_of(asked, left, 9, clauses);
    question.shown.hands = hands;
    Ok(Some(PosedQuestion { question, table }))
}

fn winner(happened: &[Event]) -> Option<Winner> {
    happened.iter().find_map(|event| match &event.fact {
        Fact::Deal(deal::Fact::CoupDecided { winner, .. }) => Some(*winner),
        _ => None,
    })
}
