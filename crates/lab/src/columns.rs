//! Answers as columns of one length, for tables of any kind.

use std::borrow::Cow;

/// The values of one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Words.
    Text(Vec<String>),
    /// Whole numbers.
    Whole(Vec<i64>),
    /// Whole numbers, of which some are missing.
    Maybe(Vec<Option<i64>>),
    /// Numbers.
    Number(Vec<f64>),
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Values::Text(values) => values.len(),
            Values::Whole(values) => values.len(),
            Values::Maybe(values) => values.len(),
            Values::Number(values) => values.len(),
        }
    }

    /// One value as text; empty if it is missing.
    pub fn cell(&self, row: usize) -> String {
        match self {
            Values::Text(values) => values[row].clone(),
            Values::Whole(values) => values[row].to_string(),
            Values::Maybe(values) => values[row].map(|value| value.to_string()).unwrap_or_default(),
            Values::Number(values) => values[row].to_string(),
        }
    }
}

/// Columns of one length, each with its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns(pub Vec<(Cow<'static, str>, Values)>);

impl Columns {
    /// Columns whose names are known when this is compiled.
    pub fn named(columns: Vec<(&'static str, Values)>) -> Columns {
        Columns(columns.into_iter().map(|(name, values)| (Cow::Borrowed(name), values)).collect())
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.0.first().map_or(0, |(_, values)| values.len())
    }
}
