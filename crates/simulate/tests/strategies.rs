//! Strategy files: every fault with its line; and patrons who do what their file says.

use baccarat::book::Book;
use baccarat::chips::Money;
use baccarat::composition::Composition;
use baccarat::shelf;
use odds::Evaluator;
use simulate::{Bounds, Choice, Dealer, Game, Plan, Results, Strategy, Till, join, run};

fn money(whole: i64) -> Money {
    Money(whole * Money::UNITS)
}

fn book(id: &str) -> Book {
    Book::read(shelf::text(id).unwrap()).unwrap()
}

fn till<'b>(book: &'b Book, most: i64) -> Till<'b> {
    let method = &book.methods().next().unwrap().id;
    let bounds = Bounds { least: money(5), most: money(most), unit: None };
    let wagers = book.wagers(method).unwrap().iter().map(|wager| (wager, bounds)).collect();
    Till::new(book, wagers, "0.50,1,5,25,100".parse().unwrap())
}

/// How likely each row of each wager is on a full shoe.
fn chances(book: &Book, till: &Till<'_>) -> Vec<Vec<f64>> {
    let wagers: Vec<_> = till.wagers().collect();
    let evaluator = Evaluator::new(book.tableau(), book.values(), &wagers).unwrap();
    let odds = evaluator.odds(&Composition::of_decks(8)).unwrap();
    let shares = |odds: &odds::WagerOdds| {
        odds.counts().iter().map(|ways| *ways as f64 / odds.draws() as f64).collect()
    };
    odds.iter().map(shares).collect()
}

fn simulated(book: &Book, till: &Till<'_>, shoes: u64, shift: u64, texts: &[&str]) -> Results {
    let game = Game::new(book, &Choice::usual(book)).unwrap();
    let read = |text: &&str| Strategy::read(text, till).unwrap_or_else(|faults| panic!("{faults:?}"));
    let many = till.wagers().len();
    let plan = Plan {
        game: &game,
        till,
        seed: 3,
        first: 0,
        shoes,
        shift,
        stakes: vec![money(10); many],
        chances: chances(book, till),
        patrons: texts.iter().map(read).collect(),
        coups_only: false,
    };
    run(&plan, |_| true)
}

fn check_faults(text: &str, expected: &[&str]) {
    let book = book("act");
    let faults = Strategy::read(text, &till(&book, 1_000)).unwrap_err();
    let message: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(message.len(), expected.len(), "{message:#?}");
    for (message, expected) in message.iter().zip(expected) {
        assert!(message.starts_with(expected), "{message}\n{expected}");
    }
}

#[test]
fn every_fault_is_told_with_its_line() {
    check_faults("", &["no `name`", "no `bankroll`", "no [[bet]]"]);
    check_faults("name = ", &["line 1: not TOML"]);
    check_faults(
        "name = 7\nbankroll = -5\nluck = 3\n\n[[bet]]\non = \"dragon\"\nstake = \"200%\"\nsteps = []\nafter_win = \"up\"\n",
        &[
            "line 1: name: found no text",
            "line 2: bankroll: found `-5`; allowed is an amount",
            "line 3: found `luck`; allowed are name, bankroll",
            "line 6: bet 1: on: found `dragon`; allowed are last-winner, last-loser, player, banker, tie",
            "line 7: bet 1: stake: found `200%`; allowed are 0.01% to 100%",
            "line 8: bet 1: steps: allowed is a list",
            "line 9: bet 1: after_win: found `up`; allowed are `first`, `stay`",
        ],
    );
    check_faults(
        "name = \"x\"\nbankroll = 100\n[[bet]]\non = \"tie\"\nstake = 0\nwhen = { winner = \"dealer\" }\n[[bet]]\nhow = 1\n",
        &[
            "line 5: bet 1: stake: found 0",
            "line 6: bet 1: when: unknown variant `dealer`",
            "line 7: bet 2: no `on`",
            "line 7: bet 2: no `stake`",
            "line 8: bet 2: found `how`; allowed are on, stake",
        ],
    );
    check_faults("name = \"x\"\nbankroll = 100\nbet = 5\n", &["line 3: bet: found no list of tables"]);
}

