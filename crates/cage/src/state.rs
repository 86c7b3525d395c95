//! What the cage knows.

use crate::transfer::Transfer;
use baccarat::chips::Money;
use baccarat::pieces::Pieces;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A drop box that was taken from its table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DropBox {
    /// Its number.
    pub number: u32,
    /// From which table.
    pub table: String,
    /// What was keyed as bought in.
    pub keyed: Money,
    /// The same by dealer.
    pub dealers: BTreeMap<String, Money>,
    /// Not everything that went into it was keyed: what is found over is what patrons gave for chips, and no difference.
    #[serde(default)]
    pub unkeyed: bool,
    /// When it was taken.
    pub at: i64,
    /// Who has counted once, and what they found. Nobody else is told before the second count.
    pub once: Option<(String, Money)>,
    /// Whoever has counted once is of the cage, who are not told what was keyed.
    #[serde(default)]
    pub once_by_cage: bool,
    /// What both found.
    pub counted: Option<Money>,
    /// Who counted.
    pub counters: Vec<String>,
    /// How often two counts differed.
    pub differed: u32,
}

impl DropBox {
    /// What two people found over, or below nothing, short of what was keyed. Where not all was keyed, nothing is over.
    pub fn difference(&self, found: Money) -> Money {
        box_difference(self.unkeyed, self.keyed, found)
    }
}

/// What was found over in a box, or below nothing, short of what was keyed. Where not all was keyed, nothing is over.
pub fn box_difference(unkeyed: bool, keyed: Money, found: Money) -> Money {
    let over = found - keyed;
    if unkeyed { over.min(Money(0)) } else { over }
}

/// A patron who carries chips about, by the name as it was first written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holder {
    /// The name.
    pub name: String,
    /// How much they carry.
    pub chips: Money,
}

/// What a patron did at the window in one day of the bank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Served {
    /// Chips bought for cash.
    pub bought: Money,
    /// Chips cashed in.
    pub cashed: Money,
}

/// What the cage's record says is at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtTable {
    /// All chips: float, hands and layout.
    pub chips: Money,
    /// What is paid and taken there is not keyed.
    #[serde(default)]
    pub unkeyed: bool,
    /// It was not, at some time since the drop box was attached.
    #[serde(default)]
    pub unkeyed_box: bool,
}

/// The cage of a house.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cage {
    /// From which amount on a second person is needed.
    pub(crate) second_from: Option<Money>,
    /// From which amount on an identity is noted.
    pub(crate) identity_from: Option<Money>,
    /// What a patron does at the window in one day of the bank counts together.
    #[serde(default)]
    pub(crate) together: bool,
    /// What patrons who gave a name did at the window in the day of the bank, by folded name.
    #[serde(default)]
    pub(crate) served: BTreeMap<String, Served>,
    /// The bank of the day is open.
    pub(crate) open: bool,
    /// How often it was opened.
    pub(crate) days: u32,
    /// Cash in the cage.
    pub(crate) cash: Money,
    /// Chips in the cage.
    pub(crate) pieces: Pieces,
    /// All chips that were put into use.
    pub(crate) issued: Money,
    /// Those of them that were put into use worth by worth.
    #[serde(default)]
    pub(crate) sorted: Pieces,
    /// The worths that chips of tables have which were there before the cage, once the house has said so.
    #[serde(default)]
    pub(crate) worths: Option<BTreeSet<Money>>,
    /// Chips on record as missing, less those found over.
    pub(crate) missing: Money,
    /// Chips that patrons carry, by folded name; the empty name is whoever gave none.
    pub(crate) holders: BTreeMap<String, Holder>,
    /// There is or was a table where play is not keyed. Who carries which chips is not known by name then, and what tables have won or
    /// lost since they were counted is nobody's by name: more or, until a count, less than nothing.
    #[serde(default)]
    pub(crate) open_play: bool,
    /// The tables.
    pub(crate) tables: BTreeMap<String, AtTable>,
    /// Fills and credits that are not over, and the last that are.
    pub(crate) transfers: BTreeMap<u32, Transfer>,
    /// The number of the last one.
    pub(crate) last_transfer: u32,
    /// Boxes that are not counted, and the last that are.
    pub(crate) boxes: BTreeMap<u32, DropBox>,
    /// The number of the last box.
    pub(crate) last_box: u32,
    /// The number of the last slip of the window.
    pub(crate) last_slip: u32,
    /// Cash brought from outside, less what went there.
    pub(crate) bank: Money,
    /// Cash taken at the window.
    pub(crate) taken: Money,
    /// Cash paid at the window.
    pub(crate) paid: Money,
    /// Cash that came in boxes, as it was keyed.
    pub(crate) dropped: Money,
    /// Cash found over at counts, less what was short.
    pub(crate) variance: Money,
}

