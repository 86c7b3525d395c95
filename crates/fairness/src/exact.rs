//! What an order of which all are equally likely gives, worked out exactly. Shown in floating point only at the end.

/// n(n−1)…(n−k+1) as a number to be divided by others like it.
pub(crate) fn falling(n: f64, k: u32) -> f64 {
    (0..k).map(|taken| n - f64::from(taken)).product()
}

/// Mean and variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moments {
    pub(crate) mean: f64,
    pub(crate) variance: f64,
}

impl Moments {
    /// How many standard deviations a sum over so many shoes is from its mean.
    pub(crate) fn deviation(self, sum: f64, shoes: f64) -> f64 {
        (sum - shoes * self.mean) / (shoes * self.variance).sqrt()
    }

    /// Of a count of neighbours among the first cards of a shoe, from the probabilities that two neighbours count, that both
    /// pairs of three cards in a row do, and that two pairs that share no card do.
    fn of_neighbours(first: f64, two: f64, three: f64, four: f64) -> Moments {
        let mean = (first - 1.0) * two;
        let square = mean + 2.0 * (first - 2.0) * three + (first - 2.0) * (first - 3.0) * four;
        Moments { mean, variance: square - mean * mean }
    }
}

/// How often a card is followed by a card among the first of n cards, where each is there `copies` times.
pub(crate) fn followed(first: f64, n: f64, copies: f64, same: bool) -> Moments {
    let m = copies;
    match same {
        true => Moments::of_neighbours(
            first,
            falling(m, 2) / falling(n, 2),
            falling(m, 3) / falling(n, 3),
            falling(m, 4) / falling(n, 4),
        ),
        false => {
            let pairs = falling(m, 2);
            Moments::of_neighbours(first, m * m / falling(n, 2), 0.0, pairs * pairs / falling(n, 4))
        }
    }
}

/// How often neighbours are of the same class among the first of n cards, where there are so many cards of each class.
pub(crate) fn alike(first: f64, n: f64, classes: &[f64]) -> Moments {
    let sum = |k| classes.iter().map(|m| falling(*m, k)).sum::<f64>();
    let pairs = sum(2);
    let same_class: f64 = classes.iter().map(|m| falling(*m, 2).powi(2)).sum();
    let four = pairs * pairs - same_class + sum(4);
    Moments::of_neighbours(first, pairs / falling(n, 2), sum(3) / falling(n, 3), four / falling(n, 4))
}

/// The probability that the next card like the one at a place comes so many places on: 1, 2, …; the last is that it
/// comes later or never. There are `copies` like it in all.
pub(crate) fn gap(n: f64, copies: f64, cells: usize) -> Vec<f64> {
    let mut none_yet = 1.0;
    let mut gaps = Vec::with_capacity(cells);
    for before in 0..cells - 1 {
        let comes = (copies - 1.0) / (n - 1.0 - before as f64);
        gaps.push(none_yet * comes);
        none_yet *= 1.0 - comes;
    }
    gaps.push(none_yet);
    gaps
}

/// The probability of each number of runs, from 0, of two colours of which there are `half` cards each.
pub(crate) fn runs(half: usize) -> Vec<f64> {
    // By logarithms, as the binomials are far beyond any number.
    let mut logs = vec![0.0; 2 * half + 1];
    for n in 1..logs.len() {
        logs[n] = logs[n - 1] + (n as f64).ln();
    }
    let choose = |n: usize, k: usize| logs[n] - logs[k] - logs[n - k];
    let all = choose(2 * half, half);
    let of = |runs: usize| match runs {
        0 | 1 => 0.0,
        runs if runs % 2 == 0 => 2.0 * (2.0 * choose(half - 1, runs / 2 - 1) - all).exp(),
        runs => 2.0 * (choose(half - 1, runs / 2) + choose(half - 1, runs / 2 - 1) - all).exp(),
    };
    (0..=2 * half).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every order of some classes of cards, one by one.
    fn orders(cards: &[u8]) -> Vec<Vec<u8>> {
        if cards.len() <= 1 {
            return vec![cards.to_vec()];
        }
        let mut all = Vec::new();
        for first in 0..cards.len() {
            let mut rest = cards.to_vec();
            let card = rest.remove(first);
            all.extend(orders(&rest).into_iter().map(|mut order| {
                order.insert(0, card);
                order
            }));
        }
        all
    }

    fn moments(orders: &[Vec<u8>], count: impl Fn(&[u8]) -> usize) -> Moments {
        let counts: Vec<f64> = orders.iter().map(|order| count(order) as f64).collect();
        let mean = counts.iter().sum::<f64>() / counts.len() as f64;
        let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / counts.len() as f64;
        Moments { mean, variance }
    }

    fn check(exact: Moments, counted: Moments) {
        assert!((exact.mean - counted.mean).abs() < 1e-9, "{exact:?} {counted:?}");
        assert!((exact.variance - counted.variance).abs() < 1e-9, "{exact:?} {counted:?}");
    }

    fn neighbours(order: &[u8], counts: impl Fn(u8, u8) -> bool) -> usize {
        order.windows(2).filter(|pair| counts(pair[0], pair[1])).count()
    }

    #[test]
    fn formulas_agree_with_every_order_counted() {
        let eight = orders(&[0, 0, 0, 0, 1, 1, 1, 1]);
        check(
            followed(8.0, 8.0, 4.0, true),
            moments(&eight, |order| neighbours(order, |a, b| (a, b) == (0, 0))),
        );
        check(
            followed(8.0, 8.0, 4.0, false),
            moments(&eight, |order| neighbours(order, |a, b| (a, b) == (0, 1))),
        );
        check(alike(8.0, 8.0, &[4.0, 4.0]), moments(&eight, |order| neighbours(order, |a, b| a == b)));
        let uneven = orders(&[0, 0, 0, 1, 1, 2, 3]);
        let classes = [3.0, 2.0, 1.0, 1.0];
        check(alike(7.0, 7.0, &classes), moments(&uneven, |order| neighbours(order, |a, b| a == b)));
        // Of shoes whose last cards nobody has seen.
        let (five, six) = (|order: &[u8]| order[..5].to_vec(), |order: &[u8]| order[..6].to_vec());
        check(alike(5.0, 7.0, &classes), moments(&uneven, |order| neighbours(&five(order), |a, b| a == b)));
        let zero_one = |a, b| (a, b) == (0, 1);
        check(followed(6.0, 8.0, 4.0, false), moments(&eight, |order| neighbours(&six(order), zero_one)));
        let runs = runs(4);
        for (number, expected) in runs.iter().enumerate() {
            let found = eight.iter().filter(|order| 1 + neighbours(order, |a, b| a != b) == number).count();
            assert!((found as f64 / eight.len() as f64 - expected).abs() < 1e-9, "{number} runs");
        }
        let gaps = gap(8.0, 4.0, 5);
        for (place, expected) in gaps.iter().enumerate() {
            let of = |order: &Vec<u8>| {
                order[1..].iter().position(|card| *card == order[0]).unwrap_or(usize::MAX).min(4)
            };
            let found = eight.iter().filter(|order| of(order) == place).count();
            assert!((found as f64 / eight.len() as f64 - expected).abs() < 1e-9, "gap {place}");
        }
    }
}
