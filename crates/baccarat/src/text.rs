//! Short text that is named again and again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A short text, shared, so that naming it again copies nothing.
#[derive(Clone, Debug, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Text(Arc<str>);

/// Clause numbers, wagers and names that differ mostly differ at their end (`12.1.3` and `12.1.4`), so that is where the
/// comparison begins.
impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.len() == other.len()
                && self.as_bytes().last() == other.as_bytes().last()
                && self.as_bytes() == other.as_bytes())
    }
}

impl Eq for Text {}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.into())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text(text.into())
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
    fn texts_are_equal_when_their_letters_are() {
        let texts = ["", "1", "12", "12.1.3", "12.1.4", "22.1.3", "banker"];
        for left in texts {
            for right in texts {
                assert_eq!(Text::from(left) == Text::from(right), left == right, "{left} and {right}");
            }
        }
        let one = Text::from("one");
        assert_eq!(one, one.clone());
    }
}
