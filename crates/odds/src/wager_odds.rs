//! The odds of one wager on one composition.

use crate::declared::Declared;
use crate::no_odds::NoOdds;
use crate::spread::{for_display, mean, share, variance};
use baccarat::wager::WagerId;
use num_rational::BigRational;

/// How often each row of a wager comes up, and what follows for one unit staked: all exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagerOdds {
    wager: WagerId,
    draws: i128,
    counts: Vec<i128>,
    wins: Vec<bool>,
    nets: Vec<BigRational>,
}

impl WagerOdds {
    pub(crate) fn new(wager: &Declared, draws: i128, counts: &[i128]) -> WagerOdds {
        WagerOdds {
            wager: wager.id.clone(),
            draws,
            counts: counts.to_vec(),
            wins: wager.wins.clone(),
            nets: wager.net_fractions(),
        }
    }

    /// The same wager on the same shoe with other nets, row by row: what one unit gains, below zero if it is lost.
    /// Chips may not allow the declared odds to be paid exactly; this gives the odds of what is paid instead.
    pub fn with_nets(&self, nets: Vec<BigRational>) -> Result<WagerOdds, NoOdds> {
        let rows = self.counts.len();
        if nets.len() != rows {
            return Err(NoOdds::WrongNumberOfNets { wager: self.wager.clone(), rows, nets: nets.len() });
        }
        Ok(WagerOdds { nets, ..self.clone() })
    }

    /// The wager's id.
    pub fn wager(&self) -> &WagerId {
        &self.wager
    }

    /// All ordered draws of six cards.
    pub fn draws(&self) -> i128 {
        self.draws
    }

    /// The ordered draws of six cards each row decides.
    pub fn counts(&self) -> &[i128] {
        &self.counts
    }

    /// What one unit gains by each row.
    pub fn nets(&self) -> &[BigRational] {
        &self.nets
    }

    /// The probability of each row.
    pub fn probabilities(&self) -> Vec<BigRational> {
        self.counts.iter().map(|&ways| share(ways, self.draws)).collect()
    }

    /// The expected net of one unit.
    pub fn ev(&self) -> BigRational {
        mean(self.draws, self.weighed())
    }

    /// The variance of the net of one unit.
    pub fn variance(&self) -> BigRational {
        variance(self.draws, self.weighed())
    }

    /// The probability that the wager wins: that a row decides it which the book calls a win.
    pub fn hit_frequency(&self) -> BigRational {
        let won = self.counts.iter().zip(&self.wins).filter(|(_, wins)| **wins);
        share(won.map(|(ways, _)| ways).sum(), self.draws)
    }

    /// For display: what the house expects to keep of one unit, as a floating-point number.
    pub fn house_edge(&self) -> f64 {
        for_display(&-self.ev())
    }

    /// For display: the standard deviation of the net of one unit, as a floating-point number.
    pub fn standard_deviation(&self) -> f64 {
        for_display(&self.variance()).sqrt()
    }

    fn weighed(&self) -> impl Iterator<Item = (i128, &BigRational)> + Clone {
        self.counts.iter().copied().zip(&self.nets)
    }
}
