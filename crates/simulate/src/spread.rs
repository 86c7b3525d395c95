//! How results lie apart: exact sums, and what statistics makes of them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Results of many coups, shoes or shifts, in the smallest unit of money. Sums are whole numbers, so they come to the same in
/// whatever order they are added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    count: u64,
    sum: i128,
    squares: i128,
    least: i64,
    most: i64,
    width: i64,
    bars: BTreeMap<i64, u64>,
}

/// The most bars that are counted side by side.
const MOST_BARS: u64 = 1 << 16;

impl Default for Spread {
    fn default() -> Spread {
        Spread::new(1)
    }
}

impl Spread {
    /// Nothing yet; the distribution is to be kept in bars of this width.
    pub fn new(width: i64) -> Spread {
        Spread {
            count: 0,
            sum: 0,
            squares: 0,
            least: i64::MAX,
            most: i64::MIN,
            width: width.max(1),
            bars: BTreeMap::new(),
        }
    }

    /// Adds a result that came up so often.
    pub fn add(&mut self, result: i64, times: u64) {
        if times == 0 {
            return;
        }
        self.count += times;
        self.sum += i128::from(result) * i128::from(times);
        self.squares += i128::from(result) * i128::from(result) * i128::from(times);
        self.least = self.least.min(result);
        self.most = self.most.max(result);
        *self.bars.entry(result.div_euclid(self.width)).or_default() += times;
    }

    /// Adds many results that came up once each.
    pub fn add_each(&mut self, results: &[i64]) {
        let (Some(least), Some(most)) = (results.iter().min(), results.iter().max()) else { return };
        let first = least.div_euclid(self.width);
        let bars = most.div_euclid(self.width).abs_diff(first).saturating_add(1);
        if bars > MOST_BARS {
            return results.iter().for_each(|result| self.add(*result, 1));
        }
        // Counted side by side first: to look for the bar of every single result would take longer than to deal it.
        let mut counts = vec![0_u64; bars as usize];
        for result in results {
            counts[result.div_euclid(self.width).abs_diff(first) as usize] += 1;
            self.sum += i128::from(*result);
            self.squares += i128::from(*result) * i128::from(*result);
        }
        self.count += results.len() as u64;
        self.least = self.least.min(*least);
        self.most = self.most.max(*most);
        for (count, bar) in counts.into_iter().zip(first..).filter(|(count, _)| *count > 0) {
            *self.bars.entry(bar).or_default() += count;
        }
    }

    /// Adds other results to these.
    pub fn merge(&mut self, other: &Spread) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
        for (bar, count) in &other.bars {
            *self.bars.entry(*bar).or_default() += count;
        }
    }

    /// How many results.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// All of them together.
    pub fn sum(&self) -> i128 {
        self.sum
    }

    /// The sum of their squares.
    pub fn squares(&self) -> i128 {
        self.squares
    }

    /// The least and the most, if there are any.
    pub fn range(&self) -> Option<(i64, i64)> {
        (self.count > 0).then_some((self.least, self.most))
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// The variance of one result, as estimated from these; 0 of fewer than two.
    pub fn variance(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let count = self.count as f64;
        let squares = self.squares as f64 - self.sum as f64 * self.mean();
        (squares / (count - 1.0)).max(0.0)
    }

    /// The standard deviation of one result.
    pub fn deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// How far the mean may be off: its standard error.
    pub fn error(&self) -> f64 {
        if self.count == 0 { 0.0 } else { (self.variance() / self.count as f64).sqrt() }
    }

    /// The interval in which the true mean lies with 95 % confidence.
    pub fn interval(&self) -> (f64, f64) {
        let reach = 1.959_963_984_540_054 * self.error();
        (self.mean() - reach, self.mean() + reach)
    }

    /// The distribution: where each bar begins, and how many results fell into it, from the least on.
    pub fn bars(&self) -> impl Iterator<Item = (i64, u64)> {
        self.bars.iter().map(|(bar, count)| (bar * self.width, *count))
    }

    /// How wide a bar is.
    pub fn width(&self) -> i64 {
        self.width
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_variance_are_those_of_the_textbook() {
        let mut spread = Spread::new(10);
        for result in [2, 4, 4, 4, 5, 5, 7, 9] {
            spread.add(result, 1);
        }
        assert_eq!(spread.mean(), 5.0);
        assert!((spread.variance() - 32.0 / 7.0).abs() < 1e-12);
        assert_eq!(spread.range(), Some((2, 9)));
        let (low, high) = spread.interval();
        assert!((high - low - 2.0 * 1.96 * (32.0_f64 / 56.0).sqrt()).abs() < 1e-3);
    }

    #[test]
    fn many_results_at_once_come_to_what_each_alone_comes_to() {
        for results in [vec![], vec![7], vec![-25, 3, 3, 99, -1, 0, 20], vec![i64::MIN / 4, 5, i64::MAX / 4]]
        {
            let (mut each, mut all) = (Spread::new(10), Spread::new(10));
            results.iter().for_each(|result| each.add(*result, 1));
            all.add_each(&results);
            assert_eq!(all, each, "{results:?}");
        }
    }

    #[test]
    fn results_fall_into_the_bar_that_begins_below_them() {
        let mut spread = Spread::new(10);
        for (result, times) in [(-11, 1), (-10, 2), (-1, 3), (0, 4), (9, 5), (10, 6)] {
            spread.add(result, times);
        }
        assert_eq!(spread.bars().collect::<Vec<_>>(), [(-20, 1), (-10, 5), (0, 9), (10, 6)]);
        let mut twice = spread.clone();
        twice.merge(&spread);
        assert_eq!((twice.count(), twice.sum()), (42, 2 * spread.sum()));
    }

    #[test]
    fn of_nothing_there_is_nothing_to_say() {
        let spread = Spread::new(0);
        assert_eq!((spread.mean(), spread.variance(), spread.error(), spread.range()), (0.0, 0.0, 0.0, None));
    }
}
