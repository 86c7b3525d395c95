//! From ways of each outcome to ways of each row of each wager.

use crate::count::Count;
use std::collections::BTreeMap;
use std::ops::Range;

/// One wager's part of a tally: where its rows stand in the list of all rows, and which row decides each outcome.
pub(crate) struct Decides {
    pub(crate) rows: Range<usize>,
    /// By outcome; nothing where no row fits.
    pub(crate) row_of: Vec<Option<usize>>,
}

/// Adds outcomes up to rows. Many outcomes are all one to every wager, so these are first added up to classes;
/// and of each wager the row of most classes is found as what the others leave.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Class after class, the outcomes in it.
    outcomes: Vec<u16>,
    /// Where each class ends in `outcomes`.
    ends: Vec<usize>,
    /// Row after row, the classes in it.
    classes: Vec<u16>,
    rows: Vec<RowSum>,
    rests: Vec<Rest>,
}

/// A row, and where its classes stand.
#[derive(Clone, Debug)]
struct RowSum {
    row: usize,
    classes: Range<usize>,
}

/// A row that takes what the other rows of its wager leave.
#[derive(Clone, Debug)]
struct Rest {
    row: usize,
    wager: Range<usize>,
}

impl Tally {
    /// Plans a tally of these wagers over the outcomes that can happen. Says which wager leaves one undecided.
    pub(crate) fn compile(wagers: &[Decides], possible: &[bool]) -> Result<Tally, usize> {
        let mut classes: BTreeMap<Vec<usize>, Vec<u16>> = BTreeMap::new();
        for outcome in (0..possible.len()).filter(|&outcome| possible[outcome]) {
            let decided = |(place, wager): (usize, &Decides)| wager.row_of[outcome].ok_or(place);
            let rows = wagers.iter().enumerate().map(decided).collect::<Result<Vec<_>, _>>()?;
            classes.entry(rows).or_default().push(outcome as u16);
        }
        let mut tally = Tally::default();
        for outcomes in classes.values() {
            tally.outcomes.extend(outcomes);
            tally.ends.push(tally.outcomes.len());
        }
        let signatures: Vec<&Vec<usize>> = classes.keys().collect();
        for (place, wager) in wagers.iter().enumerate() {
            tally.plan(wager.rows.clone(), |class| signatures[class][place]);
        }
        Ok(tally)
    }

    /// Plans the rows of one wager, given which row decides each class.
    fn plan(&mut self, wager: Range<usize>, row_of: impl Fn(usize) -> usize) {
        let classes_of =
            |row: usize| (0..self.ends.len()).filter(|&class| row_of(class) == row).collect::<Vec<_>>();
        let by_row: Vec<Vec<usize>> = (0..wager.len()).map(classes_of).collect();
        let rest = (0..wager.len()).max_by_key(|&row| by_row[row].len());
        for (row, classes) in by_row.iter().enumerate() {
            let row = wager.start + row;
            if Some(row - wager.start) == rest {
                self.rests.push(Rest { row, wager: wager.clone() });
                continue;
            }
            let start = self.classes.len();
            self.classes.extend(classes.iter().map(|&class| class as u16));
            self.rows.push(RowSum { row, classes: start..self.classes.len() });
        }
    }

    /// How many classes there are.
    pub(crate) fn classes(&self) -> usize {
        self.ends.len()
    }

    /// Adds up `outcomes`, which come to `all`, into `rows`. `classes` is room to work in.
    #[inline(always)]
    pub(crate) fn add_up<C: Count>(&self, outcomes: &[C], all: C, classes: &mut [C], rows: &mut [C]) {
        let mut start = 0;
        for (class, &end) in classes.iter_mut().zip(&self.ends) {
            *class = sum(outcomes, &self.outcomes[start..end]);
            start = end;
        }
        for row in &self.rows {
            rows[row.row] = sum(classes, &self.classes[row.classes.clone()]);
        }
        for rest in &self.rests {
            let mut left = all;
            for row in rest.wager.clone().filter(|&row| row != rest.row) {
                left -= rows[row];
            }
            rows[rest.row] = left;
        }
    }
}

#[inline(always)]
fn sum<C: Count>(counts: &[C], places: &[u16]) -> C {
    let mut sum = C::of(0);
    for &place in places {
        sum += counts[usize::from(place)];
    }
    sum
}
