//! What is promised of settlement, of a whole coup and of the score roads: `cargo bench -p table --bench ratio`.
//!
//! Compiled and plain settlement take turns in one process and the best turn of each counts, so that other work on the
//! machine disturbs the ratio little. Exits with an error if a promise is broken. `-- roads` makes roads and nothing else, for a profiler.

mod full;

use baccarat::outcome::Winner;
use full::{Evening, Layout};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;
use table::roads::{RoadResult, Roads};

/// What is promised: nanoseconds for seventy wagers, how many times faster than row by row, microseconds for a coup, and how often in a
/// second the five roads of eighty results are made.
const SETTLED: f64 = 150.0;
const RATIO: f64 = 1.8;
const COUP: f64 = 100.0;
const ROADS: f64 = 500_000.0;

const TURNS: usize = 200;

/// Nanoseconds for each outcome, in one turn.
fn turn(layout: &mut Layout, settle: impl Fn(&mut Layout, usize)) -> f64 {
    let start = Instant::now();
    for index in 0..layout.outcomes.len() {
        settle(layout, index);
        black_box(&layout.nets);
    }
    start.elapsed().as_secs_f64() * 1e9 / layout.outcomes.len() as f64
}

/// Shoes of eighty results, as often each as at a table.
fn shoes() -> Vec<Vec<RoadResult>> {
    let mut state = 2026_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 10_000
    };
    let mut result = || RoadResult {
        winner: match next() {
            0..4_462 => Winner::Player,
            4_462..9_048 => Winner::Banker,
            _ => Winner::Tie,
        },
        player_pair: next() < 747,
        banker_pair: next() < 747,
        natural: next() < 3_419,
    };
    (0..256).map(|_| (0..80).map(|_| result()).collect()).collect()
}

/// How often in a second the roads of a shoe are made, in one turn.
fn roads(shoes: &[Vec<RoadResult>]) -> f64 {
    let start = Instant::now();
    for results in shoes {
        black_box(Roads::of(black_box(results)));
    }
    shoes.len() as f64 / start.elapsed().as_secs_f64()
}

fn main() -> ExitCode {
    let shoes = shoes();
    if std::env::args().any(|word| word == "roads") {
        for _ in 0..4_000 {
            black_box(roads(&shoes));
        }
        return ExitCode::SUCCESS;
    }
    let mut layout = Layout::new();
    let [mut plain, mut compiled, mut coup] = [f64::INFINITY; 3];
    let mut evening = Evening::new();
    let mut made = 0_f64;
    for _ in 0..TURNS {
        made = made.max(roads(&shoes));
        compiled = compiled.min(turn(&mut layout, |layout, index| {
            let outcome = black_box(layout.outcomes[index]);
            layout.settle_compiled(&outcome);
        }));
        plain = plain.min(turn(&mut layout, |layout, index| {
            let outcome = black_box(layout.outcomes[index]);
            layout.settle_plainly(&outcome);
        }));
        for _ in 0..20 {
            let start = Instant::now();
            evening.coup();
            coup = coup.min(start.elapsed().as_secs_f64() * 1e6);
            evening.between();
        }
    }
    println!("70 wagers, 14 seats with five each, best of {TURNS} turns");
    println!("rows one by one     {plain:9.1} ns");
    let ratio = plain / compiled;
    println!(
        "rows compiled       {compiled:9.1} ns  {ratio:6.1} times faster (promised: {SETTLED} ns, {RATIO})"
    );
    println!("a whole coup        {coup:9.1} µs  every command decided and applied (promised: {COUP})");
    println!("roads of 80 results {made:9.0} a second (promised: {ROADS})");
    let kept = compiled <= SETTLED && ratio >= RATIO && coup <= COUP && made >= ROADS;
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
