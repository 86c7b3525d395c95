//! The one spelling of a JSON text: keys sorted, no blanks, whole numbers only.

use serde::Serialize;
use serde_json::Value;
use std::fmt;
use std::ops::Range;

/// How deep a text may be nested.
const DEEPEST: usize = 64;

/// Why something has no canonical text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCanonical {
    /// It is no JSON, or cannot be written as JSON.
    NotJson(String),
    /// A number with a point or an exponent.
    NotWhole(String),
    /// A key twice in one object.
    KeyTwice(String),
    /// Nested deeper than anything here is.
    TooDeep,
    /// It is JSON, but spelt otherwise.
    OtherSpelling,
}

impl fmt::Display for NotCanonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotCanonical::NotJson(message) => write!(f, "not JSON: {message}"),
            NotCanonical::NotWhole(found) => write!(f, "found the number {found}; allowed are whole numbers"),
            NotCanonical::KeyTwice(key) => write!(f, "the key {key} twice in one object"),
            NotCanonical::TooDeep => write!(f, "nested deeper than {DEEPEST}"),
            NotCanonical::OtherSpelling => {
                f.write_str("not in its one spelling: sorted keys, no blanks, no needless escapes")
            }
        }
    }
}

impl std::error::Error for NotCanonical {}

/// The canonical text of a value.
pub fn canonical(value: &impl Serialize) -> Result<String, NotCanonical> {
    let text = serde_json::to_string(value).map_err(|error| NotCanonical::NotJson(error.to_string()))?;
    // A string has no keys, and is in its one spelling.
    if text.starts_with('"') { Ok(text) } else { sorted(&text) }
}

/// Is this text canonical?
pub fn check(text: &str) -> Result<(), NotCanonical> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| NotCanonical::NotJson(error.to_string()))?;
    // A key that comes twice is lost on the way, so that the texts differ.
    if canonical(&value)? == text { Ok(()) } else { Err(NotCanonical::OtherSpelling) }
}

/// The same text with the keys of every object in order. The text is as `serde_json` writes it: without blanks, and every
/// string in its one spelling.
pub(crate) fn sorted(text: &str) -> Result<String, NotCanonical> {
    let out = String::with_capacity(text.len());
    let mut sorter = Sorter { text, at: 0, out, pairs: Vec::new(), object: String::new() };
    sorter.value(0)?;
    Ok(sorter.out)
}

struct Sorter<'t> {
    text: &'t str,
    at: usize,
    out: String,
    /// The pairs of the objects that are open, those of the innermost last: where each key is in the text that came in, and where each
    /// pair is in the one that goes out.
    pairs: Vec<(&'t str, Range<usize>)>,
    /// Room to put an object together anew.
    object: String,
}

impl Sorter<'_> {
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn value(&mut self, depth: usize) -> Result<(), NotCanonical> {
        if depth > DEEPEST {
            return Err(NotCanonical::TooDeep);
        }
        match self.peek() {
            b'{' => self.object(depth),
            b'[' => self.array(depth),
            _ => {
                let end = self.token_end();
                let token = &self.text[self.at..end];
                let number = token.starts_with(|first: char| first == '-' || first.is_ascii_digit());
                if number && token.contains(['.', 'e', 'E']) {
                    return Err(NotCanonical::NotWhole(token.to_owned()));
                }
                self.out.push_str(token);
                self.at = end;
                Ok(())
            }
        }
    }

    /// Where the string, number or word ends that begins here.
    fn token_end(&self) -> usize {
        let bytes = self.text.as_bytes();
        let mut end = self.at;
        if self.peek() == b'"' {
            end += 1;
            while bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            return end + 1;
        }
        while bytes.get(end).is_some_and(|byte| !matches!(byte, b',' | b']' | b'}')) {
            end += 1;
        }
        end
    }

    fn array(&mut self, depth: usize) -> Result<(), NotCanonical> {
        self.out.push('[');
        self.at += 1;
        while self.peek() != b']' {
            if self.peek() == b',' {
                self.out.push(',');
                self.at += 1;
            }
            self.value(depth + 1)?;
        }
        self.out.push(']');
        self.at += 1;
        Ok(())
    }

    fn object(&mut self, depth: usize) -> Result<(), NotCanonical> {
        self.out.push('{');
        self.at += 1;
        let (start, outer) = (self.out.len(), self.pairs.len());
        let mut in_order = true;
        let text = self.text;
        while self.peek() != b'}' {
            if self.peek() == b',' {
                self.at += 1;
            }
            if self.pairs.len() > outer {
                self.out.push(',');
            }
            let key = &text[self.at..self.token_end()];
            let from = self.out.len();
            self.out.push_str(key);
            self.out.push(':');
            self.at += key.len() + 1;
            self.value(depth + 1)?;
            if let Some((last, _)) = self.pairs[outer..].last() {
                in_order &= order(last, key).is_lt();
            }
            self.pairs.push((key, from..self.out.len()));
        }
        self.at += 1;
        if !in_order {
            self.put_in_order(start, outer)?;
        }
        self.pairs.truncate(outer);
        self.out.push('}');
        Ok(())
    }

    /// Puts the innermost object in order, which begins here in the text that goes out, with the first of its pairs there.
    fn put_in_order(&mut self, start: usize, outer: usize) -> Result<(), NotCanonical> {
        let pairs = &mut self.pairs[outer..];
        pairs.sort_by(|(one, _), (other, _)| order(one, other));
        if let Some(twice) = pairs.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(NotCanonical::KeyTwice(twice[0].0.to_owned()));
        }
        self.object.clear();
        for (place, (_, range)) in pairs.iter().enumerate() {
            if place > 0 {
                self.object.push(',');
            }
            self.object.push_str(&self.out[range.clone()]);
        }
        self.out.truncate(start);
        self.out.push_str(&self.object);
        Ok(())
    }
}

