//! The three roads derived from the big road: is the shoe keeping to its pattern?
//!
//! # The rule
//!
//! Each new mark on the big road gets one mark on each derived road: red when the new column does as an
//! earlier column did, blue when it does not. A road looks back over a fixed number of columns: one for the big
//! eye boy, two for the small road, three for the cockroach pig. Columns are the true ones, as tall as their
//! streaks. Where the board draws a mark has no say, and neither have ties.
//!
//! *Further down a column.* The mark in row `r` of a column is set beside the column looked back to. If that
//! column ended exactly in row `r - 1`, the new streak has just outlived its model: blue. If it has a mark in
//! row `r`, the two still run side by side: red. If it ended before row `r - 1`, they parted earlier, and
//! nothing changed in this row: red. So blue means one thing: the model is exactly one shorter than `r`.
//!
//! *At the top of a column.* A new column says that the one before it has ended, and that end is judged: red
//! if it is as long as the column *it* looks back to, blue if longer or shorter. This is the same question
//! turned round. Had the streak gone on, it would have got the other colour, so the marks for Banker next and
//! Player next are always opposite, or neither is there.
//!
//! *The first mark* comes as soon as there is a column to look back to. With a look back of `n` that is row 2
//! of column `n + 1`, or row 1 of column `n + 2` if column `n + 1` has only one mark.
//!
//! The marks make columns by colour and are drawn like the big road, six rows deep with tails.

use super::big_road::BigRoad;
use super::column::{Column, Columns, Place};
use baccarat::outcome::Side;
use schemars::JsonSchema;
use serde::Serialize;

/// The colour of a derived mark. It has nothing to do with Banker and Player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// As the earlier column did.
    Red,
    /// Not as the earlier column did.
    Blue,
}

/// Which derived road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Looks back one column.
    BigEyeBoy,
    /// Looks back two columns.
    SmallRoad,
    /// Looks back three columns.
    CockroachPig,
}

impl Rule {
    /// The three, the shortest look back first.
    pub const ALL: [Rule; 3] = [Rule::BigEyeBoy, Rule::SmallRoad, Rule::CockroachPig];

    /// How many columns it looks back.
    pub fn look_back(self) -> usize {
        match self {
            Rule::BigEyeBoy => 1,
            Rule::SmallRoad => 2,
            Rule::CockroachPig => 3,
        }
    }

    /// The mark this road would get if `side` won next; none while there is no column to look back to.
    pub(super) fn if_next(self, big_road: &BigRoad, side: Side) -> Option<Colour> {
        let columns = big_road.columns();
        let model = columns.get(columns.len().checked_sub(1 + self.look_back())?)?;
        let last = columns.last()?;
        // Further down, blue says that the column has just outlived its model: until now the two were level. At the top, blue says that
        // the column which has ended and its model are not level.
        let goes_on = last.of == side;
        let is_level = last.length == model.length;
        Some(if goes_on == is_level { Colour::Blue } else { Colour::Red })
    }
}

/// One mark of a derived road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mark {
    /// Its colour.
    pub colour: Colour,
    /// The result that gave it, counted from 1, ties among them.
    pub coup: u32,
    /// Its true column and row, and its square on the board.
    #[serde(flatten)]
    pub place: Place,
}

/// A derived road.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DerivedRoad {
    #[serde(skip)]
    rule: Rule,
    columns: Columns<Colour>,
    marks: Vec<Mark>,
}

impl DerivedRoad {
    /// An empty road with room for this many marks.
    pub(super) fn with_room(rule: Rule, marks: usize) -> DerivedRoad {
        DerivedRoad { rule, columns: Columns::with_room(marks), marks: Vec::with_capacity(marks) }
    }

    /// Which road this is.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The marks, in the order they came.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The true columns, one for each streak of a colour.
    pub fn columns(&self) -> &[Column<Colour>] {
        self.columns.all()
    }

    /// Takes in a win that the big road does not show yet.
    pub(super) fn follow(&mut self, before: &BigRoad, coup: u32, side: Side) {
        if let Some(colour) = self.rule.if_next(before, side) {
            let place = self.columns.push(colour);
            self.marks.push(Mark { colour, coup, place });
        }
    }
}
