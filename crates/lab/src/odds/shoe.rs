//! A remaining shoe read from JSON: an object from card to count.

use crate::error::Error;
use baccarat::card::Card;
use baccarat::composition::Composition;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// The composition in a text such as `{"AS": 8, "TH": 7}`; a card that is not named is not in the shoe. Faults begin with the name
/// of the text.
pub fn composition(name: &str, text: &str) -> Result<Composition, Error> {
    let shoe: Result<ShoeText, serde_json::Error> = serde_json::from_str(text);
    shoe.map(|shoe| shoe.0).map_err(|error| Error::refused(message(name, &error)))
}

/// What is wrong with the text, the line first as for a book.
fn message(name: &str, error: &serde_json::Error) -> String {
    let at = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    let message = message.strip_suffix(&at).unwrap_or(&message);
    let not_json = if error.is_data() { "" } else { "not JSON: " };
    format!("{name}: line {}: {not_json}{message}", error.line())
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
            let count: Value = map.next_value()?;
            let whole = count.as_u64().and_then(|count| u16::try_from(count).ok());
            let whole = whole.filter(|count| u32::from(*count) <= Composition::MOST_CARDS);
            let refuse = || {
                format!(
                    "{card}: found {count}; allowed are whole numbers from 0 to {}",
                    Composition::MOST_CARDS
                )
            };
            shoe.set(card, whole.ok_or_else(|| M::Error::custom(refuse()))?);
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
