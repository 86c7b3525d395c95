//! Published figures for eight decks.

mod common;

use baccarat::composition::Composition;
use common::wagers::{fifteen_wagers, standard_tableau, standard_values};
use num_rational::BigRational;
use odds::{Evaluator, WagerOdds};

fn eight_decks() -> Vec<WagerOdds> {
    let wagers = fifteen_wagers();
    let evaluator =
        Evaluator::new(&standard_tableau(), &standard_values(), &wagers.iter().collect::<Vec<_>>()).unwrap();
    evaluator.odds(&Composition::of_decks(8)).unwrap()
}

fn odds_of<'a>(odds: &'a [WagerOdds], id: &str) -> &'a WagerOdds {
    odds.iter().find(|odds| odds.wager().as_str() == id).unwrap()
}

#[test]
fn eight_decks_give_the_published_counts() {
    let odds = eight_decks();
    let player = odds_of(&odds, "player");
    assert_eq!(player.draws(), 4_998_398_275_503_360);
    let expected = [2_230_518_282_592_256, 475_627_426_473_216, 2_292_252_566_437_888];
    assert_eq!(player.counts(), expected);
    let [wins, ties, losses] = expected;
    assert_eq!(odds_of(&odds, "banker").counts(), [losses, ties, wins]);
    assert_eq!(odds_of(&odds, "tie").counts(), [ties, wins + losses]);
}

#[test]
fn eight_decks_give_the_published_edges() {
    let odds = eight_decks();
    let check = |id: &str, percent: f64, digits: i32| {
        let edge = odds_of(&odds, id).house_edge() * 100.0;
        let half_a_digit = 0.5 * 10f64.powi(-digits);
        assert!((edge - percent).abs() <= half_a_digit, "{id}: {edge}");
    };
    check("player", 1.2351, 4);
    check("banker", 1.0579, 4);
    check("tie", 14.3596, 4);
    check("dragon-player", 2.652, 3);
    check("dragon-banker", 9.373, 3);
    check("pair-player", 10.3614, 4);
    check("pair-banker", 10.3614, 4);
}

#[test]
fn a_pair_comes_up_as_often_as_two_cards_of_one_rank() {
    let odds = eight_decks();
    let expected = BigRational::new(31.into(), 415.into());
    assert_eq!(odds_of(&odds, "pair-player").hit_frequency(), expected);
    assert_eq!(odds_of(&odds, "pair-banker").probabilities()[0], expected);
}

#[test]
fn variance_and_hit_frequency_follow_from_the_rows() {
    let odds = eight_decks();
    // A wager that only wins or loses: p and 1 − p, so the variance is p(1 − p)(odds + 1)².
    let tie = odds_of(&odds, "tie");
    let win = tie.hit_frequency();
    let one = BigRational::from_integer(1.into());
    let expected = &win * (&one - &win) * BigRational::from_integer(81.into());
    assert_eq!(tie.variance(), expected);
    assert!((tie.standard_deviation() - 2.64).abs() < 0.005);
    assert!((odds_of(&odds, "player").standard_deviation() - 0.951).abs() < 0.0005);
    assert!((odds_of(&odds, "banker").standard_deviation() - 0.927).abs() < 0.0005);
}

#[test]
fn other_nets_change_what_follows_but_not_how_often() {
    let odds = eight_decks();
    let banker = odds_of(&odds, "banker");
    let whole = |number: i32| BigRational::from_integer(number.into());
    // Commission rounded away: one for one.
    let rounded = banker.with_nets(vec![whole(1), whole(0), whole(-1)]).unwrap();
    assert_eq!(rounded.probabilities(), banker.probabilities());
    let p = banker.probabilities();
    assert_eq!(rounded.ev(), &p[0] - &p[2]);
    assert_eq!(rounded.hit_frequency(), banker.hit_frequency());
    let refusal = banker.with_nets(vec![whole(1)]).unwrap_err().to_string();
    assert_eq!(refusal, "wager `banker` has 3 rows, but 1 nets were given");
}
