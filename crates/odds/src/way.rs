//! By which way the odds of a wager are counted, and so what they cost.

use baccarat::wager::Wager;
use std::fmt;

/// The cheapest way that tells apart what a wager asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// A closed form over totals and third cards.
    Totals,
    /// A closed form over the pairs among the first four cards.
    Pairs,
    /// The joint count of both, which is dearer.
    Joint,
}

impl Way {
    /// Every way, the cheapest first.
    pub const ALL: [Way; 3] = [Way::Totals, Way::Pairs, Way::Joint];

    /// The way for this wager.
    pub fn of(wager: &Wager) -> Way {
        match (wager.asks_totals(), wager.asks_pairs()) {
            (_, false) => Way::Totals,
            (false, true) => Way::Pairs,
            (true, true) => Way::Joint,
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Way::Totals => "closed form over totals",
            Way::Pairs => "closed form over pairs",
            Way::Joint => "joint count of totals and pairs",
        })
    }
}
