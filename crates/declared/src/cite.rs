//! What a decision rests on, topic by topic.

use baccarat::topic::{Listed, Stated};
use table::Citation;

/// The clauses of a topic; nothing where the book is silent.
pub fn stated<T>(topic: &Stated<T>) -> Citation {
    topic.ruled().map_or_else(Citation::default, |ruled| Citation::of("", &ruled.basis))
}

/// The clauses of a topic, or the fact that the book is silent on it.
pub fn stated_or_silent<T>(topic: &Stated<T>, name: &str) -> Citation {
    topic.ruled().map_or_else(|| Citation::silent(name), |ruled| Citation::of(name, &ruled.basis))
}

/// The clauses of all entries that fit; nothing where none does.
pub fn listed<T>(topic: &Listed<T>, fits: impl Fn(&T) -> bool) -> Citation {
    let fitting = topic.items.iter().filter(|item| fits(item));
    fitting.map(|item| Citation::of("", &item.basis)).fold(Citation::default(), Citation::and)
}
