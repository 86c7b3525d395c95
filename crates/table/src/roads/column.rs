//! The true columns of a road, one for each streak, and where the board draws them.

use super::grid::{Pen, Spot};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use std::borrow::Cow;

/// A streak of one kind: a column of the road, however tall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Column<K> {
    /// What the streak is of: a side on the big road, a colour on a derived road.
    pub of: K,
    /// How many marks it has.
    pub length: u32,
}

/// Where a mark stands: in its true column, and on the board. All counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// The true column, that is, the number of the streak.
    pub column: u32,
    /// The row in the true column; a seventh mark stands in row 7.
    pub row: u32,
    /// The square on which a six-row board draws it.
    pub at: Spot,
}

/// Streaks in order, with the pen that draws them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns<K> {
    columns: Vec<Column<K>>,
    pen: Pen,
}

impl<K: Copy + PartialEq> Columns<K> {
    /// Room for as many streaks as this many marks make: about half as many.
    pub(super) fn with_room(marks: usize) -> Columns<K> {
        Columns { columns: Vec::with_capacity(marks / 2 + 1), ..Columns::default() }
    }

    /// Adds a mark: to the last column if it is of that kind, else to a new one. Which of the two cannot be foreseen, so there is no
    /// branch on it: the last column is taken off and put back one longer.
    pub(super) fn push(&mut self, kind: K) -> Place {
        let (goes_on, length) = self.last().map_or((false, 0), |last| (last.of == kind, last.length));
        let going_on = length * u32::from(goes_on);
        self.columns.truncate(self.columns.len() - usize::from(goes_on));
        self.columns.push(Column { of: kind, length: going_on + 1 });
        Place { column: self.columns.len() as u32, row: going_on + 1, at: self.pen.next(goes_on) }
    }

    /// The columns, the last one still growing.
    pub(super) fn all(&self) -> &[Column<K>] {
        &self.columns
    }

    /// The column that is still growing.
    pub(super) fn last(&self) -> Option<&Column<K>> {
        self.columns.last()
    }
}

impl<K> Default for Columns<K> {
    fn default() -> Columns<K> {
        Columns { columns: Vec::new(), pen: Pen::default() }
    }
}

impl<K: JsonSchema> JsonSchema for Columns<K> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        <Vec<Column<K>>>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<Column<K>>>::json_schema(generator)
    }
}

impl<K: Serialize> Serialize for Columns<K> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.columns.serialize(serializer)
    }
}
