//! Several wagers placed together, and cards removed.

mod common;

use baccarat::card::Card;
use baccarat::composition::Composition;
use baccarat::outcome::{Pairs, Totals};
use baccarat::wager::Wager;
use common::enumeration;
use common::shoes::Seeded;
use common::wagers::{fifteen_wagers, mixed_wagers, standard_tableau, standard_values, wager, wins};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use odds::{Evaluator, NoOdds, Placed};
use std::collections::BTreeMap;

fn all_wagers() -> Vec<Wager> {
    fifteen_wagers().into_iter().chain(mixed_wagers()).collect()
}

fn evaluator(wagers: &[Wager]) -> Evaluator {
    Evaluator::new(&standard_tableau(), &standard_values(), &wagers.iter().collect::<Vec<_>>()).unwrap()
}

fn whole(number: i64) -> BigRational {
    BigRational::from_integer(number.into())
}

#[test]
fn the_net_of_wagers_together_agrees_with_every_draw_played_out() {
    let wagers = all_wagers();
    let evaluator = evaluator(&wagers);
    let mut seeded = Seeded(8);
    let (all_totals, all_pairs): (Vec<_>, Vec<_>) = (Totals::all().collect(), Pairs::all().collect());
    for cards in [6, 8, 9] {
        let shoe = seeded.lopsided(6, cards);
        let stakes: Vec<(usize, u64)> =
            (0..wagers.len()).filter(|_| seeded.chance(50)).map(|place| (place, 5 + place as u64)).collect();
        let placed: Vec<Placed> =
            stakes.iter().map(|&(place, stake)| evaluator.place_stake(place, stake).unwrap()).collect();
        let mut expected: BTreeMap<BigRational, i128> = BTreeMap::new();
        for ((cell, state), count) in enumeration::by_card(&standard_tableau(), &standard_values(), &shoe) {
            let outcome = standard_tableau().outcome(all_totals[cell], all_pairs[state]);
            let mut net = BigRational::zero();
            for &(place, stake) in &stakes {
                let gain = wagers[place].row(&outcome).unwrap().settlement.net();
                net += BigRational::new((gain.numer() * stake as i64).into(), (*gain.denom()).into());
            }
            *expected.entry(net).or_default() += count;
        }
        let together = evaluator.together(&shoe, &placed).unwrap();
        let counts: BTreeMap<BigRational, i128> =
            together.counts().map(|(net, ways)| (net.clone(), ways)).collect();
        assert_eq!(counts, expected);
        let probabilities = together.probabilities().map(|(_, probability)| probability);
        assert_eq!(probabilities.sum::<BigRational>(), whole(1));
    }
}

#[test]
fn expected_nets_add_up_and_variances_of_opposed_wagers_do_not() {
    let wagers = all_wagers();
    let evaluator = evaluator(&wagers);
    let shoe = Composition::of_decks(8);
    let odds = evaluator.odds(&shoe).unwrap();
    let placed = [evaluator.place_stake(0, 100).unwrap(), evaluator.place_stake(1, 100).unwrap()];
    let together = evaluator.together(&shoe, &placed).unwrap();
    assert_eq!(together.ev(), (odds[0].ev() + odds[1].ev()) * BigInt::from(100));
    // Player and banker of 100 each: nothing on a tie or when the player wins, minus 5 when the banker wins.
    let nets: Vec<(BigRational, i128)> = together.counts().map(|(net, ways)| (net.clone(), ways)).collect();
    let expected =
        [(whole(-5), 2_292_252_566_437_888), (whole(0), 2_230_518_282_592_256 + 475_627_426_473_216)];
    assert_eq!(nets, expected);
    assert!(together.standard_deviation() < 2.5);
}

#[test]
fn one_wager_alone_has_the_spread_of_its_odds() {
    let wagers = all_wagers();
    let evaluator = evaluator(&wagers);
    let shoe = Seeded(9).depleted(8, 100);
    for (place, odds) in evaluator.odds(&shoe).unwrap().iter().enumerate() {
        let alone = evaluator.together(&shoe, &[evaluator.place_stake(place, 1).unwrap()]).unwrap();
        assert_eq!((alone.ev(), alone.variance()), (odds.ev(), odds.variance()));
        let same = evaluator.place_nets(place, odds.nets().to_vec()).unwrap();
        assert_eq!(evaluator.together(&shoe, &[same]).unwrap(), alone);
    }
}

