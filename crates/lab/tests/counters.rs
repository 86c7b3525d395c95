//! What is expected of a strategy that watches the cards is what the cards not seen give, not what a full shoe does.

use baccarat::book::Book;
use baccarat::shelf;
use lab::shoes::{Shoes, TableChoice};
use lab::simulation::{PatronAnswer, Question, Run};

fn played(text: &str, strategy: &str, shoes: u64) -> PatronAnswer {
    let book = Book::read(text).expect("good");
    let strategies = vec![("counter.toml".to_owned(), strategy.to_owned())];
    let run = Run { shoes, strategies, wagers: vec!["tie".to_owned()], ..Run::default() };
    let shoes = Shoes::of(book, &TableChoice::default(), 7).expect("allowed");
    let answer = Question::of(shoes, run).expect("allowed").answer(|_| true).expect("an answer");
    answer.patrons.into_iter().next().expect("one patron")
}

/// The tie costs 14.36 % on a full shoe. Whoever bets on it only where it costs less than 9 % is expected to lose less than that.
#[test]
fn whoever_bets_when_the_cards_are_good_is_held_against_those_cards() {
    let strategy = "name = \"ties\"\nbankroll = 100000\n[[bet]]\non = \"tie\"\nstake = 10\nwhen = \"edge(tie) < 0.09\"\n";
    let patron = played(shelf::text("act").expect("on the shelf"), strategy, 28);
    assert!(patron.coups > 0, "nothing was bet");
    let exact = patron.exact.expect("worked out");
    assert!(exact < 0.09, "{exact}");
    assert!(patron.z.expect("worked out").is_finite());
}

/// Where all that is asked of the cards is always true, every coup is bet on: what is expected of the first of each shoe is what a full shoe
/// gives, and of the others nearly so.
#[test]
fn whoever_always_bets_is_held_against_a_full_shoe_but_for_a_little() {
    let strategy =
        "name = \"ties\"\nbankroll = 100000\n[[bet]]\non = \"tie\"\nstake = 10\nwhen = \"left[9] >= 0\"\n";
    let exact = played(shelf::text("act").expect("on the shelf"), strategy, 14).exact.expect("worked out");
    assert!((exact - 0.143_596).abs() < 0.01, "{exact}");
}

#[test]
fn what_would_take_too_long_is_not_given_rather_than_wrong() {
    let strategy = "name = \"reds\"\nbankroll = 100000\n[[bet]]\non = \"all-red\"\nstake = 10\nwhen = \"left[9] >= 0\"\n";
    let patron = played(REDS, strategy, 2);
    assert!(patron.coups > 0, "nothing was bet");
    assert_eq!((patron.exact, patron.z), (None, None));
}

const REDS: &str = r#"
book       = "reds"
name       = "ACT with All Red"
instrument = "Our own house rules over NI2023-529"
based_on   = "act"

[[clause]]
number = "H1"
kind   = "compute"
actor  = "system"
gist   = "All Red pays 22 to 1 when every card of the coup is red."
sides.offered    = { option = "all-red", wagers = ["all-red"] }
sides.main_wager = { option = "all-red", main_wager = "never" }

[[wager]]
id    = "all-red"
name  = "All Red"
class = "side"
rows = [
  { when = { shape = { in = "all", is = "one-colour" }, count = { cards = "red", in = "all", is = "4-6" } }, pays = "22 to 1", by = "H1" },
  { when = {}, loses = true, by = "H1" },
]
"#;

/// Counting a wager whose odds take too long: the linear count is scored, and nothing is made up about a perfect one.
#[test]
fn a_dear_wager_has_a_linear_count_alone() {
    let book = Book::read(REDS).expect("good");
    let shoes = Shoes::of(book, &TableChoice::default(), 7).expect("allowed");
    let question = lab::counting::Question::of(shoes, &["all-red".to_owned()], &[], 50).expect("allowed");
    let count = question.answer(|_| true).expect("an answer");
    assert!(count.linear_only && count.coups > 3_000);
    let [of] = &count.wagers[..] else { panic!("one wager") };
    assert!(of.depths.iter().all(|at| at.perfect_per_shoe.is_nan() && at.linear_per_shoe.is_finite()));
    // A black card that is gone is good for red ones.
    let effect = |card: &str| of.effects.0[card.parse::<baccarat::card::Card>().expect("a card").index()];
    assert!(effect("9S") > 0.0 && effect("9H") < 0.0);
    let json = lab::json(&count).expect("JSON");
    assert!(json.contains("\"linear_only\": true") && json.contains("\"perfect_per_shoe\": null"));
}
