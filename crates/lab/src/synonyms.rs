//! The words that people use, and what the books call the same thing.

/// What people say, and the words under which a book may have it. A clause that has any of them fits.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("misdeal", &["irregular", "in excess", "surplus", "wrong"]),
    ("re-deal", &["redeal", "reconstruct", "no effect", "void"]),
    ("redeal", &["re-deal", "reconstruct", "no effect", "void"]),
    ("five per cent", &["5%", "19 to 20"]),
    ("5 per cent", &["5%", "19 to 20"]),
    ("five percent", &["5%", "19 to 20"]),
    ("5 percent", &["5%", "19 to 20"]),
    ("5 %", &["5%", "19 to 20"]),
    ("commission", &["less 5%", "19 to 20"]),
    ("vigorish", &["commission", "less 5%", "19 to 20"]),
    ("push", &["standoff", "stands off"]),
    ("stand-off", &["standoff", "stands off"]),
    ("standoff", &["stands off"]),
    ("squeeze", &["face down", "exposes"]),
    ("shuffling machine", &["shuffling device", "shuffler"]),
    ("shuffle machine", &["shuffling device", "shuffler"]),
    ("cheating", &["fraud"]),
    ("cheat", &["fraud"]),
    ("camera", &["surveillance"]),
    ("cctv", &["surveillance"]),
    ("scoreboard", &["display", "results"]),
    ("road map", &["display", "results"]),
    ("pit boss", &["supervisor"]),
    ("floor manager", &["supervisor"]),
    ("cut card", &["cutting card"]),
    ("yellow card", &["cutting card"]),
    ("free hand", &["no-bet", "no bet"]),
    ("banned", &["barred", "exclude"]),
    ("complaint", &["dispute"]),
    ("payout", &["pays", "paid"]),
    ("bet", &["wager"]),
    ("wager", &["bet"]),
    ("stake", &["wager", "bet"]),
    ("customer", &["patron", "player"]),
    ("patron", &["player"]),
    ("on the floor", &["dropped", "drops", "mishandled", "fumbles"]),
    ("dropped", &["drops", "mishandled", "fumbles"]),
    ("extra card", &["surplus", "in excess"]),
    ("overdraw", &["surplus", "in excess"]),
    ("table limit", &["minimum", "maximum"]),
    ("tie-break", &["play-off"]),
    ("coupon", &["voucher"]),
    ("jackpot", &["prize"]),
    ("lottery", &["draw"]),
];

/// What a search asks for: a clause fits if it has, of every part, at least one of its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search(Vec<Vec<String>>);

impl Search {
    /// Reads what somebody typed: phrases that are known as a whole first, then word by word.
    pub fn of(typed: &str) -> Search {
        let mut rest = typed.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        let mut parts = Vec::new();
        for (said, books) in SYNONYMS.iter().filter(|(said, _)| said.contains(' ')) {
            if rest.contains(said) {
                rest = rest.replace(said, " ");
                parts.push(alternatives(said, books));
            }
        }
        for word in rest.split_whitespace() {
            let books =
                SYNONYMS.iter().find(|(said, _)| *said == word).map_or(&[] as &[&str], |(_, books)| *books);
            parts.push(alternatives(word, books));
        }
        Search(parts)
    }

    /// What people say that the books call something else.
    pub fn known() -> impl Iterator<Item = &'static str> {
        SYNONYMS.iter().map(|(said, _)| *said)
    }

    /// Whether it asks for nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a text has what is asked for; the text is in small letters.
    pub fn fits(&self, text: &str) -> bool {
        self.fits_beside(text, "")
    }

    /// Whether a text has what is asked for, or the names of its topics have. Names are searched for what was typed alone: what stands for
    /// another word would find a whole chapter by its name.
    pub fn fits_beside(&self, text: &str, names: &str) -> bool {
        let typed = |words: &[String]| words.first().is_some_and(|word| has(names, word));
        self.0.iter().all(|words| words.iter().any(|word| has(text, word)) || typed(words))
    }
}

/// Endings with which a word is still the same word.
const ENDINGS: &[&str] =
    &["", "s", "es", "d", "ed", "ing", "r", "er", "ly", "ity", "ities", "al", "ment", "ments"];

/// Whether a text has a word as a word: not within another, and with no more than an ending behind it.
fn has(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let starts = |inner: char| inner.is_alphanumeric();
        let begins = !word.starts_with(starts) || !before.ends_with(starts);
        let rest = after.find(|letter: char| !letter.is_alphanumeric()).map_or(after, |end| &after[..end]);
        begins && (!word.ends_with(starts) || ENDINGS.contains(&rest))
    })
}

fn alternatives(said: &str, books: &[&str]) -> Vec<String> {
    std::iter::once(said).chain(books.iter().copied()).map(str::to_owned).collect()
}