#[test]
fn settled_nets_replace_declared_ones() {
    let wagers = all_wagers();
    let evaluator = evaluator(&wagers);
    let shoe = Composition::of_decks(8);
    // A banker wager of 30 wins 28.5, paid 28 where there is no half.
    let rounded = evaluator.place_nets(1, vec![whole(28), whole(0), whole(-30)]).unwrap();
    let together = evaluator.together(&shoe, &[rounded]).unwrap();
    let nets: Vec<BigRational> = together.counts().map(|(net, _)| net.clone()).collect();
    assert_eq!(nets, [whole(-30), whole(0), whole(28)]);
    let missing = evaluator.place_nets(99, vec![]).unwrap_err();
    assert_eq!(missing, NoOdds::NoSuchWager { place: 99, wagers: wagers.len() });
    assert!(evaluator.place_nets(1, vec![whole(1)]).is_err());
}

#[test]
fn the_effect_of_removal_is_the_difference_it_makes() {
    let wagers = all_wagers();
    let evaluator = evaluator(&wagers);
    let mut seeded = Seeded(10);
    for cards in [7, 30, 416] {
        let shoe = seeded.depleted(8, cards);
        let before = evaluator.odds(&shoe).unwrap();
        let removals = evaluator.removals(&shoe).unwrap();
        assert_eq!(removals.len(), Card::all().filter(|&card| shoe.count(card) > 0).count());
        for removal in removals {
            let mut left = shoe.clone();
            assert!(left.remove(removal.card));
            let after = evaluator.odds(&left).unwrap();
            let differences: Vec<BigRational> =
                after.iter().zip(&before).map(|(after, before)| after.ev() - before.ev()).collect();
            assert_eq!(removal.effects, differences, "{}", removal.card);
        }
    }
}

#[test]
fn removal_weighed_by_the_cards_held_comes_to_nothing() {
    // A random card burnt unseen changes no odds.
    let evaluator = evaluator(&fifteen_wagers());
    let shoe = Seeded(11).depleted(8, 200);
    let removals = evaluator.removals(&shoe).unwrap();
    for place in 0..evaluator.wagers().len() {
        let weighed = removals.iter().map(|r| &r.effects[place] * BigInt::from(shoe.count(r.card)));
        assert!(weighed.sum::<BigRational>().is_zero());
    }
}

#[test]
fn the_last_six_cards_leave_none_to_remove() {
    let evaluator = evaluator(&fifteen_wagers());
    let refusal = evaluator.removals(&Seeded(12).depleted(1, 6)).unwrap_err();
    assert_eq!(refusal, NoOdds::TooFewCards { cards: 5 });
}

#[test]
fn wagers_that_leave_an_outcome_undecided_or_pay_too_finely_are_refused() {
    let standard = |wagers: &[&Wager]| Evaluator::new(&standard_tableau(), &standard_values(), wagers);
    for complete in all_wagers() {
        let mut open = complete.clone();
        open.rows.pop();
        let refusal = standard(&[&complete, &open]).unwrap_err();
        assert_eq!(refusal, NoOdds::Undecided { wager: open.id.clone() });
    }
    let primes = ["1 to 99991", "1 to 99989", "1 to 99971", "1 to 99961"];
    let fine = wager("fine", primes.iter().map(|odds| wins(odds, Default::default())).collect());
    assert_eq!(standard(&[&fine]).unwrap_err(), NoOdds::PaysTooFine { wager: fine.id.clone() });
}

/// What asks about totals alone, or about pairs alone, is counted without the other; a wager of nothing on both has it counted with.
#[test]
fn wagers_on_totals_alone_and_on_pairs_alone_come_out_as_with_both() {
    let wagers = all_wagers();
    let evaluator = evaluator(&wagers);
    let mixed = wagers.iter().position(|wager| wager.asks_totals() && wager.asks_pairs()).unwrap();
    let mut seeded = Seeded(9);
    for (totals, pairs) in [(true, false), (false, true)] {
        let alike = |wager: &Wager| {
            (wager.asks_totals(), wager.asks_pairs()) == (totals, pairs) && !wager.asks_cards()
        };
        let places: Vec<usize> = (0..wagers.len()).filter(|place| alike(&wagers[*place])).collect();
        assert!(places.len() > 1);
        for cards in [6, 60, 416] {
            let shoe = seeded.depleted(8, cards);
            let stakes = places.iter().map(|place| evaluator.place_stake(*place, 3 + *place as u64).unwrap());
            let mut placed: Vec<Placed> = stakes.collect();
            let alone = evaluator.together(&shoe, &placed).unwrap();
            placed.push(evaluator.place_stake(mixed, 0).unwrap());
            assert_eq!(alone, evaluator.together(&shoe, &placed).unwrap());
        }
    }
}
