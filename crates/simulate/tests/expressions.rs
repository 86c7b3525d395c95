//! Strategies written as expressions: every fault with its line, and patrons who do what a plain program does.

use baccarat::book::Book;
use baccarat::card::Card;
use baccarat::chips::Money;
use baccarat::composition::Composition;
use baccarat::shelf;
use odds::Evaluator;
use simulate::{Bounds, Choice, Dealer, Game, Plan, Results, Strategy, Till, join, run};
use table::roads::{Colour, RoadResult, Roads};

fn money(whole: i64) -> Money {
    Money(whole * Money::UNITS)
}

fn book(id: &str) -> Book {
    Book::read(shelf::text(id).unwrap()).unwrap()
}

fn till(book: &Book) -> Till<'_> {
    let method = book.methods().next().unwrap().id.clone();
    let bounds = Bounds { least: money(5), most: money(1_000), unit: None };
    let wagers = book.wagers(&method).unwrap().iter().map(|wager| (wager, bounds)).collect();
    let mut till = Till::new(book, wagers, "0.50,1,5,25,100".parse().unwrap());
    till.method = Some(method);
    till
}

fn plan<'p>(
    book: &Book,
    game: &'p Game,
    till: &'p Till<'p>,
    first: u64,
    shoes: u64,
    texts: &[&str],
) -> Plan<'p, 'p> {
    let wagers: Vec<_> = till.wagers().collect();
    let evaluator = Evaluator::new(book.tableau(), book.values(), &wagers).unwrap();
    let odds = evaluator.odds(&Composition::of_decks(game.decks())).unwrap();
    let chances = |odds: &odds::WagerOdds| {
        odds.counts().iter().map(|ways| *ways as f64 / odds.draws() as f64).collect()
    };
    Plan {
        game,
        till,
        seed: 3,
        first,
        shoes,
        shift: 7,
        stakes: vec![money(10); wagers.len()],
        chances: odds.iter().map(chances).collect(),
        patrons: texts.iter().map(|text| Strategy::read(text, till).unwrap()).collect(),
        coups_only: false,
    }
}

fn played(book: &Book, shoes: u64, text: &str) -> Results {
    let (game, till) = (Game::new(book, &Choice::usual(book)).unwrap(), till(book));
    run(&plan(book, &game, &till, 0, shoes, &[text]), |_| true)
}

#[test]
fn every_fault_of_an_expression_is_told_with_its_line() {
    let book = book("act");
    let check = |lines: &str, expected: &str| {
        let text = format!("name = \"x\"\nbankroll = 100\n{lines}");
        let faults = Strategy::read(&text, &till(&book)).unwrap_err();
        let message: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(message.iter().any(|message| message.starts_with(expected)), "{message:#?}\n{expected}");
    };
    let bet = |stake: &str| {
        format!("state = {{ line = [1, 2], base = 5 }}\n[[bet]]\non = \"player\"\nstake = \"{stake}\"\n")
    };
    check(
        &bet("5 * lin"),
        "line 6: bet 1: stake: found `lin`; docs/simulate.md lists the names; `state` has line, base",
    );
    check(&bet("line"), "line 6: bet 1: stake: found a list; allowed is a number");
    check(&bet("5 *"), "line 6: bet 1: stake: found the end; wanted is a number");
    check(&bet("(5"), "line 6: bet 1: stake: found the end; wanted is `)`");
    check(&bet("5 5"), "line 6: bet 1: stake: found `5`; wanted is the end or a sign");
    check(&bet("first(5)"), "line 6: bet 1: stake: first: allowed is one list");
    check(
        &bet("true_count(hilo)"),
        "line 6: bet 1: stake: true_count: found `hilo`; the strategy has no [tags]",
    );
    check(&bet("edge(lucky)"), "line 6: bet 1: stake: edge: found `lucky`; allowed are player, banker, tie");
    check(&bet("streak(tie)"), "line 6: bet 1: stake: allowed are `player` and `banker`");
    check(&bet("left[1X]"), "line 6: bet 1: stake: ");
    check(&bet("5 @ 5"), "line 6: bet 1: stake: found `@`");
    check(&bet(&"(".repeat(100)), "line 6: bet 1: stake: brackets lie within each other too deep");
    check(&bet(&vec!["1"; 500].join("+")), "line 6: bet 1: stake: it has too many parts");
    check("stop = \"won >\"\n[[bet]]\non = \"player\"\nstake = 5\n", "line 3: stop: found the end");
    check(
        "state = { 7x = 5 }\n[[bet]]\non = \"player\"\nstake = 5\n",
        "line 3: state: 7x: allowed are names",
    );
    check("[tags.a]\nZ = 1\n[[bet]]\non = \"player\"\nstake = 5\n", "line 4: tags: a: allowed are ranks");
    check(
        "[tags.a]\nA = 1.5\n[[bet]]\non = \"player\"\nstake = 5\n",
        "line 4: tags: a: allowed are whole numbers",
    );
    let after = "[[bet]]\non = \"player\"\nstake = 5\nafter_win = \"x = 5\"\n";
    check(after, "line 6: bet 1: after_win: found `x`; the strategy has no `state` to set");
}

