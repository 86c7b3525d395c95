//! A remaining shoe read from a JSON file: an object from card to count.

use crate::failure::Failure;
use crate::library;
use baccarat::card::Card;
use baccarat::composition::Composition;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use std::fmt;

/// The composition in a file such as `{"AS": 8, "TH": 7}`; a card that is not named is not in the shoe.
pub fn read(path: &str) -> Result<Composition, Failure> {
    let text = library::read_file(path)?;
    let shoe: ShoeText =
        serde_json::from_str(&text).map_err(|error| Failure::refused(format!("{path}: {error}")))?;
    Ok(shoe.0)
}

struct ShoeText(Composition);

impl<'de> Deserialize<'de> for ShoeText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ShoeText, D::Error> {
        deserializer.deserialize_map(Counts)
    }
}

struct Counts;

impl<'de> Visitor<'de> for Counts {
    type Value = ShoeText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object from card to count, such as {\"AS\": 8, \"TH\": 7}")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<ShoeText, M::Error> {
        let mut shoe = Composition::empty();
        let mut named = [false; Card::KINDS];
        while let Some(name) = map.next_key::<String>()? {
            let card: Card = name.parse().map_err(M::Error::custom)?;
            if std::mem::replace(&mut named[card.index()], true) {
                return Err(M::Error::custom(format!("{card} stands twice; allowed is each card once")));
            }
            shoe.set(card, map.next_value::<u16>()?);
        }
        match shoe.cards() {
            cards if cards > Composition::MOST_CARDS => Err(M::Error::custom(format!(
                "found {cards} cards; allowed are at most {}",
                Composition::MOST_CARDS
            ))),
            _ => Ok(ShoeText(shoe)),
        }
    }
}