/// A name by which a patron is found again however it was written: spaces and capitals do not count.
pub fn folded(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Is this what a patron is called who gave no name: `#` and letters or figures? Their chips are those of whoever gave none.
pub fn is_unnamed(name: &str) -> bool {
    let number = name.strip_prefix('#').unwrap_or_default();
    (1..=12).contains(&number.len()) && number.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

/// Under which name the chips of a patron are found.
pub(crate) fn holder_key(name: &str) -> String {
    if is_unnamed(name) { String::new() } else { folded(name) }
}

impl Cage {
    /// Is the bank of the day open?
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The number of the day.
    pub fn day(&self) -> u32 {
        self.days
    }

    /// From which amounts on a second person and a noted identity are needed.
    pub fn thresholds(&self) -> (Option<Money>, Option<Money>) {
        (self.second_from, self.identity_from)
    }

    /// Does what a patron does at the window in one day of the bank count together?
    pub fn counts_together(&self) -> bool {
        self.together
    }

    /// The chips in the cage.
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The worths that the house has told, if it has.
    pub fn worths(&self) -> Option<&BTreeSet<Money>> {
        self.worths.as_ref()
    }

    /// How many chips of a worth may be outside the cage: those put into use less those that are there, and whatever came with tables
    /// before anybody counted it by worth.
    pub fn may_be_out(&self, worth: Money) -> i64 {
        let count =
            |pieces: &Pieces| pieces.each().find(|(known, _)| *known == worth).map_or(0, |(_, count)| count);
        let unsorted = self.issued - self.sorted.worth();
        let may = self.worths.as_ref().is_none_or(|worths| worths.contains(&worth));
        let unsorted = if may && worth.0 > 0 { unsorted.0.max(0) / worth.0 } else { 0 };
        (count(&self.sorted) - count(&self.pieces)).saturating_add(unsorted).max(0)
    }

    /// What somebody carries; whoever gave no name if none is said.
    pub fn carried_by(&self, name: Option<&str>) -> Money {
        self.holders.get(&holder_key(name.unwrap_or_default())).map_or(Money(0), |holder| holder.chips)
    }

    /// The name of a patron as it was first written.
    pub fn known_as(&self, name: &str) -> Option<&str> {
        self.holders
            .get(&holder_key(name))
            .filter(|holder| !holder.name.is_empty())
            .map(|holder| holder.name.as_str())
    }

    /// Is there, or was there, a table where play is not keyed? Then nobody's name says how many chips they may have.
    pub fn has_open_play(&self) -> bool {
        self.open_play
    }

    /// All chips that are not in the cage: those at tables, carried about, on the way or missing.
    pub(crate) fn outside(&self) -> Money {
        self.issued - self.pieces.worth()
    }

    /// Everybody who carries chips.
    pub fn holders(&self) -> impl Iterator<Item = &Holder> {
        self.holders.values().filter(|holder| holder.chips.0 != 0)
    }

    /// What the record says is at a table.
    pub fn at_table(&self, table: &str) -> Option<AtTable> {
        self.tables.get(table).copied()
    }

    /// Every table that the cage knows.
    pub fn tables(&self) -> impl Iterator<Item = (&str, AtTable)> {
        self.tables.iter().map(|(id, at)| (id.as_str(), *at))
    }

    /// Fills and credits, the newest first.
    pub fn transfers(&self) -> impl Iterator<Item = &Transfer> {
        self.transfers.values().rev()
    }

    /// A fill or credit.
    pub fn transfer(&self, number: u32) -> Option<&Transfer> {
        self.transfers.get(&number)
    }

    /// Drop boxes, the newest first.
    pub fn boxes(&self) -> impl Iterator<Item = &DropBox> {
        self.boxes.values().rev()
    }
}
