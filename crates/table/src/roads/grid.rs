//! Where a six-row board draws the next mark of a road.

use schemars::JsonSchema;
use serde::Serialize;

/// How many rows every board has.
pub const ROWS: u32 = 6;

/// A square of a board, both numbers counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub struct Spot {
    /// The column, from the left.
    pub column: u32,
    /// The row, from the top, 1 to [`ROWS`].
    pub row: u32,
}

impl Spot {
    /// The square of the mark with this index, when marks simply fill column after column.
    pub(super) fn filling(index: u32) -> Spot {
        Spot { column: index / ROWS + 1, row: index % ROWS + 1 }
    }
}

/// The hand that draws a road: down, and to the right where it can go down no more.
///
/// For each row it is enough to know how far right the row is taken. A streak starts to the right of every
/// earlier start, and its tail runs right from there without a gap; so at or right of the newest start, a row
/// is taken without a gap up to its furthest mark and free beyond it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pen {
    /// By row, and below the last one a row that is taken for ever.
    reach: [u32; ROWS as usize + 1],
    /// The last mark.
    at: Spot,
    /// The streak has turned right. A tail never turns down again, even where it could.
    turned: bool,
}

impl Pen {
    /// The next mark: of the same streak, or the first of a new one. There is always a mark before one of the same streak.
    ///
    /// A new streak begins on the first free square of the top row. The top row has no gaps, because each start is put right after
    /// the last mark in it.
    pub(super) fn next(&mut self, goes_on: bool) -> Spot {
        let Spot { column, row } = self.at;
        // Rows are counted from 1, so the row below has this row's number as its index.
        let is_free_below = self.reach[row.min(ROWS) as usize] < column;
        self.turned = goes_on & (self.turned | !is_free_below);
        let (right, down) = (u32::from(self.turned), u32::from(!self.turned));
        let go_on = Spot { column: column + right, row: row + down };
        let start = Spot { column: self.reach[0] + 1, row: 1 };
        // Told from here and not from what was just kept: reading both numbers back at once would wait until each has been written.
        let at = if goes_on { go_on } else { start };
        self.reach[at.row as usize - 1] = at.column;
        self.at = at;
        at
    }
}

impl Default for Pen {
    fn default() -> Pen {
        let mut reach = [0; ROWS as usize + 1];
        reach[ROWS as usize] = u32::MAX;
        Pen { reach, at: Spot { column: 0, row: 1 }, turned: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws streaks of these lengths; each mark as column and row.
    fn drawn(lengths: &[u32]) -> Vec<Vec<(u32, u32)>> {
        let mut pen = Pen::default();
        let mut streak = |length: &u32| {
            let spots = (0..*length).map(|nth| pen.next(nth > 0));
            spots.map(|spot| (spot.column, spot.row)).collect()
        };
        lengths.iter().map(&mut streak).collect()
    }

    #[test]
    fn six_fit_and_the_seventh_turns_right() {
        assert_eq!(drawn(&[8])[0], [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 6), (3, 6)]);
    }

    #[test]
    fn a_streak_after_a_tail_starts_in_the_next_column() {
        assert_eq!(drawn(&[9, 2])[1], [(2, 1), (2, 2)]);
    }

    #[test]
    fn a_streak_that_meets_a_tail_turns_earlier_and_never_down_again() {
        // The first tail takes row 6 of columns 2 and 3. The second streak turns in row 5, and stays there
        // though row 6 is free again from column 4 on.
        let second = &drawn(&[8, 9])[1];
        assert_eq!(second[..], [(2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 5), (4, 5), (5, 5), (6, 5)]);
    }

    #[test]
    fn a_streak_that_just_fits_above_a_tail_does_not_turn() {
        assert_eq!(drawn(&[8, 5, 1])[1..], [vec![(2, 1), (2, 2), (2, 3), (2, 4), (2, 5)], vec![(3, 1)]]);
    }

    #[test]
    fn a_streak_right_of_a_tail_goes_to_the_bottom() {
        assert_eq!(drawn(&[7, 1, 6])[2].last(), Some(&(3, 6)));
    }

    #[test]
    fn a_tail_in_the_top_row_pushes_the_next_start_beyond_it() {
        // Each streak is long enough to block one row for all that follow, until only the top row is left.
        let streaks = drawn(&[20, 20, 20, 20, 20, 4, 3]);
        let turns: Vec<u32> = streaks[..5].iter().map(|streak| streak.last().unwrap().1).collect();
        assert_eq!(turns, [6, 5, 4, 3, 2]);
        assert_eq!(streaks[5], [(6, 1), (7, 1), (8, 1), (9, 1)]);
        assert_eq!(streaks[6], [(10, 1), (11, 1), (12, 1)]);
    }

    #[test]
    fn the_bead_plate_fills_column_by_column() {
        let spots: Vec<_> = [0, 5, 6, 13].map(Spot::filling).map(|spot| (spot.column, spot.row)).into();
        assert_eq!(spots, [(1, 1), (1, 6), (2, 1), (3, 2)]);
    }
}
