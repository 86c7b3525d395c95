//! Whole coups at a full table, one after the other, for `scripts/coup-cost`, which holds them against an earlier commit.
//!
//! With a number it plays that many coups and no more, for counting instructions; else it prints the best microseconds for one.

mod full;

use full::Evening;
use std::time::Instant;

/// What is counted: one coup, every command decided and applied.
#[inline(never)]
fn measured(evening: &mut Evening) {
    evening.coup();
}

fn main() {
    let coups = std::env::args().skip(1).find_map(|word| word.parse::<usize>().ok());
    let mut evening = Evening::new();
    let mut best = f64::INFINITY;
    // What a table works out once is no part of a coup.
    evening.coup();
    evening.between();
    for _ in 0..coups.unwrap_or(4_000) {
        let start = Instant::now();
        measured(&mut evening);
        best = best.min(start.elapsed().as_secs_f64() * 1e6);
        evening.between();
    }
    if coups.is_none() {
        println!("{best:.1}");
    }
}
