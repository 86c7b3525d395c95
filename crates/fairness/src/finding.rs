//! What a battery found: tests in groups, and how surprising they are.

use crate::tail::{chi_square_tail, normal_tails};

/// One test: something counted, and how likely it is to come out at least as far from what is expected, by chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What was counted.
    pub what: String,
    /// The statistic, as people write it.
    pub statistic: String,
    /// The probability.
    pub p: f64,
    /// Whether there was enough to count, so that the probability means something.
    pub(crate) enough: bool,
}

/// Cells with fewer expected than this are put together, so that chi-square is a good approximation far out too.
const LEAST_EXPECTED: f64 = 100.0;

/// A count of which less than this is expected is not yet like a normal distribution far out.
const LEAST_SUM: f64 = 1_000.0;

impl Finding {
    /// Compares counts with what is expected, cell by cell. Small cells are put together with those after them.
    pub(crate) fn chi_square(
        what: impl Into<String>,
        cells: impl IntoIterator<Item = (f64, f64)>,
    ) -> Finding {
        let (mut sum, mut kept) = (0.0, 0_u32);
        let mut open = (0.0, 0.0);
        let mut last: (f64, f64) = (0.0, 0.0);
        let term = |(found, expected): (f64, f64)| (found - expected).powi(2) / expected;
        for (found, expected) in cells {
            open = (open.0 + found, open.1 + expected);
            if open.1 >= LEAST_EXPECTED {
                sum += term(open);
                kept += 1;
                last = std::mem::take(&mut open);
            }
        }
        // What is left over joins the last cell that was big enough.
        if open != (0.0, 0.0) && kept > 0 {
            sum += term((last.0 + open.0, last.1 + open.1)) - term(last);
        }
        Finding::of_chi_square(what, sum, kept.saturating_sub(1))
    }

    /// A sum of squares that has so many degrees of freedom.
    pub(crate) fn of_chi_square(what: impl Into<String>, sum: f64, freedom: u32) -> Finding {
        let p = chi_square_tail(sum, freedom);
        let statistic = format!("chi-square {sum:.1} with {freedom} degrees of freedom");
        Finding { what: what.into(), statistic, p, enough: freedom > 0 }
    }

    /// How many standard deviations a sum is from its mean.
    pub(crate) fn deviation(what: impl Into<String>, z: f64) -> Finding {
        let p = normal_tails(z);
        Finding { what: what.into(), statistic: format!("{z:+.2} standard deviations"), p, enough: true }
    }

    /// The same test, of something of which so much was expected.
    pub(crate) fn of_expected(self, expected: f64) -> Finding {
        Finding { enough: self.enough && expected >= LEAST_SUM, ..self }
    }
}

/// Tests of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// One word.
    pub name: &'static str,
    /// What is counted and what it is compared with.
    pub about: &'static str,
    /// The tests.
    pub findings: Vec<Finding>,
    /// How many groups share the false-alarm rate.
    pub(crate) groups: usize,
}

impl Group {
    /// The test that surprises most.
    pub fn worst(&self) -> Option<&Finding> {
        self.findings.iter().min_by(|one, other| one.p.total_cmp(&other.p))
    }

    /// The probability that chance alone makes any test of any group as surprising as this group's worst.
    pub fn corrected(&self) -> f64 {
        let share = (self.findings.len() * self.groups) as f64;
        self.worst().map_or(1.0, |worst| (worst.p * share).min(1.0))
    }
}

/// What was found and what was expected of one cell of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The cell.
    pub label: String,
    /// The share found.
    pub found: f64,
    /// The share expected.
    pub expected: f64,
}

/// Numbers worth seeing.
#[derive(Clone, Debug, PartialEq)]
pub enum Picture {
    /// Shares found beside shares expected.
    Bars {
        /// What of.
        title: String,
        /// The cells.
        bars: Vec<Bar>,
    },
    /// Standard deviations from the mean: rows of cells.
    Map {
        /// What of.
        title: String,
        /// What each row stands for.
        rows: Vec<(String, Vec<f64>)>,
    },
    /// Probabilities, which lie on a straight line if chance alone was at work.
    Probabilities {
        /// What of.
        title: String,
        /// The probabilities, the smallest first.
        sorted: Vec<f64>,
    },
}

impl Group {
    /// Leaves out the tests that have too little to count; how many they are.
    pub(crate) fn leave_out(&mut self) -> usize {
        let before = self.findings.len();
        self.findings.retain(|finding| finding.enough);
        before - self.findings.len()
    }
}

/// Everything that a battery says.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// How many shoes it saw.
    pub shoes: u64,
    /// Of how many decks.
    pub decks: u8,
    /// How likely it was, beforehand, to find anything wrong with a perfect shuffle.
    pub false_alarm: f64,
    /// The tests.
    pub groups: Vec<Group>,
    /// Numbers worth seeing.
    pub pictures: Vec<Picture>,
    /// Tests that were left out because there are too few shoes, or too few cards of each: the group, and how many.
    pub skipped: Vec<(&'static str, usize)>,
}

impl Judgement {
    /// The groups in which something is wrong.
    pub fn alarms(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| group.corrected() < self.false_alarm)
    }

    /// How many tests there were.
    pub fn tests(&self) -> usize {
        self.groups.iter().map(|group| group.findings.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_cells_are_put_together() {
        let cells = [(150.0, 100.0), (30.0, 50.0), (20.0, 50.0), (5.0, 5.0)];
        // 50² / 100, and of the last three together 50² / 105.
        let finding = Finding::chi_square("", cells);
        assert!(finding.statistic.starts_with("chi-square 48.8 with 1 "), "{}", finding.statistic);
    }
}
