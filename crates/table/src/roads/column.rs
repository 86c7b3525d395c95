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
    pub length: usize,
}

/// Where a mark stands: in its true column, and on the board. All counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// The true column, that is, the number of the streak.
    pub column: usize,
    /// The row in the true column; a seventh mark stands in row 7.
    pub row: usize,
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
    /// Room for this many streaks.
    pub(super) fn with_room(streaks: usize) -> Columns<K> {
        Columns { columns: Vec::with_capacity(streaks), ..Columns::default() }
    }

    /// Adds a mark: to the last column if it is of that kind, else to a new one.
    pub(super) fn push(&mut self, kind: K) -> Place {
        let at = match self.columns.last_mut() {
            Some(last) if last.of == kind => {
                last.length += 1;
                self.pen.go_on()
            }
            _ => {
                self.columns.push(Column { of: kind, length: 1 });
                self.pen.start()
            }
        };
        Place { column: self.columns.len(), row: self.last().map_or(0, |last| last.length), at }
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
