//! A second, plainer account of the roads, to hold beside the first.
//!
//! It shares no idea with the crate beyond the types of a result. It works on a finished shoe, never step by
//! step; it looks for free squares on a real board; and it colours derived marks the way players are taught:
//! *look left, then look up from there*, and for the top of a column, *the opposite of what going on would
//! have given*.

use baccarat::outcome::Winner;
use std::collections::BTreeSet;
use table::roads::RoadResult;

/// Column and row, from 1.
pub type Square = (usize, usize);

/// A win on the big road.
#[derive(Debug, PartialEq)]
pub struct Win {
    pub winner: Winner,
    pub coup: usize,
    pub square: Square,
    pub drawn: Square,
    pub ties: usize,
}

/// A derived mark: is it red, whence it comes, and where it is drawn.
#[derive(Debug, PartialEq)]
pub struct Derived {
    pub red: bool,
    pub coup: usize,
    pub drawn: Square,
}

/// The streaks of a list: for each, the places in the list.
fn streaks<T: PartialEq>(list: &[T]) -> Vec<Vec<usize>> {
    let places: Vec<usize> = (0..list.len()).collect();
    places.chunk_by(|a, b| list[*a] == list[*b]).map(<[usize]>::to_vec).collect()
}

/// Draws streaks of these lengths on a board of six rows.
fn draw(lengths: &[usize]) -> Vec<Square> {
    let mut board: BTreeSet<Square> = BTreeSet::new();
    let mut order = Vec::new();
    let mut previous_start = 0;
    for length in lengths {
        previous_start = (previous_start + 1..).find(|column| !board.contains(&(*column, 1))).unwrap();
        let column = previous_start;
        let depth = (2..=6).take_while(|row| !board.contains(&(column, *row))).count() + 1;
        let down = (1..=depth).map(|row| (column, row));
        let right = (column + 1..).map(|column| (column, depth));
        for square in down.chain(right).take(*length) {
            assert!(board.insert(square), "two marks on {square:?}");
            order.push(square);
        }
    }
    order
}

fn coups_won(results: &[RoadResult]) -> Vec<usize> {
    (0..results.len()).filter(|index| results[*index].winner != Winner::Tie).collect()
}

fn columns_of(results: &[RoadResult], won: &[usize]) -> Vec<Vec<usize>> {
    streaks(&won.iter().map(|index| results[*index].winner).collect::<Vec<_>>())
}

/// The big road of a finished shoe.
pub fn big_road(results: &[RoadResult]) -> Vec<Win> {
    let won = coups_won(results);
    let columns = columns_of(results, &won);
    let drawn = draw(&columns.iter().map(Vec::len).collect::<Vec<_>>());
    let squares =
        columns.iter().enumerate().flat_map(|(c, column)| (1..=column.len()).map(move |r| (c + 1, r)));
    squares
        .enumerate()
        .map(|(nth, square)| {
            // A tie belongs to the last win at or before it, or to the first win if there is none.
            let from = if nth == 0 { 0 } else { won[nth] };
            let to = won.get(nth + 1).copied().unwrap_or(results.len());
            let ties = results[from..to].iter().filter(|result| result.winner == Winner::Tie).count();
            let winner = results[won[nth]].winner;
            Win { winner, coup: won[nth] + 1, square, drawn: drawn[nth], ties }
        })
        .collect()
}

/// The true columns of the big road as a set of filled squares.
struct Filled {
    squares: BTreeSet<Square>,
}

impl Filled {
    fn height(&self, column: usize) -> usize {
        (1..).take_while(|row| self.squares.contains(&(column, *row))).count()
    }

    /// Is the mark on this square red? None where there is nothing to compare with.
    fn is_red(&self, (column, row): Square, back: usize) -> Option<bool> {
        if row == 1 {
            // Nothing comes before the first column, so it cannot have gone on.
            let before = column.checked_sub(1).filter(|before| *before >= 1)?;
            let gone_on = (before, self.height(before) + 1);
            return self.is_red(gone_on, back).map(|red| !red);
        }
        let left = column.checked_sub(back).filter(|left| *left >= 1)?;
        Some(self.squares.contains(&(left, row)) == self.squares.contains(&(left, row - 1)))
    }
}

/// A derived road of a finished shoe.
pub fn derived(results: &[RoadResult], back: usize) -> Vec<Derived> {
    let wins = big_road(results);
    let filled = Filled { squares: wins.iter().map(|win| win.square).collect() };
    let marks: Vec<(bool, usize)> =
        wins.iter().filter_map(|win| filled.is_red(win.square, back).map(|red| (red, win.coup))).collect();
    let colours: Vec<bool> = marks.iter().map(|(red, _)| *red).collect();
    let drawn = draw(&streaks(&colours).iter().map(Vec::len).collect::<Vec<_>>());
    marks.iter().zip(drawn).map(|(&(red, coup), drawn)| Derived { red, coup, drawn }).collect()
}

/// The longest streak of a winner, ties left out.
pub fn longest(results: &[RoadResult], winner: Winner) -> usize {
    let won = coups_won(results);
    let columns = columns_of(results, &won);
    let of_winner = columns.iter().filter(|column| results[won[column[0]]].winner == winner);
    of_winner.map(Vec::len).max().unwrap_or(0)
}
