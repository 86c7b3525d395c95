//! Plain enumerations, slow and obvious, that share nothing with the closed form.

use baccarat::card::Card;
use baccarat::composition::Composition;
use baccarat::outcome::{PairKind, Pairs, Totals};
use baccarat::tableau::{PointValues, Tableau};
use std::collections::HashMap;

/// Ordered draws of six cards by cell and state of pairs.
pub type JointCounts = HashMap<(usize, usize), i128>;

/// Every ordered draw of six single cards, each played by the rules.
pub fn by_card(tableau: &Tableau, values: &PointValues, shoe: &Composition) -> JointCounts {
    let cards: Vec<Card> =
        Card::all().flat_map(|card| std::iter::repeat_n(card, usize::from(shoe.count(card)))).collect();
    let mut counts = JointCounts::new();
    let mut drawn = Vec::new();
    draw_six(cards.len(), &mut drawn, &mut |drawn| {
        let six: [Card; 6] = std::array::from_fn(|place| cards[drawn[place]]);
        *counts.entry(play(tableau, values, six)).or_default() += 1;
    });
    counts
}

fn draw_six(cards: usize, drawn: &mut Vec<usize>, then: &mut impl FnMut(&[usize])) {
    if drawn.len() == 6 {
        return then(drawn);
    }
    for card in 0..cards {
        if !drawn.contains(&card) {
            drawn.push(card);
            draw_six(cards, drawn, then);
            drawn.pop();
        }
    }
}

/// Plays a coup: player, banker, player, banker, then third cards in turn. Gives the indices of cell and pairs.
fn play(tableau: &Tableau, values: &PointValues, six: [Card; 6]) -> (usize, usize) {
    let value = |card: Card| usize::from(values.of(card.rank));
    let [p1, b1, p2, b2, fifth, sixth] = six;
    let (player, banker) = ((value(p1) + value(p2)) % 10, (value(b1) + value(b2)) % 10);
    let over = tableau.natural[player] || tableau.natural[banker];
    let player_draws = !over && tableau.player_draws[player];
    let banker_draws = !over
        && match player_draws {
            true => tableau.banker_draws[value(fifth)][banker],
            false => tableau.banker_draws_alone[banker],
        };
    let banker_third = if player_draws { sixth } else { fifth };
    let player_total = if player_draws { (player + value(fifth)) % 10 } else { player };
    let banker_total = if banker_draws { (banker + value(banker_third)) % 10 } else { banker };
    let cell = cell(player_draws, banker_draws, player_total, banker_total);
    (cell, pair_state(p1, p2, b1, b2))
}

fn cell(player_drew: bool, banker_drew: bool, player: usize, banker: usize) -> usize {
    Totals { player: player as u8, banker: banker as u8, player_drew, banker_drew }.index()
}

fn pair_state(p1: Card, p2: Card, b1: Card, b2: Card) -> usize {
    let kind = |first: Card, second: Card| {
        (first.rank == second.rank).then(|| match (first.suit == second.suit, red(first) == red(second)) {
            (true, _) => PairKind::Perfect,
            (false, true) => PairKind::Coloured,
            (false, false) => PairKind::Mixed,
        })
    };
    let (player, banker) = (kind(p1, p2), kind(b1, b2));
    let twin = player.is_some() && banker.is_some() && p1.rank == b1.rank;
    Pairs { player, banker, twin }.index()
}

fn red(card: Card) -> bool {
    matches!(card.to_string().chars().last(), Some('H' | 'D'))
}

/// The nested enumeration by value that the closed form is measured against: four loops over the values of the
/// first cards, then third cards as the tableau says.
pub fn by_value(tableau: &Tableau, by_value: &[i128; 10]) -> [i128; Totals::CELLS] {
    let mut cells = [0; Totals::CELLS];
    let mut left = *by_value;
    let cards: i128 = left.iter().sum();
    for p1 in 0..10 {
        let ways1 = left[p1];
        if ways1 == 0 {
            continue;
        }
        left[p1] -= 1;
        for b1 in 0..10 {
            let ways2 = ways1 * left[b1];
            if ways2 == 0 {
                continue;
            }
            left[b1] -= 1;
            for p2 in 0..10 {
                let ways3 = ways2 * left[p2];
                if ways3 == 0 {
                    continue;
                }
                left[p2] -= 1;
                for b2 in 0..10 {
                    let ways4 = ways3 * left[b2];
                    if ways4 == 0 {
                        continue;
                    }
                    left[b2] -= 1;
                    thirds(tableau, &left, cards - 4, (p1 + p2) % 10, (b1 + b2) % 10, ways4, &mut cells);
                    left[b2] += 1;
                }
                left[p2] += 1;
            }
            left[b1] += 1;
        }
        left[p1] += 1;
    }
    cells
}

