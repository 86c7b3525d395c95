//! Several wagers placed by one person: how the net result of all of them is distributed.

use crate::declared::RowOf;
use crate::evaluator::{Evaluator, draws};
use crate::no_odds::{NoOdds, check_size};
use crate::spread::{for_display, mean, share, variance};
use baccarat::composition::Composition;
use baccarat::wager::Wager;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use std::collections::BTreeMap;

/// A wager placed: what each of its rows brings in money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    wager: usize,
    nets: Vec<BigRational>,
}

/// The exact distribution of a net result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetDistribution {
    draws: i128,
    ways: BTreeMap<BigRational, i128>,
}

impl Evaluator {
    /// A stake on the wager at this place, settled at its declared odds.
    pub fn place_stake(&self, place: usize, stake: u64) -> Result<Placed, NoOdds> {
        let stake = BigRational::from_integer(BigInt::from(stake));
        let nets = self.declared(place)?.net_fractions().iter().map(|net| net * &stake).collect();
        Ok(Placed { wager: place, nets })
    }

    /// A wager that brings this net, in money, by each of its rows.
    pub fn place_nets(&self, place: usize, nets: Vec<BigRational>) -> Result<Placed, NoOdds> {
        Ok(Placed { wager: place, nets: self.declared(place)?.check_nets(nets)? })
    }

    /// How the net of all these wagers together is distributed, whatever they ask about.
    pub fn together(&self, shoe: &Composition, placed: &[Placed]) -> Result<NetDistribution, NoOdds> {
        check_size(shoe)?;
        let wagers = placed.iter().map(|placed| self.declared(placed.wager));
        let wagers = wagers.collect::<Result<Vec<_>, _>>()?;
        // Few combinations of rows come up, so ways are added up by rows before any fraction is touched.
        let mut by_rows: BTreeMap<Vec<usize>, i128> = BTreeMap::new();
        let mut add = |rows: Vec<usize>, count: i128| *by_rows.entry(rows).or_default() += count;
        if wagers.iter().any(|wager| wager.by_cards().is_some()) {
            let all: Vec<&Wager> = wagers.iter().map(|wager| &wager.wager).collect();
            let by_cards = self.by_cards(&all)?;
            by_cards
                .count(shoe)
                .filter(|(_, count)| *count != 0)
                .for_each(|(rows, count)| add(rows.to_vec(), count));
        } else if wagers.iter().all(|wager| matches!(wager.row_of, RowOf::Totals(_))) {
            // What asks about totals alone needs no pairs, and the other way round.
            for (cell, count) in self.totals(shoe)?.into_iter().enumerate().filter(|(_, count)| *count != 0) {
                add(wagers.iter().filter_map(|wager| wager.row(cell, 0)).collect(), count);
            }
        } else if wagers.iter().all(|wager| matches!(wager.row_of, RowOf::Pairs(_))) {
            for (state, count) in self.pairs(shoe)?.into_iter().enumerate().filter(|(_, count)| *count != 0) {
                add(wagers.iter().filter_map(|wager| wager.row(0, state)).collect(), count);
            }
        } else {
            for (cell, state, count) in self.joint(shoe)?.nonzero() {
                add(wagers.iter().filter_map(|wager| wager.row(cell, state)).collect(), count);
            }
        }
        let mut ways: BTreeMap<BigRational, i128> = BTreeMap::new();
        for (rows, count) in by_rows {
            let nets = placed.iter().zip(rows).map(|(placed, row)| &placed.nets[row]);
            *ways.entry(nets.fold(BigRational::zero(), |sum, net| sum + net)).or_default() += count;
        }
        Ok(NetDistribution { draws: draws(shoe.cards()), ways })
    }
}

impl NetDistribution {
    /// All ordered draws of six cards.
    pub fn draws(&self) -> i128 {
        self.draws
    }

    /// The ordered draws of six cards that end in each net, the worst first.
    pub fn counts(&self) -> impl ExactSizeIterator<Item = (&BigRational, i128)> + Clone {
        self.ways.iter().map(|(net, &ways)| (net, ways))
    }

    /// Each net that can come about and its probability, the worst first.
    pub fn probabilities(&self) -> impl ExactSizeIterator<Item = (&BigRational, BigRational)> {
        self.ways.iter().map(|(net, &ways)| (net, share(ways, self.draws)))
    }

    /// The expected net.
    pub fn ev(&self) -> BigRational {
        mean(self.draws, self.counts().map(|(net, ways)| (ways, net)))
    }

    /// The variance of the net.
    pub fn variance(&self) -> BigRational {
        variance(self.draws, self.counts().map(|(net, ways)| (ways, net)))
    }

    /// For display: the standard deviation of the net, as a floating-point number.
    pub fn standard_deviation(&self) -> f64 {
        for_display(&self.variance()).sqrt()
    }
}
