//! Chips by denomination.

use crate::chips::{ChipSet, Money};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// How many chips of each worth. Written as an object from worth to count: `{"500": 20}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "BTreeMap<String, i64>", into = "BTreeMap<String, i64>")]
pub struct Pieces(BTreeMap<i64, i64>);

impl TryFrom<BTreeMap<String, i64>> for Pieces {
    type Error = String;

    fn try_from(written: BTreeMap<String, i64>) -> Result<Pieces, String> {
        let piece = |(worth, count): (String, i64)| match worth.parse() {
            Ok(worth) => Ok((worth, count)),
            Err(_) => {
                Err(format!("found chips worth `{worth}`; allowed is a whole number of the smallest unit"))
            }
        };
        Ok(Pieces::of(written.into_iter().map(piece).collect::<Result<Vec<_>, _>>()?))
    }
}

impl From<Pieces> for BTreeMap<String, i64> {
    fn from(pieces: Pieces) -> BTreeMap<String, i64> {
        pieces.0.into_iter().map(|(worth, count)| (worth.to_string(), count)).collect()
    }
}

/// The most chips of one worth that can be named at once.
const MOST_OF_ONE: i64 = 10_000_000;

impl Pieces {
    /// None.
    pub fn none() -> Pieces {
        Pieces::default()
    }

    /// Chips as somebody says how many of each worth there are: those of which there are none are left out.
    pub fn of(counts: impl IntoIterator<Item = (i64, i64)>) -> Pieces {
        Pieces(counts.into_iter().filter(|(_, count)| *count != 0).collect())
    }

    /// Can these be chips? Every worth and every count is above nothing, and all together are no more than a billion.
    pub fn are_chips(&self) -> bool {
        let fits = |(worth, count): (&i64, &i64)| {
            (1..=Money::MOST).contains(worth) && (1..=MOST_OF_ONE).contains(count)
        };
        self.0.iter().all(fits) && self.sum().is_some_and(|sum| sum <= Money::MOST)
    }

    fn sum(&self) -> Option<i64> {
        self.0.iter().try_fold(0_i64, |sum, (worth, count)| sum.checked_add(worth.checked_mul(*count)?))
    }

    /// What they are worth together.
    pub fn worth(&self) -> Money {
        Money(self.sum().unwrap_or(i64::MAX / 4))
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are of each worth, the least first.
    pub fn each(&self) -> impl Iterator<Item = (Money, i64)> + '_ {
        self.0.iter().map(|(worth, count)| (Money(*worth), *count))
    }

    /// Are all of those here?
    pub fn has(&self, others: &Pieces) -> bool {
        others.0.iter().all(|(worth, count)| self.0.get(worth).copied().unwrap_or_default() >= *count)
    }

    /// Those come in addition.
    pub fn add(&mut self, others: &Pieces) {
        others.0.iter().for_each(|(worth, count)| self.change(*worth, *count));
    }

    /// Those are taken away.
    pub fn take(&mut self, others: &Pieces) {
        others.0.iter().for_each(|(worth, count)| self.change(*worth, -*count));
    }

    /// The fewest chips of these that make an amount, large ones first; nothing if these cannot.
    pub fn fewest(&self, amount: Money) -> Option<Pieces> {
        let there: Vec<(i64, i64)> = self.0.iter().rev().map(|(worth, count)| (*worth, *count)).collect();
        let (mut found, mut steps) = (Vec::new(), STEPS);
        (amount.0 >= 0 && make(amount.0, &there, &mut found, &mut steps)).then(|| Pieces::of(found))
    }

    /// Chips as a set of denominations makes an amount, few and large ones first; nothing if it cannot.
    pub fn made_by(chips: &ChipSet, amount: Money) -> Option<Pieces> {
        let made = chips.made_of(amount)?;
        Some(Pieces::of(
            made.into_iter().map(|(worth, count)| (worth.0, count.try_into().unwrap_or(i64::MAX))),
        ))
    }

    fn change(&mut self, worth: i64, by: i64) {
        let count = self.0.entry(worth).or_default();
        *count = count.saturating_add(by);
        if *count == 0 {
            self.0.remove(&worth);
        }
    }
}

/// How many fewer of a chip than would fit are tried, so that smaller ones come out even.
const FEWER: i64 = 20;
/// How many ways are tried in all: odd sets of chips have more ways than anybody waits for.
const STEPS: u32 = 20_000;

/// Makes an amount of what is there, the largest first. Says whether that was possible.
fn make(left: i64, there: &[(i64, i64)], found: &mut Vec<(i64, i64)>, steps: &mut u32) -> bool {
    if left == 0 {
        return true;
    }
    let [(worth, count), smaller @ ..] = there else { return false };
    if *steps == 0 {
        return false;
    }
    *steps -= 1;
    let most = (left / worth).min(*count);
    // What all smaller chips together cannot make up is not worth trying.
    let rest =
        smaller.iter().fold(0_i64, |sum, (worth, count)| sum.saturating_add(worth.saturating_mul(*count)));
    for taken in ((most - FEWER).max(0)..=most).rev() {
        let after = left - taken * worth;
        if after > rest {
            return false;
        }
        found.push((*worth, taken));
        if make(after, smaller, found, steps) {
            return true;
        }
        found.pop();
    }
    false
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("no chips");
        }
        let each: Vec<String> = self.each().map(|(worth, count)| format!("{count} of {worth}")).collect();
        f.write_str(&each.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fewest(there: &[(i64, i64)], amount: i64) -> Option<Pieces> {
        Pieces::of(there.iter().copied()).fewest(Money(amount))
    }

    #[test]
    fn an_amount_is_made_of_the_fewest_chips_that_are_there() {
        let tray = [(100, 20), (500, 3), (2_500, 4)];
        assert_eq!(fewest(&tray, 3_800), Some(Pieces::of([(2_500, 1), (500, 2), (100, 3)])));
        // No chip of 25 is left: smaller ones make it up.
        assert_eq!(fewest(&[(100, 20), (500, 3)], 2_500), Some(Pieces::of([(500, 3), (100, 10)])));
        assert_eq!(fewest(&tray, 3_850), None, "no chip is that small");
        assert_eq!(fewest(&[(2_500, 4)], 500), None, "there are only large ones");
        assert_eq!(fewest(&tray, 0), Some(Pieces::none()));
        assert_eq!(fewest(&tray, -100), None);
    }

    #[test]
    fn one_large_chip_less_may_be_what_comes_out_even() {
        assert_eq!(fewest(&[(400, 5), (1_000, 1)], 1_200), Some(Pieces::of([(400, 3)])));
    }

    #[test]
    fn many_denominations_of_which_none_fit_are_found_out_quickly() {
        let tray: Vec<(i64, i64)> = (1..=12).map(|place| (place * 1_000, 1_000)).collect();
        assert_eq!(fewest(&tray, 1_234_567), None);
    }
}
