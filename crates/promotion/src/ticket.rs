//! Tickets, and the proof that one is in the draw.
//!
//! What is published of a ticket is its number and a salted hash. Only its holder has the salt, so that everybody can prove the own
//! ticket and nobody reads another's. `docs/promotions.md` is the specification.

use draw::list_root;
use merkle::{Hash, Tree, leaf_hash, sha256, verify_inclusion};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use table::{Name, Time};

/// How a ticket was earned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Earned {
    /// By handing in a form.
    Form,
    /// By wagers in a coup.
    Wager {
        /// At which table.
        table: String,
        /// In which coup.
        coup: u32,
    },
}

impl fmt::Display for Earned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Earned::Form => f.write_str("form"),
            Earned::Wager { table, coup } => write!(f, "wager at {table} in coup {coup}"),
        }
    }
}

/// One ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// Counted from 1, without a gap.
    pub number: u32,
    /// Whose.
    pub holder: Name,
    /// How it was earned.
    pub earned: Earned,
    /// When.
    pub at: Time,
    /// It was taken back.
    #[serde(default)]
    pub taken_back: bool,
}

impl Ticket {
    /// The salt of a ticket, from the promotion's secret.
    pub fn salt(&self, key: &Hash) -> Hash {
        sha256(&[b"croupier-ticket-1 salt", &key.0, &self.number.to_be_bytes()])
    }

    /// The text that is hashed.
    pub fn text(&self, promotion: &str) -> String {
        format!(
            "croupier-ticket-1\npromotion {promotion}\nticket {}\nholder {}\nearned {}\nat {}\n",
            self.number, self.holder, self.earned, self.at.0
        )
    }

    /// The line of a published list that stands for it.
    pub fn entry(&self, promotion: &str, salt: &Hash) -> String {
        let hash = sha256(&[b"croupier-ticket-1", &salt.0, self.text(promotion).as_bytes()]);
        format!("ticket {} {hash}", self.number)
    }
}

/// What the holder of a ticket can show anybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// Which promotion.
    pub promotion: String,
    /// The ticket.
    pub ticket: Ticket,
    /// Its salt.
    pub salt: Hash,
    /// Its place in the list, counted from 0.
    pub place: u64,
    /// How many tickets the list has.
    pub count: u64,
    /// The hashes that lead from the ticket to the root.
    pub path: Vec<Hash>,
    /// The published root.
    pub root: Hash,
}

/// A published list, worked out once for any number of proofs.
pub(crate) struct ProvenList<'l> {
    places: HashMap<&'l str, u64>,
    tree: Tree,
    root: Hash,
}

impl<'l> ProvenList<'l> {
    pub(crate) fn new(list: &'l [String]) -> ProvenList<'l> {
        ProvenList {
            places: list.iter().map(String::as_str).zip(0..).collect(),
            tree: list.iter().map(|entry| leaf_hash(entry.as_bytes())).collect(),
            root: list_root(list),
        }
    }

    /// Proves a ticket of the list; nothing if it is not in it.
    pub(crate) fn prove(&self, promotion: &str, ticket: &Ticket, salt: Hash) -> Option<Proof> {
        let place = *self.places.get(ticket.entry(promotion, &salt).as_str())?;
        let count = self.places.len() as u64;
        let path = self.tree.inclusion(place, count)?;
        let (promotion, ticket, root) = (promotion.to_owned(), ticket.clone(), self.root);
        Some(Proof { promotion, ticket, salt, place, count, path, root })
    }
}

/// What is wrong with a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofWrong {
    /// It is about another promotion.
    OtherPromotion,
    /// It leads to another root than the published one.
    OtherRoot,
    /// The ticket is not in the list under that root.
    NotInTheList,
    /// It says another number of tickets than were drawn from, or that the ticket was taken back.
    Altered,
}

impl fmt::Display for ProofWrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProofWrong::OtherPromotion => "the ticket is for another promotion",
            ProofWrong::OtherRoot => "the proof leads to another root than the published one",
            ProofWrong::Altered => "the proof was altered: its count or its ticket is not as published",
            ProofWrong::NotInTheList => "the ticket is not in the list that was drawn from",
        })
    }
}

impl Proof {
    /// Holds it against the published root of a list of this many tickets.
    pub fn check(&self, promotion: &str, root: Hash, count: usize) -> Result<(), ProofWrong> {
        if self.promotion != promotion {
            return Err(ProofWrong::OtherPromotion);
        }
        if self.root != root {
            return Err(ProofWrong::OtherRoot);
        }
        if self.count != count as u64 || self.ticket.taken_back {
            return Err(ProofWrong::Altered);
        }
        let leaf = leaf_hash(self.ticket.entry(promotion, &self.salt).as_bytes());
        verify_inclusion(leaf, self.place, self.count, &self.path, root).map_err(|_| ProofWrong::NotInTheList)
    }
}
