//! What is promised of settlement and of a whole coup: `cargo bench -p table --bench ratio`.
//!
//! Compiled and plain settlement take turns in one process and the best turn of each counts, so that other work on the
//! machine disturbs the ratio little. Exits with an error if a promise is broken.

mod full;

use full::{Evening, Layout};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

/// What is promised: nanoseconds for seventy wagers, how many times faster than row by row, microseconds for a coup.
const SETTLED: f64 = 150.0;
const RATIO: f64 = 1.8;
const COUP: f64 = 100.0;

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

fn main() -> ExitCode {
    let mut layout = Layout::new();
    let [mut plain, mut compiled, mut coup] = [f64::INFINITY; 3];
    let mut evening = Evening::new();
    for _ in 0..TURNS {
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
    let kept = compiled <= SETTLED && ratio >= RATIO && coup <= COUP;
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
