//! How many times faster than a plain clean loop: `cargo bench -p simulate --bench ratio`.
//!
//! Both deal whole shoes, burnt, dealt and ended by the book, and count every coup by class. They take turns in one process and
//! the best turn of each counts, so that other work on the machine disturbs the ratio little. Exits with an error if a ratio
//! falls below what is promised; the promise for two cores is kept only by a machine that is otherwise quiet.
//!
//! `cargo bench -p simulate --bench ratio -- fast 20000` deals so many shoes the fast way and nothing else, for a tool
//! that counts instructions; `-- count 20000` counts through so many on one thread, for one that tells processor time.

use baccarat::book::Book;
use baccarat::card::{Card, Rank};
use baccarat::outcome::{Pairs, Totals};
use baccarat::shelf;
use baccarat::tableau::{PointValues, Tableau};
use chacha20::ChaCha20Rng;
use chacha20::rand_core::SeedableRng;
use odds::Evaluator;
use rand::seq::SliceRandom;
use simulate::{Choice, Class, CountPlan, Dealer, Game, Tally, count};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

/// What is promised: how many times faster on one core, how many times more on two cores than on one, and what part of the
/// plain loop's coups a count has the exact odds of every wager for, on two cores. Where the plain loop deals 34 million
/// coups a second, that part is a million shoes in 48 seconds.
const ONE_CORE: f64 = 3.75;
const TWO_CORES: f64 = 1.9;
const COUNT: f64 = 0.05;

/// How many coups a shoe of the count has, on average, as the cutting card lies where its book allows it deepest.
const COUPS_OF_A_SHOE: f64 = 82.3;

const TURNS: usize = 100;
const SHOES: u64 = 4_000;
const COUNTED: u64 = 8_192;

/// The baseline: typed cards, hands in fixed arrays with their totals kept, ChaCha20, a textbook shuffle, and every coup counted by a
/// look-up of its class. It is as good as a clean loop gets: nothing in it is done twice.
struct PlainLoop<'b> {
    tableau: &'b Tableau,
    values: &'b PointValues,
    cards: Vec<Card>,
    chance: ChaCha20Rng,
    /// By totals and pairs, the place of the class.
    class: Vec<u16>,
}

/// A hand of two or three cards.
#[derive(Clone, Copy)]
struct Hand {
    cards: [Card; 3],
    held: usize,
    total: u8,
}

impl Hand {
    fn of(first: Card, second: Card, values: &PointValues) -> Hand {
        let total = last_digit(values.of(first.rank) + values.of(second.rank));
        Hand { cards: [first, second, second], held: 2, total }
    }

    fn take(&mut self, card: Card, values: &PointValues) {
        self.cards[self.held] = card;
        self.held += 1;
        self.total = last_digit(self.total + values.of(card.rank));
    }
}

fn last_digit(total: u8) -> u8 {
    if total >= 10 { total - 10 } else { total }
}

