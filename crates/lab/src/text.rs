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

/// Chips, or none, as the text in which people write them.
pub mod chip_set {
    use baccarat::chips::ChipSet;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes them.
    pub fn serialize<S: Serializer>(chips: &Option<ChipSet>, serializer: S) -> Result<S::Ok, S::Error> {
        chips.as_ref().map(|chips| super::chips(chips).join(",")).serialize(serializer)
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ChipSet>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}
