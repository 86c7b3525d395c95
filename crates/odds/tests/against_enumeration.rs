//! The engine against plain enumeration, over shoes of every kind.

mod common;

use baccarat::card::Rank;
use baccarat::composition::Composition;
use baccarat::outcome::{Pairs, Totals};
use baccarat::tableau::{PointValues, Tableau};
use baccarat::wager::Wager;
use common::enumeration::{self, JointCounts};
use common::shoes::{Seeded, one_rank};
use common::wagers::{fifteen_wagers, mixed_wagers, standard_tableau, standard_values};
use num_bigint::BigInt;
use num_rational::BigRational;
use odds::{Evaluator, NoOdds};
use proptest::prelude::*;

fn all_wagers() -> Vec<Wager> {
    fifteen_wagers().into_iter().chain(mixed_wagers()).collect()
}

fn evaluator(tableau: &Tableau, values: &PointValues, wagers: &[Wager]) -> Evaluator {
    Evaluator::new(tableau, values, &wagers.iter().collect::<Vec<_>>()).unwrap()
}

/// Checks all the engine says of a shoe against an enumeration of totals and pairs together.
fn check(tableau: &Tableau, values: &PointValues, shoe: &Composition, expected: &JointCounts) {
    let wagers = all_wagers();
    let evaluator = evaluator(tableau, values, &wagers);
    check_outcomes(&evaluator, shoe, expected);
    check_rows(&evaluator, tableau, &wagers, shoe, expected);
    check_batch(&evaluator, shoe);
}

fn check_outcomes(evaluator: &Evaluator, shoe: &Composition, expected: &JointCounts) {
    let joint = evaluator.joint(shoe).unwrap();
    let (totals, pairs) = (evaluator.totals(shoe).unwrap(), evaluator.pairs(shoe).unwrap());
    let sum = |keep: &dyn Fn(usize, usize) -> bool| -> i128 {
        expected.iter().filter(|((cell, state), _)| keep(*cell, *state)).map(|(_, count)| count).sum()
    };
    assert_eq!(joint.draws(), sum(&|_, _| true), "{shoe:?}");
    for cell in Totals::all() {
        assert_eq!(totals[cell.index()], sum(&|c, _| c == cell.index()), "{cell:?} of {shoe:?}");
        for state in Pairs::all() {
            let expected = expected.get(&(cell.index(), state.index())).copied().unwrap_or(0);
            assert_eq!(joint.count(cell, state), expected, "{cell:?} {state:?} of {shoe:?}");
        }
    }
    for state in Pairs::all() {
        assert_eq!(pairs[state.index()], sum(&|_, s| s == state.index()), "{state:?} of {shoe:?}");
    }
}

fn check_rows(
    evaluator: &Evaluator,
    tableau: &Tableau,
    wagers: &[Wager],
    shoe: &Composition,
    expected: &JointCounts,
) {
    let odds = evaluator.odds(shoe).unwrap();
    let (all_totals, all_pairs): (Vec<_>, Vec<_>) = (Totals::all().collect(), Pairs::all().collect());
    for (wager, odds) in wagers.iter().zip(&odds) {
        let mut rows = vec![0; wager.rows.len()];
        for ((cell, state), count) in expected {
            let outcome = tableau.outcome(all_totals[*cell], all_pairs[*state]);
            rows[wager.row_index(&outcome).unwrap()] += count;
        }
        assert_eq!(odds.counts(), rows, "{} of {shoe:?}", wager.id);
        let nets = wager.rows.iter().map(|row| row.settlement.net());
        let nets: Vec<BigRational> =
            nets.map(|net| BigRational::new((*net.numer()).into(), (*net.denom()).into())).collect();
        assert_eq!(odds.nets(), nets);
        let draws = BigRational::from_integer(rows.iter().sum::<i128>().into());
        let mean = |net: &dyn Fn(&BigRational) -> BigRational| -> BigRational {
            let weighed = nets.iter().zip(&rows).map(|(each, &ways)| net(each) * BigInt::from(ways));
            weighed.sum::<BigRational>() / &draws
        };
        let ev = mean(&|net| net.clone());
        assert_eq!(odds.ev(), ev);
        assert_eq!(odds.variance(), mean(&|net| (net - &ev) * (net - &ev)));
    }
}

fn check_batch(evaluator: &Evaluator, shoe: &Composition) {
    let odds = evaluator.odds(shoe).unwrap();
    let mut numerators = Vec::new();
    evaluator.batch(std::slice::from_ref(shoe), &mut numerators).unwrap();
    assert_eq!(numerators.len(), odds.len());
    for (place, odds) in odds.iter().enumerate() {
        assert_eq!(evaluator.ev(place, shoe.cards(), numerators[place]).unwrap(), odds.ev());
    }
}