impl<'b> PlainLoop<'b> {
    fn of(book: &'b Book) -> PlainLoop<'b> {
        let mut class = vec![0; Totals::CELLS * Pairs::STATES];
        for outcome in book.outcomes() {
            class[place(outcome.totals, outcome.pairs)] = Class::of(&outcome).index() as u16;
        }
        PlainLoop {
            tableau: book.tableau(),
            values: book.values(),
            cards: (0..8).flat_map(|_| Card::all()).collect(),
            chance: ChaCha20Rng::from_seed([1; 32]),
            class,
        }
    }

    /// Queensland's shoe: the first card burns as many as it counts, the cutting card lies 20 from the back, one more coup
    /// follows the one during which it comes.
    fn shoes(&mut self, shoes: u64, classes: &mut [u64]) -> u64 {
        let mut coups = 0;
        for _ in 0..shoes {
            self.cards.shuffle(&mut self.chance);
            let first = self.cards[0].rank;
            let mut at = 2 + if first >= Rank::Ten { 9 } else { first as usize };
            let cutting_card = self.cards.len() - 20;
            let mut left = None;
            while left != Some(0) {
                let (class, taken) = self.coup(at);
                classes[class] += 1;
                coups += 1;
                left = match left {
                    Some(left) => Some(left - 1),
                    None if at >= cutting_card => Some(0),
                    None if at + taken > cutting_card => Some(1),
                    None => None,
                };
                at += taken;
            }
        }
        coups
    }

    fn coup(&self, at: usize) -> (usize, usize) {
        let cards = &self.cards[at..at + 6];
        let mut player = Hand::of(cards[0], cards[2], self.values);
        let mut banker = Hand::of(cards[1], cards[3], self.values);
        let mut taken = 4;
        let (p, b) = (player.total, banker.total);
        let player_drew = self.tableau.player_draws(p, b);
        if player_drew {
            player.take(cards[taken], self.values);
            taken += 1;
        }
        let third = player_drew.then(|| self.values.of(player.cards[2].rank));
        let banker_drew = self.tableau.banker_draws(p, b, third);
        if banker_drew {
            banker.take(cards[taken], self.values);
            taken += 1;
        }
        let totals = Totals { player: player.total, banker: banker.total, player_drew, banker_drew };
        let pairs = Pairs::of([cards[0], cards[2]], [cards[1], cards[3]]);
        (usize::from(self.class[place(totals, pairs)]), taken)
    }
}

/// The place of totals and pairs among all of them.
fn place(totals: Totals, pairs: Pairs) -> usize {
    totals.index() * Pairs::STATES + pairs.index()
}

/// Million coups a second, of one turn.
fn turn(work: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let coups = work();
    coups as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn main() -> ExitCode {
    let book = Book::read(shelf::text("qld").unwrap()).unwrap();
    let game = Game::new(&book, &Choice::usual(&book)).unwrap();
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(place) = arguments.iter().position(|argument| argument == "fast") {
        let shoes = arguments[place + 1].parse().unwrap();
        let mut tally = Tally::default();
        Dealer::new(&game, 1).tally(0..shoes, &mut tally);
        println!("{} coups", tally.coups());
        return ExitCode::SUCCESS;
    }
    if let Some(place) = arguments.iter().position(|argument| argument == "count") {
        println!("{} coups", counted(1, 1, arguments[place + 1].parse().unwrap()));
        return ExitCode::SUCCESS;
    }
    let mut plain = PlainLoop::of(&book);
    let mut classes = vec![0; Class::ROOM];
    let deal = |dealer: &mut Dealer, turn: u64| {
        let mut tally = Tally::default();
        dealer.tally(turn * SHOES..(turn + 1) * SHOES, &mut tally);
        black_box(tally.coups())
    };
    let (mut dealer, mut second) = (Dealer::new(&game, 1), Dealer::new(&game, 1));
    let [mut baseline, mut one, mut two] = [0_f64; 3];
    for now in 0..TURNS as u64 {
        baseline = baseline.max(turn(|| plain.shoes(SHOES / 4, &mut classes)));
        one = one.max(turn(|| deal(&mut dealer, now)));
        two = two.max(turn(|| {
            std::thread::scope(|scope| {
                let other = scope.spawn(|| deal(&mut second, 1_000 + now));
                deal(&mut dealer, now) + other.join().unwrap()
            })
        }));
    }
    black_box(&classes);
    let counted = (0..TURNS as u64 / 10).map(|seed| turn(|| counted(seed, 2, COUNTED))).fold(0.0, f64::max);
    println!(
        "whole shoes of eight decks, every coup counted by class; million coups a second, best of {TURNS} turns"
    );
    println!("plain loop, array hands, ChaCha20  {baseline:6.1}");
    let kept = [
        ("fast, one core", one, one / baseline, "the plain loop", ONE_CORE),
        ("fast, two cores", two, two / one, "one core", TWO_CORES),
        ("count, every wager, two cores", counted, counted / baseline, "the plain loop", COUNT),
    ]
    .map(|(what, rate, ratio, of, promised)| {
        println!("{what:33}  {rate:6.2}  {ratio:5.3} times {of} (promised: {promised})");
        ratio >= promised
    });
    let shoes = counted * 1e6 / COUPS_OF_A_SHOE;
    println!(
        "a million shoes are counted through, every wager exact before every coup, in {:.0} s",
        1e6 / shoes
    );
    if kept == [true; 3] { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How many coups a count has the exact odds of every wager for, of the book with the most wagers.
fn counted(seed: u64, threads: usize, shoes: u64) -> u64 {
    let book = Book::read(shelf::text("act").unwrap()).unwrap();
    let wagers: Vec<_> = book.wagers(&book.methods().next().unwrap().id).unwrap().iter().collect();
    let evaluator = Evaluator::new(book.tableau(), book.values(), &wagers).unwrap();
    let game = Game::new(&book, &Choice::usual(&book)).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let plan = CountPlan { depths: vec![game], evaluator: &evaluator, seed, shoes, by_results: None };
    pool.install(|| count(&plan, |_| true).unwrap().coups)
}