/// The order of two keys, which are given as they are written, quotes and all: that of their characters.
fn order(one: &str, other: &str) -> std::cmp::Ordering {
    let plain = |key: &str| !key.contains('\\');
    if plain(one) && plain(other) {
        // Without the closing quote, which would order `a` after `a!`.
        return one[..one.len() - 1].cmp(&other[..other.len() - 1]);
    }
    let message = |key: &str| serde_json::from_str::<String>(key).unwrap_or_default();
    message(one).cmp(&message(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_are_sorted_at_every_depth() {
        let value = json!({"b": [{"d": 1, "c": {"f": null, "e": "x"}}], "a": true, "a!": [], "": {}});
        assert_eq!(
            canonical(&value).unwrap(),
            r#"{"":{},"a":true,"a!":[],"b":[{"c":{"e":"x","f":null},"d":1}]}"#
        );
    }

    #[test]
    fn keys_are_ordered_by_their_characters() {
        let value = json!({"\u{e9}": 1, "z": 2, "\n": 3, "\"": 4, "!": 5, "\u{10000}": 6, "\u{ffff}": 7});
        let text = canonical(&value).unwrap();
        assert_eq!(
            text,
            "{\"\\n\":3,\"!\":5,\"\\\"\":4,\"z\":2,\"\u{e9}\":1,\"\u{ffff}\":7,\"\u{10000}\":6}"
        );
        assert_eq!(check(&text), Ok(()));
    }

    #[test]
    fn strings_keep_what_looks_like_structure() {
        let value = json!({"b": "}],{\"\\", "a": "1.5e3"});
        assert_eq!(canonical(&value).unwrap(), r#"{"a":"1.5e3","b":"}],{\"\\"}"#);
    }

    #[test]
    fn numbers_are_whole() {
        assert_eq!(canonical(&json!({"a": 1.5})), Err(NotCanonical::NotWhole("1.5".into())));
        assert!(matches!(canonical(&json!([1e300])), Err(NotCanonical::NotWhole(_))));
        assert!(matches!(check("-0"), Err(NotCanonical::NotWhole(_))));
        assert_eq!(canonical(&json!([i64::MIN, u64::MAX, true, false, null])).unwrap(), {
            format!("[{},{},true,false,null]", i64::MIN, u64::MAX)
        });
    }

    #[test]
    fn other_spellings_are_found() {
        for text in ["{\"a\": 1}", "{\"b\":1,\"a\":2}", "{\"a\":1,\"a\":1}", "\"\\u0041\"", "[1 ]"] {
            assert_eq!(check(text), Err(NotCanonical::OtherSpelling), "{text}");
        }
        assert!(matches!(check("{"), Err(NotCanonical::NotJson(_))));
        assert!(matches!(check(&"[".repeat(100_000)), Err(NotCanonical::NotJson(_))));
    }
}