fn check_card_by_card(tableau: &Tableau, values: &PointValues, shoe: &Composition) {
    check(tableau, values, shoe, &enumeration::by_card(tableau, values, shoe));
}

#[test]
fn small_shoes_agree_card_by_card() {
    let mut seeded = Seeded(1);
    for cards in 6..=9 {
        for _ in 0..6 {
            let lopsided = seeded.lopsided(5, cards);
            check_card_by_card(&standard_tableau(), &standard_values(), &lopsided);
            let depleted = seeded.depleted(1, cards);
            check_card_by_card(&standard_tableau(), &standard_values(), &depleted);
        }
    }
    let twelve = seeded.lopsided(8, 12);
    check_card_by_card(&standard_tableau(), &standard_values(), &twelve);
}

#[test]
fn small_shoes_agree_card_by_card_whatever_the_tableau_and_the_values() {
    let mut seeded = Seeded(2);
    for cards in [6, 7, 8, 9] {
        for _ in 0..12 {
            let (tableau, values) = (seeded.tableau(), seeded.values());
            let shoe = seeded.lopsided(6, cards);
            check_card_by_card(&tableau, &values, &shoe);
        }
    }
}

#[test]
fn shoes_of_one_rank_agree_card_by_card() {
    for (rank, suits) in [
        (Rank::Ace, [6, 0, 0, 0]),
        (Rank::Ten, [2, 2, 2, 2]),
        (Rank::Eight, [0, 3, 4, 1]),
        (Rank::Five, [1, 5, 0, 1]),
    ] {
        check_card_by_card(&standard_tableau(), &standard_values(), &one_rank(rank, suits));
    }
}

#[test]
fn shoes_of_few_kinds_and_many_copies_agree_with_pairs_and_totals_together() {
    let mut seeded = Seeded(3);
    for (kinds, cards) in [(4, 40), (9, 100), (12, 416), (10, 780), (8, 1_448), (8, 1_449), (8, 5_200)] {
        let shoe = seeded.lopsided(kinds, cards);
        let expected = enumeration::by_kind(&standard_tableau(), &standard_values(), &shoe);
        check(&standard_tableau(), &standard_values(), &shoe, &expected);
        let (tableau, values) = (seeded.tableau(), seeded.values());
        check(&tableau, &values, &shoe, &enumeration::by_kind(&tableau, &values, &shoe));
    }
}

#[test]
fn one_card_in_5200_copies_is_counted_without_overflow() {
    let shoe = one_rank(Rank::Nine, [5_200, 0, 0, 0]);
    let expected = enumeration::by_kind(&standard_tableau(), &standard_values(), &shoe);
    check(&standard_tableau(), &standard_values(), &shoe, &expected);
    for cards in [780, 1_448, 1_449] {
        let shoe = one_rank(Rank::King, [cards, 0, 0, 0]);
        let expected = enumeration::by_kind(&standard_tableau(), &standard_values(), &shoe);
        check(&standard_tableau(), &standard_values(), &shoe, &expected);
    }
}

#[test]
fn depleted_shoes_agree_by_value() {
    let mut seeded = Seeded(4);
    let tableau = standard_tableau();
    let wagers = fifteen_wagers();
    let evaluator = evaluator(&tableau, &standard_values(), &wagers);
    for decks in [1, 6, 8, 8, 8, 15, 16, 27, 28, 100] {
        for _ in 0..if cfg!(debug_assertions) { 1 } else { 8 } {
            let cards = 6 + seeded.below(decks * 52 - 5);
            let shoe = seeded.depleted(decks, cards);
            let by_value = enumeration::values_of(&standard_values(), &shoe);
            let expected = enumeration::by_value(&tableau, &by_value);
            assert_eq!(evaluator.totals(&shoe).unwrap(), expected, "{shoe:?}");
        }
    }
}

#[test]
fn depleted_shoes_agree_on_pairs() {
    let mut seeded = Seeded(5);
    let evaluator = evaluator(&standard_tableau(), &standard_values(), &[]);
    for decks in if cfg!(debug_assertions) { vec![1] } else { vec![1, 1, 8, 8, 20] } {
        let cards = 6 + seeded.below(decks * 52 - 5);
        let shoe = seeded.depleted(decks, cards);
        let left = i128::from(shoe.cards() - 4);
        let expected = enumeration::pairs_by_kind(&shoe).map(|ways| ways * left * (left - 1));
        assert_eq!(evaluator.pairs(&shoe).unwrap(), expected, "{shoe:?}");
    }
}

