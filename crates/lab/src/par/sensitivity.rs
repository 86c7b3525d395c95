//! What a small mistake does to the edge: odds paid wrongly, a card missing, a cell of the chart misdealt.

use crate::error::Error;
use ::odds::Evaluator;
use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::composition::Composition;
use baccarat::tableau::Tableau;
use baccarat::wager::{Settlement, Wager};
use num_traits::ToPrimitive;
use serde::Serialize;

/// What mistakes do to one wager. Changes are of the house edge, in parts of one unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sensitivity {
    /// Its id.
    pub wager: String,
    /// The row that loses the house most if it pays one unit more.
    pub pay_row: String,
    /// The edge is less by this then, and more by this if it pays one less.
    pub pay_change: f64,
    /// The card that helps patrons most if one of it is missing.
    pub missing_card: String,
    /// What it does.
    pub missing_change: f64,
    /// The cell of the chart that helps patrons most if it is always misdealt: the banker's total and the player's third card.
    pub chart_cell: String,
    /// What it does.
    pub chart_change: f64,
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

/// Of every wager of a method on a full shoe.
pub(crate) fn sensitivity(book: &Book, wagers: &[&Wager], decks: u8) -> Result<Vec<Sensitivity>, Error> {
    let shoe = Composition::of_decks(decks);
    let edges = |tableau: &Tableau, shoe: &Composition| -> Result<Vec<f64>, Error> {
        let evaluator = Evaluator::new(tableau, book.values(), wagers)?;
        Ok(evaluator.odds(shoe)?.iter().map(::odds::WagerOdds::house_edge).collect())
    };
    let usual = edges(book.tableau(), &shoe)?;
    let evaluator = Evaluator::new(book.tableau(), book.values(), wagers)?;
    let odds = evaluator.odds(&shoe)?;
    // By wager, the mistake that costs the house most so far.
    let mut missing = vec![(String::new(), 0.0_f64); wagers.len()];
    for removal in evaluator.removals(&shoe)? {
        for (worst, effect) in missing.iter_mut().zip(&removal.effects) {
            let change = -effect.to_f64().unwrap_or(0.0);
            if worst.0.is_empty() || change < worst.1 {
                *worst = (named(removal.card), change);
            }
        }
    }
    let mut cells = vec![(String::new(), 0.0_f64); wagers.len()];
    for banker in 0..8 {
        for third in std::iter::once(None).chain((0..10).map(Some)) {
            let changed = edges(&turned(book.tableau(), banker, third), &shoe)?;
            for ((worst, changed), usual) in cells.iter_mut().zip(changed).zip(&usual) {
                let change = changed - usual;
                if worst.0.is_empty() || change < worst.1 {
                    let third = third.map_or("none".to_owned(), |third| third.to_string());
                    *worst = (format!("banker {banker}, third card {third}"), change);
                }
            }
        }
    }
    let all = wagers.iter().zip(&odds).zip(missing.into_iter().zip(cells));
    Ok(all
        .map(|((wager, odds), ((missing_card, missing_change), (chart_cell, chart_change)))| {
            let chances = odds.probabilities();
            let wins = wager.rows.iter().zip(&chances);
            let wins = wins.filter(|(row, _)| matches!(row.settlement, Settlement::Wins(_)));
            let likeliest = wins.max_by(|(_, one), (_, other)| one.cmp(other));
            Sensitivity {
                wager: wager.id.to_string(),
                pay_row: likeliest.map_or(String::new(), |(row, _)| row.written()),
                pay_change: likeliest.and_then(|(_, chance)| chance.to_f64()).unwrap_or(0.0),
                missing_card,
                missing_change,
                chart_cell,
                chart_change,
            }
        })
        .collect())
}

fn named(card: Card) -> String {
    card.to_string()
}
