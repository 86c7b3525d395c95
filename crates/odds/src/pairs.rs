//! Pairs among the first four cards, counted by a closed form.

use crate::count::{Count, ordered_draws};
use crate::holding::Holding;
use baccarat::card::{Rank, Suit};
use baccarat::outcome::{PairKind, Pairs};

/// The kinds of pair: mixed, coloured, perfect.
const KINDS: usize = PairKind::ALL.len();

/// Ordered ways to deal pairs, rank by rank.
pub(crate) struct PairWays<C> {
    /// Two cards of this rank that are a pair of this kind.
    pub(crate) one: [[C; KINDS]; 13],
    /// Four cards of this rank: the player's pair of the first kind, the banker's of the second.
    pub(crate) twin: [[[C; KINDS]; KINDS]; 13],
}

impl<C: Count> PairWays<C> {
    /// Room to count in.
    pub(crate) fn new() -> PairWays<C> {
        let zero = C::of(0);
        PairWays { one: [[zero; KINDS]; 13], twin: [[[zero; KINDS]; KINDS]; 13] }
    }

    /// Counts the ways in what a shoe holds.
    pub(crate) fn of(holding: &Holding<C>) -> PairWays<C> {
        let mut ways = PairWays::new();
        ways.count(holding);
        ways
    }

    /// Counts anew, in what another shoe holds.
    #[inline(always)]
    pub(crate) fn count(&mut self, holding: &Holding<C>) {
        for rank in 0..Rank::ALL.len() {
            count_rank(&holding.by_card[rank], &mut self.one[rank], &mut self.twin[rank]);
        }
    }

    /// Ordered draws of six cards in each state of [`Pairs::index`].
    #[inline(always)]
    pub(crate) fn states(&self, cards: C) -> [C; Pairs::STATES] {
        let mut states = [C::of(0); Pairs::STATES];
        let thirds = ordered_draws(cards - C::of(4), 2);
        let kinds = self.of_any_rank();
        let after_one = ordered_draws(cards - C::of(2), 2);
        let mut neither = ordered_draws(cards, 4);
        for player in 0..KINDS {
            let mut alone = kinds[player] * after_one;
            for banker in 0..KINDS {
                let (twin, apart) = self.both(player, banker, &kinds);
                states[twin_index(player, banker)] = thirds * twin;
                states[apart_index(player, banker)] = thirds * apart;
                alone -= twin + apart;
                neither -= twin + apart;
            }
            // A hand paired while the other is not: as many ways for either hand.
            states[(player + 1) * 4] = thirds * alone;
            states[player + 1] = thirds * alone;
            neither -= alone.twice();
        }
        states[0] = thirds * neither;
        states
    }

    /// Ordered two-card pairs of each kind, whatever the rank.
    #[inline(always)]
    fn of_any_rank(&self) -> [C; KINDS] {
        let mut kinds = [C::of(0); KINDS];
        for rank in &self.one {
            for kind in 0..KINDS {
                kinds[kind] += rank[kind];
            }
        }
        kinds
    }

    /// Both hands paired: of one rank, and of two.
    #[inline(always)]
    fn both(&self, player: usize, banker: usize, kinds: &[C; KINDS]) -> (C, C) {
        let mut twin = C::of(0);
        let mut shared = C::of(0);
        for rank in 0..Rank::ALL.len() {
            twin += self.twin[rank][player][banker];
            shared = shared.plus_product(self.one[rank][player], self.one[rank][banker]);
        }
        (twin, C::product_less(kinds[player], kinds[banker], shared))
    }
}

/// The place in [`Pairs::index`] of two pairs of one rank.
pub(crate) fn twin_index(player: usize, banker: usize) -> usize {
    16 + player * 3 + banker
}

/// The place in [`Pairs::index`] of two pairs of different ranks.
pub(crate) fn apart_index(player: usize, banker: usize) -> usize {
    (player + 1) * 4 + banker + 1
}

/// By suit, how many cards of the same rank make each kind of pair with one of that suit.
#[inline(always)]
fn partners<C: Count>(held: &[C; 4]) -> [[C; KINDS]; 4] {
    let [spades, hearts, diamonds, clubs] = *held;
    let (red, black, one) = (hearts + diamonds, spades + clubs, C::of(1));
    let mut partners = [[C::of(0); KINDS]; 4];
    partners[Suit::Spades as usize] = [red, clubs, spades - one];
    partners[Suit::Hearts as usize] = [black, diamonds, hearts - one];
    partners[Suit::Diamonds as usize] = [black, hearts, diamonds - one];
    partners[Suit::Clubs as usize] = [red, spades, clubs - one];
    partners
}

/// Counts the pairs of one rank, and the two pairs that share no card.
///
/// Two pairs: all couples of ordered pairs, less those that share a card. Of those there are four for each card with
/// a partner of the first kind and one of the second (the card may come first or last in either pair); but where
/// both kinds are one, that counts a pair coupled with itself, as it is or turned round, twice.
#[inline(always)]
fn count_rank<C: Count>(held: &[C; 4], one: &mut [C; KINDS], twin: &mut [[C; KINDS]; KINDS]) {
    let partners = partners(held);
    for first in 0..KINDS {
        let mut pairs_of_suit = [C::of(0); 4];
        one[first] = C::of(0);
        for suit in 0..4 {
            pairs_of_suit[suit] = held[suit] * partners[suit][first];
            one[first] += pairs_of_suit[suit];
        }
        for second in 0..=first {
            let mut shared = C::of(0);
            for suit in 0..4 {
                shared = shared.plus_product(pairs_of_suit[suit], partners[suit][second]);
            }
            let mut apart = C::product_less(one[first], one[second], shared.twice().twice());
            if first == second {
                apart += one[first].twice();
            }
            twin[first][second] = apart;
            twin[second][first] = apart;
        }
    }
}