#[test]
fn a_full_deck_of_all_kinds_agrees_with_pairs_and_totals_together() {
    let shoe = if cfg!(debug_assertions) { Seeded(6).lopsided(16, 60) } else { Composition::of_decks(8) };
    let expected = enumeration::by_kind(&standard_tableau(), &standard_values(), &shoe);
    check(&standard_tableau(), &standard_values(), &shoe, &expected);
}

#[test]
fn a_batch_says_what_each_shoe_says_alone() {
    let mut seeded = Seeded(7);
    let wagers = fifteen_wagers();
    let evaluator = evaluator(&standard_tableau(), &standard_values(), &wagers);
    // Big shoes among small ones, and a last chunk of every length.
    for many in 0..14 {
        let mut shoe = |_| {
            let decks = [1, 8, 8, 8, 15, 16, 40][seeded.below(7)];
            let cards = 6 + seeded.below(decks * 52 - 5);
            seeded.depleted(decks, cards)
        };
        let shoes: Vec<Composition> = (0..many).map(&mut shoe).collect();
        let mut numerators = vec![1; 3];
        evaluator.batch(&shoes, &mut numerators).unwrap();
        assert_eq!(numerators.len(), shoes.len() * wagers.len());
        let counts = evaluator.counts_many(&shoes).unwrap();
        for (shoe, counts) in shoes.iter().zip(&counts) {
            let alone = evaluator.counts(shoe).unwrap();
            assert_eq!(counts.draws(), alone.draws());
            (0..wagers.len())
                .for_each(|place| assert_eq!(counts.wager(place), alone.wager(place), "{shoe:?}"));
        }
        assert_eq!(counts.len(), shoes.len());
        for (shoe, numerators) in shoes.iter().zip(numerators.chunks(wagers.len())) {
            for (place, odds) in evaluator.odds(shoe).unwrap().iter().enumerate() {
                assert_eq!(evaluator.ev(place, shoe.cards(), numerators[place]).unwrap(), odds.ev());
            }
        }
    }
}

#[test]
fn too_few_or_too_many_cards_are_refused() {
    let wagers = all_wagers();
    let evaluator = evaluator(&standard_tableau(), &standard_values(), &wagers);
    let cases = [
        (Composition::empty(), NoOdds::TooFewCards { cards: 0 }),
        (one_rank(Rank::Two, [5, 0, 0, 0]), NoOdds::TooFewCards { cards: 5 }),
        (one_rank(Rank::Two, [5_201, 0, 0, 0]), NoOdds::TooManyCards { cards: 5_201 }),
        (Composition::of_counts([u16::MAX; 52]), NoOdds::TooManyCards { cards: 52 * 65_535 }),
    ];
    for (shoe, refusal) in cases {
        assert_eq!(evaluator.odds(&shoe).unwrap_err(), refusal);
        assert_eq!(evaluator.counts(&shoe).unwrap_err(), refusal);
        assert_eq!(evaluator.totals(&shoe).unwrap_err(), refusal);
        assert_eq!(evaluator.pairs(&shoe).unwrap_err(), refusal);
        assert_eq!(evaluator.joint(&shoe).unwrap_err(), refusal);
        assert_eq!(evaluator.together(&shoe, &[]).unwrap_err(), refusal);
        assert_eq!(evaluator.removals(&shoe).unwrap_err(), refusal);
        let mut numerators = vec![7];
        assert_eq!(evaluator.batch(&[Composition::of_decks(8), shoe], &mut numerators), Err(refusal));
        assert!(numerators.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 8 } else { 64 }))]

    #[test]
    fn any_counts_under_any_tableau_agree_by_value(
        seed in any::<u64>(),
        counts in proptest::array::uniform32(0u16..=40),
        standard in any::<bool>(),
    ) {
        let mut seeded = Seeded(seed);
        let (tableau, values) = match standard {
            true => (standard_tableau(), standard_values()),
            false => (seeded.tableau(), seeded.values()),
        };
        let mut shoe = [0; 52];
        shoe[..32].copy_from_slice(&counts);
        let shoe = Composition::of_counts(shoe);
        prop_assume!(shoe.cards() >= 6);
        let evaluator = evaluator(&tableau, &values, &fifteen_wagers());
        let expected = enumeration::by_value(&tableau, &enumeration::values_of(&values, &shoe));
        prop_assert_eq!(evaluator.totals(&shoe).unwrap(), expected);
    }
}