#[inline]
fn thirds(
    tableau: &Tableau,
    left: &[i128; 10],
    cards: i128,
    player: usize,
    banker: usize,
    ways: i128,
    cells: &mut [i128; Totals::CELLS],
) {
    if tableau.natural[player] || tableau.natural[banker] {
        cells[player * 10 + banker] += ways * cards * (cards - 1);
    } else if tableau.player_draws[player] {
        for third in 0..10 {
            let ways = ways * left[third];
            let player = (player + third) % 10;
            if tableau.banker_draws[third][banker] {
                for last in 0..10 {
                    let ways = ways * (left[last] - i128::from(third == last));
                    cells[300 + player * 10 + (banker + last) % 10] += ways;
                }
            } else {
                cells[200 + player * 10 + banker] += ways * (cards - 1);
            }
        }
    } else if tableau.banker_draws_alone[banker] {
        for third in 0..10 {
            cells[100 + player * 10 + (banker + third) % 10] += ways * left[third] * (cards - 1);
        }
    } else {
        cells[player * 10 + banker] += ways * cards * (cards - 1);
    }
}

/// How many cards count 0, 1, … 9.
pub fn values_of(values: &PointValues, shoe: &Composition) -> [i128; 10] {
    let mut by_value = [0; 10];
    for card in Card::all() {
        by_value[usize::from(values.of(card.rank))] += i128::from(shoe.count(card));
    }
    by_value
}

/// Cells and pairs together: every choice of four kinds of card, weighed by its copies, then third cards by value.
pub fn by_kind(tableau: &Tableau, values: &PointValues, shoe: &Composition) -> JointCounts {
    let mut counts = JointCounts::new();
    let by_value = values_of(values, shoe);
    let cards: i128 = by_value.iter().sum();
    each_four_kinds(shoe, |[p1, p2, b1, b2], ways| {
        let value = |card: Card| usize::from(values.of(card.rank));
        let mut left = by_value;
        [p1, p2, b1, b2].into_iter().for_each(|card| left[value(card)] -= 1);
        let mut cells = [0; Totals::CELLS];
        let (player, banker) = ((value(p1) + value(p2)) % 10, (value(b1) + value(b2)) % 10);
        thirds(tableau, &left, cards - 4, player, banker, ways, &mut cells);
        let state = pair_state(p1, p2, b1, b2);
        for (cell, count) in cells.into_iter().enumerate().filter(|(_, count)| *count != 0) {
            *counts.entry((cell, state)).or_default() += count;
        }
    });
    counts
}

/// Ordered deals of four cards by state of pairs.
pub fn pairs_by_kind(shoe: &Composition) -> [i128; Pairs::STATES] {
    let mut states = [0; Pairs::STATES];
    each_four_kinds(shoe, |[p1, p2, b1, b2], ways| states[pair_state(p1, p2, b1, b2)] += ways);
    states
}

fn each_four_kinds(shoe: &Composition, mut then: impl FnMut([Card; 4], i128)) {
    let held: Vec<Card> = Card::all().filter(|&card| shoe.count(card) > 0).collect();
    for &first in &held {
        for &second in &held {
            for &third in &held {
                for &fourth in &held {
                    let four = [first, second, third, fourth];
                    let before =
                        |place: usize| four[..place].iter().filter(|card| **card == four[place]).count();
                    let ways =
                        (0..4).map(|place| i128::from(shoe.count(four[place])) - before(place) as i128);
                    let ways: i128 = ways.product();
                    if ways != 0 {
                        then(four, ways);
                    }
                }
            }
        }
    }
}
