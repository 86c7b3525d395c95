//! What a book forbids one person to wager together is refused with its clause, and not worked out.

use baccarat::book::Book;
use baccarat::shelf;
use lab::odds::{Question, Scope};
use lab::shoes::{Shoes, TableChoice};
use lab::simulation::{self, Run};

fn book(id: &str) -> Book {
    Book::read(shelf::text(id).expect("on the shelf")).expect("good")
}

#[track_caller]
fn refused(id: &str, placed: &str, clause: &str) {
    let question = Question::of(book(id), &Scope::default()).expect("allowed");
    let error = question.together(placed, None).expect_err("the book forbids it").to_string();
    assert!(error.contains(&format!("({id} {clause})")), "{error}");
}

#[test]
fn both_hands_where_nobody_may_back_both() {
    refused("nz", "banker=10,player=10", "5.2 tail");
    refused("nz", "banker=10,player=10,tie=10", "5.2 tail");
}

#[test]
fn the_same_wager_twice_where_one_is_allowed() {
    refused("act", "banker=10,banker=20", "4.6(a)");
}

#[test]
fn a_side_wager_twice_where_one_is_allowed() {
    let even = Scope { method: Some("even-money".to_owned()), ..Scope::default() };
    let question = Question::of(book("nsw"), &even).expect("allowed");
    let error =
        question.together("super-6=10,super-6=10", None).expect_err("the book forbids it").to_string();
    assert!(error.contains("(nsw 10.12/1)"), "{error}");
    let question = Question::of(book("act"), &Scope::default()).expect("allowed");
    question.together("super-6=10,super-6=10", None).expect("the book does not forbid it");
}

#[test]
fn what_is_allowed_or_may_be_approved_is_worked_out() {
    for (id, placed) in
        [("nz", "banker=10,tie=10"), ("nsw", "banker=10,player=10"), ("act", "player=10,tie=5")]
    {
        let question = Question::of(book(id), &Scope::default()).expect("allowed");
        question.together(placed, None).unwrap_or_else(|error| panic!("{id}: {error}"));
    }
}

#[test]
fn a_strategy_that_always_backs_both_hands() {
    let both = "name = \"both\"\nbankroll = 1000\n[[bet]]\non = \"banker\"\nstake = 10\n[[bet]]\non = \"player\"\nstake = 10\n";
    let run = |id: &str| {
        let strategies = vec![("both.toml".to_owned(), both.to_owned())];
        let run = Run { shoes: 7, strategies, ..Run::default() };
        let shoes = Shoes::of(book(id), &TableChoice::default(), 7).expect("allowed");
        simulation::Question::of(shoes, run).and_then(|question| question.answer(|_| true))
    };
    let error = run("nz").expect_err("the book forbids it").to_string();
    assert!(error.starts_with("both.toml: found banker and player together"), "{error}");
    assert!(error.ends_with("(nz 5.2 tail)"), "{error}");
    run("nsw").expect("allowed once approved");
}

/// What a strategy computes cannot be judged beforehand: nothing is bet, and the clause is told.
#[test]
fn a_strategy_that_sometimes_backs_both_hands() {
    let both = "name = \"both\"\nbankroll = 1000\n[[bet]]\non = \"banker\"\nstake = 10\n[[bet]]\non = \"player\"\nstake = 10\nwhen = \"coup > 2\"\n";
    let strategies = vec![("both.toml".to_owned(), both.to_owned())];
    let run = Run { shoes: 7, strategies, ..Run::default() };
    let shoes = Shoes::of(book("nz"), &TableChoice::default(), 7).expect("allowed");
    let answer = simulation::Question::of(shoes, run).expect("allowed").answer(|_| true).expect("an answer");
    let patron = &answer.patrons[0];
    assert!(patron.forbidden > 0);
    let by = patron.forbidden_by.as_ref().expect("a clause");
    assert_eq!(by.clauses, ["5.2 tail"]);
    assert!(patron.forbidden_note("nz").contains("(banker and player together: nz 5.2 tail)"));
    assert!(lab::json(&answer).expect("JSON").contains("\"forbidden_by\""));
}

