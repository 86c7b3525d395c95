//! A wager as its book declares it, worked out into what counting needs.

use crate::cards::CardCount;
use crate::no_odds::NoOdds;
use baccarat::outcome::{Outcome, Pairs, Totals};
use baccarat::tableau::{PointValues, Tableau};
use baccarat::wager::{Settlement, Wager, WagerId};
use num_integer::Integer;
use num_rational::{BigRational, Ratio};
use std::ops::Range;

/// Which row decides each outcome, by as much of the outcome as the wager asks about.
#[derive(Clone, Debug)]
pub(crate) enum RowOf {
    /// By [`Totals::index`].
    Totals(Vec<Option<usize>>),
    /// By [`Pairs::index`].
    Pairs(Vec<Option<usize>>),
    /// By [`Pairs::index`], then by [`Totals::index`].
    Both(Vec<Option<usize>>),
    /// By the cards themselves.
    Cards(Box<CardCount>),
}

/// A wager, its rows given places in the list of all rows of all wagers.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) id: WagerId,
    /// As it was given.
    pub(crate) wager: Wager,
    /// The places of its rows.
    pub(crate) rows: Range<usize>,
    pub(crate) row_of: RowOf,
    /// Whether each row wins.
    pub(crate) wins: Vec<bool>,
    /// What one unit gains by each row, over `denominator`.
    pub(crate) nets: Vec<i64>,
    pub(crate) denominator: i64,
    /// All ways to draw six of the most cards in lanes, below 2⁵³, weighed by any of the nets, fit in an `i64`.
    pub(crate) has_small_nets: bool,
}

/// Nets and denominators stay below this, so that one times all ways to draw six of the most cards, below 2⁷⁵, and
/// summed over every row, fits in an `i128`.
const FINEST: i64 = 1 << 50;

impl Declared {
    /// Works out a wager whose rows begin at place `first`.
    pub(crate) fn of(
        wager: &Wager,
        tableau: &Tableau,
        values: &PointValues,
        first: usize,
    ) -> Result<Declared, NoOdds> {
        let too_fine = || NoOdds::PaysTooFine { wager: wager.id.clone() };
        let denominator = common_denominator(wager).ok_or_else(too_fine)?;
        let scaled = |net: Ratio<i64>| {
            net.numer().checked_mul(denominator / net.denom()).filter(|net| net.abs() < FINEST)
        };
        let nets = wager.rows.iter().map(|row| scaled(row.settlement.net()).ok_or_else(too_fine));
        let nets = nets.collect::<Result<Vec<i64>, _>>()?;
        Ok(Declared {
            id: wager.id.clone(),
            rows: first..first + wager.rows.len(),
            row_of: RowOf::of(wager, tableau, values)?,
            wager: wager.clone(),
            wins: wager.rows.iter().map(|row| matches!(row.settlement, Settlement::Wins(_))).collect(),
            has_small_nets: nets.iter().all(|net| net.abs() < 1 << 10),
            nets,
            denominator,
        })
    }

    /// How coups are counted by its rows, if it asks about the cards themselves.
    pub(crate) fn by_cards(&self) -> Option<&CardCount> {
        match &self.row_of {
            RowOf::Cards(count) => Some(count),
            _ => None,
        }
    }

    /// The place, among this wager's own rows, of the row that decides an outcome; nothing if cards decide.
    pub(crate) fn row(&self, cell: usize, state: usize) -> Option<usize> {
        match &self.row_of {
            RowOf::Totals(rows) => rows[cell],
            RowOf::Pairs(rows) => rows[state],
            RowOf::Both(rows) => rows[state * Totals::CELLS + cell],
            RowOf::Cards(_) => None,
        }
    }

    /// What one unit gains by each row, as fractions.
    pub(crate) fn net_fractions(&self) -> Vec<BigRational> {
        self.nets.iter().map(|&net| BigRational::new(net.into(), self.denominator.into())).collect()
    }

    /// These nets, if there is one for each row.
    pub(crate) fn check_nets(&self, nets: Vec<BigRational>) -> Result<Vec<BigRational>, NoOdds> {
        let rows = self.rows.len();
        match nets.len() == rows {
            true => Ok(nets),
            false => Err(NoOdds::WrongNumberOfNets { wager: self.id.clone(), rows, nets: nets.len() }),
        }
    }
}

/// The least number by which every pay becomes whole, if it is small enough.
fn common_denominator(wager: &Wager) -> Option<i64> {
    wager.rows.iter().try_fold(1i64, |least, row| {
        let denominator = *row.settlement.net().denom();
        let common = (least / least.gcd(&denominator)).checked_mul(denominator)?;
        Some(common).filter(|&common| common < FINEST)
    })
}

impl RowOf {
    fn of(wager: &Wager, tableau: &Tableau, values: &PointValues) -> Result<RowOf, NoOdds> {
        let row = |outcome: Outcome| wager.row_index(&outcome);
        let by_totals = |pairs: Pairs| Totals::all().map(move |totals| row(tableau.outcome(totals, pairs)));
        if wager.asks_cards() {
            return Ok(RowOf::Cards(Box::new(CardCount::of(tableau, values, &[wager])?)));
        }
        Ok(match (wager.asks_totals(), wager.asks_pairs()) {
            (_, false) => RowOf::Totals(by_totals(Pairs::default()).collect()),
            (true, true) => RowOf::Both(Pairs::all().flat_map(by_totals).collect()),
            (false, true) => {
                let level = Totals { player: 0, banker: 0, player_drew: false, banker_drew: false };
                RowOf::Pairs(Pairs::all().map(|pairs| row(tableau.outcome(level, pairs))).collect())
            }
        })
    }
}
