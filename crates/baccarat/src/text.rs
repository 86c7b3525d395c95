//! Short text that is named again and again.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A short text, shared, so that naming it again copies nothing. Its first eight bytes stand beside it: clause numbers, wagers and
/// names mostly differ there, so that comparing them seldom looks at the text itself.
#[derive(Clone, Debug)]
pub struct Text {
    first: u64,
    text: Arc<str>,
}

/// The first eight bytes as one number, in the order of the text; nothing stands for what is missing.
fn first(text: &str) -> u64 {
    let mut bytes = [0; 8];
    let known = text.len().min(8);
    bytes[..known].copy_from_slice(&text.as_bytes()[..known]);
    u64::from_be_bytes(bytes)
}

impl PartialEq for Text {
    #[inline]
    fn eq(&self, other: &Text) -> bool {
        self.first == other.first
            && self.text.len() == other.text.len()
            && (self.text.len() <= 8 || Arc::ptr_eq(&self.text, &other.text) || self.text == other.text)
    }
}

impl Eq for Text {}

impl Ord for Text {
    #[inline]
    fn cmp(&self, other: &Text) -> Ordering {
        self.first.cmp(&other.first).then_with(|| match Arc::ptr_eq(&self.text, &other.text) {
            true => Ordering::Equal,
            false => self.text.cmp(&other.text),
        })
    }
}

impl PartialOrd for Text {
    #[inline]
    fn partial_cmp(&self, other: &Text) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        Ok(Arc::<str>::deserialize(deserializer)?.into())
    }
}

impl JsonSchema for Text {
    fn inline_schema() -> bool {
        <Arc<str>>::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        <Arc<str>>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Arc<str>>::json_schema(generator)
    }
}

impl From<Arc<str>> for Text {
    fn from(text: Arc<str>) -> Text {
        Text { first: first(&text), text }
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Arc::<str>::from(text).into()
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Arc::<str>::from(text).into()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn texts_compare_as_their_letters_do() {
        let texts = [
            "",
            "\0",
            "1",
            "12",
            "12.1.3",
            "12.1.4",
            "22.1.3",
            "banker",
            "pair-bank",
            "pair-banker",
            "pair-ban",
            "pair-ban\0",
            "pair-player",
            "Zoë",
            "Zoë B",
            "爱丽丝",
            "爱丽丝丝",
        ];
        for left in texts {
            for right in texts {
                let (one, other) = (Text::from(left), Text::from(right));
                assert_eq!(one == other, left == right, "{left} and {right}");
                assert_eq!(one.cmp(&other), left.cmp(right), "{left} and {right}");
            }
        }
        let one = Text::from("one");
        assert_eq!(one, one.clone());
    }
}
