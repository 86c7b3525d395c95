//! Settlement and a whole coup at a full table, with statistics: `cargo bench -p table --bench settle`.

mod full;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use full::{Evening, Layout};
use std::cell::RefCell;
use std::hint::black_box;

fn settling(criterion: &mut Criterion) {
    let mut layout = Layout::new();
    let mut index = 0;
    let mut next = |layout: &Layout| {
        index = (index + 1) % layout.outcomes.len();
        layout.outcomes[index]
    };
    let mut group = criterion.benchmark_group("70 wagers");
    group.bench_function("rows one by one", |bencher| {
        bencher.iter(|| {
            let outcome = black_box(next(&layout));
            layout.settle_plainly(&outcome);
            black_box(&layout.nets);
        })
    });
    group.bench_function("rows compiled", |bencher| {
        bencher.iter(|| {
            let outcome = black_box(next(&layout));
            layout.settle_compiled(&outcome);
            black_box(&layout.nets);
        })
    });
    group.finish();
}

fn whole_coup(criterion: &mut Criterion) {
    let evening = RefCell::new(Evening::new());
    criterion.bench_function("a whole coup at a full table", |bencher| {
        bencher.iter_batched(
            || evening.borrow_mut().between(),
            |()| evening.borrow_mut().coup(),
            BatchSize::PerIteration,
        )
    });
}

criterion_group!(benches, settling, whole_coup);
criterion_main!(benches);
