//! Countability reckoned anew, coup by coup, with exact fractions.

use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::composition::Composition;
use baccarat::rules::shoe::BurnStyle;
use baccarat::shelf;
use num_traits::{Signed, ToPrimitive};
use odds::Evaluator;
use simulate::{Choice, CountPlan, Countability, Dealer, Game, count};

fn evaluator(book: &Book, ids: &[&str]) -> Evaluator {
    let wagers = book.wagers(&book.methods().next().unwrap().id).unwrap();
    let wager = |id: &&str| wagers.iter().find(|wager| wager.id.as_str() == *id).unwrap();
    let wagers: Vec<_> = ids.iter().map(wager).collect();
    Evaluator::new(book.tableau(), book.values(), &wagers).unwrap()
}

fn games(book: &Book, depths: &[u16]) -> Vec<Game> {
    let with =
        |from_back: &u16| Game::new(book, &Choice { from_back: *from_back, ..Choice::usual(book) }).unwrap();
    depths.iter().map(with).collect()
}

fn counted(book: &Book, ids: &[&str], depths: &[u16], shoes: u64) -> Countability {
    let evaluator = evaluator(book, ids);
    let plan =
        CountPlan { depths: games(book, depths), evaluator: &evaluator, seed: 4, shoes, by_results: None };
    count(&plan, |_| true).unwrap()
}

/// The cards that somebody who watches has not seen, by the words of the book alone.
fn check_against_fractions(id: &str, ids: &[&str], burn_shown: bool) {
    let book = Book::read(shelf::text(id).unwrap()).unwrap();
    let depths = [208, 52, 20];
    let result = counted(&book, ids, &depths, 3);
    let evaluator = evaluator(&book, ids);
    for (wager, of) in ids.iter().enumerate() {
        let by_depth = &result.wagers[wager].depths;
        for (game, at) in games(&book, &depths).iter().zip(by_depth) {
            let (mut coups_seen, mut favourable, mut gain) = (0, 0, 0.0);
            for shoe in 0..3 {
                let mut dealer = Dealer::plain(game, 4);
                let mut coups = Vec::new();
                dealer.shoe(shoe, &mut coups);
                let cards = dealer.cards(shoe);
                let mut seen: Vec<Card> = if burn_shown { vec![cards[0]] } else { Vec::new() };
                for coup in &coups {
                    let mut left = Composition::of_decks(8);
                    assert!(seen.iter().all(|card| left.remove(*card)));
                    let ev = evaluator.odds(&left).unwrap()[wager].ev();
                    coups_seen += 1;
                    if ev.is_positive() {
                        favourable += 1;
                        gain += ev.to_f64().unwrap();
                    }
                    let from = usize::from(coup.at);
                    seen.extend(&cards[from..from + coup.class.cards()]);
                }
            }
            assert_eq!((at.coups, at.favourable), (coups_seen, favourable), "{id} {of}");
            assert!((at.gain(3).0 * 3.0 - gain).abs() < 1e-7, "{id} {of}");
        }
    }
}

#[test]
fn the_exact_worth_of_every_coup_at_every_depth() {
    check_against_fractions("nz", &["player", "tie"], true);
    check_against_fractions("act", &["tiger-tie", "perfect-pair-player"], false);
}

/// Shoes worked out side by side give, for every wager of every book, the very fractions that each gives alone.
#[test]
fn every_wager_is_exact_before_the_coups_of_dealt_shoes() {
    for id in shelf::ids() {
        let book = Book::read(shelf::text(id).unwrap()).unwrap();
        let wagers = book.wagers(&book.methods().next().unwrap().id).unwrap();
        let evaluator =
            Evaluator::new(book.tableau(), book.values(), &wagers.iter().collect::<Vec<_>>()).unwrap();
        let mut dealer = Dealer::new(&Game::new(&book, &Choice::usual(&book)).unwrap(), 8);
        let (mut coups, mut shoes, mut numerators) = (Vec::new(), Vec::new(), Vec::new());
        for shoe in 0..4 {
            dealer.shoe(shoe, &mut coups);
            let cards = dealer.cards(shoe);
            let mut left = Composition::of_decks(8);
            for coup in &coups {
                shoes.push(left.clone());
                let from = usize::from(coup.at);
                assert!(cards[from..from + coup.class.cards()].iter().all(|card| left.remove(*card)));
            }
        }
        evaluator.batch(&shoes, &mut numerators).unwrap();
        for (nth, shoe) in shoes.iter().enumerate().step_by(7) {
            for (place, alone) in evaluator.odds(shoe).unwrap().iter().enumerate() {
                let numerator = numerators[nth * wagers.len() + place];
                assert_eq!(
                    evaluator.ev(place, shoe.cards(), numerator).unwrap(),
                    alone.ev(),
                    "{id} {shoe:?}"
                );
            }
        }
    }
}