#[test]
fn the_strategies_that_come_along_are_good_in_every_book() {
    for id in shelf::ids() {
        let book = book(id);
        let till = till(&book, 1_000);
        for name in Strategy::known() {
            let strategy = Strategy::read(Strategy::text(name).unwrap(), &till);
            assert!(strategy.is_ok(), "{id} {name}: {strategy:?}");
        }
    }
}

/// A patron who bets the same on every coup gets what the wager itself got.
#[test]
fn a_flat_patron_gets_what_the_wager_gets() {
    let book = book("nz");
    let till = till(&book, 1_000);
    let flat = "name = \"f\"\nbankroll = 100000\n[[bet]]\non = \"tie\"\nstake = 10\n";
    let results = simulated(&book, &till, 70, 7, &[flat]);
    let tie = till.place(&"tie".parse().unwrap()).unwrap();
    let patron = &results.patrons[0];
    assert_eq!(patron.shoe, {
        let mut of_wager = results.wagers[tie].shoe.clone();
        // The same results, in bars as wide as the patron's.
        let mut same = simulate::Spread::new(patron.shoe.width());
        of_wager.bars().for_each(|(result, times)| same.add(result, times));
        std::mem::swap(&mut of_wager, &mut same);
        of_wager
    });
    assert_eq!(patron.coups, results.tally.coups());
    assert_eq!(patron.staked, i128::from(results.tally.coups()) * 1_000);
    assert_eq!(patron.shift.count(), 10);
    assert_eq!(patron.shift.sum(), results.wagers[tie].shift.sum());
    assert!((patron.hold() - results.wagers[tie].hold()).abs() < 1e-12);
    assert!((patron.exact_hold().unwrap() - 0.143_596).abs() < 1e-6);
    let surprise = patron.shift.sum() as f64 - patron.expected().unwrap();
    assert!(surprise * patron.z().unwrap() > 0.0, "above what was expected is above nought");
}

/// Reckoned anew from the coups themselves, in the plainest way.
#[test]
fn a_martingale_and_a_follower_do_what_their_files_say() {
    let book = book("act");
    let till = till(&book, 1_000);
    let martingale = Strategy::text("martingale").unwrap();
    let follow = Strategy::text("follow").unwrap();
    let results = simulated(&book, &till, 40, 1, &[martingale, follow]);

    let game = Game::new(&book, &Choice::usual(&book)).unwrap();
    let mut dealer = Dealer::new(&game, 3);
    let mut coups = Vec::new();
    let (mut doubled, mut followed, mut ruined) = (Vec::new(), Vec::new(), 0);
    for shoe in 0..40 {
        dealer.shoe(shoe, &mut coups);
        let (mut held, mut losses) = (500_000_i64, 0);
        let (mut own, mut on_banker) = (100_000_i64, true);
        let mut broke = false;
        for coup in &coups {
            let outcome = coup.class.outcome(game.tableau());
            let player = i64::from(outcome.totals.player);
            let banker = i64::from(outcome.totals.banker);
            if !broke {
                let stake = (1_000_i64 << losses).min(100_000).min(held / 50 * 50);
                match player.cmp(&banker) {
                    std::cmp::Ordering::Greater => (held, losses) = (held + stake, 0),
                    std::cmp::Ordering::Less => (held, losses) = (held - stake, (losses + 1) % 8),
                    std::cmp::Ordering::Equal => {}
                }
                broke = held < 500;
            }
            let won = if player == banker {
                0
            } else if (banker > player) == on_banker {
                1
            } else {
                -1
            };
            own += match (won, on_banker) {
                (1, true) => 950,
                (won, _) => won * 1_000,
            };
            if player != banker {
                on_banker = banker > player;
            }
        }
        ruined += u64::from(broke);
        doubled.push(held - 500_000);
        followed.push(own - 100_000);
    }
    for (patron, nets) in results.patrons.iter().zip([doubled, followed]) {
        assert_eq!(patron.shift.sum(), nets.iter().map(|net| i128::from(*net)).sum::<i128>());
        assert_eq!(patron.shift.range(), nets.iter().min().copied().zip(nets.iter().max().copied()));
    }
    assert!(results.patrons[0].ruined <= ruined);
}

