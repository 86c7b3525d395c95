//! The big road: a column for each streak of wins, with ties counted on the win before them.

use super::column::{Column, Columns, Place};
use super::result::RoadResult;
use baccarat::outcome::Side;
use schemars::JsonSchema;
use serde::Serialize;

/// One win on the big road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Cell {
    /// Who won.
    pub side: Side,
    /// Which result of the shoe this is, counted from 1, ties among them.
    pub coup: u32,
    /// Its true column and row, and its square on the board.
    #[serde(flatten)]
    pub place: Place,
    /// Ties after this win and before the next; on the first win of the shoe, also those before it.
    pub ties: u32,
    /// This win came with a player pair. Pairs of a tied coup are on the bead plate only.
    pub player_pair: bool,
    /// This win came with a banker pair.
    pub banker_pair: bool,
    /// This win was a natural.
    pub natural: bool,
}

/// The big road.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BigRoad {
    ties_before_first: u32,
    columns: Columns<Side>,
    cells: Vec<Cell>,
}

impl BigRoad {
    /// An empty road with room for this many wins.
    pub(super) fn with_room(wins: usize) -> BigRoad {
        BigRoad { columns: Columns::with_room(wins), cells: Vec::with_capacity(wins), ..BigRoad::default() }
    }

    /// The wins, in the order they fell.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The true columns, each as tall as its streak.
    pub fn columns(&self) -> &[Column<Side>] {
        self.columns.all()
    }

    /// Ties before the first win. They are also in the count of the first cell, once there is one.
    pub fn ties_before_first(&self) -> u32 {
        self.ties_before_first
    }

    pub(super) fn push_tie(&mut self) {
        match self.cells.last_mut() {
            Some(cell) => cell.ties += 1,
            None => self.ties_before_first += 1,
        }
    }

    pub(super) fn push_win(&mut self, coup: u32, side: Side, result: RoadResult) {
        let ties = if self.cells.is_empty() { self.ties_before_first } else { 0 };
        let RoadResult { player_pair, banker_pair, natural, .. } = result;
        let place = self.columns.push(side);
        self.cells.push(Cell { side, coup, place, ties, player_pair, banker_pair, natural });
    }

    /// How long the streak that is still growing is.
    pub(super) fn streak(&self) -> u32 {
        self.columns.last().map_or(0, |last| last.length)
    }
}
