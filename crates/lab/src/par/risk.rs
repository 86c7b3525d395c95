//! How results scatter and what a table can lose: volatility, bands, the rarest prize, exposure at the limits.

use crate::text;
use ::odds::WagerOdds;
use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::placement;
use baccarat::wager::{Settlement, Wager, WagerClass};
use num_traits::ToPrimitive;
use serde::Serialize;

/// The confidence levels of bands, each with how many deviations it reaches.
const LEVELS: [(u8, f64); 3] =
    [(90, 1.644_853_626_951_472), (95, 1.959_963_984_540_054), (99, 2.575_829_303_548_901)];

/// How many deviations make the volatility index.
const INDEX: f64 = 1.645;

/// Between what the return to patrons lies with some confidence after so many coups.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Band {
    /// How many coups.
    pub coups: u64,
    /// The confidence in per cent.
    pub level: u8,
    /// From here, of one unit staked.
    pub low: f64,
    /// To here.
    pub high: f64,
    /// `normal`, or `exact` where the win comes too seldom for that.
    pub how: &'static str,
}

/// How results scatter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Risk {
    /// What returns to patrons of one unit.
    pub rtp: f64,
    /// The volatility index: 1.645 deviations.
    pub volatility: f64,
    /// The prize that comes most seldom: what one unit wins.
    pub rarest_pays: String,
    /// It comes once in so many coups.
    pub rarest_one_in: f64,
    /// Bands of the return.
    pub bands: Vec<Band>,
}

impl Risk {
    /// Of a wager.
    pub(crate) fn of(wager: &Wager, odds: &WagerOdds) -> Risk {
        let (edge, deviation) = (odds.house_edge(), odds.standard_deviation());
        let shown = |value: &num_rational::BigRational| value.to_f64().unwrap_or(f64::NAN);
        let chances: Vec<f64> = odds.probabilities().iter().map(shown).collect();
        let wins = wager.rows.iter().zip(odds.nets()).zip(&chances);
        let wins =
            wins.filter(|((row, _), chance)| matches!(row.settlement, Settlement::Wins(_)) && **chance > 0.0);
        let rarest = wins.min_by(|(_, one), (_, other)| one.total_cmp(other));
        // One prize and a loss: the number of wins is binomial, and its quantiles are exact.
        let nets: Vec<f64> = odds.nets().iter().map(shown).collect();
        let mut bands = Vec::new();
        for power in 3..=7 {
            let coups = 10_u64.pow(power);
            for (level, reach) in LEVELS {
                bands.push(band(coups, level, reach, edge, deviation, &nets, &chances));
            }
        }
        Risk {
            rtp: 1.0 - edge,
            volatility: INDEX * deviation,
            rarest_pays: rarest.as_ref().map_or("–".to_owned(), |((_, net), _)| net.to_string()),
            rarest_one_in: rarest.map_or(0.0, |(_, chance)| 1.0 / chance),
            bands,
        }
    }
}

/// The normal band, or the exact one where fewer than 30 wins are expected of a wager with two results.
fn band(coups: u64, level: u8, reach: f64, edge: f64, deviation: f64, nets: &[f64], chances: &[f64]) -> Band {
    let win = nets.iter().zip(chances).find(|(net, _)| **net > 0.0);
    let two = nets.len() == 2 && nets.iter().any(|net| (*net + 1.0).abs() < 1e-12);
    if let Some((net, chance)) = win.filter(|(_, chance)| two && **chance * (coups as f64) < 30.0) {
        let (low, high) = binomial(coups, *chance, f64::from(level) / 100.0);
        let rtp = |wins: u64| (net + 1.0) * wins as f64 / coups as f64;
        return Band { coups, level, low: rtp(low), high: rtp(high), how: "exact" };
    }
    let reach = reach * deviation / (coups as f64).sqrt();
    Band { coups, level, low: 1.0 - edge - reach, high: 1.0 - edge + reach, how: "normal" }
}

/// The least and the most wins of so many coups such that each tail beyond them has at most half of what the level leaves.
fn binomial(coups: u64, chance: f64, level: f64) -> (u64, u64) {
    let tail = (1.0 - level) / 2.0;
    let (mut wins, mut below) = (0_u64, 0.0);
    // The chance of no win at all, then each from the one before.
    let mut at = (coups as f64 * (-chance).ln_1p()).exp();
    let mut low = None;
    loop {
        if low.is_none() && below + at > tail {
            low = Some(wins);
        }
        below += at;
        if below >= 1.0 - tail || wins == coups {
            return (low.unwrap_or(0), wins);
        }
        at *= (coups - wins) as f64 / (wins + 1) as f64 * chance / (1.0 - chance);
        wins += 1;
    }
}