#[test]
fn a_patron_stops_after_losing_or_winning_enough_or_having_nothing_left() {
    let book = book("qld");
    let till = till(&book, 1_000);
    let stops = "name = \"s\"\nbankroll = 500\nstop_loss = 100\nstop_win = 100\n[[bet]]\non = \"player\"\nstake = 25\n";
    let all_in = "name = \"a\"\nbankroll = 100\n[[bet]]\non = \"tie\"\nstake = \"100%\"\n";
    let results = simulated(&book, &till, 300, 3, &[stops, all_in]);
    let stopped = &results.patrons[0];
    assert_eq!(stopped.shift.range(), Some((-10_000, 10_000)));
    assert_eq!(stopped.stopped_losing + stopped.stopped_winning, 100);
    let all_in = &results.patrons[1];
    assert!(all_in.ruined > 95, "{}", all_in.ruined);
    assert_eq!(all_in.shift.range().unwrap().0, -10_000);
}

/// Queensland takes a bet on pairs only beside one on a hand or the tie; the limits and the gap between the hands bind.
#[test]
fn a_patron_bets_only_what_the_book_and_the_table_take() {
    let book = book("qld");
    let pair: Vec<&str> = book
        .wagers(&book.methods().next().unwrap().id)
        .unwrap()
        .iter()
        .map(|wager| wager.id.as_str())
        .filter(|id| id.contains("perfect"))
        .collect();
    let mut till = till(&book, 40);
    let alone = format!("name = \"p\"\nbankroll = 500\n[[bet]]\non = \"{}\"\nstake = 5\n", pair[0]);
    let beside = format!("{alone}[[bet]]\non = \"tie\"\nstake = 5\n");
    let large = "name = \"l\"\nbankroll = 5000\n[[bet]]\non = \"player\"\nstake = 100\n";
    let results = simulated(&book, &till, 3, 1, &[&alone, &beside, large]);
    assert_eq!(results.patrons[0].coups, 0);
    assert!(results.patrons[1].coups > 200);
    assert_eq!(results.patrons[2].staked, i128::from(results.patrons[2].coups) * 4_000);
    till.differential = Some(money(15));
    let results = simulated(&book, &till, 3, 1, &[large]);
    assert_eq!(results.patrons[0].staked, i128::from(results.patrons[0].coups) * 1_500);
}

/// A stake whose win chips could not pay is not offered where the book would refuse it.
#[test]
fn a_stake_is_cut_to_what_the_book_accepts() {
    let book = book("nz");
    let bounds = Bounds { least: money(1), most: money(1_000), unit: None };
    let wagers = book.wagers(&book.methods().next().unwrap().id).unwrap();
    let till =
        Till::new(&book, wagers.iter().map(|wager| (wager, bounds)).collect(), "1,5,25".parse().unwrap());
    let [player, banker] = ["player", "banker"].map(|id| till.place(&id.parse().unwrap()).unwrap());
    assert_eq!(till.accepts(player, money(37)), money(37));
    assert_eq!(till.accepts(banker, money(37)), money(20));
    assert_eq!(till.accepts(banker, money(19)), Money(0));
    assert_eq!(till.accepts(player, money(5_000)), money(1_000));
}

