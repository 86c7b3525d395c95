//! The roads against a second account of them, over every short shoe and many thousand random ones.

use crate::shoes::{Seeded, every};
use crate::witness::{self, Derived, Square, Win};
use baccarat::outcome::{Side, Winner};
use table::roads::{Cell, Colour, Counts, Mark, RoadResult, Roads, Rule, Spot, notation};

fn square(spot: Spot) -> Square {
    (spot.column as usize, spot.row as usize)
}

fn win(cell: &Cell) -> Win {
    Win {
        winner: match cell.side {
            Side::Banker => Winner::Banker,
            Side::Player => Winner::Player,
        },
        coup: cell.coup as usize,
        square: (cell.place.column as usize, cell.place.row as usize),
        drawn: square(cell.place.at),
        ties: cell.ties as usize,
    }
}

fn mark(mark: &Mark) -> Derived {
    Derived { red: mark.colour == Colour::Red, coup: mark.coup as usize, drawn: square(mark.place.at) }
}

/// Checks all five roads and the counts of one shoe.
fn check(results: &[RoadResult]) {
    let roads = Roads::of(results);
    let shoe = notation::written(results.iter().copied());
    let wins: Vec<Win> = roads.big_road().cells().iter().map(win).collect();
    assert_eq!(wins, witness::big_road(results), "big road of {shoe}");
    for rule in Rule::ALL {
        let marks: Vec<Derived> = roads.derived(rule).marks().iter().map(mark).collect();
        assert_eq!(marks, witness::derived(results, rule.look_back()), "{rule:?} of {shoe}");
    }
    check_beads(&roads, results, &shoe);
    check_cell_marks(&roads, results, &shoe);
    check_counts(roads.counts(), results, &shoe);
}

fn check_beads(roads: &Roads, results: &[RoadResult], shoe: &str) {
    let squares = (1..).flat_map(|column| (1..=6).map(move |row| (column, row)));
    let expected: Vec<(RoadResult, Square)> = results.iter().copied().zip(squares).collect();
    let beads: Vec<_> = roads.bead_plate().iter().map(|bead| (bead.result, square(bead.at))).collect();
    assert_eq!(beads, expected, "bead plate of {shoe}");
}

fn check_cell_marks(roads: &Roads, results: &[RoadResult], shoe: &str) {
    for cell in roads.big_road().cells() {
        let result = results[cell.coup as usize - 1];
        let marks = (cell.player_pair, cell.banker_pair, cell.natural);
        assert_eq!(marks, (result.player_pair, result.banker_pair, result.natural), "marks of {shoe}");
    }
}

fn check_counts(counts: &Counts, results: &[RoadResult], shoe: &str) {
    let count = |keep: &dyn Fn(&RoadResult) -> bool| results.iter().filter(|result| keep(result)).count();
    let won = |winner: Winner| count(&|result| result.winner == winner);
    let naturals = |winner: Winner| count(&|result| result.winner == winner && result.natural);
    let (winners, natural, pairs) = (counts.winners, counts.naturals, counts.pairs);
    let message = [
        counts.total,
        winners.banker,
        winners.player,
        winners.tie,
        natural.banker,
        natural.player,
        natural.tie,
        pairs.banker,
        pairs.player,
        counts.longest_streak.banker,
        counts.longest_streak.player,
    ];
    let expected = [
        results.len(),
        won(Winner::Banker),
        won(Winner::Player),
        won(Winner::Tie),
        naturals(Winner::Banker),
        naturals(Winner::Player),
        naturals(Winner::Tie),
        count(&|result| result.banker_pair),
        count(&|result| result.player_pair),
        witness::longest(results, Winner::Banker),
        witness::longest(results, Winner::Player),
    ];
    assert_eq!(message, expected, "counts of {shoe}");
}

#[test]
fn every_shoe_of_up_to_nine_results() {
    (0..=9).flat_map(|length| every(length, 3)).for_each(|shoe| check(&shoe));
}

#[test]
fn every_shoe_of_up_to_thirteen_wins() {
    (10..=13).flat_map(|length| every(length, 2)).for_each(|shoe| check(&shoe));
}

#[test]
fn twelve_thousand_shoes_of_common_length() {
    let mut seeded = Seeded::from_env();
    (0..12_000).for_each(|_| check(&seeded.shoe(100)));
}

#[test]
fn shoes_far_longer_than_any_real_one() {
    let mut seeded = Seeded::from_env();
    (0..100).for_each(|_| check(&seeded.shoe(1_000)));
}
