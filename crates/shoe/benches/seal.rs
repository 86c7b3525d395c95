//! How long it takes to shuffle and seal a shoe: `cargo bench -p shoe --bench seal`.
//!
//! The steps take turns in one process and the best turn of each counts, so that other work on the machine disturbs
//! them little. Exits with an error if a shoe of eight decks takes longer than is promised.

use merkle::Hash;
use shoe::demonstration::{DemonstrationShoe, seed_of};
use shoe::{TableName, shuffle};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

/// What is promised for shuffling and sealing 416 cards, in microseconds.
const PROMISED: f64 = 1_000.0;

const TURNS: u64 = 400;

/// Microseconds that some work takes.
fn turn<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64() * 1e6
}

fn main() -> ExitCode {
    let table: TableName = "Bench".parse().unwrap();
    let [mut shuffled, mut sealed, mut opened] = [f64::INFINITY; 3];
    for number in 0..TURNS {
        let seed = seed_of(number, 1);
        shuffled = shuffled.min(turn(|| shuffle::kinds(black_box(&seed), 8)));
        let seal = || DemonstrationShoe::seal(black_box(seed), Hash::NONE, table.clone(), 8, 1, Hash::NONE);
        sealed = sealed.min(turn(seal));
        let mut shoe = seal();
        shoe.cut(100).unwrap();
        opened = opened.min(turn(|| shoe.next_card().unwrap()));
    }
    println!("a shoe of 416 cards, best of {TURNS} turns");
    println!("shuffle             {shuffled:8.1} µs");
    println!("shuffle and seal    {sealed:8.1} µs (promised: {PROMISED})");
    println!("open one card       {opened:8.1} µs");
    if sealed <= PROMISED { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