/// A card seen does the same to a bet on pairs whatever it is, so no count that adds a number for each card can tell shoes apart.
#[test]
fn a_linear_count_never_beats_a_perfect_one_and_sees_nothing_in_pairs() {
    let book = Book::read(shelf::text("act").unwrap()).unwrap();
    let result = counted(&book, &["banker", "tie", "tiger-tie", "perfect-pair-player"], &[100, 12], 40);
    for wager in 0..4 {
        for at in &result.wagers[wager].depths {
            let linear = at.linear(40);
            assert!(linear.gain <= at.gain(40).0 + 1e-12);
            assert!(linear.share <= 1.0);
        }
    }
    let effects = &result.wagers[3].effects;
    assert!(effects.iter().all(|effect| (effect - effects[0]).abs() < 1e-12));
    let deepest = result.wagers[2].depths.last().unwrap();
    assert!(deepest.linear(40).gain > 0.5 * deepest.gain(40).0, "the tags of a tie are worth following");
}

#[test]
fn a_deeper_cutting_card_is_worth_more_and_threads_change_nothing() {
    let book = Book::read(shelf::text("act").unwrap()).unwrap();
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| counted(&book, &["tie", "tiger-tie"], &[208, 104, 12], 150))
    };
    let result = on(2);
    let gains: Vec<f64> = result.wagers[1].depths.iter().map(|at| at.gain(150).0).collect();
    assert!(gains[0] < gains[1] && gains[1] < gains[2], "{gains:?}");
    assert!(on(1) == result);
    let stretches: u64 = result.wagers[0].stretches.iter().map(|stretch| stretch.coups).sum();
    assert_eq!(stretches, result.coups);
}

/// E. Jacobson published what perfect play on the pair of each hand wins in a shoe of eight decks, cutting card 14 from the
/// end, first card turned up and its count burnt, one more coup after the cutting card: 0.3754 units at 11 to 1 and 0.9996 at
/// 12 to 1, both hands together (10^8 shoes). No book here has just these rules, so a house's file is made of one that is near.
#[test]
fn pairs_are_worth_what_was_published_of_them() {
    let changes = [
        ("last.after_cutting_card_later = 0", "last.after_cutting_card_later = 1"),
        ("last.after_tie = 1", "last.after_tie = 0"),
        (
            "{ when = { banker_pair = \"any\" }, pays = \"11 to 1\"",
            "{ when = { banker_pair = \"any\" }, pays = \"12 to 1\"",
        ),
    ];
    let mut text = shelf::text("act").unwrap().to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let book = Book::read(&text).unwrap();
    let evaluator = evaluator(&book, &["pair-player", "pair-banker"]);
    let burn = Some(BurnStyle::FaceUpAndItsCount);
    let game = Game::new(&book, &Choice { from_back: 14, burn, ..Choice::usual(&book) }).unwrap();
    let plan =
        CountPlan { depths: vec![game], evaluator: &evaluator, seed: 5, shoes: 3_000, by_results: None };
    let result = count(&plan, |_| true).unwrap();
    for (wager, published) in result.wagers.iter().zip([0.3754 / 2.0, 0.9996 / 2.0]) {
        let (gain, error) = wager.depths[0].gain(3_000);
        assert!((gain - published).abs() < 2.0 * error, "{gain} ± {error} against {published}");
    }
}
