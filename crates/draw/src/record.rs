//! A draw as it is published, and what may be wrong with it.

use crate::{METHOD, Sealed, list_root, order, seed_hash};
use merkle::Hash;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who may not come into the same part of the order, such as one table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Apart {
    /// The sizes of the parts, in order; what is left over is a part too.
    pub parts: Vec<usize>,
    /// Groups of entries of which no two come into one part.
    pub groups: Vec<Vec<String>>,
}

impl Apart {
    /// Does an order keep every group apart?
    pub fn holds(&self, list: &[String], order: &[usize]) -> bool {
        let part_of = |entry: &String| {
            let at = order.iter().position(|index| list.get(*index) == Some(entry))?;
            let mut end = 0;
            self.parts.iter().position(|size| {
                end += size;
                at < end
            })
        };
        self.groups.iter().all(|group| {
            let mut parts: Vec<usize> = group.iter().filter_map(part_of).collect();
            let many = parts.len();
            parts.sort_unstable();
            parts.dedup();
            parts.len() == many
        })
    }
}

/// A draw from its seal to its order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The method, `croupier-draw-1`.
    pub method: String,
    /// What was committed to first.
    pub sealed: Sealed,
    /// The seal, published before the list.
    pub seal: Hash,
    /// The list that was drawn from.
    pub list: Vec<String>,
    /// Its root, published before the mix.
    pub root: Hash,
    /// The text from outside the house.
    pub mix: String,
    /// The seed, revealed at the end.
    pub seed: Hash,
    /// What restricts the order.
    pub apart: Apart,
    /// How many orders were passed over because of that restriction.
    pub passed_over: u32,
    /// The order: places in the list, counted from 0.
    pub order: Vec<usize>,
}

impl Record {
    /// Draws. Nothing if the restriction cannot be met.
    pub fn draw(
        sealed: Sealed,
        list: Vec<String>,
        mix: &str,
        seed: &[u8; 32],
        apart: Apart,
    ) -> Option<Record> {
        let root = list_root(&list);
        let (order, passed_over) = order(seed, root, mix, list.len(), |order| apart.holds(&list, order))?;
        Some(Record {
            method: METHOD.to_owned(),
            seal: sealed.seal(),
            sealed,
            root,
            mix: mix.to_owned(),
            seed: Hash(*seed),
            list,
            apart,
            passed_over,
            order,
        })
    }

    /// The entries in the drawn order.
    pub fn drawn(&self) -> impl Iterator<Item = &String> {
        self.order.iter().filter_map(|index| self.list.get(*index))
    }

    /// Everything that is wrong with it.
    pub fn faults(&self) -> Vec<DrawFault> {
        let mut faults = Vec::new();
        let mut unless = |holds: bool, fault: DrawFault| {
            if !holds {
                faults.push(fault);
            }
        };
        unless(self.method == METHOD, DrawFault::Method);
        unless(self.sealed.seal() == self.seal, DrawFault::Seal);
        unless(seed_hash(&self.seed.0) == self.sealed.seed_hash, DrawFault::Seed);
        unless(list_root(&self.list) == self.root, DrawFault::Root);
        let fits = |order: &[usize]| self.apart.holds(&self.list, order);
        let drawn = order(&self.seed.0, self.root, &self.mix, self.list.len(), fits);
        unless(drawn == Some((self.order.clone(), self.passed_over)), DrawFault::Order);
        faults
    }
}

/// One thing wrong with a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawFault {
    /// It names another method.
    Method,
    /// The seal is not that of what was committed to.
    Seal,
    /// The seed is not the one that was committed to.
    Seed,
    /// The root is not that of the list.
    Root,
    /// Another order follows from the seed, the root and the mix.
    Order,
    /// Its number does not follow on the draw before.
    Number,
    /// It does not name the seal of the draw before.
    Chain,
}

impl fmt::Display for DrawFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawFault::Method => "it names another method than croupier-draw-1",
            DrawFault::Seal => "the seal is not that of what was committed to",
            DrawFault::Seed => "the seed is not the one that was committed to",
            DrawFault::Root => "the root is not that of the list",
            DrawFault::Order => "another order follows from seed, root and mix",
            DrawFault::Number => "its number does not follow on the draw before",
            DrawFault::Chain => "it does not name the seal of the draw before",
        })
    }
}

/// Everything wrong with a house's draws, each with the place of its record, counted from 0.
pub fn check_chain(records: &[Record]) -> Vec<(usize, DrawFault)> {
    let mut found = Vec::new();
    let (mut number, mut previous) = (0, Hash::NONE);
    for (place, record) in records.iter().enumerate() {
        found.extend(record.faults().into_iter().map(|fault| (place, fault)));
        if record.sealed.number != number + 1 {
            found.push((place, DrawFault::Number));
        }
        if record.sealed.previous != previous {
            found.push((place, DrawFault::Chain));
        }
        (number, previous) = (record.sealed.number, record.seal);
    }
    found
}