/// One that always bets so much on the perfect pair, and on these wagers under these conditions.
fn pairs_and(more: &str) -> (String, String) {
    let head = "name = \"pairs\"\nbankroll = 1000\n[[bet]]\non = \"perfect-pair-player\"\nstake = 10\n";
    ("pairs.toml".to_owned(), format!("{head}{more}"))
}

fn simulated(id: &str, strategy: (String, String)) -> Result<simulation::Simulation, lab::Error> {
    let run = Run { shoes: 7, strategies: vec![strategy], ..Run::default() };
    let shoes = Shoes::of(book(id), &TableChoice::default(), 7).expect("allowed");
    simulation::Question::of(shoes, run).and_then(|question| question.answer(|_| true))
}

#[test]
fn a_side_wager_that_the_book_takes_only_beside_a_main_one() {
    refused("qld", "perfect-pair-player=10", "s26(1)(b)");
    refused("qld", "perfect-pair-player=10,dragon-banker=10", "s26(1)(b)");
    for (id, placed) in [
        ("qld", "perfect-pair-player=10,player=10"),
        ("qld", "dragon-banker=10"),
        ("act", "perfect-pair-player=10"),
        ("nsw", "pair-player=10"),
    ] {
        let question = Question::of(book(id), &Scope::default()).expect("allowed");
        question.together(placed, None).unwrap_or_else(|error| panic!("{id}: {error}"));
    }
}

#[test]
fn a_strategy_that_never_makes_the_main_wager_that_is_needed() {
    let error = simulated("qld", pairs_and("")).expect_err("the book forbids it").to_string();
    assert!(error.starts_with("pairs.toml: found perfect-pair-player without a main wager"), "{error}");
    assert!(error.contains("(qld s26(1)(b))"), "{error}");
    simulated("act", pairs_and("")).expect("the book takes it alone");
    let both = simulated("qld", pairs_and("[[bet]]\non = \"player\"\nstake = 10\n")).expect("allowed");
    assert_eq!((both.patrons[0].forbidden, &both.patrons[0].forbidden_by), (0, &None));
}

#[test]
fn a_strategy_that_sometimes_leaves_out_the_main_wager_that_is_needed() {
    let late = "[[bet]]\non = \"player\"\nstake = 10\nwhen = \"coup > 2\"\n";
    let answer = simulated("qld", pairs_and(late)).expect("an answer");
    let patron = &answer.patrons[0];
    // The first two coups of each of the seven shoes.
    assert_eq!(patron.forbidden, 14);
    let by = patron.forbidden_by.as_ref().expect("a clause");
    assert_eq!(by.clauses, ["s26(1)(b)"]);
    assert!(by.what.starts_with("perfect-pair-player without a main wager"), "{by:?}");
    assert_eq!(patron.coups, patron.watched - 14);
}

/// A stake that is worked out is no bet where it comes to 0, so only the coup can say what is bet together.
#[test]
fn a_strategy_that_backs_now_one_hand_and_now_the_other() {
    let stakes = |banker: &str, player: &str| {
        let bet = |on: &str, stake: &str| format!("[[bet]]\non = \"{on}\"\nstake = \"{stake}\"\n");
        let text =
            format!("name = \"turns\"\nbankroll = 1000\n{}{}", bet("banker", banker), bet("player", player));
        let run = Run { shoes: 7, strategies: vec![("turns.toml".to_owned(), text)], ..Run::default() };
        let shoes = Shoes::of(book("nz"), &TableChoice::default(), 7).expect("allowed");
        let answer =
            simulation::Question::of(shoes, run).expect("allowed").answer(|_| true).expect("an answer");
        (answer.patrons[0].coups, answer.patrons[0].forbidden)
    };
    let (coups, forbidden) = stakes("if(last(1) == banker, 10, 0)", "if(last(1) == banker, 0, 10)");
    assert!(coups > 0 && forbidden == 0, "{coups} {forbidden}");
    let (coups, forbidden) = stakes("10 * 1", "10 * 1");
    assert!(coups == 0 && forbidden > 0, "{coups} {forbidden}");
}
