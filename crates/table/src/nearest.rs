//! The nearest of the words that are known, for somebody who slipped on a key.

/// The known word that is nearest to this one, if it is near at all: at most a third of its letters are wrong.
pub fn nearest<'k>(found: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let found = found.to_lowercase();
    let near = known.into_iter().map(|word| (distance(&found, word), word)).min_by_key(|(away, _)| *away)?;
    (near.0 <= (found.chars().count() / 3).max(1)).then_some(near.1)
}

/// The same as the end of a message: `; did you mean banker?`, or nothing.
pub fn meant<'k>(found: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    nearest(found, known).map_or(String::new(), |word| format!("; did you mean {word}?"))
}

/// The number of letters to put in, take out, change or swap with their neighbour to get from one word to the other.
pub(crate) fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for (down, letter) in from.iter().enumerate() {
        let mut row = vec![down + 1];
        for (index, other) in to.iter().enumerate() {
            let above = &rows[down];
            let changed = above[index] + usize::from(letter != other);
            let mut least = changed.min(above[index + 1] + 1).min(row[index] + 1);
            if down > 0 && index > 0 && from[down - 1] == *other && to[index - 1] == *letter {
                least = least.min(rows[down - 1][index - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_named_if_it_is_near() {
        let known = ["player", "banker", "tie", "super-6"];
        for (found, wanted) in [
            ("bankr", Some("banker")),
            ("Player", Some("player")),
            ("ties", Some("tie")),
            ("tei", Some("tie")),
            ("super6", Some("super-6")),
            ("dragon", None),
            ("", None),
        ] {
            assert_eq!(nearest(found, known), wanted, "{found}");
        }
        assert_eq!(meant("bankr", known), "; did you mean banker?");
        assert_eq!(meant("lucky", known), "");
    }
}
