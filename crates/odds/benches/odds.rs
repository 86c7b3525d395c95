//! Exact odds: plain enumeration beside the closed form, alone and in a batch, and the general path.

#[path = "../tests/common/mod.rs"]
mod common;

use baccarat::composition::Composition;
use common::enumeration;
use common::shoes::Seeded;
use common::wagers::{fifteen_wagers, standard_tableau, standard_values};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use odds::Evaluator;
use std::hint::black_box;

fn benches(criterion: &mut Criterion) {
    let wagers = fifteen_wagers();
    let (tableau, values) = (standard_tableau(), standard_values());
    let evaluator = Evaluator::new(&tableau, &values, &wagers.iter().collect::<Vec<_>>()).unwrap();
    let shoe = Seeded(1).depleted(8, 250);

    let mut one = criterion.benchmark_group("one composition, 15 wagers");
    one.bench_function("enumeration by value", |b| {
        b.iter(|| {
            let by_value = enumeration::values_of(&values, black_box(&shoe));
            enumeration::by_value(&tableau, &by_value)
        })
    });
    one.bench_function("closed form, 64 bits", |b| {
        b.iter(|| evaluator.counts(black_box(&shoe)).map(|counts| counts.draws()))
    });
    let big = Composition::of_decks(100);
    one.bench_function("closed form, 128 bits", |b| {
        b.iter(|| evaluator.counts(black_box(&big)).map(|counts| counts.draws()))
    });
    one.bench_function("odds as reduced fractions", |b| b.iter(|| evaluator.odds(black_box(&shoe))));
    one.bench_function("totals and pairs together", |b| b.iter(|| evaluator.joint(black_box(&shoe))));
    one.bench_function("effects of removal", |b| b.iter(|| evaluator.removals(black_box(&shoe))));
    let placed = [0, 2, 3, 8].map(|place| evaluator.place_stake(place, 25).unwrap());
    one.bench_function("four wagers together", |b| b.iter(|| evaluator.together(black_box(&shoe), &placed)));
    one.finish();

    let mut seeded = Seeded(2);
    let shoes: Vec<Composition> = (0..80).map(|coup| seeded.depleted(8, 410 - 5 * coup)).collect();
    let mut many = criterion.benchmark_group("80 compositions, 15 wagers");
    many.throughput(Throughput::Elements(shoes.len() as u64));
    let mut numerators = Vec::new();
    many.bench_function("batch", |b| b.iter(|| evaluator.batch(black_box(&shoes), &mut numerators)));
    many.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
