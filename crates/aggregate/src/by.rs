//! Who acted, as logs write it.

use std::fmt;

/// Who acted, and in which role.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct By {
    /// The person, or the part of the house.
    pub name: String,
    /// The role.
    pub role: String,
}

impl By {
    /// Somebody in a role.
    pub fn new(name: impl Into<String>, role: impl Into<String>) -> By {
        By { name: name.into(), role: role.into() }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.role)
    }
}