#[test]
fn a_run_is_the_same_on_any_number_of_threads() {
    let book = book("act");
    let till = till(&book, 1_000);
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| simulated(&book, &till, 5_000, 7, &[Strategy::text("martingale").unwrap()]))
    };
    let results = on(1);
    assert!(results == on(3));
    // Every bet was on player, so what the house was to keep is its edge there, whatever was staked.
    let patron = &results.patrons[0];
    assert!((patron.exact_hold().unwrap() - 0.012_350_8).abs() < 1e-7, "{}", patron.exact_hold().unwrap());
    assert!(patron.z().unwrap().abs() < 4.0, "{}", patron.z().unwrap());
}

/// Wagers on the cards themselves come as often as the exact odds say, and parts of a run are the run.
#[test]
fn wagers_on_cards_are_simulated_and_joined() {
    let book = Book::read(include_str!("../../../books/examples/side-bets.toml")).unwrap();
    let bounds = Bounds { least: money(5), most: money(1_000), unit: None };
    let named = ["banker", "all-red", "lucky-nines", "matching-dragon-a", "three-giving-8"];
    let wagers = book.wagers("commission").unwrap().iter();
    let wagers = wagers.filter(|wager| named.contains(&wager.id.as_str())).map(|wager| (wager, bounds));
    let till = Till::new(&book, wagers.collect(), "0.50,1,5,25,100".parse().unwrap());
    let game = Game::new(&book, &Choice::usual(&book)).unwrap();
    let text = "name = \"Red\"\nbankroll = 1000\n[[bet]]\non = \"all-red\"\nstake = 5\n";
    for coups_only in [false, true] {
        let patrons = || match coups_only {
            true => Vec::new(),
            false => vec![Strategy::read(text, &till).unwrap()],
        };
        let plan = |first: u64, shoes: u64| Plan {
            game: &game,
            till: &till,
            seed: 8,
            first,
            shoes,
            shift: 7,
            stakes: vec![money(10); 5],
            chances: chances(&book, &till),
            patrons: patrons(),
            coups_only,
        };
        let whole = run(&plan(0, 1_400), |_| true);
        let parts = [plan(700, 700), plan(0, 700)].map(|plan| run(&plan, |_| true));
        assert_eq!(join(&plan(0, 1_400), parts.to_vec()).unwrap(), whole);
        for results in &whole.wagers {
            assert_eq!(results.rows.iter().sum::<u64>(), whole.tally.coups());
            assert!(results.z().abs() < 4.0, "{} {:?}", results.z(), results.rows);
        }
        for patron in &whole.patrons {
            assert!(patron.z().unwrap().abs() < 4.0 && patron.coups > 10_000, "{}", patron.z().unwrap());
        }
    }
    let on_cards =
        "name = \"x\"\nbankroll = 5\n[[bet]]\non = \"banker\"\nstake = 5\nwhen = { banker_third = 3 }\n";
    let faults = Strategy::read(on_cards, &till).unwrap_err();
    assert!(faults[0].to_string().contains("found a condition on cards"), "{faults:?}");
}

#[test]
fn a_run_that_is_told_to_stop_gives_what_it_has() {
    let book = book("nz");
    let till = till(&book, 1_000);
    let game = Game::new(&book, &Choice::usual(&book)).unwrap();
    let many = till.wagers().len();
    let plan = Plan {
        game: &game,
        till: &till,
        seed: 3,
        first: 0,
        shoes: u64::MAX,
        shift: 7,
        stakes: vec![money(10); many],
        chances: chances(&book, &till),
        patrons: Vec::new(),
        coups_only: true,
    };
    let mut message = Vec::new();
    let results = run(&plan, |shoes| {
        message.push(shoes);
        message.len() < 2
    });
    assert_eq!(message.len(), 2);
    assert_eq!(results.tally.shoes(), message[1]);
    assert_eq!(results.path.last().unwrap().coups, results.tally.coups());
    assert_eq!(results.wagers[0].rows.iter().sum::<u64>(), results.tally.coups());
}
