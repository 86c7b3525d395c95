//! Totals and pairs counted together: the general path.
//!
//! Third cards matter only by value, so the first four cards are dealt first. Where a hand is a pair, its kind and
//! rank only say in how many ways it was dealt; what follows depends on the value of that rank alone. So each
//! value of a pair is followed up once, by plain enumeration of the remaining cards by value, and weighed by the
//! ways to deal pairs of that value. Coups without a pair are what the closed form leaves.

use crate::count::ordered_draws;
use crate::distribution::Cells;
use crate::holding::Holding;
use crate::pairs::{PairWays, apart_index, twin_index};
use baccarat::card::Rank;
use baccarat::composition::Composition;
use baccarat::outcome::{Pairs, Totals};
use baccarat::tableau::{PointValues, Tableau};

/// The ordered draws of six cards that end in each cell of totals with each state of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint {
    draws: i128,
    /// By [`Pairs::index`], then by [`Totals::index`].
    counts: Vec<Cells<i128>>,
}

impl Joint {
    /// All ordered draws of six cards.
    pub fn draws(&self) -> i128 {
        self.draws
    }

    /// The ordered draws that end so.
    pub fn count(&self, totals: Totals, pairs: Pairs) -> i128 {
        self.counts[pairs.index()][totals.index()]
    }

    /// Every cell and state that can come up, by their indices, and its ordered draws.
    pub(crate) fn nonzero(&self) -> impl Iterator<Item = (usize, usize, i128)> {
        self.counts.iter().enumerate().flat_map(|(state, cells)| {
            cells
                .iter()
                .enumerate()
                .filter(|(_, count)| **count != 0)
                .map(move |(cell, &count)| (cell, state, count))
        })
    }

    /// Counts a composition whose cells of totals are known already.
    pub(crate) fn of(
        tableau: &Tableau,
        values: &PointValues,
        shoe: &Composition,
        totals: &Cells<i128>,
    ) -> Joint {
        let holding = Holding::<i128>::of(shoe);
        let ways = PairWays::of(&holding);
        let dealer = Dealer { tableau, by_value: holding.by_value(values) };
        let mut counts = vec![[0; Totals::CELLS]; Pairs::STATES];
        both_paired(&dealer, values, &ways, &mut counts);
        one_paired(&dealer, values, &ways, &mut counts);
        counts[0] = *totals;
        let (neither, paired) = counts.split_at_mut(1);
        for state in paired {
            add(&mut neither[0], state, -1);
        }
        Joint { draws: ordered_draws(holding.cards, 6), counts }
    }
}

/// Adds so many times some cells to others.
fn add(to: &mut Cells<i128>, cells: &Cells<i128>, times: i128) {
    for (to, cell) in to.iter_mut().zip(cells) {
        *to += times * cell;
    }
}

fn value_of(values: &PointValues, rank: Rank) -> usize {
    usize::from(values.of(rank))
}

/// Counts the coups in which both hands are pairs.
fn both_paired(dealer: &Dealer, values: &PointValues, ways: &PairWays<i128>, counts: &mut [Cells<i128>]) {
    for player_value in 0..10 {
        for banker_value in 0..10 {
            let weights = pair_weights(values, ways, player_value, banker_value);
            if weights.iter().all(|&weight| weight == 0) {
                continue;
            }
            let mut cells = [0; Totals::CELLS];
            dealer.deal_thirds([player_value; 2], [banker_value; 2], 1, &mut cells);
            for (state, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0) {
                add(&mut counts[state], &cells, weight);
            }
        }
    }
}

/// Ways to deal the player a pair of one value and the banker a pair of another, by [`Pairs::index`].
fn pair_weights(
    values: &PointValues,
    ways: &PairWays<i128>,
    player_value: usize,
    banker_value: usize,
) -> [i128; Pairs::STATES] {
    let mut weights = [0; Pairs::STATES];
    for player in Rank::ALL.into_iter().filter(|&rank| value_of(values, rank) == player_value) {
        for banker in Rank::ALL.into_iter().filter(|&rank| value_of(values, rank) == banker_value) {
            for kinds in 0..9 {
                let (first, second) = (kinds / 3, kinds % 3);
                if player == banker {
                    weights[twin_index(first, second)] += ways.twin[player as usize][first][second];
                } else {
                    weights[apart_index(first, second)] +=
                        ways.one[player as usize][first] * ways.one[banker as usize][second];
                }
            }
        }
    }
    weights
}

