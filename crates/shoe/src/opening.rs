//! One card, opened: what it is, and the proof that it lay there from the beginning.

use crate::seal::{Sealed, card_leaf};
use baccarat::card::Card;
use merkle::{Hash, ProofFault, verify_inclusion};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// 32 bytes that were secret until they were opened: a salt, or a seed. Written as 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Opened(pub [u8; 32]);

impl fmt::Display for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hash(self.0).fmt(f)
    }
}

impl FromStr for Opened {
    type Err = String;

    fn from_str(text: &str) -> Result<Opened, String> {
        let refuse = |_| {
            format!(
                "`{}` is not 32 bytes: write 64 digits 0-9 or a-f",
                text.chars().take(70).collect::<String>()
            )
        };
        text.parse::<Hash>().map(|bytes| Opened(bytes.0)).map_err(refuse)
    }
}

impl From<Opened> for String {
    fn from(opened: Opened) -> String {
        opened.to_string()
    }
}

impl TryFrom<String> for Opened {
    type Error = String;

    fn try_from(text: String) -> Result<Opened, String> {
        text.parse()
    }
}

/// A card out of the shoe, with its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// How many cards left the shoe before it.
    pub drawn: u16,
    /// Its place in the order before the cut, from 0.
    pub position: u16,
    /// The card.
    pub card: Card,
    /// What it was salted with.
    pub salt: Opened,
    /// The hashes beside the way from it to the root.
    pub path: Vec<Hash>,
}

/// Why an opening does not belong to a shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningFault {
    /// After this cut, another place is due.
    Position {
        /// The place that is due.
        due: u16,
        /// The one found.
        found: u16,
    },
    /// Card, salt and path do not lead to the root.
    Proof(ProofFault),
}

impl fmt::Display for OpeningFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningFault::Position { due, found } => {
                write!(f, "it opens position {found}, but after this cut position {due} is due")
            }
            OpeningFault::Proof(fault) => {
                write!(f, "card, salt and path do not lead to the root that was sealed: {fault}")
            }
        }
    }
}

impl std::error::Error for OpeningFault {}

/// Which place before the cut the card drawn as number `drawn` comes from.
pub(crate) fn position(drawn: u16, cut: u16, cards: u16) -> u16 {
    ((u32::from(drawn) + u32::from(cut)) % u32::from(cards.max(1))) as u16
}

impl Opening {
    /// Is this the card that was sealed at the place that is due after this cut?
    pub fn check(&self, sealed: &Sealed, cut: u16) -> Result<(), OpeningFault> {
        let due = position(self.drawn, cut, sealed.cards());
        if self.position != due {
            return Err(OpeningFault::Position { due, found: self.position });
        }
        let leaf = card_leaf(self.position, self.card, &self.salt.0);
        verify_inclusion(leaf, self.position.into(), sealed.cards().into(), &self.path, sealed.root)
            .map_err(OpeningFault::Proof)
    }
}
