//! What a small mistake does to the edge: odds paid wrongly, a card missing, a cell of the chart misdealt.

use crate::error::Error;
use ::odds::{Evaluator, Way};
use baccarat::book::Book;
use baccarat::composition::Composition;
use baccarat::kinds::CardKinds;
use baccarat::tableau::Tableau;
use baccarat::wager::{Settlement, Wager};
use num_traits::ToPrimitive;
use rayon::prelude::*;
use serde::Serialize;

/// The most microseconds that the odds of a wager may take for its mistakes to be worked out: there are more than a hundred of them.
const DEAREST: u64 = 50_000;

/// What mistakes do to one wager. Changes are of the house edge, in parts of one unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sensitivity {
    /// Its id.
    pub wager: String,
    /// The row that loses the house most if it pays one unit more.
    pub pay_row: String,
    /// The edge is less by this then, and more by this if it pays one less.
    pub pay_change: f64,
    /// The card that helps patrons most if one of it is missing; nothing where the odds of the wager take too long for that.
    pub missing_card: Option<Mistake>,
    /// The cell of the chart that helps patrons most if it is always misdealt: the banker's total and the player's third card; nothing
    /// where the odds of the wager take too long for that.
    pub chart_cell: Option<Mistake>,
}

/// A mistake, and what it does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mistake {
    /// What is wrong.
    pub what: String,
    /// By how much the house edge changes.
    pub change: f64,
}

impl Mistake {
    /// Takes another mistake in the place of this one if it costs the house more.
    fn worse(worst: &mut Option<Mistake>, what: impl FnOnce() -> String, change: f64) {
        if worst.as_ref().is_none_or(|worst| change < worst.change) {
            *worst = Some(Mistake { what: what(), change });
        }
    }
}

/// A cell of the chart, turned over.
fn turned(tableau: &Tableau, banker: usize, third: Option<usize>) -> Tableau {
    let mut turned = tableau.clone();
    let cell = match third {
        None => &mut turned.banker_draws_alone[banker],
        Some(third) => &mut turned.banker_draws[third][banker],
    };
    *cell = !*cell;
    turned
}

/// Of these wagers on a full shoe, in their order. Wagers on the cards themselves are worked out one by one, side by side.
pub(crate) fn sensitivity(book: &Book, wagers: &[&Wager], decks: u8) -> Result<Vec<Sensitivity>, Error> {
    let (on_cards, others): (Vec<&Wager>, Vec<&Wager>) =
        wagers.iter().copied().partition(|wager| wager.asks_cards());
    let groups = std::iter::once(others.as_slice()).chain(on_cards.chunks(1));
    let groups: Vec<&[&Wager]> = groups.filter(|group| !group.is_empty()).collect();
    let found: Result<Vec<Vec<Sensitivity>>, Error> =
        groups.into_par_iter().map(|group| together(book, group, decks)).collect();
    let mut found: Vec<Sensitivity> = found?.into_iter().flatten().collect();
    found.sort_by_key(|of| wagers.iter().position(|wager| wager.id.as_str() == of.wager));
    Ok(found)
}

/// Of wagers that are worked out together.
fn together(book: &Book, wagers: &[&Wager], decks: u8) -> Result<Vec<Sensitivity>, Error> {
    let shoe = Composition::of_decks(decks);
    let evaluator = Evaluator::new(book.tableau(), book.values(), wagers)?;
    let odds = evaluator.odds(&shoe)?;
    let edges = |evaluator: &Evaluator, shoe: &Composition| -> Result<Vec<f64>, Error> {
        Ok(evaluator.odds(shoe)?.iter().map(::odds::WagerOdds::house_edge).collect())
    };
    let usual: Vec<f64> = odds.iter().map(::odds::WagerOdds::house_edge).collect();
    let ways: Vec<Way> = wagers.iter().map(|wager| Way::of(wager, book.values())).collect();
    let (mut missing, mut cells) = (vec![None; wagers.len()], vec![None; wagers.len()]);
    if ways.iter().all(|way| way.microseconds() <= DEAREST) {
        // Cards that no wager tells apart do the same when they are missing.
        for card in CardKinds::of(wagers, book.values()).cards() {
            let mut left = shoe.clone();
            left.remove(*card);
            let changed = edges(&evaluator, &left)?;
            for ((worst, changed), usual) in missing.iter_mut().zip(changed).zip(&usual) {
                Mistake::worse(worst, || card.to_string(), changed - usual);
            }
        }
        let asks_thirds = |way: &Way| !matches!(way, Way::Pairs | Way::FirstFour { .. });
        for (banker, third) in every_cell() {
            let changed = match ways.iter().any(asks_thirds) {
                true => edges(
                    &Evaluator::new(&turned(book.tableau(), banker, third), book.values(), wagers)?,
                    &shoe,
                )?,
                // Third cards are nothing to these wagers.
                false => usual.clone(),
            };
            for ((worst, changed), usual) in cells.iter_mut().zip(changed).zip(&usual) {
                let third = || third.map_or("none".to_owned(), |third| third.to_string());
                Mistake::worse(worst, || format!("banker {banker}, third card {}", third()), changed - usual);
            }
        }
    }
    let all = wagers.iter().zip(&odds).zip(missing.into_iter().zip(cells));
    Ok(all
        .map(|((wager, odds), (missing_card, chart_cell))| {
            let chances = odds.probabilities();
            let wins = wager.rows.iter().zip(&chances);
            let wins = wins.filter(|(row, _)| matches!(row.settlement, Settlement::Wins(_)));
            let likeliest = wins.max_by(|(_, one), (_, other)| one.cmp(other));
            Sensitivity {
                wager: wager.id.to_string(),
                pay_row: likeliest.map_or(String::new(), |(row, _)| row.written()),
                pay_change: likeliest.and_then(|(_, chance)| chance.to_f64()).unwrap_or(0.0),
                missing_card,
                chart_cell,
            }
        })
        .collect())
}

/// Every cell of the banker's chart: the banker's total, and the player's third card if there is one.
fn every_cell() -> impl Iterator<Item = (usize, Option<usize>)> {
    (0..8).flat_map(|banker| std::iter::once(None).chain((0..10).map(Some)).map(move |third| (banker, third)))
}