/// Counts the coups in which one hand is a pair and the other is not: a pair and whatever else, less two pairs,
/// which must have been counted.
fn one_paired(dealer: &Dealer, values: &PointValues, ways: &PairWays<i128>, counts: &mut [Cells<i128>]) {
    for value in 0..10 {
        let mut weights = [0; 3];
        for rank in Rank::ALL.into_iter().filter(|&rank| value_of(values, rank) == value) {
            (0..3).for_each(|kind| weights[kind] += ways.one[rank as usize][kind]);
        }
        if weights == [0; 3] {
            continue;
        }
        let (player_paired, banker_paired) = dealer.other_hand(value);
        for kind in 0..3 {
            add(&mut counts[(kind + 1) * 4], &player_paired, weights[kind]);
            add(&mut counts[kind + 1], &banker_paired, weights[kind]);
        }
    }
    for kinds in 0..9 {
        let (player, banker) = (kinds / 3, kinds % 3);
        for both in [twin_index(player, banker), apart_index(player, banker)] {
            let cells = counts[both];
            add(&mut counts[(player + 1) * 4], &cells, -1);
            add(&mut counts[banker + 1], &cells, -1);
        }
    }
}

/// Deals the rest of a coup from a shoe known by the values of its cards.
struct Dealer<'a> {
    tableau: &'a Tableau,
    by_value: [i128; 10],
}

impl Dealer<'_> {
    /// With two cards of one value dealt to a hand, deals the other hand in every way, then third cards: first
    /// the cells with those two cards in the player's hand, then those with them in the banker's.
    fn other_hand(&self, value: usize) -> (Cells<i128>, Cells<i128>) {
        let (mut player_paired, mut banker_paired) = ([0; Totals::CELLS], [0; Totals::CELLS]);
        let mut left = self.by_value;
        left[value] -= 2;
        for first in 0..10 {
            for second in 0..10 {
                let ways = left[first] * (left[second] - i128::from(first == second));
                if ways != 0 {
                    self.deal_thirds([value; 2], [first, second], ways, &mut player_paired);
                    self.deal_thirds([first, second], [value; 2], ways, &mut banker_paired);
                }
            }
        }
        (player_paired, banker_paired)
    }

    /// Deals third cards as the tableau says after these four, themselves dealt in so many ways.
    fn deal_thirds(&self, player: [usize; 2], banker: [usize; 2], ways: i128, cells: &mut Cells<i128>) {
        let mut left = self.by_value;
        player.into_iter().chain(banker).for_each(|value| left[value] -= 1);
        let cards: i128 = left.iter().sum();
        let (player, banker) = ((player[0] + player[1]) % 10, (banker[0] + banker[1]) % 10);
        let mut end = |player_third: Option<usize>, banker_third: Option<usize>, ways: i128| {
            let totals = Totals {
                player: ((player + player_third.unwrap_or(0)) % 10) as u8,
                banker: ((banker + banker_third.unwrap_or(0)) % 10) as u8,
                player_drew: player_third.is_some(),
                banker_drew: banker_third.is_some(),
            };
            cells[totals.index()] += ways;
        };
        let banker_draws = |third: Option<u8>| self.tableau.banker_draws(player as u8, banker as u8, third);

        if self.tableau.player_draws(player as u8, banker as u8) {
            for third in 0..10 {
                if !banker_draws(Some(third as u8)) {
                    end(Some(third), None, ways * left[third] * (cards - 1));
                    continue;
                }
                for last in 0..10 {
                    let thirds = left[third] * (left[last] - i128::from(third == last));
                    end(Some(third), Some(last), ways * thirds);
                }
            }
        } else if banker_draws(None) {
            (0..10).for_each(|third| end(None, Some(third), ways * left[third] * (cards - 1)));
        } else {
            end(None, None, ways * cards * (cards - 1));
        }
    }
}