/// What a table can lose on one coup, at the limits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exposure {
    /// The most on each wager.
    #[serde(serialize_with = "text::shown")]
    pub most: Money,
    /// How many boxes, each with one patron.
    pub boxes: u8,
    /// By wager, the most that it wins at the limit.
    pub wagers: Vec<(String, String)>,
    /// The most that one patron wins on one coup, over every outcome and every combination that the book allows. Wagers on the
    /// cards themselves count with the most that each can win, whether or not they can win it together.
    #[serde(serialize_with = "text::shown")]
    pub patron: Money,
    /// The wagers of that.
    pub patron_wagers: Vec<String>,
    /// How the coup ends in which that happens.
    pub patron_outcome: String,
    /// The same for all boxes, without the differential.
    #[serde(serialize_with = "text::shown")]
    pub table: Money,
}

impl Exposure {
    /// Of the wagers of a method.
    pub(crate) fn of(book: &Book, method: &str, most: Money, boxes: u8) -> Exposure {
        let wagers = book.wagers(method).unwrap_or_default();
        let net = |settlement: Settlement| match settlement {
            Settlement::Wins(odds) => {
                let won = odds.ratio() * most.0;
                won.ceil().to_integer()
            }
            Settlement::StandsOff => 0,
            Settlement::Loses => -most.0,
        };
        let best = |wager: &Wager| wager.rows.iter().map(|row| net(row.settlement)).max().unwrap_or(0);
        let mut patron: (i64, Vec<String>, String) = (0, Vec::new(), "–".to_owned());
        for outcome in book.outcomes() {
            let gain =
                |wager: &Wager| wager.row_index(&outcome).map_or(0, |row| net(wager.rows[row].settlement));
            let winning: Vec<(&Wager, i64)> =
                wagers.iter().map(|wager| (wager, gain(wager))).filter(|(_, gain)| *gain > 0).collect();
            // Of the main wagers that win together, those that the book lets one person make.
            let (main, mut taken): (Vec<_>, Vec<_>) =
                winning.into_iter().partition(|(wager, _)| wager.class == WagerClass::Main);
            let ids = |some: &[(&Wager, i64)]| -> bool {
                placement::judge(book, method, some.iter().map(|(wager, _)| &wager.id)).is_ok()
            };
            if ids(&main) {
                taken.extend(main);
            } else {
                taken.extend(main.into_iter().max_by_key(|(_, gain)| *gain));
            }
            // What cards decide is not in the outcome: such a wager may win whatever it can.
            let on_cards = wagers.iter().filter(|wager| wager.asks_cards()).map(|wager| (wager, best(wager)));
            taken.extend(on_cards.filter(|(_, gain)| *gain > 0));
            let sum: i64 = taken.iter().map(|(_, gain)| gain).sum();
            if sum > patron.0 {
                let names = taken.iter().map(|(wager, _)| wager.id.to_string()).collect();
                let totals = outcome.totals;
                let cards = outcome.player_cards() + outcome.banker_cards();
                let cards_text = format!("player {}, banker {}, {cards} cards", totals.player, totals.banker);
                patron = (sum, names, cards_text);
            }
        }
        Exposure {
            most,
            boxes,
            wagers: wagers
                .iter()
                .map(|wager| (wager.id.to_string(), Money(best(wager)).to_string()))
                .collect(),
            patron: Money(patron.0),
            patron_wagers: patron.1,
            patron_outcome: patron.2,
            table: Money(patron.0.saturating_mul(i64::from(boxes))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_quantiles_are_those_of_a_plain_sum() {
        // Ten coups at one in two: 2 to 8 holds 95 % (each tail of 11/1024 below 2.5 %).
        assert_eq!(binomial(10, 0.5, 0.95), (2, 8));
        assert_eq!(binomial(1_000, 0.001, 0.95), (0, 3));
        let (low, high) = binomial(100_000, 0.0001, 0.99);
        assert!(low >= 3 && high <= 19 && low < 10 && high > 10, "{low} {high}");
    }

    #[test]
    fn a_rare_prize_has_an_exact_band() {
        let band = band(1_000, 95, 1.96, 0.1, 28.0, &[200.0, -1.0], &[0.001, 0.999]);
        assert_eq!((band.how, band.low), ("exact", 0.0));
        assert!((band.high - 201.0 * 3.0 / 1_000.0).abs() < 1e-12);
    }
}
