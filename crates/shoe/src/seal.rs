//! What a shoe is committed to before the first wager.

use merkle::{Hash, Tree, leaf_hash, sha256};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The name of the algorithm and of everything hashed under it.
pub const ALGORITHM: &str = "croupier-shoe-1";

/// The most decks a shoe may have.
pub const MOST_DECKS: u8 = 100;

/// What a table is called: 1 to 64 characters on one line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct TableName(String);

/// A text that cannot name a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTableName(String);

impl fmt::Display for BadTableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} cannot name a table: allowed are 1 to 64 characters, none a control character, no blank at either end",
            self.0
        )
    }
}

impl std::error::Error for BadTableName {}

impl FromStr for TableName {
    type Err = BadTableName;

    fn from_str(text: &str) -> Result<TableName, BadTableName> {
        let fits = (1..=64).contains(&text.chars().count());
        match fits && !text.contains(char::is_control) && text.trim() == text {
            true => Ok(TableName(text.to_owned())),
            false => Err(BadTableName(text.chars().take(70).collect())),
        }
    }
}

impl TryFrom<String> for TableName {
    type Error = BadTableName;

    fn try_from(text: String) -> Result<TableName, BadTableName> {
        text.parse()
    }
}

impl From<TableName> for String {
    fn from(name: TableName) -> String {
        name.0
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Everything that is public of a shoe before its first card. [`Sealed::seal`] is the hash of all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    /// How it is shuffled and sealed: [`ALGORITHM`].
    pub algorithm: String,
    /// The hash of the book in force.
    pub book: Hash,
    /// The table.
    pub table: TableName,
    /// The number of the shoe at this table, from 1 without a gap.
    pub number: u32,
    /// How many decks.
    pub decks: u8,
    /// The seal of the shoe before it at this table; zeros for the first.
    pub previous: Hash,
    /// The hash of the seed.
    pub seed_hash: Hash,
    /// The root over the salted cards in order, before the cut.
    pub root: Hash,
}

impl Sealed {
    /// How many cards.
    pub fn cards(&self) -> u16 {
        u16::from(self.decks) * 52
    }

    /// The 32 bytes that stand for all of it. Whoever keeps them can check everything else.
    pub fn seal(&self) -> Hash {
        sha256(&[self.text().as_bytes()])
    }

    /// The text that is hashed: one line for each value.
    pub fn text(&self) -> String {
        let Sealed { algorithm, book, table, number, decks, previous, seed_hash, root } = self;
        format!(
            "{algorithm} seal\nbook {book}\ntable {table}\nnumber {number}\ndecks {decks}\n\
             previous {previous}\nseed-hash {seed_hash}\nroot {root}\n"
        )
    }
}

/// What a shoe commits to of its seed.
pub(crate) fn seed_hash(seed: &[u8; 32]) -> Hash {
    sha256(&[ALGORITHM.as_bytes(), b" seed", seed])
}

/// The leaf of one card: its place before the cut, what it is, and a salt, without which nobody could tell what was
/// hashed by trying all 52.
pub(crate) fn card_leaf(position: u16, card: baccarat::card::Card, salt: &[u8; 32]) -> Hash {
    let mut leaf = zeroize::Zeroizing::new([0; ALGORITHM.len() + 36]);
    let (name, rest) = leaf.split_at_mut(ALGORITHM.len());
    name.copy_from_slice(ALGORITHM.as_bytes());
    rest[..2].copy_from_slice(&position.to_be_bytes());
    rest[2] = card.rank.letter() as u8;
    rest[3] = card.suit.letter() as u8;
    rest[4..].copy_from_slice(salt);
    leaf_hash(&*leaf)
}

/// The tree over salted cards in order.
pub(crate) fn tree(kinds: &[u8], salts: &[u8]) -> Tree {
    let (salts, _) = salts.as_chunks::<32>();
    let leaf = |(position, (kind, salt)): (usize, (&u8, &[u8; 32]))| {
        card_leaf(position as u16, crate::shuffle::card(*kind), salt)
    };
    kinds.iter().zip(salts).enumerate().map(leaf).collect()
}
