//! How a coup ended, as far as any wager can see.

use crate::card::Card;
use crate::hand::Hands;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the two hands. A person who bets is a patron, never a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Side {
    Player,
    Banker,
}

/// Which hand had the higher point count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Winner {
    Player,
    Banker,
    Tie,
}

/// The hand that wins.
impl From<Side> for Winner {
    fn from(side: Side) -> Winner {
        match side {
            Side::Player => Winner::Player,
            Side::Banker => Winner::Banker,
        }
    }
}

/// How alike the first two cards of a hand are when they are a pair, that is, of one rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PairKind {
    /// One red card and one black.
    Mixed,
    /// One colour, two suits.
    Coloured,
    /// One suit.
    Perfect,
}

impl PairKind {
    /// The three kinds, the commonest first.
    pub const ALL: [PairKind; 3] = [PairKind::Mixed, PairKind::Coloured, PairKind::Perfect];

    /// The kind of pair two cards make, if they make one.
    pub fn of(first: Card, second: Card) -> Option<PairKind> {
        if first.rank != second.rank {
            None
        } else if first.suit == second.suit {
            Some(PairKind::Perfect)
        } else if first.suit.is_red() == second.suit.is_red() {
            Some(PairKind::Coloured)
        } else {
            Some(PairKind::Mixed)
        }
    }
}

/// The pairs among the first four cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Pairs {
    /// The pair in the player's hand.
    pub player: Option<PairKind>,
    /// The pair in the banker's hand.
    pub banker: Option<PairKind>,
    /// Both hands are pairs, and of the same rank.
    pub twin: bool,
}

impl Pairs {
    /// How many different ways there are.
    pub const STATES: usize = 25;

    /// The pairs in the first two cards of each hand.
    pub fn of(player: [Card; 2], banker: [Card; 2]) -> Pairs {
        let pairs = Pairs {
            player: PairKind::of(player[0], player[1]),
            banker: PairKind::of(banker[0], banker[1]),
            twin: false,
        };
        let both = pairs.player.is_some() && pairs.banker.is_some();
        Pairs { twin: both && player[0].rank == banker[0].rank, ..pairs }
    }

    /// Every way, in the order of [`Pairs::index`].
    pub fn all() -> impl Iterator<Item = Pairs> {
        let kinds = || std::iter::once(None).chain(PairKind::ALL.map(Some));
        let apart =
            kinds().flat_map(move |player| kinds().map(move |banker| Pairs { player, banker, twin: false }));
        let twins = PairKind::ALL.into_iter().flat_map(|player| {
            PairKind::ALL.map(|banker| Pairs { player: Some(player), banker: Some(banker), twin: true })
        });
        apart.chain(twins)
    }

    /// A number below [`Pairs::STATES`] for each way.
    pub fn index(self) -> usize {
        let kind = |pair: Option<PairKind>| pair.map_or(0, |kind| kind as usize + 1);
        match self.twin {
            false => kind(self.player) * 4 + kind(self.banker),
            true => 16 + (kind(self.player) - 1) * 3 + (kind(self.banker) - 1),
        }
    }
}

/// Final totals, and which hands took a third card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Totals {
    /// The player's final point count.
    pub player: u8,
    /// The banker's final point count.
    pub banker: u8,
    /// The player took a third card.
    pub player_drew: bool,
    /// The banker took a third card.
    pub banker_drew: bool,
}

impl Totals {
    /// How many cells there are.
    pub const CELLS: usize = 400;

    /// Every cell, in the order of [`Totals::index`].
    pub fn all() -> impl Iterator<Item = Totals> {
        (0..Totals::CELLS).map(|index| Totals {
            player: (index / 10 % 10) as u8,
            banker: (index % 10) as u8,
            player_drew: index / 200 == 1,
            banker_drew: index / 100 % 2 == 1,
        })
    }

    /// A number below [`Totals::CELLS`]: the third cards drawn, then the player's total, then the banker's.
    pub fn index(self) -> usize {
        usize::from(self.player_drew) * 200
            + usize::from(self.banker_drew) * 100
            + usize::from(self.player) * 10
            + usize::from(self.banker)
    }
}

/// Everything about a finished coup that a wager may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Totals and third cards.
    pub totals: Totals,
    /// Pairs among the first four cards.
    pub pairs: Pairs,
    /// The player's first two cards were a natural.
    pub player_natural: bool,
    /// The banker's first two cards were a natural.
    pub banker_natural: bool,
    /// The cards themselves, where they are known: few wagers ask about them.
    pub hands: Option<Hands>,
}

impl Outcome {
    /// Which hand won.
    pub fn winner(&self) -> Winner {
        match self.totals.player.cmp(&self.totals.banker) {
            std::cmp::Ordering::Greater => Winner::Player,
            std::cmp::Ordering::Less => Winner::Banker,
            std::cmp::Ordering::Equal => Winner::Tie,
        }
    }

    /// By how many points the winner won; 0 on a tie.
    pub fn margin(&self) -> u8 {
        self.totals.player.abs_diff(self.totals.banker)
    }

    /// How many cards the player's hand holds.
    pub fn player_cards(&self) -> u8 {
        2 + u8::from(self.totals.player_drew)
    }

    /// How many cards the banker's hand holds.
    pub fn banker_cards(&self) -> u8 {
        2 + u8::from(self.totals.banker_drew)
    }

    /// Both hands natural with equal counts: what ACT and Queensland call a standoff.
    pub fn is_natural_tie(&self) -> bool {
        self.player_natural && self.banker_natural && self.winner() == Winner::Tie
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_its_own_index() {
        assert!(Pairs::all().enumerate().all(|(index, pairs)| pairs.index() == index));
        assert_eq!(Pairs::all().count(), Pairs::STATES);
        assert!(Totals::all().enumerate().all(|(index, totals)| totals.index() == index));
    }

    #[test]
    fn pairs_are_of_one_rank_and_told_apart_by_suit() {
        let pair = |first: &str, second: &str| PairKind::of(first.parse().unwrap(), second.parse().unwrap());
        assert_eq!(pair("KS", "QS"), None);
        assert_eq!(pair("TS", "KS"), None);
        assert_eq!(pair("KS", "KH"), Some(PairKind::Mixed));
        assert_eq!(pair("KS", "KC"), Some(PairKind::Coloured));
        assert_eq!(pair("KH", "KD"), Some(PairKind::Coloured));
        assert_eq!(pair("KD", "KD"), Some(PairKind::Perfect));
    }
}
