//! What a PAR sheet measures instead of working it out: simulated coups held against the odds, the cutting card, counting.

use crate::counting;
use crate::error::Error;
use crate::shoes::{Shoes, TableChoice};
use crate::simulation::{self, Run};
use baccarat::book::Book;
use serde::Serialize;

/// One settlement method at the most decks, dealt.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The method.
    pub method: String,
    /// How many decks.
    pub decks: u8,
    /// What gives the same shoes again.
    pub seed: String,
    /// How many shoes were dealt.
    pub shoes: u64,
    /// How many coups.
    pub coups: u64,
    /// How many cards lay behind the cutting card.
    pub from_back: Option<u16>,
    /// Row by row, how often it came against how often it was to come.
    pub rows: Vec<RowMeasured>,
    /// By wager, what was held against the exact edge: the effect of the cutting card and of chance.
    pub holds: Vec<HoldMeasured>,
    /// By wager, what counting is worth; none where nothing can be counted.
    pub counted: Vec<CountMeasured>,
    /// How many shoes were counted.
    pub counted_shoes: u64,
    /// Wagers that were not counted, as their odds take too long.
    pub not_counted: Vec<String>,
    /// By wager and cards out of the shoe, how far the odds of the cards not seen lie apart.
    pub by_depth: Vec<DepthMeasured>,
}

/// What a wager was worth after so many cards, by the exact odds of all cards not seen.
#[derive(Clone, Debug, Serialize)]
pub struct DepthMeasured {
    /// The wager.
    pub wager: String,
    /// How many cards were out, at least.
    pub cards_out: usize,
    /// How many coups began there.
    pub coups: u64,
    /// The mean of the house edge.
    pub edge: f64,
    /// Its standard deviation from coup to coup.
    pub deviation: f64,
    /// On what share of coups the patron had the edge.
    pub favourable: f64,
}

/// A row, simulated.
#[derive(Clone, Debug, Serialize)]
pub struct RowMeasured {
    /// The wager.
    pub wager: String,
    /// The row as the book writes it.
    pub row: String,
    /// How often it decided.
    pub times: u64,
    /// How often it was to decide.
    pub expected: f64,
    /// How many deviations apart.
    pub z: f64,
}

/// The hold of a wager, simulated.
#[derive(Clone, Debug, Serialize)]
pub struct HoldMeasured {
    /// The wager.
    pub wager: String,
    /// What the house kept.
    pub hold: f64,
    /// From here with 95 % confidence.
    pub low: f64,
    /// To here.
    pub high: f64,
    /// What it keeps on a full shoe.
    pub exact: Option<f64>,
    /// How many standard errors of whole shoes apart.
    pub z: f64,
    /// The square sum of its rows' deviations, over their expectations.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub freedom: usize,
}

/// What counting is worth on a wager at one depth of the cutting card.
#[derive(Clone, Debug, Serialize)]
pub struct CountMeasured {
    /// The wager.
    pub wager: String,
    /// How many cards lie behind the cutting card.
    pub from_back: u16,
    /// On what share of coups the patron has the edge.
    pub favourable: f64,
    /// What one unit on each of those is worth in a shoe.
    pub perfect: f64,
    /// How far that may be off, with 95 % confidence.
    pub error: f64,
    /// What a linear count is worth, betting from the count on that pays best on other shoes than those it is scored on.
    pub linear: f64,
}

/// Deals and counts. `chances` are those of each row of each wager on a full shoe.
pub(crate) fn measured(
    book: &Book,
    method: &str,
    decks: u8,
    seed: u64,
    shoes: u64,
    counted: u64,
    chances: &[(String, Vec<f64>)],
) -> Result<Measured, Error> {
    let choice =
        TableChoice { method: Some(method.to_owned()), decks: Some(decks), ..TableChoice::default() };
    let dealt = Shoes::of(book.clone(), &choice, seed)?;
    let run = Run { shoes, ..Run::default() };
    let answer = simulation::Question::of(dealt, run)?.answer(|_| true)?;
    let mut rows = Vec::new();
    let mut holds = Vec::new();
    for of in &answer.wagers {
        let known = chances.iter().find(|(id, _)| *id == of.wager).map(|(_, chances)| chances.as_slice());
        let mut square = 0.0;
        let mut cells = 0;
        for (row, chance) in of.rows.iter().zip(known.unwrap_or_default()) {
            let expected = chance * answer.coups as f64;
            let deviation = (expected * (1.0 - chance)).sqrt();
            let off = row.times as f64 - expected;
            if expected > 0.0 {
                square += off * off / expected;
                cells += 1;
            }
            rows.push(RowMeasured {
                wager: of.wager.clone(),
                row: row.row.clone(),
                times: row.times,
                expected,
                z: if deviation > 0.0 { off / deviation } else { 0.0 },
            });
        }
        holds.push(HoldMeasured {
            wager: of.wager.clone(),
            hold: of.hold,
            low: of.hold_low,
            high: of.hold_high,
            exact: of.exact,
            z: of.z,
            chi_square: square,
            freedom: cells.max(1) - 1,
        });
    }
    let counting = Shoes::of(book.clone(), &choice, seed.wrapping_add(1))
        .and_then(|dealt| counting::Question::of(dealt, &[], &[], counted))
        .and_then(|question| question.answer(|_| true));
    let by_wager = counting.iter().flat_map(|answer| &answer.wagers);
    let counted_rows = by_wager.flat_map(|of| {
        of.depths.iter().map(|at| CountMeasured {
            wager: of.wager.clone(),
            from_back: at.from_back,
            favourable: at.favourable_share,
            perfect: at.perfect_per_shoe,
            error: at.perfect_error,
            linear: at.linear_per_shoe,
        })
    });
    let stretches = counting.iter().flat_map(|answer| &answer.wagers);
    let stretches = stretches.flat_map(|of| of.stretches.iter().map(move |at| (&of.wager, at)));
    let by_depth = stretches.filter(|(_, at)| at.coups > 0).map(|(wager, at)| DepthMeasured {
        wager: wager.clone(),
        cards_out: at.cards_out,
        coups: at.coups,
        edge: -at.mean,
        deviation: at.deviation,
        favourable: at.favourable as f64 / at.coups as f64,
    });
    Ok(Measured {
        method: method.to_owned(),
        decks,
        seed: seed.to_string(),
        shoes: answer.shoes,
        coups: answer.coups,
        from_back: answer.from_back,
        rows,
        holds,
        counted: counted_rows.collect(),
        counted_shoes: counting.as_ref().map_or(0, |answer| answer.shoes),
        not_counted: counting.as_ref().map_or(Vec::new(), |answer| answer.not_counted.clone()),
        by_depth: by_depth.collect(),
    })
}
