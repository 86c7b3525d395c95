//! How many times faster than plain enumeration: `cargo bench -p odds --bench ratio`.
//!
//! The three ways take turns in one process and the best turn of each counts, so that other work on the machine
//! disturbs the ratios little. Exits with an error if a ratio falls below what is promised.

#[path = "../tests/common/mod.rs"]
mod common;

use baccarat::composition::Composition;
use common::enumeration;
use common::shoes::Seeded;
use common::wagers::{fifteen_wagers, standard_tableau, standard_values};
use odds::Evaluator;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

/// What is promised: how many times faster one composition is, and one of many.
const SINGLE: f64 = 120.0;
const BATCH: f64 = 300.0;

const TURNS: usize = 60;

/// Shoes as a shuffled eight decks leave them, coup after coup.
fn shoes() -> Vec<Composition> {
    let mut seeded = Seeded(2026);
    (0..64).map(|coup| seeded.depleted(8, 416 - 5 * coup)).collect()
}

/// Microseconds for each of `many`, in one turn.
fn turn(many: usize, mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() * 1e6 / many as f64
}

fn main() -> ExitCode {
    let wagers = fifteen_wagers();
    let (tableau, values) = (standard_tableau(), standard_values());
    let evaluator = Evaluator::new(&tableau, &values, &wagers.iter().collect::<Vec<_>>()).unwrap();
    let shoes = shoes();
    let mut numerators = Vec::new();
    let [mut enumerated, mut single, mut batch] = [f64::INFINITY; 3];
    for _ in 0..TURNS {
        enumerated = enumerated.min(turn(8, || {
            for shoe in &shoes[..8] {
                let by_value = enumeration::values_of(&values, black_box(shoe));
                black_box(enumeration::by_value(&tableau, &by_value));
            }
        }));
        single = single.min(turn(shoes.len(), || {
            for shoe in &shoes {
                black_box(evaluator.counts(black_box(shoe)).unwrap());
            }
        }));
        batch = batch.min(turn(16 * shoes.len(), || {
            for _ in 0..16 {
                evaluator.batch(black_box(&shoes), &mut numerators).unwrap();
                black_box(&numerators);
            }
        }));
    }
    report(enumerated, single, batch)
}

fn report(enumerated: f64, single: f64, batch: f64) -> ExitCode {
    println!(
        "{} wagers on one composition of up to eight decks, best of {TURNS} turns",
        fifteen_wagers().len()
    );
    println!("plain enumeration by value  {enumerated:9.3} µs");
    let kept = [("one composition", single, SINGLE), ("one of a batch", batch, BATCH)].map(
        |(what, took, promised)| {
            let ratio = enumerated / took;
            println!("{what:27} {took:9.3} µs  {ratio:6.0} times faster (promised: {promised})");
            ratio >= promised
        },
    );
    if kept == [true; 2] { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