/// The strategies that come with Croupier can be read under every book, and play.
#[test]
fn every_known_strategy_plays_under_every_book() {
    for id in shelf::ids() {
        let book = book(id);
        for name in Strategy::known() {
            let results = played(&book, 7, Strategy::text(name).unwrap());
            assert!(results.patrons[0].watched > 0, "{id} {name}");
            assert_eq!(results.patrons[0].forbidden, 0, "{id} {name}");
        }
    }
}

/// Labouchère by the file, and by a few lines of Rust over the same coups.
#[test]
fn labouchere_is_what_a_plain_program_does() {
    let book = book("nz");
    let game = Game::new(&book, &Choice::usual(&book)).unwrap();
    let text = "name = \"l\"\nbankroll = 100000\nstate = { line = [1, 2, 3] }\nstop = \"len(line) == 0 or held < 99000\"\n\
                [[bet]]\non = \"player\"\nstake = \"10 * if(len(line) == 1, first(line), first(line) + last(line))\"\n\
                after_win = \"line = middle(line)\"\n\
                after_loss = \"line = line + [if(len(line) == 1, first(line), first(line) + last(line))]\"\n";
    let results = played(&book, 70, text);
    let (mut net, mut staked, mut coups) = (0_i64, 0_i64, 0_u64);
    let mut dealer = Dealer::new(&game, 3);
    for shift in 0..10 {
        let (mut line, mut held, mut gone) = (vec![1_i64, 2, 3], 10_000_000_i64, false);
        for shoe in 0..7 {
            let mut dealt = Vec::new();
            dealer.shoe(shift * 7 + shoe, &mut dealt);
            for coup in dealt {
                if gone {
                    break;
                }
                let units = if line.len() == 1 { line[0] } else { line[0] + line[line.len() - 1] };
                let stake = (units * 1_000).min(100_000);
                let (player, banker) = coup.class.totals();
                staked += stake;
                coups += 1;
                if player > banker {
                    held += stake;
                    line.remove(0);
                    line.pop();
                } else if banker > player {
                    held -= stake;
                    line.push(units);
                }
                gone = line.is_empty() || held < 9_900_000 || line.len() > 64;
            }
        }
        net += held - 10_000_000;
    }
    let patron = &results.patrons[0];
    assert_eq!(
        (patron.coups, patron.staked, patron.coup.sum()),
        (coups, i128::from(staked), i128::from(net))
    );
    assert_eq!(patron.stopped, 10);
    assert_eq!(patron.shift.count(), 10);
}

/// A bet for each colour of each derived road says what the roads of the table say comes next.
#[test]
fn derived_roads_are_those_of_the_table() {
    let book = book("nz");
    let game = Game::new(&book, &Choice::usual(&book)).unwrap();
    for (name, nth) in [("big_eye", 0), ("small", 1), ("cockroach", 2)] {
        let text = format!(
            "name = \"r\"\nbankroll = 1000000\n[[bet]]\non = \"tie\"\nstake = 5\nwhen = \"next.{name}(banker) == red\"\n"
        );
        let mut expected = 0;
        let mut dealer = Dealer::new(&game, 3);
        for shoe in 0..7 {
            let mut dealt = Vec::new();
            dealer.shoe(shoe, &mut dealt);
            let mut roads = Roads::new();
            for coup in dealt {
                let next = roads.next().banker;
                let red = [next.big_eye_boy, next.small_road, next.cockroach_pig][nth];
                expected += u64::from(red == Some(Colour::Red));
                roads.push(RoadResult::from(&coup.class.outcome(game.tableau())));
            }
        }
        assert!(expected > 20, "{name}");
        assert_eq!(played(&book, 7, &text).patrons[0].coups, expected, "{name}");
    }
}

