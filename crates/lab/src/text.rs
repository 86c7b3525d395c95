//! Values that answers give as text.

use baccarat::chips::ChipSet;
use serde::Serializer;
use std::fmt::Display;

/// A value as people write it.
pub fn shown<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// A value as people write it, or nothing.
pub fn maybe_shown<T: Display, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

/// The chips of a set, the smallest first.
pub fn chips(chips: &ChipSet) -> Vec<String> {
    chips.chips().iter().map(ToString::to_string).collect()
}
