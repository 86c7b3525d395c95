//! Small whole numbers as a book writes them: one, a list, or ranges.

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// Whole numbers from 0 up to some most: `6`, `[6, 7]`, or `"4-9"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Numbers<const MOST: u8>(u32);

/// Point counts, and whatever else is one digit.
pub type Digits = Numbers<9>;

/// Two point counts added.
pub type Sums = Numbers<18>;

impl<const MOST: u8> Numbers<MOST> {
    /// Is this number one of them?
    pub fn contains(self, number: u8) -> bool {
        number <= MOST && self.0 >> number & 1 == 1
    }

    /// The numbers, least first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..=MOST).filter(move |&number| self.contains(number))
    }

    pub(crate) fn from_numbers(numbers: impl IntoIterator<Item = i64>) -> Result<Numbers<MOST>, String> {
        let mut mask = 0;
        for number in numbers {
            if !(0..=i64::from(MOST)).contains(&number) {
                return Err(format!("found {number}; allowed are whole numbers from 0 to {MOST}"));
            }
            mask |= 1 << number;
        }
        match mask {
            0 => Err(format!("found no number; allowed are whole numbers from 0 to {MOST}")),
            mask => Ok(Numbers(mask)),
        }
    }
}

impl<const MOST: u8> FromStr for Numbers<MOST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbers<MOST>, String> {
        let refuse = || format!("found `{text}`; allowed are digits and ranges such as `6`, `0, 1` or `4-9`");
        let mut numbers = Vec::new();
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let number = |text: &str| text.parse::<u8>().ok().filter(|number| *number <= MOST);
            let (Some(from), Some(to)) = (number(from), number(to)) else { return Err(refuse()) };
            if from > to {
                return Err(refuse());
            }
            numbers.extend((from..=to).map(i64::from));
        }
        Numbers::from_numbers(numbers).map_err(|_| refuse())
    }
}

impl<const MOST: u8> fmt::Display for Numbers<MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let mut number = 0;
        while number <= MOST {
            if !self.contains(number) {
                number += 1;
                continue;
            }
            let from = number;
            while self.contains(number + 1) {
                number += 1;
            }
            parts.push(if from == number { from.to_string() } else { format!("{from}-{number}") });
            number += 1;
        }
        f.write_str(&parts.join(", "))
    }
}

impl<const MOST: u8> From<Numbers<MOST>> for String {
    fn from(numbers: Numbers<MOST>) -> String {
        numbers.to_string()
    }
}

impl<'de, const MOST: u8> Deserialize<'de> for Numbers<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Numbers<MOST>, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected whole numbers: `6`, `[6, 7]` or `\"4-9\"`")]
        enum Written {
            One(i64),
            Any(Vec<i64>),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::One(number) => Numbers::from_numbers([number]),
            Written::Any(numbers) => Numbers::from_numbers(numbers),
            Written::Text(text) => text.parse(),
        }
        .map_err(D::Error::custom)
    }
}

impl<const MOST: u8> JsonSchema for Numbers<MOST> {
    fn schema_name() -> Cow<'static, str> {
        match MOST {
            9 => "Digits".into(),
            most => format!("NumbersTo{most}").into(),
        }
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let number = if MOST < 10 { "[0-9]" } else { "[0-9]{1,2}" };
        schemars::json_schema!({
            "description": format!("Whole numbers from 0 to {MOST}: 6, [6, 7] or \"4-9\"."),
            "anyOf": [
                { "type": "integer", "minimum": 0, "maximum": MOST },
                { "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": MOST }, "minItems": 1 },
                { "type": "string", "pattern": format!("^\\s*{number}(-{number})?([, ]+{number}(-{number})?)*\\s*$") }
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_numbers_lists_or_ranges() {
        let digits: Digits = "0-2, 9".parse().unwrap();
        assert_eq!(digits.iter().collect::<Vec<_>>(), [0, 1, 2, 9]);
        assert_eq!(digits.to_string(), "0-2, 9");
        for bad in ["", "10", "5-3", "x", "1-", "-1"] {
            assert!(bad.parse::<Digits>().is_err(), "{bad}");
        }
    }
}