/// Counts, cards left and exact edges are those of the cards that were dealt.
#[test]
fn counts_and_edges_are_those_of_the_cards_seen() {
    let book = book("nz");
    let game = Game::new(&book, &Choice::usual(&book)).unwrap();
    let count = "name = \"c\"\nbankroll = 1000000\n[tags.low]\nA = 1\n2 = 1\nK = -2\n9H = 3\n\
                 [[bet]]\non = \"tie\"\nstake = 5\nwhen = \"true_count(low) > 1 and left[K] + left['9H'] > 20\"\n";
    let edge =
        "name = \"e\"\nbankroll = 1000000\n[[bet]]\non = \"tie\"\nstake = 5\nwhen = \"edge(tie) < 0.13\"\n";
    let (mut by_count, mut by_edge) = (0, 0);
    let mut dealer = Dealer::new(&game, 3);
    let till = till(&book);
    let wagers: Vec<_> = till.wagers().collect();
    let evaluator = Evaluator::new(book.tableau(), book.values(), &wagers).unwrap();
    let tie = till.wagers().position(|wager| wager.id.as_str() == "tie").unwrap();
    for shoe in 0..7 {
        let cards = dealer.cards(shoe);
        let mut dealt = Vec::new();
        dealer.shoe(shoe, &mut dealt);
        let mut left = Composition::of_decks(game.decks());
        let mut running = 0.0;
        let mut see = |card: Card, left: &mut Composition| {
            left.remove(card);
            let named = card.to_string().to_uppercase();
            running += match (&named[..1], named.as_str()) {
                (_, "9H") => 3.0,
                ("A" | "2", _) => 1.0,
                ("K", _) => -2.0,
                _ => 0.0,
            };
            running
        };
        let mut now = 0.0;
        if game.burn_is_seen() {
            now = see(cards[0], &mut left);
        }
        for coup in dealt {
            let decks = (cards.len() - usize::from(coup.at)) as f64 / 52.0;
            let kings: u16 =
                Card::all().filter(|card| card.rank.letter() == 'K').map(|card| left.count(card)).sum();
            let nines = left.count("9H".parse().unwrap());
            by_count += u64::from(now / decks > 1.0 && kings + nines > 20);
            by_edge += u64::from(evaluator.odds(&left).unwrap()[tie].house_edge() < 0.13);
            let at = usize::from(coup.at);
            for card in &cards[at..at + coup.class.cards()] {
                now = see(*card, &mut left);
            }
        }
    }
    assert!(by_count > 5 && by_edge > 5, "{by_count} {by_edge}");
    assert_eq!(played(&book, 7, count).patrons[0].coups, by_count);
    assert_eq!(played(&book, 7, edge).patrons[0].coups, by_edge);
}

/// What only the coup decides is judged on the coup: New Zealand forbids player and banker together.
#[test]
fn what_the_book_forbids_together_is_not_bet() {
    let text = "name = \"both\"\nbankroll = 1000\n[[bet]]\non = \"player\"\nstake = 10\n\
                [[bet]]\non = \"banker\"\nstake = 10\nwhen = \"coup > 1\"\n";
    let results = played(&book("nz"), 7, text);
    let patron = &results.patrons[0];
    assert_eq!(patron.coups, 7);
    assert_eq!(patron.forbidden, patron.watched - 7);
}

/// Parts in any order are one run to the last bit, with patrons who bring state, counts and ruin.
#[test]
fn parts_of_a_run_join_in_any_order() {
    let book = book("act");
    let (game, till) = (Game::new(&book, &Choice::usual(&book)).unwrap(), till(&book));
    let texts = ["labouchere", "martingale", "counter"].map(|name| Strategy::text(name).unwrap());
    let of = |first, shoes| plan(&book, &game, &till, first, shoes, &texts);
    let whole = run(&of(0, 1_190), |_| true);
    let bounds = [0, 7, 497, 504, 1_008, 1_183, 1_190];
    let mut parts: Vec<Results> =
        bounds.windows(2).map(|pair| run(&of(pair[0], pair[1] - pair[0]), |_| true)).collect();
    for turn in 0..parts.len() {
        parts.rotate_left(turn);
        assert!(join(&of(0, 1_190), parts.clone()).unwrap() == whole, "{turn}");
    }
    let ends: Vec<String> = [vec![], vec![parts[0].clone(), parts[0].clone()]]
        .into_iter()
        .map(|parts| join(&of(0, 1_190), parts).unwrap_err().to_string())
        .collect();
    assert_eq!(ends[0], "found no part; allowed are one or more");
    assert!(ends[1].starts_with("two parts have the shoes"), "{}", ends[1]);
}
